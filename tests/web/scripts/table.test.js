// The table as data: notation, open places, corrections.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as table from "../../../templates/static/table.js";

const turn = (placed, more = {}) => ({ placed, laid: [], legal: true, stands: false, lines: [], ...more });

test("a placed tile is parsed and written as records write it", () => {
  const placed = table.parsePlaced("r*@-3,12");
  assert.deepEqual(placed, { tile: "r*", x: -3, y: 12 });
  assert.deepEqual(table.written(placed), { x: -3, y: 12, colour: "red", shape: "starburst" });
});

test("an empty table is open in the middle, a tile on all four sides", () => {
  assert.deepEqual(table.openCells([]), [{ x: 0, y: 0 }]);
  const open = table.openCells([{ tile: "ro", x: 2, y: 2 }]).map(table.cellKey);
  assert.deepEqual(open.toSorted(), ["1,2", "2,1", "2,3", "3,2"]);
});

test("a place between two tiles is open once", () => {
  const open = table.openCells([{ x: 0, y: 0 }, { x: 2, y: 0 }]).map(table.cellKey);
  assert.equal(open.filter((one) => one === "1,0").length, 1);
});

const PLAYERS = [{ name: "Anna" }, { name: "Chris" }];

test("the last move is the last that laid tiles and counts, in its player's colour", () => {
  const turns = [turn(["ro@0,0"], { player: "Anna" }), turn(["rs@1,0"], { legal: false, player: "Chris" }), turn([])];
  const game = { board: ["ro@0,0", "rs@1,0"], turns, players: PLAYERS };
  const marked = () => table.lyingTiles(game).filter(({ kind }) => kind).map(({ tile, kind }) => `${tile} ${kind}`);
  assert.deepEqual(marked(), ["ro last by-0"]);
  turns[1].stands = true;
  assert.deepEqual(marked(), ["rs last by-1"]);
  assert.deepEqual(table.lyingTiles({ board: [], turns: [], players: PLAYERS }), []);
});

test("a cell belongs to the turn that laid it last, and not to one that was taken back", () => {
  const turns = [turn(["ro@0,0"], { number: 1 }), turn(["bo@0,0"], { number: 2, legal: false })];
  assert.equal(table.turnAt(turns, 0, 0).number, 1);
  assert.equal(table.turnAt(turns, 5, 5), undefined);
});

test("a correction changes, moves or removes one tile and leaves the others", () => {
  const lying = [{ tile: "ro", x: 0, y: 0 }, { tile: "rs", x: 1, y: 0 }];
  const keys = (all) => all.map(({ tile, x, y }) => `${tile}@${x},${y}`).toSorted();
  assert.deepEqual(keys(table.corrected(lying, { cell: [0, 0], tile: "bo" })), ["bo@0,0", "rs@1,0"]);
  assert.deepEqual(keys(table.corrected(lying, { cell: [0, 0], to: [2, 0] })), ["ro@2,0", "rs@1,0"]);
  assert.deepEqual(keys(table.corrected(lying, { cell: [0, 0], tile: null })), ["rs@1,0"]);
  assert.deepEqual(table.corrected(lying, null), lying);
});

test("the table after some turns holds what counted until then, the newest marked", () => {
  const turns = [turn(["rs@1,0"], { number: 1, player: "Anna" }), turn(["bo@5,5"], { number: 2, legal: false }),
    turn(["rd@2,0"], { number: 3, player: "Chris" })];
  const keys = (count) => table.tableAfter(["ro@0,0"], turns, count, PLAYERS).map((one) => `${one.tile}${one.kind ?? ""}`);
  assert.deepEqual(keys(0), ["ro"]);
  assert.deepEqual(keys(1), ["ro", "rslast by-0"]);
  assert.deepEqual(keys(2), ["ro", "rs"]);
  assert.deepEqual(keys(3), ["ro", "rs", "rdlast by-1"]);
});
