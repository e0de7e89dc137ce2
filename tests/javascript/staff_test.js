/* What the staff's pages send, and what they say. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { acted, grouped, sign } from "../../src/pitboss/web/script/staff/acts.js";
import { once } from "../../src/pitboss/web/script/staff/chips.js";
import { noteOf, offered } from "../../src/pitboss/web/script/staff/due.js";
import { urgency } from "../../src/pitboss/web/script/staff/floor.js";
import { walkIn } from "../../src/pitboss/web/script/staff/names.js";
import { report, reportable } from "../../src/pitboss/web/script/staff/reports.js";
import { chosenOf, valueOf } from "../../src/pitboss/web/script/staff/values.js";
import { say } from "../../src/pitboss/web/script/text.js";

test("what is typed into a field becomes what is sent", () => {
  assert.deepEqual(valueOf({ kind: "text" }, "  Ann "), ["Ann", ""]);
  assert.deepEqual(valueOf({ kind: "password" }, "  secret "), ["  secret ", ""]);
  assert.deepEqual(valueOf({ kind: "money" }, "$12.50"), [1_250, ""]);
  assert.deepEqual(valueOf({ kind: "cards" }, "As, Kd\nQh"), [["As", "Kd", "Qh"], ""]);
  assert.deepEqual(valueOf({ kind: "date" }, "2026-01-31T15:04"), [Date.UTC(2026, 0, 31, 15, 4), ""]);
  assert.deepEqual(valueOf({ kind: "select" }, ""), ["", ""]);
  assert.deepEqual(valueOf({ kind: "file" }, "C:\\fake"), [null, ""]);
});

test("what is wrong with a field is said, and nothing is sent", () => {
  assert.deepEqual(valueOf({}, "  "), [null, say("form.needed")]);
  assert.deepEqual(valueOf({ kind: "money" }, "much"), [null, say("form.money")]);
  assert.deepEqual(valueOf({ optional: true }, ""), [null, ""]);
  assert.deepEqual(valueOf({ kind: "cards", optional: true }, ""), [[], ""]);
  assert.deepEqual(chosenOf({}, []), [[], say("form.choose")]);
  assert.deepEqual(chosenOf({ optional: true }, []), [[], ""]);
  assert.deepEqual(chosenOf({}, ["a"]), [["a"], ""]);
});

test("a number is whole and within its bounds, both of them", () => {
  const spec = { kind: "number", min: 3, max: 12 };
  assert.deepEqual(["3", "12"].map((typed) => valueOf(spec, typed)), [[3, ""], [12, ""]]);
  const wrong = say("form.number", { min: 3, max: 12 });
  for (const typed of ["2", "13", "-5", "4.0", "1e1", "x", "1234567890"]) assert.deepEqual(valueOf(spec, typed), [null, wrong], typed);
});

const offer = (act, more = {}) => ({ by: "dealer:d", clause: "X 1", example: { do: act, ...more } });

test("offers of one act at one deck or position are one form, each variant once", () => {
  const offers = [offer("CutCards", { deck: 1 }), offer("CutCards", { deck: 2 }), offer("SettleHand", { seat: 1 }),
    offer("SettleHand", { seat: 2 }), offer("CloseBets"), offer("CloseBets"), offer("OrderRecut", { deck: 2 })];
  assert.deepEqual(grouped(offers).map(({ key, offers: all }) => [key, all.length]),
    [["CutCards.1.", 1], ["CutCards.2.", 1], ["SettleHand..1", 1], ["SettleHand..2", 1], ["CloseBets..", 1], ["OrderRecut..", 1]]);
  const [both] = grouped([offer("ShuffleCards"), offer("ShuffleCards", { device: true })]);
  assert.equal(both.offers.length, 2);
  assert.deepEqual(both.about, { deck: 1 });
});

test("a form is another one when its offers change, or what its fields show", () => {
  const [group] = grouped([offer("CountStub")]);
  const one = sign(group, { work: { places: { burn: 1 } } });
  assert.equal(one, sign(group, { work: { places: { burn: 5 } } }));
  assert.notEqual(one, sign(group, { work: { places: { burn: 1, box: 1 } } }));
});

test("an act is sent with what was typed for it", () => {
  assert.deepEqual(acted({ do: "CutCards", depth: 26 }, { depth: 20 }), { do: "CutCards", depth: 20 });
  assert.deepEqual(acted({ do: "CutCards", depth: 26 }, { depth: null }), { do: "CutCards", depth: 26 });
  assert.deepEqual(acted({ do: "TakeWagers", chips: 2 }, { chips: null }), { do: "TakeWagers", chips: 2 });
  assert.deepEqual(acted({ do: "TakeWagers", chips: 2 }, { chips: 0 }), { do: "TakeWagers", chips: 0 });
  assert.deepEqual(acted({ do: "CloseBets" }, { more: 1 }), { do: "CloseBets" });
  assert.deepEqual(acted({ do: "OrderRecut" }, { reason: null }), { do: "OrderRecut" });
  assert.deepEqual(acted({ do: "OrderRecut" }, { reason: "dropped" }), { do: "OrderRecut", reason: "dropped" });
  assert.deepEqual(acted({ do: "ShowCards" }, { cards: [] }), { do: "ShowCards" });
  const [one, two] = [2, 3].map((seat) => ({ place: "seat", seat, up: true, known: "" }));
  const down = { place: "dealer", seat: 0, up: false, known: "" };
  assert.deepEqual(acted({ do: "ShowCards" }, { cards: ["As"] }, [one]), { do: "ShowCards", cards: ["As"] });
  assert.deepEqual(acted({ do: "DealCards" }, {}, [down, down]), { do: "DealCards", cards: ["??", "??"] });
  assert.deepEqual(acted({ do: "DealCards" }, { cards: ["Kd"] }, [down, one]), { do: "DealCards", cards: ["??", "Kd"] });
  assert.deepEqual(acted({ do: "SettleTable" }, {}), { do: "SettleTable" });
  assert.deepEqual(acted({ do: "SettleTable" }, { seat2: ["As", "Kd"], seat3: ["2c"] }, [one, { ...one, known: "5h" }, one, two]),
    { do: "SettleTable", faces: [[2, ["As", "5h", "Kd"]], [3, ["2c"]]] });
});

test("a count of the stub names its places only where some were counted", () => {
  assert.deepEqual(acted({ do: "CountStub", x: 1 }, { stub: 30, burn: null }), { do: "CountStub", stub: 30 });
  assert.deepEqual(acted({ do: "CountStub" }, { stub: 30, burn: 0 }), { do: "CountStub", stub: 30, places: [["burn", 0]] });
});

test("a report says where, how many and what was decided, as far as it was asked", () => {
  assert.deepEqual(report("k", {}), { do: "Report", kind: "k" });
  assert.deepEqual(report("k", { where: "seat3", count: 0 }), { do: "Report", kind: "k", place: "seat", seat: 3, count: 0 });
  assert.deepEqual(report("k", { where: "dealer", several: "2", ruling: "void", detail: "seen" }),
    { do: "Report", kind: "k", place: "dealer", count: 2, ruling: "void", detail: "seen" });
  assert.deepEqual(report("k", { seat: "4", place: "box" }), { do: "Report", kind: "k", seat: 4, place: "box" });
});

test("irregularities stand by kind, with their offers", () => {
  const now = { work: { irregularities: [{ kind: "a", n: 1 }, { kind: "b", n: 2 }, { kind: "a", n: 3 }] },
    offers: [offer("Report", { kind: "a" }), offer("Report", { kind: "z" }), offer("CloseBets"),
      offer("CallFloor", { about: { do: "Report", kind: "b" } }), offer("CallFloor", { about: { do: "CountStub", stub: 3 } })] };
  assert.deepEqual(reportable(now).map(({ kind, rows, offers, calls }) => [kind, rows.length, offers.length, calls.length]),
    [["a", 2, 1, 0], ["b", 1, 0, 1]]);
});

const now = (more = {}) => ({ offers: [], plays: false, work: { named: [], left: null }, table: { cards: "shuffle", dealer: "person" }, ...more });

test("what is due is done by the offers of its act, at its deck, or by what may be done instead", () => {
  const all = { offers: [offer("CutCards", { deck: 1 }), offer("CutCards", { deck: 2 }), offer("CountStub"), offer("RemoveStub")] };
  const keys = (due) => offered(now(all), due).map((group) => group.key);
  assert.deepEqual(keys({ do: "CutCards", deck: 2 }), ["CutCards.2."]);
  assert.deepEqual(keys({ do: "RemoveStub" }), ["CountStub..", "RemoveStub.."]);
  assert.deepEqual(keys({ do: "CountStub" }), ["CountStub.."]);
});

test("faces of a physical deck are asked of the one whose duty it is, unless he plays", () => {
  const due = { do: "SettleHand", by: "dealer", yours: true, seat: 2, clause: "X 1" };
  const feed = { work: { named: [{ place: "seat", seat: 2, up: true, known: "" }], left: {} } };
  assert.deepEqual(offered(now(feed), due).map((group) => group.key), ["SettleHand..2"]);
  assert.deepEqual(offered(now({ ...feed, plays: true }), due), []);
  assert.deepEqual(offered(now(feed), { ...due, yours: false }), []);
  assert.deepEqual(offered(now(), due), []);
});

test("a note says why the reader cannot or need not do what is due", () => {
  const due = { do: "CutCards", by: "dealer", yours: true };
  assert.equal(noteOf(now(), due), "");
  assert.equal(noteOf(now({ plays: true }), due), "due.conflict");
  assert.equal(noteOf(now(), { ...due, yours: false }), "due.other");
  assert.equal(noteOf(now(), { ...due, waits: true }), "due.waits");
  assert.equal(noteOf(now({ table: { cards: "shuffle", dealer: "automatic" } }), due), "due.automatic");
  const feed = { cards: "feed", dealer: "person" };
  assert.equal(noteOf(now({ table: feed }), { do: "DealCards", by: "dealer", yours: true }), "due.feed");
  assert.equal(noteOf(now({ table: feed, work: { named: [], left: {} } }), { do: "DealCards", by: "dealer", yours: true }), "");
});

test("what is asked twice alike has one id until it is done", () => {
  const ids = once();
  const first = ids(["/x", { cents: 5 }]);
  assert.equal(ids(["/x", { cents: 5 }]).id, first.id);
  assert.notEqual(ids(["/x", { cents: 6 }]).id, first.id);
  const again = ids(["/x", { cents: 5 }]);
  again.done();
  assert.notEqual(ids(["/x", { cents: 5 }]).id, again.id);
});

test("a walk-in is known by the name that the house gives him", () => {
  assert.deepEqual(["walk-in Ann", "ann"].map(walkIn), [true, false]);
});

test("on the floor stand first tables that wait for a ruling or cannot go on, then those that people deal", () => {
  const table = (dealer, matters = [], moment = "") => ({ dealer, matters, moment });
  const found = [table("automatic"), table("person"), table("automatic", [{}]), table("automatic", [], "set aside"), table("person", [{}])];
  assert.deepEqual(found.map(urgency), [2, 1, 0, 0, 0]);
});
