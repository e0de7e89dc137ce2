/* What new terms change: every line that differs from the terms in force, before and after. Whoever approves terms must
   see what he approves. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { differences } from "./differences.js";

/** A table of what differs.
    @param {object} before
    @param {object} after */
export function changes(before, after) {
  const found = differences(before, after);
  if (!found.length) return html`<p class="muted">${say("changes.none")}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${say("changes.title")}><table class="changes">
    <caption>${say("changes.title")}</caption>
    <thead><tr><th scope="col">${say("changes.where")}</th><th scope="col">${say("changes.before")}</th><th scope="col">${say("changes.after")}</th></tr></thead>
    <tbody>${found.map(([place, was, is]) => html`<tr><th scope="row">${place}</th><td>${was}</td><td><b>${is}</b></td></tr>`)}</tbody>
  </table></div>`;
}
