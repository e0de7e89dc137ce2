/* How the hand ended, on the felt: one line with what it brought, for as long as the reader has set. A win is counted up,
   one of many times the wager gets its moment (moment.js). Space, or a press on the line, goes on at once. */

import { html } from "../dom.js";
import { gain } from "../format.js";
import { hear } from "../hear.js";
import { pace, pref } from "../prefs.js";
import { say } from "../text.js";
import { toneOfSum } from "./lines.js";

/** Milliseconds that the cards stay when all is settled, by the reader's setting: a moment goes with the movement of the
    table, the others do not. */
const [MOMENT, LONG] = [1500, 5000];
/** Milliseconds that the cards stay at least when the hand was rare; it has its moment meanwhile. */
const RARELY = 2000;
/** Milliseconds in which a win is counted up; and from how many times the wager on it is large, or rare. */
const COUNTING = 800;
const [LARGE, RARE] = [5, 20];

/** What a result is beside what was wagered on it: nothing special, "large" or "rare".
    @param {number} net
    @param {number} staked */
export function grade(net, staked) {
  if (staked <= 0 || net < LARGE * staked) return "";
  return net < RARE * staked ? "large" : "rare";
}

/** How long the cards stay, in milliseconds.
    @param {string} setting */
export const stays = (setting) => ({ long: LONG, wait: Infinity })[setting] ?? pace(MOMENT);

/** What is heard of a result: nothing where nothing was won.
    @param {number} net
    @param {number} staked */
export const sounds = (net, staked) => (net > 0 ? grade(net, staked) || "win" : "");

/** A sum, and that it is not the last one while a wager of the reader's lies on the table.
    @param {number} net
    @param {boolean} unfinished */
export const broughtBy = (net, unfinished) => (unfinished ? say("outcome.so_far", { money: gain(net) }) : gain(net));

export class Outcome {
  #words = html`<span></span>`;
  #sum = html`<b class="number"></b>`;
  #on;
  /** What the line says; empty where there is none. */
  #said = "";
  #rested = false;
  #counting = 0;
  #since = 0;
  #rare = false;
  /** @type {(() => void) | null} */
  #go = null;
  /** Ends the moment of a rare hand.
      @type {(() => void) | null} */
  #moment = null;
  element;

  constructor() {
    this.#on = html`<button class="small" @click=${() => this.#goOn()} hidden>${say("outcome.on")} <kbd aria-hidden="true">␣</kbd></button>`;
    this.element = html`<div class="outcome" hidden @click=${() => this.#goOn()}><p>${this.#words} ${this.#sum}</p>${this.#on}</div>`;
    /** @param {any} event */
    const key = (event) => {
      if (!(this.#go || this.#moment) || event.key !== " " || event.target.closest?.("button, input, textarea, a, summary, [popover]")) return;
      event.preventDefault();
      this.#goOn();
    };
    addEventListener("keydown", key);
  }

  /** `words` may be empty; `net` is what the round brought for the `staked` cents, or has brought so far. A line that
      says something else than the one before it is seen for as long.
      @param {string} words
      @param {number} net
      @param {number} staked
      @param {boolean} [unfinished] */
  show(words, net, staked, unfinished = false) {
    const said = `${words} ${broughtBy(net, unfinished)}`;
    if (said !== this.#said) [this.#said, this.#rested, this.#since] = [said, false, performance.now()];
    this.#words.textContent = words ? `${words}:` : "";
    const how = grade(net, staked);
    this.element.className = `outcome ${toneOfSum(net)} ${how}`;
    hear(sounds(net, staked));
    if (how === "rare") this.#celebrate();
    this.element.hidden = false;
    this.#count(net, unfinished);
  }

  async #celebrate() {
    this.#rare = true;
    const { moment } = await import("./moment.js").catch(() => ({ moment: null }));
    if (!this.element.hidden && !this.#moment) this.#moment = moment?.(this.element.parentElement) ?? null;
  }

  /** @param {number} net
      @param {boolean} unfinished */
  #count(net, unfinished) {
    cancelAnimationFrame(this.#counting);
    const [time, began] = [net > 0 ? pace(COUNTING) : 0, performance.now()];
    const tick = () => {
      const part = time ? Math.min(1, (performance.now() - began) / time) : 1;
      this.#sum.textContent = part === 1 ? broughtBy(net, unfinished) : gain(Math.round((net * part) / 100) * 100);
      if (part < 1) this.#counting = requestAnimationFrame(tick);
    };
    tick();
  }

  /** Is kept when the reader has seen the line for as long as he wants; once for every line. */
  rest() {
    if (this.element.hidden || this.#rested) return Promise.resolve();
    this.#rested = true;
    const setting = pref("result");
    const time = Math.max(stays(setting), this.#rare ? pace(RARELY) : 0) - (performance.now() - this.#since);
    if (time <= 0) return Promise.resolve();
    /** @type {Promise<void>} */
    const over = new Promise((done) => {
      this.#go = done;
    });
    this.#on.hidden = setting === "moment";
    if (time !== Infinity) setTimeout(() => this.#goOn(), time);
    return over;
  }

  #goOn() {
    this.#go?.();
    this.#moment?.();
    this.#go = this.#moment = null;
    this.#on.hidden = true;
  }

  clear() {
    this.#goOn();
    this.#rested = this.#rare = false;
    this.#said = "";
    this.element.hidden = true;
  }
}
