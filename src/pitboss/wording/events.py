"""Every event of a table as a sentence, as one reader is told it. Terminal, papers and pages all take their sentences
from here; the clause of an event stands beside its sentence, never in it.

A sentence says what its event holds and nothing else. Hidden cards are no matter of this module: whoever may not know a
face gets an event without it (`table/views.py`). The words of each group of events stand in a module of their own
(`card_events.py`, `money_events.py`, …); those of the round stand here."""

import re
from typing import assert_never

from pitboss.rulebook.words import sentence as capital
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording import choices
from pitboss.wording.card_events import CardEvent, of_cards
from pitboss.wording.house_events import DeckEvent, DeviceEvent, of_deck, of_device
from pitboss.wording.money_events import MoneyEvent, WagerEvent, of_money, of_wager
from pitboss.wording.reader import READER, Reader
from pitboss.wording.things import hand_made
from pitboss.wording.trouble_events import TroubleEvent, of_trouble


def sentence(event: e.AnyEvent, rules: Rules, reader: Reader = READER) -> str:
    """What happened, as this reader is told it."""
    if isinstance(event, WagerEvent):
        return of_wager(event, rules, reader)
    if isinstance(event, CardEvent):
        return of_cards(event, rules, reader)
    if isinstance(event, MoneyEvent):
        return of_money(event, rules, reader)
    if isinstance(event, DeckEvent):
        return of_deck(event)
    if isinstance(event, DeviceEvent):
        return of_device(event)
    if isinstance(event, TroubleEvent):
        return of_trouble(event, rules, reader)
    return _of_round(event, rules, reader)


def holds(event: e.AnyEvent, rules: Rules) -> str:
    """What a position has come to, in short: the hand that it shows, or that it has folded or forfeited its wagers."""
    match event:
        case e.HandTurned() if event.hand:
            return hand_made(rules.book, event.hand)
        case e.Decided() if event.folds:
            return "folded"
        case e.WagersForfeited():
            return "wagers forfeited"
        case _:
            return ""


def bare(event: e.AnyEvent) -> str:
    """What can be said of an event whose game is not here any more: `Wager settled`."""
    return capital(re.sub(r"(?<!^)[A-Z]", r" \g<0>", type(event).__name__).lower())


RoundEvent = (
    e.SeatTaken | e.SeatLeft | e.RoundOpened | e.StepOpened | e.BetsClosed | e.Decided | e.TableSettled | e.TableCleared
)


def _of_round(event: RoundEvent, rules: Rules, reader: Reader) -> str:
    match event:
        case e.SeatTaken():
            if reader.owns(event.seat):
                return f"You take position {event.seat}"
            return f"Position {event.seat} is taken by {event.player or 'somebody'}"
        case e.SeatLeft():
            return f"Position {event.seat} is left by {event.player or 'somebody'}"
        case e.RoundOpened():
            return f"Round {event.round} is open for wagers, with deck {event.deck}"
        case e.StepOpened():
            return f"Next: {step_title(rules, event.name, rules.terms.procedure)}"
        case e.BetsClosed():
            several = len(event.seats) != 1 or reader.owns(event.seats[0])
            return f'"No more bets": {reader.all(event.seats)} {"play" if several else "plays"}'
        case e.Decided():
            absent = " (decided for a player who has left)" if event.for_absent else ""
            return reader.does(event.seat, choices.told(rules, event.step, event.choice)) + absent
        case e.TableSettled():
            return "The wagers that look at the whole table are settled"
        case e.TableCleared():
            return f"Round {event.round} is over{' and void' if event.void else ''}; the table is cleared"
        case _:
            assert_never(event)


def step_title(rules: Rules, name: str, procedure: str) -> str:
    """The title of a step in the rulebook's data; its name where the data has none."""
    try:
        return rules.guide(name, procedure).title
    except KeyError:
        return capital(name.replace("_", " ").lower())
