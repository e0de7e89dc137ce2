/* What the house refuses, as a sentence for the reader: its words begin small, because programs read them too. */

import { say, sentence } from "../text.js";

/** @import { Refusal } from "../../shapes.d.ts" */

/** What was wrong, and what is allowed instead.
    @param {Refusal} error */
export function refusal(error) {
  const told = sentence(error.message);
  return error.allowed ? `${told} ${say("error.allowed", { allowed: error.allowed })}` : told;
}
