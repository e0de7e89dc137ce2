/* A clock as a ring. Two half rings turn, so that only transforms are animated; the seconds are written inside. */

import { html } from "../dom.js";
import { say } from "../text.js";

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

  /** Runs from `ms` of `whole` milliseconds down to nothing.
      @param {number} ms
      @param {string} label */
  run(ms, label) {
    this.stop();
    this.#until = performance.now() + ms;
    this.element.hidden = false;
    this.element.title = label;
    const duration = ms / 2;
    const turn = { transform: ["rotate(0deg)", "rotate(180deg)"] };
    this.#moving = this.#halves.map((half, n) => half.animate(turn, { duration, delay: n * duration, fill: "both" }));
    const tick = () => {
      const left = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
      this.#seconds.textContent = left > LONG ? say("clock.minutes", { n: Math.ceil(left / 60) }) : String(left);
      this.element.setAttribute("aria-label", `${label}: ${say("clock.left", { n: left })}`);
      this.element.classList.toggle("urgent", left <= 5);
      if (left) this.#timer = setTimeout(tick, 1000 - ((performance.now() - this.#until) % 1000 + 1000) % 1000 + 5);
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
