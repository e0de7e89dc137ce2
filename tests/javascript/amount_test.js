/* Reading an amount that somebody typed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cents } from "../../src/pitboss/web/script/amount.js";

test("an amount in English is read to the cent", () => {
  const read = { "5": 500, "5.5": 550, "5.05": 505, "$25": 2500, "$ 25": 2500, "25$": 2500, " 7 ": 700, "0": 0, "0.01": 1 };
  for (const [typed, worth] of Object.entries(read)) assert.equal(cents(typed, "en"), worth, typed);
});

test("thousands may be separated, but only where they are thousands", () => {
  assert.equal(cents("1,234", "en"), 123_400);
  assert.equal(cents("1,234,567.89", "en"), 123_456_789);
  for (const typed of ["12,34", "1,2345", ",123", "1,,234", "1234,567"]) assert.equal(cents(typed, "en"), null, typed);
});

test("what is no amount, or no exact one, is not guessed at", () => {
  for (const typed of ["", " ", "five", "-5", "+5", "5.005", "5.", ".5", "1.2.3", "5,00", "1e3", "0x10", "$", "∞"]) {
    assert.equal(cents(typed, "en"), null, typed);
  }
});

test("nine digits are read and ten are not", () => {
  assert.equal(cents("999999999", "en"), 99_999_999_900);
  assert.equal(cents("999999999.99", "en"), 99_999_999_999);
  assert.equal(cents("1000000000", "en"), null);
});

test("a comma is the point where the reader's place has it so", () => {
  assert.equal(cents("5,50", "de"), 550);
  assert.equal(cents("1.234,50", "de"), 123_450);
  assert.equal(cents("5.50", "de"), null);
});

test("a space of any kind separates thousands where the reader's place has one", () => {
  for (const space of [" ", "\u00a0", "\u202f"]) assert.equal(cents(`1${space}234${space}567,5`, "fr"), 123_456_750);
});

test("an amount never goes through a fraction", () => {
  assert.equal(cents("1.15", "en"), 115); // 1.15 * 100 is 114.99999999999999
  assert.equal(cents("4.35", "en"), 435);
  assert.equal(cents("8.2", "en"), 820);
});

test("amounts are read as each reader writes them", () => {
  const read = {
    "en-US": {
      "1,000": 100_000, "1000.5": 100_050, " $25 ": 2500, "1.000": null, "1,00,000": null, "1 000": null, "1,": null,
      "2.": null, "9999999999": null,
    },
    "de-DE": { "5,00": 500, "1.000": 100_000, "2.50": null, "1.000,5": 100_050 },
    "fr-FR": { "1 000,50": 100_050 },
    "es-ES": { "1.000": 100_000, "1000": 100_000 },
    "en-IN": { "1,00,000": 10_000_000, "100,000": null },
  };
  for (const [locale, cases] of Object.entries(read)) {
    for (const [typed, worth] of Object.entries(cases)) assert.equal(cents(typed, locale), worth, `${locale} ${typed}`);
  }
});
