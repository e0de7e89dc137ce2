/* How the staff's pages call people: a walk-in by his own name, and that he is one. */

import { say } from "../text.js";

export const WALK_IN = "walk-in "; // how the house names players without an account

/** @type {(player: string) => boolean} */
export const walkIn = (player) => player.startsWith(WALK_IN);

/** "Ann (walk-in)"; everybody else as the house names him.
    @type {(player: string) => string} */
export const called = (player) => (walkIn(player) ? say("people.walk_in", { name: player.slice(WALK_IN.length) }) : player);
