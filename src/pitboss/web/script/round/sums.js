/* What a reader's own rounds brought. */

/** What each hand of a round wagered and got back.
    @typedef {{ player: string, wagered: number, returned: number }} Played */
/** A round of the list. @typedef {{ hands: Played[], practice: boolean, cleared_at: number | null }} Round */

/** The part of the round that is this reader's own.
    @param {Round} round
    @param {string} handle */
export function own(round, handle) {
  const hands = round.hands.filter((hand) => hand.player === handle);
  const wagered = hands.reduce((all, hand) => all + hand.wagered, 0);
  const returned = hands.reduce((all, hand) => all + hand.returned, 0);
  return { wagered, returned, net: returned - wagered };
}

/** The sums of several rounds: practice chips are counted apart, and a round that is still played brings nothing yet. */
export class Sums {
  shown = 0;
  practised = 0;
  real = 0;
  practice = 0;

  /** @param {Round} round
      @param {string} handle */
  add(round, handle) {
    this.shown += 1;
    this.practised += Number(round.practice);
    if (round.cleared_at !== null) this[round.practice ? "practice" : "real"] += own(round, handle).net;
  }

  /** Whether chips of both kinds are among them. */
  get mixed() {
    return this.practised > 0 && this.practised < this.shown;
  }

  /** What they brought: of practice chips only where there are no others. */
  get net() {
    return this.practised === this.shown ? this.practice : this.real;
  }
}
