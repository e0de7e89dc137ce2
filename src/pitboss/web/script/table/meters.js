/* The meters' display on the felt: a reading that moved counts up to where it stands. */

import { money } from "../format.js";
import { pace } from "../prefs.js";

const TICKING = 900;

export class Meters {
  #stage;
  #shown = {};
  #goal = {};
  #running = 0;

  constructor(stage) {
    this.#stage = stage;
  }

  /** `meters`: what each one reads, in cents. */
  show(meters) {
    this.#goal = { ...meters };
    const moved = Object.keys(meters).some((name) => name in this.#shown && this.#shown[name] !== meters[name]);
    cancelAnimationFrame(this.#running);
    if (moved && pace(TICKING) && !document.hidden) this.#tick(performance.now(), { ...this.#shown });
    else this.#write(this.#goal);
  }

  #tick(began, from) {
    const part = Math.min(1, (performance.now() - began) / pace(TICKING));
    const now = ([name, goal]) => [name, Math.round((from[name] ?? goal) + (goal - (from[name] ?? goal)) * part)];
    this.#write(Object.fromEntries(Object.entries(this.#goal).map(now)));
    if (part < 1) this.#running = requestAnimationFrame(() => this.#tick(began, from));
  }

  #write(readings) {
    this.#shown = readings;
    this.#stage.readings(Object.values(readings).map((cents) => money(cents, { always: true })));
  }
}
