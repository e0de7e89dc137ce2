/* Cards as people type them, `as kd`, `10h`, `A♠`, `AsKd`, "ace of spades", and where each card comes to lie. */

/** @import { CardNamed } from "../../types.d.ts" */

export const UNKNOWN = "??";
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** How a word is compared: in small letters, without accents and the sign that colours a suit.
    @type {(text: string) => string} */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f\ufe0f]/g, "");

/** Everything by which the cards of a deck are called; `spoken` gives the names of a code.
    @param {string[]} codes
    @param {(code: string) => string[]} spoken
    @param {string[]} unknown what a card that nobody sees is called */
export function vocabulary(codes, spoken, unknown = []) {
  /** @type {Map<string, string>} */
  const words = new Map([...unknown, UNKNOWN].map((each) => [plain(each), UNKNOWN]));
  for (const code of codes) {
    const [rank, suit] = code;
    const ranks = rank === "T" && SIGNS[suit] ? [rank, "10"] : [rank];
    const short = ranks.flatMap((each) => [each + suit, ...(SIGNS[suit] ? [each + SIGNS[suit]] : [])]);
    for (const name of [...short, ...spoken(code)]) {
      words.set(plain(name), code);
      const parts = plain(name).split(/\s+/);
      if (parts.length === 3 && parts[1].length < 3) words.set(`${parts[0]} ${parts[2]}`, code); // "ace spades"
    }
  }
  return words;
}

/** The cards that were typed; `wrong` is the first word that is none.
    @param {string} text
    @param {Map<string, string>} words
    @returns {{ cards: string[], wrong: string }} */
export function readCards(text, words) {
  const given = plain(text).split(/[\s,;]+/).filter(Boolean);
  const longest = Math.max(...[...words.keys()].map((each) => each.split(" ").length));
  /** @type {string[]} */
  const cards = [];
  for (let n = 0; n < given.length; ) {
    const found = named(given, n, longest, words) ?? together(given[n], words);
    if (!found) return { cards, wrong: given[n] };
    cards.push(...found.cards);
    n += found.words;
  }
  return { cards, wrong: "" };
}

/** The longest name that begins at this word.
    @param {string[]} given
    @param {number} from
    @param {number} longest
    @param {Map<string, string>} words */
function named(given, from, longest, words) {
  for (let size = Math.min(longest, given.length - from); size; size -= 1) {
    const code = words.get(given.slice(from, from + size).join(" "));
    if (code) return { cards: [code], words: size };
  }
  return null;
}

/** Short codes without a space between them.
    @param {string} word
    @param {Map<string, string>} words */
function together(word, words) {
  const cards = [];
  for (let rest = word; rest; ) {
    const size = [3, 2].find((each) => rest.length >= each && words.has(rest.slice(0, each)));
    if (!size) return null;
    cards.push(words.get(rest.slice(0, size)) ?? "");
    rest = rest.slice(size);
  }
  return { cards, words: 1 };
}

/** Whether somebody says which card it is: it is seen, and not on record.
    @type {(card: CardNamed) => boolean} */
export const asked = (card) => card.up && !card.known;

/** Why a card cannot be pressed: "full" where all that are asked for are there, "gone" where it lies on the table
    already; empty where it can. `left` is how many of each the deck still has.
    @param {string} code
    @param {string[]} typed
    @param {CardNamed[]} places
    @param {Record<string, number> | null | undefined} left */
export function barred(code, typed, places, left) {
  const wanted = places.filter(asked).length;
  if (wanted && typed.length >= wanted) return "full";
  const gone = code !== UNKNOWN && (left?.[code] ?? 1) <= typed.filter((each) => each === code).length;
  return gone ? "gone" : "";
}

/** All cards of an act in their order: those that lie face down and those on record are known; the others were typed.
    Whoever types all of them is taken at his word.
    @param {CardNamed[]} places
    @param {string[]} typed */
export function complete(places, typed) {
  if (typed.length !== places.filter(asked).length) return typed;
  const left = [...typed];
  return places.map((card) => card.known || (card.up ? left.shift() ?? UNKNOWN : UNKNOWN));
}
