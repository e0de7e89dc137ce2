/* How it stands with a wager, and what is said of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { byTable, evidence, inPercent, leftOut, named, rounds, standing } from "../../src/pitboss/web/script/hold/reckon.js";

const bands = [
  { level: 0.95, low: -100, high: 300 },
  { level: 0.99, low: -200, high: 400 },
  { level: 0.999, low: -300, high: 500 },
];
const result = (win, more = {}) => ({ alarm: null, bands, win, one_sided: false, ...more });

test("a row is in order up to the edges of its narrowest band, and outside of the widest it leaves", () => {
  assert.deepEqual(standing(result(-100)), { state: "good", level: 0 });
  assert.deepEqual(standing(result(300)), { state: "good", level: 0 });
  assert.deepEqual(standing(result(-101)), { state: "outside", level: 95 });
  assert.deepEqual(standing(result(401)), { state: "outside", level: 99 });
  assert.deepEqual(standing(result(-301)), { state: "outside", level: 99.9 });
});

test("where players decide a house that wins much is in order, one that wins little is not", () => {
  assert.equal(standing(result(10_000, { one_sided: true })).state, "good");
  assert.equal(standing(result(-10_000, { one_sided: true })).state, "outside");
});

test("an alarm comes before the bands", () => {
  assert.equal(standing(result(0, { alarm: { kind: "payment", round: 3, rounds: 3, why: "" } })).state, "alarm");
});

test("levels are told in percent without the noise of their digits", () => {
  assert.deepEqual([0.95, 0.99, 0.999].map(inPercent), [95, 99, 99.9]);
});

test("evidence is a number up to a million and a power from there", () => {
  assert.equal(evidence(0), "1 : 1");
  assert.equal(evidence(-1), "0.1 : 1");
  assert.equal(evidence(3), "1,000 : 1");
  assert.equal(evidence(6), "10^6 : 1");
  assert.equal(evidence(300), "10^300 : 1");
});

test("tables are told once, with practice chips apart", () => {
  const row = (chain, practice, wager) => ({ chain, table: `T${chain}`, practice, wager });
  const found = byTable([row(1, false, "a"), row(2, true, "a"), row(1, false, "b")]);
  assert.deepEqual(found.map((each) => [each.table, each.practice, each.rows.map((one) => one.wager)]),
    [["T1", false, ["a", "b"]], ["T2", true, ["a"]]]);
});

test("paytables and numbers of players are said where there are any", () => {
  assert.equal(named({ paytable: null, players: 0 }), "");
  assert.equal(named({ paytable: "A", players: 0 }), "paytable A");
  assert.equal(named({ paytable: "3", players: 2 }), "paytable 3, 2 players");
});

test("what is left out is said where there is something", () => {
  const none = { void: 0, irregular: 0, hands: 0, cut: 0, envy: 0, from_meters: 0 };
  assert.deepEqual(leftOut(none), []);
  assert.deepEqual(leftOut({ ...none, void: 1, hands: 2, envy: 30_000 }), ["one void round", "2 hands", "$300 of envy bonuses"]);
});

test("rounds are told to three digits, and never where they never come", () => {
  assert.equal(rounds(1234.5), "1,230");
  assert.equal(rounds(null), "never");
});
