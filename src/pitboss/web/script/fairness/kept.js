/* What this browser has seen with its own eyes: the promises of the house before their shuffles, and one's own seeds.
   A proof fetched later could show another promise; this note cannot. */

const KEY = "pitboss.promises";
const MOST = 300;

/** @returns {Map<string, { commitment?: string, seed?: string }>} */
function read() {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Map(); // a browser that keeps nothing, or something that is none of ours
  }
}

/** @param {Map<string, object>} notes */
function write(notes) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...notes].slice(-MOST)));
  } catch {
    // the promise can still be noted by hand
  }
}

/** @type {(table: number | string, shuffle: number) => string} */
const nameOf = (table, shuffle) => `${location.host}/${table}/${shuffle}`;

/** Notes the promises that are shown now; the first one seen for a shuffle stays.
    @param {number | string} table
    @param {{ shuffle: number, commitment: string }[]} coming */
export function notePromises(table, coming) {
  const notes = read();
  const before = notes.size;
  for (const { shuffle, commitment } of coming) {
    const name = nameOf(table, shuffle);
    if (!notes.has(name)) notes.set(name, { commitment });
  }
  if (notes.size !== before) write(notes);
}

/** @param {number | string} table
    @param {number} shuffle
    @param {string} seed */
export function noteSeed(table, shuffle, seed) {
  const notes = read();
  const name = nameOf(table, shuffle);
  notes.set(name, { ...notes.get(name), seed });
  write(notes);
}

/** What was noted of a shuffle: `commitment`, and `seed` where one was added here; null where it was not seen.
    @type {(table: number | string, shuffle: number) => { commitment?: string, seed?: string } | null} */
export const noted = (table, shuffle) => read().get(nameOf(table, shuffle)) ?? null;
