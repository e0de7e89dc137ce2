/* What is done to all wagers of the reader at once. */

import { doubled, total } from "./unconfirmed.js";

/** @typedef {Pick<import("./wagers.js").Wagers, "mine" | "units" | "offers" | "on" | "have" | "kept" | "past" | "snapshot" | "remember" | "forget" | "refuse" | "want">} Wagers */

export const all = {
  /** @param {Wagers} wagers */
  clear(wagers) {
    wagers.remember();
    lay(wagers, {});
  },

  /** @param {Wagers} wagers */
  repeat(wagers) {
    wagers.remember();
    lay(wagers, wagers.kept);
  },

  /** All or nothing: where one of them cannot be doubled, only that one is asked for, and refused. What has but one
      amount stays as it is.
      @param {Wagers} wagers */
  double(wagers) {
    wagers.remember();
    const amounts = JSON.parse(wagers.snapshot());
    for (const seat of wagers.mine) {
      for (const unit of wagers.units) {
        const limits = wagers.offers.get(`${seat}.${unit[0]}`);
        const twice = doubled(wagers.on(seat, unit[0]), limits);
        if (twice === null) continue;
        if (limits && twice > limits.maximum) return wagers.want(seat, unit, twice);
        for (const id of unit) amounts[`${seat}.${id}`] = twice;
      }
    }
    lay(wagers, amounts);
  },

  /** Back to what last lay there and was something else.
      @param {Wagers} wagers */
  undo(wagers) {
    const now = wagers.snapshot();
    /** @type {string | undefined} */
    let before = now;
    while (before === now) before = wagers.past.pop();
    wagers.forget();
    if (before) lay(wagers, JSON.parse(before));
  },
};

/** First what has to be there for the rest, then the rest; what goes, in the opposite order. Nothing where the chips do
    not reach for all of it.
    @param {Wagers} wagers
    @param {Record<string, number>} staked */
function lay(wagers, staked) {
  const [cents, { have }] = [total(Object.values(staked)), wagers];
  if (cents > have) {
    const [seat, wager] = Object.keys(staked)[0].split(".");
    return wagers.refuse(Number(seat), wager, "…", { code: "short", wager, cents, have });
  }
  for (const seat of wagers.mine) {
    /** @type {(unit: string[]) => number} */
    const wanted = (unit) => staked[`${seat}.${unit[0]}`] ?? 0;
    for (const unit of [...wagers.units].reverse()) if (!wanted(unit)) wagers.want(seat, unit, 0);
    for (const unit of wagers.units) if (wanted(unit)) wagers.want(seat, unit, wanted(unit));
  }
}
