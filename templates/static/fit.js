// What fits where: which tiles can never go on a cell, and where a line goes on.
import { cellKey, SHAPES } from "./table.js";

/** A line has at most so many tiles. */
const LONGEST = 6;
const AXES = [[1, 0], [0, 1]];
const WAYS = [...AXES, [-1, 0], [0, -1]];

/** Whether tiles can be parts of one line: one colour or one shape, none twice, no more than six. */
export function makeLine(tiles) {
  const alike = (part) => tiles.every((tile) => tile[part] === tiles[0][part]);
  return tiles.length <= LONGEST && new Set(tiles).size === tiles.length && (alike(0) || alike(1));
}

/** The tiles of this set that the rules let nobody lay on a cell, beside what lies and is drafted. */
export function unfit(lying, draft, { x, y }, colours) {
  const there = new Map([...lying, ...draft].map((one) => [cellKey(one), one.tile]));
  const beside = AXES.map(([dx, dy]) => [...along(there, x, y, dx, dy), ...along(there, x, y, -dx, -dy)]);
  const lines = [...beside, draft.filter((one) => one.x !== x || one.y !== y).map(({ tile }) => tile)];
  const all = SHAPES.flatMap((shape) => colours.map((colour) => colour + shape));
  return new Set(all.filter((tile) => !lines.every((line) => makeLine([...line, tile]))));
}

function along(there, x, y, dx, dy) {
  const found = [];
  for (let step = 1; there.has(`${x + step * dx},${y + step * dy}`); step += 1) {
    found.push(there.get(`${x + step * dx},${y + step * dy}`));
  }
  return found;
}

/** The cell where the line of the tile that was drafted last goes on; null where it ends. */
export function nextCell(lying, draft) {
  const way = wayOf(lying, draft);
  if (!way) return null;
  const [dx, dy] = way;
  const there = new Map([...lying, ...draft].map((one) => [cellKey(one), one.tile]));
  const last = draft.at(-1);
  const ahead = along(there, last.x, last.y, dx, dy).length;
  const behind = along(there, last.x, last.y, -dx, -dy).length;
  if (ahead + 1 + behind >= LONGEST) return null;
  return { x: last.x + (ahead + 1) * dx, y: last.y + (ahead + 1) * dy };
}

/** Which way a move goes: on from its last two tiles, or away from what its only one touches. */
function wayOf(lying, draft) {
  const [last, before] = [draft.at(-1), draft.at(-2)];
  if (!last) return null;
  if (before) {
    if (last.x !== before.x && last.y !== before.y) return null;
    return [Math.sign(last.x - before.x), Math.sign(last.y - before.y)];
  }
  const there = new Set(lying.map(cellKey));
  return WAYS.find(([dx, dy]) => there.has(`${last.x - dx},${last.y - dy}`)) ?? WAYS[0];
}
