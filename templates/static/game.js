// The game page: draws every new state and turns taps into moves, mends and answers.
import { Board } from "./board.js";
import { Rows } from "./cards.js";
import { celebrate, tellTurn } from "./cheer.js";
import { act, connect, current, follow, followStale, post, take } from "./link.js";
import * as menus from "./menus.js";
import * as palette from "./palette.js";
import { changesView, proposalView, stillLaying, tilesOf, turnView } from "./sheet.js";
import { parsePlaced, tileName, written, writtenTile } from "./tiles.js";
import { keepAwake } from "./wake.js";
import { button, make, t } from "./words.js";

const isPlayer = document.body.dataset.role === "player";
const at = (id) => document.getElementById(id);

/** What is being entered on this phone and nobody else knows of yet. */
const ui = { draft: [], mend: null, moving: null, addTo: null, player: null, preview: null, editing: null };
let board = null;
let rows = null;
let asked = 0;

const game = () => current()?.game;
const isCards = () => game()?.rules === "cards";
const unit = () => (isCards() ? "qwirkles" : "points");
const proposal = () => (drafting() || ui.mend || ui.moving || ui.addTo ? null : current()?.proposal);
const actor = () => ui.player ?? game()?.next ?? game()?.players[0].name;

// ---------------------------------------------------------------- drawing

function draw() {
  if (!game()) return;
  drawTurn();
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

function drawCamera() {
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
      ? make("button", { type: "button", class: kind, onclick: () => menus.player(player, hooks) }, ...parts)
      : make("div", { class: kind }, ...parts);
  });
  at("scores").replaceChildren(...cards);
  at("scores").dataset.count = String(cards.length);
}

function drawTable() {
  if (isCards()) drawRows();
  else drawBoard();
}

function drawBoard() {
  if (!board) {
    rows = null;
    at("board").classList.remove("cards");
    board = new Board(at("board"), { onCell: isPlayer ? tapCell : null, margin: 0.3 });
  }
  const lying = game().board.map(parsePlaced);
  const last = lastPlaced();
  const lastCells = new Set(last.map(({ x, y }) => `${x},${y}`));
  for (const one of lying) if (lastCells.has(`${one.x},${one.y}`)) one.kind = "last";
  const seen = (proposal()?.placed ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "seen" }));
  const shown = [...mended(lying), ...ui.draft.map((one) => ({ ...one, kind: "draft" })), ...seen];
  const marks = proposalMarks();
  if (ui.picked && palette.isOpen()) marks.set(ui.picked, "picked");
  for (const reason of ui.preview?.turn?.reasons ?? []) {
    for (const [x, y] of reason.cells) marks.set(`${x},${y}`, "wrong");
  }
  board.draw(shown, isPlayer && !game().end ? openCells(shown) : [], marks);
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
  if (!rows) {
    board = null;
    at("board").classList.add("cards");
    rows = new Rows(at("board"), {
      editable: isPlayer, onChange: draftChanged,
      pick: (options) => palette.choose({ colours: game().colours, unseen: game().unseen, ...options }),
    });
    rows.reset(game().rows);
  }
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
    sheet.replaceChildren(make("p", { class: "sheet-hint" }, t(key)));
  } else if (ui.mend) {
    sheet.replaceChildren(make("p", { class: "sheet-head" }, make("strong", {}, t("page.mending"))),
      ui.preview ? changesView(ui.preview) : make("p", {}, t("page.reckoning")));
  } else if (ui.preview?.turn) {
    sheet.replaceChildren(turnView(ui.preview.turn, unit()));
  } else if (ui.preview?.error) {
    sheet.replaceChildren(make("p", { class: "sheet-hint" }, ui.preview.error.text ?? ""));
  } else if (drafting()) {
    sheet.replaceChildren(make("p", { class: "sheet-hint" }, t("page.reckoning")));
  } else if (proposal()) {
    sheet.replaceChildren(...proposalView(proposal(), unit(), isPlayer ? answers : null));
  } else if (current().camera?.cleared && !game().end) {
    sheet.replaceChildren(make("p", { class: "sheet-hint" }, t("page.cleared")));
  } else if (game().turns.length) {
    sheet.replaceChildren(turnView(game().turns.at(-1), unit()));
  } else {
    const key = isCards() ? "page.first_cards" : "page.first_move";
    const notice = current().camera?.notice && game().can.watch
      ? make("p", { class: "question" }, t("page.simulated"), " ", make("a", { href: "/setup" }, t("page.other_camera"))) : "";
    sheet.replaceChildren(notice, make("p", { class: "sheet-hint" }, isPlayer ? t(key) : t("page.nothing_yet")));
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
      ? make("button", { type: "button", onclick: () => menus.turn(turn, game(), hooks) }, ...parts)
      : make("div", {}, ...parts));
  });
  const left = make("p", { class: "left-to-draw" }, t("sheet.bag", { count: game().bag }));
  at("history").replaceChildren(make("h2", {}, t("page.history")), left, make("ol", {}, ...items));
}

function drawActions() {
  const bar = at("actions");
  if (!isPlayer) {
    bar.replaceChildren(button(t("page.history"), () => menus.history(game(), hooks)),
      button(t("page.tiles_left"), () => menus.unseen(game())));
    return;
  }
  if (ui.moving || ui.addTo) bar.replaceChildren(button(t("page.cancel"), clear));
  else if (ui.mend) bar.replaceChildren(button(t("page.cancel"), clear), saveButton());
  else if (drafting()) bar.replaceChildren(...draftButtons());
  else if (proposal()) bar.replaceChildren(...proposalButtons(proposal()));
  else bar.replaceChildren(...idleButtons());
}

function saveButton() {
  const made = button(t("page.save"), saveMend, "primary");
  made.disabled = !ui.preview || Boolean(ui.preview.error);
  return made;
}

function draftButtons() {
  const turn = ui.preview?.turn;
  if (turn && !turn.legal) {
    return [button(t("page.take_back"), clear),
      button(t("page.mend"), mendDraft),
      button(t("page.let_stand"), () => menus.letStand(ui.preview, letStand))];
  }
  const text = turn ? t("page.save_points", { pay: turn.pay }) : t("page.save");
  const save = button(text, saveDraft, "primary");
  save.disabled = !turn;
  return [button(t("page.clear"), clear), save];
}

/** What can be said about the camera's proposal with one tap. */
function proposalButtons(seen) {
  if (seen.missing.length) {
    return [button(t("page.gone_no"), () => carryOut({ gone: seen.missing, really: false })),
      button(t("page.gone_yes"), () => carryOut({ gone: seen.missing, really: true }), "primary")];
  }
  const reject = button(t("page.reject"), () => carryOut({ reject: seen.placed }, "page.rejected"));
  const accept = () => carryOut({ accept: seen.placed });
  if (!seen.turn) return [reject, button(t("page.accept"), accept, "primary")];
  const mend = button(t("page.mend"), () => mendSeen(seen));
  if (!seen.turn.legal) {
    const event = { player: actor(), placed: seen.placed.map(parsePlaced).map(written) };
    const agreed = (points) => carryOut({ tell: { ...event, stands: points } });
    return [reject, mend, button(t("page.let_stand"), () => menus.letStand(seen, agreed))];
  }
  return [reject, mend, button(t("page.accept_points", { pay: seen.turn.pay }), accept, "primary")];
}

function idleButtons() {
  const { can } = game();
  const undo = button(t("page.undo"), () => tell({ undone: true }, "page.undone"));
  undo.disabled = !can.undo;
  const all = [undo];
  if (can.redo) all.push(button(t("page.redo"), () => tell({ redone: true }, "page.redone")));
  if (can.roll) all.push(button(t("page.roll"), () => menus.roll(game(), actor(), hooks)));
  else if (can.trade) all.push(button(t("page.trade"), () => menus.trade(game(), actor(), hooks)));
  else if (can.pass) all.push(button(t("page.pass"), () => tell({ player: actor(), passed: true })));
  if (game().end) all.push(make("a", { class: "button primary", href: `/games/${game().number}` }, t("page.result")));
  else all.push(button(t("page.more"), () => menus.more(game(), hooks)));
  return all;
}

// ---------------------------------------------------------------- entering a move

const drafting = () => (isCards() ? Boolean(rows?.changed) : ui.draft.length > 0);

function tapCell(x, y, placed) {
  ui.picked = `${x},${y}`;
  if (game().end && !placed) return;
  if (ui.moving && !placed) return moveTo(x, y);
  if (ui.addTo && !placed) return addTo(x, y);
  if (placed?.kind === "seen") return changeSeen(x, y, placed.tile);
  if (placed?.kind === "draft") return changeDraft(x, y, placed.tile);
  if (placed) return mendTile(x, y, placed.tile);
  // Beside a proposal, a tapped place is a tile that the camera missed.
  const add = proposal()?.turn ? (tile) => say(x, y, tile)
    : (tile) => { ui.draft.push({ tile, x, y }); draftChanged(); };
  pick({ title: t("page.which_tile"), onTile: add });
}

/** Tell what really lies on a cell of the proposal. */
async function say(x, y, tile) {
  const told = await act({ say: [x, y], tile });
  if (!told.ok) toast(told.error.text ?? t("page.stale"));
}

function changeSeen(x, y, tile) {
  pick({
    title: tileName(tile), chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y, seen: tile }; draw(); } },
      { text: t("page.remove"), onclick: () => say(x, y, null) },
    ],
    onTile: (other) => say(x, y, other),
  });
}

function mendSeen(seen) {
  const first = seen.doubts[0]?.cell ?? seen.turn.reasons.flatMap(({ cells }) => cells)
    .find(([x, y]) => seen.placed.some((one) => one.endsWith(`@${x},${y}`)));
  const all = seen.placed.map(parsePlaced);
  const one = all.find(({ x, y }) => x === first?.[0] && y === first?.[1]) ?? all[0];
  changeSeen(one.x, one.y, one.tile);
}

/** What the sheet of a proposal may ask of this page. */
const answers = {
  say,
  another: (x, y) => pick({ title: t("page.which_is_it"), onTile: (tile) => say(x, y, tile) }),
  meant: (meant) => carryOut({ accept: proposal().placed, meant }),
};

function pick(options) {
  palette.choose({ colours: game().colours, unseen: game().unseen, onClose: draw, ...options });
  drawTable();
}

function changeDraft(x, y, tile) {
  const here = (one) => one.x === x && one.y === y;
  if (ui.mend) return;
  pick({
    title: tileName(tile), chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y, draft: true }; draw(); } },
      { text: t("page.remove"), onclick: () => { ui.draft = ui.draft.filter((one) => !here(one)); draftChanged(); } },
    ],
    onTile: (other) => { ui.draft.find(here).tile = other; draftChanged(); },
  });
}

/** The move on this phone as an event. */
function draftEvent() {
  if (!isCards()) return { player: actor(), placed: ui.draft.map(written) };
  return {
    player: actor(), laid: rows.laid.map(writtenTile),
    rows: rows.tiles.map((row) => row.map(writtenTile)),
  };
}

async function draftChanged() {
  ui.preview = null;
  draw();
  if (!drafting()) return;
  await preview(ui.editing ? { tell: { corrected: ui.editing, really: [draftEvent()] } } : { tell: draftEvent() });
}

async function preview(body) {
  const mine = ++asked;
  const told = await post("/api/preview", body);
  if (mine !== asked) return;
  ui.preview = told;
  draw();
}

async function saveDraft() {
  const action = ui.editing
    ? { tell: { corrected: ui.editing, really: [draftEvent()] } } : { tell: draftEvent() };
  await carryOut(action);
}

async function letStand(points) {
  await carryOut({ tell: { ...draftEvent(), stands: points } });
}

/** Ask for a change; on success this phone's own entering is over. */
async function carryOut(action, said = null) {
  const told = await act(action);
  if (told.ok) {
    if (said) toast(t(said));
    clear();
  } else {
    if (told.preview) ui.preview = told.preview;
    toast(told.error.code === "offline" ? t("page.stale") : told.error.text);
    draw();
  }
  return told.ok;
}

function mendDraft() {
  const wrong = ui.preview.turn.reasons.flatMap(({ cells }) => cells);
  const mine = ui.draft.find(({ x, y }) => wrong.some(([a, b]) => a === x && b === y)) ?? ui.draft[0];
  if (mine) changeDraft(mine.x, mine.y, mine.tile);
  else toast(t("page.tap_card"));
}

function clear() {
  Object.assign(ui, { draft: [], mend: null, moving: null, addTo: null, player: null, preview: null, editing: null });
  asked += 1;
  palette.close();
  if (rows) rows.reset(game().rows);
  draw();
}

const tell = (event, said) => carryOut({ tell: event }, said);

// ---------------------------------------------------------------- mending the past

function turnAt(x, y) {
  return game().turns.filter((turn) => turn.legal || turn.stands)
    .findLast((turn) => turn.placed.map(parsePlaced).some((one) => one.x === x && one.y === y));
}

function mendTile(x, y, tile) {
  const turn = turnAt(x, y);
  const whose = turn ? t("page.tile_of", { number: turn.number, player: turn.player }) : t("page.tile_of_start");
  pick({
    title: `${tileName(tile)} · ${whose}`, chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y }; draw(); } },
      { text: t("page.remove"), onclick: () => mend({ cell: [x, y], tile: null }) },
    ],
    onTile: (other) => { if (other !== tile) mend({ cell: [x, y], tile: other }); },
  });
}

function moveTo(x, y) {
  const from = ui.moving;
  ui.moving = null;
  if (from.seen) {
    say(from.x, from.y, null).then(() => say(x, y, from.seen));
    draw();
  } else if (from.draft) {
    Object.assign(ui.draft.find((one) => one.x === from.x && one.y === from.y), { x, y });
    draftChanged();
  } else {
    mend({ cell: [from.x, from.y], to: [x, y] });
  }
}

function addTo(x, y) {
  const turn = ui.addTo;
  ui.addTo = null;
  pick({ title: t("page.which_tile"), onTile: (tile) => mend({ turn, cell: [x, y], tile }), onClose: clear });
}

async function mend(change) {
  ui.mend = { mend: change };
  ui.draft = [];
  ui.preview = null;
  draw();
  await preview(ui.mend);
  if (ui.preview?.error) {
    toast(ui.preview.error.text);
    clear();
  }
}

async function saveMend() {
  await carryOut(ui.mend, "page.mended");
}

// ---------------------------------------------------------------- around the game

/** What menus may ask of this page. */
const hooks = {
  tell,
  mend,
  act: carryOut,
  playAs: (name) => { ui.player = name; draftChanged(); },
  addTile: (number) => { clear(); ui.addTo = number; draw(); },
  editCards: (turn) => {
    clear();
    ui.editing = turn.number;
    ui.player = turn.player;
    rows.reset(turn.rows, turn.laid);
    draw();
  },
  trust: (yes) => act({ trust: yes }),
  toast,
  isPlayer,
};

function toast(text) {
  const place = at("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => place.classList.remove("shown"), 4000);
}

function onState(state, before) {
  if (!state.game) {
    location.assign("/");
    return;
  }
  const sameGame = before?.game?.number === state.game.number;
  if (before && !sameGame) clear();
  if (rows && !drafting()) rows.reset(state.game.rows);
  if (sameGame && state.game.turns.length === before.game.turns.length + 1) {
    const turn = state.game.turns.at(-1);
    celebrate(turn);
    tellTurn(turn, state.game);
  }
  if (sameGame && state.game.end && !before.game.end) {
    location.assign(`/games/${state.game.number}`);
    return;
  }
  draw();
  // Somebody else changed the game while a move is being entered here: reckon it anew.
  if (sameGame && drafting() && state.revision !== before.revision) draftChanged();
}

at("menu").addEventListener("click", () => menus.main(current(), hooks));
followStale((stale) => { at("stale").hidden = !stale; });
take(JSON.parse(at("first").textContent));
follow(onState);
connect();
keepAwake();
