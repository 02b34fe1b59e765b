// Entering: taps become moves, mends of the past and answers to the camera, each with its preview.
import * as drafts from "./drafts.js";
import { draw, drawTable } from "./drawing.js";
import { act, current, post } from "./link.js";
import * as palette from "./palette.js";
import { parsePlaced, tileName, written, writtenTile } from "./tiles.js";
import { actor, drafting, forget, game, isCards, isPlayer, proposal, table, toast, ui } from "./ui.js";
import { button, t } from "./words.js";

/** Counts what was asked for, so that an answer that comes too late is not shown. */
let asked = 0;

/** A cell of the board was tapped, with the tile that is drawn there. */
export function tapCell(x, y, placed) {
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

export function mendSeen(seen) {
  const first = seen.doubts[0]?.cell ?? seen.turn.reasons.flatMap(({ cells }) => cells)
    .find(([x, y]) => seen.placed.some((one) => one.endsWith(`@${x},${y}`)));
  const all = seen.placed.map(parsePlaced);
  const one = all.find(({ x, y }) => x === first?.[0] && y === first?.[1]) ?? all[0];
  changeSeen(one.x, one.y, one.tile);
}

/** The players take the tiles back: nothing counts there until they are gone and others come. */
export async function takeBackSeen(seen) {
  for (const { x, y } of seen.placed.map(parsePlaced)) await say(x, y, null);
  toast(t("page.taken_back"));
}

/** What the sheet of a proposal may ask of this page. */
export const answers = {
  say,
  another: (x, y) => pick({ title: t("page.which_is_it"), onTile: (tile) => say(x, y, tile) }),
  meant: (meant) => carryOut({ accept: proposal().placed, meant }),
};

/** Open the palette with the tiles of this set; the set itself can be put right there. */
export function pick(options) {
  const { colours, unseen, other_sixth: other } = game();
  const last = other && button(t("page.our_sixth", { colour: t(`colour.${other}`) }), async () => {
    const told = await act({ mend: { sixth: other } });
    if (told.ok) pick(options);
    else toast(told.error.text ?? t("page.stale"));
  }, "quiet sixth");
  palette.choose({ colours, unseen, last, onClose: draw, ...options });
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
    player: actor(), laid: table.rows.laid.map(writtenTile),
    rows: table.rows.tiles.map((row) => row.map(writtenTile)),
  };
}

/** What saving the move would tell: a new turn, or that a past one was really this. */
function draftAction(more = {}) {
  const event = { ...draftEvent(), ...more };
  return { tell: ui.editing ? { corrected: ui.editing, really: [event] } : event };
}

export async function draftChanged() {
  ui.preview = null;
  draw();
  keepDraft();
  if (!drafting()) return;
  await preview(draftAction());
}

async function preview(body) {
  const mine = ++asked;
  const told = await post("/api/preview", body);
  if (mine !== asked) return;
  ui.preview = told;
  draw();
}

export const saveDraft = () => carryOut(draftAction());
export const letStand = (points) => carryOut(draftAction({ stands: points }));

/** A change of the past that is half entered is asked for anew after a reload. */
function keepDraft() {
  const entered = { draft: ui.draft, rows: table.rows?.rows, player: ui.player };
  drafts.keep(game(), drafting() && !ui.editing ? entered : null);
}

/** Take up the move that was being entered when the page was left. */
export function takeUpDraft() {
  const entered = isPlayer && game() ? drafts.kept(game()) : null;
  if (!entered) return;
  ui.player = entered.player;
  if (isCards()) table.rows.rows = entered.rows;
  else ui.draft = entered.draft;
  table.rows?.draw();
  draftChanged();
}

/** What is being entered here goes on with the new state, or is dropped where it cannot. */
export function goOn(before) {
  if (ui.asking || story(before.game) === story(game())) return;
  if (ui.mend || ui.moving || ui.addTo || ui.editing || !fits(before.game)) {
    clear();
    toast(t("page.draft_dropped"));
  } else if (drafting()) draftChanged();
  else ui.player = null;
}

const story = ({ turns, board, rows }) => JSON.stringify([turns, board, rows]);

/** Whether the move that is being entered can still be laid: nothing else lies there by now. */
function fits(before) {
  if (isCards()) return !drafting() || JSON.stringify(before.rows) === JSON.stringify(game().rows);
  const taken = new Set(game().board.map((one) => one.split("@")[1]));
  return ui.draft.every(({ x, y }) => !taken.has(`${x},${y}`));
}

/** Ask for a change; on success this phone's own entering is over. */
export async function carryOut(action, said = null) {
  // A second tap before the answer has come is the same wish.
  if (ui.asking) return false;
  const before = current();
  setAsking(true);
  const told = await act(action);
  setAsking(false);
  if (told.ok) {
    if (said) toast(t(said));
    clear();
    return true;
  }
  if (told.preview) ui.preview = told.preview;
  if (!fits(before.game)) clear();
  toast(told.error.code === "offline" ? t("page.stale") : told.error.text);
  draw();
  return false;
}

function setAsking(now) {
  ui.asking = now;
  document.body.classList.toggle("asking", now);
}

/** Undo the latest thing, and say which turn it was if it was one. */
export async function undo() {
  const turns = game().turns;
  if (!(await carryOut({ tell: { undone: true } }, "page.undone"))) return;
  const { player, deed } = turns.at(-1) ?? {};
  if (game().turns.length < turns.length) toast(t("page.undone_turn", { player, deed }));
}

export function mendDraft() {
  const wrong = ui.preview.turn.reasons.flatMap(({ cells }) => cells);
  const mine = ui.draft.find(({ x, y }) => wrong.some(([a, b]) => a === x && b === y)) ?? ui.draft[0];
  if (mine) changeDraft(mine.x, mine.y, mine.tile);
  else toast(t("page.tap_card"));
}

export function clear() {
  forget();
  asked += 1;
  palette.close();
  table.rows?.reset(game().rows);
  keepDraft();
  draw();
}

export const tell = (event, said) => carryOut({ tell: event }, said);

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

export async function saveMend() {
  await carryOut(ui.mend, "page.mended");
}

/** What menus may ask of this page. */
export const hooks = {
  tell,
  mend,
  act: carryOut,
  playAs: (name) => { ui.player = name; draftChanged(); },
  addTile: (number) => { clear(); ui.addTo = number; draw(); },
  editCards: (turn) => {
    clear();
    ui.editing = turn.number;
    ui.player = turn.player;
    table.rows.reset(turn.rows, turn.laid);
    draw();
  },
  trust: (yes) => act({ trust: yes }),
  toast,
  isPlayer,
};
