/* The reader's own cards, large in the dock. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { Row } from "./row.js";

const RANKS = "AKQJT98765432?";
const byRank = (one, two) => RANKS.indexOf(one[0]) - RANKS.indexOf(two[0]);

/** Where some cards do not count, the high ones lie in front. */
export class Hand {
  #row;
  #removed;

  /** `removed`: the cards that do not count. */
  constructor(removed) {
    this.#removed = removed;
    this.#row = new Row(say("table.hand"), removed);
    this.element = html`<div class="hand" hidden>${this.#row.element}</div>`;
  }

  render({ view }) {
    const mine = view.seats.filter((seat) => view.mine.includes(seat.number) && seat.cards.length);
    const seat = mine.find((each) => each.number === view.turn) ?? mine[0];
    this.element.hidden = !seat;
    if (!seat) return;
    const name = mine.length > 1 ? say("table.seat", { seat: seat.number }) : say("table.hand");
    this.#row.show(this.#removed.size ? [...seat.cards].sort(byRank) : seat.cards, name);
    this.element.classList.toggle("done", seat.in_rack);
  }
}
