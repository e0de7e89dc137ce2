/* The ledger: what happened in this round and before, line by line, each with its clause. */

import { html } from "../dom.js";
import { gain } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";
import { toneOfSum } from "./lines.js";

/** @import { Entry } from "./lines.js" */

const ROUNDS = 12;

export class Ledger {
  #list = html`<ol class="rounds"></ol>`;
  /** @type {any} */
  #round = null;
  #table;

  /** @param {number} table */
  constructor(table) {
    this.#table = table;
    this.element = html`<div class="ledger"><p class="muted">${say("ledger.empty")}</p>${this.#list}</div>`;
  }

  /** @param {number} round */
  #open(round) {
    const lines = html`<ol class="lines"></ol>`;
    const result = html`<b class="round-result"></b>`;
    const link = html`<a href=${`/rounds/${this.#table}/${round}`}>${say("table.round", { round })}</a>`;
    const element = html`<li class="round"><h2>${round ? link : say("table.opening")}${result}</h2>${lines}</li>`;
    this.#round = { lines, result };
    this.#list.append(element);
    this.element.firstElementChild.hidden = true;
    while (this.#list.childElementCount > ROUNDS) this.#list.firstElementChild.remove();
  }

  /** Writes the line of an event of this round, if it has one.
      @param {Entry} entry
      @param {number} round
      @param {boolean} mine */
  write({ line, first, heading, brought }, round, mine) {
    if (!line) return;
    if (first) this.#open(round);
    const { lines, result } = this.#round;
    const panel = this.element.parentElement;
    const atEnd = !panel || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
    if (heading) lines.append(html`<li class="step-title">${heading}</li>`);
    const what = html`<span class="what">${line.text} ${why(line.clause)}</span>`;
    const sum = html`<span class="sum">${line.amount}</span>`;
    lines.append(html`<li class="line ${line.tone} ${mine ? "mine" : ""}">${what}${sum}</li>`);
    if (brought !== undefined) {
      result.textContent = gain(brought);
      result.className = `round-result ${toneOfSum(brought)}`;
    }
    if (atEnd) this.newest();
  }

  /** Brings the newest line into view. */
  newest() {
    const panel = this.element.parentElement;
    if (panel) panel.scrollTop = panel.scrollHeight;
  }
}
