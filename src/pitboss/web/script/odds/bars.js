/* The chart of how a round can end, in figures: which bars there are, how long they are, and how its scale is marked. */

import { number } from "../format.js";
import { say } from "../text.js";

/** @typedef {{ units: number, p: number, name: string }} Bar */

const LEFT = 92;
const LETTER = 7.6;
const RIGHT = 104;
const MOST = 26;
/** @type {Record<string, string>} */
const SUPER = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** A result in units of the wager, with its sign.
    @type {(units: number) => string} */
export const signed = (units) => number(units, { signDisplay: "exceptZero", maximumFractionDigits: 2 });

/** Many rare results at the end are told together; each keeps its part of the sum.
    @param {{ units: number, chance: number }[]} distribution
    @returns {Bar[]} */
export function barsOf(distribution) {
  const found = distribution.map(({ units, chance: p }) => ({ units, p, name: signed(units) }));
  if (found.length <= MOST) return found;
  const rest = found.slice(MOST - 1);
  const name = say("odds.distribution.more", { n: signed(rest[0].units) });
  return [...found.slice(0, MOST - 1), { units: rest[0].units, p: rest.reduce((sum, each) => sum + each.p, 0), name }];
}

/** A logarithmic scale for these bars in this width: where bars begin (`left`), how far one of a chance reaches (`along`),
    and the powers of ten that are marked.
    @param {Bar[]} bars
    @param {number} width */
export function scaleOf(bars, width) {
  const least = Math.floor(Math.log10(Math.min(...bars.map(({ p }) => p))));
  const left = Math.max(LEFT, 12 + LETTER * Math.max(...bars.map(({ name }) => name.length)));
  const room = Math.max(80, width - left - RIGHT);
  /** @type {(p: number) => number} */
  const along = (p) => left + (room * (Math.log10(p) - least)) / -least;
  const marks = Array.from({ length: -least + 1 }, (_, n) => least + n).filter((n) => -least < 6 || n % 2 === 0);
  return { left, along, marks };
}

/** A power of ten as the scale has it: "1", "1/100", "10⁻⁶".
    @param {number} power */
export function tick(power) {
  if (power === 0) return "1";
  return power >= -4 ? `1/${number(10 ** -power)}` : `10${String(power).replace(/./g, (sign) => SUPER[sign])}`;
}
