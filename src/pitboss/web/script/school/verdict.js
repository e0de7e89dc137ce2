/* What is said of an answer: right, or each thing that was wrong with its clause, then the right answer and the rules. */

import { html } from "../dom.js";
import { gain, percent } from "../format.js";
import { say } from "../text.js";
import "../text/task.js";
import { why } from "../why.js";
import { bar, partsOf } from "../worths.js";

/** @import { DecisionWorth, Misstep, VerdictShown } from "../../types.d.ts" */

/** So many lines stand open, and a solution of so many letters; what is longer is folded. */
const [MOST, LONG] = [4, 160];

/** @param {Pick<VerdictShown, "right" | "missteps" | "words" | "why"> & { worth?: DecisionWorth | null }} told */
export function verdict({ right, missteps, words, why: rules, worth }) {
  const title = right ? say("task.right") : say("task.wrong");
  return html`<section class="school-verdict ${right ? "right" : "wrong"}" aria-labelledby="school-verdict">
    <h2 id="school-verdict"><span class="school-sign" aria-hidden="true">${right ? "✓" : "✗"}</span> ${title}</h2>
    ${missteps.length ? html`<ul>${missteps.slice(0, MOST).map(said)}</ul>${folded(missteps.slice(MOST), say("task.missteps.more", { n: missteps.length - MOST }))}` : null}
    ${worth ? values(worth) : null}
    ${worth ? null : words && words.length <= LONG ? html`<h3>${say("task.solution")}</h3><p class="school-solution">${words}</p>` : null}
    ${!worth && words.length > LONG ? html`<details><summary>${say("task.solution")}</summary><p class="school-solution">${words}</p></details>` : null}
    ${rules.length > MOST ? folded(rules, say("task.rules")) : rules.length ? html`<h3>${say("task.rules")}</h3><ul>${rules.map(said)}</ul>` : null}</section>`;
}

/** @param {Misstep[]} lines
    @param {string} title */
const folded = (lines, title) => (lines.length ? html`<details><summary>${title}</summary><ul>${lines.map(said)}</ul></details>` : null);

/** @param {Misstep} told */
const said = ({ words, clause }) => html`<li>${words} ${why(clause)}</li>`;

/** What each choice of a player is worth, with a bar: the best one stands out, the others say what they give away.
    @param {DecisionWorth} worth */
function values({ unit, choices }) {
  const parts = partsOf(choices.map((each) => each.decimal));
  return html`<table class="school-worth"><caption>${say("task.worth", { unit })}</caption>
    <tbody>${choices.map((each, n) => html`<tr class=${each.best ? "best" : ""}><th scope="row">${each.label}
      <span class="school-bar" aria-hidden="true"><i css=${bar(parts[n])}></i></span></th>
    <td class="number">${percent(each.decimal)}</td><td class="number">${gain(each.cents)}</td>
    <td>${each.best ? say("task.worth.best") : say("task.worth.cost", { cost: percent(each.cost_percent / 100) })}</td></tr>`)}</tbody></table>`;
}
