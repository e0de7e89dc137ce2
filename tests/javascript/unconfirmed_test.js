/* The amounts that were put down and are not confirmed: worked out by hand, to the cent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { beyond, changed, doubled, total } from "../../src/pitboss/web/script/table/unconfirmed.js";
import { Wagers } from "../../src/pitboss/web/script/table/wagers.js";

const RANGE = { minimum: 500, maximum: 10_000, step: 500 };
const ONE = { minimum: 100, maximum: 100, step: 0 };

test("several amounts are added up", () => {
  assert.equal(total([500, 500, 2_550]), 3_550);
  assert.equal(total([]), 0);
});

test("a chip is added or taken off, and what would be too little goes", () => {
  assert.equal(changed(0, 2_500, RANGE, false), 2_500);
  assert.equal(changed(2_500, 500, RANGE, false), 3_000);
  assert.equal(changed(10_000, 500, RANGE, false), 10_500, "the house refuses it");
  assert.equal(changed(1_000, -500, RANGE, false), 500);
  assert.equal(changed(1_000, -501, RANGE, false), 0);
  assert.equal(changed(500, -2_500, RANGE, false), 0);
  assert.equal(changed(0, -500, { minimum: 0, maximum: 1 }, false), 0);
  assert.deepEqual([changed(300, 0, RANGE, true), changed(100, 0, ONE, false)], [300, 100], "nothing is added");
});

test("where one amount is possible any chip means it, and once more takes it off; what was written does not", () => {
  assert.equal(changed(0, 2_500, ONE, false), 100);
  assert.equal(changed(100, 2_500, ONE, false), 0);
  assert.equal(changed(0, 2_500, ONE, true), 2_500);
  assert.equal(changed(100, 2_500, ONE, true), 0);
});

test("the chips reach to the last cent, and what an area does not take anyway is left to the house", () => {
  assert.equal(beyond(5_000, { ...RANGE, reach: 5_000 }), false);
  assert.equal(beyond(5_001, { ...RANGE, reach: 5_000 }), true);
  assert.equal(beyond(10_001, { ...RANGE, reach: 10_000 }), false);
  assert.equal(beyond(10_001, { ...RANGE, reach: 9_999 }), true);
  assert.equal(beyond(10_001, RANGE), false);
  assert.equal(beyond(1, null), false);
});

test("what lies there is doubled, but for what has one amount", () => {
  assert.equal(doubled(1_250, RANGE), 2_500);
  assert.equal(doubled(0, RANGE), null);
  assert.equal(doubled(100, ONE), null);
});

const WORDS = [
  { id: "one", offered: true, later: false, compulsory: true, together: ["one", "twin"] },
  { id: "twin", offered: true, later: false, compulsory: true, together: ["one", "twin"] },
  { id: "side", offered: true, later: false, compulsory: false, together: ["side"] },
  { id: "gone", offered: false, later: false, compulsory: false, together: [] },
  { id: "play", offered: true, later: true, compulsory: false, together: [] },
];

/** The reader sits at 3. What is asked of the house waits until `answers` are given. */
function betting(wagers, betting, answers = []) {
  const send = (seat, wager, cents) => new Promise((kept) => answers.push([`${seat}.${wager}`, cents, kept]));
  const made = new Wagers(WORDS, send, () => {});
  const offer = (wager) => ({ ...RANGE, reach: 20_000, most: 10_000, example: { do: "PlaceWager", seat: 3, wager, cents: 500 } });
  const view = { table: "t", step: "bets", mine: [3], practice: true, seats: [{ number: 3, wagers }] };
  made.update({ view, seq: 7, offers: ["one", "twin", "side"].map(offer), over: "", betting });
  return made;
}

const TOLD = { chips: 100_000, short: false, complete: true, lacks: "", later: "Play will cost more." };

test("which wagers go together, whether a hand can be dealt and what it lacks is what the house says", () => {
  const complete = betting({ one: 500, twin: 500 }, TOLD);
  assert.deepEqual([complete.order, complete.units], [["one", "twin", "side"], [["one", "twin"], ["side"]]]);
  assert.deepEqual([complete.isReady, complete.lacks, complete.later, complete.short, complete.have], [true, "", "Play will cost more.", false, 100_000]);
  const lacking = betting({ one: 500, twin: 500 }, { ...TOLD, complete: false, lacks: "the twin is missing", short: true, chips: 7 });
  assert.deepEqual([lacking.isReady, lacking.lacks, lacking.short, lacking.have], [false, "the twin is missing", true, 7]);
});

test("while a wish is not answered nothing that was said before it counts", async () => {
  const answers = [];
  const found = betting({ one: 500, twin: 500 }, TOLD, answers);
  found.add(3, "twin", 1_000);
  assert.deepEqual([found.on(3, "one"), found.on(3, "twin"), found.on(3, "side")], [1_500, 1_500, 0]);
  assert.deepEqual(answers.map(([area, cents]) => [area, cents]), [["3.one", 1_500], ["3.twin", 1_500]]);
  assert.deepEqual([found.isReady, found.later], [false, ""]);
  found.told = { ...TOLD, later: "" }; // comes before the answers
  assert.equal(found.isReady, false);
  for (const [, , kept] of answers) kept({ seq: 9 });
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([found.isReady, found.on(3, "one")], [true, 1_500], "taken, though the table does not show it yet");
  const seats = [{ number: 3, wagers: { one: 1_500, twin: 1_500 } }];
  found.update({ view: { table: "t", step: "bets", mine: [3], practice: true, seats }, seq: 9, offers: [], over: "", betting: TOLD });
  assert.deepEqual([found.isReady, found.on(3, "twin"), found.any], [true, 1_500, true]);
});

test("what the chips do not reach for is refused before anything is sent", () => {
  const answers = [];
  const found = betting({}, { ...TOLD, chips: 40_000 }, answers);
  found.set(3, "one", 20_500);
  assert.deepEqual(answers.length, 2, "above what the area takes: the house says so");
  const short = betting({}, TOLD, []);
  short.offers.set("3.one", { ...RANGE, reach: 2_749, most: 2_500 });
  short.set(3, "twin", 3_000);
  assert.deepEqual(short.refusals.get("3.twin"), { message: "…", code: "short", wager: "twin", cents: 3_000, equal: ["twin", "one"] });
});
