/* What decisions cost: the mistakes that are made again and again, in words, and the costliest decisions with their
   hands. The house has found and counted all of it; here it is shown. */

import { html, put } from "../dom.js";
import { moment, number } from "../format.js";
import { say, sentence } from "../text.js";
import "../text/after.js";
import { given, SIGNS } from "./cost.js";
import { picture } from "./row.js";

/** @import { DecisionCosted, DecisionsReport, HabitTold } from "../../types.d.ts" */

const [FIRST, MORE, HABITS] = [8, 20, 6];

/** @param {DecisionCosted} made */
const replay = (made) => `/rounds/${made.table}/${made.round}`;
/** @param {DecisionCosted} made */
const hand = (made) => picture({ cards: [made.cards], community: made.board, dealer: made.dealer });

/** What one kind of chips tells: the habits and the list; nothing where nobody values decisions.
    @param {DecisionsReport | null} told
    @param {boolean} practice */
export function decisions(told, practice) {
  if (!told?.on || !told.decisions) return null;
  const habits = told.habits.filter((each) => each.practice === practice);
  const costly = told.costliest.filter((each) => each.practice === practice);
  return [found(habits, told), costly.length ? costliest(costly) : null];
}

/** @param {HabitTold[]} habits
    @param {DecisionsReport} told */
function found(habits, told) {
  const none = say(told.waiting ? "after.habits.waiting" : told.mistakes ? "after.habits.none" : "after.habits.perfect", { n: number(told.decisions) });
  const list = html`<ul class="after-habits" role="list">${habits.slice(0, HABITS).map(habit)}</ul>`;
  return html`<section class="panel after-found"><h2>${say("after.habits")}</h2>
    <p class="muted">${habits.length ? say("after.habits.lead") : none}</p>${habits.length ? list : null}</section>`;
}

/** @param {HabitTold} habit */
function habit({ about, title, says, cost_cents, times, examples }) {
  const heading = about ? sentence(about).slice(0, -1) : say("after.habit.any");
  const costs = say("after.habit.cost", { money: given(cost_cents), each: given(cost_cents / times) });
  return html`<li><h3>${heading} <small>${title}</small></h3>
    <p>${says}</p><p class="after-cost"><b>${given(cost_cents)}</b> <span class="muted">${costs}</span></p>
    <p class="after-examples">${examples.map((made) => html`<a href=${replay(made)}><span class="unseen">${say("after.habit.example", { round: made.round, table: made.name })}</span>${hand(made)}</a>`)}</p></li>`;
}

/** @param {DecisionCosted[]} all */
function costliest(all) {
  const list = html`<ol class="after-costly" role="list"></ol>`;
  const more = html`<button type="button" class="small" @click=${() => show(list.childElementCount + MORE)}>${say("after.dear.more")}</button>`;
  /** @param {number} n */
  const show = (n) => {
    put(list, all.slice(0, n).map((made) => line(made, all[0].cost_cents)));
    more.hidden = n >= all.length;
  };
  show(FIRST);
  return html`<section class="panel"><h2>${say("after.dear")}</h2><p class="muted">${say("after.dear.lead")}</p>${list}${more}</section>`;
}

/** @param {DecisionCosted} made
    @param {number} most */
function line(made, most) {
  const kind = made.mark ?? "small";
  const words = say(made.clock ? "after.dear.clock" : "after.dear.line", { choice: made.label, best: made.best });
  const part = { transform: `scaleX(${Math.max(0.02, made.cost_cents / most)})` };
  return html`<li><span class="after-amount"><b>${given(made.cost_cents)}</b><i class="after-part" aria-hidden="true" css=${part}></i></span>
    <span class="after-words"><span class=${`mark ${kind}`}><b aria-hidden="true">${SIGNS[kind]}</b> ${say(`after.${kind}`)}</span> ${words}</span>
    ${hand(made)}
    <small><a href=${replay(made)}>${say("round.title", { table: made.name, round: made.round })}</a>, ${moment(made.at)}</small></li>`;
}
