/* The school's pages, as far as they compute: chips that are taken and paid, where one stands, addresses, what is kept and
   sent again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { kept as stored, storage } from "./page.js";
import { asked, practise, question, taskAddress } from "../../src/pitboss/web/script/school/address.js";
import { Keeper } from "../../src/pitboss/web/script/school/kept.js";
import { among, fewest, sized, standing, together, tray, ways, worth } from "../../src/pitboss/web/script/school/moves.js";
import { counted, meant } from "../../src/pitboss/web/script/school/number.js";
import { comesBack, counts, duration, forWhom, hardest, overall, share, since, standing as stands, titles, weak } from "../../src/pitboss/web/script/school/reckon.js";
import { passing, pause, send } from "../../src/pitboss/web/script/school/sending.js";
import { Stopwatch } from "../../src/pitboss/web/script/school/stopwatch.js";

const pile = (cents, count) => ({ cents, count });
const ANTE = { seat: 1, wager: "ante", words: "Ante", chips: [pile(500, 3)], lammer: false };
const BONUS = { seat: 1, wager: "bonus", words: "Bonus", chips: [], lammer: true };
const OTHER = { seat: 2, wager: "ante", words: "Ante", chips: [pile(2500, 1), pile(500, 2)] };
const ASK = { type: "moves", tray: [pile(2500, 4), pile(500, 10), pile(100, 5)], wagers: [ANTE, BONUS, OTHER], whole_table: true };
const move = (lying, what, ...chips) => ({ seat: lying.seat, wager: lying.wager, do: what, chips });

test("chips are worth what they say, and are added and taken away by their sort", () => {
  assert.equal(worth([pile(2500, 1), pile(100, 3)]), 2800);
  assert.deepEqual(together([pile(500, 2)], [pile(100, 1), pile(500, 1)]), [pile(500, 3), pile(100, 1)]);
  assert.deepEqual(together([pile(500, 2)], [pile(500, 2)], -1), []);
  assert.deepEqual(together([pile(100, 1)], [pile(500, 1), pile(2500, 1), pile(25, 1)]).map(({ cents }) => cents), [2500, 500, 100, 25]);
  assert.deepEqual([among([pile(500, 2)], [pile(500, 2)]), among([pile(500, 2)], [pile(500, 3)]), among([pile(500, 2)], [pile(100, 1)])], [true, false, false]);
});

test("a wager stands as its moves have left it", () => {
  const moves = [move(ANTE, "take", pile(500, 1)), move(OTHER, "push"), move(ANTE, "pay", pile(500, 2)), move(BONUS, "take"), move(ANTE, "pay", pile(100, 1))];
  assert.deepEqual(standing(ANTE, moves), { own: [pile(500, 2)], paid: [pile(500, 2), pile(100, 1)], lammer: false, pushed: false, moves: [1, 3, 5] });
  assert.deepEqual(standing(OTHER, moves), { own: [pile(2500, 1), pile(500, 2)], paid: [], lammer: false, pushed: true, moves: [2] });
  assert.deepEqual(standing(BONUS, moves), { own: [], paid: [], lammer: false, pushed: false, moves: [4] });
  assert.equal(standing(BONUS, []).lammer, true);
});

test("what is taken comes into the tray, and what is paid or held goes out of it", () => {
  const moves = [move(OTHER, "take"), move(ANTE, "pay", pile(500, 3)), move(BONUS, "take")];
  assert.deepEqual(tray(ASK, []), ASK.tray);
  assert.deepEqual(tray(ASK, moves, [pile(100, 5)]), [pile(2500, 5), pile(500, 9), pile(100, 0)]);
  const few = { ...ASK, tray: [pile(10_000, 1), pile(100, 1)] };
  assert.deepEqual(tray(few, [move(OTHER, "take")]), [pile(10_000, 1), pile(2500, 1), pile(500, 2), pile(100, 1)]);
  assert.deepEqual(tray(ASK, [], [pile(100, 6)]).at(-1), pile(100, -1));
});

test("one sizes into a wager with its own sorts, or what the tray has for them", () => {
  assert.deepEqual(sized(OTHER.chips, ASK.tray), [pile(2500, 1), pile(500, 2)]);
  assert.deepEqual(sized(OTHER.chips, [pile(500, 10)]), [pile(500, 7)]);
  assert.deepEqual(sized(OTHER.chips, [pile(500, 6)]), []);
  assert.deepEqual(fewest(3100, [pile(2500, 1), pile(500, 9), pile(100, 1)]), [pile(2500, 1), pile(500, 1), pile(100, 1)]);
  assert.deepEqual(fewest(1000, ASK.tray), [pile(500, 2)]);
  assert.equal(fewest(3200, [pile(2500, 1), pile(500, 9), pile(100, 1)]), null);
});

test("what can be done at a wager follows from what lies there and what is in the hand", () => {
  const [ante, bonus] = [standing(ANTE, []), standing(BONUS, [])];
  assert.deepEqual(ways(ante, []), { take: true, part: false, push: true, pay: false });
  assert.deepEqual(ways(ante, [pile(500, 2)]), { take: true, part: true, push: false, pay: true });
  assert.equal(ways(ante, [pile(500, 3)]).part, false, "all of it is no part");
  assert.equal(ways(ante, [pile(100, 1)]).part, false, "such a chip does not lie there");
  assert.deepEqual(ways(bonus, []), { take: true, part: false, push: true, pay: false });
  assert.deepEqual(ways(standing(ANTE, [move(ANTE, "take")]), []), { take: false, part: false, push: false, pay: false });
  assert.equal(ways(standing(ANTE, [move(ANTE, "push")]), []).push, false);
});

test("a number is what was typed, in dollars where cents are asked", () => {
  const cards = { type: "number", unit: "cards", least: 0, most: 52 };
  assert.deepEqual(["0", " 52 ", "53", "-1", "3.5", "", "ten"].map((typed) => meant(typed, cards)), [0, 52, null, null, null, null, null]);
  const money = { type: "number", unit: "cents", least: 0, most: 1_000_000_000 };
  assert.deepEqual(["12", "$1,250.50", "12.5", "1.2.3"].map((typed) => meant(typed, money)), [1200, 125050, 1250, null]);
  assert.deepEqual([counted(1250, "cents"), counted(1, "cards"), counted(1234, "rounds"), counted(3, "decks")], ["$12.50", "1 card", "1234 rounds", "3 decks"]);
});

const topic = (name, more = {}) => ({ topic: name, title: name, clauses: [], answers: 0, right: 0, recent: [], accuracy: null, pace: null, last: null, due: null, ...more });
const NOW = 1_000_000_000;
const TOPICS = [
  topic("known", { answers: 9, accuracy: 0.9, due: NOW + 1 }),
  topic("new"),
  topic("weak", { answers: 4, accuracy: 0.25, due: NOW + 1 }),
  topic("back", { answers: 4, accuracy: 0.95, due: NOW }),
  topic("middle", { answers: 4, accuracy: 0.5, due: NOW - 1 }),
];

test("the hardest topics come first, new ones before what is known", () => {
  assert.deepEqual(TOPICS.map((each) => stands(each, NOW)), ["known", "new", "weak", "due", "due"]);
  assert.deepEqual(hardest(TOPICS, NOW).map((each) => each.topic), ["weak", "middle", "new", "known", "back"]);
  assert.deepEqual(hardest([topic("b"), topic("a")], NOW).map((each) => each.topic), ["b", "a"], "equal ones in their order");
  const edge = topic("edge", { answers: 5, accuracy: 0.8, due: NOW + 1 });
  assert.deepEqual([stands(edge, NOW), stands({ ...edge, accuracy: 0.79 }, NOW)], ["known", "weak"]);
});

test("a school is counted by how its topics stand", () => {
  const drills = [{ drill: "d", title: "D", about: "", topics: TOPICS }];
  const school = { games: [{ game: "g", title: "G", drills }], needed: [], now: NOW };
  assert.deepEqual(counts(school), { due: 2, new: 1, weak: 1, known: 1 });
  const { share: known, ...sums } = overall(drills);
  assert.deepEqual(sums, { all: 5, seen: 4 });
  assert.equal(known?.toFixed(6), "0.650000");
  assert.deepEqual(overall([]), { all: 0, seen: 0, share: null });
  const both = { games: [{ game: "g", title: "G", drills: [{ ...drills[0], audience: "dealers" }] }, { game: "h", title: "H", drills: [{ ...drills[0], audience: "players" }] }],
    needed: [{ game: "g", audience: "dealers" }, { game: "h", audience: "players" }], now: NOW };
  const some = forWhom(both, "players");
  assert.deepEqual([some.games.map(({ game }) => game), some.needed.map(({ game }) => game)], [["h"], ["h"]]);
  assert.equal(titles(school, { game: "g", drill: "d", topic: "weak" })?.topic.title, "weak");
  assert.equal(titles(school, { game: "g", drill: "d", topic: "gone" }), null);
});

test("when a topic comes back is said in the unit that fits", () => {
  const at = (due) => comesBack(topic("t", { answers: 1, due }), NOW);
  assert.deepEqual([at(NOW), at(NOW + 1), at(NOW + 3_599_999), at(NOW + 3_600_000), at(NOW + 86_400_000)], ["now", "in 1 minute", "in 60 minutes", "in 1 hour", "in 1 day"]);
  assert.equal(comesBack(topic("t"), NOW), "new");
});

test("times and shares are written short", () => {
  assert.deepEqual([0, 999, 61_000, 3_600_000].map(duration), ["0:00", "0:00", "1:01", "60:00"]);
  assert.deepEqual([share({ right: 2, answers: 3 }), share({ right: 0, answers: 0 })], ["67%", "–"]);
  assert.deepEqual([since(0, NOW), since(1, NOW), since(30, NOW)], [0, NOW - 86_400_000, 0]);
  const rows = [{ right: 0, answers: 5 }, { right: 3, answers: 4 }, { right: 4, answers: 5 }];
  assert.deepEqual(weak(rows), rows.slice(0, 2));
  assert.deepEqual(weak(rows, 1), rows.slice(0, 1));
});

test("an address names what is practised and which task it is", () => {
  const name = { game: "g", drill: "d", topic: "t", seed: 7, place: 2 };
  assert.equal(practise(), "/school/practise");
  assert.equal(practise({ game: "g", drill: "d" }), "/school/practise?game=g&drill=d");
  assert.equal(practise({ game: "g", audience: "players" }), "/school/practise?game=g&for=players");
  for (const parts of [["", "", "", ""], ["g", "", "", "players"], ["g", "d", "", ""], ["g", "d", "t", "dealers"]]) {
    const [game, drill, topic, audience] = parts;
    const scope = { game, drill, topic, audience };
    const address = taskAddress(scope, name);
    assert.deepEqual(asked(address.slice(address.indexOf("?"))), { scope, name }, address);
  }
  assert.deepEqual(asked("?game=g"), { scope: { game: "g", drill: "", topic: "", audience: "" }, name: null });
  assert.deepEqual(asked("?game=g&seed=x&for=all"), { scope: { game: "g", drill: "", topic: "", audience: "" }, name: null });
  assert.equal(question({ game: "g", drill: "", seed: 0, place: 0 }), "/api/v1/school/task?game=g&seed=0");
  assert.equal(question({ game: "", drill: "", topic: "", audience: "" }), "/api/v1/school/task");
  assert.equal(question({ game: "", audience: "players" }), "/api/v1/school/task?audience=players");
});

test("what is kept is that of one task, and nothing kept or spoilt is as if there were none", () => {
  const keeper = new Keeper(storage, "task");
  const name = { game: "g", drill: "d", topic: "t", seed: 7 };
  assert.deepEqual(keeper.of(name), { name, took: 0, draft: null, sent: null, arrived: false });
  keeper.keep({ ...keeper.of(name), took: 12 });
  assert.equal(keeper.of({ ...name, place: 0 }).took, 12);
  assert.equal(keeper.of({ ...name, place: 1 }).took, 0);
  assert.equal(keeper.of({ ...name, seed: 8 }).took, 0);
  stored.set("task", "{");
  assert.equal(keeper.of(name).took, 0);
  new Keeper({ getItem: () => null, setItem: () => { throw new Error("full"); } }, "task").keep(keeper.of(name));
});

test("an answer that did not arrive goes again as it was, and one that was refused does not", async () => {
  const answer = { id: "1", name: { game: "g", drill: "d", topic: "t", seed: 1 }, answer: { type: "number", value: 1 }, took: 5 };
  const [heard, waited, lost] = [[], [], []];
  const fails = [{ code: "offline" }, { code: "busy", status: 503 }, { code: "too_many", status: 429 }];
  const post = (body) => {
    heard.push(body);
    const error = fails[heard.length - 1];
    return error ? Promise.reject(Object.assign(new Error(error.code), error)) : Promise.resolve({ right: true });
  };
  const how = { post, lost: (n) => lost.push(n), wait: (ms) => Promise.resolve(waited.push(ms)) };
  assert.deepEqual(await send(answer, how), { verdict: { right: true }, attempts: 4 });
  assert.deepEqual([heard, lost, waited], [[answer, answer, answer, answer], [1, 2, 3], [1_000, 2_000, 4_000]]);
  assert.deepEqual([pause(5), pause(50)], [15_000, 15_000]);
  const refused = Object.assign(new Error("no"), { code: "unfit_answer", status: 422 });
  await assert.rejects(send(answer, { ...how, post: () => Promise.reject(refused) }), refused);
  assert.deepEqual([passing({ code: "offline" }), passing({ status: 500 }), passing({ status: 429 }), passing({ status: 409 })], [true, true, true, false]);
});

test("a watch counts only while it runs", () => {
  let now = 100;
  const watch = new Stopwatch(() => now, 50);
  assert.equal(watch.ms, 50);
  watch.run();
  now = 160;
  watch.run();
  assert.equal(watch.ms, 110);
  watch.rest();
  now = 900;
  assert.equal(watch.ms, 110);
  watch.run();
  now = 905;
  assert.equal(watch.ms, 115);
});
