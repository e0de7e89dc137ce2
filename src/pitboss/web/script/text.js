/* Every English word of the pages stands here or in text/*.js, by key. Another language has the same keys (text/es.js);
   what it lacks is said in English. {name} is replaced; a text with forms ({ one, other }) is chosen by the value `n`. */

import { language } from "./language.js";

/** @type {Record<string, string | Record<string, string>>} */
const texts = {};
/** @type {Record<string, string | Record<string, string>>} */
const other = {};
const plural = new Intl.PluralRules(language);

/** The texts of a page, kept in its own file.
    @param {Record<string, string | Record<string, string>>} more */
export function add(more) {
  Object.assign(texts, more);
}

/** @type {(told: any) => any} */
let placed = (told) => told;

/** The texts in the reader's language, where it is another, and what writes the house's amounts in his way (placed.js).
    @param {Record<string, string | Record<string, string>>} words */
export function speak(words, figures = placed) {
  Object.assign(other, words);
  placed = figures;
}

/** What the house told, for this reader.
    @type {(told: any) => any} */
export const read = (told) => placed(told);

/** The text of this key with its values; the key itself where nobody has written one.
    @param {string} key
    @param {Record<string, any>} values
    @returns {string} */
export function say(key, values = {}) {
  if (texts[key] === undefined) return key;
  // Two pages may give one key two meanings: the English text tells them apart.
  let found = other[`${key}|${texts[key]}`] ?? other[key] ?? texts[key];
  if (typeof found === "object") found = found[plural.select(Number(values.n))] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}

/** @type {(key: string) => boolean} */
export const known = (key) => key in texts;

/** The house's words as a sentence: they begin small, because programs read them too.
    @type {(text: string) => string} */
export const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?:…]$/.test(text) ? "" : ".");

/** @type {Record<string, Intl.ListFormat>} */
const lists = {};
/** @type {(type: "conjunction" | "disjunction", words: string[]) => string} */
const listed = (type, words) => (lists[type] ??= new Intl.ListFormat(language, { type })).format(words); // costly to make

/** "a, b and c".
    @type {(words: string[]) => string} */
export const list = (words) => listed("conjunction", words);

/** "a, b or c".
    @type {(words: string[]) => string} */
export const either = (words) => listed("disjunction", words);

add({
  "house.name": "Pitboss",
  "nav.skip": "Skip to the page",
  "nav.main": "Pages",
  "nav.lobby": "Tables",
  "nav.odds": "Odds",
  "nav.school": "School",
  "nav.history": "My rounds",
  "nav.staff": "Staff",
  "nav.audit": "Audit",
  "nav.hold": "Hold",
  "nav.review": "Review",
  "nav.accounts": "Accounts",
  "nav.processes": "Processes",
  "nav.sign_in": "Sign in",
  "nav.sign_out": "Sign out",
  "nav.balance": "Your chips",
  "nav.guest": "guest",
  "nav.settings": "Menu and settings",
  "close": "Close",
  "why": "Why?",
  "loading": "One moment…",
  "error.offline": "The house cannot be reached. Look at your connection and try again.",
  "error.unknown": "The house answered in a way this page does not understand ({status}).",
  "error.ended": "This table has ended.",
  "error.allowed": "Allowed: {allowed}.",
  "card.unknown": "a face-down card",
  "card.of": "{rank} of {suit}",
  "rank.2": "two",
  "rank.3": "three",
  "rank.4": "four",
  "rank.5": "five",
  "rank.6": "six",
  "rank.7": "seven",
  "rank.8": "eight",
  "rank.9": "nine",
  "rank.T": "ten",
  "rank.J": "jack",
  "rank.Q": "queen",
  "rank.K": "king",
  "rank.A": "ace",
  "suit.c": "clubs",
  "suit.d": "diamonds",
  "suit.h": "hearts",
  "suit.s": "spades",
});

/** @type {Record<string, string>} */
const own = {};

/** Cards that an ordinary deck does not have: what the house calls them, by their codes.
    @type {(names: Record<string, string> | null | undefined) => unknown} */
export const nameCards = (names) => Object.assign(own, names);

/** @type {(code: string) => boolean} */
export const isOrdinary = (code) => known(`rank.${code[0]}`) && known(`suit.${code[1]}`);

/** A card in words: "queen of hearts", "a face-down card", the name of one that only this game has.
    @param {string} code */
export function cardName(code) {
  if (code === "??") return say("card.unknown");
  if (!isOrdinary(code)) return own[code] ?? code;
  return say("card.of", { rank: say(`rank.${code[0]}`), suit: say(`suit.${code[1]}`) });
}
