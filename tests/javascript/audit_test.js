/* What is asked of the record and how it answers; passwords; what a reader's rounds brought. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { dollars, fromAddress, local, parameters, stretch } from "../../src/pitboss/web/script/audit/asked.js";
import { exactly, fine } from "../../src/pitboss/web/script/audit/logs.js";
import { when } from "../../src/pitboss/web/script/audit/signed.js";
import { named } from "../../src/pitboss/web/script/audit/verifying.js";
import { rulesOf, unmet } from "../../src/pitboss/web/script/door/password.js";
import { staked } from "../../src/pitboss/web/script/round/result.js";
import { own, Sums } from "../../src/pitboss/web/script/round/sums.js";
import { say } from "../../src/pitboss/web/script/text.js";
import "../../src/pitboss/web/script/text/audit.js";

const asked = (search) => String(fromAddress(search, ["misdeal"]));

test("an address asks what it may ask, and nothing else", () => {
  assert.equal(asked("?table=3&at_least=500&void=true"), "table=3&at_least=500&void=true");
  assert.equal(asked("?irregularity=misdeal"), "irregularity=misdeal");
  assert.equal(asked("?irregularity=any"), "irregularity=any");
  assert.equal(asked("?dealer=Dora"), "dealer=Dora");
  for (const odd of ["?irregularity=other", "?table=x", "?table=-1", "?void=false", "?more=1", "?since=1e5", "?patron=", "?constructor=1"]) {
    assert.equal(asked(odd), "", odd);
  }
  assert.equal(asked(`?since=${"9".repeat(15)}`), `since=${"9".repeat(15)}`);
  assert.equal(asked(`?since=${"9".repeat(16)}`), "");
});

test("what was left empty is not asked", () => {
  assert.deepEqual(parameters({ table: "", patron: null, at_least: 0, since: 5, only: ["void"] }), { at_least: 0, since: 5, void: "true" });
});

test("fields show again what was asked", () => {
  assert.equal(dollars("125050"), "1250.5");
  assert.equal(dollars(null), "");
  assert.equal(local(String(Date.UTC(2026, 0, 31, 15, 4))), "2026-01-31T15:04"); // the tests run at Greenwich
  assert.equal(local(null), "");
});

test("a stretch of time is one of whole days", () => {
  const now = Date.UTC(2026, 0, 1, 15, 30); // the tests run at Greenwich
  assert.deepEqual(stretch("today", now), { since: Date.UTC(2026, 0, 1), until: null });
  assert.deepEqual(stretch("yesterday", now), { since: Date.UTC(2025, 11, 31), until: Date.UTC(2026, 0, 1) });
  assert.deepEqual(stretch("week", now), { since: Date.UTC(2025, 11, 26), until: null });
  assert.deepEqual(stretch("month", Date.UTC(2026, 1, 28, 1)), { since: Date.UTC(2026, 1, 1), until: null });
});

test("a meter's millionths are written with all their places", () => {
  assert.equal(fine(0), "$0.00");
  assert.equal(fine(1_000_000), "$0.01");
  assert.equal(fine(1_500_000), "$0.015");
  assert.equal(fine(1), "$0.00000001");
  assert.equal(fine(-500_000), "−$0.005");
  assert.equal(fine(123_456_789_012_345), "$1,234,567.89012345");
});

test("a moment is told to the second", () => {
  assert.equal(exactly(Date.UTC(2026, 0, 31, 15, 4, 5)).replace(/\s/g, " "), "Jan 31, 2026, 3:04:05 PM");
});

test("when it was signed stands in what was signed, if it can be read", () => {
  assert.match(when(`{"at":${Date.UTC(2026, 0, 31)}}`), /Jan 31, 2026/);
  assert.deepEqual(["{}", "{", "5", ""].map(when), ["", "", "", ""]);
});

test("tables are called by their names", () => {
  const tables = [{ id: 3, name: "Red" }];
  const known = say("verify.table", { id: 3, name: "Red" });
  assert.equal(named("rows of table 3 and table 30 differ", tables), `Rows of ${known} and table 30 differ.`);
});

const KNOWN = { password_shortest: 8, password_longest: 10, password_varied: 4 };
const first = (password, { again = password, name = "ann", known = KNOWN } = {}) => unmet(rulesOf(known), { password, again, name })?.[0];

test("a password keeps the house's figures, both bounds", () => {
  assert.equal(first("abcdefg"), "length");
  assert.equal(first("abcdefgh"), undefined);
  assert.equal(first("abcdefghij"), undefined);
  assert.equal(first("abcdefghijk"), "length");
  assert.equal(first("abcabcabc"), "varied");
  assert.equal(first("abcdabcd"), undefined);
});

test("letters are counted as people count them", () => {
  assert.equal(first("😀😁😂😃😄😅😆"), "length");
  assert.equal(first("😀😁😂😃😄😅😆😇"), undefined);
});

test("a password is not the name, however it is written, and is written twice alike", () => {
  assert.equal(first("Ann  Smith", { name: "ａｎｎ smith" }), "name");
  assert.equal(first("abcdefgh", { again: "abcdefgx" }), "same");
  assert.equal(first("abcdefgh", { name: " " }), undefined);
});

test("where the house has not told its figures the rest is still asked", () => {
  assert.deepEqual(rulesOf(null).map(([key]) => key), ["name", "same"]);
  assert.deepEqual(rulesOf(KNOWN).map(([key]) => key), ["length", "varied", "name", "same"]);
  assert.equal(first("", { known: null }), "name");
});

test("what lay there is shown of what was settled, collected or went back", () => {
  assert.deepEqual([staked({ is: "WagerSettled", stake: 700 }), staked({ is: "WagerReturned", cents: 500 }), staked({ is: "EnvyPaid", cents: 5 })], ["$7", "$5", ""]);
});

const round = (net, more = {}) => ({ hands: [{ player: "ann", wagered: 500, returned: 500 + net }, { player: "bob", wagered: 1, returned: 9 }],
  practice: false, cleared_at: 5, ...more });

test("of a round only one's own hands count", () => {
  assert.deepEqual(own(round(250), "ann"), { wagered: 500, returned: 750, net: 250 });
  assert.deepEqual(own(round(250), "eve"), { wagered: 0, returned: 0, net: 0 });
});

test("practice chips and real ones are never added together", () => {
  const sums = new Sums();
  sums.add(round(100, { practice: true }), "ann");
  assert.deepEqual([sums.mixed, sums.net], [false, 100]);
  sums.add(round(-300), "ann");
  assert.deepEqual([sums.shown, sums.mixed, sums.net, sums.practice], [2, true, -300, 100]);
});

test("a round that is still played brings nothing yet", () => {
  const sums = new Sums();
  sums.add(round(-500, { cleared_at: null }), "ann");
  assert.deepEqual([sums.shown, sums.net, sums.mixed], [1, 0, false]);
});
