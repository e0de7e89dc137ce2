/* The plates on the rail: who sits where, whose turn it is, and the way to an empty seat. */

import { html, put } from "../dom.js";
import { say } from "../text.js";
import { WIDE } from "./geometry.js";

/** @import { SeatView, View } from "../../types.d.ts" */

export class Seats {
  #stage;
  #plates = new Map();
  #sit;

  /** `sit(number)` takes a seat.
      @param {any} stage
      @param {(seat: number) => void} sit */
  constructor(stage, sit) {
    this.#stage = stage;
    this.#sit = sit;
    for (const number of stage.seats) {
      const at = stage.at(`#seat-${number} .seat-number`);
      const transform = `translate(${at.x}px, ${at.y}px)`;
      // A long name goes away from the cards; where the rail meets the window's edge it is cut.
      const aside = (at.x - WIDE / 2) / WIDE;
      const css = { transform, "--out": Math.abs(aside) > 0.2 ? Math.sign(aside) : 0 };
      if (Math.abs(aside) > 0.43) Object.assign(css, { "--out": 0, "--room": "150px" });
      const plate = html`<div class="plate" data-seat=${number} css=${css}></div>`;
      this.#plates.set(number, { plate, key: "" });
      stage.layer.append(plate);
    }
  }

  /** @param {number} number */
  plate(number) {
    return this.#plates.get(number)?.plate;
  }

  /** @param {{ view: View, offers: any[], ready: number[], canSit: boolean }} state */
  render({ view, offers, ready, canSit }) {
    const open = new Set(offers.filter((offer) => offer.example.do === "TakeSeat").map((offer) => offer.example.seat));
    for (const seat of view.seats) {
      const found = this.#plates.get(seat.number);
      if (!found) continue;
      const mine = view.mine.includes(seat.number);
      const may = !seat.player && (open.has(seat.number) || canSit);
      const key = [seat.player, mine, may, ready.includes(seat.number), view.turn === seat.number].join("|");
      if (key === found.key) continue;
      found.key = key;
      found.plate.classList.toggle("mine", mine);
      found.plate.classList.toggle("empty", !seat.player);
      found.plate.classList.toggle("turn", view.turn === seat.number);
      put(found.plate, seat.player ? this.#player(seat, mine, ready) : this.#empty(seat.number, may));
    }
  }

  /** @param {SeatView} seat
      @param {boolean} mine
      @param {number[]} ready */
  #player(seat, mine, ready) {
    const said = ready.includes(seat.number) ? html`<small>${say("table.ready")}</small>` : null;
    return html`<span class="plate-name" title=${seat.player}><i aria-hidden="true">${seat.number}</i>
      <span class="unseen">${say("table.seat", { seat: seat.number })}</span>
      <b>${mine ? say("table.you") : seat.player}</b>${said}</span>`;
  }

  /** @param {number} number
      @param {boolean} may */
  #empty(number, may) {
    const disc = html`<i aria-hidden="true">${number}</i>`;
    const empty = say("table.seat.empty", { seat: number });
    if (!may) return html`<span class="plate-name">${disc}<span class="unseen">${empty}</span></span>`;
    return html`<button class="plate-name sit" aria-label=${say("table.sit.long", { seat: number })}
      @click=${() => this.#sit(number)}>${disc} <b>${say("table.sit.at")}</b></button>`;
  }
}
