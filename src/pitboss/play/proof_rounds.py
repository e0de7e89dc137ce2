"""Rounds of a game conducted by the engine, to see that none of it breaks: every position taken, every wager made,
every decision answered in every way."""

from pitboss.play import players
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules

ROUNDS = 12
MOST_ACTS = 500
"""A round in which more is asked than this does not end."""


class Endless(Exception):
    """A round that goes on for ever."""


def conduct(rules: Rules, rounds: int = ROUNDS) -> None:
    """Plays; whatever the game's own code raises comes out."""
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(f"proof of {rules.game.id}"))).open()
    for seat in range(1, rules.terms.positions + 1):
        table.sit(seat, f"P{seat}")
    for number in range(rounds):
        _round(table, number)


def _round(table: Table, number: int) -> None:
    rules = table.rules
    for seat in range(1, rules.terms.positions + 1):
        table.bet(seat, **{w.id: _dollars(rules.limits(w.id).minimum) for w in rules.wagers if not w.later})
    begun = table.state.round
    table.close_bets()
    for act in range(MOST_ACTS):
        step = current(rules, table.state)
        if table.state.round != begun or step is None or step.kind != "ask":
            break
        name = as_player(f"P{table.turn}")
        offers = table.offers(name)
        values = next(offer.values for offer in offers if offer.do == "Decide")
        thumb = players.decision(table.view(name), offers) if number % 2 else None
        table.decide(table.turn, thumb.choice if thumb else values[(number // 2 + act) % len(values)])
    else:
        raise Endless(f"a round still asks after {MOST_ACTS} decisions")
    table.run(until="bets")


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
