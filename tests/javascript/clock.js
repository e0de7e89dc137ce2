/* A clock that goes only when it is told to: nothing in a test waits, and nothing depends on a quick machine. */

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

export class Clock {
  now = 0;
  #next = 1;
  #waiting = new Map();

  /** Takes the place of the page's clock until `stop()`. */
  constructor() {
    globalThis.setTimeout = (work, ms = 0) => {
      this.#waiting.set(this.#next, { at: this.now + ms, work });
      return this.#next++;
    };
    globalThis.clearTimeout = (id) => void this.#waiting.delete(id);
  }

  stop() {
    Object.assign(globalThis, real);
  }

  /** How many things wait for their time. */
  get waiting() {
    return this.#waiting.size;
  }

  /** Milliseconds pass; what falls due is done in its order, and what waits for it has its turn between. */
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      await settled();
      const due = [...this.#waiting].filter(([, each]) => each.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [id, { at, work }] = due;
      this.#waiting.delete(id);
      this.now = at;
      work();
    }
    this.now = end;
  }
}

/** All promises that can be kept now are kept. */
export async function settled() {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}
