/* What happened at the table, the newest first, each with its clause: first the round as far as it has come, then what is
   heard. */

import { get } from "../api.js";
import { html } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";

/** @import { ToldEvent } from "../../shapes.d.ts" */
/** @import { Change, RoundTold, View } from "../../types.d.ts" */

const MOST = 60;
const UNTOLD = new Set(["StepOpened", "CommitmentPublished"]);

/** A round that is over is told event by event with who acted, one that is played as everybody hears it.
    @type {(round: RoundTold) => Pick<ToldEvent, "event" | "facts" | "said" | "pays">[]} */
const soFar = ({ events, told }) =>
  events.length ? events.map(({ event, said, pays }) => ({ event: event.is, facts: event, said, pays })) : told;

export class Log {
  /** @type {Promise<number> | null} */
  #begun = null;
  #list = html`<ol class="log" reversed></ol>`;
  #heard;
  #none = html`<p class="muted">${say("log.none")}</p>`;

  /** `heard` is given every event that is shown, in its order.
      @param {(events: import("./payments.js").Event[]) => void} heard */
  constructor(heard = () => {}) {
    this.#heard = heard;
    this.element = html`<div class="log-box" tabindex="0" role="group" aria-label=${say("log.title")}>${this.#none}${this.#list}</div>`;
  }

  /** What a message told; before the first one the round as far as it has come. What stands in it is not told twice.
      @param {Pick<Change, "told" | "seq" | "view">} message
      @param {number} table */
  async add({ told, seq, view }, table) {
    this.#begun ??= this.#begin(view, table);
    const known = await this.#begun;
    if (seq > known) this.#show(told);
  }

  /** The last row of the trail that is shown. Without an answer the list begins with what is heard.
      @param {View} view
      @param {number} table
      @returns {Promise<number>} */
  async #begin(view, table) {
    if (!view.round) return -1;
    const round = await get(`/api/v1/tables/${table}/rounds/${view.round}`).catch(() => null);
    if (!round) return -1;
    this.#show(soFar(round));
    return round.seq;
  }

  /** @param {Pick<ToldEvent, "event" | "facts" | "said" | "pays">[]} all */
  #show(all) {
    this.#heard(all);
    const fresh = all.filter(({ event, said }) => said && !UNTOLD.has(event));
    if (!fresh.length) return;
    this.#none.hidden = true;
    for (const told of fresh.slice(-MOST)) {
      const kind = told.event === "Irregularity" ? "alert" : "";
      this.#list.prepend(html`<li class=${kind}>${told.said} ${why(told.facts.clause)}</li>`);
    }
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }
}
