/* What things are called in a game: the house's words, by their ids. */

/** @type {(name: string) => string} */
const spaced = (name) => name.replaceAll("_", " ");
/** @type {(text: string) => string} */
const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `words` is what the house says of the game (api.js `game`), or null until it is there.
    @param {any} words */
export function names(words) {
  const wagers = new Map(words?.wagers.map(({ id = "", title = "" }) => [id, title]));
  const steps = new Map(words?.steps.map(({ name = "", title = "" }) => [name, title]));
  return {
    /** @type {(id: string) => string} */
    wager: (id) => wagers.get(id) ?? upper(spaced(id)),
    /** @type {(name: string) => string} */
    step: (name) => steps.get(name) ?? upper(spaced(name)),
  };
}
