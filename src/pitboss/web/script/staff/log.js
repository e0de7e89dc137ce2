/* What happened at the table since the page was opened, the newest first, each with its clause. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";

const MOST = 60;
const UNTOLD = new Set(["StepOpened", "CommitmentPublished"]);

/** Sentences are made by what only those need who hear of something: it is loaded with the first event. */
async function sentences(game) {
  const { eventWords, names } = await import("../text/events.js");
  const called = names(game);
  return ({ event, facts }) => eventWords({ is: event, ...facts }, called);
}

export class Log {
  #game;
  #words = null;
  #list = html`<ol class="log" reversed></ol>`;
  #none = html`<p class="muted">${say("log.none")}</p>`;

  constructor(game) {
    this.#game = game;
    this.element = html`<div class="log-box" tabindex="0" role="group" aria-label=${say("log.title")}>${this.#none}${this.#list}</div>`;
  }

  async add(told) {
    if (UNTOLD.has(told.event)) return;
    this.#words ??= sentences(this.#game);
    const words = await this.#words;
    this.#none.hidden = true;
    this.#list.prepend(html`<li class=${told.event === "Irregularity" ? "alert" : ""}>${words(told)} ${why(told.facts.clause)}</li>`);
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }
}
