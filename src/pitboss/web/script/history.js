/* One's own rounds, the newest first, in pages: with the hand, what it brought and what mistakes cost; before them what
   was luck and what was skill. What is still being counted comes by itself. */

import { decisions } from "./after/decisions.js";
import { chipsChoice, form } from "./after/filters.js";
import { address, question, wanted } from "./after/reckon.js";
import { learning, report, sittings } from "./after/report.js";
import { line } from "./after/row.js";
import { announce } from "./announce.js";
import { game, get } from "./api.js";
import { loadPictures } from "./cards.js";
import { find, html, put } from "./dom.js";
import { day, gain } from "./format.js";
import { Sums } from "./round/sums.js";
import { shell, title } from "./shell.js";
import { isOrdinary, say } from "./text.js";
import { refusal } from "./text/refusal.js";
import "./text/after.js";
import "./text/round.js";

/** @import { DecisionsReport, Me, Reckoning, RoundReckoned, TableListed } from "../types.d.ts" */

const PAGE = 50;
const MOST = 1_000;
const AGAIN = 1_500;
const top = shell("history");
const page = find("#page");
const filters = wanted(location.search);

/** @type {Reckoning | null} */
let told = null;
/** What the decisions of these rounds cost. @type {DecisionsReport | null} */
let made = null;
/** What older pages have brought. @type {RoundReckoned[]} */
let older = [];
let next = "";
let shown = PAGE;
let session = 0;
let practice = false;
let asked = 0;
/** @type {Map<string, { now: string, row: any }>} */
const drawn = new Map();

title(say("history.title"));

const total = html`<p class="muted" aria-live="polite"></p>`;
const body = html`<tbody></tbody>`;
const more = html`<button type="button" hidden @click=${further}>${say("history.more")}</button>`;
const above = html`<div class="after-above"></div>`;
const below = html`<div class="after-below"></div>`;
const bar = html`<div></div>`;
const chips = html`<div></div>`;

/** @param {string} before */
const ask = (before = "", what = "reckoning") => get(question(filters, { now: Date.now(), session, before, limit: MOST }, what));

/** The rounds that the list is made of. */
function fitting() {
  const all = [...(told?.rounds ?? []), ...older];
  return filters.mistakes ? all.filter((round) => round.mistakes > 0) : all;
}

/** A row that has not changed stays as it is.
    @param {RoundReckoned} round
    @param {Me} who */
function rowOf(round, who) {
  const [key, now] = [`${round.table}.${round.round}`, JSON.stringify(round)];
  if (drawn.get(key)?.now !== now) drawn.set(key, { now, row: line(round, who) });
  return drawn.get(key)?.row;
}

/** @param {Me} who */
function drawList(who) {
  const [all, sums] = [fitting(), new Sums()];
  let lastDay = "";
  const rows = [];
  for (const round of all.slice(0, shown)) {
    const date = day(round.at);
    if (date !== lastDay) rows.push(html`<tr class="day"><th scope="rowgroup" colspan="7">${date}</th></tr>`);
    lastDay = date;
    rows.push(rowOf(round, who));
    sums.add({ ...round, hands: [{ ...round, player: who.handle }], cleared_at: round.at }, who.handle);
  }
  if (!rows.length) rows.push(html`<tr class="day"><td colspan="7">${say("after.nothing")} <button type="button" class="link" @click=${() => location.assign("/history")}>${say("after.clear")}</button></td></tr>`);
  /** @type {any} */
  const focused = document.activeElement;
  put(body, rows);
  if (body.contains(focused)) focused.focus();
  const { mixed, shown: n, net, practice: played } = sums;
  const said = say(mixed ? "history.sums" : "history.sum", { n, net: gain(net), practice: gain(played) });
  if (total.textContent !== said) total.textContent = said;
  more.hidden = all.length <= shown && !next;
}

/** The report and the sessions; drawn anew when figures have come.
    @param {Me} who */
function drawReport(who) {
  if (!told) return;
  const both = told.sums.length > 1;
  if (!both) practice = told.sums[0]?.practice ?? false;
  if (both !== chips.childElementCount > 0) {
    put(chips, both && chipsChoice(practice, (chosen) => {
      practice = chosen;
      drawReport(who);
    }));
  }
  const all = [...told.rounds, ...older];
  put(above, report(told, filters, practice), decisions(made, practice), learning(all, practice));
  put(below, sittings(all, filters));
}

/** Asks for everything that fits, and again while something is being counted. What was asked before stays unheard.
    @param {Me} who */
async function load(who) {
  asked += 1;
  const mine = asked;
  let waiting = -1;
  do {
    if (waiting >= 0) await new Promise((done) => setTimeout(done, AGAIN));
    if (mine !== asked) return;
    const found = await ask();
    if (mine !== asked) return;
    const marked = found.waiting === waiting ? made : await ask("", "decisions");
    if (mine !== asked) return;
    const fresh = found.waiting !== waiting;
    ({ waiting } = found);
    [told, made] = [found, marked];
    session = found.session_since;
    if (!older.length) next = found.next ?? "";
    if (!fresh) continue;
    await pictures(found.rounds);
    drawReport(who);
    drawList(who);
  } while (waiting);
}

/** The drawings of cards that only some games have.
    @param {RoundReckoned[]} rounds */
async function pictures(rounds) {
  const unusual = rounds.filter((round) => round.cards.flat().some((card) => !isOrdinary(card)));
  for (const id of new Set(unusual.map((round) => round.game))) {
    await loadPictures(await game(id).catch(() => null)).catch(() => null);
  }
}

async function further() {
  const who = await top.who;
  if (!who) return;
  more.disabled = true;
  shown += PAGE;
  if (fitting().length < shown && next) {
    const found = await ask(next).catch((error) => announce(refusal(error), { now: true }));
    if (found) {
      older.push(...found.rounds);
      next = found.next ?? "";
    }
  }
  drawList(who);
  more.disabled = false;
}

/** @param {string} key */
function nobody(key) {
  put(page, html`<h1>${say("history.title")}</h1><p>${say(key)}</p>
    <p><a class="button primary" href="/">${say("history.none.go")}</a></p>`);
}

/** @param {Me} who
    @param {TableListed[]} tables */
function draw(who, tables) {
  const numbers = ["wagered", "returned", "net"];
  put(bar, form(filters, tables, () => {
    history.replaceState(null, "", address(filters));
    [older, shown, next] = [[], PAGE, ""];
    load(who).catch((error) => announce(refusal(error), { now: true }));
  }));
  put(
    page,
    html`<h1>${say("history.title")}</h1><p class="muted">${say("history.lead")}</p>`,
    bar,
    chips,
    above,
    html`<div class="panel scroll" tabindex="0" role="region" aria-label=${say("history.title")}><table class="rounds">
      <thead><tr><th scope="col">${say("history.time")}</th><th scope="col">${say("history.round")}</th>
        ${numbers.map((key) => html`<th scope="col" class="number">${say(`history.${key}`)}</th>`)}
        <th scope="col">${say("after.hand")}</th><th scope="col">${say("after.decisions")}</th></tr></thead>
      ${body}</table></div>`,
    total,
    more,
    below,
  );
}

async function main() {
  const who = await top.who;
  if (!who) return nobody("history.stranger");
  /** @type {TableListed[]} */
  const tables = await get("/api/v1/tables");
  if (filters.period === "session") session = (await get("/api/v1/me/reckoning?limit=1")).session_since;
  const loaded = load(who);
  await Promise.race([loaded, first()]);
  if (!told?.rounds.length && address(filters) === "/history") return nobody("history.none");
  if (!told?.rounds.length && filters.period === "session") return nobody("after.session.none");
  draw(who, tables);
  return loaded;
}

/** When the first answer is there, although some of it is still being counted. */
async function first() {
  while (!told) await new Promise((done) => setTimeout(done, 20));
}

main().catch((error) => put(page, html`<h1>${say("history.title")}</h1><p class="note bad">${refusal(error)}</p>`));
