/* Luck and skill: running sums and the band, sessions, filters in the address, and what another choice was worth. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { address, ALL, inside, question, rates, scale, series, sessions, since, wanted, WIDE } = await import("../../src/pitboss/web/script/after/reckon.js");
const { beside, given, kindOf } = await import("../../src/pitboss/web/script/after/cost.js");
const { some } = await import("../../src/pitboss/web/script/after/chart.js");

const HOUR = 3_600_000;
const round = (at, net, more = {}) => ({
  at, practice: true, state: "ready", net, expected_cents: -35, luck_cents: net + 35, deviation_cents: 300, cost_cents: 0,
  mistakes: 0, decisions: 1, ...more,
});

test("sums grow with every round, and the band with the root of their number", () => {
  const points = series([round(2, 400, { deviation_cents: 400, cost_cents: 50 }), round(1, -1000)], true);
  assert.deepEqual(points.map(({ balance, expected, played }) => [balance, expected, played]), [[0, 0, 0], [-1000, -35, -35], [-600, -70, -120]]);
  assert.deepEqual([points[1].high, points[1].low], [-35 + WIDE * 300, -35 - WIDE * 300]);
  assert.equal(points[2].high, -70 + WIDE * 500, "3, 4 and 5");
});

test("a round that is not compared moves what is expected as much as the result", () => {
  const [, first, second] = series([round(2, 700, { state: "unknown", cost_cents: 9 }), round(1, -1000)], true);
  assert.deepEqual([second.balance - first.balance, second.expected - first.expected, second.played - first.played], [700, 700, 700]);
  assert.equal(second.high - second.low, first.high - first.low);
});

test("chips of another kind are not in it", () => {
  assert.equal(series([round(2, 5, { practice: false }), round(1, 5)], false).length, 2);
  assert.deepEqual(series([], true).length, 1);
});

test("a pause of more than an hour begins a session; real and practice chips have their own", () => {
  const all = [round(5 * HOUR + 1, 10), round(4 * HOUR + 1, 20, { practice: false }), round(4 * HOUR + 1, 30), round(3 * HOUR, 40, { mistakes: 1, decisions: 3, cost_cents: 25, luck_cents: 100 })];
  const found = sessions(all);
  assert.deepEqual(found.map(({ from, to, practice, rounds, net }) => [from, to, practice, rounds, net]), [
    [4 * HOUR + 1, 5 * HOUR + 1, true, 2, 40], [4 * HOUR + 1, 4 * HOUR + 1, false, 1, 20], [3 * HOUR, 3 * HOUR, true, 1, 40],
  ]);
  assert.deepEqual([found[2].expected, found[2].cost, found[2].luck, found[2].mistakes], [-35, 25, 100, 1]);
  assert.deepEqual(found.map(({ decisions }) => decisions), [2, 1, 3]);
});

test("a session's luck is of compared rounds alone", () => {
  const [one] = sessions([round(2, 500, { state: "working" }), round(1, -100)]);
  assert.deepEqual([one.net, one.luck, one.expected], [400, -65, -35]);
});

test("periods begin when they say", () => {
  const now = new Date(2026, 10, 18, 15, 30).getTime();
  assert.equal(since("today", now, 5), new Date(2026, 10, 18).getTime());
  assert.equal(now - since("week", now, 5), 7 * 24 * HOUR);
  assert.equal(now - since("month", now, 5), 30 * 24 * HOUR);
  assert.deepEqual([since("session", now, 5), since("all", now, 5), since("nonsense", now, 5)], [5, 0, 0]);
});

test("filters stand in the address, and what makes no sense there is no filter", () => {
  assert.deepEqual(wanted(""), ALL);
  assert.deepEqual(wanted("?period=ever&result=even&table=x&from=1e9&game=g"), { ...ALL, game: "g" });
  const chosen = { ...ALL, table: "3", result: "won", mistakes: "only" };
  assert.equal(address(chosen), "/history?table=3&result=won&mistakes=only");
  assert.deepEqual(wanted(address(chosen).slice("/history".length)), chosen);
  assert.equal(address(ALL), "/history");
});

test("the house is asked for what it can find; mistakes are looked for here", () => {
  const more = { now: 10, session: 7, limit: 50 };
  assert.equal(question({ ...ALL, mistakes: "only" }, more), "/api/v1/me/reckoning?limit=50");
  assert.equal(question({ ...ALL, period: "session", game: "a b" }, { ...more, before: "1.2.3" }), "/api/v1/me/reckoning?limit=50&game=a+b&since=7&before=1.2.3");
  assert.equal(question({ ...ALL, period: "session", from: "3", to: "9" }, more), "/api/v1/me/reckoning?limit=50&since=3&until=9");
});

test("what lies in the band is between its ends or on one of them", () => {
  const balances = [-301, -300, 0, 100, 101];
  assert.deepEqual(balances.map((balance) => inside({ balance, low: -300, high: 100 })), [false, true, true, true, false]);
});

test("a scale has round marks inside it", () => {
  const { along, marks } = scale(-1234, 2345, 100);
  assert.deepEqual(marks, [-1000, 0, 1000, 2000]);
  assert.deepEqual([along(-1234), along(2345)], [0, 100]);
  assert.ok(scale(0, 0, 100).marks.includes(0), "also where nothing has happened yet");
});

test("marks stand at one, two or five of a kind, at most six of them, the ends included", () => {
  assert.deepEqual(scale(0, 500, 100).marks, [0, 100, 200, 300, 400, 500]);
  assert.deepEqual(scale(0, 501, 100).marks, [0, 200, 400]);
  assert.deepEqual(scale(-30, 200, 100).marks, [0, 50, 100, 150, 200], "nothing has no sign");
});

test("another choice is worth more, less or as much", () => {
  const choices = [
    { choice: "a", value: "1/2", decimal: 0.5, cost_cents: 0 }, { choice: "b", value: "-1/4", decimal: -0.25, cost_cents: 375 },
    { choice: "c", value: "1/2", decimal: 0.5, cost_cents: 0 },
  ];
  assert.deepEqual(beside({ choice: "b", choices }, "a"), { how: "more", cents: 375 });
  assert.deepEqual(beside({ choice: "a", choices }, "b"), { how: "less", cents: 375 });
  assert.deepEqual(beside({ choice: "a", choices }, "c"), { how: "even", cents: 0 });
  assert.deepEqual(beside({ choice: "a", choices }, "a"), { how: "same", cents: 0 });
});

test("what costs less than a cent is not nothing", () => {
  assert.deepEqual([given(0), given(0.3), given(437.5)], ["$0", "less than a cent", "$4.38"]);
  assert.deepEqual([kindOf({ mark: "small", state: "ready" }), kindOf({ mark: null, state: "working" })], ["small", "working"]);
});

test("those who hear the page hear a few points, and the last one", () => {
  const points = Array.from({ length: 48 }, (_, n) => ({ balance: n }));
  const heard = some(points).map(({ place }) => place);
  assert.ok(heard.length <= 21 && heard[0] > 0);
  assert.equal(heard.at(-1), 47);
  assert.deepEqual(some(points.slice(0, 3)).map(({ place }) => place), [1, 2]);
});

test("a session may last longer than the pause that ends it", () => {
  const all = [0, 50, 100, 150].map((minutes) => round(minutes * 60_000, 1)).reverse();
  const found = sessions([...all, round(-61 * 60_000, 1)]);
  assert.deepEqual(found.map(({ from, to, rounds }) => [from / 60_000, to / 60_000, rounds]), [[0, 150, 4], [-61, -61, 1]]);
});

test("what mistakes cost per 100 hands, session by session, the oldest first", () => {
  const all = [
    round(9 * HOUR, 5, { cost_cents: 30 }), round(6 * HOUR, 5, { cost_cents: 10, practice: false }),
    round(3 * HOUR + 2, 5, { cost_cents: 50 }), round(3 * HOUR + 1, 5, { state: "unknown", cost_cents: 900 }), round(3 * HOUR, 5, { cost_cents: 25 }),
    round(0, 5, { state: "working" }),
  ];
  const found = sessions(all);
  assert.deepEqual(rates(found, true), [{ at: 3 * HOUR, hands: 2, rate: 3750 }, { at: 9 * HOUR, hands: 1, rate: 3000 }],
    "75 cents in two hands, 30 in one; what is not counted says nothing");
  assert.deepEqual(rates(found, false), [{ at: 6 * HOUR, hands: 1, rate: 1000 }]);
  assert.deepEqual(rates([], true), []);
});

test("the same rounds are asked for with another question", () => {
  assert.equal(question({ ...ALL, game: "g" }, { now: 0, session: 0, limit: 5 }, "decisions"), "/api/v1/me/decisions?limit=5&game=g");
});
