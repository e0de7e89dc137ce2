/* A clock as a ring. Two half rings turn, so that only transforms are animated; the seconds are written inside. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { NEARNESS, nearness, passed } from "./warning.js";

/** Seconds beyond which minutes are enough, and all that the ring has room for. */
const LONG = 99;

export class Ring {
  #halves = [html`<i></i>`, html`<i></i>`];
  #seconds = html`<b></b>`;
  #until = 0;
  #timer = 0;
  /** @type {Animation[]} */
  #moving = [];

  constructor() {
    this.element = html`<div class="ring" role="timer" hidden><span class="half right">${this.#halves[0]}</span>
      <span class="half left">${this.#halves[1]}</span>${this.#seconds}</div>`;
  }

  /** Runs from so many milliseconds down to nothing; `own`: it concerns the reader, not somebody he waits for.
      `warns(left, warning)` is told when it comes to an end.
      @param {number} time
      @param {string} label
      @param {(left: number, warning: number) => void} warns */
  run(time, label, own = true, warns = () => {}) {
    this.stop();
    this.#until = performance.now() + time;
    this.element.hidden = false;
    this.element.title = label;
    const duration = time / 2;
    const turn = { transform: ["rotate(0deg)", "rotate(180deg)"] };
    this.#moving = this.#halves.map((half, n) => half.animate(turn, { duration, delay: n * duration, fill: "both" }));
    let before = 0;
    const tick = () => {
      const ms = this.#until - performance.now();
      const left = Math.max(0, Math.ceil(ms / 1000));
      this.#seconds.textContent = left > LONG ? say("clock.minutes", { n: Math.ceil(left / 60) }) : String(left);
      this.element.setAttribute("aria-label", `${label}: ${say("clock.left", { n: left })}`);
      this.element.classList.toggle("theirs", !own);
      for (const name of NEARNESS) this.element.classList.toggle(name, own && name === nearness(left));
      const warning = passed(before, left);
      before = left;
      if (warning && left) warns(left, warning);
      if (left) this.#timer = setTimeout(tick, ms % 1000 + 5); // just after the next second
    };
    tick();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#moving.forEach((moving) => moving.cancel());
    this.#moving = [];
    this.element.hidden = true;
  }
}
