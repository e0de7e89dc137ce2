/* The school: what there is to learn in each game, where one stands, and one great button for what is needed most. */

import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { refusal } from "./refusal.js";
import { practise } from "./school/address.js";
import { entry } from "./school/entry.js";
import { drillPanel } from "./school/overview.js";
import { counts, overall, percentOf, standing, titles } from "./school/reckon.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/school.js";

/** @import { Me, SchoolGame, SchoolShown } from "../types.d.ts" */

const LISTED = 5;
const top = shell("school");
const page = find("#page");
const games = html`<section class="school-games" aria-labelledby="school-games"></section>`;

title(say("school.title"));
begin();

async function begin() {
  const who = await top.who;
  if (!may(who, "study")) {
    put(page, html`<h1>${say("school.title")}</h1><p class="muted">${say("school.lead")}</p>`, entry(who, () => location.reload()));
    return;
  }
  put(page, html`<p class="muted">${say("loading")}</p>`);
  try {
    draw(await get("/api/v1/school"), who);
  } catch (error) {
    put(page, html`<h1>${say("school.title")}</h1>`, refusal(error),
      html`<p><button type="button" class="primary" @click=${begin}>${say("school.again")}</button></p>`);
  }
}

/** @param {SchoolShown} school
    @param {Me | null} who */
function draw(school, who) {
  const wanted = new URLSearchParams(location.search).get("game");
  put(page, welcome(school, who), school.games.length ? games : html`<p class="note">${say("school.none")}</p>`);
  if (school.games.length) choose(school, school.games.find(({ game }) => game === wanted) ?? school.games[0]);
}

/** @param {SchoolShown} school
    @param {Me | null} who */
function welcome(school, who) {
  const found = counts(school);
  const begun = found.due + found.weak + found.known;
  const hint = say(!begun ? "school.needed.first" : found.due ? "school.needed.hint" : "school.needed.rest", { n: found.due, fresh: found.new });
  return html`<section class="school-welcome"><div class="school-welcome-words"><h1>${say("school.title")}</h1><p>${say("school.lead")}</p>
      <p class="school-way"><a class="button great" href=${practise()}>${say("school.needed")}</a> <small>${hint}</small></p>
      ${may(who, "see_class") ? html`<p><a href="/school/class">${say("school.class")}</a></p>` : null}</div>
    ${school.needed.length ? needed(school) : null}</section>`;
}

/** @param {SchoolShown} school */
const needed = (school) => html`<div class="school-needed"><h2 id="school-needed">${say("school.needed.list")}</h2>
  <ol aria-labelledby="school-needed">${school.needed.slice(0, LISTED).map((each) => {
    const found = titles(school, each);
    return found && html`<li><a href=${practise(each)}><b>${found.topic.title}</b> <span>${found.game} · ${found.drill}</span>
      <i class="school-why ${each.why}">${say(`school.why.${each.why}`)}</i></a></li>`;
  })}</ol></div>`;

/** Shows one game; the address follows, so that it can be kept.
    @param {SchoolShown} school
    @param {SchoolGame} chosen */
function choose(school, chosen) {
  const tabs = school.games.map((each) => {
    const { seen, share } = overall(each.drills);
    const due = each.drills.flatMap(({ topics }) => topics).filter((topic) => standing(topic, school.now) === "due").length;
    return html`<button type="button" class="school-game" aria-pressed=${String(each === chosen)} @click=${() => {
      history.replaceState(null, "", `/school?game=${encodeURIComponent(each.game)}`);
      choose(school, each);
      games.querySelector("[aria-pressed=true]").focus();
    }}><b>${each.title}</b> <small>${seen ? `${percentOf(share ?? 0)}` : say("school.why.new")}${due ? html` <i class="school-why due">${say("school.due.count", { n: due })}</i>` : null}</small></button>`;
  });
  const { all, seen } = overall(chosen.drills);
  put(games, html`<h2 id="school-games">${say("school.games")}</h2><div class="school-tabs">${tabs}</div>
    <header class="school-game-head"><div><h2>${chosen.title}</h2><p class="muted">${say("school.begun", { seen, all })}</p></div>
      <a class="button" href=${practise({ game: chosen.game })}>${say("school.game.need")}</a></header>
    <div class="school-drills">${chosen.drills.map((drill) => drillPanel(chosen.game, drill, school.now))}</div>`);
}
