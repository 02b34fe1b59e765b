// The game page: every new state is drawn, and whatever concerns all phones happens on this one too.
import { celebrate, tellTurn } from "./cheer.js";
import { draw } from "./drawing.js";
import { clear, goOn, hooks, takeUpDraft } from "./entering.js";
import { connect, current, follow, followStale, take } from "./link.js";
import * as menus from "./menus.js";
import { at, drafting, table } from "./ui.js";
import { keepAwake } from "./wake.js";

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

at("menu").addEventListener("click", () => menus.main(current(), hooks));
followStale((stale) => { at("stale").hidden = !stale; });
take(JSON.parse(at("first").textContent));
follow(onState);
takeUpDraft();
connect();
keepAwake();
