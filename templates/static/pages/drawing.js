// Drawing: every part of the game page from the newest state and from what is being entered.
import { unfit } from "../fit.js";
import { append, clear, onceAnswered, undo } from "../intents/asking.js";
import { agreeOutOfTurn, fixDraft, lettingStand, putCard, saveDraft, tapCard } from "../intents/draft.js";
import { owners } from "../intents/hands.js";
import { hooks, saveMend, tellSixth } from "../intents/past.js";
import * as seen from "../intents/seen.js";
import { tapCell } from "../intents/tap.js";
import { current } from "../link.js";
import { LaidRows } from "../rows.js";
import { actor, changed, drafting, game, isCards, isPlayer, proposal, ui, unit } from "../store.js";
import { corrected, faults, lastLaid, lyingTiles, openCells, parsePlaced } from "../table.js";
import * as actions from "../views/actions.js";
import { Board } from "../views/board.js";
import { rowsView } from "../views/cards.js";
import { at, button, make, patch } from "../views/dom.js";
import { handsView } from "../views/hands.js";
import { historyView } from "../views/history.js";
import * as menus from "../views/menus.js";
import { drawPalette } from "../views/palette.js";
import { scoresView } from "../views/scores.js";
import { balanceView, changesView, doesView, photoView, proposalMarks, proposalView, strangeView, turnView } from "../views/sheet.js";
import { drawToast } from "../views/toast.js";
import { t } from "../words.js";

/** The drawn board, while the game has one. */
let board = null;
/** How often the camera is looked at before the first move. */
export const VIEW_MS = 1500;
/** The cards that were outlined last, to bring new ones into view once. */
let outlined = "[]";

/** Draw the whole page; what is shown already stays as it is. */
export function draw() {
  if (!game()) return;
  document.body.classList.toggle("asking", ui.asking);
  drawTurn();
  drawTrouble();
  drawCamera();
  patch(at("scores"), ...scoresView(game(), actor(), unit(), isPlayer ? (one) => menus.player(one, hooks, current().hands) : null, current().hands));
  at("scores").dataset.count = String(game().players.length);
  drawTable();
  at("sheet").classList.toggle("live", Boolean(proposal() || ui.preview || ui.mend));
  const entering = ui.moving || ui.addTo || ui.mend || ui.preview || drafting();
  const uncounted = entering ? [] : balanceView(current().balance, isPlayer ? seen.answers : null);
  const hands = entering || proposal() ? [] : handsView(current().hands, game().players, isPlayer ? owners : null);
  const strange = entering ? [] : strangeView(current().strange, isPlayer && !ui.photo?.picture
    ? `/newest.jpg?at=${current().revision}` : "", isPlayer ? seen.answers : null);
  patch(at("sheet"), ...strange, ...uncounted, ...hands, ...sheetParts());
  drawHistory();
  patch(at("actions"), ...buttons());
  document.body.classList.toggle("drafting", drafting());
  drawPalette(ui.palette, game(), ui.palette?.at ? unfit(lyingTiles(game()), ui.draft, ui.palette.at, game().colours) : new Set(), paletteTaps);
  drawToast(ui.toast, undo);
}

function drawTurn() {
  const { next, result, simulated } = game();
  const whose = game().end ? result : next && actor() !== next ? t("page.play_as", { player: actor() }) : t("page.turn_of", { player: next });
  document.body.classList.toggle("ended", Boolean(game().end));
  const empty = game().rules === "cubes" && !game().bag && !game().end;
  const text = empty ? `${whose} · ${t("page.bag_empty")}` : whose;
  if (at("turn").textContent !== text) at("turn").textContent = text;
  // The simulated table's own chip says it already.
  at("simulated").hidden = !simulated || Boolean(current().camera?.notice);
}

function drawTrouble() {
  at("trouble").hidden = !current().trouble;
  at("trouble").textContent = current().trouble;
}

/** What to do about light or view that have become bad; put away, it stays so while it lasts. */
function drawAdvice() {
  const advice = (game().can.watch && current().camera?.advice) || [];
  for (const check of ui.unheeded) if (!advice.some((one) => one.check === check)) ui.unheeded.delete(check);
  const shown = advice.find(({ check }) => !ui.unheeded.has(check));
  at("advice").hidden = !shown;
  if (!shown) return;
  const away = make("button", { type: "button", class: "quiet", "aria-label": t("page.close"),
    onclick: () => { ui.unheeded.add(shown.check); changed(); } }, "✕");
  const learn = shown.check === "inks" && isPlayer ? make("a", { href: "/setup" }, t("page.learn_set")) : null;
  patch(at("advice"), make("span", { "data-check": shown.check }, shown.text, learn ? " " : "", learn), away);
}

function drawCamera() {
  drawAdvice();
  const { camera } = current();
  at("camera").hidden = !camera || !game().can.watch;
  if (!camera) return;
  at("camera").className = `chip ${camera.word}`;
  at("camera").textContent = camera.notice ? t("page.demo_camera") : camera.text;
}

function drawTable() {
  at("board").classList.toggle("cards", isCards());
  if (isCards()) drawRows();
  else drawBoard();
}

function drawRows() {
  board = null;
  const newest = lastLaid(game().turns);
  if (proposal()) {
    patch(at("board"), rowsView(LaidRows.seen(proposal()), [], isPlayer ? { card: () => seen.fixSeen(), put: null } : null));
    return;
  }
  patch(at("board"), rowsView(ui.rows, newest, isPlayer ? { card: tapCard, put: putCard } : null));
  if (JSON.stringify(newest) === outlined) return;
  outlined = JSON.stringify(newest);
  // Once the rest of the page is drawn and the table has its height.
  requestAnimationFrame(() => at("board").querySelector(".card.last")?.scrollIntoView({ block: "center" }));
}

function drawBoard() {
  board ??= new Board(at("board"), { onCell: isPlayer ? (x, y) => onceAnswered(() => tapCell(x, y, board.at(x, y))) : null, margin: 0.3 });
  const shown = [
    ...corrected(lyingTiles(game()), ui.mend?.mend),
    ...ui.draft.map((one) => ({ ...one, kind: "draft" })),
    ...(proposal()?.placed ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "seen" })),
    ...(ui.advised ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "seen" })),
    ...(current().balance?.uncounted ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "uncounted" })),
  ];
  board.look(ui.picked && ui.palette ? ui.picked.split(",").map(Number) : null);
  board.draw(shown, isPlayer && !game().end ? openCells(shown) : [], marks());
}

/** What to look at on the board, by cell. */
function marks() {
  const all = proposalMarks(proposal());
  for (const { x, y } of (current().balance?.uncounted ?? []).map(parsePlaced)) all.set(`${x},${y}`, "doubt");
  if (ui.picked && ui.palette) all.set(ui.picked, "picked");
  for (const reason of ui.preview?.turn ? faults(ui.preview.turn, true) : []) {
    for (const [x, y] of reason.cells) all.set(`${x},${y}`, "wrong");
  }
  return all;
}

const hint = (text) => make("p", { class: "sheet-hint" }, text);

/** Whether a camera sees the table now. */
const isWatched = () => Boolean(current().camera) && current().camera.word !== "lost";

function sheetParts() {
  const hinted = current().hinted ? make("p", { class: "sheet-hint hinted" }, t("page.hinted")) : null;
  const refused = game().end_refused
    ? make("p", { class: "question" }, t("page.end_refused"), " ", game().end_refused) : null;
  return [ui.photo ? photoView(ui.photo) : null, refused, ...entryParts(), hinted];
}

/** What is being entered, proposed or was done last. */
function entryParts() {
  if (ui.moving) return [hint(t("page.tap_target"))];
  if (ui.addTo) return [hint(t("page.tap_added"))];
  if (ui.mend) {
    return [make("p", { class: "sheet-head" }, make("strong", {}, t("page.mending"))),
      ui.preview ? changesView(ui.preview) : make("p", {}, t("page.reckoning"))];
  }
  if (ui.preview?.turn) {
    return [outOfTurn(), turnView(ui.preview.turn, unit(), { laying: true, why: menus.reasons }),
      ui.editing && ui.preview.turn.legal ? changesView(ui.preview) : null];
  }
  if (ui.preview?.error) return [hint(ui.preview.error.text ?? "")];
  if (drafting()) return [hint(t("page.reckoning"))];
  if (proposal()) return proposalView(proposal(), unit(), isPlayer ? seen.answers : null, menus.reasons);
  if (current().camera?.cleared && !game().end) return [hint(t("page.cleared"))];
  const last = game().turns.at(-1);
  const seesUndone = isPlayer && game().can.undo && Boolean(current().camera);
  if (last) return [turnView(last, unit(), { why: menus.reasons }), seesUndone ? doesView("undo") : null];
  return firstSheet();
}

/** Whose turn it is, where somebody else's move is being entered. */
function outOfTurn() {
  const whose = ui.preview.out_of_turn;
  return whose ? make("p", { class: "question" }, whose.text, " ", make("a", { href: `/rules#${whose.rule}` }, t("page.rule_link", { number: whose.rule }))) : null;
}

/** Before anything was laid: what to do first. */
function firstSheet() {
  const notice = current().camera?.notice && game().can.watch
    ? make("p", { class: "question" }, t("page.simulated"), " ", make("a", { href: "/setup" }, t("page.other_camera"))) : null;
  const watching = isWatched() && game().can.watch;
  const simulated = watching && game().simulated;
  const cards = watching ? "page.first_watched_cards" : "page.first_cards";
  const first = isCards() ? cards : watching ? "page.first_watched" : "page.first_move";
  const text = t(simulated ? "page.first_simulated" : isPlayer ? first : "page.first_onlooker");
  return [notice, hint(text), isPlayer && watching ? firstView() : null];
}

/** Whether the sheet shows what the camera sees, before the first move. */
export const showsCamera = () => Boolean(at("sheet").querySelector(".first-view"));

/** What the camera sees, looked at again and again. */
function firstView() {
  const hide = (event) => { event.target.style.visibility = "hidden"; };
  const shown = (event) => { event.target.style.visibility = ""; };
  return make("img", { class: "first-view", key: "first-view", alt: t("page.camera_alt"),
    src: `/camera.jpg?at=${Math.floor(performance.now() / VIEW_MS)}`, onerror: hide, onload: shown });
}

function drawHistory() {
  const open = isPlayer ? (turn) => menus.turn(turn, game(), hooks) : null;
  patch(at("history"), make("h2", {}, t("page.history")),
    make("p", { class: "left-to-draw" }, t("sheet.bag", { count: game().bag })),
    make("ol", {}, ...historyView(game().turns, open)));
}

/** The buttons that make sense now. */
function buttons() {
  if (!isPlayer) return actions.watcherButtons(game().rules, taps);
  if (ui.moving || ui.addTo) return [button(t("page.cancel"), clear)];
  if (ui.mend) return actions.mendButtons(ui.preview, taps);
  if (drafting()) return actions.draftButtons(ui.preview, isCards(), taps);
  if (proposal()) return actions.proposalButtons(proposal(), taps);
  return actions.idleButtons(game(), { cleared: current().camera?.cleared, watched: isWatched() }, taps);
}

/** What each button does, with the game as it is when the tap comes. */
const taps = {
  ...seen, clear, saveMend, saveDraft, agreeOutOfTurn, fixDraft, undo,
  letSeenStand: (preview) => menus.letStand(preview, seen.lettingSeenStand()),
  letStand: (preview) => menus.letStand(preview, lettingStand()),
  redo: () => append({ redone: true }, "page.redone"),
  pass: () => append({ player: actor(), passed: true }),
  roll: () => menus.roll(game(), actor(), hooks),
  trade: () => menus.trade(game(), actor(), hooks),
  photo: () => at("photo").click(),
  finish: () => menus.finish(game(), hooks),
  more: () => menus.more(game(), hooks),
  history: () => menus.history(game(), hooks),
  unseen: () => menus.unseen(game()),
  playAlong: menus.playAlong,
};

const paletteTaps = {
  tile: (tile) => putAway()?.onTile(tile),
  more: (one) => { putAway(); one.onclick(); },
  close: () => putAway()?.onClose?.(),
  sixth: tellSixth,
};

/** Close the palette; who uses keys is back on the cell. */
function putAway() {
  const options = ui.palette;
  ui.palette = null;
  changed();
  if (board && ui.picked) board.focusOn(ui.picked);
  return options;
}
