/* The odds: all games beside each other at /odds, one game with everything at /odds/{game}. */

import { get } from "./api.js";
import { find, html, put } from "./dom.js";
import { gamePage } from "./odds/game.js";
import { overview } from "./odds/overview.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/odds.js";

const game = location.pathname.split("/")[2] ?? "";
const asked = new URLSearchParams(location.search).get("table") ?? "";
const table = /^\d{1,9}$/.test(asked) ? asked : "";

/** The page of these games: [{ game, title }] as the house lists them.
    @param {{ game: string, title: string }[]} games */
function show(games) {
  const named = games.find((each) => each.game === game)?.title;
  const heading = named ? say("odds.title.game", { game: named }) : say("odds.title");
  title(heading);
  const body = html`<div class=${named ? "odds-game" : "odds-all"}></div>`;
  put(
    find("#page"),
    html`<header class="odds-head"><div><h1>${heading}</h1>
      <p class="muted">${say("odds.lead")}</p></div>
      ${named ? html`<button type="button" class="small" @click=${() => print()}>${say("odds.print")}</button>` : null}</header>`,
    html`<nav class="odds-games" aria-label=${say("odds.games")}>${games.map(
      (each) => html`<a href=${`/odds/${each.game}`} aria-current=${each.game === game ? "page" : null}>${each.title}</a>`,
    )}</nav>`,
    body,
  );
  if (named) gamePage(body, game, table);
  else overview(body, games);
}

shell("odds");
title(say("odds.title"));
get("/api/v1/games").then(show, ({ message }) =>
  put(find("#page"), html`<h1>${say("odds.title")}</h1><p class="note bad">${say("odds.failed", { message })}</p>`),
);
