/* The floor: every table with what is due there, and what waits for a ruling. Looked at every few seconds; supervisors
   open tables here. */

import { get, may } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { moment, money, number } from "../format.js";
import { latest } from "../latest.js";
import { pref, prefer } from "../prefs.js";
import { roleWord } from "../roles.js";
import { title } from "../shell.js";
import { play } from "../sound.js";
import { say } from "../text.js";
import "../text/floor.js";
import { noticeLine, showRulings } from "./across.js";
import { folded } from "./folded.js";
import { keep } from "./keep.js";
import { ASIDE, deckUntil, notices, rulingsWaiting } from "./notices.js";

/** @import { Me, WorkLine } from "../../types.d.ts" */

const EVERY = 3_000;

/** Draws the list into the page and keeps it true.
    @param {HTMLElement} page
    @param {Me} who */
export function floor(page, who) {
  new Floor(page, who);
}

class Floor {
  /** @type {WorkLine[]} */
  #found = [];
  #waited = 0;
  #tables = html`<ul class="floor"></ul>`;
  #lost = html`<p class="note bad" role="status" hidden></p>`;
  #rulings = html`<div class="forms"></div>`;
  #notices = html`<ul class="floor-notices"></ul>`;
  #sound = html`<button type="button" class="small quiet"></button>`;

  /** @param {HTMLElement} page
      @param {Me} who */
  constructor(page, who) {
    const look = () => this.#look();
    this.urgent = html`<section class="panel urgent" aria-labelledby="rulings-title" tabindex="-1" hidden>
      <h2 id="rulings-title">${say("rulings.title")}</h2>${this.#rulings}</section>`;
    this.known = html`<section class="panel" aria-labelledby="notices-title" hidden>
      <h2 id="notices-title">${say("notices.title")}</h2>${this.#notices}</section>`;
    put(
      page,
      html`<div class="staff-top"><div><h1>${say("staff.title")}</h1><p class="muted">${say("staff.lead")}</p></div>${this.#sound}</div>`,
      this.#lost,
      html`<div class="floor-news">${this.urgent}${this.known}</div>`,
      this.#tables,
      may(who, "see_money") ? folded(say("glance.title"), async () => (await import("./business.js")).business(() => this.#found)) : null,
      may(who, "buy_in") ? folded(say("cage.title"), () => cage(who)) : null,
      may(who, "see_money") ? folded(say("reserve.title"), async () => (await import("./reserves.js")).reserves(who)) : null,
      may(who, "open_table") ? folded(say("open.title"), async () => (await import("./opening.js")).opening(look)) : null,
    );
    this.#sound.addEventListener("click", () => this.#hear(!pref("sound")));
    this.#hear(pref("sound"));
    look();
    setInterval(look, EVERY); // also while the page is not seen: a ruling that waits is heard
  }

  /** @param {boolean} on */
  #hear(on) {
    if (on !== pref("sound")) prefer("sound", on);
    this.#sound.textContent = say(on ? "rulings.sound.on" : "rulings.sound.off");
    if (on) play("summons");
  }

  async #look() {
    try {
      const isLatest = latest(this);
      /** @type {WorkLine[]} */
      const found = await get("/api/v1/staff/tables");
      if (!isLatest()) return;
      found.sort((a, b) => urgency(a) - urgency(b) || a.id - b.id);
      this.#found = found;
      await this.#show();
      this.#lost.hidden = true;
    } catch (error) {
      this.#lost.textContent = error.message;
      this.#lost.hidden = false;
    }
  }

  async #show() {
    const found = this.#found;
    const waiting = rulingsWaiting(found);
    this.urgent.hidden = !waiting;
    await showRulings(this.#rulings, found, () => this.#look());
    const known = notices(found, Date.now());
    this.known.hidden = !known.length;
    keep(this.#notices, known.map((notice) => ({
      key: `${notice.table.id}.${notice.kind}.${notice.values.n ?? ""}`, sign: JSON.stringify([notice.kind, notice.values, notice.table.name]), make: () => noticeLine(notice),
    })));
    keep(this.#tables, found.map((table) => ({ key: String(table.id), sign: JSON.stringify(table), make: () => line(table) })));
    title(waiting ? say("staff.waiting", { n: waiting, title: say("staff.title") }) : say("staff.title"));
    if (waiting > this.#waited) {
      announce(say("staff.matters", { n: waiting }), { now: true });
      play("summons");
    }
    this.#waited = waiting;
  }
}

/** Rulings first, then what people have to do, then the tables that run by themselves.
    @param {Pick<WorkLine, "matters" | "moment" | "dealer">} table */
export const urgency = (table) => (table.matters.length || table.moment === ASIDE ? 0 : table.dealer === "person" ? 1 : 2);

/** @param {WorkLine} table */
function line(table) {
  const due = table.matters.length ? null : table.due;
  const automatic = table.dealer === "automatic" && due;
  return html`<li class="panel floor-table ${table.matters.length ? "urgent" : ""}">
    <div><h2><a href=${`/staff/${table.id}`} >${table.name}</a></h2>
      <p class="muted">${table.title} · ${table.round ? say("staff.round", { n: number(table.round) }) : say("staff.no_round")} · ${
        say("staff.seats", { taken: table.seats_taken, n: table.seats })} · ${say(`staff.dealer.${table.dealer}`)}${
        table.cards === "feed" ? ` · ${say("staff.cards.feed")}` : ""}</p></div>
    <div class="floor-due">
      ${table.moment === ASIDE ? html`<p class="bad"><b>${say("staff.aside")}</b></p><p>${say("staff.aside.hint")}</p>` : null}
      ${table.matters.length ? html`<p class="bad"><b>${say("staff.matters", { n: table.matters.length })}</b></p>` : null}
      ${table.matters.map((matter) => html`<p>${matter.title}</p>`)}
      ${due ? html`<p><b>${due.title}</b></p><p class="muted">${
        automatic ? say("staff.automatic") : say("due.by", { role: roleWord(due.by) })}</p>` : null}
      ${facts(table)}
      ${!table.due && table.turn ? html`<p><b>${say("due.decide", { seat: table.turn })}</b></p><p class="muted">${table.moment}</p>` : null}
    </div></li>`;
}

/** Meters, the age of decks, and what has not been counted.
    @param {WorkLine} table */
function facts({ meters, decks, uncounted }) {
  const lines = [
    ...Object.entries(meters).map(([name, cents]) => [name, money(cents, { always: true })]),
    ...decks.filter((deck) => deckUntil(deck) !== null).map((deck) =>
      [say("equipment.deck", { n: deck.number }), say("equipment.until", { time: moment(deckUntil(deck) ?? 0) })]),
    ...(uncounted ? [[say("equipment.uncounted"), number(uncounted)]] : []),
  ];
  return lines.length ? html`<dl class="floor-facts">${lines.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`)}</dl>` : null;
}

/** @param {Me} who */
async function cage(who) {
  const { cageForm, capitalForm, transferForm } = await import("./chips.js");
  const lead = html`<p class="muted">${say("cage.lead")}</p>`;
  return [lead, cageForm(), may(who, "transfer") ? transferForm() : null, may(who, "capital") ? capitalForm() : null];
}
