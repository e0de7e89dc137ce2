/* The time that is left, told without hurry: in whole minutes, and aloud at a few moments only. */

import { say } from "../../text.js";
import "../../text/exam.js";

const MINUTE = 60_000;
/** Minutes left at which it is said aloud, besides half of the time. */
const TOLD = [30, 10, 5, 2, 1];

/** @param {number} ms */
export const minutesLeft = (ms) => Math.max(0, Math.ceil(ms / MINUTE));

/** @param {number} ms */
export const leftWords = (ms) => (ms < MINUTE ? say("exam.left.last") : say("exam.left", { n: minutesLeft(ms) }));

/** What is to be said aloud when so much is left and a moment ago it was more; nothing between the moments.
    @param {number} before milliseconds
    @param {number} now
    @param {number} whole milliseconds that the exam lasts */
export function toBeSaid(before, now, whole) {
  const moments = [whole / 2, ...TOLD.map((minutes) => minutes * MINUTE).filter((each) => each < whole / 2)];
  const passed = moments.filter((each) => now <= each && each < before);
  return passed.length && now > 0 ? say("exam.left", { n: minutesLeft(Math.min(...passed)) }) : "";
}
