/* What the floor has to know of, across tables: worked out from the list of the tables. It looks at no page. */

/** @import { WorkLine } from "../../types.d.ts" */

/** @typedef {{ table: WorkLine, kind: string, bad: boolean, values: Record<string, string | number> }} Notice */

const HOUR = 3_600_000;
/** So long before its hours are over a deck is worth a notice. */
const SOON = HOUR / 2;
export const ASIDE = "set aside"; // the moment of a table whose game fails
const FINE = new Set(["working", "none"]);
const COUNTS = new Set(["CountStub", "DeviceCountsCards"]);

/** When a deck in play must have been changed; null where no rule says so, or none is in play.
    @param {WorkLine["decks"][number]} deck */
export const deckUntil = ({ in_play_at: since, hours }) => (since === null || hours === null ? null : since + hours * HOUR);

/** Everything but the rulings, which are a list of their own; what is bad first.
    @param {WorkLine[]} tables
    @param {number} now
    @returns {Notice[]} */
export function notices(tables, now) {
  const found = tables.flatMap((table) => [...ofTable(table, now)]);
  return found.sort((a, b) => Number(b.bad) - Number(a.bad) || a.table.id - b.table.id);
}

/** @param {WorkLine} table
    @param {number} now
    @returns {Generator<Notice>} */
function* ofTable(table, now) {
  if (table.moment === ASIDE) yield { table, kind: "aside", bad: true, values: {} };
  for (const deck of table.decks) {
    const until = deckUntil(deck);
    if (until !== null && until - now <= SOON) yield { table, kind: until <= now ? "deck" : "deck.soon", bad: until <= now, values: { n: deck.number, until } };
  }
  if (!FINE.has(table.shuffler)) yield { table, kind: "shuffler", bad: true, values: { condition: table.shuffler } };
  if (!FINE.has(table.shoe)) yield { table, kind: "shoe", bad: true, values: { condition: table.shoe } };
  if (table.dealer === "person" && table.due && COUNTS.has(table.due.do)) yield { table, kind: "count", bad: false, values: {} };
  if (table.absent.length) yield { table, kind: "absent", bad: false, values: { n: table.absent.length, seats: table.absent.join(", ") } };
  if (table.proposals) yield { table, kind: "proposals", bad: false, values: { n: table.proposals } };
}

/** How many rulings wait at all tables.
    @param {WorkLine[]} tables */
export const rulingsWaiting = (tables) => tables.reduce((sum, table) => sum + table.matters.length, 0);
