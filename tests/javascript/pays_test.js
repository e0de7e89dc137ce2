/* A refusal in words; which chips lie on a tray. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pile } from "../../src/pitboss/web/script/chips.js";
import { change, denominations } from "../../src/pitboss/web/script/denominations.js";
import { refusal } from "../../src/pitboss/web/script/text/refusal.js";

test("a refusal says what was wrong and what is allowed", () => {
  assert.equal(refusal({ message: "too much", allowed: "$5 to $100" }), "Too much. Allowed: $5 to $100.");
  assert.equal(refusal({ message: "the seat is taken" }), "The seat is taken.");
});

test("the tray has the smallest chips that the limits have a use for", () => {
  assert.deepEqual(denominations(500, 50_000, 500), [500, 2_500, 10_000, 50_000]);
  assert.deepEqual(denominations(100, 1_000_000, 100), [100, 500, 2_500, 10_000, 50_000]);
  assert.deepEqual(denominations(500, 50_000, 100, 3), [100, 500, 2_500]);
});

test("a chip of the most that may be wagered lies there, a larger one does not", () => {
  assert.deepEqual(denominations(2_500, 10_000, 2_500), [2_500, 10_000]);
  assert.deepEqual(denominations(2_500, 9_999, 2_500), [2_500]);
});

test("a payment is made of the fewest chips, and what no chip is worth is left over", () => {
  assert.deepEqual(change(4_500), { chips: [[2_500, 1], [500, 4]], left: 0 });
  assert.deepEqual(change(750), { chips: [[500, 1], [100, 2], [50, 1]], left: 0 });
  assert.deepEqual(change(1_234_567), { chips: [[500_000, 2], [100_000, 2], [10_000, 3], [2_500, 1], [500, 4], [50, 1]], left: 17 });
  assert.deepEqual(change(0), { chips: [], left: 0 });
  assert.deepEqual(change(24), { chips: [], left: 24 });
  for (const [worth, more] of [[25, 24], [50, 49], [100, 99], [500, 499], [2_500, 2_499], [10_000, 9_999], [50_000, 49_999]]) {
    assert.deepEqual(change(worth).chips, [[worth, 1]]);
    const { chips, left } = change(more);
    assert.equal(chips.reduce((sum, [each, n]) => sum + each * n, left), more);
    assert.ok(chips.every(([each]) => each < worth) && left < 25);
  }
});

test("an amount is made up of the largest chips, and of many only five are drawn", () => {
  assert.deepEqual(pile(3_600), [2_500, 500, 500, 100]);
  assert.deepEqual(pile(25), [25]);
  assert.deepEqual(pile(24), []);
  assert.deepEqual(pile(2_700), [2_500, 100, 100]);
  assert.deepEqual(pile(400), [100, 100, 100, 100]);
  assert.deepEqual(pile(1_175), [500, 500, 100, 50, 25]);
  assert.deepEqual(pile(1_375), [500, 500, 100, 100, 25]);
  assert.deepEqual(pile(1e12).length, 5);
  assert.equal(pile(40 * 500_000 + 100_000).at(-1), 500_000); // beyond forty chips nobody counts
  assert.equal(pile(39 * 500_000 + 100_000).at(-1), 100_000);
});
