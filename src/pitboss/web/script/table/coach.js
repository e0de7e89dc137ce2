/* The coach: before the act what each choice is worth, after it what a mistake cost, and how this session goes. All of
   it is worked out by the house; here it is only shown. */

import { announce } from "../announce.js";
import { get } from "../api.js";
import { find, html, put } from "../dom.js";
import { onPrefs, pref } from "../prefs.js";
import { say, sentence } from "../text.js";
import { costs, worths } from "../worths.js";

/** @import { Coached, DecisionMarked, View } from "../../types.d.ts" */

const AGAIN = 900;
/** What stands in the panel before anything is said, by when the coach speaks.
    @type {Record<string, string>} */
const SILENT = { before: "coach.waits", after: "coach.waits.after", never: "coach.off" };

/** Opens the settings, where it is chosen when the coach speaks. */
function choose() {
  find(".top [popovertarget=settings]").click();
}

export class Coach {
  #table;
  #verdict = html`<div class="verdict" aria-live="polite"></div>`;
  #advice = html`<div class="advice" aria-live="polite"></div>`;
  #session = html`<div class="coach-session"></div>`;
  #asked = "";
  #round = 0;
  /** When the coach speaks: before the decision, after it, or never. @type {string} */
  #when = pref("coach");
  /** @type {{ view: View, offers: any[] } | null} */
  #state = null;
  /** @type {(Coached & { key: string }) | null} */
  #last = null;
  /** @type {AbortController | null} */
  #stop = null;
  #again = 0;
  #advise;
  /** What is said of the last decision where one plays, until the next one. */
  said = "";

  /** `advise(choices, line)` shows the values where the choices are made, and a line about them.
      @param {number} table
      @param {(choices: any[], line: string) => void} advise */
  constructor(table, advise) {
    this.#table = table;
    this.#advise = advise;
    const when = html`<p class="coach-when"><button type="button" class="small quiet" @click=${choose}>${say("coach.when")}</button></p>`;
    this.element = html`<div class="coach">${this.#verdict}${this.#advice}${this.#session}${when}</div>`;
    this.#quiet();
    onPrefs(() => this.#switched());
  }

  /** What stands in the panel where nothing was asked for. */
  #quiet() {
    put(this.#advice, html`<p class="muted">${say(SILENT[this.#when] ?? "coach.waits")}</p>`);
  }

  /** The reader has chosen when the coach speaks: it holds at once, for a decision that is open as well. */
  #switched() {
    if (pref("coach") === this.#when) return;
    this.#when = pref("coach");
    this.#stop?.abort();
    if (this.#asked || this.said) this.#advise([], "");
    [this.#asked, this.#last, this.said] = ["", null, ""];
    put(this.#verdict);
    if (this.#when === "never") put(this.#session);
    else this.session();
    this.#quiet();
    if (this.#state) this.render(this.#state);
  }

  /** Asks when it is the reader's turn.
      @param {{ view: View, offers: any[] }} state */
  async render(state) {
    this.#state = state;
    const { view, offers } = state;
    const offer = offers.find((each) => each.example.do === "Decide" && view.mine.includes(each.example.seat));
    const key = offer ? `${view.round}.${view.step}.${offer.example.seat}` : "";
    if (view.step === "bets") this.said = "";
    if (key === this.#asked) return;
    this.#asked = key;
    if (this.#when !== "after") this.#stop?.abort(); // a verdict is still wanted when the next decision is open
    if (this.#advice.querySelector(".working")) put(this.#advice, html`<p class="muted">${say("coach.late")}</p>`);
    if (!key || this.#when === "never") return;
    if (view.round !== this.#round) put(this.#verdict); // it was about another hand
    this.#round = view.round;
    if (this.#when === "before") await this.#before(key, offer.example.seat);
  }

  /** @param {string} key
      @param {number} seat */
  async #before(key, seat) {
    this.#stop = new AbortController();
    put(this.#advice, html`<p class="muted working">${say("coach.working")}</p>`);
    const waits = () => this.#advise([], say("coach.working"));
    try {
      const told = await this.#ask(`coach?seat=${seat}`, this.#stop.signal, waits);
      if (this.#asked !== key) return;
      this.#last = { ...told, key };
      put(this.#advice, worths("coach.before", told));
      this.#advise(told.choices, say("coach.line", told));
    } catch (error) {
      if (error.name !== "AbortError") put(this.#advice, html`<p class="muted">${sentence(error.message)}</p>`);
    }
  }

  /** @param {string} what
      @param {AbortSignal} signal
      @param {() => void} waits */
  async #ask(what, signal, waits) {
    for (;;) {
      const told = await get(`/api/v1/tables/${this.#table}/${what}`, { signal });
      if (told.state !== "working") return told;
      waits();
      await new Promise((done) => setTimeout(done, AGAIN));
      signal.throwIfAborted();
    }
  }

  /** The reader chooses: gives back what says the cost. It is said when the house has taken the choice, and by then
      the table may have gone on.
      @param {string} name
      @param {number} seat */
  choosing(name, seat) {
    const round = this.#round;
    if (this.#when === "after") return () => this.#after(seat, round);
    const told = this.#last;
    const choice = told?.key === this.#asked ? told.choices.find((each) => each.choice === name) : undefined;
    if (!told || !choice || this.#when !== "before") return () => {};
    const best = told.choices.find((each) => each.choice === told.best);
    const verdict = judged(choice, { unit: told.unit, best: best?.label });
    return () => put(this.#verdict, html`<p class="note ${verdict.good ? "" : "bad"}">${verdict.words}</p>`);
  }

  /** What the decision just made was worth, as the house tells it now that it is made.
      @param {number} seat
      @param {number} round */
  async #after(seat, round) {
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const waits = () => put(this.#advice, html`<p class="muted">${say("coach.working")}</p>`);
    try {
      const told = await this.#ask(`coach/verdict?seat=${seat}`, signal, waits);
      if (told.round !== round || round !== this.#round) return;
      const { words, good } = verdictOf(told.decision);
      this.said = words;
      this.#advise([], words);
      if (!this.element.checkVisibility()) announce(words);
      put(this.#verdict, html`<p class="note ${good ? "" : "bad"}">${words}</p>`);
      if (told.decision.choices.length) put(this.#advice, worths("coach.was", told.decision, told.decision.choice));
    } catch (error) {
      if (error.name !== "AbortError") put(this.#advice, html`<p class="muted">${sentence(error.message)}</p>`);
    }
  }

  /** The figures of this session, after each round and when they are looked at. */
  async session() {
    if (this.#when === "never") return;
    clearTimeout(this.#again);
    const asked = [get(`/api/v1/tables/${this.#table}/coach/session`), import("./coach-session.js")];
    const [told, { session, late } = {}] = await Promise.all(asked).catch(() => []);
    if (this.#when === "never") return; // it was switched off meanwhile
    if (told?.waiting) this.#again = setTimeout(() => this.session(), AGAIN);
    if (!told?.decisions) return;
    const [one] = told.review;
    if (one?.clock && one.round === this.#round && one.table === this.#table) put(this.#verdict, late(one, costs));
    put(this.#session, session(told, costs));
  }
}

/** What a choice was worth beside the best, in a sentence.
    @param {{ label: string, best?: boolean, cost_percent: number, cost_cents: number }} choice
    @param {{ unit: string, best: string | undefined }} beside */
function judged(choice, { unit, best }) {
  const good = Boolean(choice.best) || choice.cost_percent === 0;
  const values = { label: choice.label, unit, best, ...costs(choice) };
  return { good, words: say(good ? "coach.after.good" : "coach.after.mistake", values) };
}

/** @param {DecisionMarked} made */
const verdictOf = (made) => made.mark ? judged({ ...made, best: false }, made) : { good: true, words: say("coach.after.unknown", made) };
