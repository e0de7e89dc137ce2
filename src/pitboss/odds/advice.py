"""What each choice at a decision is worth: the expected result of the main wagers, played well from there on."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.frames.showing import html_of
from pitboss.odds.tally import Pack
from pitboss.rulebook.words import listed
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    import pyarrow


class Alternative(Struct, frozen=True):
    """One permitted choice."""

    choice: str
    """As the game's script names it."""
    value: Fraction
    """Expected net result in units of the base, of all main wagers that are not decided yet, with the best play after
    this choice."""
    variance: Fraction | None = None
    """Of the same result; None where it was not needed to tell two equal choices apart."""
    more: int = 0
    """What this choice puts on, or leaves on, the table beyond the smallest choice, in units of the base."""


class Advice(Struct, frozen=True):
    """One spot: who holds what, which step of the script asks, and the worth of every answer."""

    game: str
    step: str
    clause: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    base: str
    """The wager that is the unit of the values."""
    alternatives: tuple[Alternative, ...]
    """In the order of the script."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards that lie open."""
    made: tuple[tuple[str, int], ...] = ()
    """Wagers that earlier decisions have made, and how many times the base each is."""

    @property
    def best(self) -> Alternative:
        """The highest value; among equals the least variance, then the smallest wager."""
        most = max(a.value for a in self.alternatives)
        equal = [a for a in self.alternatives if a.value == most]
        return min(equal, key=lambda a: (a.variance is None, a.variance or 0, a.more))

    @property
    def equal(self) -> tuple[str, ...]:
        """The choices that are worth as much as the best, where there is more than one."""
        found = tuple(a.choice for a in self.alternatives if a.value == self.best.value)
        return found if len(found) > 1 else ()

    def cost(self, choice: str) -> Fraction:
        """What this choice gives away, in units of the base."""
        return self.best.value - next(a.value for a in self.alternatives if a.choice == choice)

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """Every choice with its value, as a table of Apache Arrow."""
        from pitboss.frames.arrow import arrow_table
        from pitboss.odds.frames import choice_rows

        return arrow_table(choice_rows(self))


def check_cards(
    rules: Rules,
    pack: Pack,
    cards: tuple[Card, ...],
    own: int,
    board: tuple[Card, ...],
    boards: Sequence[int] = (0,),
    dealer: tuple[Card, ...] = (),
    shown: int = 0,
) -> None:
    """Refuses what nobody can hold at a decision: a wrong number of cards of his own, of open community cards or of the
    dealer's open cards, cards the pack lacks, a card more often than it is there."""
    title = rules.book.title
    if board and tuple(boards) == (0,):
        raise ValueError(f"{title} has no board, but {' '.join(board)} was given as one; leave it out")
    if len(cards) != own:
        named = f" ({' '.join(cards)})" if cards else ""
        raise ValueError(f"a player of {title} holds {own} cards; {_given(cards)}{named}")
    if len(board) not in boards:
        allowed = listed((str(n) if n else "none" for n in boards), "or")
        raise ValueError(f"a decision is made with {allowed} of the community cards open; {_given(board)}")
    if dealer and not shown:
        raise ValueError(
            f"{title} shows no card of the dealer's, but {' '.join(dealer)} was given as one; leave it out"
        )
    if len(dealer) != shown:
        cards_open = f"{shown} card{'s' * (shown > 1)} of the dealer's {'lie' if shown > 1 else 'lies'} open"
        raise ValueError(f"{cards_open} when a player of {title} decides; {_given(dealer)}")
    held = dict(pack)
    for card, n in Counter((*cards, *board, *dealer)).items():
        if card not in held:
            raise ValueError(f"'{card}' is not in the pack; its cards are {' '.join(held)}")
        if n > held[card]:
            raise ValueError(f"'{card}' was given {n} times; the pack holds {held[card]} of it")


def _given(cards: tuple[Card, ...]) -> str:
    return f"{len(cards) or 'none'} {'was' if len(cards) == 1 else 'were'} given"
