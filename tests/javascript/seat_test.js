/* A player's time and seat: warnings of the clock, the way back, leaving later and sitting out, keys, sounds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { document } from "./page.js";
import { settled } from "./clock.js";
import { pace, prefer } from "../../src/pitboss/web/script/prefs.js";
import { play } from "../../src/pitboss/web/script/sound.js";
import { Habits } from "../../src/pitboss/web/script/table/habits.js";
import { meaning } from "../../src/pitboss/web/script/table/keys.js";
import { Returning } from "../../src/pitboss/web/script/table/returning.js";
import { alone, Tempo } from "../../src/pitboss/web/script/table/tempo.js";
import { nearness, passed, Warning } from "../../src/pitboss/web/script/table/warning.js";
import { Wagers } from "../../src/pitboss/web/script/table/wagers.js";
import "../../src/pitboss/web/script/text/table.js";

// --- the clock ---

test("each warning comes once, when the clock passes it", () => {
  const said = [];
  for (let left = 30; left > 0; left -= 1) if (passed(left, left - 1)) said.push(left - 1);
  assert.deepEqual(said, [20, 10, 5]);
});

test("a clock that begins at a warning or below it does not say it; of several that were passed the last is said", () => {
  assert.deepEqual([passed(0, 30), passed(20, 20), passed(20, 19), passed(15, 14), passed(21, 20)], [0, 0, 0, 0, 20]);
  assert.deepEqual([passed(30, 7), passed(30, 3)], [10, 5]);
});

test("the colour grows with the warnings", () => {
  assert.deepEqual([21, 20, 11, 10, 6, 5, 0].map(nearness), ["", "soon", "soon", "near", "near", "urgent", "urgent"]);
});

test("whose turn it is, and how long, stands in the window's title until it is over", () => {
  const warning = new Warning("Dragon 1");
  warning.asks("1.decide.3");
  assert.equal(document.title, "Your turn · Dragon 1 · Pitboss");
  document.title = "unchanged";
  warning.asks("1.decide.3");
  assert.equal(document.title, "unchanged", "it is the same turn");
  warning.asks("");
  assert.equal(document.title, "Dragon 1 · Pitboss");
});

// --- the way back ---

test("who sat and sits no longer finds his seat; who stood up himself does not", () => {
  const session = new Map();
  globalThis.sessionStorage = { getItem: (key) => session.get(key) ?? null, setItem: (key, value) => session.set(key, value) };
  const returning = new Returning(7);
  assert.equal(returning.lost({ mine: [] }), 0);
  assert.equal(returning.lost({ mine: [3, 4] }), 0);
  assert.equal(returning.lost({ mine: [] }), 3);
  assert.equal(new Returning(7).lost({ mine: [] }), 3, "also when the page is opened again");
  assert.equal(new Returning(8).lost({ mine: [] }), 0, "another table");
  returning.lost({ mine: [3] });
  returning.leaves();
  returning.lost({ mine: [3] });
  assert.equal(returning.lost({ mine: [] }), 0, "although the house had not answered yet");
  returning.lost({ mine: [5] });
  assert.equal(returning.lost({ mine: [] }), 5, "the next seat is another matter");
});

// --- leaving later, sitting out ---

function habits() {
  const done = [];
  const made = new Habits({ ready: (seat) => done.push(["ready", seat]), stand: (seat) => done.push(["stand", seat]), again: () => {} });
  return { made, done };
}

const state = ({ step = "bets", round = 1, mine = [3], free = [], ready = [] }) => ({
  view: { step, round, mine, seats: [] }, ready, offers: free.map((seat) => ({ example: { do: "LeaveSeat", seat } })),
});

test("who leaves after this hand stands up as soon as he may, once", () => {
  const { made, done } = habits();
  made.leaves = true;
  made.follow(state({ step: "decide" }), true);
  assert.deepEqual(done, []);
  made.follow(state({ round: 2, free: [3] }), false);
  made.follow(state({ round: 2, free: [3] }), false);
  assert.deepEqual(done, [["stand", 3]]);
  made.follow(state({ round: 2, mine: [] }), false);
  assert.equal(made.leaves, false, "at the next seat he stays");
});

test("of two positions one is given up after the other, and none while wagers lie there", () => {
  const { made, done } = habits();
  made.leaves = true;
  made.follow(state({ mine: [3, 4], free: [3] }), false);
  made.follow(state({ mine: [3, 4], free: [3, 4] }), true);
  assert.deepEqual(done, []);
  made.follow(state({ mine: [3, 4], free: [3, 4] }), false);
  made.follow(state({ mine: [4], free: [4] }), false);
  assert.deepEqual(done, [["stand", 3], ["stand", 4]]);
});

test("who sits out is not waited for, once in each round, until he wagers", () => {
  const { made, done } = habits();
  made.out = true;
  made.follow(state({}), false);
  made.follow(state({}), false);
  made.follow(state({ step: "decide" }), false);
  made.follow(state({ round: 2, ready: [3] }), false);
  assert.deepEqual(done, [["ready", 3]]);
  made.follow(state({ round: 3 }), false);
  assert.deepEqual(done, [["ready", 3], ["ready", 3]]);
  made.follow(state({ round: 4 }), true);
  assert.deepEqual([made.out, done.length], [false, 2]);
});

// --- keys ---

test("a key means its act, a digit a chip, a question mark the list", () => {
  const free = { typing: false, onSpot: false };
  assert.deepEqual(["d", "R", "x", "u", "c"].map((key) => meaning({ key }, free)?.act), ["deal", "repeat", "double", "undo", "clear"]);
  assert.deepEqual([meaning({ key: "1" }, free), meaning({ key: "9" }, free)], [{ chip: 1 }, { chip: 9 }]);
  assert.deepEqual(meaning({ key: "?" }, free), { list: true });
  assert.deepEqual(["0", "Enter", "q"].map((key) => meaning({ key }, free)), [null, null, null]);
});

test("on a betting area digits and the question mark are its own; who types, or holds another key, means something else", () => {
  const onSpot = { typing: false, onSpot: true };
  assert.deepEqual([meaning({ key: "5" }, onSpot), meaning({ key: "?" }, onSpot), meaning({ key: "d" }, onSpot)], [null, null, { act: "deal" }]);
  const free = { typing: false, onSpot: false };
  assert.equal(meaning({ key: "d" }, { typing: true, onSpot: false }), null);
  for (const held of ["ctrlKey", "metaKey", "altKey", "repeat"]) assert.equal(meaning({ key: "d", [held]: true }, free), null);
});

// --- wagers that are on their way ---

/** Wagers at seat 3 of a house that answers when `answer()` is called. */
function wagers() {
  const [sent, waiting] = [[], []];
  const send = (_, wager, cents) => {
    sent.push([wager, cents]);
    return new Promise((done) => waiting.push(() => done({ seq: sent.length })));
  };
  const made = new Wagers([{ id: "one", offered: true, together: ["one"], compulsory: true }, { id: "two", offered: true, together: ["two"] }], send, () => {});
  const offers = ["one", "two"].map((wager) => ({ example: { do: "PlaceWager", seat: 3, wager }, minimum: 100, maximum: 10_000, step: 100 }));
  const view = { step: "bets", mine: [3], practice: true, table: "T", seats: [{ number: 3, wagers: {} }] };
  made.update({ view, seq: 0, offers, over: "", betting: { chips: 10_000, complete: true, lacks: "", later: "", short: false } });
  return { made, sent, answer: () => waiting.shift()() };
}

test("nothing is settled before the house has answered the last of several quick taps", async () => {
  const { made, sent, answer } = wagers();
  made.add(3, "one", 500);
  made.add(3, "one", 500);
  made.add(3, "two", 100);
  let over = false;
  made.settled().then(() => (over = true));
  assert.deepEqual([made.pending, made.isReady, sent], [true, false, [["one", 500], ["two", 100]]]);
  answer();
  await settled();
  assert.deepEqual([over, sent.at(-1)], [false, ["one", 1_000]], "the second tap follows the first");
  answer();
  await settled();
  assert.deepEqual([over, made.pending], [false, true]);
  answer();
  await settled();
  assert.deepEqual([over, made.pending, made.isReady], [true, false, true]);
});

// --- sounds ---

test("sounds are off until they are switched on, need a press, and are as loud as was chosen", () => {
  const heard = [];
  const parameter = (name) => ({ setValueAtTime: () => {}, linearRampToValueAtTime: (loud) => heard.push([name, loud]), setTargetAtTime: () => {} });
  const node = (more) => ({ connect: (next) => next, start: () => {}, stop: () => {}, ...more });
  let made = 0;
  globalThis.AudioContext = class {
    currentTime = 0;
    state = "running";
    destination = {};
    constructor() {
      made += 1;
    }
    createOscillator() {
      return node({ frequency: {} });
    }
    createGain() {
      return node({ gain: parameter("gain") });
    }
  };
  const active = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: active, configurable: true });
  assert.deepEqual([play("warn20"), made], [false, 0]);
  prefer("sound", true);
  assert.deepEqual([play("warn20"), made], [false, 0], "nobody has pressed anything");
  active.hasBeenActive = true;
  prefer("volume", 100);
  assert.deepEqual([play("warn5"), play("no such sound"), made], [true, false, 1]);
  const loud = heard.map(([, each]) => each);
  prefer("volume", 50);
  play("warn5");
  assert.equal(loud.length, 3);
  assert.deepEqual(heard.slice(3).map(([, each]) => each), loud.map((each) => each / 2));
  prefer("sound", false);
});

test("many cards at once are not louder than one; tones are heard each time", () => {
  let started = 0;
  const node = (more) => ({ connect: (next) => next, start: () => (started += 1), stop: () => {}, ...more });
  globalThis.AudioContext.prototype.sampleRate = 400;
  globalThis.AudioContext.prototype.createBuffer = (_, length) => ({ getChannelData: () => new Array(length).fill(0) });
  globalThis.AudioContext.prototype.createBufferSource = () => node();
  globalThis.AudioContext.prototype.createBiquadFilter = () => node({ frequency: {} });
  globalThis.AudioContext.prototype.createOscillator = () => node({ frequency: {} });
  prefer("sound", true);
  assert.deepEqual([play("card"), play("card"), play("chip"), play("chip"), started], [true, false, true, false, 3]);
  assert.deepEqual([play("win"), play("win"), play("rare"), play("turned")], [true, true, true, true]);
  prefer("sound", false);
  assert.equal(play("card"), false);
});

// --- how quickly it goes ---

test("who plays alone is dealt to as quickly as he likes; the dealer is told once over each line", () => {
  const [told, line] = [[], new EventTarget()];
  line.speed = (speed) => Promise.resolve(told.push(speed));
  const tempo = new Tempo(line);
  const seats = (...players) => players.map((player, n) => ({ number: n + 1, player }));
  const mine = { seats: seats("", "Ann", "Ann"), mine: [2, 3] };
  const shared = { seats: seats("Ben", "Ann", "Ann"), mine: [2, 3] };
  assert.deepEqual([alone(mine), alone(shared), alone({ seats: seats("Ben"), mine: [] })], [true, false, false]);
  tempo.render(mine);
  prefer("speed", "quick");
  tempo.render(mine);
  assert.deepEqual([told, pace(400)], [["quick"], 160]);
  tempo.render(shared);
  assert.deepEqual([told, pace(400)], [["quick"], 400], "where others play nothing is quicker");
  line.dispatchEvent(new Event("hello"));
  assert.deepEqual(told, ["quick", "quick"], "another line has not heard it");
  prefer("speed", "slow");
  tempo.render(mine);
  assert.deepEqual([told.at(-1), pace(400)], ["slow", 640]);
  tempo.render({ seats: seats("Ben"), mine: [] });
  prefer("speed", "usual");
  assert.deepEqual([told.length, pace(400)], [3, 400], "who watches is not dealt to");
});
