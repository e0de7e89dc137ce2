/* What the house refuses, as a sentence for the reader: its words begin small, because programs read them too. */

import { say, sentence } from "../text.js";

/** What was wrong, and what is allowed instead. */
export function refusal(error) {
  const told = sentence(error.message);
  return error.allowed ? `${told} ${say("error.allowed", { allowed: error.allowed })}` : told;
}
