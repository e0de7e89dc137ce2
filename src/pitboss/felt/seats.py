"""The players' side of the felt: each position with its betting areas and the place of its cards."""

from collections.abc import Iterator
from itertools import pairwise

from pitboss.felt import places as at
from pitboss.felt.ink import CREAM, DARK, GOLD, card_row, lines, number, polar, tag, titled, words
from pitboss.table.layout import Layout, Place, Position
from pitboss.table.rules import Rules


def positions(rules: Rules, made: Layout) -> Iterator[str]:
    for position, degrees in zip(made.positions, at.angles(len(made.positions)), strict=True):
        yield tag(
            "g",
            "".join(_position(rules, position, degrees)),
            id=f"seat-{position.number}",
            class_="seat" if position.open else "seat closed",
            data_seat=position.number,
        )


def _position(rules: Rules, position: Position, degrees: float) -> Iterator[str]:
    areas = "".join(_areas(rules, position, degrees))
    if position.open:
        yield areas
    else:  # said on the cloth, where there is room for it, and turned to the player
        yield tag("g", areas, opacity="0.45")
        said = words("not open", 0.0, 9.0, 28.0, font_weight="bold")
        yield tag("g", said, class_="not-open", transform=_turned(at.CARDS_AT, degrees))
    disc = tag("circle", r=23.0, fill=DARK, stroke=GOLD, stroke_width=1.5)
    drawn = disc + words(str(position.number), 0.0, 10.0, 30.0, fill=GOLD, font_weight="bold")
    if position.number in (6, 9):  # a line below, so that the turned figure is not taken for the other
        drawn += tag("line", x1=-8.0, y1=15.0, x2=8.0, y2=15.0, stroke=GOLD, stroke_width=2.0)
    x, y = polar(at.RADIUS + at.RAIL / 2, degrees, at.CENTRE)  # upright, so that a 6 is no 9
    yield tag("g", drawn, class_="seat-number", transform=f"translate({number(x)} {number(y)})")


def _areas(rules: Rules, position: Position, degrees: float) -> Iterator[str]:
    cards = position.place("cards")
    if cards is not None:
        count = at.cards_dealt(rules, "seats")
        drawn = card_row(count, at.seat_step(count), 0.0) + words(cards.title, 0.0, 57.0, 13.0, opacity="0.85")
        yield _seat_area(rules, position, cards, drawn, degrees, 0.0, at.CARDS_AT)
    spots = list(at.spots(rules, position.places))
    for spot in spots:
        yield _seat_area(rules, position, spot.place, _spot(spot), degrees, spot.across, spot.at)
    yield from _equals(rules, spots, degrees)


def _turned(far: float, degrees: float, across: float = 0.0) -> str:
    """To a point of a position, turned so that its player reads what is there."""
    x, y = polar(far, degrees, at.CENTRE)
    aside = f" translate({number(across)} 0)" if across else ""
    return f"translate({number(x)} {number(y)}) rotate({number(-degrees)}){aside}"


def _seat_area(
    rules: Rules, position: Position, place: Place, content: str, degrees: float, across: float, far: float
) -> str:
    note = f", {place.note}" if place.note else ""
    return tag(
        "g",
        titled(at.with_clause(f"{place.title}, position {position.number}{note}", at.cited(rules, place))) + content,
        id=f"seat-{position.number}-{place.id}",
        class_="area" if place.offered else "area not-offered",
        data_area=place.id,
        data_seat=position.number,
        data_wager=place.wager or None,
        transform=_turned(far, degrees, across),
    )


def _spot(spot: at.FeltSpot) -> str:
    half, place = spot.half, spot.place
    dashed = None if place.offered else "6 5"
    line: dict[str, object] = {"fill": DARK, "fill_opacity": "0.28", "stroke": CREAM, "stroke_width": 2.4}
    line["stroke_dasharray"] = dashed
    match spot.kind:
        case "main":
            shape = tag("circle", r=half, **line)
        case "decision":
            shape = tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=12.0, **line)
        case "device":
            shape = tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=8.0, **(line | {"stroke": GOLD}))
            return shape + tag("circle", r=10.0, cy=-8.0, fill=GOLD) + words("DEVICE", 0.0, 20.0, 12.0)
        case "metered":
            low: dict[str, object] = {"x": -half, "y": -at.LOW, "width": 2 * half, "height": 2 * at.LOW, "rx": at.LOW}
            shape = tag("rect", **(low | line | {"stroke": GOLD}))
        case _:
            ring = tag("circle", r=half - 5, fill="none", stroke=GOLD, stroke_width=0.9)
            shape = tag("circle", r=half, **(line | {"stroke": GOLD})) + ring
    return shape + _label(place, half, spot.kind) + (words(place.note, 0.0, half + 13, 11.0) if place.note else "")


def _label(place: Place, half: float, kind: str) -> str:
    """The area's name in its shape; a number at its end is written large."""
    said = place.title.upper().split()
    if said[-1].isdigit():
        big = words(said[-1], 0.0, 21.0, 42.0, font_weight="bold")
        return lines([" ".join(said[:-1])], half * 1.84, 14.0, -half * 0.42) + big
    # Of several lines the outer ones lie where the ring is narrower.
    round_ = half * {1: 1.66, 2: 1.62}.get(len(said), 1.46) - 4
    room = 2 * half - 10 if kind == "metered" else round_  # which is no circle but long
    return lines(said, room, 21.0, font_weight="bold")


def _equals(rules: Rules, spots: list[at.FeltSpot], degrees: float) -> Iterator[str]:
    """An equals sign between neighbouring wagers that must be equal."""
    for left, right in pairwise(spots):
        if left.at == right.at and at.must_equal(rules, left.place, right.place):
            middle = (left.across + left.half + right.across - right.half) / 2
            sign = words("=", 0.0, 7.0, 22.0, font_weight="bold")
            yield tag("g", sign, class_="equals", transform=_turned(left.at, degrees, middle))
