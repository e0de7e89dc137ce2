/* The school: what there is to learn in each game, where one stands, and one great button for what is needed most. */

import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { refusal } from "./refusal.js";
import { audienceOf, practise } from "./school/address.js";
import { entry } from "./school/entry.js";
import { drillPanel } from "./school/overview.js";
import { forPlayers } from "./school/players.js";
import { counts, forWhom, overall, percentOf, standing, titles } from "./school/reckon.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/school.js";

/** @import { Me, SchoolGame, SchoolShown } from "../types.d.ts" */
/** The exercises for dealers, or those for players. @typedef {{ audience: string, school: SchoolShown, others: boolean }} Part */

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
    draw(await get("/api/v1/school"), audienceOf(location.search) || "dealers", who);
  } catch (error) {
    put(page, html`<h1>${say("school.title")}</h1>`, refusal(error),
      html`<p><button type="button" class="primary" @click=${begin}>${say("school.again")}</button></p>`);
  }
}

/** @param {SchoolShown} whole
    @param {string} audience
    @param {Me | null} who */
function draw(whole, audience, who) {
  const wanted = new URLSearchParams(location.search).get("game");
  const school = forWhom(whole, audience);
  const others = new Set(whole.games.flatMap(({ drills }) => drills.map((drill) => drill.audience))).size > 1;
  const whose = others ? switched(audience, (next) => draw(whole, next, who)) : null;
  put(page, welcome({ audience, school, others }, who, whose), school.games.length ? games : html`<p class="note">${say("school.none")}</p>`);
  if (school.games.length) choose({ audience, school, others }, school.games.find(({ game }) => game === wanted) ?? school.games[0]);
}

/** Which exercises are looked at.
    @param {string} audience
    @param {(next: string) => void} look */
const switched = (audience, look) => html`<fieldset class="choices school-whose"><legend class="unseen">${say("school.whose")}</legend>${["dealers", "players"].map(
  (each) => html`<label><input type="radio" name="whose" ?checked=${each === audience} @change=${() => {
    remember(each, new URLSearchParams(location.search).get("game") ?? "");
    look(each);
    find(".school-whose input:checked").focus();
  }}><span>${say(`school.whose.${each}`)}</span></label>`)}</fieldset>`;

/** The address follows what is looked at, so that it can be kept.
    @param {string} audience
    @param {string} game */
function remember(audience, game) {
  const search = new URLSearchParams({ ...(audience === "players" && { for: audience }), ...(game && { game }) });
  history.replaceState(null, "", `/school${search.size ? `?${search}` : ""}`);
}

/** @param {Part} part
    @param {Me | null} who
    @param {any} whose */
function welcome({ audience, school, others }, who, whose) {
  const found = counts(school);
  const begun = found.due + found.weak + found.known;
  const hint = say(!begun ? "school.needed.first" : found.due ? "school.needed.hint" : "school.needed.rest", { n: found.due, fresh: found.new });
  const plays = audience === "players" ? ".players" : "";
  return html`<section class="school-welcome"><div class="school-welcome-words">${whose}<h1>${say(`school.title${plays}`)}</h1><p>${say(`school.lead${plays}`)}</p>
      <p class="school-way"><a class="button great" href=${practise(others ? { audience } : {})}>${say("school.needed")}</a> <small>${hint}</small></p>
      ${audience === "dealers" && may(who, "sit_exam") ? html`<p><a href="/school/exam">${say("school.exam")}</a></p>` : null}
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

/** Shows one game.
    @param {Part} part
    @param {SchoolGame} chosen */
function choose(part, chosen) {
  const { audience, school } = part;
  const tabs = school.games.map((each) => {
    const { seen, share } = overall(each.drills);
    const due = each.drills.flatMap(({ topics }) => topics).filter((topic) => standing(topic, school.now) === "due").length;
    return html`<button type="button" class="school-game" aria-pressed=${String(each === chosen)} @click=${() => {
      remember(audience, each.game);
      choose(part, each);
      games.querySelector("[aria-pressed=true]").focus();
    }}><b>${each.title}</b> <small>${seen ? `${percentOf(share ?? 0)}` : say("school.why.new")}${due ? html` <i class="school-why due">${say("school.due.count", { n: due })}</i>` : null}</small></button>`;
  });
  const { all, seen } = overall(chosen.drills);
  put(games, html`<h2 id="school-games">${say("school.games")}</h2><div class="school-tabs">${tabs}</div>
    <header class="school-game-head"><div><h2>${chosen.title}</h2><p class="muted">${say("school.begun", { seen, all })}</p></div>
      <a class="button" href=${practise({ game: chosen.game, ...(part.others && { audience }) })}>${say("school.game.need")}</a></header>
    ${audience === "players" ? forPlayers(chosen.game) : null}
    <div class="school-drills">${chosen.drills.map((drill) => drillPanel(chosen.game, drill, school.now))}</div>`);
}
