"""Every event in plain English with the clause behind it: `say(rules, event)`."""

from collections.abc import Callable
from typing import Any

from pitboss.cli import wording as w
from pitboss.cli.explain_life import LIFE
from pitboss.cli.screen import safe
from pitboss.rulebook.folders import remembered
from pitboss.rulebook.pays import PUSH, Dollars, ForOne, Half, Lose, MeterShare, Push, Returned, ToOne, dollars, words
from pitboss.rulebook.words import sentence
from pitboss.table import events as e
from pitboss.table.layout import pays_words
from pitboss.table.mishaps import row_reported
from pitboss.table.rules import Rules
from pitboss.wording import choices
from pitboss.wording.consequences import follows


def say(rules: Rules, event: e.AnyEvent) -> str:
    """A payment in words: position, wager, amount, outcome and clause."""
    clause = clause_of(event)
    return f"{text(rules, event)}, {clause}" if clause else text(rules, event)


def text(rules: Rules, event: e.AnyEvent) -> str:
    """What happened, without the clause; names and reasons may come from a file."""
    return safe(_WORDS[type(event)](rules, event))


def clause_of(event: e.AnyEvent) -> str:
    return safe(str(getattr(event, "clause", "")))


def step_title(rules: Rules, name: str, procedure: str) -> str:
    """The title of a step in the rulebook's data; its name where the data has none."""
    try:
        return rules.guide(name, procedure).title
    except KeyError:
        return w.underscored(name).capitalize()


# --- wagers and cards -----------------------------------------------------------------------------------------------


def _at(rules: Rules, event: Any) -> str:
    return f"Position {event.seat}: {w.wager(rules, event.wager)}"


def _placed(rules: Rules, event: e.WagerPlaced) -> str:
    if not event.cents:
        return f"{_at(rules, event)} {dollars(event.before)} is taken back"
    was = f" instead of {dollars(event.before)}" if event.before else ""
    return f"{_at(rules, event)} {dollars(event.cents)}{was}"


def _not_accepted(rules: Rules, event: e.WagerNotAccepted) -> str:
    return f"{_at(rules, event)} {dollars(event.cents)} is not accepted by the progressive system and goes back"


def _returned(rules: Rules, event: e.WagerReturned) -> str:
    why = f" ({event.reason})" if event.reason else ""
    return f"{_at(rules, event)} {dollars(event.cents)} goes back{why}"


def _opened(rules: Rules, event: e.RoundOpened) -> str:
    return f"Round {event.round} is open for wagers, with deck {event.deck}"


def _step(rules: Rules, event: e.StepOpened) -> str:
    return f"Next: {step_title(rules, event.name, rules.terms.procedure)}"


def _closed(rules: Rules, event: e.BetsClosed) -> str:
    return f'"No more bets": {w.positions(event.seats)} {"plays" if len(event.seats) == 1 else "play"}'


def _taken(rules: Rules, event: e.WagerTaken) -> str:
    return f"{_at(rules, event)} {dollars(event.cents)} is collected before the deal and stays in play"


def _chips(rules: Rules, event: e.ChipsCounted) -> str:
    counted = f"{w.wager(rules, event.wager)}: {w.many(event.chips, 'chip')} collected"
    return f"{counted}, as many as wagers" if event.chips == event.expected else f"{counted}, {event.expected} expected"


def _dealt(rules: Rules, event: e.CardsDealt) -> str:
    way = "face up" if event.up else "face down"
    extra = ", outside the plan" if event.extra else ""
    what = f"{w.many(len(event.cards), 'card')} {way} to {w.place(rules, event.to, event.seat)}{extra}"
    return f"{what[:1].upper()}{what[1:]}: {w.cards(rules.deck, event.cards)}"


def _aside(rules: Rules, event: e.CardSetAside) -> str:
    return f"{w.card(rules.deck, event.card)} was found face up: it is not used and goes to the discard rack"


def _stub(rules: Rules, event: e.StubCounted) -> str:
    if event.verdict == "right":
        return f"The stub is counted: {event.stub} cards, as it must be"
    return f"The stub is counted: {event.stub} cards where {event.expected} must be; the deck was {event.verdict}"


def _decided(rules: Rules, event: e.Decided) -> str:
    absent = " (decided for a player who has left)" if event.for_absent else ""
    return f"Position {event.seat} {choices.told(rules, event.step, event.choice)}{absent}"


def _collected(rules: Rules, event: e.WagerCollected) -> str:
    return f"{_at(rules, event)} {dollars(event.cents)} is collected"


def _discarded(rules: Rules, event: e.HandDiscarded | e.HandCollected) -> str:
    return f"Position {event.seat}: the cards go to the discard rack"


def _shown(rules: Rules, event: e.CardsShown) -> str:
    others = f"Community card{'s' * (len(event.cards) > 1)} turned up:"
    box = f"{sentence(w.place(rules, event.place, 0))} holds"
    who = {"dealer": "The dealer shows", "box": box}.get(event.place, others)
    made = f": {_hand(rules, event.hand)}" if event.hand else ""
    return f"{who} {w.cards(rules.deck, event.cards)}{made}"


def _hand(rules: Rules, recorded: str) -> str:
    """A hand as signs name it; events record it by the name of its kind."""
    return w.hand(rules.book, recorded.replace(" ", "_"))


def _turned(rules: Rules, event: e.HandTurned) -> str:
    made = f": {_hand(rules, event.hand)}" if event.hand else ""
    return f"Position {event.seat} shows {w.cards(rules.deck, event.cards)}{made}"


# --- settlement -----------------------------------------------------------------------------------------------------


def _settled(rules: Rules, event: e.WagerSettled) -> str:
    why = reason(rules, event)
    return f"{_at(rules, event)} {dollars(event.stake)} {_outcome(rules, event)}{f' ({why})' if why else ''}"


_PUSHES = "pushes and comes back"


def _outcome(rules: Rules, event: e.WagerSettled) -> str:
    match event.pay:
        case Lose():
            return "loses"
        case Half():
            return f"loses half, {dollars(event.back)} comes back"
        case Push():
            return _PUSHES
        case Returned():
            return "goes back"
        case ToOne():
            return f"wins {dollars(event.won)} at {pays_words(rules, event.pay)}"
        case ForOne():
            said = pays_words(rules, event.pay)
            if said == words(PUSH):
                return _PUSHES
            if said == words(event.pay):
                return f"is paid {dollars(event.won)} at {said}"
            # stated with "to" the odds are those of the winnings alone; the payment has the wager in it
            return f"wins {dollars(event.won - event.stake)} at {said}, {dollars(event.won)} with the wager"
        case Dollars(_, stake_back):
            return f"is paid {dollars(event.won)}{' and comes back' if stake_back else ''}"
        case MeterShare():
            return f"is paid {dollars(event.won)}, {words(event.pay)}"


_REASONS = {
    "higher": "higher hand", "lower": "lower hand", "equal": "equal hands",
    "more": "more cards than the dealer", "fewer": "fewer cards than the dealer",
    "below_pair": "dealer below a pair", "pair_or_better": "dealer has a pair or better",
    "not_qualified": "dealer does not qualify", "qualified": "dealer qualifies",
    "folded": "folded", "void": "void", "spared": "spared by the void", "forfeited": "forfeited",
    "abandoned": "declared losing",
}  # fmt: skip


def reason(rules: Rules, event: e.WagerSettled) -> str:
    """What settlement looked at: `lower hand`, `pair of tigers`."""
    if not event.cell:
        return ""
    found: list[str] = []
    for field, value in zip(rules.settlement.spaces[event.wager].fields, event.cell, strict=False):
        if field == "hand":
            found.append(w.hand(rules.book, value))
        elif field == "column":
            found.append(f"{value} hands dealt")
        elif value in _REASONS:
            found.append(_REASONS[value])
    return ", ".join(found)


def _cut(rules: Rules, event: e.PayoutCut) -> str:
    return f"{_at(rules, event)}: the payout limit takes off {dollars(event.cents)}"


def _meter_paid(rules: Rules, event: e.MeterPaid) -> str:
    added = f", of which the house put in {w.meter(event.added)}" if event.added else ""
    return f"The {event.meter} meter pays {dollars(event.cents)} and reads {w.meter(event.reading)}{added}"


def _posted(rules: Rules, event: e.ContributionPosted) -> str:
    return f"{w.meter(event.amount)} goes to the {event.meter} meter, which reads {w.meter(event.reading)}"


def _reversed(rules: Rules, event: e.ContributionReversed) -> str:
    return f"{w.meter(event.amount)} comes off the {event.meter} meter again, which reads {w.meter(event.reading)}"


def _envy(rules: Rules, event: e.EnvyPaid) -> str:
    made = f"'s {w.underscored(event.hand)}" if event.hand else ""
    return f"Position {event.seat}: envy bonus {dollars(event.cents)} for position {event.of_seat}{made}"


def _cleared(rules: Rules, event: e.TableCleared) -> str:
    return f"Round {event.round} is over{' and void' if event.void else ''}; the table is cleared"


# --- when something goes wrong --------------------------------------------------------------------------------------


def _irregular(rules: Rules, event: e.Irregularity) -> str:
    facts = [w.place(rules, event.place, event.seat)] if event.seat or event.place else []
    facts += [w.many(event.count, "card")] * bool(event.count)
    facts += [w.cards(rules.deck, event.cards)] * bool(event.cards) + [event.detail] * bool(event.detail)
    about = f" ({', '.join(facts)})" if facts else ""
    title = row_reported(rules, event).title
    return f"Reported: {title}{about}; {follows(rules, event.consequence)}"


def _voided(rules: Rules, event: e.RoundVoided) -> str:
    spared = w.listed(w.wager(rules, s) for s in event.spared)
    return "The round is void" + (f"; only {spared} will be settled" if event.spared else "")


def _corrected(rules: Rules, event: e.HandCorrected) -> str:
    where = w.place(rules, event.place, event.seat)
    return f"{where[:1].upper()}{where[1:]} really has {w.many(event.count, 'card')}"


def _owed(rules: Rules, event: e.Owed) -> str:
    return f"Still to be dealt: {w.many(event.count, 'card')} to {w.place(rules, event.to, event.seat)}"


_WORDS: dict[type, Callable[..., str]] = {
    **LIFE,
    e.WagerPlaced: _placed,
    e.WagerNotAccepted: _not_accepted,
    e.WagerReturned: _returned,
    e.RoundOpened: _opened,
    e.StepOpened: _step,
    e.BetsClosed: _closed,
    e.WagerTaken: _taken,
    e.ChipsCounted: _chips,
    e.CardsDealt: _dealt,
    e.CardSetAside: _aside,
    e.StubRemoved: lambda rules, event: "The stub goes to the discard rack",
    e.StubCounted: _stub,
    e.Decided: _decided,
    e.WagerCollected: _collected,
    e.HandDiscarded: _discarded,
    e.CardsShown: _shown,
    e.ContributionPosted: _posted,
    e.ContributionReversed: _reversed,
    e.HandTurned: _turned,
    e.WagerSettled: _settled,
    e.PayoutCut: _cut,
    e.MeterPaid: _meter_paid,
    e.EnvyPaid: _envy,
    e.HandCollected: _discarded,
    e.TableSettled: lambda rules, event: "The wagers that look at the whole table are settled",
    e.TableCleared: _cleared,
    e.Irregularity: _irregular,
    e.RoundVoided: _voided,
    e.HandVoided: lambda rules, event: f"Position {event.seat}: the hand is void",
    e.HandCorrected: _corrected,
    e.Owed: _owed,
    e.WagersForfeited: lambda rules, event: f"Position {event.seat} forfeits all wagers of the round",
}


@remembered
def wording_of(clause_id: str) -> str:
    """Our wording of the clause."""
    from pitboss.rulebook.clauses import clauses

    found = clauses().get(clause_id)
    return found.wording if found else ""
