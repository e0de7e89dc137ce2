/* Which hand beats which in this game, with its own cards. Loaded when it is looked at. */

import { get } from "../api.js";
import { face } from "../cards.js";
import { html } from "../dom.js";
import { cardName, list, say } from "../text.js";
import "../text/ranking.js";
import { why } from "../why.js";

/** @import { RankingWords } from "../../types.d.ts" */

/** Cards in a row, named for those who hear them.
    @param {string[]} codes
    @param {Set<string>} removed */
const row = (codes, removed) => html`<div class="ranked-cards" role="img" aria-label=${list(codes.map(cardName))}>
  ${codes.map((code) => html`<span class=${removed.has(code) ? "removed" : ""}>${face(code)}</span>`)}</div>`;

/** The ranking of the game at this table. `removed` are the cards that do not count.
    @param {{ id: number, game: string }} table
    @param {Set<string>} removed */
export async function ranking({ id, game }, removed) {
  /** @type {RankingWords} */
  const { lead, order, hands, text, clause } = await get(`/api/v1/games/${game}/ranking?table=${id}`);
  /** @param {{ words: string, cards: string[] }} hand */
  const one = ({ words, cards }) => html`<li><b>${words}</b>${cards.length ? row(cards, removed) : null}</li>`;
  return html`<div class="ranking"><h2>${say("ranking.title")}</h2>
    ${lead ? html`<p>${lead}</p>` : null}
    ${order.length ? html`<h3>${say("ranking.order")}</h3>${row(order, removed)}` : null}
    ${hands.length ? [html`<h3>${say("ranking.hands")}</h3>`, html`<ol>${hands.map(one)}</ol>`] : null}
    <p>${text} ${why(clause, say("why"))}</p></div>`;
}
