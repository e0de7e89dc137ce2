/* The processes of the house: which there are, which tables each has, and the way to stop one. It looks again every few
   seconds; what stays is left alone. */

import { announce } from "./announce.js";
import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { time } from "./format.js";
import { processCard } from "./processes/card.js";
import { changes, tablesOf } from "./processes/reckon.js";
import { shell, title } from "./shell.js";
import { say, sentence } from "./text.js";
import "./text/processes.js";

/** @import { Overview } from "../types.d.ts" */

const EVERY = 2_500;
const page = find("#page");
const top = shell("processes");
const cards = new Map();
const shown = html`<div class="processes"></div>`;
const said = html`<p class="muted"></p>`;
const nobody = html`<section class="panel urgent" hidden></section>`;
let drains = false;
/** @type {Overview | null} */
let last = null;

title(say("processes.title"));
begin().catch((error) => put(page, html`<h1>${say("processes.title")}</h1><p class="note bad">${error.message}</p>`));

async function begin() {
  const who = await top.who;
  const heading = html`<h1>${say("processes.title")}</h1>`;
  if (!may(who, "see_processes")) {
    put(page, heading, html`<p class="note">${say("processes.only")} ${say("processes.sign_in")}</p>
      <p><a class="button primary" href="/sign-in?then=/processes">${say("nav.sign_in")}</a></p>`);
    return;
  }
  drains = may(who, "drain_process");
  const found = await get("/api/v1/processes");
  if (!found.several) {
    put(page, heading, html`<p class="note">${say("processes.alone")}</p>`);
    return;
  }
  put(page, heading, html`<p class="muted">${say("processes.lead")}</p>`, said, nobody, shown);
  show(found);
  setTimeout(look, EVERY);
}

async function look() {
  if (document.visibilityState === "visible") {
    try {
      show(await get("/api/v1/processes"));
    } catch {
      put(said, html`<span class="bad">${say("processes.lost")}</span>`);
    }
  }
  setTimeout(look, EVERY);
}

/** @param {Overview} seen */
function show(seen) {
  for (const each of changes(last, seen)) announce(each);
  last = seen;
  put(said, seen.processes.length ? say("processes.count", { n: seen.processes.length, time: time(seen.now) }) : say("processes.none"));
  const ids = new Set(seen.processes.map((process) => process.id));
  for (const [id, card] of cards) {
    if (ids.has(id)) continue;
    card.element.remove();
    cards.delete(id);
  }
  for (const process of seen.processes) {
    if (!cards.has(process.id)) {
      const card = processCard(process.id, drains, show);
      cards.set(process.id, card);
      shown.append(card.element);
    }
    cards.get(process.id).show(process, seen);
  }
  const left = tablesOf(seen, null);
  nobody.hidden = !left.length;
  put(nobody, html`<h2>${say("processes.nobody")}</h2><ul>${left.map(
    ({ name, game, why }) => html`<li>${why ? sentence(why) : say("processes.nobody.waits", { name, game })}</li>`)}</ul>`);
}
