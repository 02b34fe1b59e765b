// The store: the newest state, what is being entered on this phone alone, and who hears of changes.
import { current } from "./link.js";
import { LaidRows } from "./rows.js";

export const isPlayer = globalThis.document?.body.dataset.role === "player";

const NOTHING = {
  /** A correction of the past that is being looked at. */
  mend: null,
  /** The tile that is being moved to the cell tapped next. */
  moving: null,
  /** The turn that is given the tile tapped next. */
  addTo: null,
  /** Who is being played for, where it is not the next player. */
  player: null,
  /** The server's answer to what is being entered. */
  preview: null,
  /** The turn of Cards that is being laid anew. */
  editing: null,
  /** A move of an open hand that somebody wants to see. */
  advised: null,
};

/** What is being entered on this phone and nobody else knows of yet.
 * @type {Entered} */
export const ui = {
  ...NOTHING, draft: [], rows: new LaidRows([]), picked: null, palette: null, asking: false,
  unheeded: new Set(), toast: null, photo: null,
};

const followers = [];

/** Call back after every change of what is being entered. */
export function onChange(callback) {
  followers.push(callback);
}

/** Something that is being entered has changed. */
export function changed() {
  for (const callback of followers) callback();
}

/** Forget what was being entered. */
export function forget() {
  Object.assign(ui, NOTHING, { draft: [], palette: null, photo: null });
  layRowsAnew();
}

/** The rows of Cards as they lie, without anything being laid. */
export function layRowsAnew() {
  ui.rows = new LaidRows(game()?.rows ?? []);
}

/** @returns {Game} */
export const game = () => /** @type {any} */ (current()?.game);
export const isCards = () => game()?.rules === "cards";
export const unit = () => (isCards() ? "qwirkles" : "points");
export const drafting = () => (isCards() ? ui.rows.changed : ui.draft.length > 0);
export const proposal = () =>
  (drafting() || ui.mend || ui.moving || ui.addTo ? null : current()?.proposal ?? null);
export const actor = () => ui.player ?? game()?.next ?? game()?.players[0].name;

/** Let somebody choose a tile: {title, chosen, more, onTile, onClose}. */
export function pick(options) {
  ui.palette = options;
  changed();
}

/** Say something for a moment; `undo` offers to take it back: the latest entry, or by a function;
 * `rule` leads to the rule behind it.
 * @param {string} text
 * @param {{ undo?: boolean | (() => unknown) | null, rule?: string }} how */
export function toast(text, { undo = false, rule = "" } = {}) {
  ui.toast = { text, undo, rule };
  changed();
}
