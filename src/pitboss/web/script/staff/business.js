/* The business at a glance: rounds, wagers, win beside theoretical win, positions taken; drop and hold of the house. */

import { get } from "../api.js";
import { html, put } from "../dom.js";
import { money, number, percent, time } from "../format.js";
import { latest } from "../latest.js";
import { say } from "../text.js";
import "../text/floor.js";
import { rowsOf, sinceOf, sumOf } from "./glance.js";

/** @import { BusinessShown, ExpectedShown, WorkLine } from "../../types.d.ts" */
/** @import { GlanceRow } from "./glance.js" */

const SPANS = ["today", "week", "month", "all"];
const AGAIN = 1_500;
const COLUMNS = ["rounds", "hour", "taken", "wagered", "win", "expected"];

/** The panel. `tables()` gives the list of tables as the page knows it.
    @param {() => WorkLine[]} tables */
export function business(tables) {
  const shown = html`<div class="glance"></div>`;
  const said = html`<p class="muted" role="status"></p>`;
  let span = "today";
  const look = async (anew = false) => {
    const isLatest = latest(shown);
    const since = sinceOf(span, Date.now());
    try {
      /** @type {BusinessShown} */
      const found = await get(`/api/v1/staff/business?since=${since}`);
      if (!isLatest()) return;
      draw(shown, found, null, tables());
      put(said, say("glance.working"));
      const theory = await expected(since, anew, isLatest);
      if (!theory || !isLatest()) return;
      draw(shown, found, theory, tables());
      put(said, say("glance.at", { time: time(found.at) }));
    } catch (error) {
      if (isLatest()) put(said, html`<span class="bad">${error.message}</span>`);
    }
  };
  /** @param {string} wanted */
  const choice = (wanted) => html`<label><input type="radio" name="glance-span" value=${wanted} ?checked=${wanted === span}
    @change=${() => ((span = wanted), look())}><span>${say(`glance.span.${wanted}`)}</span></label>`;
  look();
  return [
    html`<div class="glance-top"><fieldset class="choices"><legend>${say("glance.span")}</legend>${SPANS.map(choice)}</fieldset>
      <button type="button" class="small" @click=${() => look(true)}>${say("glance.again")}</button></div>`,
    said,
    shown,
  ];
}

/** What the wagers were to bring: counted in a process of its own, asked for until it is there.
    @param {number} since
    @param {boolean} anew
    @param {() => boolean} isLatest
    @returns {Promise<ExpectedShown | null>} */
async function expected(since, anew, isLatest) {
  for (;;) {
    const found = await get(`/api/v1/staff/expected?since=${since}${anew ? "&again=true" : ""}`);
    if (found.tables || !isLatest()) return found.tables ? found : null;
    await new Promise((on) => setTimeout(on, AGAIN));
  }
}

/** @param {HTMLElement} shown
    @param {BusinessShown} found
    @param {ExpectedShown | null} theory
    @param {WorkLine[]} tables */
function draw(shown, found, theory, tables) {
  const rows = rowsOf(found, theory, tables);
  const kinds = [false, true].filter((practice) => rows.some((row) => row.practice === practice));
  put(shown, kinds.map((practice) => [
    figures(found, practice),
    sheet(rows.filter((row) => row.practice === practice), sumOf(rows, practice), practice),
  ]), html`<details><summary>${say("glance.what")}</summary><dl class="glance-words">${["drop", "win", "hold", "expected", "hour", "walk_ins"].map((key) =>
    html`<div><dt>${say(`glance.${key}`)}</dt><dd>${say(`glance.${key}.what`)}</dd></div>`)}</dl></details>`);
}

/** Drop, win and hold of the whole house.
    @param {BusinessShown} found
    @param {boolean} practice */
function figures(found, practice) {
  const sum = found.sums.find((each) => each.practice === practice);
  if (!sum) return null;
  // Practice chips are given, not bought: there is no drop of them.
  const bought = practice ? [] : [["drop", money(sum.drop)], ["paid_out", money(sum.paid_out)],
    ["hold", sum.hold === null ? say("glance.none") : percent(sum.hold)]];
  const lines = [["win", money(sum.win)], ...bought, ["walk_ins", money(sum.walk_ins)]];
  return html`<h3>${say(practice ? "glance.practice" : "glance.real")}</h3>
    <dl class="great-figures" data-kind=${practice ? "practice" : "real"}>${lines.map(([key, said]) =>
      html`<div data-figure=${key}><dt>${say(`glance.${key}`)}</dt><dd>${said}</dd></div>`)}</dl>`;
}

/** @param {GlanceRow[]} rows
    @param {ReturnType<typeof sumOf>} sum
    @param {boolean} practice */
function sheet(rows, sum, practice) {
  const label = say(practice ? "glance.practice" : "glance.real");
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}><table class="glance-sheet">
    <thead><tr><th scope="col">${say("glance.table")}</th>${COLUMNS.map((key) => html`<th scope="col" class="number">${say(`glance.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr data-table=${row.table}><th scope="row">${row.taken === null ? row.name : html`<a href=${`/staff/${row.table}`}>${row.name}</a>`}</th>${cells(row)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${say("glance.all", { n: sum.n })}</th>${cells(sum)}</tr></tfoot></table></div>`;
}

/** @param {Omit<GlanceRow, "table" | "name" | "practice">} row */
function cells({ rounds, lastHour, taken, seats, wagered, win, expected: theory, heldWin }) {
  const held = theory === null || heldWin === win ? null : html` <small>${say("glance.held", { amount: money(heldWin ?? 0) })}</small>`;
  const said = [number(rounds), number(lastHour), seats === null ? "" : say("glance.of", { taken: taken ?? 0, seats }), money(wagered), money(win)];
  return [...said.map((text) => html`<td class="number">${text}</td>`), html`<td class="number">${theory === null ? "…" : money(theory)}${held}</td>`];
}
