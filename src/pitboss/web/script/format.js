/* Money, numbers and times as the reader's place writes them. Money comes in integer cents and stays exact: the only
   division by a hundred is the one that is shown. */

const locale = navigator.languages?.length ? navigator.languages : "en";
const made = new Map();

function formatter(kind, options) {
  const key = kind.name + JSON.stringify(options);
  if (!made.has(key)) made.set(key, new kind(locale, options));
  return made.get(key);
}

const currency = (options) => formatter(Intl.NumberFormat, { style: "currency", currency: "USD", ...options });

/** "$1,250", "$2.50": cents are shown where there are any. */
export function money(cents, { always = false } = {}) {
  const digits = always || cents % 100 ? 2 : 0;
  return currency({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(cents / 100);
}

/** The same with its sign: "+$5", "−$5"; "$0" has none. */
export function gain(cents) {
  const digits = cents % 100 ? 2 : 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" };
  return currency(options).format(cents / 100);
}

/** Short, for a chip: "5", "1K". */
export const chip = (cents) =>
  cents < 100 ? `${cents}¢` : formatter(Intl.NumberFormat, { notation: "compact" }).format(cents / 100);

export const number = (value, options = {}) => formatter(Intl.NumberFormat, options).format(value);

/** A part of one as percent: percent(0.0218512, 2) is "2.19%". */
export const percent = (value, digits = 2) =>
  formatter(Intl.NumberFormat, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value);

/** Milliseconds since 1970 as a time of day. */
export const time = (ms) => formatter(Intl.DateTimeFormat, { timeStyle: "medium" }).format(ms);
export const day = (ms) => formatter(Intl.DateTimeFormat, { dateStyle: "medium" }).format(ms);
export const moment = (ms) => formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** What somebody typed as an amount, in cents; null if it is none. Never through a fraction. */
export function cents(typed) {
  const parts = formatter(Intl.NumberFormat, {}).formatToParts(1234.5);
  const group = parts.find((part) => part.type === "group")?.value ?? ",";
  const point = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const plain = typed.trim().replace(/[$\s]/g, "").replaceAll(group, "").replace(point, ".");
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
