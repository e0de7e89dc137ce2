/* What the house refused, as it is shown beside the thing that was asked for. */

import { html } from "./dom.js";
import { say, sentence } from "./text.js";
import { why } from "./why.js";

/** @import { Refusal } from "../shapes.d.ts" */

/** A refusal in words: what was wrong, what is allowed, by which clause. The faults of a file stand one by one.
    @param {Refusal} refused */
export function refusal({ code, message, allowed, clause }) {
  if (code === "submission" || code === "exam") {
    const faults = String(allowed).split(/;\s+(?=line \d+: )/);
    return html`<div class="form-bad"><p>${sentence(message)}</p><ul>${faults.map((fault) => html`<li>${sentence(fault)}</li>`)}</ul></div>`;
  }
  const permitted = allowed ? say("error.allowed", { allowed: String(allowed).replaceAll("_", " ") }) : "";
  return html`<p class="form-bad">${sentence(message)} <span>${permitted}</span> ${why(clause)}</p>`;
}
