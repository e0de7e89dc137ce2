"""Wagers, payments and meters, in words."""

from typing import assert_never

from pitboss.rulebook.pays import PUSH, Dollars, ForOne, Half, Lose, MeterShare, Push, Returned, ToOne, dollars, words
from pitboss.rulebook.words import ENVY
from pitboss.table import events as e
from pitboss.table.layout import pays_words
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.reader import READER, Reader

WagerEvent = (
    e.WagerPlaced
    | e.WagerNotAccepted
    | e.WagerReturned
    | e.WagerTaken
    | e.WagerCollected
    | e.WagerSettled
    | e.PayoutCut
)
PaidEvent = e.WagerSettled | e.WagerCollected | e.WagerReturned | e.PayoutCut | e.EnvyPaid
"""What becomes of a wager, for its position."""
MoneyEvent = e.ChipsCounted | e.ContributionPosted | e.ContributionReversed | e.MeterPaid | e.EnvyPaid


def of_wager(event: WagerEvent, rules: Rules, reader: Reader) -> str:
    at = f"{reader.at(event.seat)}: {w.wager(rules, event.wager)}"
    match event:
        case e.WagerPlaced():
            if not event.cents:
                return f"{at} {dollars(event.before)} is taken back"
            was = f" instead of {dollars(event.before)}" if event.before else ""
            return f"{at} {dollars(event.cents)}{was}"
        case e.WagerNotAccepted():
            return f"{at} {dollars(event.cents)} is not accepted by the progressive system and goes back"
        case e.WagerReturned():
            return f"{at} {dollars(event.cents)} goes back{w.because(event.reason)}"
        case e.WagerTaken():
            return f"{at} {dollars(event.cents)} is collected before the deal and stays in play"
        case e.WagerCollected():
            return f"{at} {dollars(event.cents)} is collected"
        case e.WagerSettled():
            return f"{at} {dollars(event.stake)} {_outcome(rules, event)}{w.because(reason(rules, event))}"
        case e.PayoutCut():
            return f"{at}: the payout limit takes off {dollars(event.cents)}"
        case _:
            assert_never(event)


def of_money(event: MoneyEvent, rules: Rules, reader: Reader) -> str:
    match event:
        case e.ChipsCounted():
            counted = f"{w.wager(rules, event.wager)}: {w.many(event.chips, 'chip')} collected"
            agrees = event.chips == event.expected
            return f"{counted}, as many as wagers" if agrees else f"{counted}, {event.expected} expected"
        case e.ContributionPosted():
            return f"{w.meter(event.amount)} goes to the {event.meter} meter, which reads {w.meter(event.reading)}"
        case e.ContributionReversed():
            off = f"{w.meter(event.amount)} comes off the {event.meter} meter again"
            return f"{off}, which reads {w.meter(event.reading)}"
        case e.MeterPaid():
            added = f", of which the house put in {w.meter(event.added)}" if event.added else ""
            return f"The {event.meter} meter pays {dollars(event.cents)} and reads {w.meter(event.reading)}{added}"
        case e.EnvyPaid():
            made = w.hand_made(rules.book, event.hand) if event.hand else ""
            whose = f"{reader.whose(event.of_seat)} {made}" if made else reader.called(event.of_seat)
            return f"{reader.at(event.seat)}: {w.wager(rules, ENVY)} {dollars(event.cents)} for {whose}"
        case _:
            assert_never(event)


def odds(event: e.AnyEvent, rules: Rules) -> str:
    """What a payment is made at, in short: the odds as this table states them, or what else is paid for."""
    match event:
        case e.WagerSettled():
            return pays_words(rules, event.pay)
        case e.EnvyPaid():
            return title(event, rules)
        case e.PayoutCut():
            return "cut by the payout limit"
        case _:
            return ""


def title(event: PaidEvent, rules: Rules) -> str:
    """What the wager of a payment is called."""
    return w.wager(rules, ENVY if isinstance(event, e.EnvyPaid) else event.wager)


def became(event: e.AnyEvent, rules: Rules) -> str:
    """What became of a wager, or what a meter paid for it, in short: as a list of payments says it."""
    match event:
        case e.WagerCollected():
            return "collected"
        case e.WagerReturned():
            return "goes back"
        case e.EnvyPaid():
            return f"{title(event, rules)} for {READER.called(event.of_seat)}"
        case e.MeterPaid():
            return of_money(event, rules, READER)
        case _:
            return odds(event, rules)


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
        case _:
            assert_never(event.pay)


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
    space = rules.settlement.spaces.get(event.wager)
    if not event.cell or space is None:
        return ""
    found: list[str] = []
    for field, value in zip(space.fields, event.cell, strict=False):
        if field == "hand":
            found.append(w.hand(rules.book, value))
        elif field == "column":
            found.append(f"{value} hands dealt")
        elif value in _REASONS:
            found.append(_REASONS[value])
    return ", ".join(found)
