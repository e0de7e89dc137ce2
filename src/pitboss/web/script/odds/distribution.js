/* How a round can end, as a chart: one bar for each result, on a logarithmic scale, drawn as wide as there is room. */

import { html, put, svg } from "../dom.js";
import { number } from "../format.js";
import { say } from "../text.js";
import { chance, paytableName } from "./figures.js";

const ROW = 25;
const LEFT = 92;
const LETTER = 7.6;
const RIGHT = 104;
const MOST = 26;

/** Many rare results at the end are told together; each keeps its part of the sum. */
function rowsOf(distribution) {
  const found = distribution.map(({ units, chance: p }) => ({ units, p, name: signed(units) }));
  if (found.length <= MOST) return found;
  const rest = found.slice(MOST - 1);
  const name = say("odds.distribution.more", { n: signed(rest[0].units) });
  return [...found.slice(0, MOST - 1), { units: rest[0].units, p: rest.reduce((sum, each) => sum + each.p, 0), name }];
}

const signed = (units) => number(units, { signDisplay: "exceptZero", maximumFractionDigits: 2 });

function drawn(rows, width) {
  const least = Math.floor(Math.log10(Math.min(...rows.map((row) => row.p))));
  const left = Math.max(LEFT, 12 + LETTER * Math.max(...rows.map(({ name }) => name.length)));
  const room = Math.max(80, width - left - RIGHT);
  const along = (p) => left + (room * (Math.log10(p) - least)) / -least;
  const height = rows.length * ROW + 30;
  const marks = Array.from({ length: -least + 1 }, (_, n) => least + n).filter((n) => -least < 6 || n % 2 === 0);
  const scale = marks.map((power) => {
    const x = along(10 ** power);
    return svg`<g><line class="grid" x1=${x} x2=${x} y1="0" y2=${rows.length * ROW + 6}></line>
      <text class="tick" x=${x} y=${height - 8}>${power === 0 ? "1" : tick(power)}</text></g>`;
  });
  const bars = rows.map(({ units, p, name }, place) => {
    const y = place * ROW + 4;
    const kind = units < 0 ? "lost" : units > 0 ? "won" : "even";
    const end = along(p);
    return svg`<g><text class="result" x=${left - 8} y=${y + 13}>${name}</text>
      <rect class=${`bar ${kind}`} x=${left} y=${y} width=${Math.max(1.5, end - left)} height="17" rx="2"></rect>
      <text class="chance" x=${end + 6} y=${y + 13}>${chance(p)}</text></g>`;
  });
  return svg`<svg class="distribution" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
    aria-hidden="true">${scale}${bars}</svg>`;
}

function tick(power) {
  return power >= -4 ? `1/${number(10 ** -power)}` : `10${String(power).replace(/./g, (sign) => SUPER[sign])}`;
}

const SUPER = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** The chart and, for those who hear the page, the same as a table. `element.show(row)` draws another paytable; which one
    is said where there are several. */
export function distribution(first, several) {
  const place = html`<div class="distribution-place"></div>`;
  const heard = html`<tbody></tbody>`;
  const which = html`<b></b>`;
  let rows = [];
  let [width, drawnAt] = [0, 0];
  // The width is told, not asked for: to ask would make the browser measure the page for each of its charts.
  const draw = (room = width) => {
    width = Math.floor(room);
    if (!width || width === drawnAt) return;
    drawnAt = width;
    put(place, drawn(rows, width));
  };
  const element = html`<figure class="chart">
    <figcaption class="muted">${which} ${say("odds.distribution.lead", { base: first.base_title })}</figcaption>${place}
    <div class="unseen"><table><caption>${say("odds.distribution")}</caption>
      <thead><tr><th scope="col">${say("odds.distribution.result")}</th>
      <th scope="col">${say("odds.distribution.chance")}</th></tr></thead>${heard}</table></div></figure>`;
  element.show = (row) => {
    which.textContent = several ? `${paytableName(row)}.` : "";
    rows = rowsOf(row.distribution);
    const line = (each) =>
      html`<tr><th scope="row">${signed(each.units)}</th><td>${chance(each.chance)}</td></tr>`;
    put(heard, row.distribution.map(line));
    drawnAt = 0;
    draw();
  };
  element.show(first);
  new ResizeObserver(([{ contentRect }]) => draw(contentRect.width)).observe(place);
  return element;
}
