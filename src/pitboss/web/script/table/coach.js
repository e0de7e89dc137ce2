/* The coach: before the act what each choice is worth, after it what a mistake cost, and how this session goes. All of
   it is worked out by the house; here it is only shown. */

import { get } from "../api.js";
import { html, put } from "../dom.js";
import { money, number, percent } from "../format.js";
import { onPrefs, pref } from "../prefs.js";
import { say, sentence } from "../text.js";

/** @import { Coached, View, Worth } from "../../types.d.ts" */

const AGAIN = 900;
/** @type {Intl.NumberFormatOptions} */
const EXACT = { minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: "exceptZero" };

/** @type {(part: number) => { transform: string }} */
const bar = (part) => ({ transform: `scaleX(${0.06 + 0.94 * part})` });

/** What a choice gives away, in percent of the base and in money.
    @type {(choice: { cost_percent: number, cost_cents: number }) => { percent: string, money: string }} */
export const costs = ({ cost_percent, cost_cents }) => ({
  percent: percent(cost_percent / 100),
  money: money(Math.round(cost_cents)),
});

/** Values as parts of the way from the least of them to the greatest.
    @param {number[]} values */
export function partsOf(values) {
  const low = Math.min(...values);
  const reach = Math.max(Math.max(...values) - low, 0.0001);
  return values.map((value) => (value - low) / reach);
}

export class Coach {
  #table;
  #verdict = html`<div class="verdict" aria-live="polite"></div>`;
  #advice = html`<div class="advice" aria-live="polite"></div>`;
  #session = html`<div class="coach-session"></div>`;
  #asked = "";
  #round = 0;
  /** @type {(Coached & { key: string }) | null} */
  #last = null;
  /** @type {AbortController | null} */
  #stop = null;
  #again = 0;
  #advise;

  /** `advise(choices, line)` shows the values where the choices are made, and a line about them.
      @param {number} table
      @param {(choices: any[], line: string) => void} advise */
  constructor(table, advise) {
    this.#table = table;
    this.#advise = advise;
    this.element = html`<div class="coach">${this.#verdict}${this.#advice}${this.#session}</div>`;
    this.#quiet();
    onPrefs(() => this.#quiet());
  }

  #quiet() {
    if (!pref("coach")) [this.#session, this.#verdict].forEach((part) => put(part));
    if (this.#last && pref("coach") && !this.#advice.querySelector(".working")) return;
    put(this.#advice, html`<p class="muted">${say(pref("coach") ? "coach.waits" : "coach.off")}</p>`);
  }

  /** Asks when it is the reader's turn.
      @param {{ view: View, offers: any[] }} state */
  async render({ view, offers }) {
    const offer = offers.find((each) => each.example.do === "Decide" && view.mine.includes(each.example.seat));
    const key = offer ? `${view.round}.${view.step}.${offer.example.seat}` : "";
    if (key === this.#asked) return;
    this.#asked = key;
    this.#stop?.abort();
    if (this.#advice.querySelector(".working")) put(this.#advice, html`<p class="muted">${say("coach.late")}</p>`);
    if (!key || !pref("coach")) return;
    if (view.round !== this.#round) put(this.#verdict); // it was about another hand
    this.#round = view.round;
    this.#stop = new AbortController();
    put(this.#advice, html`<p class="muted working">${say("coach.working")}</p>`);
    try {
      const told = await this.#ask(offer.example.seat, this.#stop.signal);
      if (this.#asked !== key) return;
      this.#last = { ...told, key };
      put(this.#advice, this.#before(told));
      this.#advise(told.choices, say("coach.line", told));
    } catch (error) {
      if (error.name !== "AbortError") put(this.#advice, html`<p class="muted">${sentence(error.message)}</p>`);
    }
  }

  /** @param {number} seat
      @param {AbortSignal} signal */
  async #ask(seat, signal) {
    for (;;) {
      const told = await get(`/api/v1/tables/${this.#table}/coach?seat=${seat}`, { signal });
      if (told.state !== "working") return told;
      this.#advise([], say("coach.working"));
      await new Promise((done) => setTimeout(done, AGAIN));
      signal.throwIfAborted();
    }
  }

  /** @param {Pick<Coached, "choices" | "unit">} told */
  #before(told) {
    const parts = partsOf(told.choices.map((choice) => choice.decimal));
    /** @type {(choice: Worth, n: number) => any} */
    const row = (choice, n) => html`<li class=${choice.best ? "best" : ""}>
      <span class="worth-label">${choice.label}</span>
      <span class="worth-bar" aria-hidden="true"><i css=${bar(parts[n])}></i></span>
      <b class="number" title=${choice.value}>${number(choice.decimal, EXACT)}</b>
      <small>${choice.best ? say("coach.best") : say("coach.cost", costs(choice))}</small></li>`;
    return html`<h2>${say("coach.before")}</h2>
      <p class="muted">${say("coach.unit", told)}</p>
      <ul class="worths">${told.choices.map(row)}</ul>`;
  }

  /** The reader chooses: gives back what says the cost. It is said when the house has taken the choice, and by then
      the table may have gone on.
      @param {string} name */
  choosing(name) {
    const told = this.#last;
    const choice = told?.key === this.#asked ? told.choices.find((each) => each.choice === name) : undefined;
    if (!told || !choice || !pref("coach")) return () => {};
    const best = told.choices.find((each) => each.choice === told.best);
    const good = choice.best || choice.cost_percent === 0;
    const values = { label: choice.label, unit: told.unit, best: best?.label, ...costs(choice) };
    const verdict = say(good ? "coach.after.good" : "coach.after.mistake", values);
    return () => put(this.#verdict, html`<p class="note ${good ? "" : "bad"}">${verdict}</p>`);
  }

  /** The figures of this session, after each round and when they are looked at. */
  async session() {
    if (!pref("coach")) return;
    clearTimeout(this.#again);
    const asked = [get(`/api/v1/tables/${this.#table}/coach/session`), import("./coach-session.js")];
    const [told, { session, late } = {}] = await Promise.all(asked).catch(() => []);
    if (told?.waiting) this.#again = setTimeout(() => this.session(), AGAIN);
    if (!told?.decisions) return;
    const [one] = told.review;
    if (one?.clock && one.round === this.#round && one.table === this.#table) put(this.#verdict, late(one, costs));
    put(this.#session, session(told, costs));
  }
}
