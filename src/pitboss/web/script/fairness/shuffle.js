// From seeds to the order of the cards, as docs/fairness.md describes it. Written anew for the browser: it shares nothing
// with the program that deals, so that a fault over there cannot hide here.

import { base64url, hex, hmac, joined, sha256, u32, unhex, utf8, withLength } from "./bytes.js";
import { keystream } from "./chacha20.js";

/** @import { SeatSeed } from "../../types.d.ts" */

const SCHEME = "pitboss-shuffle-1";

/** The ordinary 52 cards as they lie before the shuffle, the top card first. */
export const STANDARD = Array.from("AKQJT98765432").flatMap((rank) => Array.from("shdc", (suit) => rank + suit));

/** SHA-256 of the only other deck, its cards with blanks between them, whose commitments were ever made by format 1.
    Every deck but the ordinary 52 cards has been fixed by the commitment itself since: format 2. */
const EARLIER = "81381d830ebbab577a50411e59889657d6f605480c4b01b3c9c862cd1362b427";

/** Whether a commitment of format 1 can be one to this deck, whose order the house was not free to choose.
    @type {(deck: string[]) => Promise<boolean>} */
export const fixedBefore = async (deck) => hex(await sha256(utf8(deck.join(" ")))) === EARLIER;

/** What the house must have published before the shuffle if this was its seed; by format 2, its seed and deck.
    @param {string} seed
    @param {number} format
    @param {string[]} deck */
export async function commitmentOf(seed, format = 1, deck = []) {
  const parts = [utf8(`pitboss-shuffle-${format} commitment\n`), unhex(seed)];
  return hex(await sha256(joined(...parts, utf8(format === 1 ? "" : deck.join(" ")))));
}

/** The key of the stream. `seeds` has a seat and a seed each, in ascending order of seats.
    @param {string} seed
    @param {Pick<SeatSeed, "seat" | "seed">[]} seeds
    @param {string} context */
export function keyOf(seed, seeds, context) {
  const added = seeds.flatMap((each) => [u32(each.seat), withLength(each.seed)]);
  return sha256(joined(utf8(`${SCHEME} key\n`), unhex(seed), withLength(context), u32(seeds.length), ...added));
}

/** Fisher and Yates from the bottom up; a byte that would favour some places is thrown away.
    @template T
    @param {T[]} deck
    @param {Uint8Array} key
    @returns {T[]} */
export function orderOf(deck, key) {
  const cards = [...deck];
  const stream = keystream(key);
  for (let count = cards.length; count > 1; count--) {
    const fair = 256 - (256 % count);
    let byte = stream.next().value;
    while (byte >= fair) byte = stream.next().value;
    const other = byte % count;
    [cards[count - 1], cards[other]] = [cards[other], cards[count - 1]];
  }
  return cards;
}

/** The top `depth` cards go under the others.
    @type {<T>(cards: T[], depth: number) => T[]} */
export const cut = (cards, depth) => [...cards.slice(depth), ...cards.slice(0, depth)];

/** @type {(seed: string) => Promise<Uint8Array<ArrayBuffer>>} */
export const maskKeyOf = (seed) => hmac(unhex(seed), utf8(`${SCHEME} mask\n`));

/** What the trail says of a card dealt face down.
    @param {Uint8Array<ArrayBuffer>} maskKey
    @param {number} index
    @param {string} card */
export async function digestOf(maskKey, index, card) {
  const made = await hmac(maskKey, utf8(`${index}:${card}`));
  return `#${index}:${base64url(made.slice(0, 16))}`;
}
