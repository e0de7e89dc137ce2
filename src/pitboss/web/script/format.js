/* Money, numbers and times as the reader's place writes them, in the language of the page. Money comes in integer cents
   and stays exact: the only division by a hundred is the one that is shown. */

import { language, locale } from "./language.js";

/** Chips are dollars; a reader of another language than English is not told whose dollars each time.
    @type {Intl.NumberFormatOptions} */
const DOLLARS = { style: "currency", currency: "USD", currencyDisplay: language === "en" ? "symbol" : "narrowSymbol" };
/** @type {Map<string, any>} */
const made = new Map();

/** @param {any} kind a class of Intl
    @param {object} options */
function formatter(kind, options) {
  const key = kind.name + JSON.stringify(options);
  if (!made.has(key)) made.set(key, new kind(locale, options));
  return made.get(key);
}

/** A number, with the sign that is made for it where it is below zero.
    @type {(value: number, options?: Intl.NumberFormatOptions) => string} */
export const number = (value, options = {}) => formatter(Intl.NumberFormat, options).format(value).replace("-", "−");

/** @type {(cents: number, options: Intl.NumberFormatOptions) => string} */
const currency = (cents, options) => number(cents / 100, { ...DOLLARS, ...options });

/** "$1,250", "$2.50": cents are shown where there are any.
    @param {number} cents */
export function money(cents, { always = false } = {}) {
  const digits = always || cents % 100 ? 2 : 0;
  return currency(cents, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The same with its sign: "+$5", "−$5"; "$0" has none. `more` says how else it is to be written.
    @param {number} cents
    @param {Intl.NumberFormatOptions} [more] */
export function gain(cents, more) {
  const digits = cents % 100 ? 2 : 0;
  /** @type {Intl.NumberFormatOptions} */
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero", ...more };
  return currency(cents, options);
}

/** Short, for a chip: "5", "1K".
    @type {(cents: number) => string} */
export const chip = (cents) =>
  cents < 100 ? `${cents}¢` : number(cents / 100, { notation: "compact" });

/** A part of one as percent: percent(0.0218512, 2) is "2.19%".
    @type {(value: number, digits?: number) => string} */
export const percent = (value, digits = 2) =>
  number(value, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Milliseconds since 1970 as a time of day.
    @type {(ms: number) => string} */
export const time = (ms) => formatter(Intl.DateTimeFormat, { timeStyle: "medium" }).format(ms);
/** @type {(ms: number) => string} */
export const day = (ms) => formatter(Intl.DateTimeFormat, { dateStyle: "medium" }).format(ms);
/** @type {(ms: number) => string} */
export const moment = (ms) => formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(ms);
