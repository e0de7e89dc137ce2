/* What the page of players' decisions works out from what the house tells. It looks at no page. */

import { number } from "../format.js";
import { say } from "../text.js";
import "../text/review.js";

/** @import { PlayerReview, SeenKind } from "../../types.d.ts" */

/** Evidence is told as a number between one of these powers of ten and the other. */
const SMALL = -3;
const LARGE = 6;

/** "12 : 1", "10^8 : 1".
    @param {number} power of ten */
export function evidence(power) {
  if (power >= LARGE || power <= SMALL) return say("review.power", { n: number(Math.round(power)) });
  return say("review.odds", { n: number(10 ** power, { maximumSignificantDigits: 2 }) });
}

/** "250 hands, 260 decisions, 1 mistake." Which form a number takes is chosen by the number, before it has separators.
    @type {(player: Pick<PlayerReview, "hands" | "decisions" | "mistakes">) => string} */
export function counted({ hands, decisions, mistakes }) {
  const each = Object.entries({ hands, decisions, mistakes }).map(([what, n]) => [what, say(`review.${what}`, { n, count: number(n) })]);
  return say("review.counts", Object.fromEntries(each));
}

/** The kinds of a player, those with the most evidence first.
    @type {(player: Pick<PlayerReview, "kinds">) => SeenKind[]} */
export const byEvidence = ({ kinds }) => [...kinds].sort((one, other) => other.evidence - one.evidence);

/** @type {(player: Pick<PlayerReview, "kinds">) => boolean} */
export const alarmed = ({ kinds }) => kinds.some(({ alarm }) => alarm !== null);

/** @type {(kind: Pick<SeenKind, "hands_needed">) => string} */
export const needed = ({ hands_needed: hands }) =>
  hands === null ? say("review.never") : number(hands, { maximumSignificantDigits: 2 });

/** The rates of false alarms: for one kind, and for all together.
    @type {(player: Pick<PlayerReview, "kinds" | "false_alarm">) => { one: string, all: string }} */
export const rates = ({ kinds, false_alarm: one }) => ({
  one: number(one, { maximumSignificantDigits: 3 }),
  all: number(Math.min(1, one * kinds.length), { maximumSignificantDigits: 3 }),
});
