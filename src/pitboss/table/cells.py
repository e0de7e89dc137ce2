"""Which cards a wager looks at, and what becomes of them, as data. A game declares for each wager the fields of its
cells; from that one declaration come the cell of the live round, the cells that the solver and the simulator count, and
the sentences that say what a wager depends on."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct

from pitboss.cards.deck import RANK_NAMES, Card
from pitboss.cards.ranking import Hand
from pitboss.rulebook.words import listed
from pitboss.table.state import SPARED, STANDINGS, Seat, State

if TYPE_CHECKING:
    from pitboss.table.rules import Rules

Cell = tuple[str, ...]
"""All that settlement may know of a wager; its fields and their values are declared by `CellSpace`."""


class CellSpace(Struct, frozen=True):
    """The fields of a wager's cells and the values each can take."""

    fields: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]

    def cells(self) -> list[Cell]:
        from itertools import product

        return list(product(*self.values))


# --- cards and hands ------------------------------------------------------------------------------------------------

Place = Literal["own", "dealer", "community", "box"]


class Cards(Struct, frozen=True):
    """The cards at one place of the table: all of them, or only the first that were dealt there."""

    place: Place
    first: int = 0


OWN, DEALER, COMMUNITY, BOX = Cards("own"), Cards("dealer"), Cards("community"), Cards("box")


class Ranking(Struct, frozen=True):
    """How cards become a hand. `of` is its one definition; whatever is faster is made from it and compared with it."""

    id: str
    of: Callable[[tuple[Card, ...]], Hand]
    suits_alike: bool = True
    """Giving the suits each other's names changes no hand."""
    only: str = ""
    """Where given, cards of these ranks alone make the hand: all that matters is how many of each there are, and
    whether one suit has every one of them."""
    plain: "Ranking | None" = None
    """The same ranking without the names in `apart`, where there are any."""
    apart: tuple[tuple[frozenset[Card], str], ...] = ()
    """Sets of cards that have a name of their own. They are no higher for it."""

    def with_names(self, id_: str, apart: Mapping[tuple[Card, ...], str]) -> "Ranking":
        """This ranking, in which some sets of cards have names of their own."""
        named = {frozenset(cards): name for cards, name in apart.items()}

        def of(cards: tuple[Card, ...]) -> Hand:
            hand = self.of(cards)
            name = named.get(frozenset(cards))
            return hand if name is None else Hand(name, hand.key)

        return Ranking(id_, of, suits_alike=False, plain=self, apart=tuple(named.items()))


class Holding(Struct, frozen=True):
    """Cards that are looked at together, and how they are ranked."""

    sees: tuple[Cards, ...]
    ranking: Ranking

    def cards(self, state: State, seat: Seat) -> tuple[Card, ...]:
        found: tuple[Card, ...] = ()
        for seen in self.sees:
            lying = seat.cards if seen.place == "own" else _lying(state, seen.place)
            found += lying[: seen.first] if seen.first else lying
        return found

    def made(self, state: State, seat: Seat) -> Hand:
        """What these cards make now."""
        return self.ranking.of(self.cards(state, seat))


def _lying(state: State, place: Place) -> tuple[Card, ...]:
    match place:
        case "dealer":
            return state.dealer
        case "community":
            return state.community
        case "box":
            return state.box
        case "own":
            raise ValueError("a player's own cards lie at his position")
        case _:
            assert_never(place)


# --- the fields of a cell -------------------------------------------------------------------------------------------

HIGHER, EQUAL, LOWER = "higher", "equal", "lower"


def by_height(own: Hand, other: Hand) -> str:
    """The ordinary comparison of two hands."""
    return HIGHER if own.key > other.key else EQUAL if own.key == other.key else LOWER


def by_name(hand: Hand) -> str:
    """The name that the ranking gives."""
    return hand.name


class Standing(Struct, frozen=True):
    """How the position stands; a wager that a void spares has a standing of its own."""

    name: str = "standing"
    values: tuple[str, ...] = STANDINGS


class Compared(Struct, frozen=True):
    """The player's hand beside another. For one hand of the player the results follow each other in the order of the
    other hand: counters look for the limits between them."""

    own: Holding
    other: Holding
    grade: Callable[[Hand, Hand], str] = by_height
    values: tuple[str, ...] = (HIGHER, EQUAL, LOWER)
    name: str = "result"


def least_words(hand: Hand) -> str:
    """The lowest hand with which the dealer plays: by its name, or by the ranks of its high cards."""
    if hand.name == "high_card":
        ranks = list(hand.key[1:])
        lowest = 2
        while len(ranks) > 1 and ranks[-1] == lowest:  # the lowest cards that can stand beside the others say nothing
            ranks.pop()
            lowest += 1
        named = listed(RANK_NAMES[rank] for rank in ranks)
        return f"{named} high" if len(ranks) == 1 else named
    name = hand.name.replace("_", " ")
    return f"a {name}" if name in ("pair", "flush", "straight", "full house", "straight flush") else name


class Qualified(Struct, frozen=True):
    """Whether a hand is at least as high as the lowest with which the dealer plays."""

    hand: Holding
    lowest: Hand
    values: tuple[str, str] = ("qualified", "not_qualified")
    """What it is called if so, and if not."""
    name: str = "dealer"
    least: Callable[[Hand], str] = least_words
    """The lowest hand in words: `a pair`."""

    def says(self, hand: Hand) -> str:
        return self.values[0] if hand.key >= self.lowest.key else self.values[1]


class Named(Struct, frozen=True):
    """What the hand is called."""

    hand: Holding
    values: tuple[str, ...]
    """Every name, highest first."""
    called: Callable[[Hand], str] = by_name
    name: str = "hand"


class HandsDealt(Struct, frozen=True):
    """How many hands the round has, the dealer's included: the column of the paytable."""

    values: tuple[str, ...]
    name: str = "column"


class HighestNamed(Struct, frozen=True):
    """What the highest hand at the table is called: the dealer's and those the game looks at (`Game.looked_at`)."""

    hand: Holding
    dealer: Holding
    values: tuple[str, ...]
    called: Callable[[Hand], str] = by_name
    name: str = "hand"


class Computed(Struct, frozen=True):
    """A function of the table, for a game that is unlike any other. Such a wager can be played and simulated; it has
    no exact odds of its own."""

    name: str
    values: tuple[str, ...]
    of: Callable[["Rules", State, Seat], str]


Field = Standing | Compared | Qualified | Named | HandsDealt | HighestNamed | Computed
Fields = tuple[Field, ...]


def space(fields: Sequence[Field]) -> CellSpace:
    """Every cell that these fields can make."""
    return CellSpace(tuple(field.name for field in fields), tuple(tuple(field.values) for field in fields))


# --- cells ----------------------------------------------------------------------------------------------------------


def live_cell(rules: "Rules", fields: Fields, state: State, seat: Seat, wager: str) -> Cell:
    """The cell of one wager of one position, from the cards as they lie."""
    return tuple([_live(rules, field, state, seat, wager) for field in fields])


def _live(rules: "Rules", field: Field, state: State, seat: Seat, wager: str) -> str:
    match field:
        case Standing():
            return SPARED if state.void and wager in state.spared else seat.standing
        case Compared() | Qualified() | Named():
            return by_hands(field, lambda holding: holding.made(state, seat))
        case HandsDealt():
            return str(state.hands_dealt + 1)
        case HighestNamed():
            hands = [field.dealer.made(state, seat)]
            hands += [field.hand.made(state, state.seats[n - 1]) for n in rules.game.looked_at(rules, state)]
            return field.called(max(hands, key=lambda hand: hand.key))
        case Computed():
            return field.of(rules, state, seat)
        case _:
            assert_never(field)


def by_hands(field: Compared | Qualified | Named, made: Callable[[Holding], Hand]) -> str:
    """A field that depends on hands alone."""
    match field:
        case Compared():
            return field.grade(made(field.own), made(field.other))
        case Qualified():
            return field.says(made(field.hand))
        case Named():
            return field.called(made(field.hand))
        case _:
            assert_never(field)


def cell_of(fields: Fields, standing: str, made: Callable[[Holding], Hand]) -> Cell:
    """The cell of a wager on hands alone, for whoever counts hands without a table."""
    found: list[str] = []
    for field in fields:
        match field:
            case Standing():
                found.append(standing)
            case Compared() | Qualified() | Named():
                found.append(by_hands(field, made))
            case HandsDealt() | HighestNamed() | Computed():
                raise ValueError(f"'{field.name}' is no matter of one hand alone")
            case _:
                assert_never(field)
    return tuple(found)


def holdings(fields: Fields) -> tuple[Holding, ...]:
    """Every holding that the fields look at, each once."""
    found: list[Holding] = []
    for field in fields:
        match field:
            case Compared():
                found += [field.own, field.other]
            case Qualified() | Named():
                found.append(field.hand)
            case HighestNamed():
                found += [field.hand, field.dealer]
            case Standing() | HandsDealt() | Computed():
                pass
            case _:
                assert_never(field)
    return tuple(dict.fromkeys(found))
