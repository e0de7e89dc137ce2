/* All games beside each other: what the main game costs, as soon as the house has counted it. */

import { html, put } from "../dom.js";
import { say } from "../text.js";
import { byWager, chance, obtained, share, warm } from "./figures.js";
import { ready } from "./load.js";

/** @import { OddsRow } from "../../types.d.ts" */

/** @param {HTMLElement} page
    @param {{ game: string, title: string }[]} games */
export async function overview(page, games) {
  const cards = games.map(({ game, title: name }) => {
    const place = html`<div class="overview-figures"><p class="muted working">${say("loading")}</p></div>`;
    page.append(html`<article class="panel overview" data-game=${game} aria-labelledby=${`of-${game}`}>
      <h2 id=${`of-${game}`}><a href=${`/odds/${game}`}>${name}</a></h2>${place}
      <p><a class="button small" href=${`/odds/${game}`} aria-label=${say("odds.open", { game: name })}>
        ${say("odds.open.short")}</a></p></article>`);
    return [game, place];
  });
  const warmed = warm();
  // One after the other: the house counts on one thread, and the quick ones come first that way.
  for (const [game, place] of cards) {
    try {
      const wait = () => put(place, html`<p class="muted working">${say("odds.working")}</p>`);
      const found = await ready(`/api/v1/odds/${game}`, wait);
      await warmed;
      put(place, figures(found.rows));
    } catch (error) {
      put(place, html`<p class="bad">${say("odds.failed", { message: error.message })}</p>`);
    }
  }
}

/** @type {(values: number[]) => string} */
const range = (values) => {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(share);
  return least === most ? least : say("odds.edge.range", { least, most });
};

/** Where the edge depends on the wager, that at every wager which is told.
    @type {(row: OddsRow) => number[]} */
const everyEdge = ({ edge, at }) => [edge, ...at.map((each) => each.edge)];

/** @param {any[]} rows */
function figures(rows) {
  const [main, ...sides] = byWager(rows);
  return html`<p class="muted">${say("odds.main")}</p>
    <dl class="great-figures">
      <div><dt>${say("odds.edge")} <small>${say("odds.edge.of", { base: main[0].base_title })}</small></dt>
        <dd>${range(main.map((row) => row.edge))}</dd></div>
      <div><dt>${say("odds.risk")}</dt><dd>${range(main.map((row) => row.risk))}</dd></div>
      <div><dt>${say("odds.hits")}</dt><dd>${chance(main[0].hits)}</dd></div>
    </dl>
    <table><thead class="unseen"><tr><th scope="col">${say("odds.wager")}</th>
        <th scope="col">${say("odds.edge")}</th></tr></thead>
      <tbody>${sides.map((same) => html`<tr><th scope="row">${same[0].title}</th>
        <td class="number">${range(same.flatMap(everyEdge))}</td></tr>`)}</tbody></table>
    <p class="muted how">${obtained(main[0])}</p>`;
}
