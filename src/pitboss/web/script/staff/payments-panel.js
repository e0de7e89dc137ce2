/* To pay: each hand that was settled in this round, wager by wager, with the chips that make the payment. */

import { chip } from "../chips.js";
import { change } from "../denominations.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { say } from "../text.js";
import "../text/entry.js";

/** @import { Payment, Payments } from "./payments.js" */
/** @import { Work } from "./work.js" */

/** Draws what is to be paid; hides the panel while nothing is.
    @param {HTMLElement} panel
    @param {HTMLElement} body
    @param {Payments} payments
    @param {Work} now */
export function showPayments(panel, body, payments, now) {
  const hands = payments.hands;
  panel.hidden = !hands.length;
  put(body, hands.map(({ seat, lines }, n) => hand(seat, lines, n === 0, now)));
}

/** @param {number} seat
    @param {Payment[]} lines
    @param {boolean} last
    @param {Work} now */
function hand(seat, lines, last, now) {
  const total = lines.reduce((sum, each) => sum + each.out, 0);
  return html`<section class=${last ? "pay-hand last" : "pay-hand"}><h3>${now.seat(seat)}</h3>
    <ul role="list">${lines.map((line) => one(line, now))}</ul>
    ${total && lines.filter((each) => each.out).length > 1 ? html`<p class="pay-total"><b>${say("pay.total", { amount: money(total) })}</b></p>` : null}</section>`;
}

/** @param {Payment} line
    @param {Work} now */
function one({ wager, pays, out, takes }, now) {
  const name = html`<span class="pay-wager">${wager ? now.wager(wager) : pays}</span>`;
  if (out) {
    return html`<li class="pays">${name}<b>${say("pay.pay", { amount: money(out) })}</b>${wager && pays ? html`<small>${pays}</small>` : null}${chips(out)}</li>`;
  }
  return html`<li>${name}<span>${takes ? say("pay.take", { amount: money(takes) }) : say("pay.nothing")}</span>${pays && !takes ? html`<small>${pays}</small>` : null}</li>`;
}

/** "2 × $25, 1 × $5", with the chips drawn.
    @param {number} cents */
export function chips(cents) {
  const { chips: made, left } = change(cents);
  return html`<span class="pay-chips">${made.map(([worth, n]) =>
    html`<span class="pay-chip">${chip(worth)}<span>${say("pay.chips", { n, worth: money(worth) })}</span></span>`)}
    ${left ? html`<span class="pay-chip">${say("pay.left", { amount: money(left) })}</span>` : null}</span>`;
}
