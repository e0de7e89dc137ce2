/* Which games this reader has played before, kept in this browser. */

const KEY = "pitboss.played";

/** @returns {string[]} */
function played() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // a browser that keeps nothing, or something else
  }
}

/** Whether the reader plays this game for the first time here; from now on he does not.
    @param {string} game */
export function firstTime(game) {
  const before = played();
  if (before.includes(game)) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify([...before, game]));
  } catch {
    // the next time it is the first time again
  }
  return true;
}
