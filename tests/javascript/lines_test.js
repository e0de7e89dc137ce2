/* What is told, as lines of the ledger, and what the round brought the reader. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Lines, ownSince, toneOfSum } from "../../src/pitboss/web/script/table/lines.js";
import { say } from "../../src/pitboss/web/script/text.js";
import "../../src/pitboss/web/script/text/telling.js";

const told = (event, more = {}) => ({ event, facts: { clause: "C 1" }, said: `${event} is said`, ...more });

test("a line has the house's words, its clause, and what the event brought", () => {
  const line = new Lines().line(told("WagerSettled", { net: 1250, pays: "5 to 2" }));
  assert.deepEqual(line, { text: "WagerSettled is said", clause: "C 1", amount: "+$12.50", tone: "good", odds: "5 to 2", cut: false, result: 1250 });
});

test("what the table shows, and what an earlier line says as well, is not written", () => {
  const lines = new Lines();
  assert.equal(lines.line(told("StepOpened")), null);
  assert.equal(lines.line(told("TableCleared")), null);
  assert.equal(lines.line(told("CardsDealt", { said: "" })), null);
  assert.equal(lines.line({ event: "SeatTaken", facts: {}, said: "Ann comes" }).clause, "");
});

test("a line is good or bad by what it brought, and an alarm by what it is", () => {
  const tone = (event, net) => new Lines().line(told(event, { net })).tone;
  assert.deepEqual([tone("WagerSettled", 1), tone("WagerSettled", -1), tone("WagerSettled", 0), tone("WagerCollected", -500)], ["good", "bad", "", "bad"]);
  assert.deepEqual([tone("MeterPaid"), tone("PayoutCut", -5), tone("Decided"), tone("RoundVoided"), tone("WagerPlaced")], ["good", "", "said", "alert", ""]);
});

test("chips that come back are no winnings, and what a limit takes off is marked", () => {
  const lines = new Lines();
  assert.deepEqual([lines.line(told("WagerReturned", { net: 500 })).amount, lines.line(told("WagerReturned", { net: 500 })).result], ["", 500]);
  assert.equal(lines.line(told("PayoutCut", { net: -2500 })).cut, true);
  assert.equal(lines.line(told("WagerPlaced", { net: null })).result, undefined);
});

/** Tells these events of round 7 one after the other; what `pick` takes of each. */
const tell = (events, pick) => {
  const lines = new Lines();
  return events.map(([event, mine = false, more = {}, round = 7]) => pick(lines.tell(told(event, more), round, mine, `${event}'s step`)));
};

test("a line is the first of its round or not, and the first of its step has the step's title", () => {
  const events = [
    ["RoundOpened"], ["StepOpened"], ["WagerPlaced"], ["WagerPlaced"], ["StepOpened"], ["BetsClosed"], ["StepOpened"],
    ["StepOpened"], ["CardsShown"], ["RoundOpened", false, {}, 8], ["StepOpened", false, {}, 8], ["WagerPlaced", false, {}, 8],
  ];
  const found = tell(events, ({ line, first, heading }) => line && [line.text, first, heading]).filter(Boolean);
  assert.deepEqual(found, [
    ["WagerPlaced is said", true, "StepOpened's step"], ["WagerPlaced is said", false, ""],
    ["BetsClosed is said", false, "StepOpened's step"], ["CardsShown is said", false, "StepOpened's step"],
    ["WagerPlaced is said", true, "StepOpened's step"],
  ]);
  assert.deepEqual(tell([["SeatTaken", false, {}, 0], ["SeatTaken", false, {}, 0]], ({ first }) => first), [true, false], "before any round");
});

test("beside the round stands what it has brought so far, with every line of the reader's own that brings something", () => {
  const events = [
    ["WagerPlaced", true], ["WagerSettled", true, { net: 1500 }], ["WagerSettled", false, { net: 700 }],
    ["WagerCollected", true, { net: -2000 }], ["WagerSettled", true, { net: 0 }], ["HandTurned", true],
  ];
  assert.deepEqual(tell(events, ({ brought }) => brought), [undefined, 1500, undefined, -500, -500, undefined]);
});

test("results stand on the felt; a sum is final when the last wager of a position is settled", () => {
  const events = [
    ["StepOpened"], ["HandTurned", true], ["WagerSettled", false, { net: 700 }], ["HandCollected"],
    ["WagerSettled", true, { net: 1500 }], ["PayoutCut", true, { net: -300 }], ["HandCollected", true], ["HandCollected"],
    ["WagerCollected", true, { net: -200 }], ["HandDiscarded", true], ["EnvyPaid", true, { net: 50 }], ["StepOpened"],
    ["WagerSettled", true, { net: 25 }], ["TableCleared"],
  ];
  const found = tell(events, ({ result, settling, final }) => [result, settling, final]);
  const [none, other, first, more, sum] = [[false, false, undefined], [true, false, undefined], [true, true, undefined],
    [true, false, undefined], (net) => [false, false, net]];
  assert.deepEqual(found, [
    none, none, other, none, first, more, sum(1200), none, first, sum(1000), first, sum(1050), first, sum(1075),
  ]);
});

test("a sum is that so far while a wager of the reader's is still to be settled, and only his", () => {
  const lines = new Lines();
  const unfinished = (event, seat, wager, mine = true, more = {}) => {
    lines.note(told(event, { facts: { seat, wager, ...more } }), 7, mine);
    return lines.unfinished;
  };
  const placed = { cents: 500 };
  assert.deepEqual([
    unfinished("RoundOpened", 0, "", false),
    unfinished("WagerPlaced", 2, "ante", false, placed),
    unfinished("WagerPlaced", 1, "ante", true, placed),
    unfinished("WagerPlaced", 1, "ante", true, { cents: 0 }),
    unfinished("WagerPlaced", 1, "ante", true, placed),
    unfinished("WagerPlaced", 1, "bonus", true, placed),
    unfinished("WagerPlaced", 3, "ante", true, placed),
    unfinished("WagerCollected", 1, "ante"),
    unfinished("WagerSettled", 3, "ante"),
    unfinished("WagerSettled", 1, "bonus"),
  ], [false, false, true, false, true, true, true, true, true, false]);
  for (const ends of ["WagerReturned", "WagerNotAccepted"]) {
    assert.equal(unfinished("WagerPlaced", 1, "ante", true, placed), true);
    assert.equal(unfinished(ends, 1, "ante"), false, ends);
  }
  for (const ends of ["TableCleared", "RoundOpened"]) {
    assert.equal(unfinished("WagerPlaced", 1, "ante", true, placed), true);
    assert.equal(unfinished(ends, 0, "", false), false, ends);
  }
});

test("what is not written is no result", () => {
  assert.deepEqual(tell([["WagerSettled", true, { net: 5, said: "" }]], ({ line, result, settling, brought }) => [line, result, settling, brought]), [
    [null, false, false, undefined],
  ]);
});

test("when the round is over it is heard whether it was won, lost or neither", () => {
  const sum = (net) => {
    const lines = new Lines();
    lines.tell(told("WagerSettled", { net }), 1, true, "");
    return lines.sum;
  };
  assert.deepEqual([sum(1250), sum(1), sum(-1), sum(-700), sum(0)], [
    "You won $12.50.", "You won $0.01.", "You lost $0.01.", "You lost $7.", "You broke even.",
  ]);
});

test("what a round brought is what its events brought, of one's own positions alone", () => {
  const lines = new Lines();
  lines.note(told("RoundOpened"), 7, false);
  lines.note(told("WagerSettled", { net: 1000 }), 7, true);
  lines.note(told("WagerSettled", { net: 9999 }), 7, false);
  lines.note(told("PayoutCut", { net: -250 }), 7, true);
  lines.note(told("WagerCollected", { net: -500 }), 7, true);
  assert.equal(lines.net, 250, "1000 - 250 - 500");
  lines.note(told("TableCleared"), 8, false);
  assert.equal(lines.net, 250, "the next round is seen already");
  lines.note(told("RoundOpened"), 8, false);
  assert.equal(lines.net, 0);
  lines.note(told("WagerSettled", { net: 5 }), 8, true);
  lines.note(told("WagerSettled", { net: 3 }), 10, true);
  assert.equal(lines.net, 3, "rounds were missed");
  lines.note(told("RoundOpened"), 10, false);
  assert.equal(lines.net, 0, "what came before it was of another round");
});

test("the last round is told with its hands, each once, and not to who had none", () => {
  const lines = new Lines();
  lines.note(told("RoundOpened"), 1, false);
  assert.equal(lines.last(), null);
  for (const hand of ["pair", "pair", "folded"]) lines.note(told("HandTurned", { hand }), 1, true);
  lines.note(told("HandTurned", { hand: "flush" }), 1, false);
  assert.equal(lines.last(), null, "no wager was settled");
  lines.note(told("WagerCollected", { net: -1500 }), 1, true);
  assert.deepEqual(lines.last(), { tone: "bad", words: say("round.last.hand", { money: "\u2212$15", hand: "pair, folded" }) });
  lines.note(told("RoundOpened"), 2, false);
  lines.note(told("WagerSettled", { net: 0 }), 2, true);
  assert.deepEqual(lines.last(), { tone: "", words: say("round.last", { money: "$0" }) });
});

test("a sum is good, bad or neither", () => {
  assert.deepEqual([1, -1, 0].map(toneOfSum), ["good", "bad", ""]);
});

test("what was told before the reader sat down is not his own", () => {
  const at = (event, seat) => ({ event, facts: { seat } });
  const events = [at("WagerPlaced", 2), at("SeatLeft", 2), at("SeatTaken", 2), at("WagerPlaced", 2), at("WagerPlaced", 4), at("WagerPlaced", 5)];
  assert.deepEqual(ownSince(events, [2, 4]), [false, false, true, true, true, false]);
  assert.deepEqual(ownSince(events, []), events.map(() => false));
});

test("how the hand ended and what was wagered on it are kept until the next round", () => {
  const lines = new Lines();
  const note = (event, facts = {}, more = {}, mine = true, round = 7) => lines.note({ event, facts, ...more }, round, mine);
  assert.deepEqual([lines.ending, lines.staked, lines.told], ["", 0, say("round.even")]);
  note("Decided", {}, { hand: "folded" });
  note("HandTurned", {}, { hand: "flush" });
  assert.equal(lines.ending, "Folded");
  note("WagerSettled", { stake: 500, cents: 50 }, { net: 500, outcome: "Your flush wins" });
  note("WagerSettled", { stake: 700 }, { net: 200 });
  note("WagerCollected", { cents: 300, stake: 40 }, { net: -300 });
  note("EnvyPaid", { cents: 900, stake: 900 }, { net: 0 });
  note("WagerSettled", { stake: 8_000 }, { net: 8_000, outcome: "Ann's flush wins" }, false);
  note("WagerSettled", {}, { net: 0 });
  note("WagerCollected", {}, { net: 0 });
  assert.deepEqual([lines.ending, lines.staked, lines.net], ["Your flush wins", 1_500, 400]);
  assert.equal(lines.told, `Your flush wins. ${say("round.won", { money: "$4" })}`);
  note("RoundOpened", {}, {}, true, 8);
  assert.deepEqual([lines.ending, lines.staked, lines.told], ["", 0, say("round.even")]);
});

test("of several hands no one stands for all: they are counted, and each is heard", () => {
  const lines = new Lines();
  lines.note(told("RoundOpened"), 1, false);
  const settled = (seat, outcome, net) => lines.note({ event: "WagerSettled", facts: { seat, stake: 500 }, outcome, net }, 1, true);
  settled(3, "Your flush wins", 500);
  settled(3, "Your flush wins", 0);
  assert.equal(lines.ending, "Your flush wins");
  settled(4, "Your pair loses", -500);
  assert.deepEqual([lines.ending, lines.told], ["2 hands", `Your flush wins. Your pair loses. ${say("round.even")}`]);
});
