"""What is simulated: a game under its terms, so many seats, a strategy, a seed; and where each card of the deck
goes."""

import hashlib
from importlib import import_module
from typing import Protocol

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.odds.counting import shape_of, shown_by_dealer
from pitboss.odds.figures import in_whole_units
from pitboss.odds.kernels import deals as kernels
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

STRATEGIES = ("optimal", "bold", "timid")
"""optimal: the best play. bold: always the largest wager. timid: always the smallest, down to folding."""


_BOLDER: dict[str, int] = {"withdraw": 0, "fold": 1, "pass": 2, "raise": 3}


def by_boldness(choices: tuple[Choice, ...]) -> list[int]:
    """The numbers of the choices, from the one that puts least at risk to the one that puts most."""
    return sorted(range(len(choices)), key=lambda c: (_BOLDER[choices[c].does], choices[c].times))


Key = tuple[np.uint64, np.uint64]
"""What keys a stream of random words."""


class Setting(Struct, frozen=True):
    """One simulation, but for the number of rounds."""

    rules: Rules
    seats: int
    strategy: str = "optimal"
    seed: str = "pitboss"
    stake: int = 0
    """The base wager in cents, for which decisions are the best; 0 for the least that the table takes."""

    def decided(self) -> tuple[Rules, int]:
        """Rules and stake, in whole units, by which to decide."""
        return in_whole_units(self.rules, self.stake or None)

    @property
    def key(self) -> Key:
        """The seed as the two words that key the stream."""
        digest = hashlib.sha256(f"pitboss simulation\n{self.seed}".encode()).digest()
        return np.uint64(int.from_bytes(digest[:4], "big")), np.uint64(int.from_bytes(digest[4:8], "big"))


class Places(Struct, frozen=True):
    """Which draw goes where, by the deal plan of the terms' own dealing procedure. Cards that nobody will look at
    (burned or thrown) are drawn last, so that a kernel need not draw them."""

    needed: int
    """Draws that somebody looks at."""
    seats: Array
    dealer: Array
    community: Array
    box: Array
    shown: Array
    """Those of the dealer that lie open when the first decision is made."""
    draws: Array
    """Position in the deck → draw, burned and thrown cards included."""


UNSEEN = ("burn", "thrown")


def places(rules: Rules, seats: int) -> Places:
    """The deal plan as draws."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    order: list[tuple[str, int]] = []
    for step in rules.script(rules.terms.procedure):
        if step.kind == "deal":
            for target in rules.expand(plan[step.part], tuple(range(1, seats + 1))):
                order += [(target.to, target.seat)] * target.count
    seen = [place for place in order if place[0] not in UNSEEN]
    unseen = iter(range(len(seen), len(order)))
    looked_at = iter(range(len(seen)))
    draws = [next(unseen if place[0] in UNSEEN else looked_at) for place in order]

    def at(to: str, seat: int = 0) -> Array:
        return np.array([draw for draw, place in enumerate(seen) if place == (to, seat)], dtype=np.int64)

    hands = np.array([at("seat", seat) for seat in range(1, seats + 1)])
    dealer = at("dealer")
    shown = dealer[list(shown_by_dealer(rules))]
    return Places(len(seen), hands, dealer, at("community"), at("box"), shown, np.array(draws, dtype=np.int64))


class CellColumn(Struct, frozen=True):
    """A wager, or wagers made together (`main`), and what each of its numbered cells means."""

    wager: str
    endings: tuple[Ending, ...]


class PlaysRounds(Protocol):
    """Plays the rounds from `first` on, as many as `cells` has rows, and writes the number of the cell of each [round,
    seat, column]; those of another seed by its key."""

    def __call__(self, first: int, cells: Array, key: Key = ...) -> None: ...


class Fast(Struct, frozen=True):
    """A game's kernel, ready to run."""

    columns: tuple[CellColumn, ...]
    run: PlaysRounds


def fast(setting: Setting) -> Fast:
    """The kernel of the game, with its tables."""
    if len(deck_of(setting.rules)[0]) > kernels.LARGEST_DECK:
        raise ValueError(f"decks of more than {kernels.LARGEST_DECK} cards are not simulated")
    module = import_module(f"pitboss.simulation.shapes.{shape_of(setting.rules)}")
    made: Fast = module.fast(setting, places(setting.rules, setting.seats))
    return made


def deck_of(rules: Rules) -> tuple[Array, tuple[Card, ...]]:
    """The deck as the kernels number it, and the card that each number stands for: rank by rank and suit by suit, or
    the kinds of card in the order of the contents."""
    if all(card in RANK and number == 1 for card, number in rules.deck.contents):
        names = tuple(sorted((card for card, _ in rules.deck.contents), key=lambda card: (RANK[card], SUIT[card])))
        return np.arange(len(names)), names
    kinds, counts = zip(*rules.deck.contents, strict=True)
    return np.repeat(np.arange(len(kinds)), counts), kinds


def cards_of(setting: Setting, first: int, count: int) -> list[tuple[Card, ...]]:
    """The cards of some rounds in the order in which they leave the deck, for the real engine."""
    deck, names = deck_of(setting.rules)
    draws = places(setting.rules, setting.seats).draws
    found = np.zeros((count, len(draws)), dtype=np.int64)
    kernels.deals(np.int64(first), *setting.key, deck, np.int64(len(draws)), found)
    return [tuple(names[card] for card in row) for row in found[:, draws].tolist()]
