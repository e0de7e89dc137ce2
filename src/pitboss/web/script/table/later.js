/* A wager that may follow the deal, and whether the chips that are left reach for it. Loaded with the first chip. */

import { announce } from "../announce.js";
import { money } from "../format.js";
import { say } from "../text.js";
import "../text/later.js";

let heard = "";

/** What the cheapest wager after the deal costs, as a sentence, where the chips that are left do not reach for it; it is
    heard when it changes. What may follow and how it is measured is said by the choices of the game's steps. */
export function later(words, wagers) {
  const said = sentence(words, wagers);
  if (said !== heard) announce(said, { about: later });
  heard = said;
  return said;
}

function sentence(words, wagers) {
  const raises = Object.values(words.steps).flatMap(({ choices }) => choices.filter(({ does }) => does === "raise"));
  const cost = (seat) => Math.min(...raises.map(({ times, of }) => times * wagers.on(seat, of)));
  const cents = raises.length && wagers.mine.reduce((sum, seat) => sum + cost(seat), 0);
  if (cents <= wagers.left) return "";
  return say("bet.later", { wager: words.wager(raises[0].wager), money: money(cents), left: money(wagers.left) });
}
