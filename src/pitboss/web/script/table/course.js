/* The course of a guided hand: which card is shown, by what the table tells. It looks at no page and sends nothing: the
   wagers and the decisions are the reader's. */

/** @import { ChoiceWords, FirstHandWords, GuidedWagerWords, StepWords } from "../../types.d.ts" */

/** What the table tells: the step that is due and the round; whether the reader has a seat, is asked now, and has a hand
    in this round.
    @typedef {{ step: string, round: number, seated: boolean, asked: boolean, playing: boolean }} Moment */
/** A card. `key` is another one where it says something else.
    @typedef {{ key: string, kind: "sit" | "lead" | "wager" | "deal" | "step" | "decide" | "over", says: string[], wager?: GuidedWagerWords, place?: number, of?: number, choices?: ChoiceWords[] }} GuideCard */

export class Course {
  #words;
  #steps;
  #page = 0;
  /** The round that is gone along with; 0: not begun. */
  #round = 0;

  /** @param {FirstHandWords} words
      @param {StepWords[]} steps the round, in order */
  constructor(words, steps) {
    this.#words = words;
    this.#steps = steps;
  }

  /** The last page before the deal. */
  get #last() {
    return this.#words.wagers.length + 1;
  }

  /** Turns the pages before the deal.
      @param {number} by */
  turn(by) {
    this.#page = Math.min(this.#last, Math.max(0, this.#page + by));
  }

  /** Begins with another hand. */
  again() {
    [this.#page, this.#round] = [0, 0];
  }

  /** The card for this moment.
      @param {Moment} moment
      @returns {GuideCard} */
  card({ step, round, seated, asked, playing }) {
    const before = !step || this.#steps.find((each) => each.name === step)?.kind === "bets";
    if (this.#round && (round !== this.#round || !step)) return { key: "over", kind: "over", says: [] };
    if (!seated && !this.#round) return { key: "sit", kind: "sit", says: [] };
    if (before || !(playing || this.#round)) return this.#beforeTheDeal();
    this.#round = round;
    const place = this.#steps.findIndex((each) => each.name === step);
    if (asked) {
      const { choices } = this.#steps[place];
      return { key: `decide.${step}`, kind: "decide", says: this.#told(step), choices };
    }
    const next = this.#next(place);
    return { key: `step.${next}`, kind: "step", says: this.#told(next) };
  }

  /** @returns {GuideCard} */
  #beforeTheDeal() {
    const [page, { lead, wagers }] = [this.#page, this.#words];
    const bets = this.#steps.findIndex((each) => each.kind === "bets");
    if (page === 0) return { key: "lead", kind: "lead", says: [lead, ...this.#told(this.#steps[bets]?.name ?? "")] };
    if (page < this.#last) {
      const wager = wagers[page - 1];
      return { key: `wager.${page}`, kind: "wager", says: wager.says, wager, place: page, of: wagers.length };
    }
    return { key: "deal", kind: "deal", says: this.#told(this.#next(bets + 1)) };
  }

  /** The first step from this place on of which something is told.
      @param {number} place */
  #next(place) {
    return this.#steps.slice(Math.max(0, place)).find(({ name }) => this.#told(name).length)?.name ?? "";
  }

  /** @param {string} step */
  #told(step) {
    return this.#words.moments.filter((each) => each.step === step).map(({ says }) => says);
  }
}
