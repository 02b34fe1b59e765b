// Mending: tiles and turns of the past are put right, after a look at what that changes.
import { say } from "./answering.js";
import { carryOut, clear, preview, tell } from "./carrying.js";
import { draw } from "./drawing.js";
import { draftChanged, pick } from "./entering.js";
import { act } from "./link.js";
import { parsePlaced, tileName } from "./tiles.js";
import { game, isPlayer, table, toast, ui } from "./ui.js";
import { t } from "./words.js";

function turnAt(x, y) {
  return game().turns.filter((turn) => turn.legal || turn.stands)
    .findLast((turn) => turn.placed.map(parsePlaced).some((one) => one.x === x && one.y === y));
}

/** A tile of an earlier turn was tapped. */
export function mendTile(x, y, tile) {
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

/** The tile that is being moved really lies here. */
export function moveTo(x, y) {
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

/** The tile that a turn is to be given lies here. */
export function addTo(x, y) {
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
