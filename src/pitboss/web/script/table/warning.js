/* The reader's time for a decision runs out: it is said at 20, 10 and 5 seconds, to the eye (ring.js has the colours),
   to the ear, to a screen reader, and to whoever looks at another window. */

import { announce } from "../announce.js";
import { hear } from "../hear.js";
import { title } from "../shell.js";
import { say } from "../text.js";

/** Seconds at which it is said. */
const WARNINGS = [20, 10, 5];

/** Which of them lies between what was left before and what is left now; the last where there are several, 0 where there
    is none. A clock that begins below one does not say it.
    @param {number} before
    @param {number} now */
export const passed = (before, now) => WARNINGS.filter((at) => before > at && now <= at).at(-1) ?? 0;

/** How near the end is, after each warning: classes of the ring. */
export const NEARNESS = ["soon", "near", "urgent"];

/** @param {number} left */
export const nearness = (left) => NEARNESS[WARNINGS.filter((at) => left <= at).length - 1] ?? "";

export class Warning {
  #name;
  #turn = "";

  /** `name`: what stands in the window's title.
      @param {string} name */
  constructor(name) {
    this.#name = name;
  }

  /** Which decision is the reader's; empty where none is.
      @param {string} turn */
  asks(turn) {
    if (turn === this.#turn) return;
    this.#turn = turn;
    title(turn ? say("clock.title", { table: this.#name }) : this.#name);
    if (turn) hear("turn");
  }

  /** So many seconds are left, and which warning that is.
      @param {number} n
      @param {number} warning */
  left(n, warning) {
    title(say("clock.title.left", { n, table: this.#name }));
    announce(say("clock.warning", { n }), { now: true, about: this });
    hear(`warn${warning}`);
  }
}
