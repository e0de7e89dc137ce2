/* Chips as SVG, seen from above: one chip, and stacks of them by denomination. A stack is only a picture; the exact
   amount is written beside it. */

import { change, DENOMINATIONS } from "./denominations.js";
import { svg } from "./dom.js";
import { chip as short } from "./format.js";

const MOST = 5;
const COUNTED = 40;
const RISE = 1.8;

/** @type {(cents: number) => string | undefined} */
const colour = (cents) => (DENOMINATIONS.find(([worth]) => worth <= cents) ?? DENOMINATIONS.at(-1))?.[1];

/** @param {number} cents
    @param {number} y
    @param {boolean} label */
function disc(cents, y, label) {
  const words = short(cents);
  return svg`<g class="chip chip-${colour(cents)}" transform="translate(0 ${y})">
    <circle class="chip-shade" r="19.5" cy="1.6"/><circle class="chip-body" r="19.5"/>
    <circle class="chip-edge" r="17.2"/><circle class="chip-middle" r="12.6"/>
    ${label ? svg`<text class=${words.length > 3 ? "chip-worth long" : "chip-worth"} y=${words.length > 3 ? 3 : 4}>${words}</text>` : null}</g>`;
}

/** One chip of this worth.
    @param {number} cents */
export function chip(cents) {
  const drawn = disc(cents, 0, true);
  return svg`<svg class="chip-one" viewBox="-21 -21 42 44" aria-hidden="true" focusable="false">${drawn}</svg>`;
}

/** The chips that are drawn for an amount, from below: the largest that make it up. Of more than five, four and the last.
    @param {number} cents */
export function pile(cents) {
  const found = change(cents).chips.flatMap(([worth, many]) => Array.from({ length: Math.min(many, COUNTED) }, () => worth)).slice(0, COUNTED);
  return found.length > MOST ? [...found.slice(0, MOST - 1), ...found.slice(-1)] : found;
}

/** What stands for this amount: the largest chips below, at most five shown.
    @param {number} cents */
export const stack = (cents) => stacked(pile(cents));

/** These very chips, from below; of more than five, four and the last.
    @param {{ cents: number, count: number }[]} piles highest first */
export function stackOf(piles) {
  const all = piles.flatMap(({ cents, count }) => Array.from({ length: Math.min(count, COUNTED) }, () => cents));
  return stacked(all.length > MOST ? [...all.slice(0, MOST - 1), ...all.slice(-1)] : all);
}

/** @param {number[]} shown what each chip is worth, from below */
function stacked(shown) {
  const discs = shown.map((worth, n) => disc(worth, -RISE * n, n === shown.length - 1));
  return svg`<svg class="chip-stack" viewBox="-22 -42 44 64" aria-hidden="true" focusable="false">${discs}</svg>`;
}
