"""What each choice at a decision is worth: the expected result of the main wagers, played well from there on."""

from fractions import Fraction

from msgspec import Struct

from pitboss.cards.deck import Card


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


def check_cards(
    pack: tuple[tuple[Card, int], ...],
    cards: tuple[Card, ...],
    own: int,
    board: tuple[Card, ...],
    boards: tuple[int, ...],
) -> None:
    """Refuses what cannot lie on a table: a wrong number of cards, cards the pack lacks, a card twice."""
    held = dict(pack)
    for card in (*cards, *board):
        if card not in held:
            raise ValueError(f"'{card}' is not a card of this game; its cards are {' '.join(held)}")
        if (*cards, *board).count(card) > held[card]:
            times = "once" if held[card] == 1 else f"{held[card]} times"
            raise ValueError(f"'{card}' is in the deck only {times}")
    if len(cards) != own:
        raise ValueError(f"the player holds {own} cards here; {len(cards)} were given")
    if len(board) not in boards:
        *rest, last = [str(n) if n else "none" for n in boards]
        allowed = f"{', '.join(rest)} or {last}" if rest else last
        raise ValueError(f"a decision is made with {allowed} of the community cards open; {len(board)} were given")
