// A round told again: what lay where after each event. Events are only laid out, as the house recorded them; no rule is
// applied here, and nothing is worked out that the house does not say: what an event brought comes with it (`net`).

/** @import { Facts } from "../../shapes.d.ts" */
/** @import { HandLine, HappenedWorded, RoundTold, Told } from "../../types.d.ts" */

/** A card that lies somewhere. @typedef {{ card: string, up: boolean }} Lying */
/** What a wager came to. @typedef {{ wager?: string, kind: string, net?: number | null, pays?: string, of?: number }} Result */
/** A position.
    @typedef {{ player: string, wagers: Map<string, { cents: number, lammer: boolean }>, cards: Lying[], choice: string, hand: string, results: Result[], net: number, out: boolean }} Position */
/** The table after an event.
    @typedef {{ seats: Map<number, Position>, dealer: Lying[], community: Lying[], box: Lying[], burn: Lying[], aside: Lying[], heading: string, headingClause: string, dealerHand?: string, void?: boolean }} Laid */
/** An event: which of the fields are there depends on what it is. @typedef {Required<Facts> & { is: string }} AnyEvent */
/** What comes with an event. @typedef {Pick<HappenedWorded, "net" | "pays" | "said"> & { at: number, house?: string }} Words */
/** A step of the round. @typedef {{ happened: Words, event: AnyEvent, heading: AnyEvent | null, table: Laid }} Step */

const UNKNOWN = "??";
/** @type {("dealer" | "community" | "box" | "burn")[]} */
const PLACES = ["dealer", "community", "box", "burn"];

/** What is no event of the game. */
const UNTOLD = new Set(["CommitmentPublished", "SeedAdded", "SeedRevealed", "PlayerReady", "HouseDecided", "TableParked", "TableResumed", "TableSetAside"]);

/** An empty table with the people who were dealt in.
    @param {Pick<HandLine, "seat" | "player">[]} hands
    @returns {Laid} */
function bare(hands) {
  const seats = new Map(hands.map((hand) => [hand.seat, seat(hand.player)]));
  return { seats, dealer: [], community: [], box: [], burn: [], aside: [], heading: "", headingClause: "" };
}

/** @param {string} player
    @returns {Position} */
function seat(player) {
  return { player, wagers: new Map(), cards: [], choice: "", hand: "", results: [], net: 0, out: false };
}

/** What a spectator is told of a round that is being played, as events: what is nothing is not told.
    @param {Told[]} told
    @returns {any[]} */
const fromTold = (told) =>
  told.map(({ event, facts, ...words }) => ({ at: 0, event: { is: event, cents: 0, stake: 0, ...facts }, ...words }));

/** Whether cards lie face down at a step although this reader knows them.
    @param {Pick<Step, "table"> | undefined} step */
export function hidden(step) {
  if (!step) return false;
  const places = [...PLACES.map((place) => step.table[place]), ...[...step.table.seats.values()].map((each) => each.cards)];
  return places.flat().some(({ card, up }) => !up && card !== UNKNOWN);
}

/** A copy that can be changed without changing the step before.
    @param {Laid} table
    @returns {Laid} */
function copied(table) {
  const seats = new Map();
  for (const [number, each] of table.seats) {
    seats.set(number, { ...each, wagers: new Map(each.wagers), cards: [...each.cards], results: [...each.results] });
  }
  /** @type {Pick<Laid, "dealer" | "community" | "box" | "burn">} */
  const places = { dealer: [...table.dealer], community: [...table.community], box: [...table.box], burn: [...table.burn] };
  return { ...table, ...places, aside: [...table.aside], seats };
}

/**
 * The steps of a round: for each event its words' material and the table after it. The opening of a step of the procedure
 * is no step of its own: it is the heading of what follows.
 * @param {Pick<RoundTold, "hands" | "events" | "told">} round
 */
export function stepsOf(round) {
  let table = bare(round.hands);
  /** @type {Step[]} */
  const steps = [];
  /** @type {AnyEvent | null} */
  let heading = null;
  /** @type {any[]} */
  const all = round.events.length ? round.events : fromTold(round.told);
  for (const happened of all) {
    /** @type {AnyEvent} */
    const event = happened.event;
    if (event.is === "StepOpened") {
      heading = event;
      continue;
    }
    if (UNTOLD.has(event.is)) continue;
    table = copied(table);
    APPLY[event.is]?.(table, event, happened);
    if (event.seat && happened.net) at(table, event).net += happened.net;
    steps.push({ happened, event, heading, table });
    heading = null;
  }
  return steps;
}

/** The seat of an event; somebody may sit down, or have a wager, without being dealt in.
    @param {Laid} table
    @param {Pick<AnyEvent, "seat" | "player">} event
    @returns {Position} */
function at(table, event) {
  const found = table.seats.get(event.seat) ?? seat(event.player ?? "");
  table.seats.set(event.seat, found);
  return found;
}

/** @param {Position} own
    @param {AnyEvent} event */
function put(own, event) {
  if (event.cents) own.wagers.set(event.wager, { cents: event.cents, lammer: false });
  else own.wagers.delete(event.wager);
}

/** @param {Laid} table
    @param {AnyEvent} event */
function gone(table, event) {
  at(table, event).wagers.delete(event.wager);
}

/** The cards at a place, seen by everybody from now on.
    @param {Lying[]} cards
    @param {string[]} faces */
function turned(cards, faces) {
  return faces.map((card, index) => ({ ...cards[index], card, up: true }));
}

/** Community cards are turned one after the other: the first ones that still lie face down.
    @param {Lying[]} cards
    @param {string[]} faces */
function turnedInTurn(cards, faces) {
  const left = [...faces];
  /** @param {Lying} each */
  const next = (each) => !each.up && left.length > 0 && (each.card === left[0] || each.card === UNKNOWN);
  return cards.map((each) => (next(each) ? { card: left.shift() ?? UNKNOWN, up: true } : each));
}

/** @type {Record<string, (table: Laid, event: AnyEvent, happened: Words) => unknown>} */
const APPLY = {
  SeatTaken: (table, event) => {
    const own = at(table, event);
    own.player = event.player;
  },
  SeatLeft: (table, event) => {
    if (!at(table, event).cards.length) table.seats.delete(event.seat);
  },
  WagerPlaced: (table, event) => put(at(table, event), event),
  WagerNotAccepted: gone,
  WagerReturned: (table, event) => {
    const own = at(table, event);
    own.wagers.delete(event.wager);
    own.results = own.results.filter((each) => each.kind !== "collected" || each.wager !== event.wager); // it may have been
    own.results.push({ wager: event.wager, kind: "back" });
  },
  WagerCollected: (table, event) => {
    const own = at(table, event);
    own.wagers.delete(event.wager);
    own.results.push({ wager: event.wager, kind: "collected" });
  },
  WagerTaken: (table, event) => at(table, event).wagers.set(event.wager, { cents: event.cents, lammer: true }),
  CardsDealt: (table, event) => {
    const dealt = event.cards.map((card) => ({ card, up: event.up ?? card !== UNKNOWN }));
    if (event.to === "seat") at(table, event).cards.push(...dealt);
    else PLACES.filter((place) => place === event.to).forEach((place) => table[place].push(...dealt));
  },
  CardSetAside: (table, event) => table.aside.push({ card: event.card, up: true }),
  Decided: (table, event) => {
    const own = at(table, event);
    own.choice = event.choice;
    own.out = Boolean(event.folds);
  },
  CardsShown: (table, event) => {
    if (event.place === "community") table.community = turnedInTurn(table.community, event.cards);
    for (const place of PLACES) {
      if (place === event.place && place !== "community") table[place] = turned(table[place], event.cards);
    }
    if (event.place === "dealer") table.dealerHand = event.hand ?? "";
  },
  HandTurned: (table, event) => {
    const own = at(table, event);
    own.cards = turned(own.cards, event.cards);
    own.hand = event.hand ?? "";
  },
  WagerSettled: (table, event, { net, pays }) => {
    const own = at(table, event);
    own.wagers.delete(event.wager);
    own.results.push({ wager: event.wager, kind: event.pay.type, net, pays });
  },
  PayoutCut: (table, event, { net }) => at(table, event).results.push({ wager: event.wager, kind: "cut", net }),
  EnvyPaid: (table, event, { net }) => at(table, event).results.push({ kind: "others", of: event.of_seat, net }),
  HandVoided: (table, event) => {
    at(table, event).out = true;
  },
  RoundVoided: (table) => {
    table.void = true;
  },
};
