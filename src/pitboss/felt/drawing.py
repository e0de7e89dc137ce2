"""The felt: the layout of a table drawn to scale as one SVG, for paper and for the browser alike.

Everything in it comes from the layout of the rules (`table/layout.py`): the areas, the words, the positions. Each area
is a group with `data-area`, in a position also `data-seat`; its own middle is the origin of the group, so that chips
and cards can be put into it. Cards' places are `rect`s of class `card`, one for each card a round can bring there.
"""

import re
from collections.abc import Iterator
from textwrap import wrap

from pitboss.felt import places as at
from pitboss.felt.dealer_side import dealer_side
from pitboss.felt.ink import CREAM, FAMILY, GOLD, arc, fitted, number, on_arc, polar, tag, titled, width
from pitboss.felt.inscribed import inscribed
from pitboss.felt.seats import positions
from pitboss.table.layout import Layout, layout
from pitboss.table.rules import Rules
from pitboss.table.state import State

LEFT, TOP = -1000.0, -90.0
WIDE, TALL = 2000.0, 1240.0


def felt(rules: Rules, state: State | None = None, *, ornament: bool = False) -> str:
    """The drawing. Its units are millimetres of the table; its size is that of the scale. Where no operator is named, a
    paper says what belongs there; for people who play, an ornament stands in its place."""
    made = layout(rules, state)
    parts = [
        titled(f"{made.title}, {made.table}: table layout"),
        tag("defs", "".join(_defs(rules))),
        tag("g", "".join(_table()), class_="table", stroke="none"),
        tag("g", "".join(dealer_side(rules, made)), class_="dealer-side"),
        tag("g", "".join(_inscriptions(rules, made, ornament)), class_="inscriptions"),
        tag("g", "".join(positions(rules, made)), class_="positions"),
    ]
    return tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        class_="felt",
        viewBox=" ".join(number(v) for v in (LEFT, TOP, WIDE, TALL)),
        width=f"{number(WIDE / at.SCALE)}mm",
        height=f"{number(TALL / at.SCALE)}mm",
        font_family=FAMILY,
        data_game=made.game,
        role="img",
    )


def alt(made: Layout) -> str:
    """The drawing in words, where it cannot be seen."""
    places = ", ".join(p.title for p in made.positions[0].places)
    count = len(made.positions)
    along = f"{count} positions along its arc from the dealer's left. Each position has"
    there = along if count > 1 else "one position before him. It has"
    return f"The layout of {made.title}: a half-round table, the dealer at its straight side, {there}: {places}."


# --- the table ------------------------------------------------------------------------------------------------------


def _defs(rules: Rules) -> Iterator[str]:
    light, dark = rules.book.felt.cloth
    middle = {"cx": 0.0, "cy": at.CENTRE, "gradientUnits": "userSpaceOnUse"}
    stops = tag("stop", offset="0", stop_color=light) + tag("stop", offset="1", stop_color=dark)
    yield tag("radialGradient", stops, id="cloth", r=at.RADIUS + 60, **middle)
    leather = [("0.86", "#1a120c"), ("0.93", "#4a3524"), ("1", "#120c08")]
    stops = "".join(tag("stop", offset=offset, stop_color=colour) for offset, colour in leather)
    yield tag("radialGradient", stops, id="leather", r=at.RADIUS + at.RAIL, **middle)


def _table() -> Iterator[str]:
    yield tag("path", d=_outline(at.RADIUS + at.RAIL, at.DEALER_RAIL, 40), fill="url(#leather)", class_="rail")
    yield tag("path", d=_outline(at.RADIUS, 0.0, 0), fill="url(#cloth)", class_="cloth")
    yield tag("path", d=_outline(at.RADIUS - 10, -10.0, 0), fill="none", stroke=GOLD, stroke_width=2.0)
    yield tag("path", d=_outline(at.RADIUS - 16, -16.0, 0), fill="none", stroke=GOLD, stroke_width=0.8)


def _outline(radius: float, behind: float, corner: float) -> str:
    """A half-round table: the dealer's edge straight, `behind` it or before it, the players' side an arc."""
    r, top, c = number(radius), number(-behind), corner
    start = f"M{number(-radius)} {number(-behind + c)}"
    if c:
        start += f"Q{number(-radius)} {top} {number(-radius + c)} {top}H{number(radius - c)}"
        start += f"Q{r} {top} {r} {number(-behind + c)}"
    else:
        start += f"H{r}"
    return f"{start}V{number(at.CENTRE)}A{r} {r} 0 0 1 {number(-radius)} {number(at.CENTRE)}Z"


# --- what is written for all ----------------------------------------------------------------------------------------


def _inscriptions(rules: Rules, made: Layout, ornament: bool) -> Iterator[str]:
    """The game's name, the operator's, and the words the layout must bear, on arcs that the players read."""
    for radius, thick in ((at.INNER, 2.0), (at.INNER - 6, 0.8)):
        yield arc(radius, 64.0, at.CENTRE, stroke=GOLD, stroke_width=thick)
    said = [i for i in inscribed(rules, made) if i[0].id != "operator" and i[0].shows != "column"]
    wanted = 24.0 if sum(len(_cut_long(text, 24.0)) for _, text, _ in said) < 3 else 18.0
    radius = at.INNER - 22 - wanted * 0.4
    for n, (inscription, text, clause) in enumerate(said):
        radius -= wanted * 1.35 * (len(lines := _cut_long(text, wanted)) - 1)
        for k, line in enumerate(lines):  # the last one stands next to the players
            part = f"words-{n}-{k}" if k else f"words-{n}"
            yield _written(part, inscription.id, line, radius + wanted * 1.35 * k, wanted, title=clause)
        radius -= wanted * 1.35
    beyond = 286.0 if {p.id for p in made.shared} >= {"community", "dealer_cards"} else 170.0
    size = min(84.0, (radius - beyond) * 0.48)
    yield _written("words-title", "title", made.title.upper(), radius - size * 0.25, size, fill=CREAM)
    operator = made.inscription("operator")
    name, clause = (operator.text, operator.clause) if operator else (rules.terms.operator, "")
    if ornament and name and not rules.terms.operator:
        yield _ornament(radius - size * 1.3, clause)
    elif name:
        yield from _name(name, radius - size * 1.22, min(38.0, size * 0.6), clause)


ALONG = 1.6 * (at.INNER - 32)
"""No line is longer than stays within the ends of the gold arc."""


def _cut_long(text: str, size: float) -> list[str]:
    """An inscription in one line; a long one in two, cut at the comma next to its middle, or else between words."""
    if width(text, size) <= ALONG:
        return [text]
    commas = [found.end() for found in re.finditer(", ", text)]
    if not commas:
        return _parted(text, 2)
    cut = min(commas, key=lambda end: abs(2 * end - len(text)))
    return [text[:cut].rstrip(), text[cut:]]


SMALLEST = 11.5
"""No name is written smaller: at the scale of the drawing, letters of six points and a half."""


def _name(name: str, radius: float, size: float, clause: str) -> Iterator[str]:
    """The operator's name; one that would become too small is written in two lines or more."""
    for count in range(1, 5):
        lines = _parted(name, count)
        fit = min(fitted(line, 1.36 * radius, size) for line in lines)
        if fit >= SMALLEST:
            break
    for n, line in enumerate(lines):
        part = f"words-operator-{n}" if n else "words-operator"
        above = radius - 1.25 * fit * (len(lines) - 1 - n)  # the last line stands next to the players
        yield _written(part, "operator", line, above, fit, title=clause)


def _parted(name: str, count: int) -> list[str]:
    """About equal parts of a name, cut between words or after a hyphen; between letters only where a part would become
    much longer than the others otherwise."""
    if not name.strip():
        return [name]
    goal = -(-len(name) // count)

    def within(letters: bool) -> list[str]:
        sizes = range(goal, len(name) + 1)
        return next(p for n in sizes if len(p := wrap(name, n, break_long_words=letters)) <= count)

    whole = within(letters=False)
    return whole if max(map(len, whole)) <= 1.5 * goal else within(letters=True)


def _ornament(radius: float, title: str) -> str:
    """A star between two points, as long as the place of a name has none."""
    y = at.CENTRE + radius
    star = tag("path", d=f"M0 {number(y - 20)}l5 15 15 5-15 5-5 15-5-15-15-5 15-5z", fill=GOLD)
    points = (polar(radius, side, at.CENTRE) for side in (-7.5, 7.5))
    dots = "".join(tag("circle", cx=x, cy=y, r=3.5, fill=GOLD) for x, y in points)
    return tag("g", titled(title) + star + dots, class_="inscription", data_inscription="operator")


def _written(path: str, name: str, text: str, radius: float, size: float, title: str = "", **more: object) -> str:
    size = fitted(text, 2 * 1.1 * radius, size)
    curve = arc(radius, 80.0, at.CENTRE, id=path)
    drawn = on_arc(text, path, size, font_weight="bold", letter_spacing=number(size * 0.06), **more)
    return tag("g", (titled(title) if title else "") + curve + drawn, class_="inscription", data_inscription=name)
