/* A round in the record, for those who read it: its rows, terms, shuffle, and what each player had before and after. */

import { get } from "../api.js";
import { html } from "../dom.js";
import { gain, money, moment, number } from "../format.js";
import { list, say } from "../text.js";
import { refusal } from "../text/refusal.js";

/** @import { PatronRecall, Recall, RoundTold } from "../../types.d.ts" */
/** @import { Called } from "./panel.js" */

/** The panel; what is wrong is said in it.
    @param {RoundTold} round
    @param {Called} called */
export async function record(round, called) {
  const path = `/api/v1/audit/tables/${round.table}/rounds/${round.round}`;
  const inside = await get(path).then((found) => drawn(found, called), (error) => html`<p class="note bad">${refusal(error)}</p>`);
  return html`<section class="panel round-record"><h2>${say("record.title")}</h2>${inside}
    <p><a href=${`/audit?table=${round.table}`}>${say("record.more")}</a></p></section>`;
}

/** @param {Recall} found
    @param {Called} called */
function drawn(found, called) {
  const facts = [
    ["status", say(`record.status.${found.status}`)],
    ["opened", moment(found.opened_at)],
    ["cleared", found.cleared_at === null ? "" : moment(found.cleared_at)],
    ["rows", say("record.rows.range", { first: number(found.rows[0]), last: number(found.rows[1]) })],
    ["operator", found.operator],
    ["terms", say("record.terms.version", { version: found.terms_version })],
    ["digest", found.terms, "code"],
    ["paytables", list(found.paytables.filter((each) => each.paytable).map(({ wager, paytable }) => `${called.wager(wager)} ${paytable}`))],
    ["program", found.pitboss],
    ["shuffle", found.shuffle === null ? "" : number(found.shuffle)],
    ["commitment", found.commitment, "code"],
    ["seed", found.seed, "code"],
  ].filter(([, value]) => value);
  return [
    html`<dl class="record-facts">${facts.map(([key, value, code]) => html`<div><dt>${say(`record.${key}`)}</dt>
      <dd>${code ? html`<code>${value}</code>` : value}</dd></div>`)}</dl>`,
    found.players.length ? players(found.players) : null,
  ];
}

/** A line for each position; what the player had stands once for all of his.
    @param {PatronRecall[]} all */
function players(all) {
  /** @param {number | null} cents */
  const amount = (cents) => (cents === null ? "–" : money(cents));
  const of = Map.groupBy(all, ({ player }) => player);
  /** @type {(text: string, place: number, rows: number) => any} */
  const once = (text, place, rows) => (place ? null : html`<td class="number" rowspan=${rows > 1 ? rows : null}>${text}</td>`);
  /** @type {(each: PatronRecall, place: number, all: PatronRecall[]) => any} */
  const line = (each, place, { length }) => html`<tr><th scope="row">${each.seat}. ${each.player}</th>
    ${once(amount(each.before), place, length)}<td class="number">${money(each.wagered)}</td><td class="number">${money(each.returned)}</td>
    ${once(each.elsewhere ? gain(each.elsewhere) : "–", place, length)}${once(amount(each.after), place, length)}</tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("record.players")}><table>
    <caption>${say("record.players.hint")}</caption>
    <thead><tr><th scope="col">${say("round.result.player")}</th>
      ${["before", "wagered", "returned", "elsewhere", "after"].map((key) => html`<th scope="col" class="number">${say(`record.${key}`)}</th>`)}</tr></thead>
    <tbody>${[...of.values()].map((positions) => positions.map(line))}</tbody></table></div>`;
}
