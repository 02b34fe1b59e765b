// Answering: what a player says about the move that the camera proposes.
import { act, current } from "../link.js";
import { LaidRows } from "../rows.js";
import { changed, game, isCards, pick, proposal, toast, ui } from "../store.js";
import { parsePlaced, written, writtenTile } from "../table.js";
import { t, tileName } from "../words.js";
import { carryOut } from "./asking.js";
import { draftChanged } from "./draft.js";

/** Tell what really lies on a cell of the proposal; whether that was heard. */
export async function say(x, y, tile) {
  const reply = await act({ say: [x, y], tile });
  if (!reply.ok) toast(reply.error.text ?? t("page.stale"));
  return reply.ok;
}

/** Put a tile of the proposal right. */
export function changeSeen(x, y, tile) {
  pick({
    title: tileName(tile), chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y, seen: tile }; changed(); } },
      { text: t("page.remove"), onclick: () => remove(x, y, tile) },
    ],
    note: t("page.does.remove"),
    onTile: (other) => say(x, y, other),
  });
}

/** A tile of the proposal does not count; the same tap counts it again. */
async function remove(x, y, tile) {
  if (await say(x, y, null)) toast(t("page.removed"), { undo: () => countAgain([written({ x, y, tile })]) });
}

/** Tiles that were taken out of the proposal and lie there count again. */
const countAgain = (tiles) => carryOut({ settle: tiles, way: "own" });

/** Put the tile right that is most likely wrong. */
export function fixSeen() {
  const seen = proposal();
  if (isCards()) {
    // What the camera sees becomes a turn that is being entered, to be put right card by card.
    ui.rows = LaidRows.seen(seen, game().rows);
    draftChanged();
    return;
  }
  const first = seen.doubts[0]?.cell ?? seen.turn.reasons.flatMap(({ cells }) => cells)
    .find(([x, y]) => seen.placed.some((one) => one.endsWith(`@${x},${y}`)));
  const all = seen.placed.map(parsePlaced);
  const one = all.find(({ x, y }) => x === first?.[0] && y === first?.[1]) ?? all[0];
  changeSeen(one.x, one.y, one.tile);
}

/** The players take the tiles back: nothing counts there until they are gone and others come. */
export async function takeBackSeen() {
  if (isCards()) {
    await carryOut({ reject_rows: proposal().rows }, "page.as_it_was");
    return;
  }
  const { placed } = proposal();
  for (const { x, y } of placed.map(parsePlaced)) {
    if (!(await say(x, y, null))) return;
  }
  toast(t("page.taken_back"), { undo: () => countAgain(placed) });
}

/** The tiles stay as they lie, for points to be agreed on; for the player who is named now. */
export function lettingSeenStand() {
  const { revision: expected } = current();
  const { turn: { player }, placed, laid, rows } = proposal();
  const told = isCards()
    ? { laid: laid.map(writtenTile), rows: rows.map((row) => row.map(writtenTile)) }
    : { placed: placed.map(parsePlaced).map(written) };
  return (points) => carryOut({ tell: { player, ...told, stands: points } }, "", { expected });
}

/** The proposal is right: its turn counts for the player it names. */
export function accept() {
  const { placed, laid, rows, turn } = proposal();
  const told = isCards() ? { accept_rows: rows, laid } : { accept: placed };
  return carryOut({ ...told, player: turn?.player ?? "" });
}

/** The proposal is wrong. */
export function reject() {
  const { placed, rows } = proposal();
  if (isCards()) return carryOut({ reject_rows: rows }, "page.rejected");
  return carryOut({ reject: placed }, "page.rejected", { undo: () => countAgain(placed) });
}

export const gone = (really) => carryOut({ gone: proposal().missing, really });

/** What the sheet of a proposal may ask of this page. */
export const answers = {
  say,
  another: (x, y) => pick({ title: t("page.which_is_it"), onTile: (tile) => say(x, y, tile) }),
  meant: (meant) => carryOut({ accept: proposal().placed, meant }),
  adopt: () => carryOut({ adopt: true }),
  settle: (settle, way) => carryOut({ settle, way }),
  choose: ({ turns }) => {
    const { placed, laid, rows } = proposal();
    if (isCards()) return carryOut({ accept_rows: rows, laid, several: turns.length > 1 });
    return carryOut(turns.length > 1 ? { accept: placed, meant: "two_turns", turns } : { accept: placed });
  },
};
