"""Rounds of the engine in a few words, to hold the sentences of a rack card to them."""

import re
from collections.abc import Callable

from paper.reading import every_wager
from pitboss.games.let_it_ride.game import SIX
from pitboss.paper.example_search import dealt
from pitboss.paper.examples import played
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.folder_shapes import WorkedExample
from pitboss.table import actions as a
from pitboss.wording.how_to_play import condition, of_wager, steps
from support import Clock, accepted, refused, seated

Proof = Callable[[], object]


def example(acts: str, places: dict[str, str]) -> WorkedExample:
    """Nobody looks at its title and how it ends."""
    return WorkedExample("", "win", places, tuple(acts.split()))


def nets(game: str, acts: str, **places: str) -> dict[str, int]:
    """What each wager brings in one round with these cards, every wager offered at its minimum; in cents."""
    bound = every_wager(game)
    done = played(bound.terms, bound, example(acts, places))
    return {paid.wager: paid.net for paid in done.paid}


def signs(game: str, acts: str, **places: str) -> dict[str, int]:
    """Which wagers win, lose or come back."""
    return {wager: (net > 0) - (net < 0) for wager, net in nets(game, acts, **places).items()}


def cards_of(game: str, acts: str, **places: str) -> dict[str, int]:
    bound = every_wager(game)
    done = played(bound.terms, bound, example(acts, places))
    return {where: len(cards) for where, cards in dealt(done.table).items()}


def all_of(*proofs: Proof) -> Proof:
    return lambda: [proof() for proof in proofs]


def sentences(game: str) -> list[str]:
    """Everything the card says of a table with every wager, sentence by sentence."""
    bound = every_wager(game)
    said = steps(bound) + [of_wager(bound, w.id) for w in bound.terms.wagers] + [of_wager(bound, "envy")]
    said += [condition(bound, w.id) for w in bound.terms.wagers]
    return list(dict.fromkeys(part for text in said if text for part in re.split(r"(?<=\.) ", text)))


def opened(game: str, **places: str) -> Table:
    """A table with every wager offered and these cards, bets open."""
    bound = every_wager(game)
    cards = {where: bound.deck.read_all(named) for where, named in places.items()}
    return Table(bound, source=ScriptedPlaces(bound.deck, cards), clock=Clock()).open()


def equal_bets(game: str, *wagers: str) -> None:
    """These and no others must be made, and all of the same amount."""
    bound = every_wager(game)
    assert [w.id for w in bound.wagers if w.compulsory] == list(wagers)
    assert all(w.equal_to == wagers[0] for w in bound.wagers if w.id in wagers[1:])
    t = seated(opened(game), 1)
    for other in wagers[1:]:
        accepted(t, "player:P1", a.PlaceWager(1, other, 2000))
        refused(t, "dealer", a.CloseBets())
        accepted(t, "player:P1", a.PlaceWager(1, other, 1000))
    accepted(t, "dealer", a.CloseBets())


def optional(game: str, acts: str, **places: str) -> None:
    """The optional wagers may be made and may be left."""
    bound = every_wager(game)
    free = {w.id for w in bound.wagers if not w.compulsory and not w.later}
    assert free and free <= set(nets(game, acts, **places))
    accepted(seated(opened(game), 1), "dealer", a.CloseBets())


def first_look(game: str, step: str) -> None:
    """A player sees his cards and has made no decision before."""
    bound = every_wager(game)
    names = [s.name for s in bound.script(bound.terms.procedure)]
    asked = [s.name for s in bound.script(bound.terms.procedure) if s.kind == "ask"]
    assert asked[0] == step and names.index("deal") < names.index(step)


def folded_loses(game: str, acts: str, wagers: str, **places: str) -> bool:
    """Whether who folds with these cards loses these wagers and makes no Play wager."""
    found = signs(game, acts, **places)
    return "play" not in found and all(found[wager] == -1 for wager in wagers.split())


def six_cards(own: str, box: str) -> str:
    """What a player's cards and those of the box make for the Six Card Bonus of three bets."""
    return SIX.of((*own.split(), *box.split())).name


def check(*facts: bool) -> None:
    assert all(facts), facts
