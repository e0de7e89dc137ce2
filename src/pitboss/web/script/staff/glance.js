/* The business at a glance, worked out from what the house tells: nothing here looks at a page. */

/** @import { BusinessShown, ExpectedShown, WorkLine } from "../../types.d.ts" */

const DAY = 86_400_000;

/** From when on the figures of a stretch of time count: since midnight, seven or thirty days with today, or the beginning.
    @param {string} span today, week, month or all
    @param {number} now
    @returns {number} */
export function sinceOf(span, now) {
  if (span === "all") return 0;
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = { today: 0, week: 6, month: 29 }[span] ?? 0;
  return new Date(midnight - days * DAY + DAY / 2).setHours(0, 0, 0, 0); // also where a day has 23 or 25 hours
}

/** @typedef {{ table: number, name: string, practice: boolean, rounds: number, lastHour: number, wagered: number, win: number,
      expected: number | null, heldWin: number | null, taken: number | null, seats: number | null }} GlanceRow */

/** A line for each table: what it did, what its wagers were to bring, and how many of its positions are taken now. Tables
    that are open and did nothing have a line too.
    @param {BusinessShown} business
    @param {ExpectedShown | null} expected
    @param {WorkLine[]} tables
    @returns {GlanceRow[]} */
export function rowsOf(business, expected, tables) {
  const rows = business.tables.map((line) => rowOf(line, expected, tables.find((table) => table.id === line.table)));
  const known = new Set(business.tables.map((line) => line.table));
  for (const table of tables.filter(({ id }) => !known.has(id))) {
    rows.push(rowOf({ table: table.id, name: table.name, practice: table.practice, rounds: 0, last_hour: 0, wagered: 0, win: 0 }, expected, table));
  }
  return rows.sort((a, b) => Number(a.practice) - Number(b.practice) || a.table - b.table);
}

/** @param {BusinessShown["tables"][number]} line
    @param {ExpectedShown | null} expected
    @param {WorkLine | undefined} open
    @returns {GlanceRow} */
function rowOf({ table, name, practice, rounds, last_hour: lastHour, wagered, win }, expected, open) {
  const theory = expected?.tables.find((each) => each.table === table && each.practice === practice);
  return {
    table, name, practice, rounds, lastHour, wagered, win,
    expected: expected ? Math.round(theory?.expected ?? 0) : null,
    heldWin: expected ? (theory?.win ?? 0) : null,
    taken: open?.seats_taken ?? null,
    seats: open?.seats ?? null,
  };
}

/** All lines of one kind of chips together.
    @param {GlanceRow[]} rows
    @param {boolean} practice */
export function sumOf(rows, practice) {
  const own = rows.filter((row) => row.practice === practice);
  /** @type {(key: "rounds" | "lastHour" | "wagered" | "win" | "expected" | "heldWin" | "taken" | "seats") => number} */
  const sum = (key) => own.reduce((all, row) => all + (row[key] ?? 0), 0);
  return { n: own.length, rounds: sum("rounds"), lastHour: sum("lastHour"), wagered: sum("wagered"), win: sum("win"),
    expected: own.some((row) => row.expected === null) ? null : sum("expected"), heldWin: sum("heldWin"), taken: sum("taken"), seats: sum("seats") };
}
