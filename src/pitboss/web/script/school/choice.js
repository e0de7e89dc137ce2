/* An answer that is chosen among several, or all that apply. Where the sentences of what happened are the answers, they
   are chosen where they stand. */

import { html } from "../dom.js";
import { say } from "../text.js";

/** @import { AskChoice, ChoiceAnswer } from "../../types.d.ts" */

export class Choice {
  #ask;
  /** The first options, to be put where the sentences stand. @type {any[]} */
  told;
  /** @type {Map<string, { input: any, label: any }>} */
  #options = new Map();

  /** `told`: how many sentences of what happened there are.
      @param {AskChoice} ask
      @param {{ changed: () => void, told: number }} how */
  constructor(ask, { changed, told }) {
    this.#ask = ask;
    const count = ask.among_told ? told : 0;
    this.told = ask.options.slice(0, count).map((option) => this.#option(option, changed));
    const rest = ask.options.slice(count).map((option, n) => this.#option(option, changed, n + 1));
    const legend = say(ask.several ? "task.choose.several" : "task.choose");
    this.element = html`<fieldset class="school-options"><legend>${legend}</legend>${rest}</fieldset>`;
    if (!rest.length) this.element.classList.add("empty");
  }

  /** @param {AskChoice["options"][number]} option
      @param {() => void} changed */
  #option({ id, words }, changed, number = 0) {
    const input = html`<input type=${this.#ask.several ? "checkbox" : "radio"} name="school-answer" value=${id} @change=${changed}>`;
    const key = number && number < 10 ? html`<kbd aria-hidden="true">${number}</kbd>` : null;
    const label = html`<label class="school-option">${input}<span class="school-option-words">${words}</span>${key}<span class="school-mark"></span></label>`;
    this.#options.set(id, { input, label });
    return label;
  }

  /** @returns {ChoiceAnswer | null} */
  answer() {
    const ids = [...this.#options].filter(([, { input }]) => input.checked).map(([id]) => id);
    return ids.length || this.#ask.several ? { type: "choice", ids } : null;
  }

  /** @param {ChoiceAnswer} answer */
  restore(answer) {
    for (const [id, { input }] of this.#options) input.checked = answer.ids.includes(id);
  }

  /** The digit of an answer chooses it.
      @param {KeyboardEvent} event */
  key(event) {
    const shown = this.#ask.options.slice(this.told.length);
    const option = /^[1-9]$/.test(event.key) ? shown[Number(event.key) - 1] : undefined;
    const input = option && this.#options.get(option.id)?.input;
    if (!input || input.disabled) return false;
    input.checked = this.#ask.several ? !input.checked : true;
    input.focus();
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  focus() {
    [...this.#options.values()][0]?.input.focus({ preventScroll: true });
  }

  /** @param {boolean} locked */
  lock(locked) {
    for (const { input } of this.#options.values()) input.disabled = locked;
  }

  /** Marks what is right, and what was chosen and is not.
      @param {ChoiceAnswer} solution */
  solve(solution) {
    for (const [id, { input, label }] of this.#options) {
      const right = solution.ids.includes(id);
      label.classList.toggle("right", right);
      label.classList.toggle("wrong", input.checked && !right);
      const said = right ? (input.checked ? "task.mark.right" : "task.mark.missed") : input.checked ? "task.mark.wrong" : "";
      label.lastElementChild.textContent = said ? say(said) : "";
    }
  }
}
