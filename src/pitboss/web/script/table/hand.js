/* The reader's own cards, large in the dock. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { Row } from "./row.js";

/** @import { View } from "../../types.d.ts" */

const RANKS = "AKQJT98765432?";

/** High cards first.
    @type {(one: string, two: string) => number} */
export const byRank = (one, two) => RANKS.indexOf(one[0]) - RANKS.indexOf(two[0]);

/** Where some cards do not count, the high ones lie in front. */
export class Hand {
  #row;
  #removed;
  #faces = new Faces();

  /** `removed`: the cards that do not count.
      @param {Set<string>} removed */
  constructor(removed) {
    this.#removed = removed;
    this.#row = new Row(say("table.hand"), removed);
    this.element = html`<div class="hand" hidden>${this.#row.element}</div>`;
  }

  /** @param {{ view: View, said: Record<number, string> }} state */
  render({ view, said }) {
    const mine = view.seats.filter((seat) => view.mine.includes(seat.number) && seat.cards.length);
    const seat = mine.find((each) => each.number === view.turn) ?? mine[0];
    this.element.hidden = !seat;
    if (!seat) return;
    const name = mine.length > 1 ? say("table.seat", { seat: seat.number }) : say("table.hand");
    const cards = this.#faces.known(view.round, seat);
    this.#row.show(this.#removed.size ? cards.sort(byRank) : cards, name, said[seat.number], mine.length === 1);
    this.element.classList.toggle("done", seat.in_rack);
  }
}

/** What the reader has seen of his cards. */
export class Faces {
  /** @type {Map<number, string[]>} */
  #told = new Map();
  #round = 0;

  /** The cards with every face that was told in this round: on the felt they may lie face down again, but who has seen
      them knows them.
      @param {number} round
      @param {{ number: number, cards: string[] }} seat */
  known(round, { number, cards }) {
    if (round !== this.#round) this.#told.clear();
    this.#round = round;
    const before = this.#told.get(number) ?? [];
    const known = cards.map((code, n) => (code === "??" ? (before[n] ?? code) : code));
    this.#told.set(number, known);
    return [...known];
  }
}
