/* Where things lie and how large they are seen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { below, seenFrom, together, view } from "../../src/pitboss/web/script/table/geometry.js";
import { shift } from "../../src/pitboss/web/script/table/keep.js";
import { between } from "../../src/pitboss/web/script/table/meters.js";
import { about, both, fit, narrow } from "../../src/pitboss/web/script/table/results.js";
import { byRank, Faces } from "../../src/pitboss/web/script/table/hand.js";

/** Where a place of the stage is seen in the window. */
function seen({ scale, turn, x, y }, at) {
  const angle = (turn * Math.PI) / 180;
  return [x + scale * (Math.cos(angle) * at.x - Math.sin(angle) * at.y), y + scale * (Math.sin(angle) * at.x + Math.cos(angle) * at.y)];
}

const near = (found, wanted) => found.forEach((each, n) => assert.ok(Math.abs(each - wanted[n]) < 1e-6, `${found} is not ${wanted}`));

test("the whole table fills the window one way and is in its middle the other", () => {
  const wide = view(1000, 1240, null);
  assert.deepEqual([wide.scale, wide.turn, wide.x], [0.5, 0, 0]);
  near(seen(wide, { x: 1000, y: 620 }), [500, 620]);
  near(seen(wide, { x: 2000, y: 0 }), [1000, 310]);
  near(seen(view(4000, 1240, null), { x: 1000, y: 620 }), [2000, 620]);
  assert.deepEqual([view(4000, 620, null).scale, view(500, 1240, null).scale], [0.5, 0.25]);
});

test("a position is seen from near and upright, the middle a little before its cards", () => {
  const cards = { x: 300, y: 700, turn: 90 };
  const found = view(340, 505, cards);
  assert.deepEqual([found.scale, found.turn], [1, -90]);
  // Turned a quarter to the right, its own "up" is to the right on the stage: 98 before the cards is at x = 398.
  near(seen(found, { x: 398, y: 700 }), [170, 252.5]);
  near(seen(found, cards), [170, 252.5 + 98]);
  near(seen(view(340, 505, { x: 900, y: 1000, turn: 0 }), { x: 900, y: 902 }), [170, 252.5]);
  assert.deepEqual([view(680, 5050, cards).scale, view(3400, 1010, cards).scale], [2, 2]);
  near(seen(view(680, 1010, cards), { x: 398, y: 700 }), [340, 505]);
});

test("several positions are seen together where that makes them at most a quarter smaller, or else the first", () => {
  const [one, two] = [{ x: 900, y: 700, turn: 10 }, { x: 1100, y: 700, turn: -10 }];
  const wide = together(1000, 505, [one, two]);
  assert.deepEqual([wide.scale, Math.abs(wide.turn)], [1, 0], "there is room for both");
  near(seen(wide, { x: 1000, y: 700 }), [500, 252.5 + 98]);
  assert.deepEqual(together(405, 505, [one, two]), { ...view(405, 505, { x: 1000, y: 700, turn: 0 }, 200), turn: together(405, 505, [one, two]).turn });
  assert.deepEqual(together(404, 505, [one, two]), view(404, 505, one), "404 of 540 millimetres are less than three quarters");
  assert.deepEqual(together(404, 505, [two, one]), view(404, 505, two));
  assert.deepEqual(together(340, 505, [one]), view(340, 505, one));
  assert.deepEqual(together(808, 1010, [one, two]), view(808, 1010, one), "the same in a window twice as large");
  near([together(810, 1010, [one, two]).scale], [1.5]);
});

test("below is towards the one who sits there", () => {
  near(Object.values(below({ x: 10, y: 10, turn: 0 }, 5)), [10, 15, 0]);
  near(Object.values(below({ x: 10, y: 10, turn: 90 }, 5)), [5, 10, 90]);
  near(Object.values(below({ x: 10, y: 10, turn: 180 }, 5)), [10, 5, 180]);
});

test("who sits at a position sees its areas upright, and others as they are turned to it", () => {
  const seat = { x: 300, y: 700, turn: 90 };
  near(Object.values(seenFrom(seat, seat)), [0, 0, 0]);
  // A quarter to the right: what lies 50 to the left on the stage lies 50 below for who sits there.
  near(Object.values(seenFrom({ x: 250, y: 700, turn: 90 }, seat)), [0, 50, 0]);
  near(Object.values(seenFrom({ x: 300, y: 730, turn: 45 }, seat)), [30, 0, -45]);
  near(Object.values(seenFrom({ x: 310, y: 705, turn: 0 }, { x: 300, y: 700, turn: 0 })), [10, 5, 0]);
  near(Object.values(seenFrom(below(seat, 20), seat)), [0, 20, 0]);
});

const SCENE = { left: 0, top: 0, right: 400, bottom: 300 };

test("what is inside the window stays, what is outside comes in as far as it must", () => {
  const still = { scale: 1, turn: 0 };
  near(Object.values(shift({ left: 8, top: 8, right: 392, bottom: 292 }, SCENE, still)), [0, 0]);
  near(Object.values(shift({ left: -2, top: 100, right: 50, bottom: 120 }, SCENE, still)), [10, 0]);
  near(Object.values(shift({ left: 350, top: 280, right: 402, bottom: 302 }, SCENE, still)), [-10, -10]);
  near(Object.values(shift({ left: -2, top: 100, right: 50, bottom: 120 }, SCENE, { scale: 0.5, turn: 0 })), [20, 0]);
});

test("on a turned stage it goes the way that is seen", () => {
  near(Object.values(shift({ left: -2, top: 100, right: 50, bottom: 120 }, SCENE, { scale: 1, turn: 90 })), [0, -10]);
});

test("a meter counts up to where it stands, and a new one stands there", () => {
  assert.deepEqual(between({ a: 100 }, { a: 200, b: 7 }, 0.25), { a: 125, b: 7 });
  assert.deepEqual(between({ a: 100 }, { a: 200 }, 1), { a: 200 });
  assert.deepEqual(between({ a: 200 }, { a: 101 }, 0.5), { a: 151 });
});

test("a result has its odds where they can be read", () => {
  // 80 mm of room: 40 mm wide it may be twice as large, but no larger than words are (1.5).
  assert.deepEqual(fit({ label: 1.5, scale: 1 }, 40, 20), { all: true, about: false, size: 1.5 });
  assert.deepEqual(fit({ label: 1, scale: 1 }, 160, 20), { all: false, about: false, size: 1 });
});

test("on a small stage the amount alone is shown, and never too small to be read", () => {
  const small = fit({ label: 1.5, scale: 0.3 }, 60, 60);
  assert.deepEqual([small.all, small.about], [false, true]);
  assert.ok(Math.abs(small.size * 0.3 * 18 - 10) < 1e-9);
});

test("at the edge there is just room: for the odds, and for the whole amount", () => {
  // 12 high, odds are 10 pixels at a size of 1 and a scale of 5/6; 18 high, an amount is 10 at 2/3 of a pixel's size.
  assert.equal(fit({ label: 1, scale: 10 / 12 }, 40, 20).all, true);
  assert.equal(fit({ label: 0.999, scale: 10 / 12 }, 40, 20).all, false);
  // 160 mm wide an amount is halved, and so just large enough at a scale of 10/9.
  assert.deepEqual(fit({ label: 1, scale: 10 / 9 }, 1600, 160), { all: false, about: false, size: 0.5 });
  assert.equal(fit({ label: 1, scale: 1 }, 1600, 160).about, true);
});

test("two results of one wager are one", () => {
  const won = { result: 500, tone: "good", amount: "+$5", odds: "1 to 1", text: "Wins" };
  assert.deepEqual(both(won, { result: -200, tone: "bad", amount: "−$2", odds: "", text: "Limit", cut: "limit" }),
    { result: 300, tone: "good", amount: "+$3", odds: "1 to 1", text: "Wins; Limit", cut: "limit" });
  assert.equal(both(won, { ...won, result: -500 }).tone, "");
  assert.equal(both(won, { ...won, result: -600 }).tone, "bad");
  assert.equal(both(won, { ...won, result: -600, cut: "limit" }).tone, "");
});

test("where there is no room an amount is told about", () => {
  assert.equal(about(750), "+7.50");
  assert.equal(about(-999), "−9.99");
  assert.equal(about(1_000), "+10");
  assert.equal(about(1_250), "+13");
  assert.equal(about(-10_000), "−100");
  assert.equal(about(125_000), "+1K");
  assert.equal(about(1_250_000), "+13K");
  assert.equal(about(88_800_000), "+888K");
});

test("what is long is written smaller", () => {
  for (const text of ["+8.88", "−888", "+88K", "+1M"]) assert.equal(narrow(text), 1, text);
  assert.equal(narrow("+888K"), 4.5 / 5.3);
  assert.equal(narrow("+13.000"), 4.5 / 6.5);
});

test("high cards lie in front", () => {
  assert.deepEqual(["2c", "Ah", "??", "Td", "Ks"].sort(byRank), ["Ah", "Ks", "Td", "2c", "??"]);
});

test("a face that was told is known until the round is over", () => {
  const faces = new Faces();
  assert.deepEqual(faces.known(1, { number: 3, cards: ["Ah", "??"] }), ["Ah", "??"]);
  assert.deepEqual(faces.known(1, { number: 3, cards: ["??", "Kd"] }), ["Ah", "Kd"]);
  assert.deepEqual(faces.known(1, { number: 4, cards: ["??", "??"] }), ["??", "??"]);
  assert.deepEqual(faces.known(2, { number: 3, cards: ["??", "??"] }), ["??", "??"]);
});
