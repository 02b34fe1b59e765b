// What a phone that is the camera may send.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAllowance } from "../../../templates/static/allowance.js";

test("nothing sent is nothing spent", () => {
  assert.ok(!makeAllowance().isSpent(0));
});

test("ten seconds of large stills are within it, half a minute of them is not, and it comes back", () => {
  const allowance = makeAllowance();
  const send = (from, to) => {
    for (let at = from; at < to; at += 1000) allowance.note(250_000, at);
  };
  send(0, 10_000);
  assert.ok(!allowance.isSpent(10_000));
  send(10_000, 30_000);
  assert.ok(allowance.isSpent(30_000));
  assert.ok(!allowance.isSpent(80_000));
});
