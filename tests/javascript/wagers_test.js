/* What is done to all wagers at once, what the coach says of choices, and what is seen of cards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { agent } from "../../src/pitboss/web/script/accounts/one.js";
import { faces, placeOf } from "../../src/pitboss/web/script/round/stage.js";
import { record } from "../../src/pitboss/web/script/staff/people.js";
import { accounts } from "../../src/pitboss/web/script/staff/reserves.js";
import { costs, partsOf } from "../../src/pitboss/web/script/worths.js";
import { all } from "../../src/pitboss/web/script/table/wagers-all.js";
import { say } from "../../src/pitboss/web/script/text.js";
import { corner } from "../../src/pitboss/web/script/why-panel.js";

/** The wagers of a reader: what lies on which area, and what is wanted there instead. */
function wagers(lying, { left = 100_000, kept = {}, limits = {}, mine = [3], units = [["one"], ["two", "twin"], ["three"]] } = {}) {
  const on = (seat, id) => lying[`${seat}.${id}`] ?? 0;
  const made = {
    have: left + Object.values(lying).reduce((one, two) => one + two, 0), kept, mine, units, on, past: [], wanted: [], refused: null,
    offers: new Map(Object.entries(limits)),
    snapshot: () => JSON.stringify(lying),
    remember: () => made.past.push(made.snapshot()),
    forget: () => {},
    want: (seat, unit, cents) => made.wanted.push([`${seat}.${unit[0]}`, cents]),
    refuse: (seat, wager, _, why) => (made.refused = [seat, wager, why]),
  };
  return made;
}

test("what goes, goes in the opposite order of what comes", () => {
  const found = wagers({ "3.one": 500, "3.three": 500 });
  all.clear(found);
  assert.deepEqual(found.wanted, [["3.three", 0], ["3.two", 0], ["3.one", 0]]);
  assert.deepEqual(found.past, ['{"3.one":500,"3.three":500}']);
});

test("what was kept is laid again, first what has to be there for the rest", () => {
  const found = wagers({}, { kept: { "3.three": 100, "3.one": 500 } });
  all.repeat(found);
  assert.deepEqual(found.wanted, [["3.two", 0], ["3.one", 500], ["3.three", 100]]);
});

test("where the chips do not reach for all of it nothing is laid; to the last cent they reach", () => {
  const kept = { "3.one": 500, "3.three": 100 };
  const short = wagers({ "3.one": 100 }, { kept, left: 499 });
  all.repeat(short);
  assert.deepEqual([short.wanted, short.refused], [[], [3, "one", { code: "short", wager: "one", cents: 600, have: 599 }]]);
  const enough = wagers({ "3.one": 100 }, { kept, left: 500 });
  all.repeat(enough);
  assert.deepEqual([enough.wanted.length, enough.refused], [3, null]);
});

test("all wagers are doubled, those that go together alike, and what has one amount stays", () => {
  const lying = { "3.one": 500, "3.two": 200, "3.twin": 200, "3.three": 100 };
  const limits = { "3.one": { minimum: 100, maximum: 1_000 }, "3.two": { minimum: 100, maximum: 1_000 }, "3.three": { minimum: 100, maximum: 100 } };
  const found = wagers(lying, { limits });
  all.double(found);
  assert.deepEqual(found.wanted, [["3.one", 1_000], ["3.two", 400], ["3.three", 100]]);
});

test("where one cannot be doubled only that one is asked for", () => {
  const limits = { "3.one": { minimum: 100, maximum: 1_000 }, "3.two": { minimum: 100, maximum: 399 } };
  const found = wagers({ "3.one": 500, "3.two": 200, "3.twin": 200 }, { limits });
  all.double(found);
  assert.deepEqual(found.wanted, [["3.two", 400]]);
});

test("what was last there and something else comes back", () => {
  const found = wagers({ "3.one": 500 });
  found.past = ['{"3.one":100}', '{"3.one":500}'];
  all.undo(found);
  assert.deepEqual(found.wanted, [["3.three", 0], ["3.two", 0], ["3.one", 100]]);
  const none = wagers({ "3.one": 500 });
  all.undo(none);
  assert.deepEqual(none.wanted, []);
});

test("a choice says what it gives away", () => {
  assert.deepEqual(costs({ cost_percent: 2.345, cost_cents: 117.4 }), { percent: "2.35%", money: "$1.17" });
});

test("values are drawn between the least and the greatest", () => {
  assert.deepEqual(partsOf([-1, 1, 0]), [0, 1, 0.5]);
  assert.deepEqual(partsOf([0.5, 0.5]), [0, 0]);
});

test("of cards that lie face down nothing is seen but by whom they belong to", () => {
  const cards = [{ card: "As", up: true }, { card: "Kd", up: false }];
  assert.deepEqual(faces(cards, false), ["As", "??"]);
  assert.deepEqual(faces(cards, true), ["As", "Kd"]);
});

test("an event is about a seat or a place, or about none", () => {
  assert.deepEqual([{ seat: 3, to: "seat" }, { to: "dealer" }, { place: "box" }, {}].map(placeOf), ["3", "dealer", "box", ""]);
});

test("a walk-in's wagers are recorded one by one, those that differ", async () => {
  const acts = [];
  const now = { view: { seats: [{ wagers: { one: 500, two: 100 } }] }, act: (act) => void acts.push(act) };
  await record(now, 1, { one: 500, two: null, three: 200, four: null });
  assert.deepEqual(acts, [{ do: "PlaceWager", seat: 1, wager: "two", cents: 0 }, { do: "PlaceWager", seat: 1, wager: "three", cents: 200 }]);
});

test("the first wager that is refused ends the record", async () => {
  const acts = [];
  const now = { view: { seats: [{ wagers: {} }] }, act: (act) => (acts.push(act), Promise.reject(new Error("no"))) };
  await assert.rejects(record(now, 1, { one: 1, two: 2 }));
  assert.equal(acts.length, 1);
});

test("reserves of practice chips and of real ones are never offered together", () => {
  assert.deepEqual(accounts(["1/grand", "2/minor"], []), ["cage", "reserve:1/grand", "reserve:2/minor"]);
  assert.deepEqual(accounts(["1/grand", "2/minor"], ["2/minor"]), ["cage", "reserve:1/grand", "practice/cage", "practice/reserve:2/minor"]);
  assert.deepEqual(accounts(["2/minor"], ["2/minor"]), ["practice/cage", "practice/reserve:2/minor"]);
  assert.deepEqual(accounts([], []), []);
});

test("a browser is named by its program and its system", () => {
  assert.equal(agent("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"), "Firefox/128, X11");
  assert.equal(agent("Mozilla/5.0 (Macintosh; Intel) AppleWebKit/537 Chrome/120.0 Safari/537"), "Chrome/120, Macintosh");
  assert.equal(agent("curl/8.0"), "curl/8.0");
  assert.equal(agent(""), say("accounts.agent.none"));
});

const AT = { left: 100, top: 200, bottom: 220, width: 40 };

test("a popover stands above, or below where there is no room, and inside the window", () => {
  assert.deepEqual(corner(AT, { width: 60, height: 100 }, 800, 600), { left: 90, top: 90 });
  assert.deepEqual(corner(AT, { width: 60, height: 190 }, 800, 600), { left: 90, top: 230 });
  assert.deepEqual(corner(AT, { width: 400, height: 100 }, 800, 600), { left: 8, top: 90 });
  assert.deepEqual(corner({ ...AT, left: 780 }, { width: 60, height: 100 }, 800, 600), { left: 732, top: 90 });
  assert.deepEqual(corner(AT, { width: 60, height: 590 }, 800, 600), { left: 90, top: 8 });
});
