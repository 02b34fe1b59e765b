// The game page: every new state is drawn, and whatever concerns all phones happens on this one too.
import { clear, onceAnswered, onLost } from "../intents/asking.js";
import { goOn, takeUpDraft } from "../intents/draft.js";
import { hooks } from "../intents/past.js";
import { takePhoto } from "../intents/photo.js";
import { keepLastKnown } from "../last_known.js";
import { connect, current, follow, followStale, take } from "../link.js";
import { drafting, isPlayer, layRowsAnew, onChange, toast, ui, unit } from "../store.js";
import { celebrate, tellTurn } from "../views/cheer.js";
import { at } from "../views/dom.js";
import * as menus from "../views/menus.js";
import { keepTime } from "../views/timer.js";
import { keepAwake } from "../wake.js";
import { showLetters } from "../wishes.js";
import { t } from "../words.js";
import { draw, showsCamera, VIEW_MS } from "./drawing.js";

const DOUBLE_TAP_MS = 350;
const VIBRATE_MS = 60;

function onState(state, before) {
  if (!state.game) {
    location.assign("/");
    return;
  }
  const sameGame = before?.game?.number === state.game.number;
  if (before && !sameGame) clear();
  if (!drafting()) layRowsAnew();
  if (sameGame && state.game.turns.length === before.game.turns.length + 1) {
    const turn = state.game.turns.at(-1);
    celebrate(turn);
    tellTurn(turn);
    if (!ui.asking && isPlayer) tellOfDeed(turn);
  }
  if (sameGame && state.game.end && !before.game.end) {
    location.assign(`/games/${state.game.number}#won`);
    return;
  }
  if (before?.game?.turns.length !== state.game.turns.length) ui.advised = null;
  if (sameGame) goOn(before);
  draw();
}

/** A turn was counted that this phone did not ask for. */
function tellOfDeed({ player, deed, pay, kind, points }) {
  // Browsers let only pages vibrate that were touched before.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATE_MS);
  const unpaid = kind === "rerolled" || (unit() === "qwirkles" && !points);
  toast(unpaid ? `${player} ${deed}.` : t("page.counted_turn", { player, deed, pay }), { undo: true });
}

let pressed = { at: -Infinity, text: "" };

/** The second half of a double tap is not meant for a button that has come to its place. */
function meant(event) {
  const text = event.target.closest("button, a")?.textContent;
  const hasty = event.timeStamp - pressed.at < DOUBLE_TAP_MS && text !== pressed.text;
  if (hasty) {
    event.stopPropagation();
    event.preventDefault();
  } else {
    pressed = { at: event.timeStamp, text };
  }
}

/** What was tapped last. */
let last = null;

/** A tap before the answer: on the same thing it is the same wish, on another it waits. */
function wait(event) {
  const tapped = event.target.closest?.("button, a");
  if (!ui.asking) last = tapped;
  if (!ui.asking || !tapped) return;
  event.stopPropagation();
  event.preventDefault();
  const text = tapped.textContent;
  if (tapped !== last) onceAnswered(() => { if (tapped.isConnected && tapped.textContent === text) tapped.click(); });
}

document.addEventListener("click", wait, true);
at("actions").addEventListener("click", meant, true);
at("photo")?.addEventListener("change", () => {
  const [file] = at("photo").files;
  if (file) takePhoto(file);
  at("photo").value = "";
});
at("menu").addEventListener("click", () => menus.main(current(), hooks));
showLetters();
followStale((stale) => { at("stale").hidden = !stale; });
const first = JSON.parse(at("first").textContent);
take(first);
keepLastKnown(first, take, follow);
onChange(draw);
onLost(({ game }) => goOn({ game }));
follow(onState);
takeUpDraft();
connect();
setInterval(() => { if (showsCamera() && document.visibilityState === "visible") draw(); }, VIEW_MS);
keepTime(current);
keepAwake();
