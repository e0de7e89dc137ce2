/* Luck and skill told apart: the figures of the rounds that are shown, their graph, and the sessions they make. */

import { html } from "../dom.js";
import { gain, moment, number } from "../format.js";
import { say } from "../text.js";
import "../text/after.js";
import { chart } from "./chart.js";
import { given } from "./cost.js";
import { curve } from "./curve.js";
import { address, ALL, rates, series, sessions } from "./reckon.js";

/** @import { Reckoning, ReckonedSum, RoundReckoned } from "../../types.d.ts" */
/** @typedef {import("./reckon.js").Filters} Filters */

/** @type {(cents: number) => string} */
const whole = (cents) => gain(Math.round(cents));

/** The report on all rounds that fit.
    @param {Reckoning} told
    @param {Filters} filters
    @param {boolean} practice which chips */
export function report(told, filters, practice) {
  const sum = told.sums.find((each) => each.practice === practice);
  if (!sum) return null;
  const missing = sum.rounds - sum.compared - told.waiting;
  const ofSession = filters.period === "session";
  return html`<section class="panel after-report"><h2>${say(ofSession ? "after.report.session" : "after.report")}</h2>
    <p class="muted">${say("after.report.lead")}</p>
    ${figures(sum, told.waiting)}
    ${told.next ? html`<p class="muted">${say("after.last", { n: number(told.rounds.length) })}</p>` : null}
    ${told.on && told.waiting ? html`<p class="muted counting">${say("after.counting", { n: told.waiting })}</p>` : null}
    ${told.on && missing > 0 && !told.waiting ? html`<p class="muted">${say("after.compared", { n: missing })}</p>` : null}
    ${told.on ? null : html`<p class="note">${say("after.off")}</p>`}
    ${chart(series(told.rounds, practice))}
    <p class="muted after-how">${say("after.how")}</p>
    ${ofSession ? review(told.rounds) : null}
  </section>`;
}

/** @param {ReckonedSum} sum
    @param {number} waiting */
function figures(sum, waiting) {
  /** @type {(key: string, value: string) => any} */
  const one = (key, value) => html`<div><dt>${say(`after.${key}`)}</dt><dd data-figure=${key}>${value}</dd></div>`;
  /** What is not known yet is no zero.
      @type {(value: string) => string} */
  const known = (value) => (sum.compared ? value : waiting ? "…" : "–");
  const decided = { mistakes: number(sum.mistakes), decisions: number(sum.decisions) };
  return html`<dl class="after-figures">
    ${one("rounds", number(sum.rounds))}${one("result", gain(sum.net))}${one("expected", known(whole(sum.expected_cents)))}
    ${one("cost", known(given(sum.cost_cents)))}${one("luck", known(whole(sum.luck_cents)))}
    ${sum.not_compared_cents && !waiting ? one("not_compared", gain(sum.not_compared_cents)) : null}
    ${one("mistakes.all", known(say("after.mistakes.of", decided)))}</dl>`;
}

/** The rounds with mistakes, the costliest first.
    @param {RoundReckoned[]} rounds */
function review(rounds) {
  const bad = rounds.filter((round) => round.mistakes).sort((one, two) => two.cost_cents - one.cost_cents).slice(0, 20);
  if (!bad.length) return null;
  return html`<h3>${say("after.session.review")}</h3><ul class="after-review">${bad.map((round) => html`<li>
    <a href=${`/rounds/${round.table}/${round.round}`}>${say("round.title", { table: round.name, round: round.round })}</a>
    ${say("after.mistakes", { n: round.mistakes, money: given(round.cost_cents) })}</li>`)}</ul>`;
}

/** What mistakes cost from one session to the next; nothing where there is only one.
    @param {RoundReckoned[]} rounds
    @param {boolean} practice which chips */
export function learning(rounds, practice) {
  const found = rates(sessions(rounds), practice);
  return found.length > 1 ? curve(found) : null;
}

/** The sessions, each with its own report one press away; nothing where there is only one.
    @param {RoundReckoned[]} rounds
    @param {Filters} filters */
export function sittings(rounds, filters) {
  const found = sessions(rounds);
  if (found.length < 2) return null;
  const columns = ["rounds", "result", "expected", "cost", "luck", "mistakes.all"];
  const rows = found.slice(0, 50).map((each) => {
    const began = each.practice ? say("after.sessions.practice", { began: moment(each.from) }) : moment(each.from);
    const way = address({ ...ALL, game: filters.game, table: filters.table, from: String(each.from), to: String(each.to + 1) });
    const values = [number(each.rounds), gain(each.net), whole(each.expected), given(each.cost), whole(each.luck),
      say("after.mistakes.of", { mistakes: number(each.mistakes), decisions: number(each.decisions) })];
    return html`<tr><th scope="row"><a href=${way}>${began}</a></th>${values.map((value) => html`<td>${value}</td>`)}</tr>`;
  });
  return html`<section class="panel"><h2>${say("after.sessions")}</h2><p class="muted">${say("after.sessions.lead")}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("after.sessions")}><table class="after-sessions">
    <thead><tr><th scope="col">${say("after.sessions.began")}</th>${columns.map((key) => html`<th scope="col">${say(`after.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div></section>`;
}
