/* The graph: what the rounds brought beside what was to be expected and its band, drawn as wide as there is room. Lines
   differ by their strokes, and are named at their ends; the same figures stand in a table for those who hear the page. */

import { html, put, svg } from "../dom.js";
import { gain } from "../format.js";
import { say } from "../text.js";
import { inside, scale } from "./reckon.js";

/** @typedef {import("./reckon.js").Point} Point */

const [LEFT, RIGHT, HEIGHT, EDGE] = [76, 12, 260, 14];
const ROWS = 20;
/** @type {["expected", "played", "balance"]} */
const LINES = ["expected", "played", "balance"];

/** @param {Point[]} points
    @param {number} width */
function drawn(points, width) {
  const values = points.flatMap(({ balance, low, high, played }) => [balance, low, high, played]);
  const { along, marks } = scale(Math.min(...values), Math.max(...values), HEIGHT - 2 * EDGE);
  /** @type {(value: number) => number} */
  const y = (value) => HEIGHT - EDGE - along(value);
  /** @type {(place: number) => number} */
  const x = (place) => LEFT + ((width - LEFT - RIGHT) * place) / Math.max(1, points.length - 1);
  /** @type {(key: "balance" | "expected" | "played" | "low" | "high") => string[]} */
  const ends = (key) => points.map((point, place) => `${x(place).toFixed(1)} ${y(point[key]).toFixed(1)}`);
  const grid = marks.map((value) => svg`<g><line class=${value === 0 ? "zero" : "grid"} x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)}></line>
    <text class="scale" x=${LEFT - 8} y=${y(value) + 4}>${gain(value)}</text></g>`);
  return svg`<svg class="after-chart" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} aria-hidden="true">
    <path class="band" d=${`M${[...ends("high"), ...ends("low").reverse()].join("L")}Z`}></path>${grid}
    ${LINES.map((key) => svg`<path class=${`line ${key}`} d=${`M${ends(key).join("L")}`}></path>`)}</svg>`;
}

/** A few of many points: the last one is always among them.
    @param {Point[]} points */
export function some(points) {
  const each = Math.ceil((points.length - 1) / ROWS) || 1;
  return points.map((point, place) => ({ ...point, place })).filter(({ place }) => place && (place % each === 0 || place === points.length - 1));
}

const legend = () => html`<ul class="after-legend" aria-hidden="true">${["balance", "expected", "played", "band"].map((key) => html`<li>
  <svg class="after-chart" width="34" height="12">${key === "band" ? svg`<rect class="band" x="1" y="1" width="32" height="10"></rect>` : svg`<path class=${`line ${key}`} d="M1 6H33"></path>`}</svg>
  ${say(`after.chart.${key}`)}</li>`)}</ul>`;

/** @param {Point[]} points */
function heard(points) {
  /** @type {("balance" | "expected" | "played" | "low" | "high")[]} */
  const columns = ["balance", "expected", "played", "low", "high"];
  return html`<div class="unseen"><table class="after-heard"><caption>${say("after.chart")}</caption>
    <thead><tr><th scope="col">${say("after.chart.round")}</th>${columns.map((key) => html`<th scope="col">${say(`after.chart.${key}`)}</th>`)}</tr></thead>
    <tbody>${some(points).map((point) => html`<tr><th scope="row">${point.place}</th>${columns.map((key) => html`<td>${gain(Math.round(point[key]))}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** The graph with its legend and its table.
    @param {Point[]} points */
export function chart(points) {
  const place = html`<div class="after-place"></div>`;
  let at = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.floor(contentRect.width);
    if (!width || width === at) return;
    at = width;
    put(place, drawn(points, width));
  }).observe(place);
  const last = points[points.length - 1];
  return html`<figure class="after-graph"><figcaption>${say("after.chart")}. ${last.high > last.low ? say(inside(last) ? "after.chart.inside" : "after.chart.outside") : ""}</figcaption>
    ${place}${legend()}${heard(points)}</figure>`;
}
