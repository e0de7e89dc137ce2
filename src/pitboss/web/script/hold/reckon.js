/* What the page of what wagers brought works out from what the house tells. It looks at no page. */

import { money, number } from "../format.js";
import { say } from "../text.js";
import "../text/hold.js";

/** @import { HoldReport, HoldResult, HoldRow } from "../../types.d.ts" */

/** Evidence is told as a number up to this power of ten. */
const LARGE = 6;

/** The rows of each table together, in the order in which they come.
    @param {HoldRow[]} rows
    @returns {{ chain: number, table: string, practice: boolean, rows: HoldRow[] }[]} */
export function byTable(rows) {
  /** @type {Map<string, { chain: number, table: string, practice: boolean, rows: HoldRow[] }>} */
  const found = new Map();
  for (const row of rows) {
    const key = `${row.chain} ${row.practice}`;
    if (!found.has(key)) found.set(key, { chain: row.chain, table: row.table, practice: row.practice, rows: [] });
    found.get(key)?.rows.push(row);
  }
  return [...found.values()];
}

/** How it stands with a row: an alarm; else the highest level whose band it is outside of, in percent; else in order. A
    house that wins more than expected where players decide is no matter of the bands: they may just play badly.
    @type {(result: Pick<HoldResult, "alarm" | "bands" | "win" | "one_sided">) => { state: "alarm" | "outside" | "good", level: number }} */
export function standing({ alarm, bands, win, one_sided: oneSided }) {
  if (alarm) return { state: "alarm", level: 0 };
  const out = bands.filter(({ low, high }) => win < low || (win > high && !oneSided)).map(({ level }) => level);
  return out.length ? { state: "outside", level: inPercent(Math.max(...out)) } : { state: "good", level: 0 };
}

/** 0.999 as 99.9.
    @type {(level: number) => number} */
export const inPercent = (level) => Math.round(level * 1e6) / 1e4;

/** "12 : 1", "10^8 : 1": what somebody who bet against the theory would own.
    @param {number} power of ten */
export function evidence(power) {
  if (power >= LARGE) return say("hold.power", { n: Math.round(power) });
  return say("hold.odds", { n: number(10 ** power, { maximumSignificantDigits: 3 }) });
}

/** Which paytable, and for how many players.
    @type {(row: Pick<HoldRow, "paytable" | "players">) => string} */
export const named = ({ paytable, players }) =>
  [paytable ? say("hold.paytable", { paytable }) : "", players ? say("hold.players", { n: players }) : ""].filter(Boolean).join(", ");

/** What is in no row, in words.
    @type {(left: HoldReport["left_out"]) => string[]} */
export const leftOut = (left) =>
  Object.entries(left).filter(([, n]) => n).map(([what, n]) => say(`hold.left.${what}`, { n, money: money(n) }));

/** Rounds, to three digits; nothing where it never comes to that.
    @type {(rounds: number | null) => string} */
export const rounds = (rounds) =>
  rounds === null ? say("hold.never") : number(rounds, { maximumSignificantDigits: 3 });
