/* The way back to a seat that was lost and not given up: a clock ran out, the page was closed for long, the floor freed
   the seat. Kept for this window, so that who opens the table again finds it. */

/** @import { View } from "../../types.d.ts" */

const KEPT = "pitboss-seat";

export class Returning {
  #key;
  #leaving = false;

  /** @param {number} table */
  constructor(table) {
    this.#key = `${KEPT}.${table}`;
  }

  /** The reader gives his seat up himself. */
  leaves() {
    this.#leaving = true;
    this.#keep("");
  }

  /** The seat that was lost; 0 where none was. Where the reader sits, that is remembered.
      @param {Pick<View, "mine">} view */
  lost({ mine }) {
    if (mine.length && !this.#leaving && this.#kept !== String(mine[0])) this.#keep(String(mine[0]));
    if (mine.length) return 0;
    this.#leaving = false;
    return Number(this.#kept);
  }

  get #kept() {
    try {
      return sessionStorage.getItem(this.#key) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} seat */
  #keep(seat) {
    try {
      sessionStorage.setItem(this.#key, seat);
    } catch {
      // a browser that keeps nothing shows every seat alike
    }
  }
}
