/* A sound for whoever wants to hear any: what makes it is loaded then. */

import { pref } from "./prefs.js";

/** @param {string} name one of the sounds in sound.js */
export function hear(name) {
  if (pref("sound")) import("./sound.js").then(({ play }) => play(name), () => null);
}
