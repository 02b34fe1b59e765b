// Drawing: every part of the game page from the newest state and from what is being entered.
import { answers } from "./answering.js";
import { Board } from "./board.js";
import { drawActions } from "./buttons.js";
import { lastLaid, Rows } from "./cards.js";
import { draftChanged, pick, tapCell } from "./entering.js";
import { current } from "./link.js";
import { hooks } from "./mending.js";
import * as menus from "./menus.js";
import * as palette from "./palette.js";
import { changesView, faults, proposalView, stillLaying, tilesOf, turnView } from "./sheet.js";
import { parsePlaced } from "./tiles.js";
import { actor, at, drafting, game, isCards, isPlayer, proposal, table, ui, unit } from "./ui.js";
import { make, swap, t } from "./words.js";

/** Draw the whole page anew; what is shown already stays as it is. */
export function draw() {
  if (!game()) return;
  drawTurn();
  drawTrouble();
  drawCamera();
  drawScores();
  drawTable();
  drawSheet();
  drawHistory();
  drawActions();
}

function drawTurn() {
  const { next, result } = game();
  const text = game().end ? result : t("page.turn_of", { player: next });
  if (at("turn").textContent !== text) at("turn").textContent = text;
}

function drawTrouble() {
  at("trouble").hidden = !current().trouble;
  at("trouble").textContent = current().trouble;
}

/** What to do about light or view that have become bad; put away, it stays so while it lasts. */
function drawAdvice() {
  const told = (game().can.watch && current().camera?.advice) || [];
  const shown = told.find(({ check }) => !ui.unheeded.has(check));
  for (const check of ui.unheeded) if (!told.some((one) => one.check === check)) ui.unheeded.delete(check);
  at("advice").hidden = !shown;
  if (!shown) return;
  const away = () => { ui.unheeded.add(shown.check); drawAdvice(); };
  swap(at("advice"), make("span", { "data-check": shown.check }, shown.text),
    make("button", { type: "button", class: "quiet", "aria-label": t("page.close"), onclick: away }, "✕"));
}

function drawCamera() {
  drawAdvice();
  const { camera } = current();
  at("camera").hidden = !camera || !game().can.watch;
  if (!camera) return;
  at("camera").className = `chip ${camera.word}`;
  at("camera").textContent = camera.notice ? t("page.demo_camera") : camera.text;
}

function drawScores() {
  const cards = game().players.map((player) => {
    const kind = ["score", player.name === actor() && !game().end ? "next" : "",
      player.leads ? "leads" : "", player.left ? "gone" : ""].join(" ");
    const parts = [
      make("span", { class: "name" }, player.name),
      make("span", { class: "total" }, String(player.total)),
      make("span", { class: "unseen" }, t(isCards() ? "page.unit_qwirkles" : "page.unit_points")),
    ];
    if (player.last_turn) parts.push(make("span", { class: "note" }, t("page.last_turn")));
    return isPlayer
      ? make("button", { type: "button", class: kind, onclick: () => openPlayer(player.name) }, ...parts)
      : make("div", { class: kind }, ...parts);
  });
  swap(at("scores"), ...cards);
  at("scores").dataset.count = String(cards.length);
}

/** Draw the board, or the rows of cards. */
export function drawTable() {
  if (isCards()) drawRows();
  else drawBoard();
}

function drawBoard() {
  if (!table.board) {
    table.rows = null;
    at("board").classList.remove("cards");
    table.board = new Board(at("board"), { onCell: isPlayer ? tapCell : null, margin: 0.3 });
  }
  const lying = game().board.map(parsePlaced);
  const last = lastPlaced();
  const lastCells = new Set(last.map(({ x, y }) => `${x},${y}`));
  for (const one of lying) if (lastCells.has(`${one.x},${one.y}`)) one.kind = "last";
  const seen = (proposal()?.placed ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "seen" }));
  const shown = [...mended(lying), ...ui.draft.map((one) => ({ ...one, kind: "draft" })), ...seen];
  const marks = proposalMarks();
  if (ui.picked && palette.isOpen()) marks.set(ui.picked, "picked");
  for (const reason of ui.preview?.turn ? faults(ui.preview.turn, true) : []) {
    for (const [x, y] of reason.cells) marks.set(`${x},${y}`, "wrong");
  }
  table.board.look(ui.picked && palette.isOpen() ? ui.picked.split(",").map(Number) : null);
  table.board.draw(shown, isPlayer && !game().end ? openCells(shown) : [], marks);
}

/** What to look at in the proposal: broken rules, doubts, tiles that are gone. */
function proposalMarks() {
  const marks = new Map();
  for (const [x, y] of proposal()?.missing ?? []) marks.set(`${x},${y}`, "doubt");
  for (const { cell: [x, y] } of proposal()?.doubts ?? []) marks.set(`${x},${y}`, "doubt");
  for (const { cell: [x, y] } of proposal()?.revised ?? []) marks.set(`${x},${y}`, "doubt");
  const settled = proposal() && !stillLaying(proposal());
  for (const reason of (settled && proposal().turn?.reasons) || []) {
    for (const [x, y] of reason.cells) marks.set(`${x},${y}`, "wrong");
  }
  return marks;
}

/** The tiles as they would lie after the mend that is being looked at. */
function mended(lying) {
  const mend = ui.mend?.mend;
  if (!mend?.cell) return lying;
  const [x, y] = mend.cell;
  const rest = lying.filter((one) => one.x !== x || one.y !== y);
  const old = lying.find((one) => one.x === x && one.y === y);
  if (mend.to) return [...rest, { ...old, x: mend.to[0], y: mend.to[1], kind: "draft" }];
  return mend.tile ? [...rest, { tile: mend.tile, x, y, kind: "draft" }] : rest;
}

function openCells(tiles) {
  if (!tiles.length) return [{ x: 0, y: 0 }];
  const taken = new Set(tiles.map(({ x, y }) => `${x},${y}`));
  const open = new Map();
  for (const { x, y } of tiles) {
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      const key = `${x + dx},${y + dy}`;
      if (!taken.has(key)) open.set(key, { x: x + dx, y: y + dy });
    }
  }
  return [...open.values()];
}

function drawRows() {
  if (!table.rows) {
    table.board = null;
    at("board").classList.add("cards");
    table.rows = new Rows(at("board"), {
      editable: isPlayer, onChange: draftChanged, pick,
    });
    table.rows.reset(game().rows);
  }
  table.rows.mark(lastLaid(game()));
}

function lastPlaced() {
  const last = game().turns.filter((turn) => turn.placed.length && (turn.legal || turn.stands)).at(-1);
  return last ? last.placed.map(parsePlaced) : [];
}

function drawSheet() {
  const sheet = at("sheet");
  sheet.classList.toggle("live", Boolean(proposal() || ui.preview || ui.mend));
  if (ui.moving || ui.addTo) {
    const key = ui.moving ? "page.tap_target" : "page.tap_added";
    swap(sheet, make("p", { class: "sheet-hint" }, t(key)));
  } else if (ui.mend) {
    swap(sheet, make("p", { class: "sheet-head" }, make("strong", {}, t("page.mending"))),
      ui.preview ? changesView(ui.preview) : make("p", {}, t("page.reckoning")));
  } else if (ui.preview?.turn) {
    swap(sheet, turnView(ui.preview.turn, unit(), { laying: true, why: menus.reasons }),
      ui.editing && ui.preview.turn.legal ? changesView(ui.preview) : "");
  } else if (ui.preview?.error) {
    swap(sheet, make("p", { class: "sheet-hint" }, ui.preview.error.text ?? ""));
  } else if (drafting()) {
    swap(sheet, make("p", { class: "sheet-hint" }, t("page.reckoning")));
  } else if (proposal()) {
    swap(sheet, ...proposalView(proposal(), unit(), isPlayer ? answers : null, menus.reasons));
  } else if (current().camera?.cleared && !game().end) {
    swap(sheet, make("p", { class: "sheet-hint" }, t("page.cleared")));
  } else if (game().turns.length) {
    swap(sheet, turnView(game().turns.at(-1), unit(), { why: menus.reasons }));
  } else {
    const key = isCards() ? "page.first_cards" : "page.first_move";
    const notice = current().camera?.notice && game().can.watch
      ? make("p", { class: "question" }, t("page.simulated"), " ", make("a", { href: "/setup" }, t("page.other_camera"))) : "";
    swap(sheet, notice, make("p", { class: "sheet-hint" }, isPlayer ? t(key) : t("page.nothing_yet")));
  }
}

function drawHistory() {
  const items = game().turns.slice().reverse().map((turn) => {
    const kind = turn.legal ? "" : turn.stands ? "stood" : "illegal";
    const parts = [
      make("span", { class: "turn-number" }, String(turn.number)),
      make("span", { class: "turn-text" }, make("strong", {}, turn.player), " ", turn.deed, " ", tilesOf(turn)),
      make("span", { class: "turn-pay" }, String(turn.points)),
    ];
    return make("li", { class: kind }, isPlayer
      ? make("button", { type: "button", onclick: () => openTurn(turn.number) }, ...parts)
      : make("div", {}, ...parts));
  });
  const left = make("p", { class: "left-to-draw" }, t("sheet.bag", { count: game().bag }));
  swap(at("history"), make("h2", {}, t("page.history")), left, make("ol", {}, ...items));
}

const openPlayer = (name) => menus.player(game().players.find((one) => one.name === name), hooks);
const openTurn = (number) => menus.turn(game().turns[number - 1], game(), hooks);
