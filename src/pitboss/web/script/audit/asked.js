/* What is asked of the record, as it stands in an address and in the fields of a form. */

import { number } from "../format.js";

export const ANY = "any";

const NUMBER = /^\d{1,15}$/;
/** @type {Record<string, RegExp>} */
const ASKED = { table: NUMBER, patron: /^.{1,96}$/, dealer: /^.{1,96}$/, since: NUMBER, until: NUMBER, at_least: NUMBER, irregularity: /^\w+$/, void: /^true$/ };

/** What an address asks for; what is none of the questions, or no answer to one, is left out.
    @param {string} search
    @param {string[]} kinds the kinds of irregularity that there are */
export function fromAddress(search, kinds) {
  /** @type {(key: string, value: string) => boolean} */
  const possible = (key, value) =>
    Object.hasOwn(ASKED, key) && ASKED[key].test(value) && (key !== "irregularity" || [ANY, ...kinds].includes(value));
  return new URLSearchParams([...new URLSearchParams(search)].filter(([key, value]) => possible(key, value)));
}

/** What the fields ask for, as parameters; what was left empty is not asked.
    @param {Record<string, any> & { only: string[] }} values
    @returns {Record<string, any>} */
export function parameters({ only, ...values }) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return { ...Object.fromEntries(given), ...Object.fromEntries(only.map((key) => [key, "true"])) };
}

/** Cents as a field for money writes them.
    @type {(cents: string | null) => string} */
export const dollars = (cents) => (cents ? number(Number(cents) / 100, { useGrouping: false, maximumFractionDigits: 2 }) : "");

/** @typedef {"today" | "yesterday" | "week" | "month"} Preset */

/** A stretch of time by its name, in the reader's own time: from when, and until when it lasts (nothing: until now).
    @param {Preset} name
    @param {number} now
    @returns {{ since: number, until: number | null }} */
export function stretch(name, now) {
  const at = new Date(now);
  /** @type {(days: number) => number} */
  const midnight = (days) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - days).getTime();
  if (name === "yesterday") return { since: midnight(1), until: midnight(0) };
  if (name === "month") return { since: new Date(at.getFullYear(), at.getMonth(), 1).getTime(), until: null };
  return { since: midnight(name === "week" ? 6 : 0), until: null };
}

/** Milliseconds as a field for date and time writes them, in the reader's own time.
    @param {string | null} ms */
export function local(ms) {
  if (!ms) return "";
  const at = new Date(Number(ms));
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
