/* What is told, as lines of the ledger: which of it is written, under which round and step, how a line looks, and what the
   round has brought the reader. The words are the house's. */

import { gain, money } from "../format.js";
import { say } from "../text.js";

/** @import { ToldEvent } from "../../shapes.d.ts" */
/** A line of the ledger, and of a result on the felt.
    @typedef {{ text: string, clause: string, amount: string, tone: string, odds: string, cut: boolean, result: number | undefined }} Line */
/** What is to be drawn of an event. `first`: its line is the first of its round; `heading`: the step that begins with the
    line; `brought`: what stands beside the round from now on; `result`: the line stands on the felt, too; `settling`: it
    is the first result of the reader's own; `final`: what the round has brought now that the last wager of one of his
    positions is settled.
    @typedef {{ line: Line | null, first: boolean, heading: string, brought: number | undefined, result: boolean, settling: boolean, final: number | undefined }} Entry */

/** Told, but not written: the table shows it, or a heading does. */
const UNWRITTEN = new Set([
  "CardsReceived", "DeckMoved", "DeviceCounted", "RoundOpened", "StepOpened", "ChipsCounted", "ContributionPosted",
  "ContributionReversed", "HandCollected", "TableSettled", "TableCleared", "HandCorrected", "Owed",
  "CommitmentPublished", "SeedRevealed", "PlayerReady",
]);
/** What a wager came to. */
const RESULTS = new Set(["WagerSettled", "PayoutCut", "EnvyPaid", "WagerCollected"]);
/** What takes a wager off its area. */
const ENDED = new Set(["WagerSettled", "WagerCollected", "WagerReturned", "WagerNotAccepted"]);
/** What ends the settlement of a position: before it a sum is not final. */
const DONE = new Set(["HandCollected", "HandDiscarded", "StepOpened", "TableCleared"]);
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

/** Good, bad or neither.
    @param {number} net */
export const toneOfSum = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "");

/** Which of what was told before the page was opened is of the reader's own positions: who sat on one before was
    somebody else.
    @param {{ event: string, facts: Record<string, any> }[]} told
    @param {number[]} mine */
export function ownSince(told, mine) {
  const taken = new Map(told.map(({ event, facts }, n) => [event === "SeatTaken" ? facts.seat : "", n]));
  return told.map(({ facts: { seat } }, n) => mine.includes(seat) && n >= (taken.get(seat) ?? 0));
}

export class Lines {
  #round = -1;
  #written = -1;
  #heading = "";
  #settling = false;
  #played = false;
  /** @type {string[]} */
  #hands = [];
  /** How the hands of his positions ended.
      @type {Map<number, string>} */
  #outcomes = new Map();
  /** The reader's wagers that are not settled yet, each by its position and its name.
      @type {Set<string>} */
  #open = new Set();
  /** What the reader has wagered on what was settled so far, in cents. */
  staked = 0;
  /** What the round has brought the reader so far, in cents: what the house says of each event, added up. */
  net = 0;

  /** The next event, in this round: what is to be drawn of it. `title` is that of the step it opens.
      @param {ToldEvent} told
      @param {number} round
      @param {boolean} mine whether it is about a position of the reader's
      @param {string} title
      @returns {Entry} */
  tell(told, round, mine, title) {
    const { event } = told;
    this.note(told, round, mine);
    const final = this.#settling && DONE.has(event) ? this.net : undefined;
    if (final !== undefined) this.#settling = false;
    if (event === "StepOpened") this.#heading = title;
    const line = this.line(told);
    if (!line) return { line, first: false, heading: "", brought: undefined, result: false, settling: false, final };
    const [first, heading, result] = [round !== this.#written, this.#heading, RESULTS.has(event)];
    const settling = result && mine && !this.#settling;
    [this.#written, this.#heading, this.#settling] = [round, "", this.#settling || settling];
    return { line, first, heading, brought: mine && line.result !== undefined ? this.net : undefined, result, settling, final };
  }

  /** One line: { text, clause, amount, tone, odds, result }; null for what needs no words.
      @param {ToldEvent} told
      @returns {Line | null} */
  line(told) {
    const { event, facts, said, pays = "" } = told;
    const net = told.net ?? undefined;
    if (!said || UNWRITTEN.has(event)) return null;
    const amount = net === undefined || event === "WagerReturned" ? "" : gain(net);
    const cut = event === "PayoutCut";
    return { text: said, clause: facts.clause ?? "", amount, tone: toneOf(told), odds: pays, cut, result: net };
  }

  /** Keeps what the round means for the reader, to be said when it is over.
      @param {Pick<ToldEvent, "event" | "net" | "hand"> & Partial<ToldEvent>} told
      @param {number} round
      @param {boolean} mine */
  note({ event, facts, net, hand, outcome }, round, mine) {
    // A table is cleared with what the round brought, although the next one may be seen already.
    if (event === "RoundOpened" || (round !== this.#round && event !== "TableCleared")) {
      [this.#round, this.#played, this.#hands, this.net] = [round, false, [], 0];
      [this.#outcomes, this.staked, this.#open] = [new Map(), 0, new Set()];
    }
    if (event === "TableCleared") this.#open.clear();
    if (!mine) return;
    const wager = `${facts?.seat} ${facts?.wager}`;
    if (event === "WagerPlaced" && facts?.cents) this.#open.add(wager);
    else if (event === "WagerPlaced" || ENDED.has(event)) this.#open.delete(wager);
    this.net += net ?? 0;
    if (event === "WagerSettled" || event === "WagerCollected") this.#played = true;
    if (event === "WagerSettled") this.staked += facts?.stake ?? 0;
    if (event === "WagerCollected") this.staked += facts?.cents ?? 0;
    if (hand) this.#hands.push(hand);
    if (outcome) this.#outcomes.set(facts?.seat ?? 0, outcome);
  }

  /** Whether the sum is that so far: a wager of the reader's is still to be settled. */
  get unfinished() {
    return this.#open.size > 0;
  }

  /** How the reader's hand ended, in the house's words; of several, how many they were. */
  get ending() {
    const [[first = ""], [outcome]] = [this.#hands, this.#outcomes.values()];
    if (this.#outcomes.size > 1) return say("round.hands", { n: this.#outcomes.size });
    return outcome || first.slice(0, 1).toUpperCase() + first.slice(1);
  }

  /** What the round brought the reader, to be heard when it is over. */
  get sum() {
    const { net } = this;
    return say(net > 0 ? "round.won" : net < 0 ? "round.lost" : "round.even", { money: money(Math.abs(net)) });
  }

  /** How his hand ended and what the round brought, to be heard. */
  get told() {
    return [...this.#outcomes.values(), this.sum].join(". ");
  }

  /** What the round brought the reader, to stand until the next wager; nothing where he had no hand. */
  last() {
    if (!this.#played) return null;
    const values = { money: gain(this.net), hand: [...new Set(this.#hands)].join(", ") };
    return { tone: toneOfSum(this.net), words: say(values.hand ? "round.last.hand" : "round.last", values) };
  }
}
