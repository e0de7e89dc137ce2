/* The odds: all games beside each other at /odds, one game with everything at /odds/{game}. */

import { find, html, put } from "./dom.js";
import { gamePage } from "./odds/game.js";
import { overview } from "./odds/overview.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/odds.js";

/** The games, those that are counted fastest first. */
const GAMES = [
  ["dragon-poker", "Dragon Poker"],
  ["top-five-poker", "Top Five Poker"],
  ["let-it-ride", "Let It Ride"],
  ["ultimate-texas-holdem", "Ultimate Texas Hold 'Em"],
];

const game = location.pathname.split("/")[2] ?? "";
const asked = new URLSearchParams(location.search).get("table") ?? "";
const table = /^\d{1,9}$/.test(asked) ? asked : "";
const named = GAMES.find(([id]) => id === game)?.[1];

shell("odds");
title(named ? say("odds.title.game", { game: named }) : say("odds.title"));
const body = html`<div class=${named ? "odds-game" : "odds-all"}></div>`;
put(
  find("#page"),
  html`<header class="odds-head"><div><h1>${named ? say("odds.title.game", { game: named }) : say("odds.title")}</h1>
    <p class="muted">${say("odds.lead")}</p></div>
    ${named ? html`<button type="button" class="small" @click=${() => print()}>${say("odds.print")}</button>` : null}</header>`,
  html`<nav class="odds-games" aria-label=${say("odds.games")}>${GAMES.map(
    ([id, name]) => html`<a href=${`/odds/${id}`} aria-current=${id === game ? "page" : null}>${name}</a>`,
  )}</nav>`,
  body,
);
if (named) gamePage(body, game, table);
else overview(body, GAMES);
