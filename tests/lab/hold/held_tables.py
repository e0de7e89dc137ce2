"""Tables played by the engine, for whoever looks at what came of them."""

from collections.abc import Callable, Iterator

from pitboss.games import rules_for
from pitboss.play import players
from pitboss.play.log import Record
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.terms import Terms
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules

Chooser = Callable[[Table, str], str]
"""What the player of this name decides."""


def terms_of(game: str) -> Terms:
    found = check_data(default_data(game)).terms
    assert found is not None
    return found


def thumb(table: Table, name: str) -> str:
    """By the game's rule of thumb."""
    made = players.decision(table.view(name), table.offers(name))
    assert made is not None
    return made.choice


def rounds(
    terms: Terms, number: int, seats: int = 1, *, seed: str = "hold", chooser: Chooser = thumb
) -> Iterator[list[Record]]:
    """The records of each round, every wager made by everybody at its minimum."""
    rules = rules_for(terms)
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(seed))).open()
    for seat in range(1, seats + 1):
        table.sit(seat, f"P{seat}")
    for _ in range(number):
        for seat in range(1, seats + 1):
            table.bet(seat, **{w.id: _dollars(rules, w.id) for w in rules.wagers if not w.later})
        playing = table.state.round
        table.close_bets()
        while table.state.round == playing and (step := current(rules, table.state)) and step.kind == "ask":
            table.decide(table.turn, chooser(table, as_player(f"P{table.turn}")))
        yield list(table.log)
        table.log.clear()
        table.run(until="bets")


def _dollars(rules: Rules, wager: str) -> str:
    cents = rules.limits(wager).minimum
    return f"{cents // 100}.{cents % 100:02d}"
