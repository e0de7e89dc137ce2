/* What the coach says of a whole session: its figures, and the mistakes to review. Loaded when they are looked at. */

import { html } from "../dom.js";
import { gain, money, number, time } from "../format.js";
import { cardName, list, say } from "../text.js";
import "../text/coach-session.js";

/** @import { CoachStatistics, Mistake } from "../../types.d.ts" */
/** @typedef {(choice: Pick<Mistake, "cost_percent" | "cost_cents">) => Record<string, string>} Costs */

/** The figures of a session, as the house tells them. `costs` says in words what a choice gives away.
    @param {CoachStatistics} told
    @param {Costs} costs */
export function session(told, costs) {
  /** @type {(key: string, value: string) => any} */
  const line = (key, value) => html`<dt>${say(`coach.${key}`)}</dt><dd class="number">${value}</dd>`;
  return html`<h2>${say("coach.session")}</h2><dl>
    ${line("decisions", number(told.decisions))}${line("mistakes", number(told.mistakes))}
    ${line("cost_so_far", money(Math.round(told.cost_cents)))}
    ${line("expected", gain(Math.round(told.expected_cents)))}${line("actual", gain(told.actual_cents))}</dl>
    <p class="muted">${say("coach.counted")}${told.since ? ` ${say("coach.since", { time: time(told.since) })}` : null}</p>
    ${told.review.length ? reviews(told.review, costs) : null}
    <p><a href="/history?period=session">${say("coach.session.whole")}</a></p>`;
}

/** What the clock chose.
    @type {(one: Mistake, costs: Costs) => any} */
export const late = (one, costs) => html`<p class="note bad">${say("coach.after.clock", values(one, costs))}</p>`;

/** @param {Mistake[]} all
    @param {Costs} costs */
function reviews(all, costs) {
  const lines = all.slice(0, 20).map((one) => review(one, costs));
  return html`<details><summary>${say("coach.review")}</summary><ul>${lines}</ul></details>`;
}

/** @param {Mistake} one
    @param {Costs} costs */
function values(one, costs) {
  /** @type {(name: string) => string} */
  const label = (name) => one.choices.find((choice) => choice.choice === name)?.label ?? name;
  const cards = list(one.cards.map(cardName));
  return { round: one.round, choice: label(one.choice), best: label(one.best), cards, ...costs(one) };
}

/** @param {Mistake} one
    @param {Costs} costs */
function review(one, costs) {
  const line = say(one.clock ? "coach.review.clock" : "coach.review.line", values(one, costs));
  return html`<li><a href=${`/rounds/${one.table}/${one.round}`}>${line}</a></li>`;
}
