/* "Why?" on anything: a button with the clause. Its words come from the house's rulebook when they are asked for. */

import { html } from "./dom.js";
import { say } from "./text.js";

/** A button that says why. Without words it shows the clause itself.
    @param {string | null | undefined} clause */
export function why(clause, words = "") {
  if (!clause) return null;
  const [said, asked] = [words || clause, say("why")];
  return html`<button type="button" class="link why-button" aria-label=${`${asked} ${said === asked ? clause : said}`}
    @click=${(event) => ask(clause, event.currentTarget)}>${said}</button>`;
}

/** Opens the words of a clause beside an element.
    @param {string} clause
    @param {Element} beside */
export async function ask(clause, beside) {
  const { show } = await import("./why-panel.js");
  await show(clause, beside);
}
