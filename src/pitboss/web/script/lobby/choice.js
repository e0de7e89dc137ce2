/* Which table suits whom, and what is said of one: worked out from what the house tells of its tables. */

import { may } from "../api.js";
import { money } from "../format.js";
import { say } from "../text.js";
import "../text/lobby.js";

/** @import { Me, TableListed } from "../../types.d.ts" */

/** How the house names the step at which there is no round. */
const BETWEEN = "between rounds";

/** Whether its game has failed, so that nobody can play there.
    @type {(table: Pick<TableListed, "step">) => boolean} */
export const aside = ({ step }) => step === "set aside";

/** Whether nothing happens here until a person deals: the reader could sit down, and would only wait.
    @type {(table: Pick<TableListed, "dealer" | "step">) => boolean} */
export const waits = ({ dealer, step }) => dealer === "person" && step === BETWEEN;

/** Whether this person plays: a stranger would, as a guest.
    @type {(who: Me | null) => boolean} */
export const plays = (who) => !who || may(who, "take_seat");

/** Whether this person has chips for this table, or can: a guest, and whoever would become one, only for practice.
    @type {(table: Pick<TableListed, "practice">, who: Me | null) => boolean} */
export const mayPlay = ({ practice }, who) => practice || Boolean(who && !who.guest);

/** Somebody with an account and real chips; a guest has practice chips only.
    @type {(who: Me | null) => boolean} */
const hasChips = (who) => Boolean(who && !who.guest && who.balance);

/** The limits of the first wager of the list, as the rulebook orders them. One that is made after the deal has no range
    of its own.
    @param {TableListed} table */
const first = ({ limits }) => limits.find(({ maximum }) => maximum);

/** The smallest wager with which one is in the game.
    @param {TableListed} table */
export const least = (table) => first(table)?.minimum ?? 0;

/** What may be wagered to be in the game.
    @param {TableListed} table */
export function range(table) {
  const { minimum = 0, maximum = 0 } = first(table) ?? {};
  return minimum === maximum ? money(minimum) : say("lobby.limits", { least: money(minimum), most: money(maximum) });
}

/** The table a newcomer is brought to: one for the chips he has, that deals by itself, with the easiest game as their
    folders say, and where he waits for as few others as possible.
    @param {TableListed[]} found
    @param {Me | null} who
    @returns {TableListed | undefined} */
export function best(found, who) {
  const free = found.filter((table) => mayPlay(table, who) && !aside(table) && table.seats.taken < table.seats.all);
  const own = free.filter((table) => table.practice !== hasChips(who));
  const fitting = own.length ? own : free;
  const alone = fitting.filter((table) => table.dealer === "automatic" && table.cards === "shuffle");
  /** @type {(table: TableListed) => number[]} */
  const order = (table) => [Number(waits(table)), -(table.easy ?? 0), table.seats.taken];
  /** @type {(a: TableListed, b: TableListed) => number} */
  const sooner = (a, b) => order(a).map((each, n) => each - order(b)[n]).find(Boolean) ?? 0;
  return (alone.length ? alone : fitting).toSorted(sooner)[0];
}

/** Which words greet: an account without chips has to buy in where there is no practice table, a guest to sign in.
    @param {TableListed[]} found
    @param {Me | null} who */
export function greeting(found, who) {
  const account = who && !who.guest;
  if (found.length && !found.some((table) => table.practice) && !hasChips(who)) return account ? ".broke" : ".real";
  return account ? ".account" : "";
}

/** @param {TableListed["seats"]} seats */
export function seatWords({ taken, all }) {
  if (taken === 0) return say("lobby.seats.empty", { n: all });
  return taken >= all ? say("lobby.seats.full", { n: all }) : say("lobby.seats", { taken, n: all });
}

/** What happens at a table now.
    @param {TableListed} table */
export function moment(table) {
  const { round, step } = table;
  if (waits(table)) return say("lobby.now.waits");
  if (aside(table)) return say("lobby.now.aside");
  if (step === BETWEEN) return say("lobby.now.idle");
  const { asked, left } = table;
  const doing = asked ? "lobby.step.asked" : step === "bets" ? "lobby.step.bets" : "lobby.step.play";
  const time = left ? say("lobby.step.left", { n: Math.ceil(left / 1000) }) : "";
  const words = say(doing, { who: asked }) + time;
  return say(round > 1 ? "lobby.now" : "lobby.now.first", { round, step: words });
}

/** Seats along the round side of the table; position 1 is at the dealer's left, so at the reader's right.
    @param {number} count
    @returns {[number, number][]} */
export function seatPlaces(count) {
  return Array.from({ length: count }, (_, n) => {
    const angle = Math.PI * (0.09 + (0.82 * n) / Math.max(1, count - 1));
    return [100 + 88 * Math.cos(angle), 22 + 74 * Math.sin(angle)];
  });
}
