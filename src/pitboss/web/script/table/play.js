/* What only a player needs: chips, betting areas, decisions, the coach, own cards. Loaded when a seat is taken. */

import { announce } from "../announce.js";
import { me, newId, post } from "../api.js";
import { html, put } from "../dom.js";
import { say } from "../text.js";
import "../text/play.js";
import { ask, why } from "../why.js";
import { Coach } from "./coach.js";
import { Deciding } from "./deciding.js";
import { Hand } from "./hand.js";
import { Spots } from "./spots.js";
import { Tray } from "./tray.js";
import { Wagers } from "./wagers.js";

/** What a guest asks for who has run out of play money, in cents. */
const TOP_UP = 50_000;

export class Play {
  #words;
  #socket;
  #picture;
  #info;
  #fail;
  #state = null;
  #top;
  #guest = false;
  #needed;

  /** `dock` takes the controls, `info` a line of explanation; `fail(error)` says what was refused. */
  constructor({ details, words, socket, picture, top, dock, info, fail }) {
    this.#words = words;
    this.#socket = socket;
    this.#picture = picture;
    this.#info = info;
    this.#fail = fail;
    this.#top = top;
    me({ again: true }).then((who) => {
      this.#guest = Boolean(who?.guest);
    }, fail);
    const least = Object.fromEntries(details.limits.map((limit) => [limit.wager, limit.minimum]));
    const mains = words.game.wagers.filter((wager) => wager.compulsory);
    this.#needed = mains.reduce((sum, wager) => sum + (least[wager.id] ?? least[wager.family] ?? 0), 0);
    this.wagers = new Wagers(
      words.game.wagers,
      (seat, wager, cents) => socket.act({ do: "PlaceWager", seat, wager, cents }),
      (seat, wager) => this.#wagered(seat, wager),
    );
    this.tray = new Tray(this.wagers, details.limits, () => this.#ready());
    this.deciding = new Deciding(words, (seat, choice) => this.#decide(seat, choice));
    this.coach = new Coach(details.id, words, (choices) => this.deciding.advise(choices));
    this.hand = new Hand(picture.low);
    this.spots = new Spots(picture.stage, this.wagers, words, {
      chip: () => this.tray.chip,
      info: (wager, seat, full) => this.#explain(wager, seat, full),
    });
    dock.before(this.hand.element);
    dock.append(this.deciding.element, this.tray.element);
  }

  render(state) {
    this.#state = state;
    const { view, offers } = state;
    this.wagers.update(view, offers);
    this.spots.seats(view.mine);
    if (this.wagers.open) for (const seat of view.mine) for (const wager of this.wagers.order) this.#lay(seat, wager);
    for (const part of [this.spots, this.deciding, this.tray, this.hand, this.coach]) part.render(state);
    if (this.wagers.open) this.#hint();
    else if (this.deciding.open) put(this.#info);
    else if (view.step && !view.seats.some(({ number, standing }) => standing && view.mine.includes(number))) {
      put(this.#info, say("bet.next"));
    }
    this.tray.more(this.#short() ? () => this.#topUp() : null);
  }

  /** A guest whose play money does not reach for a hand may have more. */
  #short() {
    const { view, balance } = this.#state;
    const staked = view.mine.reduce((sum, seat) => sum + this.wagers.total(seat), 0);
    return this.#guest && balance !== null && !staked && balance < this.#needed;
  }

  async #topUp() {
    try {
      const { balance } = await post("/api/v1/me/chips", { id: newId(), cents: TOP_UP });
      this.#state.balance = balance;
      this.#top.balance(balance);
      this.tray.more(null);
    } catch (error) {
      this.#fail(error);
    }
  }

  #hint() {
    const { wagers } = this;
    const { view, ready } = this.#state;
    const first = wagers.mains.find((wager) => wagers.order.includes(wager));
    if (view.mine.every((seat) => ready.includes(seat))) put(this.#info);
    else put(this.#info, wagers.isReady ? say("bet.hint.ready") : say("bet.hint", { areas: this.#words.wager(first) }));
  }

  #explain(wager, seat, full = false) {
    const { title, clause } = this.#words.game.wagers.find((each) => each.id === wager);
    put(this.#info, html`<b>${title}</b> ${this.spots.limits(seat, wager)} `, why(clause, say("why")));
    if (full) ask(clause, this.spots.element(seat, wager));
  }

  #lay(seat, wager) {
    this.#picture.pieces.chips(seat, wager, this.wagers.on(seat, wager));
  }

  #wagered(seat, wager) {
    this.#lay(seat, wager);
    this.spots.render();
    if (this.#state) {
      this.tray.render(this.#state);
      if (this.wagers.open) this.#hint();
    }
    const refusal = this.wagers.refusals.get(`${seat}.${wager}`);
    if (refusal) announce(refusal.message, { now: true });
  }

  async #ready() {
    try {
      for (const seat of this.#state.view.mine) await this.#socket.ready(seat);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #decide(seat, choice) {
    const verdict = this.coach.choosing(choice.name);
    await this.#socket.act({ do: "Decide", seat, choice: choice.name });
    verdict();
  }
}
