"""How a game is played, in brief and in plain words, for the card that players take from the rack. The sentences stand
in `data/rack_cards.toml`, each with its step or wager and its clause; the figures in them come from the rules."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from pitboss.felt.places import cards_dealt
from pitboss.paper.words import listed, multiple, number
from pitboss.table.betting import requirements
from pitboss.table.rules import Rules


class Saying(Struct, frozen=True):
    """What is said at one step of the round, or of one wager."""

    at: str
    clause: str
    text: str


class Sayings(Struct, frozen=True):
    """Everything said of one game."""

    step: tuple[Saying, ...]
    wager: tuple[Saying, ...] = ()


@cache
def sayings() -> dict[str, Sayings]:
    """The sentences of every game, as they are written."""
    source = files("pitboss.paper") / "data" / "rack_cards.toml"
    return msgspec.convert(tomllib.loads(source.read_text(encoding="utf-8")), dict[str, Sayings])


def steps(rules: Rules) -> list[str]:
    """How a round goes at this table."""
    return [_filled(rules, said) for said in sayings()[rules.game.id].step]


def of_wager(rules: Rules, wager: str) -> str:
    """What wins a wager; nothing where the steps of the round have said it."""
    said = next((s for s in sayings()[rules.game.id].wager if s.at == wager), None)
    return _filled(rules, said) + _needs(rules, wager) if said else ""


def _needs(rules: Rules, wager: str) -> str:
    """Which optional wagers must be made before it, by the operator's reading; the compulsory ones always must."""
    needed = requirements(rules, wager) if wager in rules.wager else ()
    titles = [rules.wager[w].title for w in needed if not rules.wager[w].compulsory]
    return f" It needs {listed(titles)}." if titles else ""


def _filled(rules: Rules, said: Saying) -> str:
    places = {"seat_cards": "seats", "community": "community", "box": "box"}
    figures = {name: number(cards_dealt(rules, place)) for name, place in places.items()}
    bets = number(sum(w.compulsory for w in rules.wagers))
    return said.text.format(**figures, bets=bets, times=multiple(rules, "play", said.at))
