/* What only a player needs: chips and betting areas at once, own cards, decisions and the coach after them. Loaded when
   a seat is taken. */

import { announce } from "../announce.js";
import { newId, post } from "../api.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { say, sentence } from "../text.js";
import "../text/play.js";
import { ask, why } from "../why.js";
import { Spots } from "./spots.js";
import { Tray } from "./tray.js";
import { Wagers } from "./wagers.js";

/** @import { TableState } from "../../shapes.d.ts" */
/** @import { TableDetails } from "../../types.d.ts" */
/** @import { TableSocket } from "../socket.js" */
/** @import { Picture } from "./picture.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Words } from "./words.js" */

/** What one asks for who has run out of practice chips at a practice table, in cents. */
const TOP_UP = 50_000;

export class Play {
  #table;
  #words;
  #socket;
  #picture;
  #info;
  #fail;
  #stand;
  #again;
  /** @type {TableState | null} */
  #state = null;
  #dock;
  /** @type {Turn | null} */
  #turn = null;
  /** What the last round brought, until a chip is laid.
      @type {any} */
  last = null;
  /** @type {Promise<Turn> | null} */
  #loading = null;
  /** What one waits for between rounds, where a person deals. */
  #waits = "";

  /** `dock` takes the controls, `info` a line of explanation; `fail(error)` says what was refused; `stand(seat)` gives a
      seat up, `again()` shows all anew.
      @param {{ details: TableDetails, words: Words, socket: TableSocket, picture: Picture, dock: HTMLElement, info: HTMLElement, stand: (seat: number) => unknown, again: () => unknown, fail: (error: any) => void }} parts */
  constructor({ details, words, socket, picture, dock, info, stand, again, fail }) {
    this.#table = details.id;
    this.#words = words;
    this.#socket = socket;
    this.#picture = picture;
    this.#info = info;
    this.#fail = fail;
    this.#stand = stand;
    this.#again = again;
    this.#dock = dock;
    this.wagers = new Wagers(
      words.wagers,
      async (seat, wager, cents) => {
        const done = await socket.act({ do: "PlaceWager", seat, wager, cents });
        announce(say("bet.placed", { wager: words.wager(wager), money: money(cents) })); // taken, not only wished for
        return done;
      },
      (seat, wager) => this.#wagered(seat, wager),
    );
    /** @type {(act: "repeat" | "double" | "undo" | "clear") => Promise<unknown>} */
    const all = (act) => this.turn().then((turn) => turn.all[act](this.wagers), fail);
    this.tray = new Tray(this.wagers, details.limits, words, () => this.#ready(), all);
    this.spots = new Spots(picture.stage, this.wagers, words, {
      chip: () => this.tray.chip,
      info: (wager, seat, full) => this.#explain(wager, seat, full),
    });
    dock.append(this.tray.element);
    const waits = () => {
      this.#waits = say("bet.dealer");
      if (this.#state) this.render(this.#state);
    };
    if (details.dealer === "person") import("../text/dealer.js").then(waits, fail);
  }

  /** What is needed when the cards come: own cards, decisions, the coach. */
  turn() {
    this.#loading ??= this.#comes().catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** @returns {Promise<Turn>} */
  async #comes() {
    const { Turn } = await import("./turn.js");
    const { removed } = this.#picture.pieces;
    const [table, words, socket, dock] = [this.#table, this.#words, this.#socket, this.#dock];
    const more = () => (this.wagers.practice && (this.#state?.balance ?? 0) < TOP_UP ? () => this.#topUp() : null);
    const does = { stand: this.#stand, again: this.#again };
    this.#turn = new Turn({ table, words, socket, dock, removed, more, does, info: this.#info, tray: this.tray });
    this.#again();
    return this.#turn;
  }

  /** To leave later, to sit out: the buttons for it, when they are there. */
  switches() {
    return this.#state && this.#turn ? this.#turn.habits.buttons(this.#state) : [];
  }

  /** The table was cleared: the coach counts. */
  cleared() {
    this.#turn?.cleared();
  }

  /** @param {TableState} state */
  render(state) {
    this.#state = state;
    const { view } = state;
    this.wagers.update(state);
    this.spots.seats(view.mine);
    if (this.wagers.open) for (const seat of view.mine) for (const wager of this.wagers.order) this.#lay(seat, wager);
    const wasOpen = this.#turn?.open ?? false;
    for (const part of [this.spots, this.#turn, this.tray]) part?.render(state);
    const cards = view.seats.some(({ number, cards: own }) => own.length && view.mine.includes(number));
    if (cards && !this.#turn) this.turn().catch(this.#fail);
    if (this.wagers.open) this.#hint();
    else if (state.over || !view.mine.length) put(this.#info);
    else if (this.#turn && this.#turn.open !== wasOpen) put(this.#info, this.#turn.coach.said);
    else if (view.step && !view.seats.some(({ number, standing }) => standing && view.mine.includes(number))) {
      put(this.#info, say("bet.next"));
    } else if (!view.step && this.#waits) put(this.#info, this.last, " ", this.#waits);
    // Whose chips do not reach for a hand may have more play money at a practice table; elsewhere one buys in.
    this.tray.more(view.practice && this.wagers.short ? () => this.#topUp() : null);
    if (!state.over) this.#turn?.habits.follow(state, this.wagers.any);
  }

  /** The table tells what they change. */
  async #topUp() {
    try {
      await post("/api/v1/me/chips", { id: newId(), cents: TOP_UP });
    } catch (error) {
      this.#fail(error);
    }
  }

  #hint() {
    const { wagers } = this;
    if (!this.#state) return;
    const { view, ready } = this.#state;
    const first = wagers.mains.find((wager) => wagers.order.includes(wager)) ?? "";
    if (wagers.any) this.last = null;
    let hint = say("bet.hint", { areas: this.#words.wager(first) });
    if (wagers.isReady) hint = say("bet.hint.ready");
    hint = this.#turn?.warns(wagers) || hint;
    if (!view.practice && wagers.short) hint = say("bet.cage");
    if (wagers.lacks) hint = sentence(wagers.lacks);
    put(this.#info, this.last, " ", view.mine.every((seat) => ready.includes(seat)) ? null : hint);
  }

  /** @param {string} wager
      @param {number} seat */
  #explain(wager, seat, full = false) {
    const { title = "", clause = "" } = this.#words.wagers.find((each) => each.id === wager) ?? {};
    put(this.#info, html`<b>${title}</b> ${this.spots.limits(seat, wager)}`, " ", why(clause, say("why")));
    if (full) ask(clause, this.spots.element(seat, wager));
  }

  /** @param {number} seat
      @param {string} wager */
  #lay(seat, wager) {
    this.#picture.pieces.chips(seat, wager, this.wagers.on(seat, wager));
  }

  /** @param {number} seat
      @param {string} wager */
  #wagered(seat, wager) {
    this.#lay(seat, wager);
    this.spots.render();
    if (this.#state) {
      this.tray.render(this.#state);
      if (this.wagers.open) this.#hint();
    }
  }

  async #ready() {
    let done;
    try {
      for (const seat of this.#state?.view.mine ?? []) done = await this.#socket.ready(seat);
    } catch (error) {
      this.#fail(error);
    }
    return done?.seq;
  }
}
