/* Money and numbers as a reader in the United States sees them: the tests run in that place. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chip, day, gain, moment, money, number, percent, time } from "../../src/pitboss/web/script/format.js";

test("cents are shown where there are any", () => {
  assert.equal(money(125_000), "$1,250");
  assert.equal(money(250), "$2.50");
  assert.equal(money(1), "$0.01");
  assert.equal(money(0), "$0");
  assert.equal(money(500, { always: true }), "$5.00");
});

test("what is lost has the sign that is made for it", () => {
  assert.equal(money(-500), "−$5");
  assert.equal(number(-7), "−7");
});

test("a gain has its sign, and nothing has none", () => {
  assert.equal(gain(500), "+$5");
  assert.equal(gain(-750), "−$7.50");
  assert.equal(gain(0), "$0");
});

test("a large amount is written to the cent", () => {
  assert.equal(money(99_999_999_999), "$999,999,999.99");
  assert.equal(gain(-100_000_001), "−$1,000,000.01");
});

test("a gain can be written shorter", () => {
  assert.equal(gain(1_250_000, { notation: "compact", maximumSignificantDigits: 3 }), "+$12.5K");
  assert.equal(gain(750, { style: "decimal" }), "+7.50");
});

test("a chip says its worth in short", () => {
  assert.deepEqual([25, 100, 500, 10_000, 100_000, 500_000].map(chip), ["25¢", "1", "5", "100", "1K", "5K"]);
});

test("a part of one is written as percent", () => {
  assert.equal(percent(0.0218512), "2.19%");
  assert.equal(percent(0.0218512, 3), "2.185%");
  assert.equal(percent(-0.5, 0), "−50%");
});

test("a time is written in the reader's way", () => {
  const at = Date.UTC(2026, 0, 31, 15, 4, 5);
  const plain = (text) => text.replace(/\s/g, " ");
  assert.equal(plain(day(at)), "Jan 31, 2026");
  assert.equal(plain(time(at)), "3:04:05 PM");
  assert.equal(plain(moment(at)), "Jan 31, 2026, 3:04 PM");
});
