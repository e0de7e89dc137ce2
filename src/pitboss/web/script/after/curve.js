/* What mistakes gave away per 100 hands, session by session: a curve in which luck has no part. The same figures stand in
   a table for those who hear the page. */

import { html, put, svg } from "../dom.js";
import { moment, money, number } from "../format.js";
import { say } from "../text.js";
import "../text/after.js";
import { scale } from "./reckon.js";

/** @typedef {import("./reckon.js").Rate} Rate */

const [LEFT, RIGHT, HEIGHT, EDGE] = [76, 18, 220, 16];

/** @param {Rate[]} rates
    @param {number} width */
function drawn(rates, width) {
  const { along, marks } = scale(0, Math.max(...rates.map(({ rate }) => rate)), HEIGHT - 2 * EDGE);
  /** @type {(rate: number) => number} */
  const y = (rate) => HEIGHT - EDGE - along(rate);
  /** @type {(place: number) => number} */
  const x = (place) => LEFT + 10 + ((width - LEFT - RIGHT - 10) * place) / Math.max(1, rates.length - 1);
  const ends = rates.map(({ rate }, place) => `${x(place).toFixed(1)} ${y(rate).toFixed(1)}`);
  const grid = marks.map((value) => svg`<g><line class=${value === 0 ? "zero" : "grid"} x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)}></line>
    <text class="scale" x=${LEFT - 8} y=${y(value) + 4}>${money(value)}</text></g>`);
  return svg`<svg class="after-chart" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} aria-hidden="true">${grid}
    <path class="line balance" d=${`M${ends.join("L")}`}></path>
    ${rates.map(({ rate }, place) => svg`<circle class="point" cx=${x(place)} cy=${y(rate)} r="4.5"></circle>`)}</svg>`;
}

/** @param {Rate[]} rates */
const heard = (rates) => html`<div class="unseen"><table><caption>${say("after.curve")}</caption>
  <thead><tr><th scope="col">${say("after.sessions.began")}</th><th scope="col">${say("after.rounds")}</th><th scope="col">${say("after.curve.rate")}</th></tr></thead>
  <tbody>${rates.map(({ at, hands, rate }) => html`<tr><th scope="row">${moment(at)}</th><td>${number(hands)}</td><td>${money(Math.round(rate))}</td></tr>`)}</tbody></table></div>`;

/** The curve, and what the last session says beside those before it.
    @param {Rate[]} rates the oldest first, at least two */
export function curve(rates) {
  const place = html`<div class="after-place"></div>`;
  let at = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.floor(contentRect.width);
    if (!width || width === at) return;
    at = width;
    put(place, drawn(rates, width));
  }).observe(place);
  const last = rates[rates.length - 1];
  const before = rates.slice(0, -1);
  const hands = before.reduce((sum, each) => sum + each.hands, 0);
  const usual = before.reduce((sum, each) => sum + each.rate * each.hands, 0) / hands;
  const values = { last: money(Math.round(last.rate)), before: money(Math.round(usual)) };
  const said = Math.round(last.rate) === Math.round(usual) ? "same" : last.rate < usual ? "less" : "more";
  return html`<section class="panel after-curve"><h2>${say("after.curve")}</h2><p class="muted">${say("after.curve.lead")}</p>
    <figure class="after-graph"><figcaption>${say(`after.curve.${said}`, values)}</figcaption>${place}${heard(rates)}</figure></section>`;
}
