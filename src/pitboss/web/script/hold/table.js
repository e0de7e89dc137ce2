/* One table of the house on the page: its wagers, and what is to be known of each. */

import { html } from "../dom.js";
import { money, number, percent } from "../format.js";
import { say } from "../text.js";
import { evidence, inPercent, named, rounds, standing } from "./reckon.js";

/** @import { HoldRow, Search } from "../../types.d.ts" */

/** @param {{ chain: number, table: string, practice: boolean, rows: HoldRow[] }} held */
export function heldTable({ chain, table, practice, rows: held }) {
  const mark = practice ? html`<span class="badge">${say("hold.practice")}</span>` : null;
  const levels = held[0].result.bands.map(({ level }) => inPercent(level));
  return html`<section class="panel hold" aria-labelledby=${`hold-${chain}`}>
    <h2 id=${`hold-${chain}`}>${table} ${mark}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${table}><table>
      <thead><tr><th scope="col">${say("hold.wager")}</th>${["rounds", "staked", "win", "expected"].map(
        (key) => html`<th scope="col" class="number">${say(`hold.${key}`)}</th>`)}
        ${levels.map((level) => html`<th scope="col" class="number">${say("hold.band", { level })}</th>`)}
        <th scope="col" class="number">${say("hold.evidence")}</th><th scope="col">${say("hold.state")}</th></tr></thead>
      <tbody>${held.map(line)}</tbody></table></div>
    ${held.map(more)}</section>`;
}

/** @param {HoldRow} row */
function line(row) {
  const found = row.result;
  return html`<tr data-wager=${row.wager}><th scope="row">${row.title} <small>${named(row)}</small></th>
    <td class="number">${number(found.rounds)}</td><td class="number">${money(found.staked)}</td>
    <td class="number">${money(found.win)} <small>${percent(found.actual_edge)}</small></td>
    <td class="number">${money(Math.round(found.expected))} <small>${percent(found.edge)}</small></td>
    ${found.bands.map((band) => html`<td class="number">${money(band.low)} <small>${say("hold.within", { high: money(band.high) })}</small></td>`)}
    <td class="number">${evidence(found.evidence)}</td><td>${state(row)}</td></tr>`;
}

/** @param {HoldRow} row */
function state(row) {
  const { state: how, level } = standing(row.result);
  if (how === "good") return say("hold.good");
  if (how === "outside") return say("hold.outside", { level });
  return html`<a class="bad" href=${`/rounds/${row.chain}/${row.result.alarm?.round}`}>${say("hold.alarms", { n: 1 })}</a>`;
}

/** @param {HoldRow} row */
function more(row) {
  const { alarm, one_sided: oneSided, widest, searches } = row.result;
  const notes = [oneSided && "one_sided", widest && "widest", row.without_meters && "meters"].filter(Boolean);
  return html`${alarm ? html`<p class="note bad"><b>${row.title}</b> ${say("hold.alarm", { round: alarm.round, n: alarm.rounds, why: alarm.why })}</p>` : null}
    <details><summary>${row.title} <small>${named(row)}</small></summary>
      ${notes.map((key) => html`<p class="muted">${say(`hold.${key}`)}</p>`)}
      ${searches.length ? lines(row, searches) : null}</details>`;
}

/** @param {HoldRow} row
    @param {Search[]} searches */
const lines = (row, searches) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${`${row.title}: ${say("hold.lines")}`}><table>
    <caption>${say("hold.lines")}</caption>
    <thead><tr><th scope="col">${say("hold.line")}</th>${["first", "surely", "money"].map(
      (key) => html`<th scope="col" class="number">${say(`hold.${key}`)}</th>`)}</tr></thead>
    <tbody>${searches.map((each) => html`<tr><th scope="row">${each.words}</th>
      ${[each.first_seen, each.seen_surely, each.by_money].map((n) => html`<td class="number">${rounds(n)}</td>`)}</tr>`)}</tbody></table></div>`;
