/* The meters' display on the felt: a reading that moved counts up to where it stands. */

import { money } from "../format.js";
import { pace } from "../prefs.js";

const TICKING = 900;

export class Meters {
  #stage;
  /** @type {Record<string, number>} */
  #shown = {};
  /** @type {Record<string, number>} */
  #goal = {};
  #running = 0;

  /** @param {{ readings(amounts: string[]): void }} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** `meters`: what each one reads, in cents.
      @param {Record<string, number>} meters */
  show(meters) {
    this.#goal = { ...meters };
    const moved = Object.keys(meters).some((name) => name in this.#shown && this.#shown[name] !== meters[name]);
    cancelAnimationFrame(this.#running);
    if (moved && pace(TICKING) && !document.hidden) this.#tick(performance.now(), { ...this.#shown });
    else this.#write(this.#goal);
  }

  /** @param {number} began
      @param {Record<string, number>} from */
  #tick(began, from) {
    const part = Math.min(1, (performance.now() - began) / pace(TICKING));
    this.#write(between(from, this.#goal, part));
    if (part < 1) this.#running = requestAnimationFrame(() => this.#tick(began, from));
  }

  /** @param {Record<string, number>} readings */
  #write(readings) {
    this.#shown = readings;
    this.#stage.readings(Object.values(readings).map((cents) => money(cents, { always: true })));
  }
}

/** What meters show on their way, this part of it behind them; one that was not there before stands where it stands.
    @param {Record<string, number>} from
    @param {Record<string, number>} goal
    @param {number} part
    @returns {Record<string, number>} */
export function between(from, goal, part) {
  const now = Object.entries(goal).map(([name, end]) => [name, Math.round((from[name] ?? end) + (end - (from[name] ?? end)) * part)]);
  return Object.fromEntries(now);
}
