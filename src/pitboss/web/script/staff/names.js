/* Players without an account. Every page calls them as the house does: "walk-in Ann". */

export const WALK_IN = "walk-in "; // how the house names players without an account

/** @type {(player: string) => boolean} */
export const walkIn = (player) => player.startsWith(WALK_IN);
