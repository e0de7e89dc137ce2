// The time that is left of an exam, and what the address of its page asks for.

import assert from "node:assert";
import { test } from "node:test";
import "./page.js";

const { asked, address } = await import("../../src/pitboss/web/script/school/exam/address.js");
const { leftWords, minutesLeft, toBeSaid } = await import("../../src/pitboss/web/script/school/exam/left.js");

const MINUTE = 60_000;

test("minutes are told whole, and the last one is called so", () => {
  assert.deepStrictEqual([60 * MINUTE, 59 * MINUTE + 1, 59 * MINUTE, 1, 0, -5].map(minutesLeft), [60, 60, 59, 1, 0, 0]);
  assert.strictEqual(leftWords(2 * MINUTE), "2 minutes left");
  assert.strictEqual(leftWords(MINUTE), "One minute left");
  assert.strictEqual(leftWords(MINUTE - 1), "The last minute");
});

test("the time is said aloud at half of it and at a few moments near the end", () => {
  const said = [];
  for (let left = 60 * MINUTE - 1000; left >= 0; left -= 1000) {
    const words = toBeSaid(left + 1000, left, 60 * MINUTE);
    if (words) said.push(words);
  }
  assert.deepStrictEqual(said, ["30 minutes left", "10 minutes left", "5 minutes left", "2 minutes left", "One minute left"]);
  assert.strictEqual(toBeSaid(40 * MINUTE, 4 * MINUTE, 60 * MINUTE), "5 minutes left", "a window that slept says the last of them");
  assert.strictEqual(toBeSaid(2 * MINUTE, 0, 60 * MINUTE), "", "the end says itself");
  assert.strictEqual(toBeSaid(4 * MINUTE, 3 * MINUTE, 6 * MINUTE), "3 minutes left", "half of a short one");
});

test("an address names an exam, a result, a class, or nothing", () => {
  for (const what of ["sit", "result", "class"]) {
    assert.deepStrictEqual(asked(new URL(address(what, 12), "http://x").search), { what, number: 12 });
  }
  for (const search of ["", "?sit=", "?sit=x", "?sit=0", "?result=-1", "?other=3"]) {
    assert.deepStrictEqual(asked(search), { what: "", number: 0 });
  }
});
