/* The wagers of the reader's own positions before the deal: what lies there, what was wanted since, what was refused.
   What is done to all of them at once is in wagers-all.js.
   Nothing here knows a rule: which wagers go together, limits, how far the chips reach and whether a hand can be dealt
   are told by the house. What is added up is only what was put down and is not confirmed (unconfirmed.js). */

import { beyond, changed } from "./unconfirmed.js";

/** @import { TableState, Untaken } from "../../shapes.d.ts" */
/** @import { Accepted, Betting, View, WagerWords } from "../../types.d.ts" */
/** @import { Limits } from "./unconfirmed.js" */

const KEPT = "pitboss-wagers";

export class Wagers {
  #send;
  #changed;
  /** @type {Map<string, number>} */
  #wanted = new Map();
  /** What the house has taken and the table does not show yet: [cents, since which row].
      @type {Map<string, [number, number]>} */
  #taken = new Map();
  /** @type {Set<string>} */
  #sending = new Set();
  /** What is being sent.
      @type {Set<Promise<void>>} */
  #giving = new Set();
  /** @type {View | null} */
  #view = null;
  #seq = 0;
  #main;
  open = false;
  practice = false;
  /** The reader's positions.
      @type {number[]} */
  mine = [];
  /** What lay there before each wish.
      @type {string[]} */
  past = [];
  /** What may be laid where.
      @type {Map<string, Limits>} */
  offers = new Map();
  /** @type {Map<string, Untaken>} */
  refusals = new Map();
  /** How the house says it stands with the wagers that it has, also where they are not shown yet.
      @type {Betting | undefined} */
  told;

  /** `send(seat, wager, cents)` promises the house's answer; `changed()` is called whenever something looks different.
      `wagers` are the game's, in their order.
      @param {WagerWords[]} wagers
      @param {(seat: number, wager: string, cents: number) => Promise<Accepted>} send
      @param {(seat: number, wager: string) => void} changed */
  constructor(wagers, send, changed) {
    this.#send = send;
    this.#changed = changed;
    const before = wagers.filter((wager) => wager.offered && !wager.later);
    this.order = before.map((wager) => wager.id);
    this.#main = new Set(wagers.filter((wager) => wager.compulsory).map((wager) => wager.id));
    /** What goes together, each with the one first that the others equal. */
    this.units = before.filter(({ id, together }) => together[0] === id).map(({ together }) => together);
  }

  /** `seq`: the row up to which the table is shown; `betting` is the newest that was heard; `over`: the table was closed.
      @param {Pick<TableState, "view" | "seq" | "offers" | "over" | "betting">} state */
  update({ view, seq, offers, over, betting }) {
    this.told = betting;
    this.#view = view;
    this.#seq = seq;
    this.mine = view.mine;
    this.practice = view.practice;
    this.offers = new Map();
    for (const { example, minimum, maximum, step, reach, most } of offers) {
      if (example.do !== "PlaceWager") continue;
      const key = `${example.seat}.${example.wager}`;
      if (maximum || !this.offers.has(key)) this.offers.set(key, { minimum, maximum, step, reach, most });
    }
    this.open = view.step === "bets" && view.mine.length > 0 && !over;
    for (const [key, [, since]] of this.#taken) if (since <= seq || !this.open) this.#taken.delete(key);
    if (!this.open) {
      this.#wanted.clear();
      this.past = [];
      this.refusals.clear();
    }
  }

  /** What may be laid on an area; null where nothing may, or where it can only be taken off.
      @param {number} seat
      @param {string} wager */
  limits(seat, wager) {
    const found = this.offers.get(`${seat}.${wager}`);
    return found?.maximum ? found : null;
  }

  /** What lies on an area, or will when the house has answered.
      @param {number} seat
      @param {string} wager */
  on(seat, wager) {
    return this.#wanted.get(`${seat}.${wager}`) ?? this.#lies(seat, wager);
  }

  /** What the house has there, as far as it is known.
      @param {number} seat
      @param {string} wager */
  #lies(seat, wager) {
    const shown = this.#view?.seats.find((each) => each.number === seat)?.wagers[wager] ?? 0;
    return this.#taken.get(`${seat}.${wager}`)?.[0] ?? shown;
  }

  /** Whether anything lies on the reader's positions, or will. */
  get any() {
    return this.mine.some((seat) => this.order.some((wager) => this.on(seat, wager)));
  }

  /** The wagers that must be equal to each other, and are placed together.
      @param {string} wager */
  #unit(wager) {
    return this.units.find((unit) => unit.includes(wager)) ?? [wager];
  }

  /** What the house says of the wagers that lie there; nothing while it has not answered a wish. */
  get #answered() {
    return this.open && !this.#wanted.size ? this.told : undefined;
  }

  /** A hand can be dealt, and nothing lies on a position that would be left out. */
  get isReady() {
    return this.#answered?.complete ?? false;
  }

  /** What a position with wagers still needs for a hand, in the house's words. */
  get lacks() {
    return this.#answered?.lacks ?? "";
  }

  /** That the chips left do not reach for a wager that may follow the deal, in the house's words. */
  get later() {
    return this.#answered?.later ?? "";
  }

  /** The chips do not reach for a hand. */
  get short() {
    return this.#answered?.short ?? false;
  }

  /** All chips, with those that lie on the reader's positions. */
  get have() {
    return this.told?.chips ?? Infinity;
  }

  get mains() {
    return [...this.#main];
  }

  /** Puts `cents` more on an area, no more and no less: what is not possible there, the house refuses.
      @param {number} seat
      @param {string} wager
      @param {number} cents
      @param {boolean} [exact] it was written, and is no chip */
  add(seat, wager, cents, exact = false) {
    const unit = this.#unit(wager);
    this.remember();
    const limits = this.offers.get(`${seat}.${wager}`) ?? this.limits(seat, unit[0]) ?? { minimum: 0, maximum: 1 };
    this.want(seat, unit, changed(this.on(seat, wager), cents, limits, exact), wager);
  }

  /** Says beside an area why nothing was laid there.
      @param {number} seat
      @param {string} wager
      @param {string} message
      @param {Omit<Untaken, "message">} [more] */
  refuse(seat, wager, message, more = { code: "written" }) {
    this.forget();
    this.refusals.set(`${seat}.${wager}`, { message, ...more });
    this.#changed(seat, wager);
  }

  /** Exactly this amount, as it was written.
      @param {number} seat
      @param {string} wager
      @param {number} cents */
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
      sessionStorage.setItem(`${KEPT}.${this.#view?.table}`, staked);
    } catch {
      // a browser that keeps nothing has nothing to repeat
    }
  }

  /** @returns {Record<string, number>} */
  get kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(`${KEPT}.${this.#view?.table}`) ?? "{}");
      /** @type {(entry: [string, number]) => boolean} */
      const mine = ([key]) => this.mine.includes(Number(key.split(".")[0]));
      return Object.fromEntries(Object.entries(found).filter(mine));
    } catch {
      return {};
    }
  }

  snapshot() {
    /** @type {Record<string, number>} */
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

  /** What goes together must be paid for together. Where the chips do not reach (the offer says how far they do), that is
      said before anything is sent, and others see no wager that goes back at once. An amount outside the limits, the
      house refuses.
      @param {number} seat
      @param {string[]} unit
      @param {number} cents
      @param {string} [at] the one that was pressed */
  want(seat, unit, cents, at = unit[0]) {
    const differ = unit.filter((id) => this.on(seat, id) !== cents);
    if (differ.length && beyond(cents, this.limits(seat, unit[0]))) {
      const equal = unit.length > 1 ? [unit[1], unit[0]] : undefined;
      return this.refuse(seat, at, "…", { code: "short", wager: at, cents, equal });
    }
    if (differ.length) for (const id of unit) this.#wanted.set(`${seat}.${id}`, cents);
    for (const id of differ) this.#changed(seat, id);
    if (!differ.length || this.#sending.has(`${seat}.${unit[0]}`)) return;
    const giving = this.#give(seat, unit).finally(() => this.#giving.delete(giving));
    this.#giving.add(giving);
  }

  /** Whether the house has not answered every wish. */
  get pending() {
    return this.#sending.size > 0;
  }

  /** Kept when the house has answered every wish, those included that come meanwhile. */
  async settled() {
    while (this.#giving.size) await Promise.all(this.#giving);
  }

  /** One wish at a time for each unit; the last one is what counts. What must be equal changes together or not at all:
      where the house refuses one of them, the others go back to what they were.
      @param {number} seat
      @param {string[]} unit */
  async #give(seat, unit) {
    const key = `${seat}.${unit[0]}`;
    this.#sending.add(key);
    /** @type {{ id: string, error: any } | null} */
    let failed = null;
    let sent = 0;
    do {
      const before = new Map(unit.map((id) => [id, this.#lies(seat, id)]));
      sent = this.#wanted.get(key) ?? 0;
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

  /** Sends what differs, the dependent ones last, or first where they go; gives what was refused first.
      @param {number} seat
      @param {string[]} unit
      @param {(id: string) => number} amount */
  async #move(seat, unit, amount) {
    const ids = unit.filter((id) => this.#lies(seat, id) !== amount(id));
    if (ids.length && !amount(ids[0])) ids.reverse();
    const answers = ids.map((id) =>
      this.#send(seat, id, amount(id)).then(({ seq }) => {
        if (seq > this.#seq) this.#taken.set(`${seat}.${id}`, [amount(id), seq]);
      }),
    );
    const found = await Promise.allSettled(answers);
    const reasons = found.map((each) => (each.status === "rejected" ? each.reason : null));
    const n = reasons.findIndex(Boolean);
    return n < 0 ? null : { id: ids[n], error: reasons[n] };
  }

  /** Whether anything had to go back.
      @param {number} seat
      @param {string[]} unit
      @param {Map<string, number>} before */
  async #back(seat, unit, before) {
    const moved = unit.some((id) => this.#lies(seat, id) !== before.get(id));
    if (moved) await this.#move(seat, unit, (id) => before.get(id) ?? 0);
    return moved;
  }

  /** What is refused to several wagers for the same reason is said once.
      @param {number} seat
      @param {{ id: string, error: Untaken }} failed */
  #refused(seat, { id, error }) {
    const said = [...this.refusals].some(([other, { code }]) => other.startsWith(`${seat}.`) && code === error.code);
    if (!said) this.refusals.set(`${seat}.${id}`, error);
  }
}
