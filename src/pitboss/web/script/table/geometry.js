/* Where things lie and how large they are seen, in figures: nothing here looks at the page. */

/** @import { Spot } from "../../shapes.d.ts" */

/** The size of the stage, in millimetres. */
export const WIDE = 2000;
export const TALL = 1240;

/** The close-up: how wide and deep a position is, and how far before its cards the middle of the picture lies. */
const CLOSE = { across: 340, depth: 505, before: 98 };

const RADIAN = Math.PI / 180;

/** How the stage is seen through a window of this size: whole, or a position (the place of its cards) from near, turned
    upright. `scale` is pixels for a millimetre; `x` and `y` bring the middle of what is seen into that of the window.
    Where several positions are seen together they are so many millimetres more across.
    @param {number} width
    @param {number} height
    @param {Spot | null} centre */
export function view(width, height, centre, more = 0) {
  let scale = Math.min(width / WIDE, height / TALL);
  let [turn, x, y] = [0, WIDE / 2, TALL / 2];
  if (centre) {
    scale = Math.min(width / (CLOSE.across + more), height / CLOSE.depth);
    turn = -centre.turn;
    const inward = (centre.turn - 90) * RADIAN;
    x = centre.x + Math.cos(inward) * CLOSE.before;
    y = centre.y + Math.sin(inward) * CLOSE.before;
  }
  const [cos, sin] = [Math.cos(turn * RADIAN) * scale, Math.sin(turn * RADIAN) * scale];
  return { scale, turn, x: width / 2 - (cos * x - sin * y), y: height / 2 - (sin * x + cos * y) };
}

/** A place as one sees it who sits at `middle`: how far from there, and how far turned.
    @param {Spot} at
    @param {Spot} middle
    @returns {Spot} */
export function seenFrom(at, middle) {
  const [cos, sin] = [Math.cos(middle.turn * RADIAN), Math.sin(middle.turn * RADIAN)];
  const [x, y] = [at.x - middle.x, at.y - middle.y];
  return { x: x * cos + y * sin, y: y * cos - x * sin, turn: at.turn - middle.turn };
}

/** How much smaller positions may be seen for the sake of seeing all of them at once. */
const SMALLER = 0.75;

/** What is looked at: the positions of these places together where the window has room for them, or else the first.
    @param {number} width
    @param {number} height
    @param {Spot[]} places at least one */
export function together(width, height, places) {
  /** @param {(spot: Spot) => number} of */
  const mean = (of) => places.reduce((sum, each) => sum + of(each), 0) / places.length;
  const centre = { x: mean(({ x }) => x), y: mean(({ y }) => y), turn: mean(({ turn }) => turn) };
  const more = 2 * Math.max(...places.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y)));
  const [all, one] = [view(width, height, centre, more), view(width, height, places[0])];
  return all.scale >= SMALLER * one.scale ? all : one;
}

/** The place so many millimetres below another, as who sits there sees it.
    @template {Spot} T
    @param {T} at
    @param {number} by
    @returns {T} */
export const below = (at, by) => ({ ...at, x: at.x - by * Math.sin(at.turn * RADIAN), y: at.y + by * Math.cos(at.turn * RADIAN) });
