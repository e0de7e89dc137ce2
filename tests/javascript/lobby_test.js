/* Which table a newcomer is brought to, where he sits, and what is said of a table. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { best, greeting, least, mayPlay, moment, plays, range, seatPlaces, seatWords, waits } from "../../src/pitboss/web/script/lobby/choice.js";
import { inOrder } from "../../src/pitboss/web/script/lobby/sit.js";
import { anywhere } from "../../src/pitboss/web/script/table/sitting.js";
import { say } from "../../src/pitboss/web/script/text.js";

const table = (id, more = {}) => ({
  id, practice: true, dealer: "automatic", cards: "shuffle", step: "bets", round: 2, seats: { taken: 0, all: 6 },
  limits: [{ minimum: 500, maximum: 10_000 }], ...more,
});
const GUEST = { guest: true, may: ["take_seat"], balance: 0 };
const ACCOUNT = { guest: false, may: ["take_seat"], balance: 5_000 };
const BROKE = { ...ACCOUNT, balance: 0 };
const DEALER = { guest: false, may: ["see_work"], balance: 0 };

test("a stranger and a guest are brought to a practice table, an account with chips to one for them", () => {
  const tables = [table(1, { practice: false }), table(2)];
  for (const who of [null, GUEST, BROKE]) assert.equal(best(tables, who).id, 2);
  assert.equal(best(tables, ACCOUNT).id, 1);
});

test("an account with chips plays for practice where there is nothing else", () => {
  assert.equal(best([table(2)], ACCOUNT).id, 2);
  assert.equal(best([table(1, { practice: false })], GUEST), undefined);
});

test("a table that deals by itself comes before one that waits for a dealer or a shoe", () => {
  const tables = [table(1, { dealer: "person" }), table(2, { cards: "feed" }), table(3, { seats: { taken: 5, all: 6 } })];
  assert.equal(best(tables, null).id, 3);
  assert.equal(best(tables.slice(0, 2), null).id, 1);
});

test("an easy game comes before an emptier table, and after one that is dealt", () => {
  const easy = table(2, { easy: 2, seats: { taken: 4, all: 6 } });
  assert.equal(best([table(1), table(4, { easy: 1 }), easy, table(3, { easy: 2, seats: { taken: 5, all: 6 } })], null).id, 2);
  assert.equal(best([table(1), table(4, { easy: 1 })], null).id, 4);
  assert.equal(best([table(1), table(2, { easy: 2, seats: { taken: 6, all: 6 } })], null).id, 1);
  assert.equal(best([table(1, { dealer: "person", easy: 2 }), table(2)], null).id, 2);
});

test("of tables that are dealt by people one that plays comes first", () => {
  const idle = table(1, { dealer: "person", step: "between rounds" });
  assert.equal(waits(idle), true);
  assert.equal(waits(table(2, { step: "between rounds" })), false);
  assert.equal(best([idle, table(2, { dealer: "person", seats: { taken: 4, all: 6 } })], null).id, 2);
});

test("the emptier table comes first, the first of two alike, and never a full one", () => {
  assert.equal(best([table(1, { seats: { taken: 3, all: 6 } }), table(2, { seats: { taken: 1, all: 6 } })], null).id, 2);
  assert.equal(best([table(1), table(2)], null).id, 1);
  assert.equal(best([table(1, { seats: { taken: 6, all: 6 } })], null), undefined);
  assert.equal(best([], null), undefined);
});

test("who plays, and who may at which table", () => {
  assert.deepEqual([null, GUEST, ACCOUNT, DEALER].map(plays), [true, true, true, false]);
  assert.deepEqual([null, GUEST, ACCOUNT].map((who) => mayPlay({ practice: false }, who)), [false, false, true]);
  assert.deepEqual([null, GUEST, ACCOUNT].map((who) => mayPlay({ practice: true }, who)), [true, true, true]);
});

test("a greeting says what has to be done first", () => {
  const real = [table(1, { practice: false })];
  assert.deepEqual([null, GUEST, BROKE, ACCOUNT].map((who) => greeting(real, who)), [".real", ".real", ".broke", ".account"]);
  assert.deepEqual([null, GUEST, BROKE, ACCOUNT].map((who) => greeting([table(1)], who)), ["", "", ".account", ".account"]);
  assert.equal(greeting([], null), "");
});

test("the least wager is that of the first wager one can begin with", () => {
  const two = table(1, { limits: [{ minimum: 0, maximum: 0 }, { minimum: 1_500, maximum: 1_500 }, { minimum: 100, maximum: 500 }] });
  assert.equal(least(two), 1_500);
  assert.equal(range(two), "$15");
  assert.equal(range(table(1)), say("lobby.limits", { least: "$5", most: "$100" }));
  assert.equal(least(table(1, { limits: [] })), 0);
});

test("seats and the moment are said in words", () => {
  assert.equal(seatWords({ taken: 0, all: 6 }), say("lobby.seats.empty", { n: 6 }));
  assert.equal(seatWords({ taken: 5, all: 6 }), say("lobby.seats", { taken: 5, n: 6 }));
  assert.equal(seatWords({ taken: 6, all: 6 }), say("lobby.seats.full", { n: 6 }));
  assert.equal(moment(table(1, { step: "between rounds" })), say("lobby.now.idle"));
  assert.equal(moment(table(1, { dealer: "person", step: "between rounds" })), say("lobby.now.waits"));
  assert.equal(moment(table(1, { round: 1 })), say("lobby.now.first", { step: say("lobby.step.bets") }));
  assert.equal(moment(table(1, { step: "ask", asked: "Ann", left: 11_200 })), "Round 2: Ann decides, 12 seconds left");
  assert.equal(moment(table(1, { step: "ask", asked: "Ann", left: null })), "Round 2: Ann decides");
  assert.equal(moment(table(1, { step: "show" })), say("lobby.now", { round: 2, step: say("lobby.step.play") }));
});

test("seats lie along the round side, the first at the reader's right, alike on both sides", () => {
  const places = seatPlaces(7);
  assert.equal(places.length, 7);
  assert.ok(places[0][0] > 180 && places[6][0] < 20);
  assert.ok(Math.abs(places[3][0] - 100) < 1e-9 && Math.abs(places[3][1] - 96) < 1e-9);
  for (let n = 0; n < 7; n++) assert.ok(Math.abs(places[n][0] + places[6 - n][0] - 200) < 1e-9);
  assert.equal(seatPlaces(1).length, 1);
});

test("one sits in the middle, or where one looks", () => {
  const seats = (...taken) => [1, 2, 3, 4, 5, 6].map((number) => ({ number, player: taken.includes(number) ? "x" : "" }));
  assert.deepEqual(inOrder(seats()), [3, 4, 2, 5, 1, 6]);
  assert.deepEqual(inOrder(seats(3, 4)), [2, 5, 1, 6]);
  assert.equal(anywhere(seats(3), 0), 4);
  assert.equal(anywhere(seats(), 6), 6);
  assert.equal(anywhere(seats(6), 6), 3);
});
