/* Finding a round by time, table, patron, amount and what went wrong. What is asked stands in the address, so that a
   search can be kept and passed on. */

import { get, Refused } from "../api.js";
import { find, html } from "../dom.js";
import { money, number } from "../format.js";
import { form } from "../staff/forms.js";
import { patrons } from "../staff/patrons.js";
import { list, say } from "../text.js";
import { ANY, dollars, fromAddress, local, parameters, stretch } from "./asked.js";
import { exactly } from "./logs.js";
import { pages } from "./pages.js";

/** @import { KindShown, RoundLine, TableRecorded } from "../../types.d.ts" */

const LIMIT = 50;
/** What the house calls each kind of irregularity.
    @type {Map<string, string>} */
const titles = new Map();

/** Of all tables, by all kinds of irregularity that the rulebooks know.
    @param {TableRecorded[]} tables
    @param {KindShown[]} kinds
    @param {string[]} dealers */
export function finding(tables, kinds, dealers) {
  for (const { kind, title } of kinds) titles.set(kind, title);
  const asked = fromAddress(location.search, [...titles.keys()]);
  const found = pages({ label: say("audit.find"), columns: columns(), fetch: (next) => ask(asked, next), said, empty: say("audit.none") });
  const search = form({
    name: "find",
    fields: fields(tables, asked, dealers),
    buttons: [{ label: say("audit.find.do"), primary: true }],
    clear: false,
    send: async (values) => {
      if (values.since && values.until && values.until <= values.since) {
        throw new Refused({ code: "time", message: say("audit.until.before") });
      }
      for (const key of [...asked.keys()]) asked.delete(key);
      for (const [key, value] of Object.entries(parameters(values))) asked.set(key, value);
      history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
      await found.show();
    },
  });
  found.show();
  find(".form-fields", search).before(presets(search));
  return html`<section class="panel"><h2>${say("audit.find")}</h2>${search}${found}</section>`;
}

/** All tables there ever were, for a field that chooses one.
    @param {TableRecorded[]} tables
    @returns {[string, string][]} */
export const tableOptions = (tables) =>
  tables.map(({ id, name, open }) => [String(id), open ? name : say("audit.table.closed", { name })]);

/** @type {import("./asked.js").Preset[]} */
const PRESETS = ["today", "yesterday", "week", "month"];

/** Buttons that fill in a stretch of time and look at once.
    @param {HTMLFormElement} search */
function presets(search) {
  /** @param {import("./asked.js").Preset} name */
  const take = (name) => {
    const { since, until } = stretch(name, Date.now());
    find("[name=since]", search).value = local(String(since));
    find("[name=until]", search).value = local(until === null ? null : String(until));
    search.requestSubmit();
  };
  return html`<div class="presets" role="group" aria-label=${say("audit.presets")}>${PRESETS.map((name) =>
    html`<button type="button" class="small" @click=${() => take(name)}>${say(`audit.preset.${name}`)}</button>`)}</div>`;
}

/** @param {TableRecorded[]} tables
    @param {URLSearchParams} asked
    @param {string[]} dealers */
function fields(tables, asked, dealers) {
  return [
    { name: "table", label: say("audit.table"), kind: "select", value: asked.get("table") ?? "",
      options: [["", say("audit.table.all")], ...tableOptions(tables)], optional: true, plain: true },
    { name: "patron", label: say("audit.patron"), optional: true, plain: true, value: asked.get("patron") ?? "", longest: 96,
      hint: say("audit.patron.hint"), finds: patrons },
    { name: "dealer", label: say("audit.dealer"), kind: "select", value: asked.get("dealer") ?? "", optional: true, plain: true,
      options: [["", say("audit.dealer.all")], ["house", say("audit.dealer.house")], ...dealers.map((name) => [name, name])] },
    { name: "since", label: say("audit.since"), kind: "date", optional: true, plain: true, value: local(asked.get("since")) },
    { name: "until", label: say("audit.until"), kind: "date", optional: true, plain: true, value: local(asked.get("until")) },
    { name: "at_least", label: say("audit.at_least"), kind: "money", optional: true, plain: true,
      value: dollars(asked.get("at_least")), hint: say("audit.at_least.hint") },
    { name: "irregularity", label: say("audit.irregularity"), kind: "select", value: asked.get("irregularity") ?? "",
      options: [["", say("audit.irregularity.all")], [ANY, say("audit.irregularity.any")], ...titles],
      optional: true, plain: true },
    { name: "only", label: say("audit.only_these"), kind: "checks", optional: true, value: ["void"].filter((key) => asked.has(key)),
      options: [["void", say("audit.void")]] },
  ];
}

/** @param {URLSearchParams} asked
    @param {string | null} next */
async function ask(asked, next) {
  const query = new URLSearchParams(asked);
  query.set("limit", String(LIMIT));
  if (next) query.set("before", next);
  const { rounds, next: following } = await get(`/api/v1/audit/rounds?${query}`);
  return { rows: rounds, next: following };
}

/** @type {(n: number, found: { next?: string | null }) => string} */
const said = (n, { next }) => say(next ? "audit.found.more" : "audit.found", { n });

/** @returns {{ title: string, number?: boolean, whole?: boolean, cell: (row: RoundLine) => any }[]} */
function columns() {
  return [
    { title: say("audit.round"), cell: link },
    { title: say("audit.when"), whole: true, cell: (row) => exactly(row.opened_at) },
    { title: say("audit.dealer"), cell: (row) => (row.automatic ? html`<span class="whole">${say("audit.dealer.house")}</span>` : list(row.dealers)) },
    { title: say("audit.players"), cell: (row) => list([...new Set(row.hands.map((hand) => hand.player))]) },
    { title: say("audit.wagered"), number: true, cell: (row) => money(row.wagered) },
    { title: say("audit.returned"), number: true, cell: (row) => money(row.returned) },
    { title: say("audit.marks"), cell: marks },
  ];
}

/** @param {RoundLine} row */
function link({ chain, table, round }) {
  return html`<a href=${`/rounds/${chain}/${round}`}><span class="unseen">${say("audit.replay")}</span> ${table} · ${number(round)}</a>`;
}

/** @type {(kind: string) => [string, string]} */
const irregular = (kind) => [say("audit.mark.kind", { kind: titles.get(kind) ?? kind }), "bad"];

/** @param {RoundLine} row */
function marks(row) {
  /** @type {([string, string] | null)[]} */
  const found = [
    row.practice ? [say("audit.mark.practice"), ""] : null,
    row.void ? [say("audit.mark.void"), "bad"] : null,
    ...row.kinds.map(irregular),
    row.irregularities > row.kinds.length ? [say("audit.mark.irregular", { n: row.irregularities }), "bad"] : null,
    row.cleared_at === null ? [say("audit.mark.open"), ""] : null,
  ];
  return found.map((mark) => mark && html`<span class="badge ${mark[1]}">${mark[0]}</span>`);
}
