/* What lies on the table of a task, in words and in cards that can be read: for those who hear the page, and for small
   windows. */

import { face } from "../cards.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { cardName, list, say } from "../text.js";

/** @import { SeatView, View } from "../../types.d.ts" */

/** A row of cards with what they are.
    @param {readonly string[]} cards
    @param {string} name */
export const cardRow = (cards, name) =>
  html`<div class="school-row"><div class="school-cards ${cards.length > 5 ? "many" : ""}" role="img" aria-label=${`${name}: ${list(cards.map(cardName))}`}>
    ${cards.map((code) => html`<span>${face(code)}</span>`)}</div><span class="school-row-name" aria-hidden="true">${name}</span></div>`;

/** The places that belong to nobody, as far as something lies there.
    @param {View} view
    @returns {[string, string[]][]} */
function common(view) {
  /** @type {[string, string[]][]} */
  const all = [
    [say("task.dealer"), view.dealer],
    [say("task.community"), view.community],
    [say("task.box"), view.box],
    [say("task.aside"), view.set_aside],
  ];
  return all.filter(([, cards]) => cards.length);
}

/** The cards of the dealer and of the middle, and those of one position, large enough to be read.
    @param {HTMLElement} element
    @param {View} view
    @param {number} seat */
export function strip(element, view, seat) {
  const at = view.seats.find((each) => each.number === seat);
  const rows = common(view);
  if (at?.cards.length) rows.push([say("task.position", { seat }), at.cards]);
  element.hidden = !rows.length;
  put(element, rows.map(([name, cards]) => cardRow(cards, name)));
}

/** Everything that lies on the table, as a list. `wager` names an area.
    @param {View} view
    @param {(id: string) => string} wager */
export function inWords(view, wager) {
  const seats = view.seats.filter((seat) => seat.player || seat.cards.length);
  return html`<ul>${common(view).map(([name, cards]) => html`<li><b>${name}</b>: ${list(cards.map(cardName))}</li>`)}
    ${view.burned ? html`<li>${say("task.burned", { n: view.burned })}</li>` : null}
    ${Object.entries(view.meters).map(([name, cents]) => html`<li><b>${name}</b>: ${money(cents, { always: true })}</li>`)}
    ${seats.map((seat) => html`<li><b>${say("task.position", { seat: seat.number })}</b> ${seat.player}: ${held(seat, wager)}</li>`)}</ul>`;
}

/** @param {SeatView} seat
    @param {(id: string) => string} wager */
function held(seat, wager) {
  const cards = seat.cards.length ? list(seat.cards.map(cardName)) : say("task.cards.none");
  const stakes = Object.entries(seat.wagers).map(([id, cents]) => `${wager(id)} ${money(cents)}`);
  const lammers = seat.lammers.map((id) => `${wager(id)}: ${say("task.lammer")}`);
  return [cards, seat.in_rack ? say("task.in_rack") : "", ...stakes, ...lammers].filter(Boolean).join("; ");
}
