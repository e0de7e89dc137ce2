/* The chips of a tray: what each is worth, its colour, and which of them make an amount. */

/** Cents and the name of the colour (chip-… in base.css), the largest first.
    @type {[number, string][]} */
export const DENOMINATIONS = [
  [500_000, "brown"],
  [100_000, "gold"],
  [50_000, "purple"],
  [10_000, "black"],
  [2_500, "green"],
  [500, "red"],
  [100, "white"],
  [50, "blue"],
  [25, "pink"],
];

/** The denominations worth having on a tray for wagers from `least` to `most`, smallest first.
    @param {number} least
    @param {number} most
    @param {number} step */
export function denominations(least, most, step, wanted = 5) {
  const fits = DENOMINATIONS.map(([cents]) => cents).filter((cents) => cents <= most && cents >= Math.min(step, least));
  return fits.reverse().slice(0, wanted);
}

/** The fewest chips that make an amount, the largest first, each with how many of it; what no chip makes is left over.
    Each denomination divides the next larger one: so the largest that fits is always right.
    @param {number} cents
    @returns {{ chips: [number, number][], left: number }} */
export function change(cents) {
  /** @type {[number, number][]} */
  const chips = [];
  let left = cents;
  for (const [worth] of DENOMINATIONS) {
    const many = Math.floor(left / worth);
    if (many) chips.push([worth, many]);
    left -= many * worth;
  }
  return { chips, left };
}
