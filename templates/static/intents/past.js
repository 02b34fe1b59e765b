// Correcting: tiles and turns of the past are put right, after a look at what that changes.
import { act } from "../link.js";
import { sendPhoto } from "../photo.js";
import { LaidRows } from "../rows.js";
import { changed, game, isPlayer, pick, toast, ui } from "../store.js";
import { turnAt } from "../table.js";
import { t, tileName } from "../words.js";
import { carryOut, clear, preview, append } from "./asking.js";
import { draftChanged } from "./draft.js";
import { askMoves, owners, showOnBoard } from "./hands.js";
import { say } from "./seen.js";

/** A tile of an earlier turn was tapped. */
export function fixTile(x, y, tile) {
  const turn = turnAt(game().turns, x, y);
  const whose = turn ? t("page.tile_of", { number: turn.ordinal, player: turn.player }) : t("page.tile_of_start");
  pick({
    title: `${tileName(tile)} · ${whose}`, chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y }; changed(); } },
      { text: t("page.remove"), onclick: () => mend({ cell: [x, y], tile: null }) },
    ],
    onTile: (other) => { if (other !== tile) mend({ cell: [x, y], tile: other }); },
  });
}

/** The tile that is being moved really lies here. */
export function moveTo(x, y) {
  const from = ui.moving;
  ui.moving = null;
  if (from.seen) {
    say(from.x, from.y, null).then(() => say(x, y, from.seen));
    changed();
  } else if (from.draft) {
    ui.draft = ui.draft.map((one) => (one.x === from.x && one.y === from.y ? { ...one, x, y } : one));
    draftChanged();
  } else {
    mend({ cell: [from.x, from.y], to: [x, y] });
  }
}

/** The tile that a turn is to be given lies here. */
export function addTo(x, y) {
  const turn = ui.addTo;
  ui.addTo = null;
  pick({ title: t("page.which_tile"), onTile: (tile) => mend({ turn, cell: [x, y], tile }), onClose: clear });
}

/** Look at what a correction would change. */
export async function mend(change) {
  ui.mend = { mend: change };
  ui.draft = [];
  ui.preview = null;
  changed();
  await preview(ui.mend);
  if (ui.preview?.error) {
    toast(ui.preview.error.text);
    clear();
  }
}

export const saveMend = () => carryOut(ui.mend, "page.mended");

/** The set on the table has this sixth colour. */
export async function tellSixth(colour) {
  const reply = await act({ mend: { sixth: colour } });
  if (!reply.ok) toast(reply.error.text ?? t("page.stale"));
}

/** What menus may ask of this page. */
export const hooks = {
  append,
  game,
  handPhoto: (file, progress) => sendPhoto(file, progress, "/api/hand/photo"),
  mend,
  playAs: (name) => { ui.player = name; draftChanged(); },
  addTile: (number) => { clear(); ui.addTo = number; changed(); },
  editCards: (turn) => {
    clear();
    ui.editing = turn.number;
    ui.player = turn.player;
    ui.rows = new LaidRows(turn.rows, turn.laid);
    changed();
  },
  askMoves,
  showOnBoard,
  owners,
  trust: (yes) => act({ trust: yes }),
  photo: () => document.getElementById("photo")?.click(),
  players: () => game().players,
  isPlayer,
};
