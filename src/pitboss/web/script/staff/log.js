/* What happened at the table since the page was opened, the newest first, each with its clause. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";

const MOST = 60;
const UNTOLD = new Set(["StepOpened", "CommitmentPublished"]);

export class Log {
  #words;
  #list = html`<ol class="log" reversed></ol>`;
  #none = html`<p class="muted">${say("log.none")}</p>`;

  /** `words(told)` makes a sentence of what was told. */
  constructor(words) {
    this.#words = words;
    this.element = html`<div class="log-box" tabindex="0" role="group" aria-label=${say("log.title")}>${this.#none}${this.#list}</div>`;
  }

  add(told) {
    if (UNTOLD.has(told.event)) return;
    this.#none.hidden = true;
    this.#list.prepend(html`<li class=${told.event === "Irregularity" ? "alert" : ""}>${this.#words(told)} ${why(told.facts.clause)}</li>`);
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }
}
