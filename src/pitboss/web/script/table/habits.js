/* What a player wants beyond one act: to leave when this hand is over, and to sit out while others play. The page does it
   for him as long as it is open; whoever closes it loses the seat after a while anyway. */

import { announce } from "../announce.js";
import { find, html } from "../dom.js";
import { say } from "../text.js";
import "../text/habits.js";

/** @import { TableState } from "../../shapes.d.ts" */

export class Habits {
  #ready;
  #stand;
  #again;
  #done = "";
  leaves = false;
  out = false;

  /** `ready(seat)` says that no wagers follow, `stand(seat)` gives a seat up; `again()` shows what was changed.
      @param {{ ready: (seat: number) => unknown, stand: (seat: number) => unknown, again: () => void }} does */
  constructor({ ready, stand, again }) {
    this.#ready = ready;
    this.#stand = stand;
    this.#again = again;
  }

  /** Does what is wanted as soon as it can be done, once in a round.
      @param {Pick<TableState, "view" | "offers" | "ready">} state
      @param {boolean} wagers whether the reader has wagers down, or wants to */
  follow({ view, offers, ready }, wagers) {
    if (!view.mine.length) this.leaves = this.out = false;
    const free = offers.flatMap(({ example }) => (example.do === "LeaveSeat" ? [example.seat] : []));
    if (this.leaves && !wagers && free.length === view.mine.length) return this.#once(`leave.${free}`, free.slice(0, 1), this.#stand);
    if (wagers && view.step === "bets") this.out = false; // who wagers plays
    const waited = view.mine.filter((seat) => !ready.includes(seat));
    if (this.out && view.step === "bets" && waited.length) this.#once(`out.${view.round}`, waited, this.#ready);
  }

  /** @param {string} what
      @param {number[]} seats
      @param {(seat: number) => unknown} does */
  #once(what, seats, does) {
    if (what === this.#done) return;
    this.#done = what;
    for (const seat of seats) does(seat);
  }

  /** The switches that make sense now: to leave later where one cannot leave at once, to sit out where others play.
      @param {Pick<TableState, "view" | "offers">} state */
  buttons({ view, offers }) {
    if (!view.mine.length) return [];
    const stays = !offers.some(({ example }) => example.do === "LeaveSeat");
    const others = view.seats.some(({ number, player }) => player && !view.mine.includes(number));
    return [
      others && (this.out || view.step === "bets") ? this.#button("out") : null,
      stays || this.leaves ? this.#button("leaves") : null,
    ];
  }

  /** @param {"leaves" | "out"} name */
  #button(name) {
    const press = () => {
      this[name] = !this[name];
      this.#done = "";
      const now = this[name] ? "on" : "off";
      announce(say(`habit.${name}.${now}`), { about: this });
      this.#again();
      find(`[data-habit="${name}"]`)?.focus({ preventScroll: true }); // the button was made anew
    };
    return html`<button class="small quiet habit" data-habit=${name} aria-pressed=${String(this[name])}
      @click=${press}>${say(`habit.${name}`)}</button>`;
  }
}
