/* An answer that is a number, with what it counts. */

import { cents } from "../amount.js";
import { html } from "../dom.js";
import { money, number } from "../format.js";
import { known, say } from "../text.js";
import "../text/task.js";

/** @import { AskNumber, NumberAnswer } from "../../types.d.ts" */

/** What somebody typed, as the number that is meant; null where it is none or lies outside what is asked.
    @param {string} typed
    @param {AskNumber} ask */
export function meant(typed, { unit, least, most }) {
  const plain = typed.trim();
  const found = unit === "cents" ? cents(plain) : /^\d{1,12}$/.test(plain) ? Number(plain) : null;
  return found !== null && found >= least && found <= most ? found : null;
}

/** @param {number} value
    @param {string} unit */
export function counted(value, unit) {
  if (unit === "cents") return money(value);
  const key = `task.unit.${unit}`;
  return known(key) ? say(key, { n: value }) : `${number(value)} ${unit}`;
}

export class NumberAsked {
  #ask;
  #input;
  #said = html`<p class="form-bad" role="alert"></p>`;

  /** @param {AskNumber} ask
      @param {{ changed: () => void }} how */
  constructor(ask, { changed }) {
    this.#ask = ask;
    const dollars = ask.unit === "cents";
    const unit = known(`task.unit.name.${ask.unit}`) ? say(`task.unit.name.${ask.unit}`) : ask.unit;
    const typed = () => {
      this.#said.textContent = "";
      this.#input.removeAttribute("aria-invalid");
      changed();
    };
    this.#input = html`<input type="text" inputmode=${dollars ? "decimal" : "numeric"} maxlength="14" autocomplete="off" @input=${typed}>`;
    this.element = html`<div class="school-number"><label><span>${say("task.number")}</span>
      <span class="school-number-field">${dollars ? html`<b aria-hidden="true">$</b>` : null}${this.#input}<span>${dollars ? html`<span class="unseen">${unit}</span>` : unit}</span></span></label>
      ${this.#said}<p class="school-solved"></p></div>`;
  }

  /** @returns {NumberAnswer | null} */
  answer() {
    const value = meant(this.#input.value, this.#ask);
    return value === null ? null : { type: "number", value };
  }

  /** Says what is wrong with what was typed. */
  lacks() {
    const { least, most, unit } = this.#ask;
    const all = most >= 1_000_000_000;
    this.#said.textContent = all ? say("task.number.whole") : say("task.number.between", { least: counted(least, unit), most: counted(most, unit) });
    this.#input.setAttribute("aria-invalid", "true");
    this.#input.focus();
  }

  /** @param {NumberAnswer} answer */
  restore({ value }) {
    this.#input.value = this.#ask.unit === "cents" ? number(value / 100, { minimumFractionDigits: 2, useGrouping: false }) : String(value);
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.#input.readOnly = locked;
  }

  /** @param {NumberAnswer} solution */
  solve(solution) {
    const right = this.answer()?.value === solution.value;
    this.#input.classList.add(right ? "right" : "wrong");
    this.element.lastElementChild.textContent = right ? "" : say("task.number.right", { answer: counted(solution.value, this.#ask.unit) });
  }
}
