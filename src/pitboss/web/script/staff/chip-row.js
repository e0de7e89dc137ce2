/* Chips as buttons below the amount of a wager: each press adds one. */

import { announce } from "../announce.js";
import { cents as amountOf } from "../amount.js";
import { chip } from "../chips.js";
import { denominations } from "../denominations.js";
import { findAll, html } from "../dom.js";
import { money, number } from "../format.js";
import { say } from "../text.js";

/** An amount as one types it.
    @param {number} cents */
export const typed = (cents) => (cents ? number(cents / 100, { useGrouping: false, maximumFractionDigits: 2 }) : "");

/** The chips of a wager; those of wagers that must be equal to it (`equal`) change with it.
    @param {any} input
    @param {{ title: string, equal: string[], minimum: number, maximum: number, step: number }} wager */
export function chipRow(input, { title, equal, minimum, maximum, step }) {
  /** @param {number} cents */
  const set = (cents) => {
    for (const each of findAll("input", input.form)) if (each === input || equal.includes(each.name)) each.value = typed(cents);
    announce(say("walk.said", { wager: title, amount: money(cents) }), { about: input });
  };
  /** @param {number} worth */
  const one = (worth) => {
    const label = say("walk.chip", { worth: money(worth), wager: title });
    const add = () => set((amountOf(input.value) ?? 0) + worth);
    return html`<button type="button" class="chip-button" aria-label=${label} title=${label} @click=${add}>${chip(worth)}</button>`;
  };
  const none = say("walk.none", { wager: title });
  return html`<div class="chip-row" role="group" aria-label=${say("walk.chips", { wager: title })}>
    ${denominations(minimum, maximum, step, 4).map(one)}
    <button type="button" class="chip-button" aria-label=${none} title=${none} @click=${() => set(0)}><span aria-hidden="true">×</span></button></div>`;
}
