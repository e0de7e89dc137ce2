/* Hands in words by position, and how long and how loudly a result is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { kept, still, storage } from "./page.js";
import { saidOf } from "../../src/pitboss/web/script/table/hands.js";
import { firstTime } from "../../src/pitboss/web/script/table/newcomer.js";
import { broughtBy, grade, sounds, stays } from "../../src/pitboss/web/script/table/outcome.js";
import "../../src/pitboss/web/script/text/telling.js";

const view = (round, dealer, seats, community = []) => ({ round, dealer, community, seats: seats.map(([number, cards]) => ({ number, cards })) });

test("what a hand is called is kept while its cards lie there, face down or not, and no longer", () => {
  const first = view(1, ["??"], [[1, ["9s", "9h"]], [2, []]]);
  const said = saidOf([{ seat: 1, words: "pair of nines" }], first, null, {});
  assert.deepEqual(said, { 1: "pair of nines" });
  const down = view(1, ["Qh", "2c"], [[1, ["??", "??"]], [2, []]]);
  const both = saidOf([{ seat: 0, words: "queen high" }], down, first, said);
  assert.deepEqual(both, { 0: "queen high", 1: "pair of nines" });
  assert.deepEqual(saidOf(undefined, view(1, [], [[1, []], [2, []]]), down, both), {});
  assert.deepEqual(saidOf(undefined, view(2, ["??"], [[1, ["??"]]]), down, both), {});
});

test("what was said of cards that lie face down is not true any more with another community card", () => {
  const at = (community, cards) => view(1, [], [[1, cards], [2, cards]], community);
  const one = at(["5h", "??"], ["Ks", "7s", "5d"]);
  const said = saidOf([{ seat: 1, words: "pair of fives" }, { seat: 2, words: "ace high" }], one, null, {});
  const down = at(["5h", "??"], ["??", "??", "??"]);
  assert.deepEqual(saidOf(undefined, down, one, said), said);
  const both = at(["5h", "7d"], ["??", "??", "??"]);
  assert.deepEqual(saidOf([{ seat: 2, words: "pair of aces" }], both, down, said), { 2: "pair of aces" });
});

test("a result is special by how many times the wager it is", () => {
  assert.deepEqual([grade(499, 100), grade(500, 100), grade(1999, 100), grade(2000, 100)], ["", "large", "large", "rare"]);
  assert.deepEqual([grade(-500, 100), grade(500, 0), grade(0, 100)], ["", "", ""]);
  assert.deepEqual([sounds(100, 100), sounds(500, 100), sounds(2000, 100), sounds(0, 100), sounds(-9, 100)], ["win", "large", "rare", "", ""]);
});

test("a sum before the last wager is settled says so", () => {
  assert.deepEqual([broughtBy(-1000, true), broughtBy(-1500, false), broughtBy(0, true)], ["−$10 so far", "−$15", "$0 so far"]);
});

test("a moment goes with the movement of the table; what was chosen does not", () => {
  assert.deepEqual([stays("moment"), stays("long"), stays("wait")], [1500, 5000, Infinity]);
  still.change(true);
  assert.deepEqual([stays("moment"), stays("long"), stays("wait")], [0, 5000, Infinity]);
  still.change(false);
});

test("the first time of a game is told once, by game", () => {
  kept.clear();
  assert.deepEqual([firstTime("one"), firstTime("one"), firstTime("two"), firstTime("one")], [true, false, true, false]);
  kept.set("pitboss.played", "{");
  assert.equal(firstTime("one"), true);
});

test("a browser that keeps nothing shows it each time", () => {
  kept.clear();
  const { setItem } = storage;
  storage.setItem = () => {
    throw new Error("denied");
  };
  assert.deepEqual([firstTime("one"), firstTime("one")], [true, true]);
  storage.setItem = setItem;
});
