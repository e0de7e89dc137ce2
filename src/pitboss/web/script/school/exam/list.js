/* The exams that somebody may sit or has sat; for trainers every exam, and a new one. */

import { get, may, newId, post } from "../../api.js";
import { html, put } from "../../dom.js";
import { day, number } from "../../format.js";
import { refusal } from "../../refusal.js";
import { list, say } from "../../text.js";
import "../../text/exam.js";
import { address } from "./address.js";
import { giving } from "./give.js";
import { leftWords } from "./left.js";

/** @import { ExamListed, ExamsShown, Me } from "../../../types.d.ts" */

/** @param {HTMLElement} page
    @param {Me | null} who */
export async function exams(page, who) {
  /** @type {ExamsShown} */
  const told = await get("/api/v1/school/exams");
  const mine = told.exams.filter((each) => each.mine || each.open);
  const guest = who?.guest ? html`<p class="note">${say("exam.guest")} <a href="/sign-in?then=/school/exam">${say("nav.sign_in")}</a></p>` : null;
  put(page, html`<h1>${say("exam.title")}</h1>`, guest,
    html`<section aria-labelledby="exam-mine"><h2 id="exam-mine" class=${told.may_give ? "" : "unseen"}>${say("exam.mine")}</h2>
      ${mine.length ? html`<ul class="exams" role="list">${mine.map(own)}</ul>` : html`<p class="note">${say("exam.none")}</p>`}</section>`,
    may(who, "give_exam") ? [given(page, who, told.exams), await giving()] : null,
    html`<p><a href="/school">${say("exam.school")}</a></p>`);
}

/** @param {ExamListed} exam */
function own(exam) {
  const { mine } = exam;
  const way = !mine
    ? html`<a class="button primary" href=${address("sit", exam.exam)}>${say("exam.open")}<span class="unseen"> ${exam.title}</span></a>`
    : mine.open
      ? html`<a class="button primary" href=${address("sit", exam.exam)}>${say("exam.on")}<span class="unseen"> ${exam.title}</span></a> <span class="muted">${leftWords(mine.left)}</span>`
      : html`<a class="button" href=${address("result", mine.sitting)}>${say("exam.result")}<span class="unseen"> ${exam.title}</span></a>
          <span class=${mine.passed ? "good" : "bad"}>${say(mine.passed ? "exam.passed.at" : "exam.failed.at", { percent: number(mine.percent ?? 0) })}</span>`;
  return html`<li class="panel exam"><h3>${exam.title}</h3>${facts(exam)}<p class="school-on">${way}</p></li>`;
}

/** What an exam asks, in a line or two.
    @param {ExamListed} exam */
export const facts = (exam) =>
  html`<p class="exam-facts muted">${list(exam.games)}<br>${say("exam.tasks", { n: exam.tasks })} · ${say("exam.minutes", { n: exam.minutes })} ·
    ${say("exam.mark", { percent: number(exam.pass_percent) })}<br>${say("exam.given", { who: exam.given_by, day: day(exam.given_at) })}</p>`;

/** @param {HTMLElement} page
    @param {Me | null} who
    @param {ExamListed[]} all */
function given(page, who, all) {
  const said = html`<div role="status"></div>`;
  /** @param {number} exam */
  const close = async (exam) => {
    try {
      await post(`/api/v1/school/exams/${exam}/close`, { id: newId() });
      await exams(page, who);
    } catch (error) {
      put(said, refusal(error));
    }
  };
  const rows = all.map((each) => html`<tr><th scope="row"><a href=${address("class", each.exam)}>${each.title}</a> <small>${day(each.given_at)}</small></th>
    <td class="number">${number(each.begun ?? 0)}</td><td class="number">${number(each.ended ?? 0)}</td>
    <td>${each.open
      ? html`<button type="button" class="small" @click=${() => close(each.exam)}>${say("exam.close")}<span class="unseen"> ${each.title}</span></button>`
      : say("exam.closed")}</td></tr>`);
  return html`<section aria-labelledby="exam-given"><h2 id="exam-given">${say("exam.all.given")}</h2>${said}
    ${rows.length ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="exam-given"><table><thead><tr><th scope="col">${say("exam.exam")}</th>
      <th scope="col" class="number">${say("exam.begun")}</th><th scope="col" class="number">${say("exam.ended")}</th><th scope="col">${say("exam.state")}</th></tr></thead>
      <tbody>${rows}</tbody></table></div>` : html`<p class="muted">${say("exam.none.given")}</p>`}</section>`;
}
