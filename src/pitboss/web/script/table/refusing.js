/* A wager that the house did not take, in words beside its area. Loaded when that happens. */

import { announce } from "../announce.js";
import { html, sheet } from "../dom.js";
import { money } from "../format.js";
import { list, say, sentence } from "../text.js";
import "../text/refusing.js";
import { why } from "../why.js";

/** @import { Limits } from "./unconfirmed.js" */
/** @typedef {import("./words.js").Words} Words */

/** What the house said, and what else is worth knowing. `limits` are those of the area, `equal` says what must be equal,
    `words` know the titles; at a practice table no chips are bought.
    @param {any} error
    @param {Limits | null | undefined} limits
    @param {string} equal
    @param {Words} words
    @param {boolean} practice */
export async function refused(error, limits, equal, words, practice) {
  const told = plainly(error, limits, words);
  if (!practice && ["funds", "short"].includes(error.code)) told.push(say("refused.cage"));
  announce([...told, equal].filter(Boolean).join(" "), { now: true });
  await sheet("panels"); // the panels' own style, which may not be there yet
  const [first, ...rest] = told;
  return [
    html`<span>${first}</span>`,
    [equal, ...rest].map((each) => each && html`<small>${each}</small>`),
    why(error.clause || clause(error, words), say("why")),
  ];
}

/** Where the chips do not reach: what the wager is, or that it must equal another.
    @param {{ wager?: string, equal?: string[] }} error
    @param {Words} words */
function clause({ wager, equal }, { wagers }) {
  const id = equal?.[0] ?? wager;
  return wagers.find((each) => each.id === id)?.clause;
}

/** What was wrong, in the table's own amounts where they are known.
    @param {any} error
    @param {Limits | null | undefined} limits
    @param {Pick<Words, "wager">} words
    @returns {any[]} */
export function plainly(error, limits, words) {
  const { code, message, allowed, cents } = error;
  if (code === "short") return short(error, limits);
  if (code === "limits" && limits && cents) return [say("refused.limits", amounts(cents, limits))];
  if (code === "amount" && limits && cents) return [say("refused.amount", amounts(cents, limits))];
  if (code === "requires") {
    /** @type {string[]} */
    const before = allowed.replace(/^after /, "").split(", ");
    return [sentence(message), say("refused.requires", { wagers: list(before.map((id) => words.wager(id))) })];
  }
  // Of wagers that go together the house has counted the chips for one alone.
  const known = allowed && !(code === "funds" && error.equal);
  return [sentence(message), known && say("error.allowed", { allowed })];
}

/** The chips do not reach, and what they reach for: the same on each area that goes together, within its limits and in
    its steps, as the house says. For all areas at once (`have`) there is no such amount.
    @param {{ cents: number, have?: number }} error
    @param {Limits | null | undefined} limits */
function short({ cents, have }, limits) {
  const given = money(cents);
  const { minimum = 0, step = 0, most } = limits ?? {};
  if (have !== undefined) return [say("refused.short.all", { given, have: money(have) })];
  const values = { least: money(minimum), most: money(most ?? 0), step: money(step) };
  return [say("refused.short", { given }), say(most ? "refused.short.most" : "refused.short.least", values)];
}

/** @type {(cents: number, limits: Limits) => Record<string, string>} */
const amounts = (cents, { minimum, maximum, step }) => ({
  given: money(cents),
  least: money(minimum),
  most: money(maximum),
  step: money(step),
});
