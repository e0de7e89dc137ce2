/* Money as a reader in Great Britain sees it: his own dollars are nobody's, so he is told whose they are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./abroad.js";
import { day, gain, money } from "../../src/pitboss/web/script/format.js";

test("who reads English where dollars are not the money is told whose dollars they are", () => {
  assert.equal(money(125_000), "US$1,250");
  assert.equal(gain(-750), "−US$7.50");
  assert.equal(day(Date.UTC(2026, 0, 31, 15)), "31 Jan 2026");
});
