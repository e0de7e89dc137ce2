/* What a mistake gave away, in words and signs. */

import { money } from "../format.js";
import { say } from "../text.js";
import "../text/after.js";

/** @import { DecisionMarked } from "../../types.d.ts" */

/** Signs beside the colours: who sees no colours reads these, as players of chess do.
    @type {Record<string, string>} */
export const SIGNS = { good: "✓", small: "?!", costly: "??", working: "…", unknown: "–" };

/** Money that was given away on average: also where it was less than a cent.
    @param {number} cents */
export function given(cents) {
  return cents > 0 && Math.round(cents) === 0 ? say("after.less") : money(Math.round(cents));
}

/** What is known of a decision: its mark, or that there is none yet.
    @type {(made: Pick<DecisionMarked, "mark" | "state">) => string} */
export const kindOf = ({ mark, state }) => mark ?? state;

/** What another choice was worth beside the one that was made: which sentence says it, and by how many cents.
    @param {Pick<DecisionMarked, "choice" | "choices">} made
    @param {string} other */
export function beside({ choice, choices }, other) {
  const [own, instead] = [choice, other].map((name) => choices.find((each) => each.choice === name));
  if (!own || !instead || own === instead) return { how: "same", cents: 0 };
  const cents = own.cost_cents - instead.cost_cents;
  if (own.value === instead.value) return { how: "even", cents: 0 };
  return { how: own.decimal < instead.decimal ? "more" : "less", cents: Math.abs(cents) };
}
