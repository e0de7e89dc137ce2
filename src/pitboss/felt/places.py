"""Where things lie on the cloth. The rulebooks say what must be there and on whose side; the measures are our own and
those of an ordinary half-round table: cloth 1,800 by 1,050 mm, cards 63 by 88 mm, chips 39 mm."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from pitboss.felt.ink import CARD
from pitboss.rulebook.submission_options import cites
from pitboss.table.layout import Layout, Place
from pitboss.table.rules import Rules

CENTRE = 150.0
"""How far the middle of the players' arc lies before the dealer's edge."""
RADIUS, RAIL, DEALER_RAIL = 900.0, 90.0, 34.0
LEAST = 150.0
"""The least room of a row of cards, so that its name can be read."""
SCALE = 5
"""The drawing is made at one to five; its own units are millimetres of the table."""

CARDS_AT = 819.0
ROWS_AT = (714.0, 614.0, 524.0)
"""The betting areas of a position, from the player towards the dealer."""
MOST_IN_ROW = 3
"""More areas side by side would lie in the next position."""
INNER = 476.0
"""What belongs to the dealer and what is written for all lies within this."""


class FeltSpot(Struct, frozen=True):
    """A betting area in its position: how far to the side, how far from the middle of the arc, its half-width."""

    place: Place
    kind: str
    """main, decision, side, metered or device."""
    across: float
    at: float
    half: float


def angles(count: int) -> list[float]:
    """The positions from the dealer's left, evenly along the arc."""
    step = min(31.0, 156.0 / max(count - 1, 1))
    return [step * (count - 1) / 2 - step * n for n in range(count)]


def spots(rules: Rules, places: tuple[Place, ...]) -> Iterator[FeltSpot]:
    """The betting areas of one position."""
    named = {place.id: place for place in places if place.id != "cards"}
    rows = [_row(row, named) for row in rules.book.felt.rows or _rows(rules)]
    rows += [[] for _ in range(len(rows), len(ROWS_AT))]
    rows[-1] += named.values()
    for row, far in zip(rows, ROWS_AT, strict=True):
        sized = [(place, _kind(rules, place) if place else "side") for place in row]
        gaps = [_gap(rules, left, right) for (left, _), (right, _) in pairwise(sized)]
        x = -(sum(2 * _HALF[kind] for _, kind in sized) + sum(gaps)) / 2
        for (place, kind), gap in zip(sized, [*gaps, 0.0], strict=False):
            if place is not None:
                yield FeltSpot(place, kind, x + _HALF[kind], far, _HALF[kind])
            x += 2 * _HALF[kind] + gap


def _rows(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """Where the game does not say: the main wagers before the player, the others behind them, the metered one and all
    devices next to the dealer."""
    main: list[str] = []
    side: list[str] = []
    last: list[str] = []
    for area in rules.book.areas:
        if area.per_seat and area.wager:
            wager = rules.book.wager(area.wager)
            row = last if area.shows or wager.metered else main if wager.compulsory or wager.later else side
            row.append(area.id)
    if len(main) > MOST_IN_ROW:
        half = (len(main) + 1) // 2
        return tuple(main[:half]), tuple(main[half:]), (*side, *last)
    return tuple(main), tuple(side), tuple(last)


def _row(row: tuple[str, ...], named: dict[str, Place]) -> list[Place | None]:
    """The areas of a row, each taken from those that still have no place."""
    found = [named.pop(name, None) for name in row]
    return found if len(row) == 3 and any(found) else [place for place in found if place]


def _gap(rules: Rules, left: Place | None, right: Place | None) -> float:
    return 22.0 if left and right and must_equal(rules, left, right) else 12.0


def must_equal(rules: Rules, left: Place, right: Place) -> bool:
    """Whether the rules want the same amount in both areas before the deal."""
    wagers = [rules.book.wager(place.wager) for place in (left, right) if place.id == place.wager]
    return len({wager.equal_to or wager.id for wager in wagers}) == 1 and len(wagers) == 2


_HALF = {"main": 41.0, "decision": 39.0, "side": 37.0, "metered": 46.0, "device": 30.0}
LOW = 29.0
"""Half the height of the area of a metered wager."""


def _kind(rules: Rules, place: Place) -> str:
    if shows(rules, place) == "device":
        return "device"
    wager = rules.book.wager(place.wager)
    if wager.metered:
        return "metered"
    return "decision" if wager.later else "main" if wager.compulsory else "side"


def shows(rules: Rules, place: Place) -> str:
    """What the area displays or takes (`Area.shows`)."""
    return next((area.shows for area in rules.book.areas if area.id == place.id), "")


def cards_dealt(rules: Rules, to: str, *, always: bool = False) -> int:
    """How many cards a place takes in a round at the most; `always`: in every round, whatever is wagered."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    deals = (deal for part in plan.values() for deal in part if deal.to == to)
    return sum(deal.count for deal in deals if not (always and deal.having))


class Box(Struct, frozen=True):
    """A thing on the dealer's side, by its middle and its size."""

    id: str
    title: str
    clause: str
    x: float
    y: float
    width: float
    height: float
    cards: int = 0
    shows: str = ""
    """meters or column, of a display."""


_DISPLAYS = {"column": (318.0, 196.0, 220.0, 108.0), "meters": (-318.0, 200.0, 230.0, 116.0)}
METERS = "progressive_system"
"""The display of the meters, where no area of the rulebook is its place."""


def dealer_side(rules: Rules, made: Layout) -> Iterator[Box]:
    """What lies or stands before the dealer. The discard rack is at his right, the shoe and shuffler at his left."""
    fixed = {place.id: place for place in (*made.shared, *made.furniture)}
    both = "community" in fixed and "dealer_cards" in fixed
    where = {
        "inventory": (0.0, 74.0, 620.0, 104.0),
        "drop_box": (-395.0, 52.0, 110.0, 56.0),
        "tip_box": (395.0, 52.0, 110.0, 56.0),
        "discard_rack": (-560.0, 80.0, 124.0, 112.0),
    }
    displays = {name: shown for name, place in fixed.items() if (shown := shows(rules, place)) in _DISPLAYS}
    for name, place in fixed.items():
        if name in where:
            yield Box(name, place.title, cited(rules, place), *where[name])
        elif name in displays:
            yield Box(name, place.title, cited(rules, place), *_DISPLAYS[displays[name]], shows=displays[name])
    rows = {"dealer_cards": 192.0, "community": 314.0 if both else 192.0, "box": 200.0}
    for name, y in rows.items():
        if name in fixed:
            cards = cards_dealt(rules, name.removesuffix("_cards"))
            wide, tall = cards_room(cards)
            x = 318.0 if name == "box" else 0.0
            clause = cited(rules, fixed[name])
            yield Box(name, fixed[name].title, clause, x, y, max(wide, LEAST) + 16, tall + 28, cards)
    yield from _devices(rules)
    if made.meters and "meters" not in displays.values():
        # where no area of the rulebook is its place, no clause asks for a display either
        yield Box(METERS, "Display of the meter", "", *_DISPLAYS["meters"], shows="meters")


def cited(rules: Rules, place: Place) -> str:
    """The clause that names a place under the dealing procedure of this table; empty where none does."""
    area = next((area for area in rules.book.areas if area.id == place.id), None)
    return ", ".join(filter(None, (area.cited(rules.terms.procedure), *area.also))) if area else place.clause


def with_clause(title: str, clause: str) -> str:
    """A place and the clause that names it, as `Drop box (2.D)`."""
    return f"{title} ({clause})" if clause else title


COMBINED = "shoe_and_shuffler"
"""The device where the automated shoe is one with its shuffler."""


def _devices(rules: Rules) -> Iterator[Box]:
    terms = rules.terms
    if terms.procedure == "automated_shoe" and rules.book.shoe_needs_shuffler and terms.shuffler != "none":
        yield Box(COMBINED, "Dealing shoe and shuffler", rules.cite("choose_automated_shoe"), 622.0, 84.0, 254.0, 124.0)
        return
    shoe = {"manual_shoe": "Dealing shoe", "automated_shoe": "Automated dealing shoe"}.get(terms.procedure)
    if shoe:
        yield Box("shoe", shoe, rules.cite(f"choose_{terms.procedure}"), 560.0, 84.0, 130.0, 124.0)
    if terms.shuffler != "none":
        continuous = terms.shuffler == "continuous"
        clause = cites(terms.game)["continuous"] if continuous else rules.cite("shuffle")
        yield Box("shuffler", f"{terms.shuffler.capitalize()} shuffler", clause, 715.0, 84.0, 130.0, 124.0)


def cards_room(cards: int) -> tuple[float, float]:
    """The room of a row of cards; many cards overlap."""
    return CARD[0] + card_step(cards) * (cards - 1), CARD[1]


def card_step(cards: int) -> float:
    """From one card of a row to the next: side by side up to five, overlapping beyond."""
    return CARD[0] + 6.0 if cards <= 5 else 24.0


def seat_step(cards: int) -> float:
    """The same before a player, who has less room."""
    return CARD[0] + 5.0 if cards <= 3 else 24.0
