/* The ledger: what happened in this round and before, line by line, each with its clause. */

import { html } from "../dom.js";
import { gain } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";

const ROUNDS = 12;

export class Ledger {
  #list = html`<ol class="rounds"></ol>`;
  /** @type {any} */
  #round = null;
  #heading = "";
  #net = 0;
  #table;

  /** @param {number} table */
  constructor(table) {
    this.#table = table;
    this.element = html`<div class="ledger"><p class="muted">${say("ledger.empty")}</p>${this.#list}</div>`;
  }

  /** @param {number} round */
  open(round) {
    this.#heading = "";
    this.#net = 0;
    const lines = html`<ol class="lines"></ol>`;
    const result = html`<b class="round-result"></b>`;
    const link = html`<a href=${`/rounds/${this.#table}/${round}`}>${say("table.round", { round })}</a>`;
    const element = html`<li class="round"><h2>${round ? link : say("table.opening")}${result}</h2>${lines}</li>`;
    this.#round = { number: round, element, lines, result };
    this.#list.append(element);
    this.element.firstElementChild.hidden = true;
    while (this.#list.childElementCount > ROUNDS) this.#list.firstElementChild.remove();
  }

  /** The step whose lines follow. It is written when the first of them comes.
      @param {string} title */
  step(title) {
    this.#heading = title;
  }

  /** Writes a line.
      @param {any} line
      @param {number} round
      @param {boolean} mine */
  write(line, round, mine) {
    if (this.#round?.number !== round) this.open(round);
    const { lines } = this.#round;
    const panel = this.element.parentElement;
    const atEnd = !panel || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
    if (this.#heading) {
      lines.append(html`<li class="step-title">${this.#heading}</li>`);
      this.#heading = "";
    }
    const what = html`<span class="what">${line.text} ${why(line.clause)}</span>`;
    const sum = html`<span class="sum">${line.amount}</span>`;
    lines.append(html`<li class="line ${line.tone} ${mine ? "mine" : ""}">${what}${sum}</li>`);
    if (mine && line.result !== undefined) this.#add(line.result);
    if (atEnd) this.newest();
  }

  /** Brings the newest line into view. */
  newest() {
    const panel = this.element.parentElement;
    if (panel) panel.scrollTop = panel.scrollHeight;
  }

  /** Adds to what this round brought the reader.
      @param {number} cents */
  #add(cents) {
    this.#net += cents;
    const { result } = this.#round;
    result.textContent = gain(this.#net);
    result.className = `round-result ${this.#net > 0 ? "good" : this.#net < 0 ? "bad" : ""}`;
  }

  get net() {
    return this.#net;
  }
}
