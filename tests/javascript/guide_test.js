/* The course of a guided hand: which card is shown when. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Course } from "../../src/pitboss/web/script/table/course.js";

const WORDS = {
  lead: "Three cards.",
  wagers: [
    { wagers: ["one", "two"], titles: ["One", "Two"], optional: false, says: ["Needed."], notes: [] },
    { wagers: ["side"], titles: ["Side"], optional: true, says: ["Not needed."], notes: [] },
  ],
  moments: [
    { step: "bets", says: "Make two wagers." },
    { step: "first", says: "Raise or pass." },
    { step: "last", says: "Raise or fold." },
    { step: "settle", says: "The higher hand wins." },
  ],
};
const CHOICES = [{ name: "raise", label: "Raise", says: "Make the wager." }];
const STEPS = ["bets", "deal", "first", "show", "last", "settle", "clear"].map((name) => ({
  name, kind: name === "bets" ? "bets" : ["first", "last"].includes(name) ? "ask" : name, choices: CHOICES,
}));
const at = (step, more = {}) => ({ step, round: 4, seated: true, asked: false, playing: true, ...more });
const shown = (course, step, more) => {
  const { kind, says } = course.card(at(step, more));
  return [kind, ...says];
};

test("before the deal come the game, each wager and the deal, and no further", () => {
  const course = new Course(WORDS, STEPS);
  assert.deepEqual(shown(course, "bets"), ["lead", "Three cards.", "Make two wagers."]);
  course.turn(-1);
  assert.equal(shown(course, "bets")[0], "lead");
  course.turn(1);
  const first = course.card(at("bets"));
  assert.deepEqual([first.kind, first.wager.wagers, first.place, first.of], ["wager", ["one", "two"], 1, 2]);
  course.turn(1);
  assert.deepEqual(course.card(at("")).wager.titles, ["Side"]);
  for (const by of [1, 1, 1]) course.turn(by);
  assert.deepEqual(shown(course, "bets"), ["deal", "Raise or pass."]);
  course.turn(-1);
  assert.deepEqual(course.card(at("bets")).wager.titles, ["Side"]);
});

test("once it is dealt the table says what comes, whichever page was open", () => {
  const course = new Course(WORDS, STEPS);
  assert.deepEqual(shown(course, "deal"), ["step", "Raise or pass."]);
  const asked = course.card(at("first", { asked: true }));
  assert.deepEqual([asked.kind, asked.says, asked.choices], ["decide", ["Raise or pass."], CHOICES]);
  assert.deepEqual(shown(course, "show"), ["step", "Raise or fold."], "what is told next");
  assert.deepEqual(shown(course, "last"), ["step", "Raise or fold."], "somebody else is asked");
  assert.deepEqual(shown(course, "settle"), ["step", "The higher hand wins."]);
  assert.deepEqual(shown(course, "clear"), ["step"], "nothing more is told");
  assert.equal(shown(course, "bets", { round: 5 })[0], "over");
  assert.equal(shown(course, "deal", { round: 5 })[0], "over", "the next hand is not gone along with");
  course.again();
  assert.equal(shown(course, "bets", { round: 5 })[0], "lead");
});

test("a round without the reader's cards is waited for", () => {
  const course = new Course(WORDS, STEPS);
  assert.equal(shown(course, "last", { playing: false })[0], "lead");
  assert.equal(shown(course, "bets", { round: 5 })[0], "lead");
  assert.equal(shown(course, "deal", { round: 5 })[0], "step");
  assert.equal(shown(course, "settle", { round: 5, playing: false })[0], "step", "who has folded hears the end");
  assert.equal(shown(course, "", { round: 5 })[0], "over");
});

test("who has no seat is told to take one; who loses it in the hand hears the end of it", () => {
  const course = new Course(WORDS, STEPS);
  assert.equal(shown(course, "bets", { seated: false })[0], "sit");
  assert.equal(shown(course, "deal")[0], "step");
  assert.equal(shown(course, "settle", { seated: false })[0], "step");
  assert.equal(shown(course, "bets", { round: 5, seated: false })[0], "over");
});

test("each card that says something else has another key", () => {
  const course = new Course(WORDS, STEPS);
  const keys = ["bets", "bets", "bets", "bets"].map((step) => {
    const { key } = course.card(at(step));
    course.turn(1);
    return key;
  });
  keys.push(course.card(at("first", { asked: true })).key, course.card(at("show")).key, course.card(at("last", { asked: true })).key,
    course.card(at("settle")).key, course.card(at("bets", { round: 5 })).key);
  assert.equal(new Set(keys).size, keys.length);
});

test("a game of which nothing is told is gone through all the same", () => {
  const course = new Course({ lead: "", wagers: [], moments: [] }, STEPS);
  course.turn(1);
  assert.deepEqual(shown(course, "bets"), ["deal"]);
  assert.deepEqual(shown(course, "first", { asked: true }), ["decide"]);
});
