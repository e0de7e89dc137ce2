/* What things are called in one game, and what happens now, as a player would say it. */

import { known, say } from "../text.js";

/** @import { GameWords, View } from "../../types.d.ts" */

/** @type {(word: unknown) => string} */
const plain = (word) => String(word ?? "").replaceAll("_", " ");

/** The words of one game: titles by id, as the house tells them. */
export class Words {
  /** @param {GameWords} game */
  constructor(game) {
    this.wagers = game.wagers;
    this.titles = Object.fromEntries(game.wagers.map((wager) => [wager.id, wager.title]));
    this.metered = game.wagers.find((wager) => wager.metered)?.id;
    this.steps = Object.fromEntries(game.steps.map((step) => [step.name, step]));
  }

  /** @param {string} id
      @returns {string} */
  wager(id) {
    return this.titles[id] ?? plain(id);
  }

  /** A choice as its button says it.
      @param {string} step
      @param {string} name
      @returns {any} */
  choice(step, name) {
    return this.steps[step]?.choices.find((choice) => choice.name === name);
  }

  /** What happens now, as a player would say it, or as the rulebook does until those words are here; `asked`: the
      reader has a decision to make.
      @param {View} view
      @param {(seat: number) => string} who
      @param {boolean} asked
      @param {number[]} ready the positions that wager nothing more
      @returns {string} */
  now(view, who, asked, ready = []) {
    const step = this.steps[view.step];
    if (!step) return say("state.between");
    /** @type {(key: string, values?: object) => string} */
    const said = (key, values) => (known(key) ? say(key, values) : step.title);
    const mine = view.mine.includes(view.turn);
    if (step.kind === "bets") {
      const done = view.mine.every((seat) => ready.includes(seat));
      const lies = view.seats.some(({ number, wagers }) => view.mine.includes(number) && Object.keys(wagers).length);
      if (!view.mine.length) return said("now.bets.watched");
      return said(!done ? "now.bets" : lies ? "now.bets.ready" : "now.bets.out");
    }
    if (["ask", "settle"].includes(step.kind)) {
      if (!view.turn) return step.title;
      if (!mine) return said(`now.${step.kind}`, { who: who(view.turn) });
      if (step.kind === "ask" && !asked) return say("clock.ruling");
      const what = said(`now.${step.kind}.you`);
      return view.mine.length > 1 ? say("now.at", { seat: view.turn, what }) : what;
    }
    return said(`now.${step.kind}`);
  }
}
