/* What new terms change: the operator's choices that differ from the terms in force, in the words of the house. Whoever
   approves terms must see what he approves. */

import { html } from "../dom.js";
import { say } from "../text.js";
import "../text/filling.js";
import { why } from "../why.js";

/** @import { ChangeShown } from "../../types.d.ts" */

/** The choices that differ, by what they are about.
    @param {ChangeShown[]} changes */
export function changeList(changes) {
  const found = changes.filter(({ clause, before, after }) => clause || before || after);
  if (!found.length) return html`<p class="muted">${say("changes.none")}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${say("changes.title")}><table class="changes">
    <caption>${say("changes.count", { n: found.length })}</caption><thead><tr><th scope="col">${say("changes.where")}</th>
    <th scope="col">${say("changes.before")}</th><th scope="col">${say("changes.after")}</th></tr></thead>
    <tbody>${found.map(({ section, label, clause, before, after }) => html`<tr><th scope="row">${section}: ${label} ${why(clause)}</th>
      <td>${before || say("changes.unsaid")}</td><td><b>${after || say("changes.unsaid")}</b></td></tr>`)}</tbody></table></div>`;
}
