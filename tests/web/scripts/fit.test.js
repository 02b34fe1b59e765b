// What fits where, and where a line goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLine, nextCell, unfit } from "../../../templates/static/fit.js";
import { parsePlaced } from "../../../templates/static/table.js";

const tiles = (text) => text.split(" ").filter(Boolean).map(parsePlaced);
const COLOURS = ["r", "o", "y", "g", "b", "p"];
const left = (lying, draft, x, y) => 36 - unfit(tiles(lying), tiles(draft), { x, y }, COLOURS).size;

test("a line shares one colour or one shape, and nothing comes twice", () => {
  assert.ok(makeLine(["ro"]));
  assert.ok(makeLine(["ro", "rs", "rd"]));
  assert.ok(makeLine(["ro", "bo"]));
  assert.ok(!makeLine(["ro", "ro"]));
  assert.ok(!makeLine(["ro", "bs"]));
  assert.ok(!makeLine(["ro", "rs", "bo"]));
  assert.ok(!makeLine(["ro", "rs", "rd", "rc", "r*", "rx", "bo"]));
});

test("everything fits an empty table, and ten tiles beside a lone one", () => {
  assert.equal(left("", "", 0, 0), 36);
  assert.equal(left("ro@0,0", "", 1, 0), 10);
});

test("a corner has to suit both lines", () => {
  assert.equal(left("ro@0,0 bs@1,1", "", 1, 0), 2);
});

test("the tiles of one move have something in common wherever they lie", () => {
  // rs@1,0 and a tile at the far end of the row of red ones.
  assert.equal(left("rd@2,0 rc@3,0", "rs@1,0", 4, 0), 3);
  assert.equal(left("ro@0,0", "bo@0,1", 5, 5), 10);
});

test("a lone tile goes on away from what it touches, else to the right", () => {
  assert.deepEqual(nextCell([], tiles("ro@0,0")), { x: 1, y: 0 });
  assert.deepEqual(nextCell(tiles("ro@0,0"), tiles("bo@0,1")), { x: 0, y: 2 });
  assert.deepEqual(nextCell(tiles("ro@0,0"), tiles("bo@-1,0")), { x: -2, y: 0 });
});

test("two tiles tell the way, and the line jumps over what lies there", () => {
  assert.deepEqual(nextCell(tiles("ro@5,5"), tiles("rs@0,0 rd@0,1")), { x: 0, y: 2 });
  assert.deepEqual(nextCell(tiles("rc@2,0"), tiles("rs@0,0 rd@1,0")), { x: 3, y: 0 });
});

test("a line of six goes on nowhere, nor do tiles that lie askew", () => {
  assert.equal(nextCell(tiles("ro@0,0 rs@1,0 rd@2,0 rc@3,0"), tiles("r*@4,0 rx@5,0")), null);
  assert.equal(nextCell([], tiles("ro@0,0 rs@1,1")), null);
  assert.equal(nextCell([], []), null);
});
