/* The people of a class and their topics, in rows. */

import { html } from "../dom.js";
import { day, number } from "../format.js";
import { say } from "../text.js";
import "../text/class.js";
import { duration, share, weak } from "./reckon.js";

/** @import { Trainee, TraineeTopic } from "../../types.d.ts" */

/** One of the class: his figures, and what he is weak in; everything else unfolds.
    @param {Trainee} trainee
    @param {(game: string) => string} called */
export function person(trainee, called) {
  const { handle, answers, pace, last, topics } = trainee;
  const weakest = weak(topics);
  /** @type {[string, string][]} */
  const figures = [
    ["right", share(trainee)],
    ["answers", number(answers)],
    ["pace", duration(pace)],
    ["last", day(last)],
  ];
  return html`<li class="class-person"><h3>${handle}</h3>
    <dl>${figures.map(([key, value]) => html`<div><dt>${say(`class.${key}`)}</dt><dd>${value}</dd></div>`)}</dl>
    <p>${weakest.length
      ? weakest.map((each) => html`<span class="badge bad">${each.title} <b>${share(each)}</b></span> `)
      : html`<span class="good">${say("class.no_weak")}</span>`}</p>
    <details><summary>${say("class.all", { n: topics.length })}<span class="unseen"> ${handle}</span></summary>${everybody(topics, called, handle)}</details></li>`;
}

/** Topics in rows, the weakest first, as the house tells them.
    @param {readonly TraineeTopic[]} topics
    @param {(game: string) => string} called
    @param {string} whose */
export function everybody(topics, called, whose) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${whose}><table class="class-topics">
    <thead><tr><th scope="col">${say("class.topic")}</th><th scope="col" class="number">${say("class.right")}</th>
      <th scope="col" class="number">${say("class.answers")}</th><th scope="col" class="number">${say("class.pace")}</th></tr></thead>
    <tbody>${topics.map((each) => html`<tr><th scope="row">${each.title} <small>${called(each.game)}</small></th>
      <td class="number">${share(each)}</td><td class="number">${number(each.answers)}</td>
      <td class="number">${duration(each.took / each.answers)}</td></tr>`)}</tbody></table></div>`;
}
