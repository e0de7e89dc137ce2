/* Figures as people read them. The exact fractions come from the house and stand in the page as they are. */

import { html } from "../dom.js";
import { money, number, percent } from "../format.js";
import { list, say } from "../text.js";
import { pause } from "./load.js";

/** A part of a wager, and where it stands. @typedef {{ title: string, place: number }} Part */

/** "35.0%", "0.154%": three figures that mean something, whatever the size.
    @type {(value: number) => string} */
export const share = (value) => percent(value, Math.abs(value) >= 0.1 ? 2 : 3);

/** "1 in 650,000" for what is rare, percent for what is not.
    @param {number} value */
export function chance(value) {
  if (value >= 0.01 || value === 0) return percent(value, 2);
  const times = 1 / value;
  const rounded = times < 1000 ? Math.round(times * 10) / 10 : Number(times.toPrecision(4));
  return say("odds.in", { n: number(rounded) });
}

/** "2.61": how far results lie apart, in units of the base.
    @type {(value: number) => string} */
export const deviation = (value) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Each way of writing figures costs the browser some milliseconds when it is first used: they are tried one by one
    while the figures are on their way. */
export async function warm() {
  const ways = [() => share(1), () => share(0), () => deviation(0), () => number(0), () => money(0), () => list([])];
  for (const way of ways) {
    await pause();
    way();
  }
}

/** How many deals were counted; beyond what a number can hold exactly, its size.
    @param {number} count */
function deals(count) {
  if (count <= Number.MAX_SAFE_INTEGER) return say("odds.exact", { deals: number(count) });
  const power = Math.floor(Math.log10(count));
  return html`${say("odds.exact.about")} ${number(count / 10 ** power, { maximumFractionDigits: 2 })} × 10<sup>${power}</sup>`;
}

/** How a row of figures was obtained.
    @param {any} row */
export function obtained(row) {
  const more = [];
  if (row.players > 1) more.push(say("odds.players", { n: row.players }));
  if (row.depends) more.push(say("odds.stake", { stake: money(row.stake) }));
  const how = row.method === "exact" ? deals(row.deals) : say("odds.simulated", { deals: number(row.deals) });
  return html`<span>${how}${more.map((part) => `; ${part}`)}</span>`;
}

/** The edge at other wagers: fixed sums weigh less the more is wagered. Null where it is the same.
    @param {{ at: { stake: number, edge: number }[] }} row */
export function elsewhere({ at }) {
  if (!at.length) return null;
  return at.map(({ stake, edge }) => say("odds.at", { edge: share(edge), stake: money(stake) })).join("; ");
}

/** "Paytable A", "3 hands dealt" (a paytable by the number of hands), "one paytable".
    @param {{ paytable: string | null, by_hands?: boolean }} row */
export function paytableName({ paytable, by_hands }) {
  if (!paytable) return say("odds.paytable.none");
  const key = by_hands ? "odds.paytable.hands" : "odds.paytable.named";
  return say(key, { paytable });
}

/** The rows of each wager together, in the order of the rulebook.
    @template {{ wager: string }} T
    @param {T[]} rows
    @returns {T[][]} */
export function byWager(rows) {
  const found = new Map();
  for (const row of rows) {
    if (!found.has(row.wager)) found.set(row.wager, []);
    found.get(row.wager).push(row);
  }
  return [...found.values()];
}

/** The parts of a wager that have lines, those that pay alike together.
    @param {{ title: string, lines: { hand: string, pays?: string | null }[] }[]} parts
    @returns {Part[][]} */
export function payAlike(parts) {
  /** @type {Map<string, Part[]>} */
  const found = new Map();
  parts.forEach(({ title, lines }, place) => {
    if (!lines.length) return;
    const key = JSON.stringify(lines.map(({ hand, pays }) => [hand, pays]));
    found.set(key, [...(found.get(key) ?? []), { title, place }]);
  });
  return [...found.values()];
}

/** The hands that any of these parts names, each once, in the order in which they are named first.
    @template {{ hand: string }} T
    @param {({ lines: T[] } | undefined)[]} parts
    @returns {T[]} */
export function everyHand(parts) {
  /** @type {Map<string, T>} */
  const found = new Map();
  for (const line of parts.flatMap((part) => part?.lines ?? [])) if (!found.has(line.hand)) found.set(line.hand, line);
  return [...found.values()];
}
