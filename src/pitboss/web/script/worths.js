/* What the choices of a decision are worth, as bars: at a table by the coach, in the school by the verdict. */

import { html } from "./dom.js";
import { money, number, percent } from "./format.js";
import { say } from "./text.js";
import "./text/turn.js";

/** @import { Coached, Worth } from "../types.d.ts" */

/** @type {Intl.NumberFormatOptions} */
const EXACT = { minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: "exceptZero" };

/** @type {(part: number) => { transform: string }} */
export const bar = (part) => ({ transform: `scaleX(${0.06 + 0.94 * part})` });

/** What a choice gives away, in percent of the base and in money.
    @type {(choice: { cost_percent: number, cost_cents: number }) => { percent: string, money: string }} */
export const costs = ({ cost_percent, cost_cents }) => ({
  percent: percent(cost_percent / 100),
  money: money(Math.round(cost_cents)),
});

/** Values as parts of the way from the least of them to the greatest.
    @param {number[]} values */
export function partsOf(values) {
  const low = Math.min(...values);
  const reach = Math.max(Math.max(...values) - low, 0.0001);
  return values.map((value) => (value - low) / reach);
}

/** Each choice with its exact worth; the reader's own is named where it was made.
    @param {string} heading
    @param {Pick<Coached, "choices" | "unit">} told
    @param {string} [own] */
export function worths(heading, told, own) {
  const parts = partsOf(told.choices.map((choice) => choice.decimal));
  /** @type {(choice: Worth, n: number) => any} */
  const row = (choice, n) => html`<li class=${choice.best ? "best" : ""}>
    <span class="worth-label">${choice.label}${choice.choice === own ? [" ", html`<i>${say("coach.yours")}</i>`] : null}</span>
    <span class="worth-bar" aria-hidden="true"><i css=${bar(parts[n])}></i></span>
    <b class="number" title=${choice.value}>${number(choice.decimal, EXACT)}</b>
    <small>${choice.best ? say("coach.best") : say("coach.cost", costs(choice))}</small></li>`;
  return html`<h2>${say(heading)}</h2>
    <p class="muted">${say("coach.unit", told)}</p>
    <ul class="worths">${told.choices.map(row)}</ul>`;
}
