/* One's own round in the list: the hand as a picture, what it brought, and what its mistakes gave away. */

import { face } from "../cards.js";
import { html } from "../dom.js";
import { gain, money, time } from "../format.js";
import { cardName, list, say } from "../text.js";
import "../text/after.js";
import { given, SIGNS } from "./cost.js";

/** @import { Me, RoundReckoned } from "../../types.d.ts" */

/** @param {string} key
    @param {string[]} cards */
function part(key, cards) {
  if (!cards.length) return null;
  const words = say(`after.hand.${key}`, { cards: list(cards.map(cardName)) });
  return html`<span class=${`hand-part ${key === "own" ? "" : "other"}`} role="img" aria-label=${words} title=${words}>
    ${cards.map((card) => html`<span>${face(card)}</span>`)}</span>`;
}

/** Cards as pictures: one's own, the common ones, the dealer's.
    @param {Pick<RoundReckoned, "cards" | "community" | "dealer">} round */
export const picture = (round) => html`<span class="hand">${round.cards.map((cards) => part("own", cards))}${part("community", round.community)}${part("dealer", round.dealer)}</span>`;

/** @param {RoundReckoned} round */
function decided(round) {
  const kind = round.worst ?? (round.state === "working" ? "working" : "");
  if (!kind) return html`<span class="muted">${say(round.state === "unknown" ? "after.unknown" : "after.none")}</span>`;
  const words = round.mistakes ? say("after.mistakes", { n: round.mistakes, money: given(round.cost_cents) }) : say(`after.${kind}`);
  return html`<span class=${`mark ${kind}`} title=${say(`after.${kind}`)}><b aria-hidden="true">${SIGNS[kind]}</b> ${words}</span>`;
}

/** @param {RoundReckoned} round
    @param {Me} who */
export function line(round, who) {
  const { net } = round;
  const kind = net < 0 ? "bad" : net > 0 ? "good" : "";
  const marks = [
    round.practice && !who.guest && html`<span class="badge">${say("round.practice")}</span>`,
    round.void && html`<span class="badge">${say("round.void")}</span>`,
    round.irregularities > 0 && html`<span class="badge">${say("round.irregular", { n: round.irregularities })}</span>`,
  ];
  return html`<tr>
    <td class="muted">${time(round.at)}</td>
    <td><a href=${`/rounds/${round.table}/${round.round}`}>${say("round.title", { table: round.name, round: round.round })}</a> ${marks}</td>
    <td class="number">${money(round.wagered)}</td>
    <td class="number">${money(round.returned)}</td>
    <td class=${`number ${kind}`}>${gain(net)}</td>
    <td class="round-hand">${picture(round)}</td>
    <td class="decided">${decided(round)}</td>
  </tr>`;
}
