/* Figures that may have to be worked out first: the house is asked again until they are there. */

import { get } from "../api.js";

const EVERY = 1_500;

const LONGEST = 100;

/** Lets the browser draw what there is and listen before the next part is made: one part for each picture. A page that
    nobody looks at draws none, and goes on all the same.
    @type {() => Promise<unknown>} */
export const pause = () =>
  new Promise((on) => {
    requestAnimationFrame(() => setTimeout(on));
    setTimeout(on, LONGEST);
  });

/** The answer of this address when it is ready; `progress(working)` hears each time that it is not.
    @param {string} address
    @param {(working: any) => void} progress
    @returns {Promise<any>} */
export async function ready(address, progress = () => {}) {
  for (;;) {
    const found = await get(address);
    if (found?.state !== "working") return found;
    progress(found);
    await new Promise((on) => setTimeout(on, EVERY));
  }
}
