/* The wagers of the reader's own positions before the deal: what lies there, what was wanted since, what was refused.
   What is done to all of them at once is in wagers-all.js.
   Nothing here knows a limit of its own: minimum, maximum and step come with the offers, and the house decides. */

const KEPT = "pitboss-wagers";

const sum = (all) => all.reduce((one, two) => one + two, 0);

export class Wagers {
  #send;
  #changed;
  #wanted = new Map();
  /** What the house has taken and the table does not show yet: [cents, since which row]. */
  #taken = new Map();
  #sending = new Set();
  #view = null;
  #seq;
  #main;
  #balance;
  /** The reader's positions, what lay there before each wish, and what may be laid where. */
  mine = [];
  past = [];
  offers = new Map();
  refusals = new Map();
  /** That the chips left do not reach for a wager that may follow the deal, in the house's words. */
  later = "";

  /** `send(seat, wager, cents)` promises the house's answer; `changed()` is called whenever something looks different.
      `wagers` are the game's, in their order. */
  constructor(wagers, send, changed) {
    this.#send = send;
    this.#changed = changed;
    this.order = wagers.filter((wager) => wager.offered && !wager.later).map((wager) => wager.id);
    this.#main = new Set(wagers.filter((wager) => wager.compulsory).map((wager) => wager.id));
    const equal = Object.fromEntries(wagers.map((wager) => [wager.id, wager.equal_to]));
    const first = this.order.filter((id) => !this.order.includes(equal[id]));
    this.units = first.map((id) => [id, ...this.order.filter((other) => equal[other] === id)]);
  }

  /** `seq`: the row up to which the table is shown; `over`: the table was closed. */
  update({ view, seq, offers, over, balance, later = "" }) {
    this.later = later;
    this.#view = view;
    this.#seq = seq;
    this.mine = view.mine;
    this.#balance = balance ?? Infinity;
    this.practice = view.practice;
    this.offers = new Map();
    for (const { example, minimum, maximum, step, reach } of offers) {
      const key = `${example.seat}.${example.wager}`;
      if (example.do !== "PlaceWager" || (!maximum && this.offers.has(key))) continue;
      this.offers.set(key, { minimum, maximum, step, reach });
    }
    this.open = view.step === "bets" && view.mine.length > 0 && !over;
    for (const [key, [, since]] of this.#taken) if (since <= seq || !this.open) this.#taken.delete(key);
    if (!this.open) {
      this.#wanted.clear();
      this.past = [];
      this.refusals.clear();
    }
  }

  /** What may be laid on an area; null where nothing may, or where it can only be taken off. */
  limits(seat, wager) {
    const found = this.offers.get(`${seat}.${wager}`);
    return found?.maximum ? found : null;
  }

  /** What lies on an area, or will when the house has answered. */
  on(seat, wager) {
    return this.#wanted.get(`${seat}.${wager}`) ?? this.#lies(seat, wager);
  }

  /** What the house has there, as far as it is known. */
  #lies(seat, wager) {
    return this.#taken.get(`${seat}.${wager}`)?.[0] ?? this.#shown(seat, wager);
  }

  #shown(seat, wager) {
    return this.#view?.seats.find((each) => each.number === seat)?.wagers[wager] ?? 0;
  }

  total(seat) {
    return sum(this.order.map((wager) => this.on(seat, wager)));
  }

  /** The wagers that must be equal to each other, and are placed together. */
  #unit(wager) {
    return this.units.find((unit) => unit.includes(wager));
  }

  /** Two of the reader's wagers that must be equal and are not; null where all is well. */
  get unequal() {
    for (const seat of this.mine) {
      for (const [first, ...others] of this.units) {
        const other = others.find((id) => this.on(seat, id) !== this.on(seat, first));
        if (other) return [other, first];
      }
    }
    return null;
  }

  /** A hand can be dealt, and nothing lies on a position that would be left out. */
  get isReady() {
    if (!this.open || this.unequal) return false;
    const staked = this.mine.filter((seat) => this.total(seat));
    return staked.length > 0 && staked.every((seat) => this.mains.every((wager) => this.on(seat, wager)));
  }

  get mains() {
    return [...this.#main];
  }

  /** Puts `cents` more on an area, no more and no less: what is not possible there, the house refuses. Where only one
      amount is possible a chip of any worth means that one, and once more takes it off; what was written (`exact`) does
      not. Of what is taken off nothing stays that would be too little. */
  add(seat, wager, cents, exact = false) {
    const unit = this.#unit(wager);
    this.remember();
    const { minimum = 0, maximum = 1 } = this.offers.get(`${seat}.${wager}`) ?? this.limits(seat, unit[0]) ?? {};
    const now = this.on(seat, wager);
    let next = now + cents;
    if (minimum === maximum && cents > 0 && (now || !exact)) next = now ? 0 : minimum;
    if (cents < 0 && next < minimum) next = 0;
    this.want(seat, unit, Math.max(0, next), wager);
  }

  /** Says beside an area why nothing was laid there. */
  refuse(seat, wager, message, more = { code: "written" }) {
    this.forget();
    this.refusals.set(`${seat}.${wager}`, { message, ...more });
    this.#changed(seat, wager);
  }

  /** Exactly this amount, as it was written. */
  set(seat, wager, cents) {
    this.remember();
    this.want(seat, this.#unit(wager), cents, wager);
  }

  get canUndo() {
    const now = this.snapshot();
    return this.past.some((before) => before !== now);
  }

  /** Keeps what lies there when the bets close, to be repeated. */
  keep() {
    const staked = this.snapshot();
    if (staked === "{}") return;
    try {
      sessionStorage.setItem(`${KEPT}.${this.#view.table}`, staked);
    } catch {
      // a browser that keeps nothing has nothing to repeat
    }
  }

  get kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(`${KEPT}.${this.#view?.table}`) ?? "{}");
      const mine = ([key]) => this.mine.includes(Number(key.split(".")[0]));
      return Object.fromEntries(Object.entries(found).filter(mine));
    } catch {
      return {};
    }
  }

  snapshot() {
    const found = {};
    for (const seat of this.mine) {
      for (const wager of this.order) if (this.on(seat, wager)) found[`${seat}.${wager}`] = this.on(seat, wager);
    }
    return JSON.stringify(found);
  }

  remember() {
    this.past.push(this.snapshot());
    this.forget();
  }

  /** What was said of an earlier wish is gone when the next one comes. */
  forget() {
    const said = [...this.refusals.keys()];
    this.refusals.clear();
    for (const [seat, wager] of said.map((key) => key.split("."))) this.#changed(Number(seat), wager);
  }

  /** All chips, those included that lie on the reader's positions: the balance is as old as what is shown. */
  get have() {
    return this.#balance + sum(this.mine.flatMap((seat) => this.order.map((id) => this.#shown(seat, id))));
  }

  /** What goes together must be paid for together. Where the chips do not reach (the offer says how far they do), that is
      said before anything is sent, and others see no wager that goes back at once. An amount outside the limits, the
      house refuses. */
  want(seat, unit, cents, at = unit[0]) {
    const differ = unit.filter((id) => this.on(seat, id) !== cents);
    const { reach: most, maximum } = this.limits(seat, unit[0]) ?? {};
    if (differ.length && cents > most && most < maximum) {
      const equal = unit[1] && [unit[1], unit[0]];
      return this.refuse(seat, at, "…", { code: "short", wager: at, cents, most, equal });
    }
    if (differ.length) for (const id of unit) this.#wanted.set(`${seat}.${id}`, cents);
    for (const id of differ) this.#changed(seat, id);
    if (differ.length && !this.#sending.has(`${seat}.${unit[0]}`)) this.#give(seat, unit);
  }

  /** One wish at a time for each unit; the last one is what counts. What must be equal changes together or not at all:
      where the house refuses one of them, the others go back to what they were. */
  async #give(seat, unit) {
    const key = `${seat}.${unit[0]}`;
    this.#sending.add(key);
    let [sent, failed] = [0, null];
    do {
      const before = new Map(unit.map((id) => [id, this.#lies(seat, id)]));
      sent = this.#wanted.get(key);
      failed = await this.#move(seat, unit, () => sent);
      if (failed && (await this.#back(seat, unit, before))) {
        failed.error.equal = [failed.id === unit[0] ? unit[1] : failed.id, unit[0]];
      }
    } while (!failed && this.#wanted.has(key) && this.#wanted.get(key) !== sent);
    if (failed) {
      failed.error.cents = sent;
      this.#refused(seat, failed);
    }
    for (const id of unit) this.#wanted.delete(`${seat}.${id}`);
    this.#sending.delete(key);
    for (const id of unit) this.#changed(seat, id);
  }

  /** Sends what differs, the dependent ones last, or first where they go; gives what was refused first. */
  async #move(seat, unit, amount) {
    const ids = unit.filter((id) => this.#lies(seat, id) !== amount(id));
    if (ids.length && !amount(ids[0])) ids.reverse();
    const answers = ids.map((id) =>
      this.#send(seat, id, amount(id)).then(({ seq }) => {
        if (seq > this.#seq) this.#taken.set(`${seat}.${id}`, [amount(id), seq]);
      }),
    );
    const found = await Promise.allSettled(answers);
    const n = found.findIndex(({ status }) => status === "rejected");
    return n < 0 ? null : { id: ids[n], error: found[n].reason };
  }

  /** Whether anything had to go back. */
  async #back(seat, unit, before) {
    const moved = unit.some((id) => this.#lies(seat, id) !== before.get(id));
    if (moved) await this.#move(seat, unit, (id) => before.get(id));
    return moved;
  }

  /** What is refused to several wagers for the same reason is said once. */
  #refused(seat, { id, error }) {
    const said = [...this.refusals].some(([other, { code }]) => other.startsWith(`${seat}.`) && code === error.code);
    if (!said) this.refusals.set(`${seat}.${id}`, error);
  }
}
