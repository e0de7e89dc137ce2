/* Hands in words, as the house says them of what the reader sees. */

/** @import { HandInWords, View } from "../../types.d.ts" */

/** How many community cards lie open.
    @param {View} view */
const open = (view) => view.community.filter((card) => card !== "??").length;

/** The hands in words by position, 0 the dealer's. What was said in this round is kept while cards lie there: they may be
    face down again, but who has seen them knows them. With another community card it would no longer be true.
    @param {HandInWords[] | undefined} hands
    @param {View} view
    @param {View | null} before
    @param {Record<number, string>} said
    @returns {Record<number, string>} */
export function saidOf(hands, view, before, said) {
  /** @type {Record<number, string>} */
  const known = before?.round === view.round && open(before) === open(view) ? { ...said } : {};
  for (const { seat, words } of hands ?? []) known[seat] = words;
  if (!view.dealer.length) delete known[0];
  for (const { number, cards } of view.seats) if (!cards.length) delete known[number];
  return known;
}
