/* One's own rounds, the newest first, in pages. */

import { announce } from "./announce.js";
import { get } from "./api.js";
import { find, html, put } from "./dom.js";
import { day, gain, money, time } from "./format.js";
import { own, Sums } from "./round/sums.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import { refusal } from "./text/refusal.js";
import "./text/round.js";

/** @import { Me, TableListed } from "../types.d.ts" */

const PAGE = 50;
const top = shell("history");
const page = find("#page");
const sums = new Sums();
let lastDay = "";

title(say("history.title"));

const total = html`<p class="muted" aria-live="polite"></p>`;
const body = html`<tbody></tbody>`;
const more = html`<button type="button" hidden>${say("history.more")}</button>`;

/** @param {any} round
    @param {Me} who
    @param {Map<number, string>} tables */
function line(round, who, tables) {
  const table = tables.get(round.table) ?? String(round.table);
  const { wagered, returned, net } = own(round, who.handle);
  const over = round.cleared_at !== null;
  const kind = net < 0 ? "bad" : net > 0 ? "good" : "";
  const marks = [
    round.practice && !who.guest && html`<span class="badge">${say("round.practice")}</span>`,
    round.void && html`<span class="badge">${say("round.void")}</span>`,
    round.irregularities > 0 && html`<span class="badge">${say("round.irregular", { n: round.irregularities })}</span>`,
  ];
  return html`<tr>
    <td class="muted">${time(round.cleared_at ?? round.opened_at)}</td>
    <td><a href=${`/rounds/${round.table}/${round.round}`}>${say("round.title", { table, round: round.round })}</a> ${marks}</td>
    <td class="number">${money(wagered)}</td>
    <td class="number">${over ? money(returned) : say("history.running")}</td>
    <td class=${`number ${kind}`}>${over ? gain(net) : ""}</td>
  </tr>`;
}

/** @param {Me} who
    @param {Map<number, string>} tables */
async function load(who, tables, before = "") {
  const found = await get(`/api/v1/me/rounds?limit=${PAGE}${before ? `&before=${encodeURIComponent(before)}` : ""}`);
  for (const round of found.rounds) {
    const date = day(round.cleared_at ?? round.opened_at);
    if (date !== lastDay) {
      lastDay = date;
      body.append(html`<tr class="day"><th scope="rowgroup" colspan="5">${date}</th></tr>`);
    }
    body.append(line(round, who, tables));
    sums.add(round, who.handle);
  }
  const { mixed, shown: n, net, practice } = sums;
  total.textContent = say(mixed ? "history.sums" : "history.sum", { n, net: gain(net), practice: gain(practice) });
  more.hidden = !found.next;
  more.onclick = async () => {
    more.disabled = true;
    await load(who, tables, found.next).catch((error) => announce(refusal(error), { now: true }));
    more.disabled = false;
  };
}

/** @param {string} key */
function nobody(key) {
  put(page, html`<h1>${say("history.title")}</h1><p>${say(key)}</p>
    <p><a class="button primary" href="/">${say("history.none.go")}</a></p>`);
}

async function main() {
  const who = await top.who;
  if (!who) return nobody("history.stranger");
  /** @type {TableListed[]} */
  const all = await get("/api/v1/tables");
  const tables = new Map(all.map((table) => [table.id, table.name]));
  await load(who, tables);
  if (!sums.shown) return nobody("history.none");
  const numbers = ["wagered", "returned", "net"];
  return put(
    page,
    html`<h1>${say("history.title")}</h1><p class="muted">${say("history.lead")}</p>`,
    html`<div class="panel scroll" tabindex="0" role="region" aria-label=${say("history.title")}><table class="rounds">
      <thead><tr><th scope="col">${say("history.time")}</th><th scope="col">${say("history.round")}</th>
        ${numbers.map((key) => html`<th scope="col" class="number">${say(`history.${key}`)}</th>`)}</tr></thead>
      ${body}</table></div>`,
    total,
    more,
  );
}

main().catch((error) => put(page, html`<h1>${say("history.title")}</h1><p class="note bad">${refusal(error)}</p>`));
