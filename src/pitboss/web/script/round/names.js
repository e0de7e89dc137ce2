/* What things are called in a game: the house's words, by their ids. */

import { handWords } from "../text/pays.js";

const spaced = (name) => name.replaceAll("_", " ");
const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `words` is what the house says of the game (api.js `game`), or null until it is there. */
export function names(words) {
  const wagers = new Map(words?.wagers.map((wager) => [wager.id, wager.title]));
  const steps = new Map(words?.steps.map((step) => [step.name, step]));
  return {
    wager: (id) => wagers.get(id) ?? upper(spaced(id)),
    made: (said) => handWords(said, words?.hands),
    step: (name) => steps.get(name)?.title ?? upper(spaced(name)),
  };
}
