/* What came of an exam: the score by part, then every task with the answer that was given, what was wrong with it and
   the rule. A task is drawn when it is opened. */

import { get } from "../../api.js";
import { html, put } from "../../dom.js";
import { moment, number } from "../../format.js";
import { refusal } from "../../refusal.js";
import { title } from "../../shell.js";
import { say } from "../../text.js";
import "../../text/exam.js";
import { duration } from "../reckon.js";
import { drawTask } from "../task.js";
import { verdict } from "../verdict.js";

/** @import { ExamResultShown, ExamTaskShown } from "../../../types.d.ts" */

/** @param {HTMLElement} page
    @param {number} sitting */
export async function result(page, sitting) {
  /** @type {ExamResultShown} */
  const told = await get(`/api/v1/school/sittings/${sitting}/result`);
  title(told.title);
  put(page, html`<p class="eyebrow">${told.who}</p><h1 tabindex="-1">${told.title}</h1>`, score(told), notes(told),
    told.held ? html`<p class="note">${say("exam.held")}</p>` : [parts(told), tasks(told)],
    html`<p><a href="/school/exam">${say("exam.all")}</a></p>`);
  page.querySelector("h1")?.focus({ preventScroll: true });
}

/** @param {ExamResultShown} told */
const tasks = (told) => html`<section aria-labelledby="exam-each"><h2 id="exam-each">${say("exam.each")}</h2>
  <ol class="exam-each" role="list">${told.each.map(one)}</ol></section>`;

/** The record as a file.
    @param {number} sitting
    @param {string} whose */
export const recordOf = (sitting, whose) =>
  html`<a href=${`/api/v1/school/sittings/${sitting}/record`} download>${say("exam.record.take")}<span class="unseen"> ${whose}</span></a>`;

/** @param {ExamResultShown} told */
function score(told) {
  /** @type {[string, any][]} */
  const figures = [
    ["exam.right", say("exam.right.of", { n: told.right, all: told.tasks })],
    ["exam.mark.due", `${number(told.pass_percent)} %`],
    ["exam.lasted", say("exam.lasted.of", { time: duration(told.lasted), n: told.minutes })],
    ["exam.pace.tasks", number(told.tasks_an_hour)],
    ["exam.pace", told.rounds_an_hour ? number(told.rounds_an_hour) : null],
    ["exam.when", moment(told.started)],
    ["exam.examiner", told.examiner || null],
    ["exam.number", told.number || null],
  ];
  return html`<section class="panel exam-score ${told.passed ? "passed" : "failed"}"><p class="exam-percent"><b>${number(told.percent)} %</b>
      <span class=${told.passed ? "good" : "bad"}>${say(told.passed ? "exam.passed" : "exam.failed")}</span></p>
    <p>${say(`exam.ended.${told.ended}`)}</p>
    <dl class="exam-figures">${figures.filter(([, value]) => value !== null).map(([key, value]) => html`<div><dt>${say(key)}</dt><dd>${value}</dd></div>`)}</dl>
    ${told.held ? null : html`<p>${recordOf(told.sitting, told.who)}. ${say("exam.record.for")}</p>`}</section>`;
}

/** @param {ExamResultShown} told */
const parts = ({ parts: all }) => html`<section aria-labelledby="exam-parts"><h2 id="exam-parts">${say("exam.parts")}</h2>
  <ul class="exam-parts" role="list">${all.map(({ title: name, right, tasks }) => html`<li><span>${name}</span>
    <meter min="0" max=${tasks} value=${right} aria-label=${name}></meter> <b>${say("exam.right.of", { n: right, all: tasks })}</b></li>`)}</ul></section>`;

/** @param {ExamResultShown} told */
function notes({ notes: all }) {
  if (!all.length) return null;
  return html`<ul class="note exam-notes">${all.map(({ kind, ms }) => html`<li>${say(`exam.note.${kind}`, { time: duration(ms) })}</li>`)}</ul>`;
}

/** @param {ExamTaskShown} each */
function one(each) {
  const host = html`<form class="school-form" @submit=${(event) => event.preventDefault()}></form>`;
  const took = each.took === null ? "" : ` · ${duration(each.took)}`;
  const sign = each.right ? "✓" : "✗";
  const box = html`<details class="panel" name="exam-task"><summary><span class="exam-sign ${each.right ? "good" : "bad"}" aria-hidden="true">${sign}</span>
    ${say("exam.task", { n: each.place + 1 })}: ${each.drill} <span class="muted">${say(each.right ? "exam.was.right" : each.answer ? "exam.was.wrong" : "exam.unanswered")}${took}</span></summary>${host}</details>`;
  box.addEventListener("toggle", () => (box.open ? open(each, host) : put(host)));
  return html`<li>${box}</li>`;
}

/** @param {ExamTaskShown} each
    @param {HTMLElement} host */
async function open(each, host) {
  try {
    const drawn = await drawTask(each.task, host, { draft: each.answer });
    if (each.solution) drawn.solve({ solution: each.solution, missteps: each.missteps });
    else drawn.lock(true);
    put(drawn.foot, each.solution ? verdict({ right: each.right, missteps: each.missteps, words: each.words, why: each.why })
      : html`<p class="note">${say("exam.unanswered.said")}</p>`);
  } catch (error) {
    put(host, refusal(error));
  }
}
