/* Every event of a table as a sentence. What happened is the house's word; how a reader is told it is written here. */

import { money, number } from "../format.js";
import { add, cardName, known, list, say } from "../text.js";
import { handWords, pays } from "./pays.js";

const OPEN = new Set(["left", "forfeit", "record"]); // what came of these, the events after them tell
const MICRO = 1_000_000; // meters are kept in millionths of a cent

add({
  "event.CardsReceived": "Deck {deck} is received.",
  "event.DeckMoved": "Deck {deck} is {stage}.",
  "event.CardsShuffled": "Deck {deck} is shuffled.",
  "event.DeviceCounted": "The shuffler counts {count} cards in deck {deck}.",
  "event.CardsCut": "Deck {deck} is cut after {depth} cards.",
  "event.DeckReady": "Deck {deck} is ready to be dealt.",
  "event.RecutOrdered": "A new cut of deck {deck} is ordered.",
  "event.ShuffleOrdered": "A new shuffle of deck {deck} is ordered.",
  "event.TableIdle": "Nobody plays; the cards lie spread.",
  "event.DeckRemoved": "Deck {deck} leaves the table.",
  "event.DeviceFailed": "The {device} cannot be used any more.",
  "event.DeviceSetAside": "The {device} is set aside.",
  "event.DeviceRestored": "The {device} works again.",
  "event.ProcedureChanged": "The cards are dealt in another way from now on.",
  "event.TermsAdopted": "New terms are in force.",
  "event.SeatTaken": "{player} sits down at position {seat}.",
  "event.SeatLeft": "{player} leaves position {seat}.",
  "event.RoundOpened": "Round {round} is open for wagers.",
  "event.BetsClosed": { one: "No more bets: position {seats} plays.", other: "No more bets: positions {seats} play." },
  "event.WagerPlaced": "Position {seat}: {wager} {cents}.",
  "event.WagerPlaced.changed": "Position {seat}: {wager} {cents} instead of {before}.",
  "event.WagerPlaced.back": "Position {seat}: {wager} {before} is taken back.",
  "event.WagerNotAccepted": "Position {seat}: {wager} {cents} is not accepted by the progressive system and goes back.",
  "event.WagerReturned": "Position {seat}: {wager} {cents} goes back.",
  "event.WagerTaken": "Position {seat}: {wager} {cents} is collected before the deal and stays in play.",
  "event.ChipsCounted": "{wager}: {chips} chips collected, {expected} expected.",
  "event.CardsDealt": "{cards} to {place}.",
  "event.CardsDealt.burn": "Burned: {cards}.",
  "event.CardsDealt.extra": "{cards} to {place}, outside the plan.",
  "event.CardSetAside": "{card} was found face up and is not used.",
  "event.StubRemoved": "The rest of the deck goes to the discard rack.",
  "event.StubCounted": "The rest of the deck is counted: {stub} cards, {expected} expected.",
  "event.Decided": "Position {seat}: {choice}.",
  "event.Decided.absent": "Position {seat}: {choice}, decided for a player who has left.",
  "event.WagerCollected": "Position {seat}: {wager} {cents} is collected.",
  "event.HandDiscarded": "Position {seat}: the cards go to the discard rack.",
  "event.HandCollected": "Position {seat}: the cards go to the discard rack.",
  "event.CardsShown.dealer": "The dealer shows {cards}.",
  "event.CardsShown.community": "Turned up: {cards}.",
  "event.CardsShown.box": "The Six Card box holds {cards}.",
  "event.HandTurned": "Position {seat} shows {cards}.",
  "event.made": "{sentence} {hand}.",
  "event.ContributionPosted": "{amount} goes to the {meter} meter, which reads {reading}.",
  "event.ContributionReversed": "{amount} comes off the {meter} meter again, which reads {reading}.",
  "event.WagerSettled.lose": "Position {seat}: {wager} {stake} loses.",
  "event.WagerSettled.push": "Position {seat}: {wager} {stake} pushes and comes back.",
  "event.WagerSettled.returned": "Position {seat}: {wager} {stake} goes back.",
  "event.WagerSettled.to": "Position {seat}: {wager} {stake} wins {won} at {pays}.",
  "event.WagerSettled.for": "Position {seat}: {wager} {stake} is paid {won} at {pays}.",
  "event.WagerSettled.dollars": "Position {seat}: {wager} {stake} is paid {won}.",
  "event.WagerSettled.meter": "Position {seat}: {wager} {stake} is paid {won}, {pays}.",
  "event.PayoutCut": "Position {seat}: {wager}: the payout limit takes off {cents}.",
  "event.MeterPaid": "The {meter} meter pays {cents} and reads {reading}.",
  "event.EnvyPaid": "Position {seat}: envy bonus {cents} for the hand of position {of_seat}.",
  "event.TableSettled": "The wagers that look at the whole table are settled.",
  "event.TableCleared": "Round {round} is over; the table is cleared.",
  "event.TableCleared.void": "Round {round} is over and void; the table is cleared.",
  "event.Irregularity": "Reported: {title}.",
  "event.RoundVoided": "The round is void.",
  "event.HandVoided": "Position {seat}: the hand is void.",
  "event.HandCorrected": "What really lies at {place}: {count} cards.",
  "event.Owed": "Still to be dealt: {count} cards to {place}.",
  "event.WagersForfeited": "Position {seat} forfeits all wagers of the round.",
  "event.PlayerAway": "Position {seat}: the player has left.",
  "event.MatterRaised": "A floorperson must decide.",
  "event.MatterSettled": "The floorperson has decided.",
  "place.seat": "position {seat}",
  "place.dealer": "the dealer",
  "place.community": "the middle",
  "place.box": "the Six Card box",
  "place.burn": "the burned cards",
  "place.thrown": "the discard rack",
  "reason.higher": "higher hand",
  "reason.lower": "lower hand",
  "reason.equal": "equal hands",
  "reason.more": "more cards than the dealer",
  "reason.fewer": "fewer cards than the dealer",
  "reason.below_pair": "dealer below a pair",
  "reason.pair_or_better": "dealer has a pair or better",
  "reason.not_qualified": "dealer does not qualify",
  "reason.qualified": "dealer qualifies",
  "reason.folded": "folded",
  "reason.void": "void",
  "reason.spared": "spared by the void",
  "reason.forfeited": "forfeited",
  "reason.abandoned": "declared losing",
});

const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const spaced = (name) => name.replaceAll("_", " ");

/** What things are called in a game; `words` is what the house says of it (api.js `game`), or null until it is there. */
export function names(words) {
  const wagers = new Map(words?.wagers.map((wager) => [wager.id, wager.title]));
  const steps = new Map(words?.steps.map((step) => [step.name, step]));
  const choices = new Map(words?.steps.flatMap((s) => s.choices.map((c) => [`${s.name} ${c.name}`, c.label])));
  return {
    wager: (id) => wagers.get(id) ?? upper(spaced(id)),
    hand: (id) => words?.hands[id] ?? spaced(id),
    made: (said) => handWords(said, words?.hands),
    step: (name) => steps.get(name)?.title ?? upper(spaced(name)),
    choice: (step, name) => choices.get(`${step} ${name}`) ?? upper(spaced(name)),
    mishap: (event) => {
      const rows = words?.irregularities.filter((row) => row.kind === event.kind) ?? [];
      const row = rows.find((each) => each.clause === event.clause) ?? rows[0];
      if (!row) return spaced(event.kind);
      return OPEN.has(event.consequence) ? row.title : `${row.title}; ${row.consequence}`;
    },
  };
}

/** What settlement looked at: "lower hand", "pair of tigers". */
export function reason(event, called) {
  const found = (event.cell ?? []).map((part) => {
    if (known(`reason.${part}`)) return say(`reason.${part}`);
    return part === "live" || part === "none" || /^\d+$/.test(part) ? "" : called.hand(part);
  });
  return found.filter(Boolean).join(", ");
}

function place(event) {
  const where = event.to ?? event.place ?? "";
  const key = `place.${event.seat ? "seat" : where}`;
  return known(key) ? say(key, event) : spaced(where);
}

const keys = {
  WagerPlaced: (event) => (event.cents ? (event.before ? ".changed" : "") : ".back"),
  CardsDealt: (event) => (event.to === "burn" ? ".burn" : event.extra ? ".extra" : ""),
  Decided: (event) => (event.for_absent ? ".absent" : ""),
  CardsShown: (event) => `.${event.place}`,
  WagerSettled: (event) => `.${event.pay.type}`,
  TableCleared: (event) => (event.void ? ".void" : ""),
};

/** A meter's reading: whole cents, and their parts where it has some. */
function reading(micro) {
  if (micro % MICRO === 0) return money(micro / MICRO);
  return number(micro / MICRO / 100, { style: "currency", currency: "USD", maximumFractionDigits: 8 });
}

/** The event as a sentence. `called` comes from `names`. */
export function eventWords(event, called) {
  const key = `event.${event.is}${keys[event.is]?.(event) ?? ""}`;
  if (!known(key)) return upper(event.is.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim());
  const cards = event.cards ? list(event.cards.map(cardName)) : "";
  const values = {
    ...event,
    n: event.seats?.length ?? event.cards?.length ?? 0,
    seats: event.seats ? list(event.seats.map(String)) : "",
    cards: event.is === "CardsDealt" && event.to !== "burn" ? upper(cards) : cards,
    card: event.card ? upper(cardName(event.card)) : "",
    place: place(event),
    wager: event.wager ? called.wager(event.wager) : "",
    cents: money(event.cents ?? 0),
    before: money(event.before ?? 0),
    stake: money(event.stake ?? 0),
    won: money(event.won ?? 0),
    pays: event.pay ? pays(event.pay) : "",
    amount: reading(event.amount ?? 0),
    reading: reading(event.reading ?? 0),
    count: number(event.count ?? 0),
    choice: event.choice ? called.choice(event.step, event.choice) : "",
    title: event.is === "Irregularity" ? called.mishap(event) : "",
  };
  const sentence = say(key, values);
  const shown = event.is === "CardsShown" || event.is === "HandTurned";
  const made = event.is === "WagerSettled" ? reason(event, called) : shown && event.hand && called.made(event.hand);
  return made ? say("event.made", { sentence, hand: upper(made) }) : sentence;
}
