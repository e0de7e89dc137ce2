/* A round told again: what the house tells of each event is laid over what lay before. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hidden, stepsOf } from "../../src/pitboss/web/script/round/replay.js";

const happened = (is, facts = {}) => ({ at: 7, said: `${is} is said`, event: { is, ...facts } });
const round = (...pairs) => ({ events: pairs.map(([event]) => event), told: [], laid: pairs.map(([, laid]) => laid) });
const seat = (step, number) => step.table.seats.get(number);

test("what is not named of a step lies as it did, also in a position", () => {
  const [first, second, third] = stepsOf(round(
    [happened("WagerPlaced", { seat: 2 }), { seats: [{ number: 2, player: "Ann", wagers: { first: 500 } }] }],
    [happened("CardsDealt", { seat: 2 }), { seats: [{ number: 2, cards: { cards: ["As", "Kd"], down: [1] } }] }],
    [happened("WagerSettled", { seat: 2 }), { seats: [{ number: 2, wagers: {}, net: 1500 }, { number: 5 }], dealer: { cards: ["2c"] } }],
  ));
  assert.deepEqual(seat(first, 2), { number: 2, player: "Ann", wagers: { first: 500 }, lammers: [], cards: [], hand: "", out: false, results: [], net: 0 });
  assert.deepEqual(seat(second, 2).cards, [{ card: "As", up: true }, { card: "Kd", up: false }]);
  assert.deepEqual([seat(second, 2).player, seat(second, 2).wagers], ["Ann", { first: 500 }]);
  assert.deepEqual([seat(third, 2).wagers, seat(third, 2).net, seat(third, 2).cards.length], [{}, 1500, 2]);
  assert.deepEqual([...third.table.seats.keys()], [2, 5]);
  assert.deepEqual(third.table.dealer, [{ card: "2c", up: true }]);
  assert.deepEqual([first.table.dealer, seat(first, 2).cards], [[], []], "the steps before stay as they were");
});

test("a place that is told without cards lies empty, and who is gone has no place", () => {
  const [, last] = stepsOf(round(
    [happened("CardsDealt"), { seats: [{ number: 1 }, { number: 3 }], community: { cards: ["??"], down: [0] }, dealer_hand: "a pair" }],
    [happened("SeatLeft"), { gone: [3], community: {}, dealer_hand: "" }],
  ));
  assert.deepEqual([[...last.table.seats.keys()], last.table.community, last.table.dealerHand], [[1], [], ""]);
});

test("the opening of a step is the heading of the next one, and what the house itself did is no step", () => {
  const steps = stepsOf(round(
    [happened("RoundOpened"), {}], [happened("StepOpened", { name: "deal" }), {}], [happened("SeedAdded"), null],
    [happened("CardsDealt"), { box: { cards: ["??"], down: [0] } }], [happened("StubRemoved"), {}],
  ));
  assert.deepEqual(steps.map((step) => [step.event.is, step.heading?.name ?? "", step.table.box.length]),
    [["RoundOpened", "", 0], ["CardsDealt", "deal", 1], ["StubRemoved", "", 1]]);
});

test("a round that is being played is laid out of what is told", () => {
  const told = [{ event: "WagerPlaced", facts: { seat: 4, wager: "first" }, said: "Ann wagers" }, { event: "PlayerReady", facts: { seat: 4 } }];
  const steps = stepsOf({ events: [], told, laid: [{ seats: [{ number: 4, wagers: { first: 100 } }] }, null] });
  assert.equal(steps.length, 1);
  assert.deepEqual([steps[0].event, steps[0].happened.said, steps[0].happened.at], [{ is: "WagerPlaced", seat: 4, wager: "first" }, "Ann wagers", 0]);
  assert.deepEqual(seat(steps[0], 4).wagers, { first: 100 });
});

test("cards are hidden where they lie face down and the reader knows them", () => {
  const last = (laid) => stepsOf(round([happened("CardsDealt"), laid])).at(-1);
  assert.equal(hidden(last({ dealer: { cards: ["As", "??"], down: [1] } })), false, "nobody knows that one");
  assert.equal(hidden(last({ dealer: { cards: ["As", "Kd"], down: [1] } })), true);
  assert.equal(hidden(last({ burn: { cards: ["2c"], down: [0] } })), true);
  assert.equal(hidden(last({ seats: [{ number: 1, cards: { cards: ["2c"], down: [0] } }] })), true);
  assert.equal(hidden(last({ seats: [{ number: 1, cards: { cards: ["2c"] } }] })), false);
});
