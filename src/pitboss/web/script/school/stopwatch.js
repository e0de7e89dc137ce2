/* How long somebody has looked at something: time in which the window was hidden does not count. */

export class Stopwatch {
  #now;
  #before;
  /** @type {number | null} */
  #since = null;

  /** `now()` is a clock in milliseconds; `before` was measured already.
      @param {() => number} now */
  constructor(now, before = 0) {
    this.#now = now;
    this.#before = before;
  }

  get ms() {
    return Math.round(this.#before + (this.#since === null ? 0 : this.#now() - this.#since));
  }

  run() {
    this.#since ??= this.#now();
  }

  rest() {
    this.#before = this.ms;
    this.#since = null;
  }
}
