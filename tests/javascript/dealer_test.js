/* What a dealer types, pays and places again. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { kept } from "./page.js";
import { Again } from "../../src/pitboss/web/script/staff/again.js";
import { Flow } from "../../src/pitboss/web/script/staff/flow.js";
import { Payments } from "../../src/pitboss/web/script/staff/payments.js";
import { barred, complete, readCards, vocabulary } from "../../src/pitboss/web/script/staff/reading.js";
import { callable } from "../../src/pitboss/web/script/staff/twice.js";

beforeEach(() => kept.clear());

const NAMES = { As: ["ace of spades", "as de picas"], Kd: ["king of diamonds", "rey de diamantes"], Th: ["ten of hearts"],
  GD: ["Gold Dragon", "Dragón de oro"], T2: ["tiger"] };
const WORDS = vocabulary(Object.keys(NAMES), (code) => NAMES[code], ["Unknown"]);
const read = (text) => readCards(text, WORDS);

test("cards are read by their codes, their signs and their names in words, alone and together", () => {
  assert.deepEqual(read("as kd"), { cards: ["As", "Kd"], wrong: "" });
  assert.deepEqual(read("AS, KD;10H"), { cards: ["As", "Kd", "Th"], wrong: "" });
  assert.deepEqual(read("A♠ 10♥"), { cards: ["As", "Th"], wrong: "" });
  assert.deepEqual(read("askd10h??"), { cards: ["As", "Kd", "Th", "??"], wrong: "" });
  assert.deepEqual(read("ace of spades King Diamonds"), { cards: ["As", "Kd"], wrong: "" });
  assert.deepEqual(read("gold dragon t2 dragon de oro TIGER gd"), { cards: ["GD", "T2", "GD", "T2", "GD"], wrong: "" });
  assert.deepEqual(read("unknown as de picas"), { cards: ["??", "As"], wrong: "" });
  assert.deepEqual(read("  "), { cards: [], wrong: "" });
});

test("the first word that is no card is named, with the cards before it", () => {
  assert.deepEqual(read("as zz kd"), { cards: ["As"], wrong: "zz" });
  assert.deepEqual(read("2c"), { cards: [], wrong: "2c" });
  assert.deepEqual(read("asz"), { cards: [], wrong: "asz" });
  assert.deepEqual(read("as ace of"), { cards: ["As"], wrong: "ace" });
});

test("what lies face down and what is on record stands among what was typed", () => {
  const place = (up, known = "") => ({ place: "dealer", seat: 0, up, known });
  const places = [place(false), place(true), place(true, "Th"), place(true)];
  assert.deepEqual(complete(places, ["As", "Kd"]), ["??", "As", "Th", "Kd"]);
  assert.deepEqual(complete(places, ["??", "As", "Th", "Kd"]), ["??", "As", "Th", "Kd"]);
  assert.deepEqual(complete(places, ["As"]), ["As"]); // not all: the house says what is missing
  assert.deepEqual(complete([place(false)], []), ["??"]);
});

const told = (event, facts, pays = "") => ({ event, facts, pays });
const settled = (seat, wager, stake, won = 0, back = 0, pays = "") => told("WagerSettled", { seat, wager, stake, won, back }, pays);

test("no more cards are pressed than are asked for, and none that lies on the table already", () => {
  const up = (known = "") => ({ place: "dealer", seat: 0, up: true, known });
  const places = [up(), up("Kh"), { ...up(), up: false }, up()]; // two are asked for
  assert.equal(barred("As", [], places, { As: 1 }), "");
  assert.equal(barred("As", ["Qs"], places, { As: 1 }), "");
  assert.equal(barred("As", ["Qs", "Js"], places, { As: 1 }), "full");
  assert.equal(barred("??", ["Qs", "??"], places, {}), "full");
  assert.equal(barred("As", ["As"], places, { As: 1 }), "gone");
  assert.equal(barred("As", ["As"], places, { As: 2 }), "");
  assert.equal(barred("As", [], places, { As: 0 }), "gone");
  assert.equal(barred("??", ["??"], places, {}), "");
  assert.equal(barred("Ks", ["As", "Qs", "Js"], [], null), "", "where any number can be named");
});

test("a hand is paid what it won; what it lost is taken; a push leaves the wager where it lies", () => {
  const payments = new Payments();
  payments.hear([settled(2, "ante", 500, 500, 500, "1 to 1"), settled(2, "bonus", 100), settled(1, "ante", 500, 0, 500),
    settled(1, "half", 500, 0, 250)]);
  assert.deepEqual(payments.hands, [
    { seat: 1, lines: [{ wager: "ante", pays: "", out: 0, takes: 0 }, { wager: "half", pays: "", out: 0, takes: 250 }] },
    { seat: 2, lines: [{ wager: "ante", pays: "1 to 1", out: 500, takes: 0 }, { wager: "bonus", pays: "", out: 0, takes: 100 }] },
  ]);
});

test("what was put into the tray before the deal is handed out with the win, and never taken again", () => {
  const payments = new Payments();
  payments.hear([told("WagerTaken", { seat: 1, wager: "progressive" }), told("WagerTaken", { seat: 2, wager: "progressive" }),
    settled(2, "progressive", 100, 5_000, 100), settled(1, "progressive", 100)]);
  assert.deepEqual(payments.hands.map(({ seat, lines }) => [seat, lines[0].out, lines[0].takes]), [[1, 0, 0], [2, 5_100, 0]]);
  payments.hear([told("WagerReturned", { seat: 1, wager: "progressive", cents: 100 })]);
  assert.equal(payments.hands[0].lines.at(-1).out, 100);
});

test("a payout limit takes off what it takes off, an envy bonus is a line of its own, a new round begins empty", () => {
  const payments = new Payments();
  payments.hear([settled(3, "ante", 500, 2_500_000, 500), told("PayoutCut", { seat: 3, wager: "ante", cents: 100_000 }),
    told("EnvyPaid", { seat: 4, of_seat: 3, cents: 7_500 }), told("WagerCollected", { seat: 5, wager: "ante", cents: 500 })]);
  assert.deepEqual(payments.hands.map(({ seat, lines }) => [seat, lines[0].wager, lines[0].out, lines[0].takes]),
    [[5, "ante", 0, 500], [4, "", 7_500, 0], [3, "ante", 2_400_000, 0]]);
  payments.hear([told("RoundOpened", { round: 2 })]);
  assert.deepEqual(payments.hands, []);
});

const seats = (...all) => ({ seats: all.map(([player, wagers], n) => ({ number: n + 1, player, wagers })) });

test("what lay there when the betting ended is placed again, for the same walk-in at the same position", () => {
  const again = new Again(7);
  again.look(seats(["walk-in Ann", { ante: 500 }], ["Bob", { ante: 900 }], ["walk-in Cy", {}]), true);
  again.look(seats(["walk-in Ann", { ante: 1_000 }], ["Bob", { ante: 900 }], ["walk-in Cy", {}]), true);
  again.look(seats(["walk-in Ann", { ante: 1_000, play: 2_000 }], ["Bob", {}], ["walk-in Cy", {}]), false);
  const free = seats(["walk-in Ann", {}], ["Bob", {}], ["walk-in Cy", {}]);
  again.look(free, true);
  assert.deepEqual(again.all(free), [[1, { ante: 1_000 }]]);
  assert.deepEqual(new Again(7).of(free, 1), { ante: 1_000 }); // a page that was opened anew
  assert.deepEqual(new Again(8).all(free), []);
  assert.deepEqual(again.of(seats(["walk-in Ann", { ante: 500 }]), 1), {});
  assert.deepEqual(again.of(seats(["walk-in Di", {}]), 1), {});
});

test("who sits out a round has the same again afterwards, who leaves has not", () => {
  const again = new Again(7);
  again.look(seats(["walk-in Ann", { ante: 500 }], ["walk-in Cy", { ante: 700 }]), true);
  again.look(seats(["walk-in Ann", {}], ["walk-in Cy", {}]), false);
  again.look(seats(["walk-in Ann", { ante: 600 }], ["walk-in Cy", {}]), true);
  again.look(seats(["walk-in Ann", {}], ["walk-in Cy", {}]), false);
  assert.deepEqual(again.all(seats(["walk-in Ann", {}], ["walk-in Cy", {}])), [[1, { ante: 600 }], [2, { ante: 700 }]]);
  again.look(seats(["walk-in Ann", { ante: 600 }], ["", {}]), true);
  again.look(seats(["walk-in Ann", {}], ["", {}]), false);
  assert.deepEqual(again.all(seats(["walk-in Ann", {}], ["walk-in Cy", {}])), [[1, { ante: 600 }]]);
});

const offer = (act, more = {}) => ({ by: "dealer", clause: "", example: { do: act, ...more } });
const due = { do: "RemoveStub", by: "dealer", yours: true, flows: true };
const moment = (more = {}) => ({ plays: false, table: { dealer: "person" }, offers: [offer("RemoveStub")],
  work: { seq: 5, due, matters: [], named: [] }, ...more });

test("what asks nothing follows once, as soon as the page shows what it follows on", () => {
  const flow = new Flow();
  assert.equal(flow.next(moment()), null); // nobody has pressed anything
  assert.equal(flow.begins("DealCards", 6), true);
  assert.equal(flow.next(moment()), null);
  const later = moment({ work: { ...moment().work, seq: 6 } });
  assert.deepEqual(flow.next(later), { do: "RemoveStub" });
  assert.equal(flow.next(later), null);
  flow.begins("DealCards", 5); // the stub may be counted instead: what is due is done
  assert.deepEqual(flow.next(moment({ offers: [offer("CountStub"), offer("RemoveStub")] })), { do: "RemoveStub" });
});

test("nothing follows on a report, where something is asked, waits or is another's, or where the house deals", () => {
  const flow = new Flow();
  assert.equal(flow.begins("Report", 5), false);
  const work = moment().work;
  const others = [{ work: { ...work, due: { ...due, flows: false } } }, { work: { ...work, due: { ...due, yours: false } } },
    { work: { ...work, due: null } }, { work: { ...work, matters: [{}] } }, { plays: true }, { table: { dealer: "automatic" } },
    { offers: [] }, { offers: [offer("RemoveStub", { deck: 1 }), offer("RemoveStub")] }, { offers: [offer("CountStub")] }];
  for (const other of others) {
    flow.begins("DealCards", 5);
    assert.equal(flow.next(moment(other)), null);
  }
});

test("the floorperson can be called about what is offered so, kind by kind", () => {
  const offers = [offer("CallFloor", { about: { do: "Report", kind: "a" } }), offer("CallFloor", { about: { do: "CountStub", stub: 1 } })];
  assert.equal(callable({ offers }, { do: "Report", kind: "a" }), true);
  assert.equal(callable({ offers }, { do: "Report", kind: "b" }), false);
  assert.equal(callable({ offers }, { do: "CountStub", stub: 9, places: [] }), true);
  assert.equal(callable({ offers }, { do: "RemoveDeck", deck: 1 }), false);
});
