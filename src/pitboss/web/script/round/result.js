/* What a round paid: every wager with its odds and its clause, and what each player wagered and got back. */

import { html } from "../dom.js";
import { gain, money } from "../format.js";
import { say } from "../text.js";
import { reason } from "../text/events.js";
import { pays } from "../text/pays.js";
import { why } from "../why.js";

const LINES = new Set(["WagerSettled", "WagerCollected", "PayoutCut", "EnvyPaid"]);

/** Cents that went to the player by this event, the stake that came back not counted. */
function paid(event) {
  if (event.is === "WagerSettled") return event.won + event.back - event.stake;
  return event.is === "EnvyPaid" ? event.cents : -event.cents;
}

function staked(event) {
  if (event.is === "WagerSettled") return money(event.stake);
  return event.is === "WagerCollected" ? money(event.cents) : "";
}

function result(event, called) {
  if (event.is === "WagerCollected") return say("round.result.collected");
  if (event.is === "PayoutCut") return say("round.result.cut");
  if (event.is === "EnvyPaid") return say("round.result.envy", { seat: event.of_seat });
  const looked = reason(event, called);
  return looked ? `${pays(event.pay)} (${looked})` : pays(event.pay);
}

/** The table of payments; nothing but a sentence where nobody played. */
export function payments(round, called) {
  const lines = round.events.map((each) => each.event).filter((event) => LINES.has(event.is));
  if (!round.hands.length) return html`<p class="muted">${say("round.result.none")}</p>`;
  const players = new Map(round.hands.map((hand) => [hand.seat, hand.player]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("round.result")}><table class="payments">
    <caption>${say("round.result.total", { wagered: money(round.wagered), returned: money(round.returned) })}</caption>
    <thead><tr>
      ${["player", "wager"].map((key) => html`<th scope="col">${say(`round.result.${key}`)}</th>`)}
      <th scope="col" class="number">${say("round.result.stake")}</th>
      <th scope="col">${say("round.result.result")}</th>
      <th scope="col" class="number">${say("round.result.paid")}</th>
      <th scope="col">${say("round.result.why")}</th>
    </tr></thead>
    <tbody>
      ${lines.map((event) => html`<tr>
        <td>${event.seat}. ${players.get(event.seat) ?? ""}</td>
        <td>${event.wager ? called.wager(event.wager) : ""}</td>
        <td class="number">${staked(event)}</td>
        <td>${result(event, called)}</td>
        <td class=${`number ${paid(event) < 0 ? "bad" : paid(event) > 0 ? "good" : ""}`}>${gain(paid(event))}</td>
        <td>${why(event.clause)}</td>
      </tr>`)}
    </tbody>
    <tfoot>
      ${round.hands.map((hand) => {
        const net = hand.returned - hand.wagered;
        return html`<tr><th scope="row" colspan="2">${hand.seat}. ${hand.player}</th>
          <td class="number">${money(hand.wagered)}</td>
          <td>${say("round.result.returned", { returned: money(hand.returned) })}</td>
          <td class=${`number ${net < 0 ? "bad" : net > 0 ? "good" : ""}`}><b>${gain(net)}</b></td><td></td></tr>`;
      })}
    </tfoot>
  </table></div>`;
}
