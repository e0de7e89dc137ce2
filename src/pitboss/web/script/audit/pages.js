/* A table of rows that come in pages, the newest first: shown as they come, more on demand. */

import { html, put } from "../dom.js";
import { latest } from "../latest.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";

/** @typedef {{ title: string, number?: boolean, whole?: boolean, cell: (row: any) => any }} Column */

/**
 * `columns` [{ title, number, whole (on one line), cell(row) }]; `fetch(next)` gives { rows, next }, and with them what else `said(count, answer)`
 * needs for the sentence above. The element's `show()` begins anew; what was asked for before no longer counts.
 * @param {{ label: string, columns: Column[], fetch: (next: string | null) => Promise<any>, said: (n: number, answer: any) => string, empty: string }} about
 */
export function pages({ label, columns, fetch, said, empty }) {
  const body = html`<tbody></tbody>`;
  const above = html`<p aria-live="polite"></p>`;
  const more = html`<button type="button" hidden>${say("audit.more")}</button>`;
  const head = columns.map(({ title, number }) => html`<th scope="col" class=${number ? "number" : null}>${title}</th>`);
  const sheet = html`<div class="scroll" tabindex="0" role="group" aria-label=${label} hidden><table><thead><tr>${head}</tr></thead>${body}</table></div>`;
  const element = html`<div class="paged">${above}${sheet}${more}</div>`;
  /** @type {string | null} */
  let following = null;
  let count = 0;

  /** @param {any} found */
  const row = (found) => html`<tr>${columns.map(({ title, number, whole, cell }) =>
    html`<td data-title=${title} class=${number ? "number" : whole ? "whole" : null}>${cell(found)}</td>`)}</tr>`;

  const load = async () => {
    const isLatest = latest(body);
    more.disabled = true;
    try {
      const answer = await fetch(following);
      if (!isLatest()) return;
      const { rows, next } = answer;
      if (following === null) body.replaceChildren();
      body.append(...rows.map(row));
      count += rows.length;
      following = next;
      sheet.hidden = !count;
      more.hidden = !next;
      put(above, count ? said(count, answer) : empty);
    } catch (error) {
      if (!isLatest()) return;
      put(above, refusal(error));
    }
    more.disabled = false;
  };
  more.addEventListener("click", load);
  element.show = () => {
    following = null;
    count = 0;
    return load();
  };
  return element;
}
