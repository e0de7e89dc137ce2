/* Every event of a table as a sentence. What happened is the house's word; how a reader is told it is written here. */

import { money, number } from "../format.js";
import { add, cardName, known, list, say } from "../text.js";
import "./kinds.js";
import { handWords, pays } from "./pays.js";
import "./roles.js";

const OPEN = new Set(["left", "forfeit", "record"]); // what came of these, the events after them tell
const MICRO = 1_000_000; // meters are kept in millionths of a cent

add({
  "event.CardsReceived": "Deck {deck} is received.",
  "event.DeckMoved": "Deck {deck} is {stage}.",
  "event.DeckMoved.verified": "The inspection of deck {deck} is verified.",
  "event.DeckMoved.spread": "Deck {deck} is spread face up.",
  "event.DeckMoved.face_down": "Deck {deck} is spread face down.",
  "event.DeckMoved.looked": "A player has looked at deck {deck}.",
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
  "event.WagerSettled.half": "Position {seat}: {wager} {stake} loses half.",
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
  "event.Irregularity.of": "Reported of {about}: {title}.",
  "event.Irregularity.about": "Reported ({about}): {title}.",
  "event.Irregularity.by": "{sentence} Reported by {who}.",
  "event.cards": { one: "one card", other: "{n} cards" },
  "event.seen": "{sentence} What was seen: “{detail}”.",
  "event.person": "{name} ({role})",
  "event.role": "the {role}",
  "event.RoundVoided": "The round is void.",
  "event.HandVoided": "Position {seat}: the hand is void.",
  "event.HandCorrected": "What really lies at {place}: {count} cards.",
  "event.Owed": "Still to be dealt: {count} cards to {place}.",
  "event.WagersForfeited": "Position {seat} forfeits all wagers of the round.",
  "event.PlayerAway": "Position {seat}: the player has left.",
  "event.MatterRaised": "A floorperson must decide.",
  "event.MatterRaised.violation": "A floorperson must decide whether the player at position {seat} broke the rules.",
  "event.MatterRaised.player_left": "A floorperson must decide what becomes of the wagers at position {seat}.",
  "event.MatterRaised.chips": "A floorperson must look into the chips counted for {wager}.",
  "event.MatterSettled": "A floorperson has decided.",
  "event.MatterSettled.confirmed": "Decided: the report of position {seat} is confirmed; the wagers are forfeited.",
  "event.MatterSettled.dismissed": "Decided: the report of position {seat} is dismissed; the round goes on.",
  "event.MatterSettled.played_out": "Decided: the hand of position {seat} is played out.",
  "event.MatterSettled.losing": "Decided: the wagers of position {seat} are lost.",
  "event.MatterSettled.resolved": "Decided: the chips counted for {wager} agree now.",
  "event.MatterSettled.by": "{sentence} Ruled by {who}.",
  "place.seat": "position {seat}",
  "place.dealer": "the dealer",
  "place.community": "the middle",
  "place.box": "the Six Card box",
  "place.burn": "the burned cards",
  "place.thrown": "the discard rack",
  "place.discards": "the discard rack",
  "place.shuffler": "the shuffler",
  "place.shoe": "the shoe",
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
    mishap: (event) => mishap(words?.irregularities ?? [], event),
  };
}

/** What was reported and what follows, by the row of the rulebook that was applied: clause and consequence name it. Where
    they fit several, only what these have in common is said. */
function mishap(all, event) {
  const kind = all.filter((row) => row.kind === event.kind);
  const clause = kind.filter((row) => row.clause === event.clause);
  const exact = clause.filter((row) => row.does === event.consequence);
  const rows = [exact, clause, kind].find((found) => found.length) ?? [];
  const one = (key) => (new Set(rows.map((row) => row[key])).size === 1 ? rows[0][key] : "");
  const plain = known(`kind.${event.kind}`) ? say(`kind.${event.kind}`) : spaced(event.kind);
  const title = one("title") || plain;
  const follows = exact.length && !OPEN.has(event.consequence) ? one("consequence") : "";
  return follows ? `${title}; ${follows}` : title;
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

/** What a report is about: where it lies, how many cards there are, which ones. */
function reported(event) {
  const found = [event.seat || event.place ? place(event) : "", event.count ? say("event.cards", { n: event.count }) : ""];
  return [...found, event.cards?.length ? list(event.cards.map(cardName)) : ""].filter(Boolean).join(", ");
}

/** Who acted, as far as the reader may know: "Dora (dealer)", "the dealer". */
export function person(by) {
  const [role, ...name] = by.split(":");
  const called = known(`role.${role}`) ? say(`role.${role}`) : role;
  return name.length ? say("event.person", { name: name.join(":"), role: called }) : say("event.role", { role: called });
}

const keys = {
  DeckMoved: (event) => (known(`event.DeckMoved.${event.stage}`) ? `.${event.stage}` : ""),
  Irregularity: (event) => (event.seat ? ".of" : reported(event) ? ".about" : ""),
  MatterRaised: (event) => `.${event.matter.split(":")[0]}`,
  MatterSettled: (event) => `.${event.ruling}`,
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

const wagerOf = ({ wager, matter = "" }, called) => {
  const id = wager ?? matter.split(":")[1];
  return id ? called.wager(id) : "";
};

/** The sentence with what was seen, in the words of whoever reported it, and with who reported or ruled. */
function told(sentence, { is, detail }, by) {
  const seen = is === "Irregularity" && detail ? say("event.seen", { sentence, detail }) : sentence;
  const key = `event.${is}.by`;
  return by && known(key) ? say(key, { sentence: seen, who: person(by) }) : seen;
}

/** The event as a sentence. `called` comes from `names`; `by` says who acted, where that is told: of reports and rulings
    it is part of the sentence. */
export function eventWords(event, called, by = "") {
  let key = `event.${event.is}${keys[event.is]?.(event) ?? ""}`;
  if (!known(key)) key = `event.${event.is}`;
  if (!known(key)) return upper(event.is.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim());
  const cards = event.cards ? list(event.cards.map(cardName)) : "";
  const values = {
    ...event,
    n: event.seats?.length ?? event.cards?.length ?? 0,
    seats: event.seats ? list(event.seats.map(String)) : "",
    cards: event.is === "CardsDealt" && event.to !== "burn" ? upper(cards) : cards,
    card: event.card ? upper(cardName(event.card)) : "",
    place: place(event),
    wager: wagerOf(event, called),
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
    about: event.is === "Irregularity" ? reported(event) : "",
  };
  const sentence = told(say(key, values), event, by);
  const shown = event.is === "CardsShown" || event.is === "HandTurned";
  const made = event.is === "WagerSettled" ? reason(event, called) : shown && event.hand && called.made(event.hand);
  return made ? say("event.made", { sentence, hand: upper(made) }) : sentence;
}
