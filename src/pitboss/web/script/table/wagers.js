/* The wagers of the reader's own positions before the deal: what lies there, what was wanted since, what was refused.
   Nothing here knows a limit of its own: minimum, maximum and step come with the offers, and the house decides. */

const KEPT = "pitboss-wagers";

export class Wagers {
  #send;
  #changed;
  #wanted = new Map();
  #sending = new Set();
  #undo = [];
  #view = null;
  #offers = new Map();
  #main;
  refusals = new Map();

  /** `send(seat, wager, cents)` gives a promise; `changed()` is called whenever something looks different. `wagers` are
      the game's, in their order. */
  constructor(wagers, send, changed) {
    this.#send = send;
    this.#changed = changed;
    this.order = wagers.filter((wager) => wager.offered && !wager.later).map((wager) => wager.id);
    this.#main = new Set(wagers.filter((wager) => wager.compulsory).map((wager) => wager.id));
  }

  update(view, offers) {
    this.#view = view;
    this.#offers = new Map();
    for (const { example, minimum, maximum, step } of offers) {
      if (example.do !== "PlaceWager" || !maximum) continue;
      this.#offers.set(`${example.seat}.${example.wager}`, { minimum, maximum, step });
    }
    this.open = view.step === "bets" && view.mine.length > 0;
    if (!this.open) {
      this.#wanted.clear();
      this.#undo = [];
      this.refusals.clear();
    }
  }

  limits(seat, wager) {
    return this.#offers.get(`${seat}.${wager}`) ?? null;
  }

  /** What lies on an area, or will when the house has answered. */
  on(seat, wager) {
    const key = `${seat}.${wager}`;
    if (this.#wanted.has(key)) return this.#wanted.get(key);
    return this.#view?.seats.find((each) => each.number === seat)?.wagers[wager] ?? 0;
  }

  total(seat) {
    return this.order.reduce((sum, wager) => sum + this.on(seat, wager), 0);
  }

  /** The wagers that are placed together: all compulsory ones of a position, where they lie equal. */
  group(seat, wager) {
    if (!this.#main.has(wager)) return [wager];
    const together = this.order.filter((id) => this.#main.has(id));
    return together.every((id) => this.on(seat, id) === this.on(seat, wager)) ? together : [wager];
  }

  get isReady() {
    return this.open && this.#view.mine.some((seat) => [...this.#main].every((wager) => this.on(seat, wager)));
  }

  get mains() {
    return [...this.#main];
  }

  /** Puts `cents` more on an area; less than the least becomes the least, more than the most becomes the most. */
  add(seat, wager, cents) {
    const group = this.group(seat, wager);
    this.#remember();
    for (const id of group) {
      const limits = this.limits(seat, id);
      const now = this.on(seat, id);
      let next = now + cents;
      if (limits) {
        if (limits.minimum === limits.maximum && now) next = 0;
        else if (cents > 0) next = Math.min(limits.maximum, Math.max(limits.minimum, next));
        else if (next < limits.minimum) next = 0;
      }
      this.#want(seat, id, Math.max(0, next));
    }
  }

  /** Exactly this amount, as it was written. */
  set(seat, wager, cents) {
    const group = this.group(seat, wager);
    this.#remember();
    for (const id of cents ? group : [...group].reverse()) this.#want(seat, id, cents);
  }

  clear() {
    this.#remember();
    for (const seat of this.#view.mine) for (const wager of [...this.order].reverse()) this.#want(seat, wager, 0);
  }

  double() {
    this.#remember();
    for (const seat of this.#view.mine) {
      for (const wager of this.order) {
        const [now, limits] = [this.on(seat, wager), this.limits(seat, wager)];
        if (now) this.#want(seat, wager, Math.min(2 * now, limits?.maximum ?? 2 * now));
      }
    }
  }

  undo() {
    const before = this.#undo.pop();
    if (before) this.#all(before);
  }

  get canUndo() {
    return this.#undo.length > 0;
  }

  /** Keeps what lies there when the bets close, to be repeated. */
  keep() {
    const staked = this.#snapshot();
    if (!Object.keys(staked).length) return;
    try {
      sessionStorage.setItem(`${KEPT}.${this.#view.table}`, JSON.stringify(staked));
    } catch {
      // a browser that keeps nothing has nothing to repeat
    }
  }

  get kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(`${KEPT}.${this.#view?.table}`) ?? "{}");
      const mine = ([key]) => this.#view?.mine.includes(Number(key.split(".")[0]));
      return Object.fromEntries(Object.entries(found).filter(mine));
    } catch {
      return {};
    }
  }

  repeat() {
    this.#remember();
    this.#all(this.kept);
  }

  #snapshot() {
    const found = {};
    for (const seat of this.#view.mine) {
      for (const wager of this.order) if (this.on(seat, wager)) found[`${seat}.${wager}`] = this.on(seat, wager);
    }
    return found;
  }

  #remember() {
    this.#undo.push(this.#snapshot());
  }

  /** First what has to be there for the rest, then the rest; what goes, in the opposite order. */
  #all(staked) {
    for (const seat of this.#view.mine) {
      for (const wager of [...this.order].reverse()) if (!staked[`${seat}.${wager}`]) this.#want(seat, wager, 0);
      for (const wager of this.order) {
        const cents = staked[`${seat}.${wager}`];
        if (cents) this.#want(seat, wager, cents);
      }
    }
  }

  #want(seat, wager, cents) {
    const key = `${seat}.${wager}`;
    const refused = this.refusals.delete(key);
    if (this.on(seat, wager) === cents) {
      if (refused) this.#changed(seat, wager);
      return;
    }
    this.#wanted.set(key, cents);
    this.#changed(seat, wager);
    if (!this.#sending.has(key)) this.#give(seat, wager, key);
  }

  /** One act at a time for each area; the last wish is what counts. */
  async #give(seat, wager, key) {
    this.#sending.add(key);
    try {
      let sent;
      do {
        sent = this.#wanted.get(key);
        await this.#send(seat, wager, sent);
      } while (this.#wanted.has(key) && this.#wanted.get(key) !== sent);
    } catch (error) {
      // Wagers placed together are refused together: once said is enough.
      const said = [...this.refusals].some(([other, { code }]) => other.startsWith(`${seat}.`) && code === error.code);
      if (!said) this.refusals.set(key, error);
    }
    this.#wanted.delete(key);
    this.#sending.delete(key);
    this.#changed(seat, wager);
  }
}
