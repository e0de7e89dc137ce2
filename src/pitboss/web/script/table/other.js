/* The box for an amount of one's own: what may be typed, and what is wrong with what was. While it is wrong nothing can
   be laid; a chip that is chosen empties it, and where it is emptied the last chip is chosen again. Loaded when entered.
   What is allowed comes from the table's limits; whether a wager is taken, the house decides. */

import { html, put } from "../dom.js";
import { cents as read } from "../amount.js";
import { money } from "../format.js";
import { list, say } from "../text.js";
import "../text/refusing.js";
import { place } from "../why-panel.js";

/** @import { WagerLimits, WagerWords } from "../../types.d.ts" */

/** What each area takes; areas that take the same are told together.
    @param {WagerLimits[]} limits
    @param {{ wagers: Pick<WagerWords, "title" | "family" | "later">[] }} words
    @returns {string[]} */
export function ranges(limits, words) {
  const alike = Map.groupBy(limits, ({ minimum, maximum, increment }) => [minimum, maximum, increment].join());
  return [...alike.values()].map((same) => {
    const [{ minimum, maximum, increment }] = same;
    const titles = words.wagers.filter((each) => same.some(({ wager }) => wager === each.family) && !each.later);
    const wagers = list(titles.map((each) => each.title));
    const amounts = { wagers, least: money(minimum), most: money(maximum), step: money(increment) };
    return say(minimum === maximum ? "other.fixed" : "other.range", amounts);
  });
}

/** Whether an area takes this amount by itself, or on top of what lies there.
    @param {number} amount
    @param {Pick<WagerLimits, "minimum" | "maximum" | "increment">} limits */
function takes(amount, { minimum, maximum, increment }) {
  const itself = amount >= minimum && (amount === minimum || (amount - minimum) % increment === 0);
  return amount <= maximum && (itself || amount % increment === 0);
}

/** What is wrong with an amount; nothing where an area takes it.
    @param {string} typed
    @param {WagerLimits[]} open the limits of the areas
    @param {string} example */
export function wrong(typed, open, example) {
  const amount = read(typed);
  if (!amount) return say("other.none", { typed, example });
  return open.some((limits) => takes(amount, limits)) ? "" : say("other.unfit", { money: money(amount) });
}

/** Says beside `input` what may be typed, as long as it is used. `choose({ cents, exact, fault })` takes it as the chip.
    @param {HTMLInputElement} input
    @param {any[]} limits
    @param {any} words
    @param {(chip: { cents: number | null, exact: boolean, fault: string }) => void} choose */
export function other(input, limits, words, choose) {
  const open = limits.filter((limit) => limit.maximum);
  const [{ minimum }] = open;
  const example = money(5 * minimum);
  const bad = html`<p class="bad" role="alert" hidden></p>`;
  const said = html`<div class="popover other-said" id="other-said" popover="manual">${bad}
    <p>${say("other.hint", { example })}</p><ul>${ranges(open, words).map((each) => html`<li>${each}</li>`)}</ul></div>`;
  input.after(said);
  input.setAttribute("aria-describedby", "other-said");

  const look = () => {
    const fault = input.value.trim() && wrong(input.value.trim(), open, example);
    bad.hidden = !fault;
    put(bad, fault);
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    if (input.value.trim()) write(fault);
    else if (chip && !chip.checked) chip.click();
  };
  /** @param {string} fault */
  const write = (fault) => {
    chip = chips.querySelector(":checked") ?? chip;
    if (chip) chip.checked = false;
    choose({ cents: read(input.value), exact: true, fault });
  };
  const show = () => {
    said.showPopover();
    place(said, input);
  };
  /** @type {any} */
  const chips = input.parentElement;
  /** @type {HTMLInputElement | null} */
  let chip = null;
  /** @param {any} event */
  const change = ({ target }) => {
    if (target === input) return;
    chip = target;
    input.value = "";
    look();
  };
  chips.addEventListener("change", change);
  input.addEventListener("input", () => {
    look();
    show();
  });
  input.addEventListener("focus", show);
  input.addEventListener("blur", () => said.hidePopover());
  if (input.value) look();
  if (document.activeElement === input) show();
}
