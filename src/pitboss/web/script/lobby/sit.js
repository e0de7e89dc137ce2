/* Sitting down with one click: a stranger becomes a guest, a free seat is taken, and the table opens. */

import { beGuest, get, me, newId, post } from "../api.js";
import { say } from "../text.js";

/** @import { SeatView } from "../../types.d.ts" */

/** Free seats, those in the middle of the table first: from there one sees the felt best.
    @param {{ number: number, player: string }[]} seats */
export function inOrder(seats) {
  const middle = (seats.length + 1) / 2;
  return seats
    .filter((seat) => !seat.player)
    .map((seat) => seat.number)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** Takes a seat and goes to the table. Throws with a sentence for the reader where there is none.
    @param {number} table */
export async function sitDown(table) {
  const who = (await me()) ?? (await beGuest());
  /** @type {{ view: { seats: SeatView[] } }} */
  const { view } = await get(`/api/v1/tables/${table}?brief=true`);
  if (!view.seats.some((seat) => seat.player === who.handle)) await take(table, who.handle, inOrder(view.seats));
  location.assign(`/tables/${table}`);
}

/** @param {number} table
    @param {string} player
    @param {number[]} free */
async function take(table, player, free) {
  let last = new Error(say("lobby.taken"));
  for (const seat of free) {
    try {
      return await post(`/api/v1/tables/${table}/acts`, { id: newId(), do: { do: "TakeSeat", seat, player } });
    } catch (refused) {
      if (refused.code !== "seat_taken") throw refused;
      last = new Error(say("lobby.taken")); // meanwhile taken: the next one
    }
  }
  throw last;
}
