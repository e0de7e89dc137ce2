/* A class, for those who train it: everybody with an account who has practised, the weakest topics first. */

import { announce } from "./announce.js";
import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { latest } from "./latest.js";
import { refusal } from "./refusal.js";
import { everybody, person } from "./school/class-table.js";
import { since } from "./school/reckon.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/class.js";

/** @import { ClassShown, GameTitle } from "../types.d.ts" */

/** The stretches of time, in days; 0 is everything. */
const DAYS = [1, 7, 30, 0];
const page = find("#page");
const top = shell("school");
const shown = html`<div class="school-class"></div>`;
/** @type {Map<string, string>} */
const titles = new Map();

title(say("class.title"));
begin();

async function begin() {
  const who = await top.who;
  const heading = html`<h1>${say("class.title")}</h1>`;
  if (!may(who, "see_class")) {
    put(page, heading, html`<p class="note">${say("class.only")}</p>
      <p><a class="button primary" href="/sign-in?then=/school/class">${say("nav.sign_in")}</a> <a class="button" href="/school">${say("class.back")}</a></p>`);
    return;
  }
  const times = html`<fieldset class="choices"><legend>${say("class.since")}</legend>${DAYS.map((days) =>
    html`<label><input type="radio" name="days" value=${days} ?checked=${days === 30} @change=${() => look(days)}><span>${say(`class.days.${days}`)}</span></label>`)}</fieldset>`;
  put(page, heading, html`<p class="muted">${say("class.lead")}</p>`, times, shown);
  await look(30);
}

/** @param {number} days */
async function look(days) {
  const isLatest = latest(shown);
  shown.setAttribute("aria-busy", "true");
  try {
    if (!titles.size) {
      /** @type {GameTitle[]} */
      const games = await get("/api/v1/games");
      for (const { game, title: called } of games) titles.set(game, called);
    }
    const from = since(days, Date.now());
    const found = await get(`/api/v1/school/class${from ? `?since=${from}` : ""}`);
    if (isLatest()) draw(found);
  } catch (error) {
    if (isLatest()) put(shown, refusal(error));
  }
  shown.removeAttribute("aria-busy");
}

/** @param {ClassShown} found */
function draw({ trainees, topics, guests }) {
  /** @type {(game: string) => string} */
  const called = (game) => titles.get(game) ?? game;
  put(shown,
    trainees.length
      ? [people(trainees, called), html`<section class="panel" aria-labelledby="class-topics"><h2 id="class-topics">${say("class.topics")}</h2>
          ${everybody(topics, called, say("class.topics"))}</section>`]
      : html`<p class="note">${say("class.none")}</p>`,
    guests ? html`<p class="muted">${say("class.guests", { n: guests })}</p>` : null);
  announce(say("class.count", { n: trainees.length }));
}

/** @param {ClassShown["trainees"]} trainees
    @param {(game: string) => string} called */
const people = (trainees, called) =>
  html`<section class="panel" aria-labelledby="class-people"><h2 id="class-people">${say("class.count", { n: trainees.length })}</h2>
    <ul class="class-people" role="list">${trainees.map((each) => person(each, called))}</ul></section>`;
