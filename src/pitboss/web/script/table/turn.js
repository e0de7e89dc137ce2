/* A player's turn: the own cards, the decision, and what the coach says of it; and what is done to all wagers at once,
   which is not needed sooner. */

import { announce } from "../announce.js";
import { find, html, put } from "../dom.js";
import { say } from "../text.js";
import "../text/turn.js";
import { Coach } from "./coach.js";
import { Deciding } from "./deciding.js";
import { Habits } from "./habits.js";
import { Hand } from "./hand.js";
import { keys, list } from "./keys.js";
import { Tempo } from "./tempo.js";
import { all } from "./wagers-all.js";

export class Turn {
  #socket;
  #heard = "";
  all = all;

  /** `dock` takes the controls, before its `tray`; `info` a line of explanation; `more()` gives what gets one more
      play money at a practice table; `does` gives up a seat, and shows all anew.
      @param {any} parts */
  constructor({ table, words, socket, dock, tray, removed, info, more, does }) {
    this.#socket = socket;
    this.deciding = new Deciding(words, (seat, choice) => this.#decide(seat, choice), more);
    this.coach = new Coach(table, (choices, line) => {
      this.deciding.advise(choices);
      put(info, line);
    });
    this.hand = new Hand(removed);
    this.tempo = new Tempo(socket);
    dock.before(this.hand.element);
    tray.element.before(this.deciding.element);
    /** @type {(seat: number) => Promise<unknown>} */
    const ready = (seat) => socket.ready(seat).catch(() => null); // the bets were just closed: the next round asks again
    this.habits = new Habits({ ...does, ready });
    keys(tray.element);
    const open = html`<button class="small quiet keys-open" aria-keyshortcuts="?" @click=${() => list()}>${say("keys.open")}</button>`;
    find(".dock-line", dock).append(open);
  }

  /** What is worth knowing before the deal, in the house's words: too few chips are left for what follows it. It is
      heard when it changes.
      @param {any} wagers */
  warns(wagers) {
    const said = wagers.isReady ? wagers.later : "";
    if (said !== this.#heard) announce(said, { about: this });
    this.#heard = said;
    return said;
  }

  get open() {
    return this.deciding.open;
  }

  /** @param {any} state */
  render(state) {
    for (const part of [this.deciding, this.hand, this.coach]) part.render(state);
    this.tempo.render(state.view);
  }

  cleared() {
    setTimeout(() => this.coach.session(), 600);
  }

  /** @param {number} seat
      @param {{ name: string }} choice */
  async #decide(seat, choice) {
    const verdict = this.coach.choosing(choice.name, seat);
    await this.#socket.act({ do: "Decide", seat, choice: choice.name });
    verdict();
  }
}
