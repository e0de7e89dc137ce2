/* The decisions of a round, marked: good, a small mistake or a costly one; and what every other choice was worth. */

import { get } from "../api.js";
import { html, put } from "../dom.js";
import { money, number, percent } from "../format.js";
import { cardName, list, say } from "../text.js";
import "../text/after.js";
import { beside, given, kindOf, SIGNS } from "./cost.js";

/** @import { DecisionMarked, RoundDecisions, Worth } from "../../types.d.ts" */

const AGAIN = 1_200;
/** @type {Intl.NumberFormatOptions} */
const EXACT = { minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: "exceptZero" };

/** Asks until nothing is being counted any more, and tells what is known each time.
    @param {string} table
    @param {number} round
    @param {(made: DecisionMarked[]) => void} tell */
export async function marks(table, round, tell) {
  for (;;) {
    /** @type {RoundDecisions | null} */
    const told = await get(`/api/v1/tables/${table}/rounds/${round}/decisions`).catch(() => null);
    if (!told) return;
    tell(told.decisions);
    if (!told.waiting) return;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** A mark in the list of steps.
    @param {DecisionMarked} made */
export function mark(made) {
  const kind = kindOf(made);
  return html`<span class=${`mark ${kind}`}><b aria-hidden="true">${SIGNS[kind]}</b> ${say(`after.${kind}`)}</span>`;
}

/** What a decision was worth, in a sentence, and a way to try the other choices.
    @param {DecisionMarked} made */
export function verdict(made) {
  const kind = kindOf(made);
  const words = kind === "small" || kind === "costly" ? "mistake" : kind;
  const values = { choice: made.label, best: made.best, unit: made.unit, money: given(made.cost_cents), percent: percent(made.cost_percent / 100) };
  const head = say(made.clock ? "after.mark.clock" : "after.mark", { mark: say(`after.${kind}`), choice: made.label });
  return html`<section class=${`verdict ${kind}`}>
    <h3><b class="sign" aria-hidden="true">${SIGNS[kind]}</b> ${head}</h3>
    <p title=${made.cost}>${say(`after.verdict.${words}`, values)}</p>
    ${made.choices.length > 1 ? trial(made) : null}</section>`;
}

/** @param {DecisionMarked} made */
function trial(made) {
  const said = html`<p class="trial-said" aria-live="polite"></p>`;
  const cards = list(made.cards.map(cardName));
  const seen = made.board.length ? say("after.try.board", { cards, board: list(made.board.map(cardName)) }) : cards;
  /** @param {Worth} choice */
  const tell = (choice) => {
    const { how, cents } = beside(made, choice.choice);
    put(said, say(`after.try.${how}`, { choice: choice.label, value: worth(choice), money: given(cents) }));
  };
  /** @param {Worth} choice */
  const row = (choice) => {
    const notes = [choice.best && say("after.try.best"), choice.choice === made.choice && say("after.try.yours")].filter(Boolean);
    return html`<li class=${choice.best ? "best" : ""}><button type="button" class="small" data-choice=${choice.choice} @click=${() => tell(choice)}>${choice.label}</button>
      <b class="number" title=${choice.value}>${number(choice.decimal, EXACT)}</b>
      <span class="muted">${notes.length ? notes.join(", ") : given(choice.cost_cents)}</span></li>`;
  };
  return html`<details class="trial"><summary>${say("after.try")}</summary>
    <p class="muted">${say("after.try.lead", { seen, unit: made.unit })}</p>
    <ul role="list">${made.choices.map(row)}</ul>${said}</details>`;
}

/** @type {(choice: Worth) => string} */
const worth = (choice) => money(choice.cents);
