/* What is said of players' decisions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { alarmed, byEvidence, counted, evidence, needed, rates } from "../../src/pitboss/web/script/review/reckon.js";

test("evidence is a number where people read numbers, and a power beyond", () => {
  assert.equal(evidence(0), "1 : 1");
  assert.equal(evidence(3), "1,000 : 1");
  assert.equal(evidence(5.99), "980,000 : 1");
  assert.equal(evidence(6), "10^6 : 1");
  assert.equal(evidence(-2), "0.01 : 1");
  assert.equal(evidence(-3), "10^−3 : 1");
});

test("one of a thing is not many, and a thousand has its separator", () => {
  assert.equal(counted({ hands: 250, decisions: 260, mistakes: 1 }), "250 hands, 260 decisions, 1 mistake.");
  assert.equal(counted({ hands: 1, decisions: 1, mistakes: 0 }), "1 hand, 1 decision, 0 mistakes.");
  assert.equal(counted({ hands: 1000, decisions: 1, mistakes: 2 }), "1,000 hands, 1 decision, 2 mistakes.");
});

test("the kinds with the most evidence come first, and the player's own order stays", () => {
  const kinds = [{ kind: "a", evidence: -1 }, { kind: "b", evidence: 4 }];
  assert.deepEqual(byEvidence({ kinds }).map((each) => each.kind), ["b", "a"]);
  assert.equal(kinds[0].kind, "a");
});

test("one alarm is an alarm, the first hand included", () => {
  assert.equal(alarmed({ kinds: [{ alarm: null }, { alarm: 1 }] }), true);
  assert.equal(alarmed({ kinds: [{ alarm: null }] }), false);
  assert.equal(alarmed({ kinds: [] }), false);
});

test("hands are told to two digits, and never where they never decide it", () => {
  assert.equal(needed({ hands_needed: 38.59 }), "39");
  assert.equal(needed({ hands_needed: 1234 }), "1,200");
  assert.equal(needed({ hands_needed: null }), "never");
});

test("false alarms add up over the kinds, up to certainty", () => {
  assert.deepEqual(rates({ kinds: [1, 2, 3], false_alarm: 0.001 }), { one: "0.001", all: "0.003" });
  assert.deepEqual(rates({ kinds: [1, 2, 3], false_alarm: 0.5 }), { one: "0.5", all: "1" });
});
