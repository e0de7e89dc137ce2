/* Plays what is told, in its order: cards leave the shoe one after the other, hands are turned, wagers are paid seat by
   seat. Messages wait for each other; when many wait (a tab that slept, a lost line) the table is laid at once. */

import { pace } from "../prefs.js";
import { Moves } from "./moves.js";

const STAGGER = 110;
const TOO_MANY = 4;

export class Director {
  #pieces;
  #moves;
  /** @type {any[]} */
  #queue = [];
  #playing = false;
  #hooks;

  /** hooks: before(message), told(one), after(message); rest(seat) is kept when the cards of a position, or with 0 all
      of them, may go.
      @param {any} pieces
      @param {{ before: (message: any) => void, told: (one: any) => void, after: (message: any) => void, rest?: (seat: number) => Promise<void> }} hooks */
  constructor(pieces, hooks) {
    this.#pieces = pieces;
    this.#moves = new Moves(pieces);
    this.#hooks = hooks;
  }

  /** A message is played when those before it are.
      @param {any} message */
  play(message) {
    this.#queue.push(message);
    if (!this.#playing) this.#run();
  }

  async #run() {
    this.#playing = true;
    while (this.#queue.length) {
      const message = this.#queue.shift();
      this.#hooks.before(message);
      const quick = message.gap || message.type === "hello" || this.#queue.length > TOO_MANY || document.hidden;
      try {
        await this.#told(message.told, quick);
        this.#pieces.stakes(message.view);
        await this.#pieces.lay(message.view);
        this.#hooks.after(message);
      } catch (error) {
        reportError(error); // one picture that fails must not stop the table
      }
    }
    this.#playing = false;
  }

  /** @param {{ event: string, facts: any }[]} told
      @param {boolean} quick */
  async #told(told, quick) {
    /** @type {Promise<unknown>[]} */
    let arriving = [];
    let delay = 0;
    const arrived = async () => {
      await Promise.all(arriving);
      arriving = [];
      delay = 0;
    };
    for (const one of told) {
      if (quick) {
        this.#hooks.told(one);
        continue;
      }
      const { event, facts } = one;
      if (event === "CardsDealt") {
        this.#hooks.told(one);
        for (const code of facts.cards) {
          const { to, seat = 0 } = facts;
          arriving.push(to === "burn" ? this.#moves.burn(delay) : this.#moves.deal(to, seat, code, delay));
          // Cards of one delivery come as a stack.
          delay += facts.cards.length > 1 && facts.to === "seat" ? 25 : STAGGER;
        }
        continue;
      }
      if (arriving.length) await arrived();
      await this.#one(event, facts, one);
    }
    if (arriving.length) await arrived();
  }

  /** @param {string} event
      @param {any} facts
      @param {any} one */
  async #one(event, facts, one) {
    const moves = this.#moves;
    switch (event) {
      case "CardsShown": {
        const to = facts.place.replace("_cards", "");
        const open = to === "community" ? moves.open : 0;
        await moves.turnAll(to, 0, facts.cards, open);
        if (to === "community") moves.open = open + facts.cards.length;
        this.#hooks.told(one);
        break;
      }
      case "HandTurned":
        await moves.turnAll("seat", facts.seat, facts.cards);
        this.#hooks.told(one);
        break;
      case "WagerSettled":
        this.#hooks.told(one);
        if (facts.won || facts.back) await moves.paid(facts.seat, facts.wager, facts.won ?? 0);
        else await moves.lost(facts.seat, facts.wager);
        break;
      case "WagerCollected":
        this.#hooks.told(one);
        await moves.lost(facts.seat, facts.wager);
        break;
      case "WagerPlaced":
        this.#hooks.told(one);
        this.#pieces.chips(facts.seat, facts.wager, facts.cents ?? 0);
        break;
      case "WagerReturned":
        this.#hooks.told(one);
        moves.paid(facts.seat, facts.wager, 0);
        break;
      case "HandCollected":
        this.#hooks.told(one);
        await this.#pause(500);
        await this.#hooks.rest?.(facts.seat);
        await moves.away("seat", facts.seat);
        break;
      case "HandDiscarded":
        await moves.away("seat", facts.seat);
        this.#hooks.told(one);
        break;
      case "TableCleared":
        moves.open = 0;
        this.#hooks.told(one);
        await this.#hooks.rest?.(0);
        await moves.sweep();
        break;
      default:
        this.#hooks.told(one);
    }
  }

  /** @param {number} ms */
  #pause(ms) {
    return new Promise((done) => setTimeout(done, pace(ms)));
  }
}
