/* What is told, as lines of the ledger: which of it is written, and how a line looks. The words are the house's. */

import { html } from "../dom.js";
import { gain } from "../format.js";
import { add, say } from "../text.js";
import { handWords } from "../text/pays.js";

/** @import { ToldEvent } from "../../shapes.d.ts" */
/** @import { GameWords } from "../../types.d.ts" */
/** A line of the ledger, and of a result on the felt.
    @typedef {{ text: string, clause: string, amount: string, tone: string, odds: string, cut: string, result: number | undefined }} Line */

add({
  "told.cut": "cut by the payout limit",
});

/** Told, but not written: the table shows it, or a heading does. */
const UNWRITTEN = new Set([
  "CardsReceived", "DeckMoved", "DeviceCounted", "RoundOpened", "StepOpened", "ChipsCounted", "ContributionPosted",
  "ContributionReversed", "HandCollected", "TableSettled", "TableCleared", "HandCorrected", "Owed",
  "CommitmentPublished", "SeedRevealed", "PlayerReady",
]);
const ALERT = new Set(["Irregularity", "MatterRaised", "MatterSettled", "RoundVoided", "HandVoided", "HouseDecided"]);

/** Whether a line is good or bad for its position, was said by somebody, or is something to look up for.
    @param {ToldEvent} told */
function toneOf({ event, net: brought }) {
  const net = brought ?? 0;
  if (ALERT.has(event)) return "alert";
  if (event === "Decided") return "said";
  if (event === "PayoutCut") return "";
  return net > 0 || event === "MeterPaid" ? "good" : net < 0 ? "bad" : "";
}

export class Lines {
  #played = false;
  /** @type {string[]} */
  #hands = [];

  /** `game` is everything the house says of it.
      @param {Pick<GameWords, "hands">} game */
  constructor(game) {
    this.game = game;
  }

  /** One line: { text, clause, amount, tone, odds, result }; null for what needs no words.
      @param {ToldEvent} told
      @returns {Line | null} */
  line(told) {
    const { event, facts, said, pays = "" } = told;
    const net = told.net ?? undefined;
    if (!said || UNWRITTEN.has(event)) return null;
    const amount = net === undefined || event === "WagerReturned" ? "" : gain(net);
    const cut = event === "PayoutCut" ? say("told.cut") : "";
    return { text: said, clause: facts.clause ?? "", amount, tone: toneOf(told), odds: pays, cut, result: net };
  }

  /** Keeps what the round means for the reader, to be said when it is over.
      @param {ToldEvent} told
      @param {boolean} mine */
  note({ event, facts }, mine) {
    if (event === "RoundOpened") {
      this.#played = false;
      this.#hands = [];
    }
    if (!mine) return;
    if (event === "WagerSettled" || event === "WagerCollected") this.#played = true;
    if (event === "HandTurned" && facts.hand) this.#hands.push(handWords(facts.hand, this.game.hands));
    if (event === "Decided" && facts.folds) this.#hands.push(say("round.folded"));
    if (event === "WagersForfeited") this.#hands.push(say("round.forfeited"));
  }

  /** What the round brought the reader, to stand until the next wager; nothing where he had no hand.
      @param {number} net */
  last(net) {
    if (!this.#played) return null;
    const values = { money: gain(net), hand: [...new Set(this.#hands)].join(", ") };
    const tone = net > 0 ? "good" : net < 0 ? "bad" : "";
    return html`<b class="net ${tone}">${say(values.hand ? "round.last.hand" : "round.last", values)}</b>`;
  }
}
