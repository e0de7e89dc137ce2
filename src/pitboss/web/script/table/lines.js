/* What is told, in words: one line for the ledger, with its clause, its amount and whose it is. */

import { html } from "../dom.js";
import { gain, money } from "../format.js";
import { add, cardName, cardShort, isOrdinary, known, say } from "../text.js";
import { handWords, pays } from "../text/pays.js";

add({
  "told.who": "{who}: {what}",
  "told.SeatTaken": "{player} takes seat {seat}",
  "told.SeatLeft": "{player} leaves seat {seat}",
  "told.WagerNotAccepted": "{wager} was not accepted by the device and goes back",
  "told.WagerReturned": "{wager} goes back",
  "told.BetsClosed": "No more bets",
  "told.WagerTaken": "{wager} is collected; a lammer stands for it",
  "told.dealt.burn": { one: "A card is burned", other: "{n} cards are burned" },
  "told.dealt.dealer": { one: "A card for the dealer", other: "{n} cards for the dealer" },
  "told.dealt.community": { one: "A community card", other: "{n} community cards" },
  "told.dealt.box": { one: "A card for the Six Card box", other: "{n} cards for the Six Card box" },
  "told.dealt.seat": { one: "a card", other: "{n} cards" },
  "told.dealt.faces": "{what}: {cards}",
  "told.CardSetAside": "{card} is set aside",
  "told.StubRemoved": "The stub is put away",
  "told.StubCounted": "The stub counts {stub} cards, {expected} expected",
  "told.WagerCollected": "{wager} is collected",
  "told.HandDiscarded": "cards to the discard rack",
  "told.CardsShown": "{place}: {cards}",
  "told.hand": "{cards} ({hand})",
  "told.settled": "{wager}: {pays}",
  "told.PayoutCut": "{wager}: cut by the payout limit",
  "told.cut": "cut by the payout limit",
  "told.changed": "{wager} is now",
  "told.back": "{wager} is taken back",
  "told.MeterPaid": "The {meter} meter pays",
  "told.EnvyPaid": "Envy Bonus for the {hand} of seat {of_seat}",
  "told.RoundVoided": "The round is void",
  "told.HandVoided": "the hand is void",
  "told.WagersForfeited": "all wagers are forfeited",
  "told.PlayerAway.played_out": "away; the hand is played out",
  "told.PlayerAway.losing": "away; the wagers are lost",
  "told.PlayerAway": "away",
  "told.MatterRaised": "A floorperson has to decide",
  "told.MatterSettled": "The floorperson has decided: {ruling}",
  "ruled.confirmed": "it is so",
  "ruled.dismissed": "it is not so",
  "ruled.played_out": "the hand is played out",
  "ruled.losing": "the wagers are lost",
  "ruled.resolved": "the chips agree now",
  "told.CardsShuffled": "The cards are shuffled",
  "told.CardsCut": "Cut at {depth} cards",
  "told.DeckReady": "The deck is ready",
  "told.DeviceFailed": "The {device} is out of order",
  "told.DeviceSetAside": "The {device} is {measure}",
  "told.DeviceRestored": "The {device} works again",
  "told.ProcedureChanged": "The dealing procedure changes",
  "told.TermsAdopted": "New terms are in force",
  "told.TableIdle": "The cards are spread until a player arrives",
  "told.RecutOrdered": "The cards are cut again",
  "told.ShuffleOrdered": "The cards are shuffled again",
  "told.DeckRemoved": "The deck leaves the table",
  "told.HouseDecided": "The time ran out: the house acts",
  "told.TableParked": "The house pauses this table",
  "told.TableResumed": "The table goes on",
  "told.TableClosed": "The table is closed",
  "told.SeedAdded": "a seed of one's own is mixed into the coming shuffle",
  "mishap.wrong_number": "a wrong number of cards",
  "mishap.wrong_number.seat": "a hand has a wrong number of cards",
  "mishap.wrong_number.dealer": "the dealer has a wrong number of cards",
  "mishap.wrong_number.community": "a wrong number of community cards",
  "mishap.wrong_number.box": "the Six Card box has a wrong number of cards",
  "mishap.card_face_up": "a card lay face up",
  "mishap.wrong_count": "the cards do not count right",
  "mishap.device_fails": "a device does not work",
  "mishap.player_left": "a player has left",
  "told.choice.absent": "{label} (away)",
});

const ALERT = { tone: "alert" };
const plain = (word) => String(word ?? "").replaceAll("_", " ");
/** Animals have names of several words: commas keep them apart. */
const names = (cards) => cards.map(cardShort).join(cards.every(isOrdinary) ? " " : ", ");

export class Lines {
  #words;
  #played = false;
  #raised = "";
  #hands = [];

  /** `game` is everything the house says of it; `words` are its titles; the layout knows what its places are called. */
  constructor(game, words, { positions, shared, furniture }) {
    this.game = game;
    this.#words = words;
    this.lines = new Map(game.paytables.flatMap((table) => table.lines.map((line) => [line.clause, line])));
    const drawn = [...positions[0].places, ...shared, ...furniture];
    this.places = Object.fromEntries(drawn.map((area) => [area.id, area.title.split(",")[0]]));
  }

  /** The odds of a payment, as the paytable of this house writes them. */
  pays({ clause, pay }) {
    return this.lines.get(clause)?.pays ?? pays(pay);
  }

  /** One line: { text, clause, amount, tone }; null for what needs no words. `who` names a position. */
  line({ event, facts }, who) {
    const made = this.#of(event, facts);
    if (!made) return null;
    const seat = facts.seat ?? 0;
    const plainly = !seat || ["SeatTaken", "SeatLeft"].includes(event);
    const named = (what) => (plainly ? what : say("told.who", { who: who(seat), what }));
    const line = { tone: "", amount: "", ...made, text: named(made.text), clause: facts.clause ?? "" };
    if (event === "CardsDealt") {
      const { to, cards } = facts;
      line.again = { key: `${to}.${seat}`, cards, words: (all) => named(dealt(to, all)) };
    }
    return line;
  }

  #of(event, facts) {
    const wager = this.#words.wager(facts.wager);
    switch (event) {
      case "CardsDealt":
        return { text: dealt(facts.to, facts.cards) };
      case "CardsShown":
        return { text: say("told.CardsShown", { place: this.#place(facts.place), cards: this.#hand(facts) }) };
      case "HandTurned":
        return { text: this.#hand(facts) };
      case "CardSetAside":
        return { text: say("told.CardSetAside", { card: cardName(facts.card) }) };
      case "Decided": {
        const { label = plain(facts.choice), does } = this.#words.choice(facts.step, facts.choice) ?? {};
        const text = facts.for_absent ? say("told.choice.absent", { label }) : label;
        this.#raised = does === "raise" ? text : "";
        return this.#raised ? null : { text, tone: "said" };
      }
      case "WagerPlaced": {
        const text = this.#raised; // the decision and its wager are told one after the other, and written in one line
        this.#raised = "";
        return text ? { text, amount: money(facts.cents), tone: "said" } : placed(facts, wager);
      }
      case "WagerSettled":
        return this.#settled(facts, wager);
      case "PayoutCut":
        return { text: say("told.PayoutCut", { wager }), cut: say("told.cut"), ...lost(facts), tone: "" };
      case "WagerCollected":
        return { text: say("told.WagerCollected", { wager }), ...lost(facts) };
      case "WagerReturned":
      case "WagerNotAccepted":
        return { text: say(`told.${event}`, { wager }), amount: money(facts.cents) };
      case "EnvyPaid":
        return { text: this.#envy(facts), amount: gain(facts.cents), tone: "good", result: facts.cents };
      case "MeterPaid":
        return { text: say("told.MeterPaid", facts), amount: money(facts.cents), tone: "good" };
      case "PlayerAway":
        return { text: say(facts.ruling ? `told.PlayerAway.${facts.ruling}` : "told.PlayerAway") };
      case "Irregularity":
        return { text: this.mishap(facts), ...ALERT };
      case "MatterRaised":
      case "MatterSettled":
        return { text: say(`told.${event}`, { ruling: say(`ruled.${facts.ruling}`) }), ...ALERT };
      case "RoundVoided":
      case "HandVoided":
      case "HouseDecided":
        return { text: say(`told.${event}`), ...ALERT };
      default:
        return known(`told.${event}`) ? { text: say(`told.${event}`, { ...facts, wager }) } : null;
    }
  }

  /** Keeps what the round means for the reader, to be said when it is over. */
  note({ event, facts }, mine) {
    if (event === "RoundOpened") {
      this.#played = false;
      this.#hands = [];
    }
    if (!mine) return;
    if (event === "WagerSettled" || event === "WagerCollected") this.#played = true;
    if (event === "HandTurned" && facts.hand) this.#hands.push(handWords(facts.hand, this.game.hands));
    if (event === "Decided" && facts.folds) this.#hands.push(say("round.folded"));
    if (event === "WagersForfeited") this.#hands.push(say("round.forfeited"));
  }

  /** What the round brought the reader, to stand until the next wager; nothing where he had no hand. */
  last(net) {
    if (!this.#played) return null;
    const values = { money: gain(net), hand: [...new Set(this.#hands)].join(", ") };
    const tone = net > 0 ? "good" : net < 0 ? "bad" : "";
    return html`<b class="net ${tone}">${say(values.hand ? "round.last.hand" : "round.last", values)}</b>`;
  }

  /** What went wrong: where the rulebook names one thing in several places, the place decides. */
  mishap({ kind, place = "" }) {
    const titles = new Set(this.game.irregularities.filter((each) => each.kind === kind).map((each) => each.title));
    if (titles.size === 1) return [...titles][0];
    const key = known(`mishap.${kind}.${place}`) ? `mishap.${kind}.${place}` : `mishap.${kind}`;
    return known(key) ? say(key) : plain(kind);
  }

  #envy({ hand: name, of_seat }) {
    return say("told.EnvyPaid", { hand: this.game.hands[name] ?? plain(name), of_seat });
  }

  #hand({ cards, hand }) {
    const shown = names(cards);
    return hand ? say("told.hand", { cards: shown, hand: handWords(hand, this.game.hands) }) : shown;
  }

  #place(place) {
    return this.places[place] ?? this.places[`${place}_cards`] ?? plain(place);
  }

  #settled(facts, wager) {
    const { won = 0, back = 0, stake } = facts;
    const result = won + back - stake;
    const tone = result > 0 ? "good" : result < 0 ? "bad" : "";
    return { text: say("told.settled", { wager, pays: this.pays(facts) }), amount: gain(result), tone, result };
  }
}

/** A wager on the layout: new, with another amount, or taken back. */
function placed({ cents = 0, before = 0 }, wager) {
  if (!cents) return { text: say("told.back", { wager }), amount: money(before) };
  return { text: before ? say("told.changed", { wager }) : wager, amount: money(cents) };
}

/** What was taken, and what it does to the result of the round. */
const lost = ({ cents }) => ({ amount: gain(-cents), tone: "bad", result: -cents });

function dealt(to, cards) {
  const what = say(`told.dealt.${to}`, { n: cards.length });
  return cards[0] === "??" ? what : say("told.dealt.faces", { what, cards: names(cards) });
}
