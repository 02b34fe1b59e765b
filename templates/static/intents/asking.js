// Asking: changes are asked of the server, and what is being entered here is over once they are made.
import * as drafts from "../drafts.js";
import { act, current, post } from "../link.js";
import { changed, drafting, forget, game, isCards, toast, ui } from "../store.js";
import { t } from "../words.js";

/** Counts what was asked for, so that an answer that comes too late is not shown. */
let asked = 0;

/** Show what a change would do. */
export async function preview(body) {
  const mine = ++asked;
  const reply = await post("/api/preview", body);
  if (mine !== asked) return;
  ui.preview = reply;
  changed();
}

/** A change of the past that is half entered is asked for anew after a reload. */
export function keepDraft() {
  const entered = { draft: ui.draft, rows: ui.rows.rows, player: ui.player };
  drafts.keep(game(), drafting() && !ui.editing ? entered : null);
}

/** Whether the move that is being entered can still be laid: nothing else lies there by now. */
export function fits(before) {
  if (isCards()) return !drafting() || JSON.stringify(before.rows) === JSON.stringify(game().rows);
  const taken = new Set(game().board.map((one) => one.split("@")[1]));
  return ui.draft.every(({ x, y }) => !taken.has(`${x},${y}`));
}

/** @type {(before: State) => void} */
let lost = () => {};

/** Call back with the state before, when another phone was quicker. */
export function onLost(callback) {
  lost = callback;
}

/** Ask for a change that was decided on at a revision; on success this phone's entering is over. */
export async function carryOut(action, said = "", { undo: back = null, expected = current().revision } = {}) {
  // A second tap before the answer has come is the same wish.
  if (ui.asking) return false;
  const done = await askFor(action, said, back, expected);
  const next = waiting;
  waiting = null;
  next?.();
  return done;
}

/** What was tapped before an answer was here. */
let waiting = null;

/** Do what was tapped, but not before an answer that is awaited: it would be forgotten with it. */
export function onceAnswered(deed) {
  if (ui.asking) waiting = deed;
  else deed();
}

async function askFor(action, said, back, expected) {
  const before = current();
  setAsking(true);
  const reply = await act(action, expected);
  setAsking(false);
  if (reply.ok) {
    if (said) toast(t(said), { undo: back });
    clear();
    return true;
  }
  if (reply.preview) ui.preview = reply.preview;
  if (!fits(before.game)) clear();
  else if (reply.error.code === "stale") lost(before);
  toast(reply.error.code === "offline" ? t("page.stale") : reply.error.text, { rule: reply.rule });
  return false;
}

function setAsking(now) {
  ui.asking = now;
  changed();
}

/** Undo the latest thing, and say which turn it was if it was one. */
export async function undo() {
  const turns = game().turns;
  if (!(await carryOut({ tell: { undone: true } }, "page.undone"))) return;
  const last = turns.at(-1);
  if (last && game().turns.length < turns.length) {
    toast(t("page.undone_turn", { player: last.player, deed: last.deed }), { undo: () => append({ redone: true }, "page.redone") });
  }
}

/** Nothing is being entered here any more. */
export function clear() {
  forget();
  asked += 1;
  keepDraft();
  changed();
}

/** Add an event to the game. */
export function append(event, said = "") {
  return carryOut({ tell: event }, said);
}
