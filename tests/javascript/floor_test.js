/* The floor: notices across tables, and the business at a glance. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { rowsOf, sinceOf, sumOf } from "../../src/pitboss/web/script/staff/glance.js";
import { deckUntil, notices, rulingsWaiting } from "../../src/pitboss/web/script/staff/notices.js";

const HOUR = 3_600_000;
const table = (more) => ({
  id: 1, name: "One", moment: "bets", dealer: "person", due: null, matters: [], absent: [], decks: [], shuffler: "none", shoe: "none",
  proposals: 0, practice: false, seats_taken: 2, seats: 6, ...more,
});
const deck = (since, hours) => ({ number: 1, in_play_at: since, hours });
const kinds = (tables, now = 0) => notices(tables, now).map(({ table: { id }, kind }) => `${id} ${kind}`);

test("a table in order has no notice", () => {
  assert.deepEqual(kinds([table({ shuffler: "working", shoe: "working", decks: [deck(null, 8), deck(0, null)] })]), []);
});

test("each thing that somebody must know of has its notice, what is bad first", () => {
  assert.deepEqual(kinds([table({ absent: [2, 4], proposals: 1 }), table({ id: 2, moment: "set aside", shuffler: "removed", shoe: "covered" })]),
    ["2 aside", "2 shuffler", "2 shoe", "1 absent", "1 proposals"]);
  assert.deepEqual(notices([table({ absent: [2, 4] })], 0)[0].values, { n: 2, seats: "2, 4" });
});

test("a deck is noticed half an hour before its hours are over, and is bad afterwards", () => {
  const decks = [deck(1000, 8)];
  const until = 1000 + 8 * HOUR;
  assert.equal(deckUntil(decks[0]), until);
  assert.deepEqual(kinds([table({ decks })], until - HOUR / 2 - 1), []);
  assert.deepEqual(kinds([table({ decks })], until - HOUR / 2), ["1 deck.soon"]);
  assert.deepEqual(kinds([table({ decks })], until - 1), ["1 deck.soon"]);
  assert.deepEqual(kinds([table({ decks })], until), ["1 deck"]);
});

test("a count is noticed where a person deals", () => {
  assert.deepEqual(kinds([table({ due: { do: "CountStub" } })]), ["1 count"]);
  assert.deepEqual(kinds([table({ due: { do: "CountStub" }, dealer: "automatic" })]), []);
  assert.deepEqual(kinds([table({ due: { do: "DealCards" } })]), []);
});

test("rulings are counted over all tables", () => {
  assert.equal(rulingsWaiting([table({ matters: [1, 2] }), table({}), table({ matters: [3] })]), 3);
});

test("a stretch of time begins at midnight", () => {
  const now = Date.UTC(2026, 10, 18, 15, 30); // the tests run at Greenwich
  assert.equal(sinceOf("today", now), Date.UTC(2026, 10, 18));
  assert.equal(sinceOf("week", now), Date.UTC(2026, 10, 12));
  assert.equal(sinceOf("month", now), Date.UTC(2026, 9, 20));
  assert.equal(sinceOf("all", now), 0);
});

const line = (more) => ({ table: 1, name: "One", practice: false, rounds: 10, last_hour: 3, wagered: 5000, win: 700, ...more });

test("every table has a line, also one that did nothing and one that is closed", () => {
  const business = { tables: [line({ table: 9, name: "Closed" }), line({})] };
  const rows = rowsOf(business, { tables: [{ table: 1, practice: false, expected: 120.4, win: 650 }] }, [table({}), table({ id: 2, name: "Two" })]);
  assert.deepEqual(rows.map((row) => [row.name, row.rounds, row.win, row.expected, row.heldWin, row.taken]),
    [["One", 10, 700, 120, 650, 2], ["Two", 0, 0, 0, 0, 2], ["Closed", 10, 700, 0, 0, null]]);
});

test("sums are of one kind of chips, and of what is known", () => {
  const business = { tables: [line({}), line({ table: 2, win: -300, rounds: 5 }), line({ table: 3, practice: true, win: 9999 })] };
  const open = [1, 2].map((id) => table({ id }));
  const before = sumOf(rowsOf(business, null, open), false);
  assert.deepEqual([before.n, before.rounds, before.win, before.wagered, before.expected, before.taken, before.seats], [2, 15, 400, 10000, null, 4, 12]);
  const told = { tables: [1, 2].map((id) => ({ table: id, practice: false, expected: 50 * id, win: 0 })) };
  assert.equal(sumOf(rowsOf(business, told, open), false).expected, 150);
});
