/* What the dealer pays and takes, hand by hand, from what the table tells of the settlement. Pure: payments-panel.js shows
   it, and which chips make it up is known to denominations.js. */

/** @import { ToldEvent } from "../../shapes.d.ts" */

/** One wager that was settled (no wager: what is paid for the hand of somebody else, as `pays` says): what the dealer hands out, or takes from the layout; `pays` is at which odds.
    @typedef {{ wager: string, pays: string, out: number, takes: number }} Payment */
/** @typedef {Pick<ToldEvent, "event" | "facts"> & { pays?: string }} Event */

export class Payments {
  /** @type {Map<number, Payment[]>} */
  #seats = new Map();
  /** Wagers that lie in the tray since before the deal: what goes back of them is handed out too.
      @type {Set<string>} */
  #taken = new Set();

  /** Takes in what was told, in its order.
      @param {Event[]} events */
  hear(events) {
    for (const each of events) this.#one(each);
  }

  /** The positions with their payments, the last one first.
      @returns {{ seat: number, lines: Payment[] }[]} */
  get hands() {
    return [...this.#seats].map(([seat, lines]) => ({ seat, lines })).reverse();
  }

  /** @param {Event} told */
  #one({ event, facts, pays = "" }) {
    const { seat = 0, wager = "", cents = 0, stake = 0, won = 0, back = 0 } = facts;
    const key = `${seat}.${wager}`;
    if (event === "RoundOpened") {
      this.#seats.clear();
      this.#taken.clear();
    } else if (event === "WagerTaken") this.#taken.add(key);
    else if (event === "WagerSettled") {
      const inTray = this.#taken.has(key);
      this.#add(seat, { wager, pays, out: won + (inTray ? back : 0), takes: inTray ? 0 : stake - back });
    } else if (event === "EnvyPaid") this.#add(seat, { wager: "", pays, out: cents, takes: 0 });
    else if (event === "WagerCollected") this.#add(seat, { wager, pays, out: 0, takes: this.#taken.has(key) ? 0 : cents });
    else if (event === "WagerReturned" && this.#taken.has(key)) this.#add(seat, { wager, pays, out: cents, takes: 0 });
    else if (event === "PayoutCut") this.#cut(seat, wager, cents);
  }

  /** @param {number} seat
      @param {Payment} payment */
  #add(seat, payment) {
    const lines = this.#seats.get(seat) ?? [];
    this.#seats.delete(seat); // the newest stands last
    this.#seats.set(seat, [...lines, payment]);
  }

  /** What a payout limit takes off the wager that was settled last.
      @param {number} seat
      @param {string} wager
      @param {number} cents */
  #cut(seat, wager, cents) {
    const line = this.#seats.get(seat)?.findLast((each) => each.wager === wager);
    if (line) line.out -= cents;
  }
}
