/* What the chips do while a dealer takes and pays, in figures: nothing here looks at the page. */

/** @import { AskMoves, ChipPile, DealerMove, WagerLying } from "../../types.d.ts" */

/** Where a wager lies. @typedef {{ seat: number, wager: string }} At */
/** How it stands with a wager: what still lies there, what was paid beside it, whether it was said to push, and which
    moves it has had, the first being 1.
    @typedef {{ own: ChipPile[], paid: ChipPile[], lammer: boolean, pushed: boolean, moves: number[] }} Standing */

/** @type {(at: At) => string} */
export const keyOf = ({ seat, wager }) => `${seat}.${wager}`;

/** What chips are worth.
    @param {readonly ChipPile[]} piles */
export const worth = (piles) => piles.reduce((sum, { cents, count }) => sum + cents * count, 0);

/** The piles together with others; `times` -1 takes them away. Highest first, without empty ones.
    @param {readonly ChipPile[]} piles
    @param {readonly ChipPile[]} others
    @returns {ChipPile[]} */
export function together(piles, others, times = 1) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { cents, count } of piles) counts.set(cents, (counts.get(cents) ?? 0) + count);
  for (const { cents, count } of others) counts.set(cents, (counts.get(cents) ?? 0) + times * count);
  const found = [...counts].map(([cents, count]) => ({ cents, count })).filter(({ count }) => count !== 0);
  return found.sort((one, two) => two.cents - one.cents);
}

/** Whether there are at least these chips among the piles.
    @param {readonly ChipPile[]} piles
    @param {readonly ChipPile[]} wanted */
export const among = (piles, wanted) =>
  wanted.every(({ cents, count }) => (piles.find((pile) => pile.cents === cents)?.count ?? 0) >= count);

/** How a wager stands after these moves.
    @param {WagerLying} lying
    @param {readonly DealerMove[]} moves
    @returns {Standing} */
export function standing(lying, moves) {
  /** @type {Standing} */
  const found = { own: [...lying.chips], paid: [], lammer: Boolean(lying.lammer), pushed: false, moves: [] };
  moves.forEach((move, n) => {
    if (keyOf(move) !== keyOf(lying)) return;
    found.moves.push(n + 1);
    if (move.do === "push") found.pushed = true;
    else if (move.do === "pay") found.paid = together(found.paid, move.chips ?? []);
    else if (move.chips?.length) found.own = together(found.own, move.chips, -1);
    else [found.own, found.lammer] = [[], false];
  });
  return found;
}

/** What is in the tray after these moves, while these chips are in the hand.
    @param {AskMoves} ask
    @param {readonly DealerMove[]} moves
    @param {readonly ChipPile[]} hand
    @returns {ChipPile[]} every denomination that the tray began with, also where none is left */
export function tray(ask, moves, hand = []) {
  const paid = moves.filter((move) => move.do === "pay").flatMap((move) => move.chips ?? []);
  const taken = ask.wagers.flatMap((lying) => together(lying.chips, standing(lying, moves).own, -1));
  const left = together(together(together(ask.tray, taken), paid, -1), hand, -1);
  const all = new Set([...ask.tray, ...left].map(({ cents }) => cents));
  return [...all].sort((one, two) => two - one)
    .map((cents) => left.find((pile) => pile.cents === cents) ?? { cents, count: 0 });
}

/** Chips of the same sort and number as lie there, to be set beside them; of a sort that the tray lacks, what it has
    that makes the same amount. Nothing where it cannot.
    @param {readonly ChipPile[]} own
    @param {readonly ChipPile[]} have
    @returns {ChipPile[]} */
export function sized(own, have) {
  if (among(have, own)) return together(own, []);
  return fewest(worth(own), have) ?? [];
}

/** The fewest chips of these that make an amount, the largest first; null where they do not make it.
    @param {number} cents
    @param {readonly ChipPile[]} have highest first
    @returns {ChipPile[] | null} */
export function fewest(cents, have) {
  let left = cents;
  const found = [];
  for (const pile of have) {
    const count = Math.min(pile.count, Math.floor(left / pile.cents));
    if (count > 0) found.push({ cents: pile.cents, count });
    left -= count * pile.cents;
  }
  return left === 0 ? found : null;
}

/** What can be done at a wager now, with these chips in the hand.
    @param {Standing} found
    @param {readonly ChipPile[]} hand */
export function ways({ own, lammer, pushed }, hand) {
  const lies = own.length > 0 || lammer;
  return {
    take: lies,
    part: hand.length > 0 && worth(own) > worth(hand) && among(own, hand),
    push: lies && !pushed && !hand.length,
    pay: hand.length > 0,
  };
}
