/* Who has which table, who is late, and what is said of a change. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { changes, mayDrain, short, span, standing, tablesOf } from "../../src/pitboss/web/script/processes/reckon.js";

const process = (id, more = {}) => ({ id, draining: false, left_ms: 9_000, renewed_ms: 400, ...more });
const table = (id, holder, epoch = 1) => ({ id, name: `T${id}`, game: "let-it-ride", process: holder, epoch, since: 0, before: null, why: "" });
const seen = (processes, tables = []) => ({ several: true, now: 0, desk: null, processes, tables });

test("tables are told by who has them, and those that nobody has", () => {
  const house = seen([process("a"), process("b")], [table(1, "a"), table(2, null), table(3, "a")]);
  assert.deepEqual(tablesOf(house, "a").map((each) => each.id), [1, 3]);
  assert.deepEqual(tablesOf(house, "b"), []);
  assert.deepEqual(tablesOf(house, null).map((each) => each.id), [2]);
});

test("a lease that is not renewed for a quarter of it is late, and one that has run out is over", () => {
  assert.equal(standing({ renewed_ms: 2_500, left_ms: 7_500 }), "good");
  assert.equal(standing({ renewed_ms: 2_501, left_ms: 7_499 }), "late");
  assert.equal(standing({ renewed_ms: 9_999, left_ms: 1 }), "late");
  assert.equal(standing({ renewed_ms: 10_000, left_ms: 0 }), "gone");
});

test("a process is drained only where another could take its tables", () => {
  assert.equal(mayDrain(seen([process("a")]), "a"), false);
  assert.equal(mayDrain(seen([process("a"), process("b")]), "a"), true);
  assert.equal(mayDrain(seen([process("a"), process("b", { draining: true })]), "a"), false);
  assert.equal(mayDrain(seen([process("a"), process("b", { left_ms: 0 })]), "a"), false);
});

test("ids are shortened, times are in the unit that fits", () => {
  assert.equal(short("0123456789abcdef"), "01234567");
  assert.equal(short(null), "");
  const said = [0, 449, 9_949, 10_000, 119_499, 120_000, 7_199_000, 7_200_000, -5].map(span);
  assert.deepEqual(said, ["0.0 s", "0.4 s", "9.9 s", "10 s", "119 s", "2 min", "120 min", "2 h", "0.0 s"]);
});

test("the first look says nothing, later ones what has changed", () => {
  const before = seen([process("aaaaaaaaaa"), process("b")], [table(1, "b", 1), table(2, "b", 1), table(3, "a", 4)]);
  assert.deepEqual(changes(null, before), []);
  assert.deepEqual(changes(before, before), []);
  const after = seen([process("b", { draining: true }), process("c")], [table(1, "c", 2), table(2, null, 2), table(3, "a", 4), table(4, "c", 1)]);
  assert.deepEqual(changes(before, after), [
    "Process aaaaaaaa has gone.", "Process b is draining.", "Process c has joined the house.", "T1 has changed hands.",
  ]);
  const two = seen(before.processes, [table(1, "a", 3), table(2, "a", 3)]);
  assert.deepEqual(changes(before, two), ["2 tables have changed hands: T1 and T2."]);
});
