/* Practice: one task after the other, each judged at once. What was answered so far outlives a reload, and an answer that
   did not arrive goes again under the same id. */

import { announce } from "./announce.js";
import { get, may, newId, post } from "./api.js";
import { find, html, put } from "./dom.js";
import { refusal } from "./refusal.js";
import { asked, practise, question, taskAddress } from "./school/address.js";
import { entry } from "./school/entry.js";
import { Keeper } from "./school/kept.js";
import { duration, percentOf } from "./school/reckon.js";
import { send } from "./school/sending.js";
import { Stopwatch } from "./school/stopwatch.js";
import { drawTask } from "./school/task.js";
import { verdict } from "./school/verdict.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/school.js";

/** @import { TaskAnswered, TaskName, TaskShown, VerdictShown } from "../types.d.ts" */
/** @import { Drawn } from "./school/task.js" */
/** @import { Kept } from "./school/kept.js" */

const [MOST, AGAIN] = [3_600_000, 1_500];
const page = find("#page");
const top = shell("school");
const keeper = new Keeper(sessionStorage, "pitboss.task");
const state = html`<div class="school-state"></div>`;
const head = html`<header class="school-head"></header>`;
const form = html`<form class="school-form" novalidate @submit=${submit}></form>`;
const check = html`<button type="submit" class="primary school-check">${say("school.check")}</button>`;
const said = html`<div class="school-said" role="status"></div>`;

/** @type {{ shown: TaskShown, drawn: Drawn, kept: Kept, watch: Stopwatch, sure?: boolean } | null} */
let now = null;
const wanted = asked(location.search);
let streak = Number(sessionStorage.getItem("pitboss.streak") ?? 0) || 0;
/** Ends the pause before the next attempt. */
let again = () => {};

title(say("school.practise"));
begin();

async function begin() {
  const who = await top.who;
  if (!may(who, "study")) {
    put(page, html`<h1>${say("school.practise")}</h1>`, entry(who, () => location.reload()));
    return;
  }
  put(page, head, form);
  await load(wanted.name ?? wanted.scope);
  addEventListener("online", () => again());
  document.addEventListener("visibilitychange", () => (document.hidden ? now?.watch.rest() : resume()));
  addEventListener("pagehide", keep);
  setInterval(tick, 1_000);
}

// --- a task comes ---

/** A task; what must first be worked out is asked for again until it is there.
    @param {Partial<TaskName>} which
    @returns {Promise<TaskShown>} */
async function fetched(which) {
  for (;;) {
    const found = await get(question(which));
    if (found.task) return found;
    put(state, say("school.working"));
    await wait(AGAIN);
  }
}

/** @param {Partial<TaskName>} which */
async function load(which) {
  form.setAttribute("aria-busy", "true");
  /** @type {TaskShown} */
  let shown;
  try {
    shown = await fetched(which);
  } catch (error) {
    form.removeAttribute("aria-busy");
    const retry = html`<button type="button" class="primary" @click=${() => load(which)}>${say("school.again")}</button>`;
    put(form, html`<div class="panel">${refusal(error)}<p>${retry} <a class="button" href="/school">${say("school.back")}</a></p></div>`);
    retry.focus();
    return;
  }
  await show(shown);
}

/** @param {TaskShown} shown */
async function show(shown) {
  const { task } = shown;
  const kept = keeper.of(task.name);
  const watch = new Stopwatch(() => performance.now(), kept.took);
  history.replaceState(null, "", taskAddress(wanted.scope, task.name));
  title(shown.topic);
  const drawn = await drawTask(task, form, { draft: kept.sent?.answer ?? kept.draft, changed: keep });
  put(head, html`<p class="eyebrow">${[drawn.game, shown.drill].filter(Boolean).join(" · ")}</p><h1>${shown.topic}</h1>${state}`);
  form.removeAttribute("aria-busy");
  now = { shown, drawn, kept, watch };
  put(said);
  check.disabled = false;
  put(drawn.foot, shown.answered && !kept.sent ? html`<p class="note">${say("school.answered")}</p>` : null, check, said);
  tick();
  scrollTo(0, 0);
  drawn.focus();
  if (kept.sent) await deliver(kept.sent, true);
  else resume();
}

function resume() {
  if (now && !now.kept.sent) now.watch.run();
}

/** What is answered so far, for a window that is opened again. */
function keep() {
  if (!now || now.kept.sent) return;
  now.kept = { ...now.kept, took: now.watch.ms, draft: now.drawn.answer() };
  keeper.keep(now.kept);
}

/** The time this task has taken so far, and how many were right in a row. Nobody is hurried. */
function tick() {
  if (!now) return;
  const run = streak > 1 ? html`<span class="school-streak">${say("school.streak", { n: streak })}</span>` : null;
  put(state, html`<span class="school-clock" role="timer" aria-live="off" aria-label=${say("school.clock")}>${duration(now.watch.ms)}</span>`, run);
}

// --- an answer goes ---

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  if (!now || check.disabled) return;
  const answer = now.drawn.answer();
  if (!answer) {
    put(said, now.drawn.lacks() ? null : say("school.incomplete"));
    return;
  }
  const doubt = now.drawn.hanging() || (empty(answer) && !now.sure ? say("school.nothing") : "");
  if (doubt) {
    now.sure = !now.drawn.hanging();
    put(said, doubt);
    return;
  }
  now.watch.rest();
  const sent = { id: newId(), name: now.shown.task.name, answer, took: Math.min(MOST, now.watch.ms) };
  now.kept = { ...now.kept, took: sent.took, draft: answer, sent, arrived: false };
  keeper.keep(now.kept);
  await deliver(sent, false);
}

/** Whether nothing is chosen or done; which may be right, and may be an oversight.
    @param {TaskAnswered["answer"]} answer */
const empty = (answer) => (answer.type === "choice" ? !answer.ids.length : answer.type === "moves" && !answer.moves.length);

/** @param {TaskAnswered} sent
    @param {boolean} repeated it may have arrived before */
async function deliver(sent, repeated) {
  const about = now;
  if (!about) return;
  about.drawn.lock(true);
  check.disabled = true;
  try {
    const found = await send(sent, { post: handed, lost, wait });
    judged(found.verdict, repeated || found.attempts > 1);
  } catch (error) {
    about.kept = { ...about.kept, sent: null };
    keeper.keep(about.kept);
    about.drawn.lock(false);
    check.disabled = false;
    put(said, refusal(error), html`<p>${say("school.refused")}</p>`);
    about.watch.run();
    about.drawn.focus();
  }
}

/** Whether the house has the answer before it and works out what it is worth. */
let working = false;

/** @param {TaskAnswered} body
    @returns {Promise<VerdictShown>} */
async function handed(body) {
  working = false;
  const found = await post("/api/v1/school/answers", body);
  working = found.state === "working";
  if (working) throw Object.assign(new Error(say("school.working")), { code: "working", status: 503 });
  return found;
}

function lost() {
  if (working) return void put(said, say("school.working"));
  put(said, html`<p class="note bad">${say("school.lost")}</p>
    <button type="button" class="small" @click=${() => again()}>${say("school.send.now")}</button>`);
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((on) => {
    again = () => on(null);
    setTimeout(on, ms);
  });
}

// --- the verdict ---

/** @param {VerdictShown} told
    @param {boolean} repeated */
function judged(told, repeated) {
  if (!now) return;
  const { drawn, kept, shown } = now;
  if (told.counted || (repeated && !kept.arrived)) count(told.right);
  now.kept = { ...kept, arrived: true };
  keeper.keep(now.kept);
  drawn.solve(told);
  tick();
  const next = html`<button type="button" class="primary school-next">${say(told.follows ? "school.follows" : "school.next")}</button>`;
  next.addEventListener("click", () => onward(told.follows));
  const { topic, audience } = wanted.scope;
  const other = topic ? practise({ audience }) : practise({ ...shown.task.name, audience });
  put(drawn.foot, verdict(told), told.counted ? null : html`<p class="note">${say(repeated ? "school.arrived" : "school.twice")}</p>`,
    stands(told), html`<p class="school-on">${next} <a class="button quiet" href=${other}>${say(topic ? "school.needed.go" : "school.same")}</a>
      <a class="button quiet" href=${overview()}>${say("school.back")}</a></p>`);
  const first = [say(told.right ? "task.right" : "task.wrong"), ...told.missteps.map((each) => each.words)];
  announce(first.join(" "), { now: true });
  next.focus({ preventScroll: true });
  drawn.foot.scrollIntoView({ block: "nearest" });
}

/** Where the topics of this game stand. */
function overview() {
  const { audience } = wanted.scope;
  const search = new URLSearchParams({ ...(audience && { for: audience }), game: now?.shown.task.name.game ?? "" });
  return `/school?${search}`;
}

/** @param {boolean} right */
function count(right) {
  streak = right ? streak + 1 : 0;
  sessionStorage.setItem("pitboss.streak", String(streak));
}

/** @param {VerdictShown} told */
function stands({ standing }) {
  const pace = standing.pace === null ? "" : say("school.pace", { time: duration(standing.pace) });
  const right = standing.accuracy === null ? "" : say("school.share", { share: percentOf(standing.accuracy) });
  return html`<p class="school-stands muted">${[right, pace].filter(Boolean).join(" · ")}</p>`;
}

/** @param {boolean} follows */
async function onward(follows) {
  if (!now) return;
  const { name } = now.shown.task;
  now = null;
  await load(follows ? { ...name, place: (name.place ?? 0) + 1 } : wanted.scope);
}
