/* What the house refuses, as a sentence for the reader: its words begin small, because programs read them too. */

import { say } from "../text.js";

export const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** What was wrong, and what is allowed instead. */
export function refusal(error) {
  const told = sentence(error.message);
  return error.allowed ? `${told} ${say("error.allowed", { allowed: error.allowed })}` : told;
}
