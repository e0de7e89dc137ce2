/* How a class has done in one exam. */

import { get, me } from "../../api.js";
import { html, put } from "../../dom.js";
import { number } from "../../format.js";
import { title } from "../../shell.js";
import { list, say } from "../../text.js";
import "../../text/exam.js";
import { duration } from "../reckon.js";
import { address } from "./address.js";
import { leftWords } from "./left.js";
import { facts } from "./list.js";
import { recordOf } from "./result.js";

/** @import { ExamClass, OwnSitting } from "../../../types.d.ts" */

/** @param {HTMLElement} page
    @param {number} exam */
export async function classOf(page, exam) {
  /** @type {ExamClass} */
  const told = await get(`/api/v1/school/exams/${exam}/class`);
  await me();
  title(told.exam.title);
  put(page, html`<p class="eyebrow">${say("exam.class")}</p><h1>${told.exam.title}</h1>${facts(told.exam)}`,
    html`<p>${say(`exam.seeds.${told.exam.seeds}`)}. ${say(told.exam.open ? "exam.is.open" : "exam.is.closed")}</p>`,
    told.trainees.length ? table(told.trainees) : html`<p class="note">${say("exam.nobody")}</p>`,
    told.missing.length ? html`<p>${say("exam.missing", { who: list(told.missing) })}</p>` : null,
    html`<details class="panel"><summary>${say("exam.file.seen")}</summary><pre class="exam-file" tabindex="0">${told.text}</pre></details>`,
    html`<p><a href="/school/exam">${say("exam.all")}</a></p>`);
}

/** @param {OwnSitting[]} trainees */
const table = (trainees) => html`<div class="scroll" tabindex="0" role="group" aria-label=${say("exam.class")}><table>
  <thead><tr><th scope="col">${say("exam.trainee")}</th><th scope="col">${say("exam.result")}</th><th scope="col" class="number">${say("exam.score")}</th>
    <th scope="col" class="number">${say("exam.lasted")}</th><th scope="col" class="number">${say("exam.pace")}</th><th scope="col">${say("exam.record")}</th></tr></thead>
  <tbody>${trainees.map(row)}</tbody></table></div>`;

/** @param {OwnSitting} each */
function row(each) {
  if (each.open) {
    return html`<tr><th scope="row">${each.handle}</th><td>${say("exam.sits", { n: each.answered })}</td><td class="number">–</td>
      <td class="number" colspan="2">${leftWords(each.left)}</td><td></td></tr>`;
  }
  return html`<tr><th scope="row">${each.handle}</th>
    <td><a href=${address("result", each.sitting)}>${say(each.passed ? "exam.passed" : "exam.failed")}<span class="unseen"> ${each.handle}</span></a></td>
    <td class="number">${number(each.percent ?? 0)} %</td><td class="number">${duration(each.lasted ?? 0)}</td>
    <td class="number">${each.rounds_an_hour ? number(each.rounds_an_hour) : "–"}</td><td>${recordOf(each.sitting, each.handle)}</td></tr>`;
}
