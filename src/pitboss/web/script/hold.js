/* What wagers brought beside what they were to bring. The house makes the report in a process of its own; the page asks
   again until it is there. */

import { announce } from "./announce.js";
import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { moment, number } from "./format.js";
import { leftOut, byTable } from "./hold/reckon.js";
import { heldTable } from "./hold/table.js";
import { shell, title } from "./shell.js";
import { list, say } from "./text.js";
import "./text/hold.js";

/** @import { HoldReport, HoldSeen } from "../types.d.ts" */

const EVERY = 1_500;
const page = find("#page");
const top = shell("hold");
const said = html`<p class="muted" role="status"></p>`;
const shown = html`<div class="sheets hold-sheets"></div>`;
const again = html`<button type="button" class="small" @click=${() => look(true)}>${say("hold.again")}</button>`;

title(say("hold.title"));
begin().catch((error) => put(page, html`<h1>${say("hold.title")}</h1><p class="note bad">${error.message}</p>`));

async function begin() {
  const who = await top.who;
  const heading = html`<h1>${say("hold.title")}</h1>`;
  if (!may(who, "see_hold")) {
    put(page, heading, html`<p class="note">${say("hold.only")} ${say("hold.sign_in")}</p>
      <p><a class="button primary" href="/sign-in?then=/hold">${say("nav.sign_in")}</a></p>`);
    return;
  }
  put(page, heading, html`<p class="muted">${say("hold.lead")}</p>`, html`<div class="hold-state">${said}${again}</div>`, shown);
  await look(false);
}

/** Asks until there is a report that no newer one is about to replace, or that is newer than the first: while rounds are
    played there is always something newer.
    @param {boolean} anew */
async function look(anew) {
  again.disabled = true;
  try {
    /** @type {number | undefined} */
    let first;
    let address = `/api/v1/audit/hold${anew ? "?again=true" : ""}`;
    for (;;) {
      const seen = await get(address);
      address = "/api/v1/audit/hold";
      if (seen.report) show(seen);
      if (seen.report && (!seen.working || (first !== undefined && seen.at !== first))) break;
      first ??= seen.report ? seen.at : 0;
      put(said, say("hold.working"));
      await new Promise((on) => setTimeout(on, EVERY));
    }
  } catch (error) {
    put(said, html`<span class="bad">${error.message}</span>`);
  }
  again.disabled = false;
}

/** @param {HoldSeen} seen */
function show({ at, report }) {
  const some = report.rows.length > 0;
  const verdict = report.alarms ? say("hold.alarms", { n: report.alarms }) : say(some ? "hold.calm" : "hold.none");
  put(said, say("hold.at", { time: moment(at), rounds: number(report.rounds) }));
  put(shown, html`<p class="note ${some ? "verdict" : ""} ${report.alarms ? "bad" : ""}"><b>${verdict}</b></p>`, ...notes(report),
    byTable(report.rows).map(heldTable));
  announce(verdict);
}

/** @param {HoldReport} report */
function notes(report) {
  const left = leftOut(report.left_out);
  const all = Math.min(1, report.false_alarm * report.rows.length);
  const rate = say("hold.rate", { rate: number(report.false_alarm), n: report.rows.length, all: number(all) });
  return [
    report.rows.length ? html`<p class="muted">${rate}</p>` : null,
    left.length ? html`<p class="muted">${say("hold.left")}: ${list(left)}.</p>` : null,
    report.archived ? html`<p class="muted">${say("hold.archived", { n: report.archived })}</p>` : null,
    ...report.refused.map(({ table, wager, why }) =>
      html`<p class="note">${say("hold.refused", { what: wager ? `${table}, ${wager}` : table, why })}</p>`),
  ];
}
