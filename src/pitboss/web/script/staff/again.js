/* What walk-ins wagered last, so that it can be placed again by one press. Kept in this browser, table by table: a dealer
   who comes back to the page still has it. */

import { walkIn } from "./names.js";

/** @import { View } from "../../types.d.ts" */

export class Again {
  #key;
  /** What lies there while wagers are made.
      @type {Record<string, Record<string, number>>} */
  #lies = {};
  /** @type {Record<string, Record<string, number>>} */
  #last;

  /** @param {number} table */
  constructor(table) {
    this.#key = `pitboss.walk-ins.${table}`;
    this.#last = this.#read();
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "{}");
    } catch {
      return {}; // a browser that keeps nothing
    }
  }

  /** Looks at the table: what lay there when the betting ended is what was wagered last.
      @param {View} view
      @param {boolean} betting */
  look(view, betting) {
    if (betting) {
      const made = view.seats.filter(({ player, wagers }) => walkIn(player) && Object.keys(wagers).length);
      this.#lies = Object.fromEntries(made.map(({ number, player, wagers }) => [`${number}.${player}`, wagers]));
      return;
    }
    if (!Object.keys(this.#lies).length) return;
    const seated = new Set(view.seats.map(({ number, player }) => `${number}.${player}`));
    const kept = Object.entries({ ...this.#last, ...this.#lies }).filter(([key]) => seated.has(key));
    this.#last = Object.fromEntries(kept);
    this.#lies = {};
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#last));
    } catch {
      // it holds until the page is left
    }
  }

  /** What this position wagered last; nothing where somebody else sat there, or wagers lie there now.
      @param {View} view
      @param {number} seat
      @returns {Record<string, number>} */
  of(view, seat) {
    const { number, player, wagers } = view.seats[seat - 1];
    return Object.keys(wagers).length ? {} : this.#last[`${number}.${player}`] ?? {};
  }

  /** Every position with something to be placed again.
      @param {View} view
      @returns {[number, Record<string, number>][]} */
  all(view) {
    /** @type {(seat: { number: number }) => [number, Record<string, number>]} */
    const one = ({ number }) => [number, this.of(view, number)];
    return view.seats.map(one).filter(([, wagers]) => Object.keys(wagers).length);
  }
}
