// A round told again: how the table lay after each event, as the house tells it. Nothing is worked out here: what the
// house says of a step is laid over what lay before.

/** @import { Facts } from "../../shapes.d.ts" */
/** @import { CardsLaid, HappenedWorded, RoundTold, SeatLaid, TableLaid, Told } from "../../types.d.ts" */

/** A card that lies somewhere. @typedef {{ card: string, up: boolean }} Lying */
/** A position. @typedef {Required<Omit<SeatLaid, "cards">> & { cards: Lying[] }} Position */
/** Where cards lie beside the positions. @typedef {"dealer" | "community" | "box" | "burn" | "aside"} Place */
/** The table after an event. @typedef {Record<Place, Lying[]> & { seats: Map<number, Position>, dealerHand: string }} Laid */
/** An event: which of the fields are there depends on what it is. @typedef {Required<Facts> & { is: string }} AnyEvent */
/** What comes with an event. @typedef {Pick<HappenedWorded, "said"> & { at: number, house?: string, seq?: number }} Words */
/** A step of the round. @typedef {{ happened: Words, event: AnyEvent, heading: AnyEvent | null, table: Laid }} Step */

const UNKNOWN = "??";
/** @type {Place[]} */
const PLACES = ["dealer", "community", "box", "burn", "aside"];

/** @type {Laid} */
const BARE = { seats: new Map(), dealer: [], community: [], box: [], burn: [], aside: [], dealerHand: "" };
/** @type {Omit<Position, "number">} */
const EMPTY = { player: "", wagers: {}, lammers: [], cards: [], hand: "", out: false, results: [], net: 0 };

/** What is told of a round that is being played, in the shape of events.
    @param {Told[]} told
    @returns {any[]} */
const fromTold = (told) => told.map(({ event, facts, said = "" }) => ({ at: 0, event: { is: event, ...facts }, said }));

/** Whether cards lie face down at a step although this reader knows them.
    @param {Pick<Step, "table">} step */
export function hidden(step) {
  const places = [...PLACES.map((place) => step.table[place]), ...[...step.table.seats.values()].map((each) => each.cards)];
  return places.flat().some(({ card, up }) => !up && card !== UNKNOWN);
}

/** @param {CardsLaid} told
    @returns {Lying[]} */
function lying({ cards = [], down = [] }) {
  return cards.map((card, place) => ({ card, up: !down.includes(place) }));
}

/** The table with what lies otherwise now.
    @param {Laid} before
    @param {TableLaid} told
    @returns {Laid} */
function after(before, told) {
  const seats = new Map(before.seats);
  for (const { cards, ...changed } of told.seats ?? []) {
    const own = { ...EMPTY, ...seats.get(changed.number), ...changed };
    seats.set(changed.number, cards ? { ...own, cards: lying(cards) } : own);
  }
  for (const number of told.gone ?? []) seats.delete(number);
  const table = { ...before, seats, dealerHand: told.dealer_hand ?? before.dealerHand };
  for (const place of PLACES) {
    const cards = told[place];
    if (cards) table[place] = lying(cards);
  }
  return table;
}

/**
 * The steps of a round: for each event its words and the table after it. The opening of a step of the procedure is no
 * step of its own: it is the heading of what follows. Nor is what the house itself did, which moves nothing.
 * @param {Pick<RoundTold, "events" | "told" | "laid">} round
 */
export function stepsOf(round) {
  let table = BARE;
  /** @type {Step[]} */
  const steps = [];
  /** @type {AnyEvent | null} */
  let heading = null;
  /** @type {any[]} */
  const all = round.events.length ? round.events : fromTold(round.told);
  all.forEach((happened, n) => {
    const laid = round.laid[n];
    if (!laid) return;
    table = after(table, laid);
    /** @type {AnyEvent} */
    const event = happened.event;
    if (event.is === "StepOpened") heading = event;
    else {
      steps.push({ happened, event, heading, table });
      heading = null;
    }
  });
  return steps;
}
