// The game page: every new state is drawn, and whatever concerns all phones happens on this one too.
import { clear, goOn } from "./carrying.js";
import { celebrate, tellTurn } from "./cheer.js";
import { draw } from "./drawing.js";
import { takeUpDraft } from "./entering.js";
import { connect, current, follow, followStale, take } from "./link.js";
import { hooks } from "./mending.js";
import * as menus from "./menus.js";
import { at, drafting, table } from "./ui.js";
import { keepAwake } from "./wake.js";

const DOUBLE_TAP_MS = 350;

function onState(state, before) {
  if (!state.game) {
    location.assign("/");
    return;
  }
  const sameGame = before?.game?.number === state.game.number;
  if (before && !sameGame) clear();
  if (table.rows && !drafting()) table.rows.reset(state.game.rows);
  if (sameGame && state.game.turns.length === before.game.turns.length + 1) {
    const turn = state.game.turns.at(-1);
    celebrate(turn);
    tellTurn(turn, state.game);
  }
  if (sameGame && state.game.end && !before.game.end) {
    location.assign(`/games/${state.game.number}`);
    return;
  }
  if (sameGame) goOn(before);
  draw();
}

let pressed = { at: -Infinity, text: "" };

/** The second half of a double tap is not meant for a button that has come to its place. */
function meant(event) {
  const text = event.target.closest("button, a")?.textContent;
  const hasty = event.timeStamp - pressed.at < DOUBLE_TAP_MS && text !== pressed.text;
  if (hasty) event.stopPropagation(), event.preventDefault();
  else pressed = { at: event.timeStamp, text };
}

at("actions").addEventListener("click", meant, true);
at("menu").addEventListener("click", () => menus.main(current(), hooks));
followStale((stale) => { at("stale").hidden = !stale; });
take(JSON.parse(at("first").textContent));
follow(onState);
takeUpDraft();
connect();
keepAwake();
