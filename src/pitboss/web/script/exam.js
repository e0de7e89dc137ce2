/* Exams: which there are, one that is sat, what came of it; for trainers how a class has done. The address says which. */

import { may } from "./api.js";
import { find, html, put } from "./dom.js";
import { refusal } from "./refusal.js";
import { entry } from "./school/entry.js";
import { asked } from "./school/exam/address.js";
import { classOf } from "./school/exam/class.js";
import { exams } from "./school/exam/list.js";
import { result } from "./school/exam/result.js";
import { sit } from "./school/exam/sit.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/exam.js";

const page = find("#page");
const top = shell("school");

title(say("exam.title"));
begin();

async function begin() {
  const who = await top.who;
  if (!may(who, "sit_exam")) {
    put(page, html`<h1>${say("exam.title")}</h1>`, entry(who, () => location.reload()));
    return;
  }
  put(page, html`<p class="muted">${say("loading")}</p>`);
  const { what, number } = asked(location.search);
  try {
    if (what === "sit") await sit(page, number);
    else if (what === "result") await result(page, number);
    else if (what === "class") await classOf(page, number);
    else await exams(page, who);
  } catch (error) {
    const again = html`<button type="button" class="primary" @click=${begin}>${say("school.again")}</button>`;
    put(page, html`<h1>${say("exam.title")}</h1>`, refusal(error),
      html`<p class="school-on">${again} <a class="button" href="/school/exam">${say("exam.all")}</a></p>`);
  }
}
