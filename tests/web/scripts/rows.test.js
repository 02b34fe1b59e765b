// The rows of Cards while a turn is laid.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardSize, changedRows, LaidRows } from "../../../templates/static/rows.js";

test("rows as they lie are no change", () => {
  const rows = new LaidRows([["ro", "rs", "rd"]]);
  assert.equal(rows.changed, false);
  assert.deepEqual(rows.laid, []);
});

test("a card from the hand is laid to a row or begins one", () => {
  const rows = new LaidRows([["ro", "rs", "rd"]]);
  rows.lay(0, "rc");
  rows.lay(1, "bo");
  assert.deepEqual(rows.tiles, [["ro", "rs", "rd", "rc"], ["bo"]]);
  assert.deepEqual(rows.laid, ["rc", "bo"]);
  assert.equal(rows.changed, true);
});

test("a card of the table only moves, and a row that it empties is gone", () => {
  const rows = new LaidRows([["ro"], ["bo", "bs"]]);
  rows.hold(rows.rows[0][0]);
  rows.putHeld(1);
  assert.deepEqual(rows.tiles, [["bo", "bs", "ro"]]);
  assert.deepEqual(rows.laid, []);
  assert.equal(rows.held, null);
});

test("a held card goes into a new row", () => {
  const rows = new LaidRows([["ro", "rs"]]);
  rows.hold(rows.rows[0][1]);
  rows.putHeld(1);
  assert.deepEqual(rows.tiles, [["ro"], ["rs"]]);
});

test("holding a card again puts it down", () => {
  const rows = new LaidRows([["ro"]]);
  const [card] = rows.rows[0];
  rows.hold(card);
  rows.hold(card);
  assert.equal(rows.held, null);
});

test("the cards of a turn that is put right are its own, each once", () => {
  const rows = new LaidRows([["ro", "rs"], ["ro", "bo"]], ["ro"]);
  assert.deepEqual(rows.laid, ["ro"]);
});

test("the cards of the last turn are outlined while their row lies as it was laid", () => {
  const rows = new LaidRows([["ro", "rs", "rd"]]);
  const newest = [["rd", ["rd", "ro", "rs"]]];
  assert.deepEqual([...rows.asLaid(newest)].map(({ tile }) => tile), ["rd"]);
  rows.lay(0, "rc");
  assert.equal(rows.asLaid(newest).size, 0);
});

test("a play changes some rows, whatever the order of their cards, and leaves the others", () => {
  const before = [["ro", "rs", "rd"], ["bo", "bs", "bd"], ["bo", "bs", "bd"]];
  const after = [["rd", "ro", "rs"], ["bd", "bs", "bo"], ["bo", "bs", "bd", "bc"]];
  assert.deepEqual(changedRows(before, after), {
    gone: [["bo", "bs", "bd"]], come: [["bo", "bs", "bd", "bc"]], same: 2,
  });
  assert.deepEqual(changedRows([], []), { gone: [], come: [], same: 0 });
});

test("the cards of a TV fill the table and no more", () => {
  const table = { width: 1280, height: 720 };
  const few = cardSize([3, 4], table);
  const many = cardSize([3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6], table);
  assert.ok(few > many && many > 40);
  assert.ok(cardSize([6], { width: 400, height: 720 }) * 6 < 400);
});
