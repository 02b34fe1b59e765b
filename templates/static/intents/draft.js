// Drafting: taps become a move on this phone, with its preview, until it is saved or cleared.
import * as drafts from "../drafts.js";
import { nextCell, unfit } from "../fit.js";
import { current } from "../link.js";
import { actor, changed, drafting, game, isCards, isPlayer, pick, toast, ui } from "../store.js";
import { faults, parsePlaced, SHAPES, written, writtenTile } from "../table.js";
import { t, tileName } from "../words.js";
import { carryOut, clear, fits, keepDraft, preview } from "./asking.js";

/** The move on this phone as an event. */
function draftEvent() {
  if (!isCards()) return { player: actor(), placed: ui.draft.map(written) };
  return {
    player: actor(), laid: ui.rows.laid.map(writtenTile),
    rows: ui.rows.tiles.map((row) => row.map(writtenTile)),
  };
}

/** What saving the move would tell: a new turn, or that a past one was really this. */
function draftAction(more = {}) {
  const event = { ...draftEvent(), ...more };
  return { tell: ui.editing ? { corrected: ui.editing, really: [event] } : event };
}

/** What is being entered has changed: its preview is asked for. */
export async function draftChanged() {
  ui.preview = null;
  changed();
  keepDraft();
  if (!drafting()) return;
  const offered = ui.palette;
  await preview(draftAction());
  // What speaks against the move is shown at once, not behind the tiles to choose from; but a cell
  // that somebody tapped in the meantime keeps its choice.
  if (offered?.at && ui.palette === offered && ui.preview?.turn && faults(ui.preview.turn, true).length) {
    ui.palette = null;
    changed();
  }
}

export const saveDraft = () => carryOut(draftAction());
export const agreeOutOfTurn = () => carryOut(draftAction({ out_of_turn: true }));

/** The move stands for points to be agreed on; for the player who is named now. */
export function lettingStand() {
  const [event, turn, { revision: expected }] = [draftEvent(), ui.editing, current()];
  return (points) => {
    const stands = { ...event, stands: points };
    return carryOut({ tell: turn ? { corrected: turn, really: [stands] } : stands }, "", { expected });
  };
}

/** A tile is laid on a cell; the next one of the line can be chosen at once. */
export function layTile(x, y, tile) {
  ui.draft.push({ tile, x, y });
  const lying = game().board.map(parsePlaced);
  const next = nextCell(lying, ui.draft);
  if (next && unfit(lying, ui.draft, next, game().colours).size < SHAPES.length * game().colours.length) chooseFor(next);
  draftChanged();
}

/** Choose the tile for an empty cell. */
export function chooseFor({ x, y }) {
  ui.picked = `${x},${y}`;
  pick({ title: t("page.which_tile"), at: { x, y }, onTile: (tile) => layTile(x, y, tile) });
}

/** A tile of the move that is being entered was tapped. */
export function changeDraft(x, y, tile) {
  const here = (one) => one.x === x && one.y === y;
  if (ui.mend) return;
  pick({
    title: tileName(tile), chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y, draft: true }; changed(); } },
      { text: t("page.remove"), onclick: () => { ui.draft = ui.draft.filter((one) => !here(one)); draftChanged(); } },
    ],
    onTile: (other) => {
      ui.draft = ui.draft.map((one) => (here(one) ? { ...one, tile: other } : one));
      draftChanged();
    },
  });
}

/** The tile of the move that speaks against it, to be changed. */
export function fixDraft() {
  const wrong = ui.preview.turn.reasons.flatMap(({ cells }) => cells);
  const mine = ui.draft.find(({ x, y }) => wrong.some(([a, b]) => a === x && b === y)) ?? ui.draft[0];
  if (mine) changeDraft(mine.x, mine.y, mine.tile);
  else toast(t("page.tap_card"));
}

/** A card on the table was tapped: one from the hand is changed, another is taken up. */
export function tapCard(card) {
  if (card === ui.rows.held || !card.own) {
    ui.rows.hold(card);
    changed();
    return;
  }
  pick({
    title: tileName(card.tile), chosen: card.tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.rows.hold(card); changed(); } },
      { text: t("page.remove"), onclick: () => { ui.rows.take(card); draftChanged(); } },
    ],
    onTile: (tile) => { card.tile = tile; draftChanged(); },
  });
}

/** Put the held card into a row, or choose one from the hand for it. */
export function putCard(index) {
  if (ui.rows.held) {
    ui.rows.putHeld(index);
    draftChanged();
    return;
  }
  pick({ title: t("page.add_card"), onTile: (tile) => { ui.rows.lay(index, tile); draftChanged(); } });
}

/** Take up the move that was being entered when the page was left. */
export function takeUpDraft() {
  const entered = isPlayer && game() ? drafts.kept(game()) : null;
  if (!entered) return;
  ui.player = entered.player;
  if (isCards()) ui.rows.rows = entered.rows;
  else ui.draft = entered.draft;
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
