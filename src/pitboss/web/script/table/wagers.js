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
  #units;
  refusals = new Map();

  /** `send(seat, wager, cents)` gives a promise; `changed()` is called whenever something looks different. `wagers` are
      the game's, in their order. */
  constructor(wagers, send, changed) {
    this.#send = send;
    this.#changed = changed;
    this.order = wagers.filter((wager) => wager.offered && !wager.later).map((wager) => wager.id);
    this.#main = new Set(wagers.filter((wager) => wager.compulsory).map((wager) => wager.id));
    const equal = Object.fromEntries(wagers.map((wager) => [wager.id, wager.equal_to]));
    const first = this.order.filter((id) => !this.order.includes(equal[id]));
    this.#units = first.map((id) => [id, ...this.order.filter((other) => equal[other] === id)]);
  }

  /** `over`: the table was closed. */
  update({ view, offers, over }) {
    this.#view = view;
    this.#offers = new Map();
    for (const { example, minimum, maximum, step } of offers) {
      if (example.do !== "PlaceWager" || !maximum) continue;
      this.#offers.set(`${example.seat}.${example.wager}`, { minimum, maximum, step });
    }
    this.open = view.step === "bets" && view.mine.length > 0 && !over;
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
    return this.#wanted.get(key) ?? this.#lies(seat, wager);
  }

  #lies(seat, wager) {
    return this.#view?.seats.find((each) => each.number === seat)?.wagers[wager] ?? 0;
  }

  total(seat) {
    return this.order.reduce((sum, wager) => sum + this.on(seat, wager), 0);
  }

  /** The wagers that must be equal to each other, and are placed together. */
  #unit(wager) {
    return this.#units.find((unit) => unit.includes(wager));
  }

  /** Two of the reader's wagers that must be equal and are not; null where all is well. */
  get unequal() {
    for (const seat of this.#view.mine) {
      for (const [first, ...others] of this.#units) {
        const other = others.find((id) => this.on(seat, id) !== this.on(seat, first));
        if (other) return [other, first];
      }
    }
    return null;
  }

  /** A hand can be dealt, and nothing lies on a position that would be left out. */
  get isReady() {
    if (!this.open || this.unequal) return false;
    const staked = this.#view.mine.filter((seat) => this.total(seat));
    return staked.length > 0 && staked.every((seat) => this.mains.every((wager) => this.on(seat, wager)));
  }

  get mains() {
    return [...this.#main];
  }

  /** Puts `cents` more on an area; less than the least becomes the least, more than the most becomes the most. */
  add(seat, wager, cents) {
    const unit = this.#unit(wager);
    this.#remember();
    const limits = this.limits(seat, wager) ?? this.limits(seat, unit[0]);
    const now = this.on(seat, wager);
    let next = now + cents;
    if (limits) {
      if (limits.minimum === limits.maximum && now) next = 0;
      else if (cents > 0) next = Math.min(limits.maximum, Math.max(limits.minimum, next));
      else if (next < limits.minimum) next = 0;
    }
    this.#want(seat, unit, Math.max(0, next));
  }

  /** Exactly this amount, as it was written. */
  set(seat, wager, cents) {
    this.#remember();
    this.#want(seat, this.#unit(wager), cents);
  }

  clear() {
    this.#remember();
    this.#all({});
  }

  double() {
    this.#remember();
    for (const seat of this.#view.mine) {
      for (const unit of this.#units) {
        const [now, limits] = [this.on(seat, unit[0]), this.limits(seat, unit[0])];
        if (now) this.#want(seat, unit, Math.min(2 * now, limits?.maximum ?? 2 * now));
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
      const wanted = (unit) => staked[`${seat}.${unit[0]}`] ?? 0;
      for (const unit of [...this.#units].reverse()) if (!wanted(unit)) this.#want(seat, unit, 0);
      for (const unit of this.#units) if (wanted(unit)) this.#want(seat, unit, wanted(unit));
    }
  }

  #want(seat, unit, cents) {
    const refused = unit.filter((id) => this.refusals.delete(`${seat}.${id}`));
    const differ = unit.filter((id) => this.on(seat, id) !== cents);
    if (differ.length) for (const id of unit) this.#wanted.set(`${seat}.${id}`, cents);
    for (const id of new Set([...refused, ...differ])) this.#changed(seat, id);
    if (differ.length && !this.#sending.has(`${seat}.${unit[0]}`)) this.#give(seat, unit);
  }

  /** One wish at a time for each unit; the last one is what counts. What must be equal changes together or not at all:
      where the house refuses one of them, the others go back to what they were. */
  async #give(seat, unit) {
    const key = `${seat}.${unit[0]}`;
    this.#sending.add(key);
    const keys = unit.map((id) => `${seat}.${id}`);
    const lies = new Map(unit.map((id) => [id, this.#lies(seat, id)]));
    let [sent, failed] = [0, null];
    do {
      const before = new Map(lies);
      sent = this.#wanted.get(key);
      failed = await this.#move(seat, lies, () => sent);
      if (failed && (await this.#back(seat, lies, before))) {
        failed.error.equal = [failed.id === unit[0] ? unit[1] : failed.id, unit[0]];
      }
    } while (!failed && this.#wanted.has(key) && this.#wanted.get(key) !== sent);
    if (failed) this.#refused(seat, failed);
    for (const each of keys) this.#wanted.delete(each);
    this.#sending.delete(key);
    for (const id of unit) this.#changed(seat, id);
  }

  /** Sends what differs, the dependent ones last, or first where they go; gives what was refused first. */
  async #move(seat, lies, amount) {
    const ids = [...lies.keys()].filter((id) => lies.get(id) !== amount(id));
    if (ids.length && !amount(ids[0])) ids.reverse();
    const answers = ids.map((id) =>
      this.#send(seat, id, amount(id)).then(() => {
        lies.set(id, amount(id));
      }),
    );
    const found = await Promise.allSettled(answers);
    const n = found.findIndex(({ status }) => status === "rejected");
    return n < 0 ? null : { id: ids[n], error: found[n].reason };
  }

  /** Whether anything had to go back. */
  async #back(seat, lies, before) {
    const moved = [...lies].some(([id, cents]) => cents !== before.get(id));
    if (moved) await this.#move(seat, lies, (id) => before.get(id));
    return moved;
  }

  /** What is refused to several wagers for the same reason is said once. */
  #refused(seat, { id, error }) {
    const said = [...this.refusals].some(([other, { code }]) => other.startsWith(`${seat}.`) && code === error.code);
    if (!said) this.refusals.set(`${seat}.${id}`, error);
  }
}
