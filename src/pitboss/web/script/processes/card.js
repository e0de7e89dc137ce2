/* One process on the page: what it is, what it has, and the button that asks it to stop. What changes is put in anew; the
   button stays, so that nobody who is about to press it loses it. */

import { announce } from "../announce.js";
import { post } from "../api.js";
import { confirmed } from "../confirm.js";
import { html, put } from "../dom.js";
import { moment } from "../format.js";
import { say, sentence } from "../text.js";
import { mayDrain, short, span, standing, tablesOf } from "./reckon.js";

/** @import { Overview, ProcessSeen, TableHeld } from "../../types.d.ts" */

/** @param {string} id
    @param {boolean} drains whether the reader may stop it
    @param {(seen: Overview) => void} changed */
export function processCard(id, drains, changed) {
  const marks = html`<span class="process-marks"></span>`;
  const facts = html`<dl class="facts"></dl>`;
  const tables = html`<div></div>`;
  const way = drains ? drainButton(id, changed) : null;
  const element = html`<section class="panel process" aria-labelledby=${`process-${id}`} data-process=${id}>
    <h2 id=${`process-${id}`}>${say("processes.name", { id: short(id) })} ${marks}</h2>${facts}${tables}${way?.element}</section>`;
  return {
    element,
    /** @param {ProcessSeen} process
        @param {Overview} seen */
    show(process, seen) {
      put(marks, process.desk ? html`<span class="badge strong">${say("processes.desk")}</span>` : null,
        process.draining ? html`<span class="badge">${say("processes.draining")}</span>` : null);
      put(facts, factsOf(process, seen));
      put(tables, held(process.id, seen));
      way?.show(process.draining, mayDrain(seen, id));
    },
  };
}

/** @param {ProcessSeen} process
    @param {Overview} seen */
function factsOf(process, seen) {
  const state = standing(process);
  const lease = say(`processes.lease.${state}`, { ago: span(process.renewed_ms), left: span(process.left_ms) });
  /** @type {[string, any][]} */
  const lines = [
    ["address", process.address],
    ["runs", process.name],
    ["version", process.version],
    ["since", moment(process.joined_at)],
    ["lease", html`<span class=${state === "good" ? "" : "bad"}>${lease}</span>`],
    ["takeovers", process.takeovers],
  ];
  if (process.desk) lines.push(["desk", say("processes.desk.about", { epoch: seen.desk?.epoch ?? 0 })]);
  return lines.map(([key, value]) => html`<div><dt>${sentence(say(`processes.${key}`)).slice(0, -1)}</dt><dd>${value}</dd></div>`);
}

/** @param {string} id
    @param {Overview} seen */
function held(id, seen) {
  const tables = tablesOf(seen, id);
  const heading = html`<h3>${say("processes.tables", { n: tables.length })}</h3>`;
  if (!tables.length) return heading;
  return html`${heading}<table class="held" aria-label=${say("processes.tables.of", { id: short(id) })}>
    <thead><tr><th scope="col">${say("processes.table")}</th><th scope="col" class="number">${say("processes.epoch")}</th>
      <th scope="col" class="number">${say("processes.here")}</th><th scope="col">${say("processes.before")}</th></tr></thead>
    <tbody>${tables.map((table) => row(table, seen.now))}</tbody></table>`;
}

/** @param {TableHeld} table
    @param {number} now */
const row = (table, now) =>
  html`<tr><th scope="row">${table.name}</th><td class="number">${table.epoch}</td>
    <td class="number">${span(now - table.since)}</td><td>${short(table.before) || "–"}</td></tr>`;

/** Pressed once it asks, pressed again it does; whoever goes elsewhere meanwhile has not pressed.
    @param {string} id
    @param {(seen: Overview) => void} changed */
function drainButton(id, changed) {
  const about = html`<p class="muted" id=${`drain-${id}`}></p>`;
  const said = html`<p class="form-bad" role="alert" hidden></p>`;
  const button = html`<button type="button" class="danger" aria-describedby=${`drain-${id}`}></button>`;
  let sure = false;
  /** @param {boolean} now */
  const arm = (now) => {
    sure = now;
    const key = now ? "processes.drain.sure" : "processes.drain";
    put(button, say(key));
    button.setAttribute("aria-label", say(`${key}.named`, { id: short(id) }));
  };
  button.addEventListener("blur", () => arm(false));
  /** @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key === "Escape") arm(false);
  };
  button.addEventListener("keydown", escape);
  button.addEventListener("click", async () => {
    said.hidden = true;
    if (!sure) {
      arm(true);
      announce(say("processes.drain.sure"));
      return;
    }
    arm(false);
    try {
      changed(await confirmed(() => post(`/api/v1/processes/${encodeURIComponent(id)}/drain`)));
      announce(say("processes.drain.asked", { id: short(id) }));
    } catch (refused) {
      put(said, sentence(refused.message));
      said.hidden = false;
    }
  });
  arm(false);
  return {
    element: html`<div class="process-drain">${about}${button}${said}</div>`,
    /** @param {boolean} draining
        @param {boolean} may */
    show(draining, may) {
      button.hidden = draining || !may;
      put(about, draining ? say("processes.drain.asked", { id: short(id) }) : say(may ? "processes.drain.about" : "processes.drain.last"));
    },
  };
}
