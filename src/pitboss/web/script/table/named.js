/* Hands in words on the felt, as far as the reader sees them: those of positions below their cards, the dealer's on the
   edge of his. */

import { html } from "../dom.js";
import { below } from "./geometry.js";

/** @import { Spot, TableState } from "../../shapes.d.ts" */

/** How far below the middle of the cards the words stand, in millimetres: the cards end before it, a player's plate
    begins behind it. */
const [OWN, DEALER] = [64, 50];

export class Named {
  #stage;
  /** @type {Map<number, any>} */
  #tags = new Map();

  /** @param {any} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** @param {Pick<TableState, "view" | "said">} state */
  render({ view, said }) {
    const lying = view.seats.filter((seat) => !seat.in_rack).map((seat) => seat.number);
    const wanted = new Set([0, ...lying].filter((seat) => said[seat]));
    for (const [seat, tag] of this.#tags) {
      if (wanted.has(seat)) continue;
      tag.remove();
      this.#tags.delete(seat);
    }
    for (const seat of wanted) this.#show(seat, said[seat]);
  }

  /** @param {number} seat
      @param {string} words */
  #show(seat, words) {
    const at = this.#at(seat);
    if (!at) return;
    let tag = this.#tags.get(seat);
    if (!tag) {
      const transform = `translate(${at.x}px, ${at.y}px) rotate(${at.turn}deg)`;
      tag = html`<div class="named" data-hand=${seat} aria-hidden="true" css=${{ transform }}><span></span></div>`;
      this.#tags.set(seat, tag);
      this.#stage.layer.append(tag);
    }
    if (tag.textContent !== words) tag.firstElementChild.textContent = words;
  }

  /** @param {number} seat
      @returns {Spot | null} */
  #at(seat) {
    const cards = this.#stage.at(seat ? `#seat-${seat}-cards` : "#area-dealer_cards");
    return cards && below(cards, seat ? OWN : DEALER);
  }
}
