/* Where one stands in one drill of a game: a row for each topic, the hardest first. */

import { html } from "../dom.js";
import { say } from "../text.js";
import "../text/school.js";
import { practise } from "./address.js";
import { comesBack, duration, hardest, percentOf, standing } from "./reckon.js";

/** @import { DrillShown, TopicShown } from "../../types.d.ts" */

/** @param {string} game
    @param {DrillShown} drill
    @param {number} now */
export function drillPanel(game, drill, now) {
  const [id, audience] = [`drill-${drill.drill}`, drill.audience === "players" ? drill.audience : ""];
  return html`<section class="panel school-drill" aria-labelledby=${id}>
    <header><div><h3 id=${id}>${drill.title}</h3><p class="muted">${drill.about}</p></div>
      <a class="button small" href=${practise({ game, drill: drill.drill, audience })} aria-label=${say("school.drill.do.named", { drill: drill.title })}>${say("school.drill.do")}</a></header>
    <table class="school-topics"><thead><tr>${["topic", "right", "recent", "speed", "due"].map((key) =>
      html`<th scope="col">${say(`school.${key}`)}</th>`)}</tr></thead>
    <tbody>${hardest(drill.topics, now).map((topic) => line(practise({ game, drill: drill.drill, topic: topic.topic, audience }), topic, now))}</tbody></table></section>`;
}

/** @param {string} href
    @param {TopicShown} topic
    @param {number} now */
function line(href, topic, now) {
  const state = standing(topic, now);
  const { accuracy, pace, recent } = topic;
  const share = accuracy === null ? "–" : html`<meter min="0" max="1" low="0.6" high="0.8" optimum="1" value=${accuracy} aria-hidden="true"></meter> ${percentOf(accuracy)}`;
  return html`<tr class=${state}><th scope="row"><a href=${href}>${topic.title}</a></th>
    <td data-title=${say("school.right")}>${share}</td>
    <td data-title=${say("school.recent")}>${recent.length ? dots(recent) : "–"}</td>
    <td data-title=${say("school.speed")}>${pace === null ? "–" : duration(pace)}</td>
    <td data-title=${say("school.due")}><span class="school-why ${state}">${comesBack(topic, now)}</span></td></tr>`;
}

/** @param {boolean[]} recent */
const dots = (recent) =>
  html`<span class="school-dots" role="img" aria-label=${say("school.recent.said", { right: recent.filter(Boolean).length, n: recent.length })}>${recent
    .slice(-10).map((right) => html`<i class=${right ? "good" : "bad"}></i>`)}</span>`;
