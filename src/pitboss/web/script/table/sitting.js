/* Where to sit: loaded when somebody wants to. */

/** The empty seat that is looked at, or else the one nearest to the middle. The button is shown where there is one.
    @param {{ number: number, player: string }[]} seats
    @param {number} looked */
export function anywhere(seats, looked) {
  const free = seats.filter((seat) => !seat.player).map((seat) => seat.number);
  const middle = (seats.length + 1) / 2;
  free.sort((one, two) => Math.abs(one - middle) - Math.abs(two - middle));
  return free.includes(looked) ? looked : free[0];
}
