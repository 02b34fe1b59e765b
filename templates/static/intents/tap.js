// Tapping: what a tap on a cell means depends on what is being entered.
import { game, pick, proposal, ui } from "../store.js";
import { t } from "../words.js";
import { changeDraft, chooseFor } from "./draft.js";
import { addTo, fixTile, moveTo } from "./past.js";
import { changeSeen, say } from "./seen.js";

/** A cell of the board was tapped, with the tile that is drawn there. */
export function tapCell(x, y, placed) {
  ui.picked = `${x},${y}`;
  if (game().end && !placed) return;
  if (ui.moving && !placed) moveTo(x, y);
  else if (ui.addTo && !placed) addTo(x, y);
  else if (placed?.kind === "seen" || placed?.kind === "uncounted") changeSeen(x, y, placed.tile);
  else if (placed?.kind === "draft") changeDraft(x, y, placed.tile);
  else if (placed) fixTile(x, y, placed.tile);
  else if (proposal()?.turn) {
    // Beside a proposal, a tapped place is a tile that the camera missed.
    pick({ title: t("page.which_tile"), onTile: (tile) => say(x, y, tile) });
  } else chooseFor({ x, y });
}
