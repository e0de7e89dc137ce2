/* Figures as people read them, and the chart of how a round can end. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "./clock.js";
import "./page.js";
import { barsOf, scaleOf, signed, tick } from "../../src/pitboss/web/script/odds/bars.js";
import { byWager, chance, deviation, elsewhere, everyHand, payAlike, paytableName, share } from "../../src/pitboss/web/script/odds/figures.js";
import { ready } from "../../src/pitboss/web/script/odds/load.js";
import { say } from "../../src/pitboss/web/script/text.js";
import "../../src/pitboss/web/script/text/odds.js";

test("a share has figures that mean something, whatever its size", () => {
  assert.deepEqual([0.35, 0.1, 0.0999, 0.00154, -0.2, 0].map(share), ["35.00%", "10.00%", "9.990%", "0.154%", "−20.00%", "0.000%"]);
});

test("what is rare is one in so many, what is not is percent", () => {
  assert.equal(chance(0.01), "1.00%");
  assert.equal(chance(0), "0.00%");
  assert.equal(chance(0.00999), say("odds.in", { n: "100.1" }));
  assert.equal(chance(1 / 649_740), say("odds.in", { n: "649,700" }));
  assert.equal(chance(1 / 999.96), say("odds.in", { n: "1,000" }));
});

test("a deviation has two places", () => {
  assert.deepEqual([2.6149, 4.1, 0].map(deviation), ["2.61", "4.10", "0.00"]);
});

test("the edge at other wagers is told where there is one", () => {
  assert.equal(elsewhere({ at: [] }), null);
  assert.equal(elsewhere({ at: [{ stake: 500, edge: 0.2 }, { stake: 2_500, edge: 0.15 }] }),
    [say("odds.at", { edge: "20.00%", stake: "$5" }), say("odds.at", { edge: "15.00%", stake: "$25" })].join("; "));
});

test("a paytable has its letter, or the number of hands it is for, or none", () => {
  assert.equal(paytableName({ paytable: "A" }), say("odds.paytable.named", { paytable: "A" }));
  assert.equal(paytableName({ paytable: "3", by_hands: true }), say("odds.paytable.hands", { paytable: "3" }));
  assert.equal(paytableName({ paytable: null }), say("odds.paytable.none"));
});

test("the rows of a wager stand together, in the order of the rulebook", () => {
  const rows = [["b", 1], ["a", 1], ["b", 2], ["c", 1]].map(([wager, n]) => ({ wager, n }));
  assert.deepEqual(byWager(rows).map((same) => same.map(({ wager, n }) => `${wager}${n}`)), [["b1", "b2"], ["a1"], ["c1"]]);
  assert.deepEqual(byWager([]), []);
});

const results = (count) => Array.from({ length: count }, (_, n) => ({ units: n - 1, chance: 1 / count }));

test("a result has its sign", () => {
  assert.deepEqual([-1, 0, 1.5, 1000].map(signed), ["−1", "0", "+1.5", "+1,000"]);
});

test("26 results have a bar each; of more the rare ones at the end are one, with their part of the sum", () => {
  assert.deepEqual([barsOf(results(26)).length, barsOf(results(26))[25].name], [26, "+24"]);
  const bars = barsOf(results(40));
  assert.equal(bars.length, 26);
  assert.equal(bars[25].units, 24);
  assert.equal(bars[25].name, say("odds.distribution.more", { n: "+24" }));
  assert.ok(Math.abs(bars[25].p - 15 / 40) < 1e-12);
  assert.ok(Math.abs(bars.reduce((sum, { p }) => sum + p, 0) - 1) < 1e-12);
});

test("the scale is logarithmic: what is certain reaches the end, ten times as likely is a step further", () => {
  const bars = [{ units: -1, p: 0.5, name: "−1" }, { units: 5, p: 0.0002, name: "+5" }];
  const { left, along, marks } = scaleOf(bars, 600);
  assert.equal(left, 92);
  assert.ok(Math.abs(along(1) - (600 - 104)) < 1e-9);
  assert.ok(Math.abs(along(1e-4) - left) < 1e-9);
  assert.ok(Math.abs(along(0.1) - along(0.01) - (along(0.01) - along(0.001))) < 1e-9);
  assert.deepEqual(marks, [-4, -3, -2, -1, 0]);
  assert.deepEqual(scaleOf([{ units: 1, p: 2e-6, name: "" }], 600).marks, [-6, -4, -2, 0]);
  assert.deepEqual(scaleOf([{ units: 1, p: 2e-5, name: "" }], 600).marks, [-5, -4, -3, -2, -1, 0]);
});

test("long names have room, many powers are marked every other, and a narrow page has bars all the same", () => {
  const bars = [{ units: 1, p: 2e-7, name: "a result of 20 signs" }];
  const { left, along, marks } = scaleOf(bars, 100);
  assert.equal(left, 12 + 7.6 * 20);
  assert.ok(Math.abs(along(1) - left - 80) < 1e-9);
  assert.deepEqual(marks, [-6, -4, -2, 0]);
});

test("powers of ten are written as people read them", () => {
  assert.deepEqual([0, -1, -4, -5, -12].map(tick), ["1", "1/10", "1/10,000", "10⁻⁵", "10⁻¹²"]);
});

test("figures that are being counted are asked for again until they are there", async () => {
  const answers = [{ state: "working", done: 0.1 }, { state: "working", done: 0.9 }, { rows: [] }];
  let asked = 0;
  globalThis.fetch = () => Promise.resolve(Response.json(answers[asked++]));
  const heard = [];
  const clock = new Clock();
  const found = ready("/api/v1/odds/g", ({ done }) => heard.push(done));
  for (let n = 0; n < 40 && asked < 3; n++) await new Promise(queueMicrotask).then(() => clock.pass(1_500));
  clock.stop();
  assert.deepEqual(await found, { rows: [] });
  assert.deepEqual(heard, [0.1, 0.9]);
});

test("parts of a wager that pay alike stand together, and those without lines not at all", () => {
  const lines = (...pays) => pays.map((each, n) => ({ hand: `h${n}`, pays: each }));
  const parts = [{ title: "A", lines: lines("5 to 1") }, { title: "B", lines: [] }, { title: "C", lines: lines("6 to 1") },
    { title: "D", lines: lines("5 to 1") }, { title: "E", lines: lines("5 to 1", "1 to 1") }];
  assert.deepEqual(payAlike(parts), [[{ title: "A", place: 0 }, { title: "D", place: 3 }], [{ title: "C", place: 2 }], [{ title: "E", place: 4 }]]);
  assert.deepEqual(payAlike([{ title: "A", lines: [{ hand: "x", pays: "5 to 1" }] }, { title: "B", lines: [{ hand: "y", pays: "5 to 1" }] }]).length, 2);
});

test("every hand that one of the paytables names stands once, as it is named first", () => {
  const one = { lines: [{ hand: "flush", from: 1 }, { hand: "pair", from: 1 }] };
  const two = { lines: [{ hand: "royal", from: 2 }, { hand: "pair", from: 2 }] };
  assert.deepEqual(everyHand([one, undefined, two]), [{ hand: "flush", from: 1 }, { hand: "pair", from: 1 }, { hand: "royal", from: 2 }]);
  assert.deepEqual(everyHand([undefined]), []);
});
