/* The log of a meter and the ledger of a patron. */

import { get } from "../api.js";
import { html } from "../dom.js";
import { day, gain, money, number, time } from "../format.js";
import { form } from "../staff/forms.js";
import { patrons } from "../staff/patrons.js";
import { say } from "../text.js";
import { pages } from "./pages.js";

/** @import { MeterShown, TableRecorded } from "../../types.d.ts" */

const MICRO = 1_000_000;
const LIMIT = 50;

/** Millionths of a cent as money with all their places.
    @param {number} micro */
export function fine(micro) {
  const cents = Math.trunc(micro / MICRO);
  const rest = String(Math.abs(micro % MICRO)).padStart(6, "0").replace(/0+$/, "");
  return money(cents, { always: true }) + rest;
}

/** @type {(tables: TableRecorded[], id: number) => string} */
const nameOf = (tables, id) => tables.find((table) => table.id === id)?.name ?? (id ? String(id) : say("ledger.house"));

/** To the second: what happened in the same minute is told apart.
    @param {number} ms */
export const exactly = (ms) => `${day(ms)}, ${time(ms)}`;

/** A meter by its own name and the tables that feed it: the house's name for it begins with a table's number.
    @param {TableRecorded[]} tables
    @param {MeterShown | undefined} meter */
function label(tables, meter) {
  if (!meter) return "";
  const { name, cents, tables: fed, practice } = meter;
  const where = fed.map((id) => nameOf(tables, id)).join(", ");
  return say(practice ? "meter.option.practice" : "meter.option", { name: name.split("/").pop(), where, amount: money(cents, { always: true }) });
}

/** @param {TableRecorded[]} tables */
export async function meters(tables) {
  /** @type {MeterShown[]} */
  const found = await get("/api/v1/meters").catch(() => []);
  let name = found[0]?.name ?? "";
  const log = pages({
    label: say("meter.title"),
    columns: [
      { title: say("meter.number"), number: true, cell: (row) => number(row.number) },
      { title: say("meter.at"), whole: true, cell: (row) => exactly(row.at) },
      { title: say("meter.what"), cell: (row) => row.said },
      { title: say("meter.table"), cell: (row) => nameOf(tables, row.table) },
      { title: say("meter.amount"), number: true, cell: (row) => fine(row.amount) },
      { title: say("meter.after"), number: true, cell: (row) => fine(row.after) },
    ],
    fetch: (next) => page(`/api/v1/meters/${encodeURIComponent(name)}/log`, next, "entries"),
    said: () => label(tables, found.find((each) => each.name === name)),
    empty: say("meter.empty"),
  });
  const choose = form({
    name: "meter",
    row: true,
    fields: [{ name: "meter", label: say("meter.name"), kind: "select", options: found.map((each) => [each.name, label(tables, each)]) }],
    buttons: [{ label: say("meter.do") }],
    clear: false,
    send: ({ meter }) => {
      name = meter;
      return log.show();
    },
  });
  return html`<section class="panel"><h2>${say("meter.title")}</h2>${
    found.length ? [choose, log] : html`<p class="muted">${say("meter.none")}</p>`}</section>`;
}

/** @param {TableRecorded[]} tables */
export function ledgers(tables) {
  let [patron, kind] = ["", ""];
  const log = pages({
    label: say("ledger.title"),
    columns: [
      { title: say("ledger.at"), whole: true, cell: (row) => exactly(row.at) },
      { title: say("ledger.why"), cell: (row) => row.said },
      { title: say("ledger.where"), cell: (row) => (row.table ? say("ledger.row", { table: nameOf(tables, row.table), row: row.row }) : say("ledger.house")) },
      { title: say("ledger.amount"), number: true, cell: (row) => html`<span class=${row.cents < 0 ? "bad" : "good"}>${gain(row.cents)}</span>` },
    ],
    fetch: (next) => page(`/api/v1/patrons/${encodeURIComponent(patron)}/ledger`, next, "postings", kind),
    said: (_, { balance, practice }) => say(practice ? "ledger.balance.practice" : "ledger.balance", { patron, amount: money(balance) }),
    empty: say("ledger.empty"),
  });
  const choose = form({
    name: "ledger",
    row: true,
    fields: [
      { name: "patron", label: say("audit.patron"), longest: 96, finds: patrons },
      { name: "kind", label: say("ledger.kind"), kind: "select", options: [["", say("ledger.real")], ["&practice=true", say("ledger.practice")]] },
    ],
    buttons: [{ label: say("ledger.do") }],
    clear: false,
    send: (values) => {
      [patron, kind] = [values.patron, values.kind ?? ""];
      return log.show();
    },
  });
  return html`<section class="panel"><h2>${say("ledger.title")}</h2>${choose}${log}</section>`;
}

/** @param {string} path
    @param {string | null} next
    @param {string} rows */
async function page(path, next, rows, more = "") {
  const told = await get(`${path}?limit=${LIMIT}${more}${next ? `&before=${encodeURIComponent(next)}` : ""}`);
  return { ...told, rows: told[rows] };
}
