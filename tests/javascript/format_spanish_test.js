/* Money as a reader of Spanish sees it, wherever he is: the plain sign of the dollar. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./spanish.js";
import { day, gain, money } from "../../src/pitboss/web/script/format.js";

test("who reads Spanish sees the plain sign, and the figures in the way of his place", () => {
  const plain = (text) => text.replace(/\s/g, " ");
  assert.equal(plain(money(1_250_000)), "12.500 $");
  assert.equal(plain(gain(-750)), "−7,50 $");
  assert.equal(plain(day(Date.UTC(2026, 0, 31, 15))), "31 ene 2026");
});
