"""The dealer's side of the felt: the container, boxes, racks and devices, and the cards that lie before him."""

from collections.abc import Iterator

from pitboss.felt import places as at
from pitboss.felt.ink import (
    CREAM,
    DARK,
    GOLD,
    card,
    card_row,
    fitted,
    lines,
    number,
    tag,
    titled,
    width,
    words,
    wrapped,
)
from pitboss.rulebook.pays import dollars
from pitboss.table.layout import Layout
from pitboss.table.rules import Rules

LEAST = 10.8
"""The smallest letters of a display, in millimetres of the table: six points on paper, where it is drawn 1 to 5."""


def dealer_side(rules: Rules, made: Layout) -> Iterator[str]:
    dealer = next((p for p in made.furniture if p.id == "dealer_place"), None)
    clause = f" ({dealer.clause})" if dealer else ""
    yield _area("dealer_place", f"Dealer's place{clause}", words("DEALER", 0.0, 10.0, 30.0, fill=DARK), 0.0, -66.0)
    for box in at.dealer_side(rules, made):
        title = at.with_clause(box.title, box.clause)
        yield _area(box.id, title, _drawn(rules, made, box), box.x, box.y)


def _area(name: str, title: str, content: str, x: float, y: float, **more: object) -> str:
    place = f"translate({number(x)} {number(y)})"
    return tag("g", titled(title) + content, id=f"area-{name}", class_="area", data_area=name, transform=place, **more)


def _drawn(rules: Rules, made: Layout, box: at.Box) -> str:
    if box.shows == "meters":
        return _meters(made, box, next(w.title for w in rules.wagers if w.metered))
    if box.shows == "column":
        return _column(made, box, rules.book.wager(next(a.wager for a in rules.book.areas if a.id == box.id)).title)
    match box.id:
        case "inventory":
            return _tray(box)
        case "community" | "dealer_cards" | "box":
            return _row_of_cards(box)
        case "drop_box":
            slot = tag(
                "rect", x=-38.0, y=-4.0, width=76.0, height=8.0, rx=4.0, fill=DARK, stroke=GOLD, stroke_width=1.2
            )
            return _plate(box) + slot + words("DROP BOX", 0.0, 21.0, 13.0)
        case "tip_box":
            slot = tag(
                "rect", x=-16.0, y=-5.0, width=32.0, height=8.0, rx=4.0, fill=DARK, stroke=GOLD, stroke_width=1.2
            )
            return _plate(box) + slot + words("TIP BOX", 0.0, 21.0, 13.0)
        case "discard_rack":
            lying = tag("g", card(0.0, 0.0, "discard"), transform="translate(0 -12) rotate(90)")
            return _plate(box) + lying + words("DISCARD RACK", 0.0, 45.0, 14.0)
        case _:
            return _plate(box) + lines(box.title.upper().split(), box.width - 16, 18.0)


def _plate(box: at.Box, **more: object) -> str:
    settings: dict[str, object] = {"fill": DARK, "fill_opacity": "0.55", "stroke": GOLD, "stroke_width": 1.6}
    w, h = box.width, box.height
    return tag("rect", x=-w / 2, y=-h / 2, width=w, height=h, rx=9.0, **(settings | more))


def _tray(box: at.Box) -> str:
    """The table inventory container: rows of chips, standing on edge."""
    tubes, parts = 12, [_plate(box, fill_opacity="0.85")]
    step = (box.width - 24) / tubes
    for n in range(tubes):
        x = -box.width / 2 + 12 + step * n + 4
        parts.append(tag("rect", x=x, y=-44.0, width=step - 8, height=64.0, rx=6.0, fill=CREAM, fill_opacity="0.13"))
        for k in range(8):
            y = -41.0 + 7.5 * k
            parts.append(tag("rect", x=x + 2, y=y, width=step - 12, height=5.4, rx=2.0, fill=CREAM, fill_opacity="0.3"))
    return "".join(parts) + words("TABLE INVENTORY CONTAINER", 0.0, 42.0, 16.0, letter_spacing="3")


def _row_of_cards(box: at.Box) -> str:
    frame = _plate(box, fill_opacity="0.12", stroke=CREAM, stroke_width=1.4)
    cards = card_row(box.cards, at.card_step(box.cards), -7.0)
    return frame + cards + lines([_short(box.title).upper()], box.width - 12, 14.0, box.height / 2 - 10)


def _short(title: str) -> str:
    """What stands on the cloth: the title up to its first comma."""
    return title.split(",", 1)[0]


def _meters(made: Layout, box: at.Box, title: str) -> str:
    """Each meter on a line; where names are too long for that, in as many lines as they need; where these are too many,
    as much of a name as finds room."""
    shown = [(meter.name.removesuffix(title).strip(), dollars(meter.cents)) for meter in made.meters]
    texts = [f"{name} {cents}".strip() for name, cents in shown]
    room, tall = box.width - 22, box.height - 34
    if min(fitted(text, room, min(26.0, tall / len(texts) * 0.8)) for text in texts) >= LEAST:
        return _display(box, title.upper(), texts)
    for size in (18.0, 16.0, 14.0, 12.0, LEAST):
        rows = [wrapped(text, room, size) for text in texts]
        if sum(map(len, rows)) * size * 1.08 <= tall:
            return _screen(box, title.upper()) + _readings(rows, size)
    most = int(tall / (LEAST * 1.08))
    more = f"and {len(shown) - most + 1} more meters" if len(shown) > most else ""
    cut = [[_cut(name, cents, room)] for name, cents in shown[: most - bool(more)]]
    return _screen(box, title.upper()) + _readings(cut, LEAST, more)


def _cut(name: str, cents: str, room: float) -> str:
    """As much of the name as finds room before the amount."""
    if width(f"{name} {cents}", LEAST) <= room:
        return f"{name} {cents}".strip()
    while name and width(f"{name}… {cents}", LEAST) > room:
        name = name[:-1].rstrip()
    return f"{name}… {cents}"


def _readings(meters: list[list[str]], size: float, more: str = "") -> str:
    """The lines of each meter, one below the other around the middle of the screen; the last of each is its reading."""
    rows = [(row, n + 1 == len(one)) for one in meters for n, row in enumerate(one)] + [(more, False)] * bool(more)
    step = size * 1.08
    top = 11.0 - step * (len(rows) - 1) / 2 + size * 0.34
    return "".join(
        words(row, 0.0, top + step * n, size, fill=GOLD, class_="reading" if read else None)
        for n, (row, read) in enumerate(rows)
    )


def _column(made: Layout, box: at.Box, title: str) -> str:
    """Before the deal what the screen is for; then the odds of the hands dealt, a line for each."""
    said = next((words for words in made.inscriptions if words.shows == "column"), None)
    head, _, odds = said.text.partition(": ") if said else (title, "", "odds by number of hands")
    return _display(box, head.upper(), odds.split(", "))


def _display(box: at.Box, head: str, texts: list[str]) -> str:
    shown = [text.strip() for text in texts]
    size = min(26.0, (box.height - 34) / max(len(shown), 1) * 0.8)
    inner = lines(shown, box.width - 22, size, 11.0, fill=GOLD, class_="reading")
    return _screen(box, head) + inner


def _screen(box: at.Box, head: str) -> str:
    return _plate(box, fill="#000000", fill_opacity="0.8") + words(head, 0.0, -box.height / 2 + 20, 15.0)
