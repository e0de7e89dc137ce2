/* From which reading on a meter makes its wager worth it, and how far the house's own meters have come. */

import { html } from "../dom.js";
import { money, percent } from "../format.js";
import { say } from "../text.js";
import { paytableName } from "./figures.js";

/** @import { OddsRow } from "../../types.d.ts" */

/** `now(row, name)` is what this meter reads at the tables where the paytable is in force, in cents; null: nowhere.
    @param {OddsRow[]} rows
    @param {(row: OddsRow, name: string) => number | null} now */
export function breakEven(rows, now) {
  const lines = rows.flatMap((row) => row.meters.map((meter) => ({ row, ...meter })));
  if (!lines.length) return null;
  return html`<section class="odds-meters"><h4>${say("odds.meters")}</h4><p class="muted">${say("odds.meters.lead")}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("odds.meters")}><table>
      <thead><tr><th scope="col">${say("odds.paytable")}</th><th scope="col">${say("odds.meters.meter")}</th>
        ${["assumed", "break", "now"].map(
          (key) => html`<th scope="col" class="number">${say(`odds.meters.${key}`)}</th>`,
        )}</tr></thead>
      <tbody>${lines.map(({ row, name, cents, break_even: level }) => {
        const reading = now(row, name);
        return html`<tr><th scope="row">${paytableName(row)}</th><td>${name}</td>
          <td class="number">${money(cents)}</td>
          <td class="number"><b>${level === null ? say("odds.meters.none") : money(level)}</b></td>
          <td class="number">${reading === null ? "–" : shown(reading, level)}</td></tr>`;
      })}</tbody></table></div></section>`;
}

/** @param {number} reading
    @param {number | null} level */
function shown(reading, level) {
  if (!level) return money(reading);
  const part = reading / level;
  const words = say("odds.meters.part", { percent: percent(part, 0) });
  return html`${money(reading)} <span class=${part >= 1 ? "good" : "muted"}>(${words})</span>`;
}
