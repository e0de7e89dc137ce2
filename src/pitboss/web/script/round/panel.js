/* A round step by step: the table at one step, the controls, and the list of steps. It grows while the round is played. */

import { announce } from "../announce.js";
import { findAll, html, put } from "../dom.js";
import { time } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";
import { controls } from "./player.js";
import { hidden, stepsOf } from "./replay.js";
import { stage } from "./stage.js";

/** @import { Me, RoundTold } from "../../types.d.ts" */
/** @import { Step } from "./replay.js" */
/** @typedef {ReturnType<typeof import("./names.js").names>} Called */
/** A decision of the reader's: how it is marked in the list, and what is said of it.
    @typedef {{ seq: number, mark: () => any, verdict: () => any }} Marked */

export class ReplayPanel {
  #called;
  /** @type {Step[]} */
  #steps = [];
  /** @type {any[]} */
  #lines = [];
  /** @type {Set<number>} */
  #own = new Set();
  #open = false;
  #chosen = false;
  #at = -1;
  #felt;
  #list = html`<div class="steps" tabindex="-1"></div>`;
  #bar;
  #faces;
  #verdict = html`<div class="round-verdict" aria-live="polite"></div>`;
  /** What this reader decided, by the number of the event.
      @type {Map<number, Marked>} */
  #marked = new Map();

  /** @param {RoundTold} round
      @param {Called} called
      @param {Me | null} who
      @param {string[] | undefined} cloth */
  constructor(round, called, who, cloth) {
    this.#called = called;
    this.#felt = html`<div class="stage" css=${{ "--felt": cloth?.[0], "--felt-deep": cloth?.[1] }} role="region" aria-label=${say("round.stage")}></div>`;
    this.#own = new Set(round.hands.filter((hand) => who && hand.player === who.handle).map((hand) => hand.seat));
    this.#bar = controls((index, how) => this.#show(index, how));
    this.#faces = html`<label class="switch"><span>${say("round.faces")}</span>
      <input type="checkbox" role="switch" @change=${(event) => this.#turn(event.target.checked)}></label>`;
    this.element = html`<div class="round-replay">
      <div class="round-stage">${this.#felt}${this.#bar}${this.#verdict}${this.#faces}</div>
      <section class="round-steps panel"><h2>${say("round.steps")}</h2>${this.#list}</section>
    </div>`;
    this.update(round);
  }

  /** The round as it is known now. Whoever looks at the last step goes on with it; others stay where they are.
      @param {RoundTold} round */
  update(round) {
    const atEnd = this.#at === this.#steps.length - 1;
    this.#steps = stepsOf(round);
    const closed = this.#steps.some(hidden);
    this.#faces.hidden = !closed;
    if (closed && !this.#chosen) this.#turn(this.#own.size === 0, { asked: false });
    this.#drawList();
    this.#bar.grow(this.#steps.length);
    if (this.#steps.length) this.#bar.go(atEnd ? this.#steps.length - 1 : this.#at, { quiet: true });
  }

  /** What is known of the reader's own decisions: a mark in the list, and more at the step itself.
      @param {Marked[]} all */
  mark(all) {
    this.#marked = new Map(all.map((each) => [each.seq, each]));
    this.#drawList();
    this.#mark(this.#at);
    this.#judge();
  }

  /** @param {number} index */
  go(index) {
    this.#bar.go(index, { quiet: true });
  }

  get length() {
    return this.#steps.length;
  }

  /** @param {boolean} open */
  #turn(open, { asked = true } = {}) {
    this.#chosen ||= asked;
    this.#open = open;
    findAll("input", this.#faces)[0].checked = open;
    this.#draw();
  }

  #draw() {
    const step = this.#steps[this.#at];
    if (step) put(this.#felt, stage(step, this.#called, { open: this.#open, own: this.#own }));
  }

  /** @param {number} index */
  #show(index, { quiet = false } = {}) {
    this.#at = index;
    this.#draw();
    this.#mark(index);
    this.#judge();
    if (quiet) return;
    announce(this.#steps[index].happened.said);
    history.replaceState(null, "", `#${index + 1}`);
  }

  #judge() {
    put(this.#verdict, this.#marked.get(this.#steps[this.#at]?.happened.seq ?? -1)?.verdict());
  }

  /** The steps under the headings of the procedure; a step can be gone to, and asked why. */
  #drawList() {
    this.#lines = this.#steps.map(({ event, happened }, index) => {
      const clock = happened.house === "clock" ? [" ", html`<small>(${say("round.by.clock")})</small>`] : null;
      return html`<li><button type="button" class="step-words" @click=${() => this.#bar.go(index)}>${happened.said}${clock}</button>
        ${this.#marked.get(happened.seq ?? -1)?.mark()}<span class="step-more">${happened.at ? html`<time class="muted">${time(happened.at)}</time>` : null}${why(event.clause)}</span></li>`;
    });
    /** @type {{ heading: Step["heading"], lines: any[] }[]} */
    const groups = [];
    this.#steps.forEach(({ heading }, index) => {
      if (heading || !groups.length) groups.push({ heading, lines: [] });
      groups.at(-1)?.lines.push(this.#lines[index]);
    });
    const top = this.#list.scrollTop;
    put(this.#list, groups.map(({ heading, lines }) => html`<section>
      ${heading ? html`<h3>${this.#called.step(heading.name)} ${why(heading.clause)}</h3>` : null}<ol role="list">${lines}</ol>
    </section>`));
    this.#list.scrollTop = top;
  }

  /** @param {number} index */
  #mark(index) {
    for (const before of findAll("[aria-current]", this.#list)) before.removeAttribute("aria-current");
    const line = this.#lines[index];
    line.firstElementChild.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where the reader has put it.
    const [own, at] = [this.#list.getBoundingClientRect(), line.getBoundingClientRect()];
    if (at.top < own.top + 40) this.#list.scrollTop -= own.top + 40 - at.top;
    else if (at.bottom > own.bottom - 40) this.#list.scrollTop += at.bottom - own.bottom + 40;
  }
}
