"""How large the areas of the cloth are, as they are drawn: in inches and in millimetres."""

from fractions import Fraction

from msgspec import Struct

from pitboss.felt import places as at
from pitboss.felt.ink import CARD
from pitboss.table.layout import Layout
from pitboss.table.rules import Rules

_ROUND = ("main", "side")
"""Kinds of betting areas that are circles."""
_INCH = Fraction(254, 10)


class AreaSize(Struct, frozen=True):
    """Millimetres of the table."""

    width: float
    height: float
    round: bool = False


def sizes(rules: Rules, made: Layout) -> dict[str, AreaSize]:
    """The size of each area, by its id; the areas of all positions are alike."""
    found = {box.id: AreaSize(box.width, box.height) for box in at.dealer_side(rules, made)}
    places = made.positions[0].places
    if any(place.id == "cards" for place in places):
        count = at.cards_dealt(rules, "seats")
        found["cards"] = AreaSize(CARD[0] + at.seat_step(count) * (count - 1), CARD[1])
    for spot in at.spots(rules, places):
        tall = at.LOW if spot.kind == "metered" else spot.half
        found[spot.place.id] = AreaSize(2 * spot.half, 2 * tall, spot.kind in _ROUND)
    return found


def inches(millimetres: float) -> str:
    """To a tenth of an inch, halves up: `3.2`."""
    tenths = int(Fraction(millimetres) / _INCH * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def said(size: AreaSize) -> str:
    """`3.2 in across (82 mm)`, `5.1 by 4.9 in (130 by 124 mm)`."""
    if size.round:
        return f"{inches(size.width)} in across ({size.width:,.0f} mm)"
    return f"{inches(size.width)} by {inches(size.height)} in ({size.width:,.0f} by {size.height:,.0f} mm)"
