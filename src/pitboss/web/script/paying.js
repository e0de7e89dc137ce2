/* What a table pays, as its signs state it: each wager with its paytable, what a hand needs, and its odds. Loaded when
   somebody asks. */

import { game, get } from "./api.js";
import { html, sheet } from "./dom.js";
import { money } from "./format.js";
import { say, sentence } from "./text.js";
import "./text/paying.js";
import { why } from "./why.js";

/** @import { GameWords, LayoutShown, Odds, PaysWords, WagerSign } from "../types.d.ts" */

/** More letters than this take several lines. */
const LONG = 14;

/** Everything the table of this number pays.
    @param {{ id: number, game: string }} table */
export async function paying({ id, game: played }) {
  /** @type {[{ layout: LayoutShown }, GameWords, ...unknown[]]} */
  const [{ layout }, words] = await Promise.all([
    get(`/api/v1/tables/${id}`),
    game(played, id, "pays,decided"),
    sheet("choices"),
    sheet("paying"),
  ]);
  const { text, clause } = words.decided;
  const of = Object.fromEntries(words.pays.map((each) => [each.wager, each]));
  return [
    html`<p class="pays-lead">${text} ${why(clause, say("why"))}</p>`,
    layout.inscriptions.filter(({ id: name }) => name === "payout_limit").map((limit) =>
      html`<p class="pays-lead">${sentence(limit.text)} ${why(limit.clause, say("why"))}</p>`),
    (layout.signs ?? []).filter((sign) => sign.odds.length).map((sign) => paytable(sign, of[sign.wager])),
  ];
}

/** @param {WagerSign} sign
    @param {PaysWords} about */
function paytable(sign, { title, paytable: letter, needs }) {
  const columns = [...new Set(sign.odds.map((line) => line.column))].sort((one, two) => one - two);
  const named = letter && (letter === "custom" ? say("pays.custom") : say("pays.letter", { letter }));
  const facts = [named, range(sign)].filter(Boolean).join(" · ");
  const several = columns.length > 1;
  const head = several ? columns.map((n) => html`<th scope="col" class="number">${say("pays.hands", { n })}</th>`)
    : html`<th scope="col">${say("pays.pays")}</th>`;
  return html`<div class="pays-place ${several ? "scroll wide" : ""}"><table class="pays">
    <caption><b>${title}</b> <small>${facts}</small>${needs ? html`<span class="pays-needs">${needs}</span>` : null}</caption>
    <thead class=${several ? "" : "unseen"}><tr><th scope="col">${say("pays.hand")}</th>${head}<th scope="col">${say("why")}</th></tr></thead>
    <tbody>${[...new Set(sign.odds.map((line) => line.hand))].map((hand) => line(sign, hand, columns))}</tbody></table></div>`;
}

/** @param {WagerSign} sign
    @param {string} hand
    @param {number[]} columns */
function line({ odds }, hand, columns) {
  const found = columns.map((column) => odds.find((each) => each.hand === hand && each.column === column));
  const clause = found.find(Boolean)?.clause;
  /** @param {Odds | undefined} each */
  const cell = (each) => html`<td class="number ${each && each.pays.length > LONG ? "long" : ""}">${each?.pays ?? "–"}</td>`;
  return html`<tr><th scope="row">${sentence(hand).slice(0, -1)}</th>${found.map(cell)}<td>${why(clause, say("why"))}</td></tr>`;
}

/** @param {WagerSign} sign */
function range({ minimum, maximum }) {
  if (!maximum) return "";
  return minimum === maximum ? money(minimum) : say("pays.range", { least: money(minimum), most: money(maximum) });
}
