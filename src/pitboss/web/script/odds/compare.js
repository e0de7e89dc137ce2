/* House edges side by side, and the payments of the paytables of one wager beside each other. */

import { html } from "../dom.js";
import { money, percent } from "../format.js";
import { list, say } from "../text.js";
import { why } from "../why.js";
import { byWager, chance, deviation, elsewhere, everyHand, obtained, payAlike, paytableName, share } from "./figures.js";
import { sideways } from "./sideways.js";

/** @import { OddsEnvy, OddsLine, OddsPart, OddsRow } from "../../types.d.ts" */
/** @import { Part } from "./figures.js" */

/** A bar as long as this part of its place.
    @param {number} part */
function bar(part) {
  const element = html`<span class="edge-bar" aria-hidden="true"></span>`;
  element.style.transform = `scaleX(${part})`;
  return element;
}

/** Every wager by every paytable: the place, and what fills it, wager by wager. `here(row)` names the tables of this
    house where it is in force.
    @param {OddsRow[]} rows
    @param {(row: OddsRow) => any} here */
export function edges(rows, here) {
  const widest = Math.max(...rows.map((row) => row.edge), 0.0001);
  const heads = ["edge", "risk", "deviation", "hits"].map(
    (key) => html`<th scope="col" class="number">${say(`odds.${key}`)}</th>`,
  );
  const table = html`<table class="edges">
    <thead><tr><th scope="col">${say("odds.paytable")}</th>${heads}<th scope="col">${say("odds.obtained")}</th></tr></thead>
    </table>`;
  const place = sideways(say("odds.compare"), table);
  const parts = byWager(rows).map((same) => () => table.append(edgesOf(same, widest, here)));
  return { place, parts };
}

/** At which wager the edge holds, and what it is at others; nothing where it is the same at all of them.
    @param {OddsRow} row */
function at(row) {
  const others = elsewhere(row);
  if (!others) return null;
  return html`<small>${say("odds.at.this", { stake: money(row.stake) })}; ${others}</small>`;
}

/** @param {OddsRow[]} same
    @param {number} widest
    @param {(row: OddsRow) => any} here */
function edgesOf(same, widest, here) {
  const best = Math.min(...same.map((row) => row.edge));
  /** @param {OddsRow} row */
  const least = (row) => row.edge === best && same.length > 1;
  return html`<tbody>
    <tr class="edges-wager"><th scope="rowgroup" colspan="6"><a href=${`#${same[0].wager}`}>${same[0].title}</a>
      <small>${say("odds.edge.parts", { base: same[0].base_title })}</small></th></tr>
    ${same.map((row) => html`<tr class=${least(row) ? "least" : ""}>
      <th scope="row">${paytableName(row)}${least(row) ? html` <small class="best">${say("odds.least")}</small>` : null}${here(row)}</th>
      <td class="number edge">${bar(Math.max(0, row.edge) / widest)}<b>${share(row.edge)}</b>${at(row)}</td>
      <td class="number">${share(row.risk)}</td>
      <td class="number">${deviation(row.standard_deviation)}</td>
      <td class="number">${percent(row.hits, 2)}</td>
      <td class="muted how">${obtained(row)}</td>
    </tr>`)}</tbody>`;
}

/** Odds stay in one piece; sentences, such as those of meters, are broken into lines. */
const SHORT = 12;
/** @param {Pick<OddsLine | OddsEnvy, "pays"> | undefined} line */
export function payment(line) {
  const words = line?.pays ?? "–";
  return html`<td class=${words.length > SHORT ? "number long" : "number"}>${words}</td>`;
}

/**
 * The lines of parts that pay alike: the paytables in columns, then the chance of each part by the first paytable. Hands
 * that a paytable does not name stay empty. `alone`: nothing else pays, so that the edge of the wager belongs below.
 * @param {OddsRow[]} rows
 * @param {Part[]} same
 * @param {boolean} alone
 */
function matrix(rows, same, alone) {
  const parts = rows.map((row) => row.parts[same[0].place]);
  const hands = everyHand(parts);
  /** @type {(hand: OddsLine, part: OddsPart | undefined) => OddsLine | undefined} */
  const line = (hand, part) => part?.lines.find((each) => each.hand === hand.hand);
  const caption = rows.length > 1 ? say("odds.lines.caption", { paytable: rows[0].paytable ?? "" }) : null;
  const chances = same.map((part) => rows.map((row) => row.parts[part.place]));
  /** @param {Pick<OddsPart, "title">} part */
  const titled = ({ title }) => (same.length > 1 ? say("odds.lines.chance.of", { title }) : say("odds.lines.chance"));
  const edges = html`<tfoot><tr><th scope="row">${say("odds.edge")}</th>
    ${rows.map((row) => html`<td class="number"><b>${share(row.edge)}</b>${at(row)}</td>`)}${same.map(() => html`<td></td>`)}
  </tr></tfoot>`;
  const heard = `${say("odds.lines")}: ${list(same.map((part) => part.title))}`;
  const table = html`<table class="lines">
    ${caption ? html`<caption>${caption}</caption>` : null}
    <thead><tr><th scope="col">${say("odds.lines.hand")}</th>
      ${rows.map((row) => html`<th scope="col" class="number">${row.paytable ?? say("odds.lines")}</th>`)}
      ${chances.map(([part]) => html`<th scope="col" class="number">${titled(part)}</th>`)}</tr></thead>
    <tbody>${hands.map((hand) => html`<tr><th scope="row">${hand.words} ${why(hand.clause)}</th>
      ${parts.map((part) => payment(line(hand, part)))}
      ${chances.map((all) => {
        const found = all.map((part) => line(hand, part)).find(Boolean); // by the first paytable that names the hand
        return html`<td class="number muted" title=${found?.probability}>${found ? chance(found.chance) : "–"}</td>`;
      })}</tr>`)}</tbody>
    ${alone ? edges : null}
  </table>`;
  return sideways(heard, table);
}

/** The lines of a wager; parts that pay alike are shown together.
    @param {OddsRow[]} rows */
export function lines(rows) {
  const groups = payAlike(rows[0].parts);
  return groups.map((same) => {
    const heading = rows[0].parts.length > 1 ? html`<h4>${list(same.map((part) => part.title))}</h4>` : null;
    return html`${heading}${matrix(rows, same, groups.length === 1)}`;
  });
}

/** The exact fractions of a row, for whoever calculates on.
    @param {OddsRow} row */
export function exact(row) {
  const fractions = {
    edge: row.house_edge,
    risk: row.element_of_risk,
    hits: row.hit_frequency,
    at_risk: row.average_at_risk,
    variance: row.variance,
  };
  const lines = Object.entries(fractions).map(
    ([key, value]) => html`<div><dt>${say(`odds.exact.${key}`)}</dt><dd><code>${value}</code></dd></div>`,
  );
  const readings = Object.entries(row.reading).map(([name, value]) => `${name} ${value}`.replaceAll("_", " "));
  return html`<details class="exact"><summary>${say("odds.exact.title")}</summary>
    <dl>${lines}</dl>
    ${readings.length ? html`<p class="muted">${say("odds.reading", { readings: list(readings) })}</p>` : null}
    ${row.notes.map((note) => html`<p class="muted">${note}</p>`)}</details>`;
}
