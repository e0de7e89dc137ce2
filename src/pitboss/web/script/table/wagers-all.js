/* What is done to all wagers of the reader at once. */

export const all = {
  clear(wagers) {
    wagers.remember();
    lay(wagers, {});
  },

  repeat(wagers) {
    wagers.remember();
    lay(wagers, wagers.kept);
  },

  /** All or nothing: where one of them cannot be doubled, only that one is asked for, and refused. What has but one
      amount stays as it is. */
  double(wagers) {
    wagers.remember();
    const offer = (seat, [id]) => ({ twice: 2 * wagers.on(seat, id), ...wagers.offers.get(`${seat}.${id}`) });
    const each = (seat, unit) => ({ seat, unit, ...offer(seat, unit) });
    const found = wagers.mine.flatMap((seat) => wagers.units.map((unit) => each(seat, unit)));
    const can = found.filter(({ twice, minimum = 0, maximum = 1 }) => twice && minimum !== maximum);
    const over = can.find(({ twice, maximum }) => twice > maximum);
    if (over) return wagers.want(over.seat, over.unit, over.twice);
    const doubled = can.flatMap(({ seat, unit, twice }) => unit.map((id) => [`${seat}.${id}`, twice]));
    lay(wagers, { ...JSON.parse(wagers.snapshot()), ...Object.fromEntries(doubled) });
  },

  /** Back to what last lay there and was something else. */
  undo(wagers) {
    const now = wagers.snapshot();
    let before = now;
    while (before === now) before = wagers.past.pop();
    wagers.forget();
    if (before) lay(wagers, JSON.parse(before));
  },
};

/** First what has to be there for the rest, then the rest; what goes, in the opposite order. Nothing where the chips do
    not reach for all of it. */
function lay(wagers, staked) {
  const sum = (all) => all.reduce((one, two) => one + two, 0);
  const [cents, { have }] = [sum(Object.values(staked)), wagers];
  if (cents > have) {
    const [seat, wager] = Object.keys(staked)[0].split(".");
    return wagers.refuse(Number(seat), wager, "…", { code: "short", wager, cents, have });
  }
  for (const seat of wagers.mine) {
    const wanted = (unit) => staked[`${seat}.${unit[0]}`] ?? 0;
    for (const unit of [...wagers.units].reverse()) if (!wanted(unit)) wagers.want(seat, unit, 0);
    for (const unit of wagers.units) if (wanted(unit)) wagers.want(seat, unit, wanted(unit));
  }
}
