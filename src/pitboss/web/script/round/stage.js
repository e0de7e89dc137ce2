/* The table at one step of a replay: cards and chips at their places, drawn as small as a page beside a text allows. */

import { face } from "../cards.js";
import { stack } from "../chips.js";
import { html } from "../dom.js";
import { gain, money } from "../format.js";
import { cardName, list, say } from "../text.js";

/** @import { Called } from "./panel.js" */
/** @import { AnyEvent, Lying, Position, Step } from "./replay.js" */
/** @import { ResultLaid } from "../../types.d.ts" */

const UNKNOWN = "??";
/** @type {("dealer" | "community" | "box")[]} */
const MIDDLE = ["dealer", "community", "box"];

/** Which place an event is about: a seat's number or the name of a place.
    @param {any} event
    @returns {string} */
export function placeOf(event) {
  if (event.seat) return String(event.seat);
  return event.to ?? event.place ?? "";
}

/**
 * The drawing. `seen(seat)` says whether this reader may look at a seat's cards that lie face down: his own, or all of
 * them where he wants to see everything.
 * @param {Step} step
 * @param {Called} called
 * @param {{ open: boolean, own: Set<number> }} how
 */
export function stage(step, called, { open, own }) {
  const { table, event } = step;
  const now = placeOf(event);
  const middle = MIDDLE.map((name) => {
    const hand = name === "dealer" ? table.dealerHand : "";
    const fresh = now === name && event.is === "CardsDealt" ? event.cards.length : 0;
    return table[name].length ? spot(name, table[name], { open, now: now === name, hand, fresh }) : null;
  });
  /** @type {[string, Lying[]][]} */
  const away = [
    ["burn", table.burn],
    ["aside", table.aside],
  ];
  const spent = away.map(([name, cards]) => (cards.length ? spot(name, cards, { open, now: now === name, small: true }) : null));
  const numbers = [...table.seats].sort(([a], [b]) => a - b);
  return html`<div class="felt"><h2 class="unseen">${say("round.stage")}</h2>
    <div class="felt-middle">${middle}${spent}</div>
    <div class="felt-seats">
      ${numbers.map(([number, seat]) => {
        const mine = own.has(number);
        const fresh = now === String(number) && event.is === "CardsDealt" ? event.cards.length : 0;
        return position(number, seat, called, { open: open || mine, mine, now: now === String(number), event, fresh });
      })}
    </div>
  </div>`;
}

/** What is seen of cards: one that lies face down only where this reader may look at it.
    @param {{ card: string, up: boolean }[]} cards
    @param {boolean} open */
export const faces = (cards, open) => cards.map(({ card, up }) => (up || open ? card : UNKNOWN));

/** @param {Lying[]} cards
    @param {boolean} open */
function row(cards, open, fresh = 0) {
  const codes = faces(cards, open);
  const heard = codes.length ? list(codes.map(cardName)) : say("round.cards.none");
  return html`<div class=${codes.length > 5 ? "felt-cards many" : "felt-cards"} role="img" aria-label=${heard}>
    ${codes.map((code, index) => {
      const hidden = !cards[index].up && code !== UNKNOWN;
      const name = ["felt-card", hidden && "peeked", index >= codes.length - fresh && "fresh"].filter(Boolean).join(" ");
      return html`<span class=${name}>${face(code)}</span>`;
    })}
  </div>`;
}

/** @param {string} name
    @param {Lying[]} cards
    @param {{ open: boolean, now: boolean, hand?: string, small?: boolean, fresh?: number }} how */
function spot(name, cards, { open, now, hand = "", small = false, fresh = 0 }) {
  return html`<section class=${`felt-spot ${small ? "little" : ""} ${now ? "now" : ""}`}>
    <h3>${say(`round.${name}`)}</h3>
    ${row(cards, open, fresh)}
    ${hand ? html`<p class="felt-hand">${hand}</p>` : null}
  </section>`;
}

/** @param {number} number
    @param {Position} seat
    @param {Called} called
    @param {{ open: boolean, mine: boolean, now: boolean, event: AnyEvent, fresh: number }} how */
function position(number, seat, called, { open, mine, now, event, fresh }) {
  const name = `felt-seat ${now ? "now" : ""} ${mine ? "mine" : ""} ${seat.out ? "out" : ""}`;
  const played = seat.results.length > 0;
  const kind = seat.net < 0 ? "lost" : seat.net > 0 ? "won" : "";
  return html`<section class=${name}>
    <h3>${say("round.position", { seat: number })} ${seat.player ? html`<small>${seat.player}${mine ? ` (${say("round.you")})` : ""}</small>` : null}</h3>
    ${seat.cards.length ? row(seat.cards, open, fresh) : null}
    ${seat.hand ? html`<p class="felt-hand">${seat.hand}</p>` : null}
    <ul class="felt-wagers" role="list">
      ${Object.entries(seat.wagers).map(([wager, cents]) => {
        const lammer = seat.lammers.includes(wager);
        const lit = now && event.wager === wager;
        return html`<li class=${lit ? "now" : ""}>${stack(cents)}<span>${called.wager(wager)}</span><b>${money(cents)}</b>
          ${lammer ? html`<small>${say("round.lammer")}</small>` : null}</li>`;
      })}
      ${seat.results.map((result) => paid(result, now && (event.wager ?? "") === result.wager))}
    </ul>
    ${played ? html`<p class=${`felt-net ${kind}`}>${gain(seat.net)}</p>` : null}
  </section>`;
}

/** One line of what a position won or lost; envy and what a payout limit takes off are lines of their own.
    @param {ResultLaid} result
    @param {boolean} lit */
function paid({ title, said, kind, net = 0 }, lit) {
  const counted = kind === "won" || kind === "cut";
  return html`<li class=${`result ${kind === "cut" ? "lost" : kind} ${lit ? "now" : ""}`}><span>${title}</span>
    <b>${counted ? gain(net) : said}</b>${counted ? html`<small>${said}</small>` : null}</li>`;
}
