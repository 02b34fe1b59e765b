// Entering: taps become a move on this phone, with its preview, until it is saved or cleared.
import { changeSeen, say } from "./answering.js";
import { carryOut, keepDraft, preview } from "./carrying.js";
import * as drafts from "./drafts.js";
import { draw, drawTable } from "./drawing.js";
import { act } from "./link.js";
import { addTo, mendTile, moveTo } from "./mending.js";
import * as palette from "./palette.js";
import { tileName, written, writtenTile } from "./tiles.js";
import { actor, drafting, game, isCards, isPlayer, proposal, table, toast, ui } from "./ui.js";
import { button, t } from "./words.js";

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

export const saveDraft = () => carryOut(draftAction());
export const letStand = (points) => carryOut(draftAction({ stands: points }));

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

export function mendDraft() {
  const wrong = ui.preview.turn.reasons.flatMap(({ cells }) => cells);
  const mine = ui.draft.find(({ x, y }) => wrong.some(([a, b]) => a === x && b === y)) ?? ui.draft[0];
  if (mine) changeDraft(mine.x, mine.y, mine.tile);
  else toast(t("page.tap_card"));
}
