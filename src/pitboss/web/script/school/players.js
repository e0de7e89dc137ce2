/* What a player's answers in one game come to, and the strategy that is taught with what each of its rules saves. */

import { get } from "../api.js";
import { html, put } from "../dom.js";
import { money, percent } from "../format.js";
import { ready } from "../odds/load.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";
import "../text/school.js";

/** @import { PlayerSums, StrategyTaught, Working } from "../../types.d.ts" */

const AGAIN = 1_500;

/** @param {string} game */
export function forPlayers(game) {
  const sums = html`<p class="school-sums" role="status"></p>`;
  const rules = html`<div></div>`;
  const strategy = html`<details class="school-strategy"><summary>${say("school.strategy")}</summary>${rules}</details>`;
  strategy.addEventListener("toggle", () => strategy.open && !rules.childElementCount && taught(game, rules));
  count(game, sums);
  return html`<div class="school-player">${sums}${strategy}</div>`;
}

/** @param {string} game
    @param {HTMLElement} place */
async function count(game, place) {
  for (;;) {
    /** @type {PlayerSums | null} */
    const told = await get(`/api/v1/school/decisions?game=${encodeURIComponent(game)}`).catch(() => null);
    if (!told?.answers) return;
    put(place, line(told));
    if (!told.waiting) return;
    await new Promise((on) => setTimeout(on, AGAIN));
    if (!place.isConnected) return;
  }
}

/** @param {PlayerSums} told */
function line({ answers, mistakes, streak, longest, cost_cents, waiting }) {
  const cost = say(waiting ? "school.sums.waiting" : "school.sums.cost", { money: money(Math.round(cost_cents)) });
  return [say("school.sums", { n: answers, mistakes }), say("school.sums.streak", { streak, longest }), cost].join(" ");
}

/** @param {string} game
    @param {HTMLElement} place */
async function taught(game, place) {
  /** @param {Working} working */
  const waits = ({ done }) => put(place, html`<p class="muted" role="status">${say("school.working")} ${percent(done, 0)}</p>`);
  waits({ state: "working", what: "", done: 0 });
  try {
    put(place, table(await ready(`/api/v1/school/strategies/${encodeURIComponent(game)}`, waits)));
  } catch (error) {
    put(place, refusal(error));
  }
}

/** @param {StrategyTaught} told */
const table = ({ title, unit, best_percent, rules }) => html`<p><b>${title}</b>. ${say("school.strategy.best", { value: share(best_percent), unit })}</p>
  <div class="scroll"><table><caption>${say("school.strategy.about", { unit })}</caption>
    <thead><tr><th scope="col">${say("school.strategy.rule")}</th><th scope="col" class="number">${say("school.strategy.lost")}</th></tr></thead>
    <tbody>${rules.map((rule) => html`<tr><th scope="row">${rule.title}: ${rule.words}</th>
      <td class="number" title=${rule.cost}>${share(rule.cost_percent)}</td></tr>`)}</tbody></table></div>`;

/** @param {number} value in percent */
const share = (value) => percent(value / 100, 3);
