/* The decisions of players, for surveillance: asked for by name or of everybody, valued by a process of the house. */

import { announce } from "./announce.js";
import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { playerCard } from "./review/player.js";
import { shell, title } from "./shell.js";
import { form } from "./staff/forms.js";
import { say } from "./text.js";
import "./text/review.js";

/** @import { Review } from "../types.d.ts" */

const page = find("#page");
const top = shell("review");
const shown = html`<div class="sheets hold-sheets"></div>`;

title(say("review.title"));
begin().catch((error) => put(page, html`<h1>${say("review.title")}</h1><p class="note bad">${error.message}</p>`));

async function begin() {
  const who = await top.who;
  const heading = html`<h1>${say("review.title")}</h1>`;
  if (!may(who, "review_players")) {
    put(page, heading, html`<p class="note">${say("review.only")} ${say("review.sign_in")}</p>
      <p><a class="button primary" href="/sign-in?then=/review">${say("nav.sign_in")}</a></p>`);
    return;
  }
  const patron = html`<input type="text" name="patron" maxlength="96" autocomplete="off">`;
  const ask = form({
    name: "review",
    about: html`<label>${say("review.patron")} ${patron}</label> <small>${say("review.patron.about")}</small>`,
    buttons: [{ label: say("review.do"), primary: true }],
    send: () => look(patron.value.trim()),
  });
  put(page, heading, html`<p class="muted">${say("review.lead")}</p>`, html`<section class="panel">${ask}</section>`, shown);
}

/** @param {string} patron */
async function look(patron) {
  const stop = working();
  try {
    const found = await get(`/api/v1/audit/review${patron ? `?patron=${encodeURIComponent(patron)}` : ""}`);
    stop();
    show(found);
  } catch (error) {
    stop();
    put(shown);
    throw error;
  }
}

function working() {
  const began = performance.now();
  const words = html`<p class="muted"></p>`;
  const draw = () => put(words, say("review.working", { n: Math.round((performance.now() - began) / 1000) }));
  draw();
  put(shown, words);
  const timer = setInterval(draw, 1000);
  return () => clearInterval(timer);
}

/** @param {Review} found */
function show(found) {
  put(shown,
    found.players.length ? found.players.map(playerCard) : html`<p class="note">${say("review.none")}</p>`,
    Object.entries(found.refused).map(([game, why]) => html`<p class="note">${say("review.refused", { game, why })}</p>`),
    found.skipped ? html`<p class="muted">${say("review.skipped", { n: found.skipped })}</p>` : null,
    found.archived ? html`<p class="muted">${say("review.archived", { n: found.archived })}</p>` : null);
  announce(say("review.title"));
}
