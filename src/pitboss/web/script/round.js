/* A round at its own address: replayed step by step, with what it paid and the proof of its shuffle. While it is played
   the page shows what a spectator may see, and goes on by itself. */

import { announce } from "./announce.js";
import { game, get, may } from "./api.js";
import { loadPictures } from "./cards.js";
import { find, html, put } from "./dom.js";
import { moment } from "./format.js";
import { names } from "./round/names.js";
import { ReplayPanel } from "./round/panel.js";
import { chips, payments } from "./round/result.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import { refusal } from "./text/refusal.js";
import "./text/round.js";

/** @import { Me, RoundTold } from "../types.d.ts" */
/** @typedef {ReturnType<typeof names>} Called */

const [, , table, number] = location.pathname.split("/");
const page = find("#page");
const top = shell("history");

/** The addresses of the rounds before and after; nothing where there is none.
    @param {number} round */
async function neighbours(round) {
  /** @param {number} other */
  const address = (other) => `/rounds/${table}/${other}`;
  const { rounds } = await get(`/api/v1/tables/${table}/rounds?limit=1`).catch(() => ({ rounds: [] }));
  const newest = rounds[0]?.round ?? round;
  return [round > 1 ? address(round - 1) : null, round < newest ? address(round + 1) : null];
}

/** @param {RoundTold} round */
function head(round) {
  const marks = [
    round.playing && html`<span class="badge strong">${say("round.playing")}</span>`,
    round.void && html`<span class="badge">${say("round.void")}</span>`,
    round.irregularities > 0 &&
      html`<span class="badge">${say("round.irregular", { n: round.irregularities })}</span>`,
  ];
  const name = say("round.title", { table: round.name, round: round.round });
  const at = round.cleared_at ?? round.opened_at;
  const ways = html`<nav class="round-ways" aria-label=${name}></nav>`;
  neighbours(round.round).then(([before, after]) =>
    put(
      ways,
      before && html`<a class="button small" rel="prev" href=${before}>← ${say("round.before")}</a>`,
      after && html`<a class="button small" rel="next" href=${after}>${say("round.after")} →</a>`,
      html`<button type="button" class="small quiet" @click=${copy}>${say("round.copy")}</button>`,
      html`<button type="button" class="small quiet" @click=${() => print()}>${say("round.print")}</button>`,
    ),
  );
  return html`<header class="round-head">
    <div><h1>${name}</h1>
      <p class="muted"><time datetime=${new Date(at).toISOString()}>${moment(at)}</time>${marks.filter(Boolean).flatMap((mark) => [" ", mark])}</p></div>
    ${ways}
  </header>`;
}

/** @param {any} event */
async function copy(event) {
  const words = await navigator.clipboard.writeText(location.href).then(() => "round.copied", () => "round.copy.failed");
  event.target.textContent = say(words);
  announce(say(words));
}

/** @param {RoundTold} round */
function fairCheck(round) {
  const found = html`<div class="fair-result"></div>`;
  /** @param {any} event */
  const check = async (event) => {
    event.target.disabled = true;
    try {
      const { showCheck } = await import("./fairness/result.js"); // only those who check need a checker
      await showCheck(found, table, round.round);
    } catch {
      put(found, html`<p class="note bad">${say("error.offline")}</p>`);
    }
    event.target.disabled = false;
  };
  return html`<section class="panel fairness"><h2>${say("round.fair")}</h2><p>${say("round.fair.hint")}</p>
    <button type="button" @click=${check}>${say("round.fair.go")}</button>${found}</section>`;
}

/** What stands on paper alone: when it was printed, by whom, and where the round is found. */
async function report() {
  const who = await top.who;
  const words = { time: moment(Date.now()), who: who?.handle ?? "–", address: location.origin + location.pathname };
  find(".print-only")?.remove();
  page.append(html`<p class="print-only">${say("round.printed", words)}</p>`);
}

const read = () => get(`/api/v1/tables/${table}/rounds/${number}`);

async function main() {
  put(page, html`<p class="muted">${say("loading")}</p>`);
  let round;
  try {
    round = await read();
  } catch (error) {
    title(say("round.missing"));
    const words = error.status === 404 ? say("round.missing") : refusal(error);
    return put(page, html`<h1>${words}</h1><p class="muted">${say("round.missing.hint")}</p>
      <p><a class="button" href="/history">${say("nav.history")}</a> <a class="button" href="/">${say("nav.lobby")}</a></p>`);
  }
  title(say("round.title", { table: round.name, round: round.round }));
  addEventListener("beforeprint", report);
  const [words, who] = await Promise.all([game(round.game).catch(() => null), top.who]);
  await loadPictures(words).catch(() => null); // without them a card shows its letters
  const called = names(words);
  const panel = new ReplayPanel(round, called, who, words?.cloth);
  if (!panel.length) return put(page, head(round), html`<p class="note">${say("round.given_up")}</p>`);
  put(page, head(round), notes(round), panel.element);
  // The end first, where everything lies open; a link can name a step.
  const named = Number(location.hash.slice(1));
  requestAnimationFrame(() => panel.go(named > 0 ? named - 1 : panel.length - 1));
  if (round.playing) return follow(panel, called, who);
  await new Promise((on) => setTimeout(on)); // the replay is drawn before the rest is made
  return finish(round, called, who, panel);
}

/** @param {RoundTold} round */
function notes(round) {
  if (round.cleared_at !== null) return null;
  if (!round.playing) return html`<p class="note">${say("round.given_up")}</p>`;
  return html`<p class="note round-open">${say("round.open")} <a href=${`/tables/${table}`}>${say("round.open.go")}</a></p>`;
}

/** What is known when a round is over.
    @param {RoundTold} round
    @param {Called} called
    @param {Me | null} who
    @param {ReplayPanel} panel */
async function finish(round, called, who, panel) {
  if (round.cleared_at === null) return;
  if (who && round.hands.some((hand) => hand.player === who.handle)) judge(round.round, panel);
  page.append(
    html`<section class="panel round-paid"><h2>${say("round.result")}</h2>${chips(round)}${payments(round, called)}</section>`,
    fairCheck(round),
  );
  if (!may(who, "see_audit")) return;
  const { record } = await import("./round/record.js");
  page.append(await record(round, called));
}

/** Marks what the reader decided. Only who played needs it.
    @param {number} round
    @param {ReplayPanel} panel */
async function judge(round, panel) {
  const { mark, marks, verdict } = await import("./after/marks.js");
  marks(table, round, (all) =>
    panel.mark(all.map((made) => ({ seq: made.seq, mark: () => mark(made), verdict: () => verdict(made) }))));
}

/** Milliseconds until what was not answered is asked again. */
const LATER = 1_000;

/** Hears of every change at the table and looks at the round again, until it is over.
    @param {ReplayPanel} panel
    @param {Called} called
    @param {Me | null} who */
async function follow(panel, called, who) {
  const { TableSocket } = await import("./socket.js"); // only rounds that are played need one
  const socket = new TableSocket(table);
  let [busy, again] = [false, false];
  const look = async () => {
    again = busy;
    if (busy) return;
    busy = true;
    const round = await read().catch(() => null);
    busy = false;
    if (!round) {
      setTimeout(look, LATER); // the change that ends the round may have been the last one
      return;
    }
    panel.update(round);
    if (!round.playing) {
      socket.end();
      find(".round-head").replaceWith(head(round));
      find(".round-open")?.remove();
      finish(round, called, who, panel);
      top.refresh();
      announce(say("round.over"));
    } else if (again) look();
  };
  socket.addEventListener("hello", look);
  socket.addEventListener("change", look);
  socket.connect();
}

main();
