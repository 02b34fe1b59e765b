// Answering: what a player says about the move that the camera proposes.
import { carryOut } from "./carrying.js";
import { draw } from "./drawing.js";
import { pick } from "./entering.js";
import { act } from "./link.js";
import { parsePlaced, tileName } from "./tiles.js";
import { proposal, toast, ui } from "./ui.js";
import { t } from "./words.js";

/** Tell what really lies on a cell of the proposal. */
export async function say(x, y, tile) {
  const told = await act({ say: [x, y], tile });
  if (!told.ok) toast(told.error.text ?? t("page.stale"));
}

/** Put a tile of the proposal right. */
export function changeSeen(x, y, tile) {
  pick({
    title: tileName(tile), chosen: tile,
    more: [
      { text: t("page.move"), onclick: () => { ui.moving = { x, y, seen: tile }; draw(); } },
      { text: t("page.remove"), onclick: () => say(x, y, null) },
    ],
    onTile: (other) => say(x, y, other),
  });
}

/** Put the tile right that is most likely wrong. */
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
