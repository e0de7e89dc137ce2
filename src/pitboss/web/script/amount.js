/* Reading an amount that somebody typed. */

import { locale as place } from "./language.js";

/** It in cents, by the rules of the reader's place; null if it is none, or could be meant in two ways. Never through a
    fraction: "5,00" is no English amount, whatever was meant by it.
    @param {string} typed
    @param {string | readonly string[]} locale
    @returns {number | null} */
export function cents(typed, locale = place) {
  const format = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 0 });
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  /** @type {(type: string, otherwise: string) => string} */
  const sign = (type, otherwise) => parts.find((part) => part.type === type)?.value ?? otherwise;
  /** @type {(text: string) => string} */
  const plain = (text) => text.replace(/\s/g, " "); // what separates thousands may be a space of any kind
  const [group, point] = [plain(sign("group", ",")), sign("decimal", ".")];
  const [whole, rest, ...more] = plain(typed.trim().replace(/^\$\s*|\s*\$$/, "")).split(point);
  const digits = whole.replaceAll(group, "");
  if (more.length || !/^\d{1,9}$/.test(digits) || !/^\d{1,2}$/.test(rest ?? "0")) return null;
  if (whole !== digits && whole !== plain(format.format(Number(digits)))) return null;
  return Number(digits) * 100 + Number((rest ?? "").padEnd(2, "0"));
}
