// What this phone knows and is doing: the newest state, and what is being entered here alone.
import { current } from "./link.js";

export const isPlayer = document.body.dataset.role === "player";
export const at = (id) => document.getElementById(id);

const NOTHING = {
  draft: [], mend: null, moving: null, addTo: null, player: null, preview: null, editing: null,
};

/** What is being entered on this phone and nobody else knows of yet. */
export const ui = { ...NOTHING, picked: null, unheeded: new Set() };

/** The drawn board or the rows of cards, whichever game is on. */
export const table = { board: null, rows: null };

/** Forget what was being entered. */
export function forget() {
  Object.assign(ui, NOTHING, { draft: [] });
}

export const game = () => current()?.game;
export const isCards = () => game()?.rules === "cards";
export const unit = () => (isCards() ? "qwirkles" : "points");
export const drafting = () => (isCards() ? Boolean(table.rows?.changed) : ui.draft.length > 0);
export const proposal = () =>
  (drafting() || ui.mend || ui.moving || ui.addTo ? null : current()?.proposal);
export const actor = () => ui.player ?? game()?.next ?? game()?.players[0].name;

let toasting;

/** Say something for a moment. */
export function toast(text) {
  const place = at("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(toasting);
  toasting = setTimeout(() => place.classList.remove("shown"), 4000);
}
