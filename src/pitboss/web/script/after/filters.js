/* Which rounds are shown: a form whose choices stand in the address, so that they can be kept and sent. */

import { html } from "../dom.js";
import { moment } from "../format.js";
import { say } from "../text.js";
import "../text/after.js";
import { PERIODS } from "./reckon.js";

/** @import { TableListed } from "../../types.d.ts" */
/** @typedef {import("./reckon.js").Filters} Filters */
/** @typedef {[value: string, words: string]} Option */

/** A time of one's own, from a list of sessions. */
const CHOSEN = "chosen";

/** @param {string} name
    @param {string} label
    @param {Option[]} options
    @param {string} chosen
    @param {(name: string, value: string) => void} change */
const choice = (name, label, options, chosen, change) => html`<label>${label}
  <select name=${name} @change=${(event) => change(name, event.target.value)}>
    ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}</select></label>`;

/** The form. `change` is told the filters as they are now.
    @param {Filters} filters
    @param {TableListed[]} tables
    @param {(filters: Filters) => void} change */
export function form(filters, tables, change) {
  const span = { period: "all", from: filters.from, to: filters.to };
  /** @param {string} name
      @param {string} value */
  const set = (name, value) => {
    if (name === "period") Object.assign(filters, value === CHOSEN ? span : { period: value, from: "", to: "" });
    else Object.assign(filters, { [name]: value });
    change(filters);
  };
  /** @type {Option[]} */
  const games = [["", say("after.any.game")], ...new Map(tables.map((each) => [each.game, each.title]))];
  /** @type {(each: TableListed) => Option} */
  const called = ({ id, name }) => [String(id), name];
  /** @type {Option[]} */
  const named = [["", say("after.any.table")], ...tables.map(called)];
  /** @type {Option[]} */
  const periods = PERIODS.map((each) => [each, say(`after.period.${each}`)]);
  const [from, to] = [filters.from, filters.to].map(Number);
  if (from) periods.unshift([CHOSEN, say("after.period.chosen", { from: moment(from), to: moment(to || Date.now()) })]);
  /** @type {Option[]} */
  const results = [["", say("after.any.kind")], ["won", say("after.won")], ["lost", say("after.lost")]];
  return html`<fieldset class="after-filters"><legend class="unseen">${say("after.filters")}</legend>
    ${choice("period", say("after.period"), periods, from ? CHOSEN : filters.period, set)}
    ${choice("game", say("after.game"), games, filters.game, set)}
    ${choice("table", say("after.table"), named, filters.table, set)}
    ${choice("result", say("after.kind"), results, filters.result, set)}
    <label class="check"><input type="checkbox" name="mistakes" ?checked=${Boolean(filters.mistakes)}
      @change=${(event) => set("mistakes", event.target.checked ? "only" : "")}> ${say("after.only")}</label></fieldset>`;
}

/** Which chips the report is about, where there are both.
    @param {boolean} practice
    @param {(practice: boolean) => void} change */
export const chipsChoice = (practice, change) => html`<div class="after-filters">${choice(
  "chips", say("after.chips"), [["real", say("after.chips.real")], ["practice", say("after.chips.practice")]], practice ? "practice" : "real",
  (_, value) => change(value === "practice"),
)}</div>`;
