/* One game: edges side by side, the best play, and each wager with its lines, its results and its meters. */

import { announce } from "../announce.js";
import { get } from "../api.js";
import { html, put } from "../dom.js";
import { day, percent } from "../format.js";
import { title } from "../shell.js";
import { list, say } from "../text.js";
import { why } from "../why.js";
import { edges, exact, lines, payment } from "./compare.js";
import { distribution } from "./distribution.js";
import { byWager, paytableName, warm } from "./figures.js";
import { pause, ready } from "./load.js";
import { breakEven } from "./meters.js";
import { sideways } from "./sideways.js";
import { strategy } from "./strategy.js";

/** @import { GameOdds, OddsEnvy, OddsRow, TableListed } from "../../types.d.ts" */

/** Fills the page with a game's figures; `table` asks for those of one table's terms.
    @param {HTMLElement} page
    @param {string} game
    @param {string | null} table */
export async function gamePage(page, game, table) {
  const state = html`<div></div>`;
  const working = html`<section class="panel working" hidden><p>${say("odds.working")}</p>${state}</section>`;
  page.append(working);
  try {
    const address = `/api/v1/odds/${game}${table ? `?table=${table}` : ""}`;
    const [found, tables] = await Promise.all([
      ready(address, (told) => {
        if (working.hidden) announce(say("odds.working"));
        working.hidden = false;
        put(state, progress(told));
      }),
      get("/api/v1/tables").catch(() => []),
      warm(),
    ]);
    working.remove();
    title(say("odds.title.game", { game: found.title }));
    if (state.childNodes.length) announce(say("odds.title.game", { game: found.title }));
    /** @type {TableListed[]} */
    const all = tables;
    await show(page, found, all.filter((each) => each.game === game));
  } catch (error) {
    put(working, html`<p class="bad">${say("odds.failed", { message: error.message })}</p>`);
    working.hidden = false;
  }
}

function progress({ what = "", done = 0 }) {
  const words = what ? html`<p class="muted">${say("odds.working.what", { what: what.replaceAll("_", " ") })}</p>` : null;
  return html`<progress max="1" value=${done || null} aria-label=${say("loading")}></progress>
    <span class="muted">${done ? percent(done, 0) : ""}</span>${words}`;
}

/** Whether a table of the house plays this wager by this paytable.
    @param {TableListed} table
    @param {OddsRow} row */
function inForce(table, row) {
  if (row.paytable === null) return false;
  return row.families.some((family) => table.paytables[family] === row.paytable);
}

/** One part after the other, so that the page never stands still.
    @param {HTMLElement} page
    @param {GameOdds} found
    @param {TableListed[]} tables */
async function show(page, found, tables) {
  /** @param {OddsRow} row */
  const where = (row) => tables.filter((table) => inForce(table, row));
  /** @param {OddsRow} row */
  const here = (row) => {
    const names = found.table ? [] : where(row).map((table) => table.name);
    return names.length ? html` <small class="here">${say("odds.here", { tables: list(names) })}</small>` : null;
  };
  /** @type {(row: OddsRow, name: string) => number | null} */
  const now = (row, name) => where(row).map((table) => table.meters[name]).find((cents) => cents !== undefined) ?? null;
  const { place, parts } = edges(found.rows, here);
  page.append(
    html`<section class="panel"><h2>${say("odds.compare")}</h2>
      <p class="muted">${say("odds.compare.lead")}</p>
      ${found.table ? own(found.game) : null}${place}</section>`,
  );
  for (const part of parts) {
    await pause();
    part();
  }
  page.append(
    html`<section class="panel odds-strategy"><h2>${say("odds.strategy")}</h2>${strategy(found.game, found.table)}</section>`,
  );
  for (const rows of byWager(found.rows)) {
    await pause();
    page.append(wager(rows, now));
  }
  page.append(
    html`<p class="printed">${say("odds.printed", { place: location.host + location.pathname, date: day(Date.now()) })}</p>`,
  );
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** That these figures are for one table, and the way to all of them.
    @param {string} game */
function own(game) {
  return html`<p class="note">${say("odds.table.own")} <a href=${`/odds/${game}`}>${say("odds.table.all")}</a></p>`;
}

/** @param {OddsRow[]} rows
    @param {(row: OddsRow, name: string) => number | null} now */
function wager(rows, now) {
  const [first] = rows;
  const chart = distribution(first, rows.length > 1);
  const fractions = html`<div></div>`;
  /** @param {OddsRow} row */
  const pick = (row) => {
    chart.show(row);
    put(fractions, exact(row));
  };
  pick(first);
  return html`<section class="panel odds-wager" id=${first.wager}>
    <h2>${first.title}</h2>
    <h3>${say("odds.lines")}</h3>${lines(rows)}
    ${rows.some((row) => row.at.length) ? html`<p class="muted">${say("odds.at.why")}</p>` : null}
    ${envy(rows)}
    ${breakEven(rows, now)}
    <h3>${say("odds.distribution")}</h3>${rows.length > 1 ? choices(rows, pick) : null}${chart}${fractions}
  </section>`;
}

/** What is paid for the hands of others, and whether the figures hold it; nothing where nothing is.
    @param {OddsRow[]} rows */
function envy(rows) {
  const paid = rows.filter((row) => row.envy.length);
  if (!paid.length) return null;
  const hands = paid.flatMap((row) => row.envy).filter(({ words }, place, all) => place === all.findIndex((line) => line.words === words));
  /** @type {(row: OddsRow, line: OddsEnvy) => any} */
  const cell = (row, { words }) => payment(row.envy.find((line) => line.words === words));
  const table = html`<table class="lines"><thead><tr><th scope="col">${say("odds.lines.hand")}</th>
    ${paid.map((row) => html`<th scope="col" class="number">${row.paytable ?? say("odds.lines")}</th>`)}</tr></thead>
    <tbody>${hands.map((hand) => html`<tr><th scope="row">${hand.words} ${why(hand.clause)}</th>
      ${paid.map((row) => cell(row, hand))}</tr>`)}</tbody></table>`;
  return html`<section class="odds-envy"><h4>${say("odds.envy")}</h4>
    <p class="muted">${say(paid.every((row) => row.players > 1) ? "odds.envy.counted" : "odds.envy.apart")}</p>
    ${sideways(say("odds.envy"), table)}</section>`;
}

/** @param {OddsRow[]} rows
    @param {(row: OddsRow) => void} pick */
function choices(rows, pick) {
  return html`<fieldset class="choices" aria-label=${say("odds.paytable")}>
    ${rows.map((row, place) => html`<label><input type="radio" name=${`pick-${row.wager}`} ?checked=${place === 0}
      @change=${() => pick(row)}><span>${paytableName(row)}</span></label>`)}</fieldset>`;
}
