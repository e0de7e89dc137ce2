/* What differs between two terms, line by line. */

import { money, number } from "../format.js";
import { list, say } from "../text.js";
import "../text/desk.js";
import { pays } from "../text/pays.js";

const CENTS = new Set(["minimum", "maximum", "increment", "initial", "reset", "amount", "cents", "smallest_chip"]);
/** The version stands above, the others say nothing to people. */
const UNSAID = new Set(["clause", "column", "hands", "version"]);

/** @type {(text: string) => string} */
const spaced = (text) => text.replaceAll("_", " ");

/** What a list names its parts by.
    @type {(each: any, place: number) => string} */
const nameOf = (each, place) => each?.id ?? each?.name ?? each?.hand ?? String(place + 1);

/** The terms as lines: where, and what stands there.
    @param {any} value
    @param {string[]} path
    @returns {Generator<[string, string]>} */
function* lines(value, path = []) {
  if (Array.isArray(value) && value.some((each) => typeof each === "object")) {
    for (const [place, each] of value.entries()) yield* lines(each, [...path, nameOf(each, place)]);
  } else if (Array.isArray(value) || value === null || typeof value !== "object" || value.type) {
    yield [path.map(spaced).join(" › "), words(value, path.at(-1) ?? "")];
  } else {
    for (const [key, each] of Object.entries(value)) if (!UNSAID.has(key)) yield* lines(each, [...path, key]);
  }
}

/** @param {any} value
    @param {string} key
    @returns {string} */
function words(value, key) {
  if (value === null || value === "") return say("changes.nothing");
  if (typeof value === "boolean") return say(value ? "changes.yes" : "changes.no");
  if (typeof value === "number") return CENTS.has(key) ? money(value) : number(value);
  if (Array.isArray(value)) return value.length ? list(value.map(String)) : say("changes.nothing");
  return value.type ? pays(value) : spaced(String(value));
}

/** Every line that differs: where, what stood there, and what stands there now.
    @param {any} before
    @param {any} after
    @returns {[string, string, string][]} */
export function differences(before, after) {
  const [was, is] = [new Map(lines(before)), new Map(lines(after))];
  const places = [...new Set([...was.keys(), ...is.keys()])].filter((place) => was.get(place) !== is.get(place));
  const nothing = say("changes.nothing");
  return places.map((place) => [place, was.get(place) ?? nothing, is.get(place) ?? nothing]);
}
