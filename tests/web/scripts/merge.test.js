// What changed in a state, merged into the known one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { merged } from "../../../templates/static/merge.js";

const game = { number: 1, next: "Anna", board: ["ro@0,0"], rows: [], turns: [{ number: 1 }] };
const state = { run: "a", revision: 4, trouble: "", game };
const change = (more) => ({ run: "a", revision: 5, since: 4, changed: {}, ...more });

test("a new turn is put behind those that are known, which stay the same objects", () => {
  const after = merged(state, change({
    game: { next: "Chris" }, lists: { turns: [1, 0, [{ number: 2 }]], board: [0, 0, ["gs@0,-1"]] },
  }));
  assert.deepEqual(after.game.turns, [{ number: 1 }, { number: 2 }]);
  assert.deepEqual(after.game.board, ["gs@0,-1", "ro@0,0"]);
  assert.equal(after.game.turns[0], game.turns[0]);
  assert.equal(after.game.next, "Chris");
  assert.equal(after.revision, 5);
});

test("the state before is not touched", () => {
  merged(state, change({ game: {}, lists: { turns: [0, 1, []] } }));
  assert.deepEqual(state.game.turns, [{ number: 1 }]);
});

test("where only a word changed, the game is the same one", () => {
  const after = merged(state, change({ changed: { trouble: "The disk is full." }, game: {}, lists: {} }));
  assert.equal(after.trouble, "The disk is full.");
  assert.deepEqual(after.game, game);
});

test("another game, or none, comes as a whole", () => {
  assert.equal(merged(state, change({ changed: { game: null } })).game, null);
  assert.equal(merged({ ...state, game: null }, change({ changed: { game } })).game, game);
});

test("a change of a state that was missed, of another run, or of none is no change of this one", () => {
  assert.equal(merged(state, change({ since: 3 })), null);
  assert.equal(merged(state, change({ run: "b" })), null);
  assert.equal(merged(null, change({})), null);
});
