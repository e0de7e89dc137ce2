/* How a round can end, as a chart: one bar for each result, on a logarithmic scale, drawn as wide as there is room. */

import { html, put, svg } from "../dom.js";
import { say } from "../text.js";
import { barsOf, scaleOf, signed, tick } from "./bars.js";
import { chance, paytableName } from "./figures.js";

/** @import { OddsRow } from "../../types.d.ts" */

/** @typedef {import("./bars.js").Bar} Bar */

const ROW = 25;
/** @param {Bar[]} rows
    @param {number} width */
function drawn(rows, width) {
  const { left, along, marks } = scaleOf(rows, width);
  const height = rows.length * ROW + 30;
  const scale = marks.map((power) => {
    const x = along(10 ** power);
    return svg`<g><line class="grid" x1=${x} x2=${x} y1="0" y2=${rows.length * ROW + 6}></line>
      <text class="tick" x=${x} y=${height - 8}>${tick(power)}</text></g>`;
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

/** The chart and, for those who hear the page, the same as a table. `element.show(row)` draws another paytable; which one
    is said where there are several.
    @param {OddsRow} first
    @param {boolean} several */
export function distribution(first, several) {
  const place = html`<div class="distribution-place"></div>`;
  const heard = html`<tbody></tbody>`;
  const which = html`<b></b>`;
  /** @type {Bar[]} */
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
  /** @param {OddsRow} row */
  element.show = (row) => {
    which.textContent = several ? `${paytableName(row)}.` : "";
    rows = barsOf(row.distribution);
    /** @param {{ units: number, chance: number }} each */
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
