/* The felt of a game, as the house draws it, and what its cards are called: asked for once. */

import { game, get } from "../api.js";
import { loadPictures } from "../cards.js";

/** @type {Map<string, Promise<string>>} */
const felts = new Map();

/** @param {string} id */
export function feltOf(id) {
  let found = felts.get(id);
  if (!found) {
    found = get(`/api/v1/school/felt/${encodeURIComponent(id)}`);
    found.catch(() => felts.delete(id));
    felts.set(id, found);
  }
  return found;
}

/** The words of the game, with the names and drawings of its own cards; null where they cannot be had.
    @param {string} id */
export async function wordsOf(id) {
  const words = await game(id, 0, "title,wagers,steps,own_cards,pictures").catch(() => null);
  if (words) await loadPictures(words).catch(() => null); // without them a card shows its letters
  return words;
}
