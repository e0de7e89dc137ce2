/* The lobby: which tables there are, and one click to a seat. It looks at the tables every few seconds; what has not
   changed is left alone. */

import { announce } from "./announce.js";
import { get } from "./api.js";
import { face } from "./cards.js";
import { find, html, put } from "./dom.js";
import { money } from "./format.js";
import { sitButton, tableCard } from "./lobby/card.js";
import { best, greeting, least, plays, waits } from "./lobby/choice.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/lobby.js";

/** @import { Me, OwnSeat, TableListed } from "../types.d.ts" */

const EVERY = 2_500;
const AFTER_A_FAILURE = 5_000;

const top = shell("lobby");
const welcome = find("#welcome");
const tables = find("#tables");
const lost = find("#lost");
const cards = new Map();
const fan = ["Ts", "Js", "Qs", "Ks", "As"].map(face);
/** @type {Me | null} */
let who = null;
let offered = "";

title(say("lobby.title"));
put(lost, say("lobby.lost"));

/** @param {TableListed[]} found */
function greet(found) {
  const seat = who?.seats.find((each) => found.some((table) => table.id === each.table));
  const table = seat ? found.find((each) => each.id === seat.table) : best(found, who);
  const state = JSON.stringify([seat, table?.id, table && waits(table), found.length > 0, !who, plays(who), greeting(found, who)]);
  if (state === offered) return;
  offered = state;
  const whose = plays(who) ? "" : ".staff";
  const lead = say(`lobby.lead${whose || greeting(found, who)}`);
  const said = html`<p class="welcome-said" aria-live="polite"></p>`;
  const session = who && plays(who) && html`<p class="welcome-session"><a href="/history?period=session">${say("lobby.session")}</a></p>`;
  put(
    welcome,
    html`<div class="welcome-words"><h1>${say(`lobby.welcome${whose}`)}</h1><p>${lead}</p>
      <div class="welcome-way">${wayIn(found, seat, table, said)}${said}</div>${session}</div>`,
    html`<div class="welcome-cards" aria-hidden="true">${fan}</div>`,
  );
}

/** @param {TableListed[]} found
    @param {OwnSeat | undefined} seat
    @param {TableListed | undefined} table
    @param {HTMLElement} said */
function wayIn(found, seat, table, said) {
  if (seat && table) {
    const where = say("lobby.back.hint", { table: table.name, seat: seat.seat });
    return html`<a class="button primary great" href=${`/tables/${table.id}`}>${say("lobby.back")}</a><small>${where}</small>`;
  }
  if (!found.length) return html`<p class="muted">${say("lobby.none.hint")}</p>`;
  if (!plays(who) || greeting(found, who) === ".broke") return null;
  if (greeting(found, who) === ".real") return html`<a class="button primary great" href="/sign-in">${say("nav.sign_in")}</a>`;
  if (!table) return html`<p class="muted">${say("lobby.full.all")}</p>`;
  const how = waits(table) ? ".waits" : table.easy ? ".easy" : "";
  const hint = say(`lobby.sit.hint${how}`, { table: table.name, least: money(least(table)) });
  const button = sitButton(table, said, say("lobby.sit.any"), null);
  button.classList.add("great");
  return html`${button}<small>${hint}</small>`;
}

/** The cards by game, in the order of the house; a table that has closed goes.
    @param {TableListed[]} found */
function lay(found) {
  const ids = new Set(found.map((table) => table.id));
  for (const [id, { element, name }] of cards) {
    if (ids.has(id)) continue;
    announce(say("lobby.gone", { table: name }));
    element.remove();
    cards.delete(id);
  }
  for (const table of found) {
    if (!cards.has(table.id)) {
      const element = tableCard(table);
      cards.set(table.id, { element, name: table.name });
      section(table).append(element);
    }
    cards.get(table.id).element.show(table, who);
  }
  for (const each of tables.querySelectorAll(".game")) if (!each.querySelector(".table-card")) each.remove();
  find("#none").hidden = found.length > 0;
}

/** The part of the page for one game.
    @param {TableListed} table */
function section({ game, title: name, brief, cloth }) {
  let found = tables.querySelector(`.game[data-game="${CSS.escape(game)}"]`);
  if (!found) {
    found = html`<section class="game" data-game=${game} css=${{ "--felt": cloth[0], "--felt-deep": cloth[1] }} aria-labelledby=${`game-${game}`}>
      <header><h2 id=${`game-${game}`}>${name}</h2><p class="muted">${brief}</p></header>
      <div class="game-tables"></div></section>`;
    tables.append(found);
  }
  return find(".game-tables", found);
}

async function look() {
  let pause = EVERY;
  if (document.visibilityState === "visible") {
    try {
      const found = await get("/api/v1/tables");
      if (who && !who.guest && !who.balance) who = await top.refresh(); // who has bought in meanwhile may play
      lost.hidden = true;
      greet(found);
      lay(found);
    } catch {
      lost.hidden = false;
      pause = AFTER_A_FAILURE;
    }
  }
  setTimeout(look, pause);
}

put(find("#none"), html`<h2>${say("lobby.none")}</h2><p class="muted">${say("lobby.none.hint")}</p>`);
put(find("#tables-title"), say("lobby.tables"));
// A page that comes back from the browser's memory may show somebody who has left since.
addEventListener("pageshow", async (event) => {
  if (event.persisted) who = await top.refresh();
});
who = await top.who;
look();
