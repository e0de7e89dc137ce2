/* The texts by their keys, and cards in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, cardName, either, isOrdinary, known, list, nameCards, say, sentence } from "../../src/pitboss/web/script/text.js";

test("a text takes its values, and leaves a hole where there is none", () => {
  add({ "test.hole": "{who} bets {money}" });
  assert.equal(say("test.hole", { who: "Ann", money: "$5" }), "Ann bets $5");
  assert.equal(say("test.hole", { who: "Ann" }), "Ann bets {money}");
  assert.equal(say("test.hole", { who: 0, money: false }), "0 bets false");
});

test("a value that looks like a hole is not filled again", () => {
  add({ "test.hole": "{who} bets {money}" });
  assert.equal(say("test.hole", { who: "{money}", money: "$5" }), "{money} bets $5");
  assert.equal(say("test.hole", { who: "$&", money: "$1" }), "$& bets $1");
});

test("a text with forms is chosen by its number", () => {
  add({ "test.forms": { one: "{n} hand", other: "{n} hands" } });
  assert.deepEqual([0, 1, 2, "1"].map((n) => say("test.forms", { n })), ["0 hands", "1 hand", "2 hands", "1 hand"]);
});

test("a text without the form that is wanted has its other one", () => {
  add({ "test.other": { other: "{n} of them" } });
  assert.equal(say("test.other", { n: 1 }), "1 of them");
});

test("a key that nobody has written stands for itself", () => {
  assert.equal(say("test.never.written"), "test.never.written");
  assert.equal(known("test.never.written"), false);
  assert.equal(known("rank.A"), true);
});

test("the house's words become a sentence", () => {
  assert.equal(sentence("the seat is taken"), "The seat is taken.");
  assert.equal(sentence("Is it?"), "Is it?");
  for (const end of [".", "!", "?", ":", "…"]) assert.equal(sentence(`yes${end}`), `Yes${end}`);
  assert.equal(sentence("élan"), "Élan.");
});

test("words are listed as English lists them", () => {
  assert.equal(list(["a"]), "a");
  assert.equal(list(["a", "b"]), "a and b");
  assert.equal(list(["a", "b", "c"]), "a, b, and c");
  assert.equal(either(["a", "b"]), "a or b");
  assert.equal(list([]), "");
});

test("a card is named in words", () => {
  assert.equal(cardName("Qh"), "queen of hearts");
  assert.equal(cardName("Tc"), "ten of clubs");
  assert.equal(cardName("??"), "a face-down card");
});

test("all 52 cards of the ordinary deck have a name, each its own", () => {
  const codes = Array.from("AKQJT98765432").flatMap((rank) => Array.from("shdc", (suit) => rank + suit));
  assert.ok(codes.every(isOrdinary));
  assert.equal(new Set(codes.map(cardName)).size, 52);
});

test("a card of one game's own has the name that the house gives it", () => {
  assert.equal(cardName("ZZ"), "ZZ");
  nameCards({ ZZ: "zebra" });
  assert.equal(cardName("ZZ"), "zebra");
  assert.deepEqual(["ZZ", "As", "Zs", "Az"].map(isOrdinary), [false, true, false, false]);
});
