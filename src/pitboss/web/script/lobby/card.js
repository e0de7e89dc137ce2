/* One table in the lobby: a small drawing of it, its limits, seats, meters and paytables, and the way in. */

import { get } from "../api.js";
import { html, put, svg } from "../dom.js";
import { list, say } from "../text.js";
import "../text/lobby.js";
import { refusal } from "../text/refusal.js";
import { aside, mayPlay, moment, plays, range, seatPlaces, seatWords, waits } from "./choice.js";
import { meter } from "./meter.js";
import { sitDown } from "./sit.js";

/** @import { Me, Seats, TableDetails, TableListed } from "../../types.d.ts" */

/** The table with its seats; `taken` has the numbers of those where somebody sits.
    @param {number} all
    @param {Set<number>} taken */
function drawing(all, taken) {
  const seats = seatPlaces(all).map(
    ([x, y], n) => svg`<circle class=${taken.has(n + 1) ? "seat taken" : "seat"} cx=${x} cy=${y} r="6.5"/>`,
  );
  return svg`<svg class="mini" viewBox="0 0 200 112" aria-hidden="true" focusable="false">
    <path class="mini-rail" d="M14 8H186V22C186 66 148 98 100 98S14 66 14 22Z"/>
    <path class="mini-felt" d="M22 14H178V22C178 61 143 90 100 90S22 61 22 22Z"/>
    <path class="mini-line" d="M44 46C60 66 140 66 156 46"/>
    <g class="mini-cards"><rect x="78" y="20" width="13" height="18" rx="1.6"/>
      <rect x="93.5" y="20" width="13" height="18" rx="1.6"/>
      <rect x="109" y="20" width="13" height="18" rx="1.6"/></g>
    <rect class="mini-tray" x="66" y="8" width="68" height="5" rx="2"/>
    ${seats}</svg>`;
}

/** Which positions are taken. The list of tables says only how many; where it matters which, the table is asked.
    @param {number} id
    @param {Seats} seats */
async function takenSeats(id, { taken, all }) {
  if (taken === 0) return new Set();
  if (taken === all) return new Set(Array.from({ length: all }, (_, n) => n + 1));
  /** @type {TableDetails} */
  const { view } = await get(`/api/v1/tables/${id}?brief=true`);
  return new Set(view.seats.filter((seat) => seat.player).map((seat) => seat.number));
}

/** The card as an element; `element.show(table, who)` brings it up to date without making it anew.
    @param {TableListed} first */
export function tableCard(first) {
  const { id } = first;
  const seatsShown = html`<div class="mini-place"></div>`;
  const seatsSaid = html`<span></span>`;
  const now = html`<p class="table-now muted"></p>`;
  const badges = html`<span class="table-badges"></span>`;
  const said = html`<p class="table-said" aria-live="polite"></p>`;
  const ways = html`<div class="table-ways"></div>`;
  const meters = new Map(Object.entries(first.meters).map(([name, cents]) => [name, meter(name, cents)]));
  const element = html`<article class="table-card" data-game=${first.game} aria-labelledby=${`table-${id}`}>
    ${seatsShown}
    <div class="table-head"><h3 id=${`table-${id}`}>${first.name}</h3>${badges}</div>
    <dl class="table-facts">
      <div><dt>${say("lobby.limits.label")}</dt><dd>${range(first)}</dd></div>
      <div><dt class="unseen">${say("lobby.seats.label")}</dt><dd>${seatsSaid}</dd></div>
    </dl>
    ${now}
    ${[...meters.values()]}
    ${ways}${said}
    ${whatPays(first)}
  </article>`;
  let drawn = "";
  let offered = "";

  /** @param {TableListed} table
      @param {Me | null} who */
  element.show = (table, who) => {
    const { seats } = table;
    const counted = `${seats.taken}/${seats.all}`;
    if (drawn !== counted) {
      if (!drawn) put(seatsShown, drawing(seats.all, new Set()));
      drawn = counted;
      put(seatsSaid, seatWords(seats));
      takenSeats(id, seats).then(
        (taken) => drawn === counted && put(seatsShown, drawing(seats.all, taken)),
        () => (drawn = "?"), // at the next look once more
      );
    }
    const line = moment(table);
    if (now.textContent !== line) now.textContent = line;
    for (const [name, cents] of Object.entries(table.meters)) meters.get(name)?.show(cents);
    const marks = [table.dealer === "person" && "lobby.dealer.person", table.cards === "feed" && "lobby.cards.feed",
      table.practice && "lobby.practice"];
    const own = who?.seats.some((seat) => seat.table === id) ?? false;
    const state = JSON.stringify([marks, own, seats.taken >= seats.all, who?.may, waits(table), aside(table)]);
    if (state === offered) return;
    offered = state;
    put(badges, marks.map((key) => key && html`<span class="badge">${say(key)}</span>`));
    put(ways, waysIn(table, who, own, said));
  };
  return element;
}

/** @param {TableListed} table
    @param {Me | null} who
    @param {boolean} own
    @param {HTMLElement} said */
function waysIn(table, who, own, said) {
  const { id, name, seats } = table;
  const address = `/tables/${id}`;
  const watching = say("lobby.watch.named", { table: name });
  const watch = html`<a class="button" href=${address} aria-label=${watching}>${say("lobby.watch")}</a>`;
  if (own) return html`<a class="button primary" href=${address}>${say("lobby.return")}</a>`;
  if (!plays(who)) {
    const staff = say("lobby.staff.named", { table: name });
    return [watch, html`<a class="button" href=${`/staff/${id}`} aria-label=${staff}>${say("lobby.staff")}</a>`];
  }
  if (!mayPlay(table, who)) {
    const named = say("lobby.real.named", { table: name });
    return [html`<a class="button" href="/sign-in" aria-label=${named}>${say("lobby.real")}</a>`, watch];
  }
  if (aside(table)) return watch;
  if (seats.taken >= seats.all) return [html`<span class="table-full">${say("lobby.full")}</span>`, watch];
  const sit = sitButton(table, said, say("lobby.sit"), say("lobby.sit.named", { table: name }));
  if (waits(table)) sit.classList.remove("primary");
  return [sit, watch];
}

/** A button that takes a seat; what goes wrong is said in `said`.
    @param {TableListed} table
    @param {HTMLElement} said
    @param {string} words
    @param {string | null} heard */
export function sitButton(table, said, words, heard) {
  const button = html`<button class="primary" aria-label=${heard}>${words}</button>`;
  button.addEventListener("click", async () => {
    button.disabled = true;
    put(said, html`<span class="muted">${say("lobby.sitting")}</span>`);
    try {
      await sitDown(table.id);
    } catch (error) {
      const door = error.code === "no_guests" ? html` <a href="/sign-in">${say("nav.sign_in")}</a>` : null;
      put(said, html`<span class="bad">${refusal(error)}</span>${door}`);
      button.disabled = false;
      button.focus();
    }
  });
  return button;
}

// --- what pays -------------------------------------------------------------------------------------------------------

/** The paytables in force, by letter at once, line by line when they are asked for.
    @param {TableListed} table */
function whatPays(table) {
  const lettered = table.limits.filter(({ wager }) => table.paytables[wager]);
  const names = lettered.map(({ wager, title }) => `${title} ${table.paytables[wager]}`);
  const inside = html`<div class="pays-inside"><p class="muted">${say("loading")}</p></div>`;
  const details = html`<details class="table-pays"><summary><span>${say("lobby.pays")}</span>
    ${names.length ? html`<small>${list(names)}</small>` : null}</summary>${inside}</details>`;
  details.addEventListener("toggle", () => {
    if (details.open && !details.dataset.filled) fill(table, inside, details);
  });
  return details;
}

/** @param {TableListed} table
    @param {HTMLElement} inside
    @param {HTMLElement} details */
async function fill(table, inside, details) {
  details.dataset.filled = "yes";
  try {
    const { paying } = await import("../paying.js");
    put(inside, await paying(table), html`<p><a href=${`/odds/${table.game}`}>${say("lobby.odds")}</a></p>`);
  } catch (error) {
    delete details.dataset.filled;
    put(inside, html`<p class="bad">${refusal(error)}</p>`);
  }
}
