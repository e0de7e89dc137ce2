/* What a round paid: every wager with its odds and its clause, and what each player wagered and got back. */

import { html } from "../dom.js";
import { gain, money } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";

/** @import { HappenedWorded, RoundTold } from "../../types.d.ts" */
/** @import { Called } from "./panel.js" */

const LINES = new Set(["WagerSettled", "WagerCollected", "WagerReturned", "PayoutCut", "EnvyPaid", "MeterPaid"]);

/** @param {any} event */
export function staked(event) {
  if (event.is === "WagerSettled") return money(event.stake);
  return event.is === "WagerCollected" || event.is === "WagerReturned" ? money(event.cents) : "";
}

/** What a meter paid is part of what its wager won.
    @param {Omit<HappenedWorded, "event"> & { event: any }} happened
    @param {Called} called
    @param {Map<number, string>} players */
function line(happened, called, players) {
  const { event, net: cents, pays, why: looked } = happened;
  return html`<tr class=${event.is === "MeterPaid" ? "meter" : ""}>
    ${cell("player", event.seat ? player(event.seat, players.get(event.seat)) : "")}
    ${cell("wager", event.wager ? called.wager(event.wager) : "")}
    ${cell("stake", staked(event), "number")}
    ${cell("paid", cents === null ? "" : gain(cents), `number ${sign(cents)}`)}
    ${cell("result", looked ? `${pays} (${looked})` : pays)}
    ${cell("why", why(event.clause))}
  </tr>`;
}

/** A cell that knows its title: on a phone a row becomes a slip, and nothing of it is cut off.
    @type {(key: string, content: any, kind?: string | null) => any} */
const cell = (key, content, kind = null) => html`<td class=${kind} data-title=${say(`round.result.${key}`)}>${content}</td>`;

/** @type {(cents: number | null) => string} */
const sign = (cents) => (!cents ? "" : cents < 0 ? "bad" : "good");

/** "3. Ann"; somebody whose name is not told has his number.
    @type {(seat: number, name: string | undefined) => string} */
const player = (seat, name) => (name ? `${seat}. ${name}` : say("round.position", { seat }));

/** What the reader had before and after; nothing for those who did not play.
    @param {Pick<RoundTold, "chips">} round */
export function chips(round) {
  return round.chips.map(({ before, after }) => html`<div class="round-chips"><dl class="great-figures">
    <div><dt>${say("round.chips.before")}</dt><dd>${money(before)}</dd></div>
    <div><dt>${say("round.chips.after")}</dt><dd>${money(after)}</dd></div></dl>
    <p class="muted">${say("round.chips.hint")}</p></div>`);
}

/** The table of payments; nothing but a sentence where nobody played.
    @param {RoundTold} round
    @param {Called} called */
export function payments(round, called) {
  const lines = round.events.filter(({ event }) => LINES.has(event.is));
  if (!round.hands.length) return html`<p class="muted">${say("round.result.none")}</p>`;
  const players = new Map(round.hands.map((hand) => [hand.seat, hand.player]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("round.result")}><table class="payments">
    <caption>${say("round.result.total", { wagered: money(round.wagered), returned: money(round.returned) })}</caption>
    <thead><tr>
      ${["player", "wager"].map((key) => html`<th scope="col">${say(`round.result.${key}`)}</th>`)}
      <th scope="col" class="number">${say("round.result.stake")}</th>
      <th scope="col" class="number">${say("round.result.paid")}</th>
      <th scope="col">${say("round.result.result")}</th>
      <th scope="col">${say("round.result.why")}</th>
    </tr></thead>
    <tbody>${lines.map((each) => line(each, called, players))}</tbody>
    <tfoot>
      ${round.hands.map((hand) => {
        const net = hand.returned - hand.wagered;
        return html`<tr><th scope="row" colspan="2">${player(hand.seat, hand.player)}</th>
          ${cell("stake", money(hand.wagered), "number")}
          ${cell("paid", html`<b>${gain(net)}</b>`, `number ${sign(net)}`)}
          ${cell("result", say("round.result.returned", { returned: money(hand.returned) }))}<td></td></tr>`;
      })}
    </tfoot>
  </table></div>`;
}
