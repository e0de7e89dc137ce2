/* What new terms change: every line that differs from the terms in force, before and after. Whoever approves terms must
   see what he approves. */

import { html } from "../dom.js";
import { money, number } from "../format.js";
import { list, say } from "../text.js";
import { pays } from "../text/pays.js";

const CENTS = new Set(["minimum", "maximum", "increment", "initial", "reset", "amount", "cents", "smallest_chip"]);
const UNSAID = new Set(["clause", "column", "hands", "version"]); // the version stands above
const NONE = Symbol("none");

const spaced = (text) => text.replaceAll("_", " ");

/** What a list names its parts by. */
const nameOf = (each, place) => each?.id ?? each?.name ?? each?.hand ?? String(place + 1);

/** The terms as lines: where, and what stands there. */
function* lines(value, path = []) {
  if (Array.isArray(value) && value.some((each) => typeof each === "object")) {
    for (const [place, each] of value.entries()) yield* lines(each, [...path, nameOf(each, place)]);
  } else if (Array.isArray(value) || value === null || typeof value !== "object" || value.type) {
    yield [path.map(spaced).join(" › "), words(value, path.at(-1))];
  } else {
    for (const [key, each] of Object.entries(value)) if (!UNSAID.has(key)) yield* lines(each, [...path, key]);
  }
}

function words(value, key) {
  if (value === null || value === "") return say("changes.nothing");
  if (typeof value === "boolean") return say(value ? "changes.yes" : "changes.no");
  if (typeof value === "number") return CENTS.has(key) ? money(value) : number(value);
  if (Array.isArray(value)) return value.length ? list(value.map(String)) : say("changes.nothing");
  return value.type ? pays(value) : spaced(String(value));
}

/** A table of what differs. */
export function changes(before, after) {
  const [was, is] = [new Map(lines(before)), new Map(lines(after))];
  const places = [...new Set([...was.keys(), ...is.keys()])].filter((place) => (was.get(place) ?? NONE) !== (is.get(place) ?? NONE));
  if (!places.length) return html`<p class="muted">${say("changes.none")}</p>`;
  const cell = (found, place) => found.get(place) ?? say("changes.nothing");
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${say("changes.title")}><table class="changes">
    <caption>${say("changes.title")}</caption>
    <thead><tr><th scope="col">${say("changes.where")}</th><th scope="col">${say("changes.before")}</th><th scope="col">${say("changes.after")}</th></tr></thead>
    <tbody>${places.map((place) => html`<tr><th scope="row">${place}</th><td>${cell(was, place)}</td><td><b>${cell(is, place)}</b></td></tr>`)}</tbody>
  </table></div>`;
}
