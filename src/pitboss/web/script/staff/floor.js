/* The floor: every table with what is due there, and what waits for a ruling. Looked at every few seconds; supervisors
   open tables here. */

import { get, may } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { number } from "../format.js";
import { roleWord } from "../roles.js";
import { say } from "../text.js";
import { folded } from "./folded.js";
import { keep } from "./keep.js";

/** @import { Me, WorkLine } from "../../types.d.ts" */

const EVERY = 3_000;

/** Draws the list into the page and keeps it true.
    @param {HTMLElement} page
    @param {Me} who */
export function floor(page, who) {
  const tables = html`<ul class="floor"></ul>`;
  const lost = html`<p class="note bad" role="status" hidden></p>`;
  put(
    page,
    html`<h1>${say("staff.title")}</h1><p class="muted">${say("staff.lead")}</p>`,
    lost,
    tables,
    may(who, "buy_in") ? folded(say("cage.title"), () => cage(who)) : null,
    may(who, "see_money") ? folded(say("reserve.title"), async () => (await import("./reserves.js")).reserves(who)) : null,
    may(who, "open_table") ? folded(say("open.title"), async () => (await import("./opening.js")).opening(look)) : null,
  );
  let waited = 0;
  const look = async () => {
    try {
      /** @type {WorkLine[]} */
      const found = await get("/api/v1/staff/tables");
      found.sort((a, b) => urgency(a) - urgency(b) || a.id - b.id);
      keep(tables, found.map((table) => ({ key: String(table.id), sign: JSON.stringify(table), make: () => line(table) })));
      const waiting = found.reduce((sum, table) => sum + table.matters.length, 0);
      if (waiting > waited) announce(say("staff.matters", { n: waiting }));
      waited = waiting;
      lost.hidden = true;
    } catch (error) {
      lost.textContent = error.message;
      lost.hidden = false;
    }
  };
  look();
  setInterval(() => document.hidden || look(), EVERY);
}

const ASIDE = "set aside"; // the moment of a table whose game fails

/** Rulings first, then what people have to do, then the tables that run by themselves.
    @param {Pick<WorkLine, "matters" | "moment" | "dealer">} table */
export const urgency = (table) => (table.matters.length || table.moment === ASIDE ? 0 : table.dealer === "person" ? 1 : 2);

/** @param {WorkLine} table */
function line(table) {
  const due = table.matters.length ? null : table.due;
  const automatic = table.dealer === "automatic" && due;
  return html`<li class="panel floor-table ${table.matters.length ? "urgent" : ""}">
    <div><h2><a href=${`/staff/${table.id}`} aria-label=${say("staff.at", { table: table.name })}>${table.name}</a></h2>
      <p class="muted">${table.title} · ${table.round ? say("staff.round", { n: number(table.round) }) : say("staff.no_round")} · ${
        say("staff.seats", { taken: table.seats_taken, n: table.seats })} · ${say(`staff.dealer.${table.dealer}`)}${
        table.cards === "feed" ? ` · ${say("staff.cards.feed")}` : ""}</p></div>
    <div class="floor-due">
      ${table.moment === ASIDE ? html`<p class="bad"><b>${say("staff.aside")}</b></p><p>${say("staff.aside.hint")}</p>` : null}
      ${table.matters.length ? html`<p class="bad"><b>${say("staff.matters", { n: table.matters.length })}</b></p>` : null}
      ${table.matters.map((matter) => html`<p>${matter.title}</p>`)}
      ${due ? html`<p><b>${due.title}</b></p><p class="muted">${
        automatic ? say("staff.automatic") : say("due.by", { role: roleWord(due.by) })}</p>` : null}
      ${!table.due && table.turn ? html`<p><b>${say("due.decide", { seat: table.turn })}</b></p><p class="muted">${table.moment}</p>` : null}
    </div></li>`;
}

/** @param {Me} who */
async function cage(who) {
  const { cageForm, capitalForm, transferForm } = await import("./chips.js");
  const lead = html`<p class="muted">${say("cage.lead")}</p>`;
  return [lead, cageForm(), may(who, "transfer") ? transferForm() : null, may(who, "capital") ? capitalForm() : null];
}
