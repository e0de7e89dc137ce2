/* What is said of an answer: right, or each thing that was wrong with its clause, then the right answer and the rules. */

import { html } from "../dom.js";
import { say } from "../text.js";
import "../text/task.js";
import { why } from "../why.js";

/** @import { Misstep, VerdictShown } from "../../types.d.ts" */

/** @param {Pick<VerdictShown, "right" | "missteps" | "words" | "why">} told */
export function verdict({ right, missteps, words, why: rules }) {
  const title = right ? say("task.right") : say("task.wrong");
  return html`<section class="school-verdict ${right ? "right" : "wrong"}" aria-labelledby="school-verdict">
    <h2 id="school-verdict"><span class="school-sign" aria-hidden="true">${right ? "✓" : "✗"}</span> ${title}</h2>
    ${missteps.length ? html`<ul class="school-missteps">${missteps.map(said)}</ul>` : null}
    ${words ? html`<h3>${say("task.solution")}</h3><p class="school-solution">${words}</p>` : null}
    ${rules.length ? html`<h3>${say("task.rules")}</h3><ul class="school-rules">${rules.map(said)}</ul>` : null}</section>`;
}

/** @param {Misstep} told */
const said = ({ words, clause }) => html`<li>${words} ${why(clause)}</li>`;
