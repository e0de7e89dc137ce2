/* What a table says: what happens now, what went wrong, why a wager was not taken. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Alarms } from "../../src/pitboss/web/script/table/alarms.js";
import { ranges, wrong } from "../../src/pitboss/web/script/table/other.js";
import { plainly } from "../../src/pitboss/web/script/table/refusing.js";
import { Words } from "../../src/pitboss/web/script/table/words.js";
import { say } from "../../src/pitboss/web/script/text.js";
import "../../src/pitboss/web/script/text/table.js";
import "../../src/pitboss/web/script/text/telling.js";

const GAME = {
  wagers: [{ id: "first", title: "First" }, { id: "second", title: "Second", metered: true }],
  steps: [{ name: "s1", kind: "ask", title: "The players decide", choices: [{ name: "go", label: "Go on" }] },
    { name: "s2", kind: "settle", title: "Settlement", choices: [] }, { name: "s3", kind: "deal", title: "The deal", choices: [] },
    { name: "s4", kind: "odd", title: "Something odd", choices: [] }, { name: "s5", kind: "bets", title: "Wagers", choices: [] }],
};
const words = new Words(GAME);
const who = (seat) => `P${seat}`;

test("wagers and choices have their titles; what has none is written plainly", () => {
  assert.deepEqual([words.wager("first"), words.wager("some_other")], ["First", "some other"]);
  assert.equal(words.metered, "second");
  assert.equal(words.choice("s1", "go").label, "Go on");
  assert.equal(words.choice("none", "go"), undefined);
});

test("what happens now is said for the reader, or for the one whose turn it is", () => {
  const now = (step, turn, mine, asked = true) => words.now({ step, turn, mine }, who, asked);
  assert.equal(now("none", 0, []), say("state.between"));
  assert.equal(now("s1", 0, [1]), "The players decide");
  assert.equal(now("s1", 2, [1]), say("now.ask", { who: "P2" }));
  assert.equal(now("s1", 1, [1]), say("now.ask.you"));
  assert.equal(now("s1", 1, [1], false), say("clock.ruling"));
  assert.equal(now("s1", 4, [1, 4]), say("now.at", { seat: 4, what: say("now.ask.you") }));
  assert.equal(now("s2", 1, [1]), say("now.settle.you"));
  assert.equal(now("s3", 0, []), say("now.deal"));
  assert.equal(now("s4", 0, []), "Something odd");
});

test("while wagers are made nobody is told to place any who does not play, has placed them, or sits out", () => {
  const now = (mine, ready, lying = {}) => words.now({ step: "s5", turn: 0, mine, seats: [{ number: 1, wagers: lying }, { number: 2, wagers: {} }] }, who, false, ready);
  assert.equal(now([], [1, 2], { first: 500 }), "Wagers are being made");
  assert.equal(now([1], []), "Place your wagers");
  assert.equal(now([1], [2], { first: 500 }), "Place your wagers");
  assert.equal(now([1, 2], [1], { first: 500 }), "Place your wagers", "one position more is waited for");
  assert.equal(now([1, 2], [2, 1], { first: 500 }), "Your wagers are down");
  assert.equal(now([2], [2], { first: 500 }), "You sit this hand out", "the wagers are another's");
});

/** What the banner shows of these events; each is [event, facts, clocked]. */
function alarmed(events, { who: name = "" } = {}) {
  const shown = [];
  const alarms = new Alarms();
  const banner = { show: (sentence, how) => shown.push([sentence, how.tone]) };
  for (const [event, facts = {}, clocked = false] of events) alarms.told(event, facts, { who: name, said: facts.said, clocked, banner, rules: () => {} });
  return shown;
}

test("a round that is void says why", () => {
  const [mishap, ends] = [{ said: "There is a misdeal" }, { said: "The round is void" }];
  assert.deepEqual(alarmed([["Irregularity", mishap], ["RoundVoided", ends]]),
    [["There is a misdeal.", "bad"], ["There is a misdeal. The round is void.", "bad"]]);
  assert.deepEqual(alarmed([["Irregularity", mishap], ["RoundOpened"], ["RoundVoided", ends]])[1], ["The round is void.", "bad"]);
});

const RAN = ["HouseDecided", { said: "The time ran out" }, true];

test("who did not act in time is told what came of it, step by step, in the house's words", () => {
  const told = alarmed([RAN, ["PlayerAway", { seat: 2, said: "You count as gone" }, true], ["Decided", { seat: 2, folds: true, said: "You fold" }],
    ["WagerCollected", { seat: 2, said: "First is collected" }], ["WagerCollected", { seat: 3, said: "Of another" }], ["Decided", { seat: 2, said: "No fold" }]]);
  assert.deepEqual(told, [["The time ran out. You count as gone.", "bad"], ["The time ran out. You count as gone. You fold.", "bad"],
    ["The time ran out. You count as gone. You fold. First is collected.", "bad"]]);
});

test("of another player it is said without alarm, and what he does himself is not said", () => {
  assert.deepEqual(alarmed([RAN, ["SeatLeft", { seat: 2, said: "Ann has left" }, true]], { who: "Ann" }), [["The time ran out. Ann has left.", ""]]);
  const gone = [RAN, ["PlayerAway", { seat: 2, said: "Ann is gone" }, true], ["Decided", { seat: 2, folds: true, said: "b" }], ["WagerCollected", { seat: 2, said: "c" }]];
  assert.deepEqual(alarmed(gone, { who: "Ann" }), [["The time ran out. Ann is gone.", ""]], "what follows stands in the ledger");
  assert.deepEqual(alarmed([["SeatLeft", { seat: 2, said: "a" }], ["Decided", { seat: 2, folds: true, said: "b" }], ["WagerCollected", { seat: 2, said: "c" }]]), []);
});

test("a matter for which nobody came in time is told, and the next round begins anew", () => {
  assert.deepEqual(alarmed([RAN, ["MatterSettled", { matter: "chips", said: "Nobody came" }, true]]), [["The time ran out. Nobody came.", "bad"]]);
  const events = [RAN, ["PlayerAway", { seat: 2, said: "Gone" }, true], ["RoundOpened", {}], ["WagerCollected", { seat: 2, said: "Lost" }]];
  assert.equal(alarmed(events).length, 1);
});

const LIMITS = { minimum: 500, maximum: 10_000, step: 500 };

test("a wager that was not taken is told with what is possible instead", () => {
  const amounts = { given: "$7.01", least: "$5", most: "$100", step: "$5" };
  assert.deepEqual(plainly({ code: "limits", cents: 701 }, LIMITS, words), [say("refused.limits", amounts)]);
  assert.deepEqual(plainly({ code: "amount", cents: 701 }, LIMITS, words), [say("refused.amount", amounts)]);
  assert.deepEqual(plainly({ code: "requires", message: "not yet", allowed: "after first, second" }, LIMITS, words),
    ["Not yet.", say("refused.requires", { wagers: "First and Second" })]);
  assert.deepEqual(plainly({ code: "other", message: "no", allowed: "yes" }, LIMITS, words), ["No.", say("error.allowed", { allowed: "yes" })]);
});

test("where the chips do not reach it is said how far they do, as the house worked it out", () => {
  const short = (most) => plainly({ code: "short", cents: 5_000 }, { ...LIMITS, most }, words);
  const upTo = (money) => say("refused.short.most", { least: "$5", most: money, step: "$5" });
  assert.deepEqual(short(2_500), [say("refused.short", { given: "$50" }), upTo("$25")]);
  assert.equal(short(500)[1], upTo("$5"));
  assert.equal(short(0)[1], say("refused.short.least", { least: "$5" }));
  assert.deepEqual(plainly({ code: "short", cents: 5_000, have: 100 }, null, words), [say("refused.short.all", { given: "$50", have: "$1" })]);
});

const AREAS = [{ wager: "f", minimum: 500, maximum: 10_000, increment: 500 }, { wager: "s", minimum: 100, maximum: 100, increment: 100 },
  { wager: "t", minimum: 500, maximum: 10_000, increment: 500 }];

test("an amount of one's own fits an area or is said to fit none", () => {
  assert.equal(wrong("25", AREAS, "$25"), "");
  assert.equal(wrong("1", AREAS, "$25"), "");
  assert.equal(wrong("100", AREAS, "$25"), "");
  assert.equal(wrong("105", AREAS, "$25"), say("other.unfit", { money: "$105" }));
  assert.equal(wrong("7.50", AREAS, "$25"), say("other.unfit", { money: "$7.50" }));
  for (const typed of ["x", "0", "5,5"]) assert.equal(wrong(typed, AREAS, "$25"), say("other.none", { typed, example: "$25" }));
});

test("amounts go up from the least one, which need be no multiple of the step", () => {
  const odd = [{ wager: "f", minimum: 700, maximum: 49_700, increment: 500 }];
  for (const typed of ["7", "12", "497"]) assert.equal(wrong(typed, odd, "$35"), "", typed);
  assert.equal(wrong("10", odd, "$35"), "", "on top of what lies there");
  for (const typed of ["8", "2", "502"]) assert.notEqual(wrong(typed, odd, "$35"), "", typed);
});

test("areas that take the same are told together", () => {
  const titled = { wagers: [{ family: "f", title: "First" }, { family: "s", title: "Side" }, { family: "t", title: "Third" }, { family: "t", title: "Late", later: true }] };
  assert.deepEqual(ranges(AREAS, titled), [say("other.range", { wagers: "First and Third", least: "$5", most: "$100", step: "$5" }),
    say("other.fixed", { wagers: "Side", least: "$1" })]);
});
