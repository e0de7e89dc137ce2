/* What happened at the table, the newest first, each with its clause: first the round as far as it has come, then what is
   heard. */

import { get } from "../api.js";
import { html } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";
import { called } from "./names.js";

const MOST = 60;
const UNTOLD = new Set(["StepOpened", "CommitmentPublished"]);

/** Sentences are made by what only those need who hear of something: it is loaded with the first event. */
async function sentences(game) {
  const { eventWords, names } = await import("../text/events.js");
  const words = names(game);
  return ({ event, facts, by }) => eventWords({ is: event, ...facts }, words, by);
}

/** Who sat down or left: as the table names him, where the record does not. */
function named({ event, facts, by = "" }, view) {
  if (!("player" in facts)) return { event, facts, by };
  const player = facts.player || view.seats[facts.seat - 1]?.player;
  return { event, facts: { ...facts, player: player ? called(player) : say("log.somebody") }, by };
}

/** A round that is over is told event by event with who acted, one that is played as everybody hears it. */
const soFar = ({ events, told }) =>
  events.length ? events.map(({ event: { is, ...facts }, by, house }) => ({ event: is, facts, by: house ? "" : by })) : told;

export class Log {
  #game;
  /** @type {Promise<(told: any) => string> | null} */
  #words = null;
  /** @type {Promise<number> | null} */
  #begun = null;
  #list = html`<ol class="log" reversed></ol>`;
  #none = html`<p class="muted">${say("log.none")}</p>`;

  constructor(game) {
    this.#game = game;
    this.element = html`<div class="log-box" tabindex="0" role="group" aria-label=${say("log.title")}>${this.#none}${this.#list}</div>`;
  }

  /** What a message told; before the first one the round as far as it has come. What stands in it is not told twice. */
  async add({ told, seq, view }, table) {
    this.#begun ??= this.#begin(view, table);
    const known = await this.#begun;
    if (seq > known) await this.#show(told, view);
  }

  /** The last row of the trail that is shown. Without an answer the list begins with what is heard.
      @param {any} view
      @param {number} table
      @returns {Promise<number>} */
  async #begin(view, table) {
    if (!view.round) return -1;
    const round = await get(`/api/v1/tables/${table}/rounds/${view.round}`).catch(() => null);
    if (!round) return -1;
    await this.#show(soFar(round), view);
    return round.seq;
  }

  async #show(all, view) {
    const fresh = all.filter(({ event }) => !UNTOLD.has(event));
    if (!fresh.length) return;
    const words = await (this.#words ??= sentences(this.#game));
    this.#none.hidden = true;
    for (const told of fresh.slice(-MOST)) {
      const kind = told.event === "Irregularity" ? "alert" : "";
      this.#list.prepend(html`<li class=${kind}>${words(named(told, view))} ${why(told.facts.clause)}</li>`);
    }
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }
}
