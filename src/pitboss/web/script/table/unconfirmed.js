/* The amounts of wagers that a person has put down and the house has not confirmed: only the page can know them, so they
   are worked out here. Limits, and how far the chips reach, are the house's and come with its offers. */

/** @import { Offer } from "../../types.d.ts" */
/** What the house says of an area. @typedef {Pick<Offer, "minimum" | "maximum" | "step" | "reach" | "most">} Limits */

/** All of these together.
    @param {number[]} amounts */
export const total = (amounts) => amounts.reduce((one, two) => one + two, 0);

/** What lies on an area when `cents` more are put there, or fewer. Where only one amount is possible a chip of any worth
    means that one, and once more takes it off; what was written (`exact`) does not. Of what is taken off nothing stays
    that would be too little.
    @param {number} now
    @param {number} cents
    @param {Pick<Limits, "minimum" | "maximum">} limits
    @param {boolean} exact */
export function changed(now, cents, { minimum, maximum }, exact) {
  const next = now + cents;
  if (minimum === maximum && cents > 0 && (now || !exact)) return now ? 0 : minimum;
  return cents < 0 && next < minimum ? 0 : Math.max(0, next);
}

/** Whether the chips do not reach for this, although the area would take as much or more.
    @param {number} cents
    @param {Limits | null} limits */
export const beyond = (cents, limits) =>
  limits?.reach !== undefined && cents > limits.reach && limits.reach < limits.maximum;

/** Twice what lies on an area; null where nothing lies there, or only one amount is possible.
    @param {number} now
    @param {Pick<Limits, "minimum" | "maximum"> | undefined} limits */
export const doubled = (now, limits) => (now && limits?.minimum !== limits?.maximum ? 2 * now : null);
