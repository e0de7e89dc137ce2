/* The chart of the best play. It is the house's own drawing; its words are put beside it for those who cannot see it. */

import { html, put } from "../dom.js";
import { percent } from "../format.js";
import { say } from "../text.js";
import { ready } from "./load.js";
import { sideways } from "./sideways.js";

/** The chart of a game, or of a table's terms.
    @param {string} game
    @param {number | null} table */
export function strategy(game, table) {
  const place = html`<div class="strategy"><p class="working">${say("odds.working.chart")}</p></div>`;
  const address = `/api/v1/odds/${game}/chart.svg${table ? `?table=${table}` : ""}`;
  ready(address).then(
    (text) => put(place, shown(text, address)),
    (error) => put(place, html`<p class="note bad">${say("odds.failed", { message: error.message })}</p>`),
  );
  return place;
}

const ENGLISH = "2.5%";

/** The drawing is the same for everybody; who writes figures in another way is told how they are meant. */
function otherwise() {
  const here = percent(0.025, 1);
  return here === ENGLISH ? null : html`<p class="muted">${say("odds.strategy.figures", { english: ENGLISH, here })}</p>`;
}

/** @param {string} text
    @param {string} address */
function shown(text, address) {
  // Only its size and its description are read: a drawing taken apart here would bring its own style with it.
  const [width, height] = ["width", "height"].map((name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(text)?.[1]));
  const described = /<desc[^>]*>([^<]*)<\/desc>/.exec(text)?.[1] ?? "";
  const words = new DOMParser().parseFromString(described, "text/html").body.textContent;
  const sentences = words.split(". ").map((each) => html`<p>${each.replace(/\.?$/, ".")}</p>`);
  const chart = html`<img src=${address} alt=${say("odds.strategy.alt")} width=${width} height=${height}>`;
  return html`${sideways(say("odds.strategy"), chart)}
    ${otherwise()}<details><summary>${say("odds.strategy.words")}</summary>${sentences}</details>
    <p class="muted"><a href=${address}>${say("odds.strategy.download")}</a></p>`;
}
