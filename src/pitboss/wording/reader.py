"""Who is told: what each position is called to a reader. His own is `you`, those of others go by their names where he
may know them, and otherwise by their numbers."""

from collections.abc import Sequence

from msgspec import Struct, field

from pitboss.rulebook.words import listed, sentence


class Reader(Struct, frozen=True):
    """A reader: the positions that are his own, and who sits at the others as far as he may know it."""

    mine: tuple[int, ...] = ()
    names: dict[int, str] = field(default_factory=dict)

    def owns(self, seat: int) -> bool:
        return seat in self.mine

    def called(self, seat: int) -> str:
        """A position within a sentence: `you`, `Ann`, `position 3`."""
        if seat in self.mine:
            return "you" if len(self.mine) == 1 else f"you (position {seat})"
        return self.names.get(seat) or f"position {seat}"

    def at(self, seat: int) -> str:
        """The same at the beginning of a sentence."""
        if seat in self.mine or seat not in self.names:
            return sentence(self.called(seat))
        return self.names[seat] or f"Position {seat}"

    def whose(self, seat: int) -> str:
        """`your`, `Ann's`, `position 3's`."""
        return "your" if seat in self.mine and len(self.mine) == 1 else f"{self.called(seat)}'s"

    def does(self, seat: int, says: str) -> str:
        """Somebody does something: `Position 3 plays`, `You play`."""
        return f"{self.at(seat)} {plural(says) if seat in self.mine else says}"

    def all(self, seats: Sequence[int]) -> str:
        """Several positions: `positions 2, 3 and 4`, `you and Ann`."""
        if not any(seat in self.mine or self.names.get(seat) for seat in seats):
            return f"position{'s' if len(seats) != 1 else ''} {listed(map(str, seats))}"
        return listed(self.called(seat) for seat in seats)


READER = Reader()
"""Somebody who was not at the table: positions have their numbers."""


def plural(says: str) -> str:
    """A verb as it goes with `you`: `takes a card` is `take a card`.

    >>> plural("passes"), plural("goes on"), plural("lets it lie"), plural("has left"), plural("is void")
    ('pass', 'go on', 'let it lie', 'have left', 'are void')
    """
    verb, *rest = says.split(" ")
    other = {"has": "have", "is": "are"}.get(verb, verb)
    if other.endswith(("sses", "shes", "ches", "xes", "oes")):
        other = other.removesuffix("es")
    return " ".join([other.removesuffix("s") if other == verb and not verb.endswith("ss") else other, *rest])
