/* How cards and chips come and go: dealt, burned, collected, paid. What lies where is known by the pieces. */

import { face, UNKNOWN } from "../cards.js";
import { stack } from "../chips.js";
import { html } from "../dom.js";
import { hear } from "../hear.js";
import { pace } from "../prefs.js";

/** @import { Spot } from "../../shapes.d.ts" */

export class Moves {
  #pieces;
  #stage;
  /** How many community cards are open. */
  open = 0;

  /** @param {any} pieces */
  constructor(pieces) {
    this.#pieces = pieces;
    this.#stage = pieces.stage;
  }

  get bank() {
    return this.#stage.at("#area-inventory") ?? { x: 1000, y: 164, turn: 0 };
  }

  /** @param {string} to
      @param {number | string} seat */
  count(to, seat) {
    let n = 0;
    while (this.#pieces.cards.has(`${to}.${seat}.${n}`)) n += 1;
    return n;
  }

  /** A card leaves the shoe for its place; the promise is kept when it has arrived.
      @param {string} to
      @param {number} seat
      @param {string} code */
  deal(to, seat, code, delay = 0) {
    const key = `${to}.${seat}.${this.count(to, seat)}`;
    const made = this.#pieces.make(key, UNKNOWN);
    const [from, end] = [this.#stage.source, this.#pieces.place(key)];
    made.element.style.transform = this.#pieces.where(end);
    made.element.style.zIndex = String(this.#pieces.cards.size);
    const moved = this.#pieces.move(made.element, [
      { transform: this.#pieces.where({ ...from, turn: from.turn - 20 }, 0.85), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: this.#pieces.where(end), opacity: 1 },
    ], 420, delay);
    if (!document.hidden) setTimeout(() => hear("card"), pace(delay));
    if (to === "dealer") moved.then(() => this.#pieces.covered());
    return code === UNKNOWN ? moved : moved.then(() => this.#pieces.turn(key, code));
  }

  /** A burned card goes to the discard rack. */
  async burn(delay = 0) {
    const element = html`<div class="card">${face(UNKNOWN)}</div>`;
    this.#stage.layer.append(element);
    await this.#pieces.move(element, [
      { transform: this.#pieces.where(this.#stage.source, 0.85), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: this.#pieces.where(this.#pieces.rack), opacity: 1 },
    ], 420, delay);
    element.remove();
    this.#pieces.burned(1, true);
  }

  /** @param {string} to
      @param {number} seat
      @param {string[]} codes */
  turnAll(to, seat, codes, from = 0) {
    if (codes.length) hear("turned");
    return Promise.all(codes.map((code, n) => this.#pieces.turn(`${to}.${seat}.${from + n}`, code)));
  }

  /** The cards of a place go to the discard rack.
      @param {string} to
      @param {number | string} seat */
  async away(to, seat) {
    const gone = [];
    for (let n = 0; this.#pieces.cards.has(`${to}.${seat}.${n}`); n += 1) {
      const key = `${to}.${seat}.${n}`;
      const { element } = this.#pieces.cards.get(key);
      this.#pieces.cards.delete(key);
      const leaving = this.#pieces.move(element, [
        { transform: this.#pieces.where(this.#pieces.place(key)), opacity: 1 },
        { transform: this.#pieces.where(this.#pieces.rack, 0.9), opacity: 0 },
      ], 360, n * 30);
      gone.push(leaving.then(() => element.remove()));
    }
    this.#pieces.covered();
    await Promise.all(gone);
    if (gone.length) this.#pieces.burned(1, true);
  }

  /** Every card on the table goes to the discard rack. */
  sweep() {
    const places = new Set([...this.#pieces.cards.keys()].map((key) => key.split(".").slice(0, 2).join(".")));
    return Promise.all([...places].map((place) => {
      const [to, seat] = place.split(".");
      return this.away(to, seat);
    }));
  }

  /** A losing wager goes to the house.
      @param {number} seat
      @param {string} wager */
  async lost(seat, wager) {
    const found = this.#pieces.take(`${seat}.${wager}`);
    if (!found) return;
    hear("chip");
    const at = this.#stage.lower(seat, wager);
    await this.#fly(found.element, at, this.bank);
    found.element.remove();
  }

  /** Winnings come from the house and go with the stake to the player.
      @param {number} seat
      @param {string} wager
      @param {number} won */
  async paid(seat, wager, won) {
    const at = this.#stage.lower(seat, wager);
    const home = this.#stage.at(`#seat-${seat} .seat-number`);
    if (!at || !home) return;
    if (won) {
      hear("chips");
      const coming = html`<div class="wager" aria-hidden="true"><div class="wager-inner">${stack(won)}</div></div>`;
      this.#stage.under.append(coming);
      await this.#fly(coming, this.bank, { ...at, x: at.x + 26 }, 1);
      await this.#wait(350);
      this.#fly(coming, { ...at, x: at.x + 26 }, home).then(() => coming.remove());
    }
    const found = this.#pieces.take(`${seat}.${wager}`);
    if (!found) return;
    await this.#fly(found.element, at, home);
    found.element.remove();
  }

  /** @param {HTMLElement} element
      @param {Pick<Spot, "x" | "y">} from
      @param {Pick<Spot, "x" | "y">} to */
  #fly(element, from, to, last = 0) {
    element.style.transform = `translate(${to.x}px, ${to.y}px)`;
    return this.#pieces.move(element, [
      { transform: `translate(${from.x}px, ${from.y}px)`, opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: `translate(${to.x}px, ${to.y}px)`, opacity: last },
    ], 420);
  }

  /** @param {number} ms */
  #wait(ms) {
    return new Promise((done) => setTimeout(done, document.hidden ? 0 : pace(ms)));
  }
}
