/* What the page of the processes works out from what the house tells: who has which table, who is late, what has changed
   since the last look. It looks at no page. */

import { list, say } from "../text.js";
import "../text/processes.js";

/** @import { Overview, ProcessSeen, TableHeld } from "../../types.d.ts" */

const SHORT = 8;
/** A process that has not renewed its lease for this part of it is late. */
const LATE = 0.25;

/** So much of an id tells processes apart.
    @type {(id: string | null) => string} */
export const short = (id) => (id ?? "").slice(0, SHORT);

/** The tables of a process, or with null those that nobody has.
    @type {(seen: Overview, id: string | null) => TableHeld[]} */
export const tablesOf = (seen, id) => seen.tables.filter((table) => table.process === id);

/** How it stands with a lease: it is renewed in time, late, or has run out.
    @type {(process: Pick<ProcessSeen, "renewed_ms" | "left_ms">) => "good" | "late" | "gone"} */
export function standing({ renewed_ms: renewed, left_ms: left }) {
  if (left <= 0) return "gone";
  return renewed > (renewed + left) * LATE ? "late" : "good";
}

/** Whether there is another process that could take its tables.
    @type {(seen: Overview, id: string) => boolean} */
export const mayDrain = (seen, id) =>
  seen.processes.some((other) => other.id !== id && !other.draining && other.left_ms > 0);

/** "0.4 s", "3 min", "2 h": how long something has been.
    @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return say("processes.span.s", { n: seconds.toFixed(1) });
  if (seconds < 120) return say("processes.span.s", { n: Math.round(seconds) });
  if (seconds < 7200) return say("processes.span.min", { n: Math.round(seconds / 60) });
  return say("processes.span.h", { n: Math.round(seconds / 3600) });
}

/** What is said of the difference between two looks.
    @param {Overview | null} before
    @param {Overview} after
    @returns {string[]} */
export function changes(before, after) {
  if (!before) return [];
  const had = new Map(before.processes.map((each) => [each.id, each]));
  const has = new Map(after.processes.map((each) => [each.id, each]));
  const said = [];
  for (const id of had.keys()) if (!has.has(id)) said.push(say("processes.gone", { id: short(id) }));
  for (const each of after.processes) {
    const earlier = had.get(each.id);
    if (!earlier) said.push(say("processes.joined", { id: short(each.id) }));
    else if (each.draining && !earlier.draining) said.push(say("processes.drains", { id: short(each.id) }));
  }
  const where = new Map(before.tables.map((table) => [table.id, table.epoch]));
  const moved = after.tables.filter((table) => table.process && where.has(table.id) && where.get(table.id) !== table.epoch);
  if (moved.length) said.push(say("processes.moved", { n: moved.length, tables: list(moved.map((table) => table.name)) }));
  return said;
}
