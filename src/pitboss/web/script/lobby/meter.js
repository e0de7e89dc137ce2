/* A meter whose digits turn like those of a counter. Only transforms move; who hears the page hears the amount. */

import { html, put } from "../dom.js";
import { money } from "../format.js";

const DIGITS = Array.from("0123456789");

/** The element; `element.show(cents)` turns it to another amount.
    @param {string} name
    @param {number} cents */
export function meter(name, cents) {
  const reels = html`<span class="reels" aria-hidden="true"></span>`;
  const heard = html`<span class="unseen"></span>`;
  const element = html`<p class="meter"><span class="meter-name">${name}</span>
    <span class="meter-reading">${heard}${reels}</span></p>`;
  let shape = "";
  /** @param {number} amount */
  element.show = (amount) => {
    const text = money(amount, { always: true });
    if (heard.textContent === text) return;
    heard.textContent = text;
    const now = text.replace(/\d/g, "0");
    if (now !== shape) {
      shape = now;
      put(reels, Array.from(text, reel));
    }
    Array.from(text).forEach((sign, place) => turn(reels.children[place], sign));
  };
  element.show(cents);
  return element;
}

/** @param {string} sign */
function reel(sign) {
  if (!/\d/.test(sign)) return html`<span class="reel-sign">${sign}</span>`;
  const digits = DIGITS.map((digit) => html`<span>${digit}</span>`);
  return html`<span class="reel"><span class="reel-strip">${digits}</span></span>`;
}

/** @param {any} element
    @param {string} sign */
function turn(element, sign) {
  if (/\d/.test(sign)) element.firstElementChild.style.transform = `translateY(${-10 * Number(sign)}%)`;
}
