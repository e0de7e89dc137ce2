/* The form of a Rules Submission: which fields have a meaning, where a fault stands, how amounts are sent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { applies, byField, placeOf, plain } from "../../src/pitboss/web/script/staff/fitting.js";

test("a field applies while all that it needs is chosen", () => {
  const when = [{ key: "a", values: ["1", "2"] }, { key: "b", values: ["x"] }];
  assert.equal(applies({ when }, { a: "2", b: "x" }), true);
  assert.equal(applies({ when }, { a: "3", b: "x" }), false);
  assert.equal(applies({ when }, { a: "1" }), false);
  assert.equal(applies({ when: [] }, {}), true);
});

test("amounts are sent in dollars with a point; what is none stays as it is", () => {
  assert.equal(plain("amount", " $1,250.50 "), "1250.50");
  assert.equal(plain("amount", "5"), "5");
  assert.equal(plain("amount", "0.05"), "0.05");
  assert.equal(plain("amount", "a lot"), "a lot");
  assert.equal(plain("amount", ""), "");
  assert.equal(plain("percent", "5,5 %"), "5.5");
  assert.equal(plain("text", " A, B "), "A, B");
});

const FIELDS = [
  { key: "table", kind: "text" }, { key: "wagers.own", kind: "text" }, { key: "wagers.own.lines", kind: "rows" }, { key: "meters", kind: "rows" },
];

test("a fault stands at its field, in a field with rows at its row and column", () => {
  assert.deepEqual(placeOf("table", FIELDS), { field: "table", row: null, column: "" });
  assert.deepEqual(placeOf("wagers.own.lines", FIELDS), { field: "wagers.own.lines", row: null, column: "" });
  assert.deepEqual(placeOf("wagers.own.lines[2].pays", FIELDS), { field: "wagers.own.lines", row: 1, column: "pays" });
  assert.deepEqual(placeOf("wagers.own.lines[10]", FIELDS), { field: "wagers.own.lines", row: 9, column: "" });
  assert.deepEqual(placeOf('meters."Grand Meter".rate', FIELDS), { field: "meters", row: "Grand Meter", column: "rate" });
  assert.deepEqual(placeOf("meters.Grand.reset", FIELDS), { field: "meters", row: "Grand", column: "reset" });
  assert.equal(placeOf("wagers.other", FIELDS), null);
  assert.equal(placeOf("tables", FIELDS), null);
});

test("faults are told by their fields, and those without one apart", () => {
  const faults = ["table", "meters.A.rate", "meters", "readings.old"].map((key) => ({ key }));
  const found = byField(faults, FIELDS);
  assert.deepEqual([...found].map(([key, all]) => [key, all.length]), [["table", 1], ["meters", 2], ["", 1]]);
});
