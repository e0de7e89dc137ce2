/* A wager that the house did not take, in words beside its area. Loaded when that happens. */

import { announce } from "../announce.js";
import { me } from "../api.js";
import { html } from "../dom.js";
import { money } from "../format.js";
import { list, say, sentence } from "../text.js";
import "../text/refusing.js";
import { why } from "../why.js";

/** What the house said, and what else is worth knowing. `limits` are those of the area, `equal` says what must be equal,
    `words` know the titles. */
export async function refused(error, limits, equal, words) {
  const told = plainly(error, limits, words);
  const who = error.code === "funds" && (await me());
  if (who && !who.guest) told.push(say("refused.cage"));
  announce([...told, equal].filter(Boolean).join(" "), { now: true });
  const [first, ...rest] = told;
  return [
    html`<span>${first}</span>`,
    [equal, ...rest].map((each) => each && html`<small>${each}</small>`),
    why(error.clause, say("why")),
  ];
}

function plainly({ code, message, allowed, cents }, limits, words) {
  if (code === "limits" && limits && cents) return [say("refused.limits", amounts(cents, limits))];
  if (code === "amount" && limits && cents) return [say("refused.amount", amounts(cents, limits))];
  if (code === "requires") {
    const before = allowed.replace(/^after /, "").split(", ").map((id) => words.wager(id));
    return [sentence(message), say("refused.requires", { wagers: list(before) })];
  }
  return [sentence(message), allowed && say("error.allowed", { allowed })];
}

const amounts = (cents, { minimum, maximum, step }) => ({
  given: money(cents),
  least: money(minimum),
  most: money(maximum),
  step: money(step),
});
