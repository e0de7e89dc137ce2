/* One player on the page: what his decisions cost, and the evidence for each kind of seen cards. */

import { html } from "../dom.js";
import { money, number, percent } from "../format.js";
import { say } from "../text.js";
import { alarmed, byEvidence, counted, evidence, needed, rates } from "./reckon.js";

/** @import { CostlyDecision, PlayerReview, SeenKind } from "../../types.d.ts" */

/** @param {PlayerReview} player
    @param {number} place */
export function playerCard(player, place) {
  const id = `player-${place}`;
  const table = player.paytable ? html`<small>${say("review.paytable", { paytable: player.paytable })}</small>` : null;
  return html`<section class="panel hold ${alarmed(player) ? "urgent" : ""}" aria-labelledby=${id} data-player=${player.player}>
    <h2 id=${id}>${player.player} <small>${player.game}</small> ${table}</h2>
    <p>${counted(player)}</p>
    <dl class="facts">${facts(player)}</dl>
    ${player.kinds.length ? seen(player) : null}
    ${Object.entries(player.not_valued).map(([kind, why]) => html`<p class="note">${say("review.not_valued", { kind, why })}</p>`)}
    ${player.costliest.length ? costliest(player) : null}</section>`;
}

/** @param {PlayerReview} player */
function facts(player) {
  /** @param {number} n */
  const base = (n) => say("review.base", { n: number(n, { maximumFractionDigits: 4 }) });
  /** @type {[string, string][]} */
  const lines = [
    ["cost", base(player.cost_a_hand)],
    ["cost.all", money(Math.round(player.cents))],
    ["edge", percent(player.edge)],
    ["error", percent(player.standard_error)],
  ];
  return lines.map(([key, value]) => html`<div><dt>${say(`review.${key}`)}</dt><dd>${value}</dd></div>`);
}

/** @param {PlayerReview} player */
const seen = (player) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${`${player.player}: ${say("review.seen")}`}><table>
    <caption>${say("review.seen")}</caption>
    <thead><tr><th scope="col">${say("review.kind")}</th>${["evidence", "needed", "win"].map(
      (key) => html`<th scope="col" class="number">${say(`review.${key}`)}</th>`)}<th scope="col">${say("review.state")}</th></tr></thead>
    <tbody>${byEvidence(player).map(kind)}</tbody></table></div>
    <p class="muted">${say("review.rate", rates(player))}</p>`;

/** @param {SeenKind} found */
const kind = (found) =>
  html`<tr><th scope="row">${found.kind}</th><td class="number">${evidence(found.evidence)}</td>
    <td class="number">${needed(found)}</td><td class="number">${number(found.could_win, { maximumFractionDigits: 4 })}</td>
    <td class=${found.alarm === null ? "" : "bad"}>${found.alarm === null ? say("review.calm") : say("review.alarm", { n: found.alarm })}</td></tr>`;

/** @param {PlayerReview} player */
const costliest = (player) =>
  html`<details><summary>${say("review.costliest")}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${`${player.player}: ${say("review.costliest")}`}><table>
    <thead><tr>${["round", "cards", "choice", "best"].map((key) => html`<th scope="col">${say(`review.${key}`)}</th>`)}
      <th scope="col" class="number">${say("review.cost.all")}</th></tr></thead>
    <tbody>${player.costliest.map(costly)}</tbody></table></div></details>`;

/** @param {CostlyDecision} made */
const costly = (made) =>
  html`<tr><th scope="row"><a href=${`/rounds/${made.table}/${made.round}`}>${number(made.round)}</a></th>
    <td>${[...made.own, ...(made.board.length ? ["|", ...made.board] : [])].join(" ")}</td>
    <td>${made.choice.replaceAll("_", " ")}</td><td>${made.best.replaceAll("_", " ")}</td>
    <td class="number">${money(Math.round(made.cents))}</td></tr>`;
