/* An exam that is sat: task after task, each answer sent once and kept by the house, the time told without hurry. Nothing
   is said of right and wrong. Who goes away and comes back finds it where it was; in two windows it is the same exam. */

import { announce } from "../../announce.js";
import { get, newId, post } from "../../api.js";
import { html, put } from "../../dom.js";
import { refusal } from "../../refusal.js";
import { title } from "../../shell.js";
import { say } from "../../text.js";
import "../../text/exam.js";
import { send } from "../sending.js";
import { drawTask } from "../task.js";
import { address } from "./address.js";
import { leftWords, toBeSaid } from "./left.js";
import { facts } from "./list.js";

/** @import { AnswerTaken, ExamListed, ExamsShown, ExamAnswered, SittingShown } from "../../../types.d.ts" */
/** @import { Drawn } from "../task.js" */

const MINUTE = 60_000;
/** How often the house is asked where the exam stands. */
const LOOK = 30_000;

/** The exam of this number: what it is, or where it was left, or its result.
    @param {HTMLElement} page
    @param {number} number */
export async function sit(page, number) {
  /** @type {ExamsShown} */
  const told = await get("/api/v1/school/exams");
  const exam = told.exams.find((each) => each.exam === number);
  if (exam && !exam.mine) before(page, exam);
  else if (exam?.mine?.open === false) location.replace(address("result", exam.mine.sitting));
  else await goOn(page, number);
}

/** What is asked and that the time runs, before it is begun.
    @param {HTMLElement} page
    @param {ExamListed} exam */
function before(page, exam) {
  title(exam.title);
  const said = html`<div role="status"></div>`;
  const start = html`<button type="button" class="primary">${say("exam.begin")}</button>`;
  start.addEventListener("click", async () => {
    start.disabled = true;
    try {
      await goOn(page, exam.exam);
    } catch (error) {
      start.disabled = false;
      put(said, refusal(error));
    }
  });
  put(page, html`<p class="eyebrow">${say("exam.exam")}</p><h1>${exam.title}</h1>${facts(exam)}
    <ul class="exam-rules">${["one", "stands", "time", "away", "end"].map((each) => html`<li>${say(`exam.rule.${each}`)}</li>`)}</ul>
    ${said}<p class="school-on">${start} <a class="button" href="/school/exam">${say("exam.not_yet")}</a></p>`);
}

/** @param {HTMLElement} page
    @param {number} number */
async function goOn(page, number) {
  await new Sitting(page, await post(`/api/v1/school/exams/${number}/sitting`, { id: newId() })).begin();
}

class Sitting {
  /** @type {HTMLElement} */
  #page;
  /** @type {SittingShown} */
  #now;
  #end = 0;
  #said = 0;
  /** @type {Drawn | null} */
  #drawn = null;
  #empty = false;
  #busy = false;
  #place = html`<b class="exam-place"></b>`;
  #clock = html`<span role="timer" aria-live="off" class="exam-clock"></span>`;
  #form = html`<form class="school-form" novalidate @submit=${(event) => this.#submit(event)}></form>`;
  #give = html`<button type="submit" class="primary school-check">${say("exam.answer")}</button>`;
  #status = html`<div class="school-said" role="status"></div>`;
  /** Ends the pause before the next attempt. */
  #again = () => {};

  /** @param {HTMLElement} page
      @param {SittingShown} now */
  constructor(page, now) {
    [this.#page, this.#now] = [page, now];
  }

  get #path() {
    return `/api/v1/school/sittings/${this.#now.sitting}`;
  }

  /** Where this window keeps what is answered so far, and what was sent. */
  get #key() {
    return `pitboss.exam.${this.#now.sitting}.${this.#now.place}`;
  }

  async begin() {
    title(this.#now.title);
    const hand = html`<button type="button" class="small" @click=${() => this.#askToEnd(hand)}>${say("exam.hand_in")}</button>`;
    put(this.#page, html`<header class="school-head exam-head"><p class="eyebrow">${this.#now.title}</p><h1>${this.#place}</h1>
      <div class="school-state">${this.#clock} ${hand}</div></header>`, this.#form);
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#look());
    setInterval(() => this.#tick(), 1_000);
    setInterval(() => this.#look(), LOOK);
    await this.#show(this.#now);
  }

  // --- the time ---

  #tick() {
    const left = this.#end - performance.now();
    this.#clock.textContent = leftWords(left);
    const words = toBeSaid(this.#said, left, this.#now.minutes * MINUTE);
    this.#said = left;
    if (words) announce(words);
    if (left <= 0 && !this.#busy) void this.#look();
  }

  /** Asks the house where the exam stands: another window may have gone on, and the time may be over. */
  async #look() {
    if (this.#busy || !this.#now.open) return;
    try {
      /** @type {SittingShown} */
      const told = await get(this.#path);
      if (this.#busy) return;
      if (!told.open || told.place !== this.#now.place) await this.#show(told);
      else this.#timed(told);
    } catch {
      // the next look tells, and an answer says what is wrong
    }
  }

  /** @param {SittingShown} told */
  #timed(told) {
    this.#now = told;
    this.#end = performance.now() + told.left;
  }

  // --- a task ---

  /** @param {SittingShown} told */
  async #show(told) {
    this.#timed(told);
    if (!told.open || !told.task || told.place === null) {
      location.replace(address("result", told.sitting));
      return;
    }
    this.#said = told.left;
    this.#place.textContent = say("exam.task.of", { n: told.place + 1, all: told.tasks });
    const kept = this.#kept();
    const drawn = await drawTask(told.task, this.#form, { draft: kept.sent?.answer ?? kept.draft, changed: () => this.#keep() });
    if (told !== this.#now && told.place !== this.#now.place) return;
    [this.#drawn, this.#empty, this.#busy] = [drawn, false, false];
    this.#give.disabled = false;
    put(this.#status);
    put(drawn.foot, this.#give, this.#status);
    this.#tick();
    scrollTo(0, 0);
    announce(`${this.#place.textContent}. ${leftWords(told.left)}`, { about: "task" });
    drawn.focus();
    if (kept.sent) await this.#deliver(kept.sent);
  }

  /** @returns {{ draft: any, sent: ExamAnswered | null }} */
  #kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "") ?? { draft: null, sent: null };
    } catch {
      return { draft: null, sent: null };
    }
  }

  /** @param {ExamAnswered | null} [sent] */
  #keep(sent = null) {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify({ draft: this.#drawn?.answer() ?? null, sent }));
    } catch {
      // it holds until the page is left
    }
  }

  // --- an answer ---

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (!this.#drawn || this.#busy || this.#now.place === null) return;
    const answer = this.#drawn.answer();
    if (!answer) {
      put(this.#status, this.#drawn.lacks() ? null : say("school.incomplete"));
      return;
    }
    const empty = (answer.type === "choice" && !answer.ids.length) || (answer.type === "moves" && !answer.moves.length);
    if (empty && !this.#empty) {
      this.#empty = true;
      put(this.#status, say("exam.nothing"));
      return;
    }
    const sent = { id: newId(), task: this.#now.place, answer };
    this.#keep(sent);
    await this.#deliver(sent);
  }

  /** @param {ExamAnswered} sent */
  async #deliver(sent) {
    this.#busy = true;
    this.#drawn?.lock(true);
    this.#give.disabled = true;
    const [path, key] = [`${this.#path}/answers`, this.#key];
    /** @param {ExamAnswered} body
        @returns {Promise<AnswerTaken>} */
    const taking = (body) => post(path, body);
    try {
      const { verdict } = await send(sent, { post: taking, lost: () => this.#lost(), wait: (ms) => this.#wait(ms) });
      sessionStorage.removeItem(key);
      await this.#show(verdict.sitting);
    } catch (error) {
      this.#busy = false;
      if (error.code === "answered" || error.code === "exam_over") {
        sessionStorage.removeItem(key);
        announce(say("exam.elsewhere"));
        await this.#look();
        return;
      }
      this.#drawn?.lock(false);
      this.#give.disabled = false;
      this.#keep();
      put(this.#status, refusal(error));
      this.#drawn?.focus();
    }
  }

  #lost() {
    put(this.#status, html`<p class="note bad">${say("school.lost")}</p>
      <button type="button" class="small" @click=${() => this.#again()}>${say("school.send.now")}</button>`);
  }

  /** @param {number} ms */
  #wait(ms) {
    return new Promise((on) => {
      this.#again = () => on(null);
      setTimeout(on, ms);
    });
  }

  // --- the end ---

  /** @param {HTMLElement} from */
  #askToEnd(from) {
    const said = html`<div role="status"></div>`;
    const missing = this.#now.tasks - this.#now.answered;
    const yes = html`<button type="button" class="primary">${say("exam.hand_in.now")}</button>`;
    /** @type {HTMLDialogElement} */
    const dialog = html`<dialog class="confirm" aria-labelledby="exam-end"><h2 id="exam-end">${say("exam.hand_in.title")}</h2>
      <p>${say("exam.hand_in.missing", { n: missing })}</p>${said}
      <div class="form-buttons">${yes}<button type="button" @click=${() => dialog.close()}>${say("exam.hand_in.not")}</button></div></dialog>`;
    const id = newId();
    yes.addEventListener("click", async () => {
      yes.disabled = true;
      try {
        const told = await post(`${this.#path}/end`, { id });
        dialog.close();
        await this.#show(told);
      } catch (error) {
        yes.disabled = false;
        put(said, refusal(error));
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      from.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}
