/* Players with an account, found while a name is typed: for fields that ask for one. */

import { get } from "../api.js";
import { money } from "../format.js";
import { list, say } from "../text.js";
import "../text/floor.js";

/** @import { PatronFound } from "../../types.d.ts" */

/** What fits what was typed, each with what helps to tell two of a like name apart. Nothing while nothing is typed.
    @param {string} typed
    @returns {Promise<{ value: string, said: string }[]>} */
export async function patrons(typed) {
  if (!typed.trim()) return [];
  /** @type {PatronFound[]} */
  const found = await get(`/api/v1/patrons?like=${encodeURIComponent(typed.trim())}`);
  return found.map(({ handle, balance, seats }) => ({
    value: handle,
    said: say(seats.length ? "patron.sits" : "patron.has", { name: handle, amount: money(balance), tables: list(seats) }),
  }));
}
