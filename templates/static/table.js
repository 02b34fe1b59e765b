// The table as data: the two-letter notation, cells, and which places are open.
export const SHAPES = ["o", "s", "d", "c", "*", "x"];
export const COLOUR_NAMES = {
  r: "red", o: "orange", y: "yellow", g: "green", b: "blue", p: "purple", w: "white",
};
export const SHAPE_NAMES = {
  o: "circle", s: "square", d: "diamond", c: "clover", "*": "starburst", x: "crisscross",
};
const BESIDE = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** A cell as the key of maps. */
export const cellKey = ({ x, y }) => `${x},${y}`;

/** "ro@3,-1" as its tile and cell. */
export function parsePlaced(text) {
  const [tile, cell] = text.split("@");
  const [x, y] = cell.split(",").map(Number);
  return { tile, x, y };
}

/** A placed tile as records write it. */
export function written({ tile, x, y }) {
  return { x, y, ...writtenTile(tile) };
}

/** A tile as records write it. */
export function writtenTile(tile) {
  return { colour: COLOUR_NAMES[tile[0]], shape: SHAPE_NAMES[tile[1]] };
}

/** The empty cells beside these tiles; the middle of an empty table. */
export function openCells(tiles) {
  if (!tiles.length) return [{ x: 0, y: 0 }];
  const taken = new Set(tiles.map(cellKey));
  const open = new Map();
  for (const { x, y } of tiles) {
    for (const [dx, dy] of BESIDE) {
      const cell = { x: x + dx, y: y + dy };
      if (!taken.has(cellKey(cell))) open.set(cellKey(cell), cell);
    }
  }
  return [...open.values()];
}

/** Whose colour is whose: the place at the table. */
export const colourOf = (players, name) => `by-${players.findIndex((one) => one.name === name)}`;

/** The tiles that lie there, those of the last turn that counts marked in its player's colour. */
export function lyingTiles({ board, turns, players }) {
  const last = turns.findLast((turn) => turn.placed.length && (turn.legal || turn.stands));
  const newest = new Set(last?.placed.map(parsePlaced).map(cellKey));
  return board.map(parsePlaced).map((one) =>
    (newest.has(cellKey(one)) ? { ...one, kind: `last ${colourOf(players, last.player)}` } : one));
}

/** The cards of the last turn of Cards, each with the row it was laid to: [[tile, row]]. */
export function lastLaid(turns) {
  const last = turns.findLast(({ laid, legal, stands }) => laid.length && (legal || stands));
  return (last?.laid ?? []).map((tile) => [tile, last.lines.find(({ cards }) => cards.includes(tile))?.cards]);
}

/** The reasons that count: what is only missing does not, as long as the move is being entered. */
export const faults = (turn, laying) => turn.reasons.filter(({ missing }) => !laying || !missing);

/** The tiles that lie after the first so many turns, those of the last of them marked. */
export function tableAfter(start, turns, count, players) {
  const lying = new Map(start.map(parsePlaced).map((one) => [cellKey(one), one]));
  const counted = turns.slice(0, count).filter((turn) => turn.legal || turn.stands);
  for (const turn of counted) {
    const kind = turn.number === turns[count - 1].number ? `last ${colourOf(players, turn.player)}` : "";
    for (const one of turn.placed.map(parsePlaced)) lying.set(cellKey(one), { ...one, kind });
  }
  return [...lying.values()];
}

/** The turn that laid the tile of a cell. */
export function turnAt(turns, x, y) {
  return turns.filter((turn) => turn.legal || turn.stands)
    .findLast((turn) => turn.placed.map(parsePlaced).some((one) => one.x === x && one.y === y));
}

/** The tiles as they would lie after a correction of one cell. */
export function corrected(lying, change) {
  if (!change?.cell) return lying;
  const [x, y] = change.cell;
  const rest = lying.filter((one) => one.x !== x || one.y !== y);
  const old = lying.find((one) => one.x === x && one.y === y);
  if (change.to) return [...rest, { ...old, x: change.to[0], y: change.to[1], kind: "draft" }];
  return change.tile ? [...rest, { tile: change.tile, x, y, kind: "draft" }] : rest;
}
