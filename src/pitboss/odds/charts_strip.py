"""The chart of games that set the player's hand against the dealer's: the lines to remember, the hands on both sides of
the decision, and all hands in their order with what playing is worth more than folding."""

from fractions import Fraction
from itertools import groupby

from pitboss.cards.deck import RANK, RANK_NAMES, SUIT, SUIT_SIGNS, SUITS
from pitboss.odds.charts_against import AgainstChart, ChartStep, band_of, chart, doing, short_names
from pitboss.odds.charts_svg import PASS, PLAY, Drawing, emblems, measured
from pitboss.odds.charts_words import filled, of_the_game, share, signed, under
from pitboss.rulebook.words import listed
from pitboss.table.definition import Band
from pitboss.table.rules import Rules

_WIDTH, _LEFT = 1060, 40
_MANY, _SEEN = 4000, 0.5
"""Steps that are drawn each for itself; how wide a bar must be to be seen."""
_FEW = 5
"""So many cards can be drawn large."""


def _origin(found: AgainstChart) -> str:
    return (
        f"Exact, not simulated: all {found.deals:,} deals of player's and dealer's cards are accounted for. Hands "
        "stand in their order, each as wide as it is frequent."
    )


def _note(rules: Rules, found: AgainstChart) -> str:
    """What the headline takes for granted."""
    said = under(rules)
    if found.only:
        ranks = [RANK[rank + SUITS[0]] for rank in found.only]
        counting = f"{RANK_NAMES[min(ranks)]}s to {RANK_NAMES[max(ranks)]}s"
        said = f"Only {counting} count as cards; the grey ones are any others. {said}"
    return said


def _past(words: str) -> str:
    """`played`, `raised`."""
    first = words.split(" ")[0]
    return first if first == "bet" else f"{first}{'d' if first.endswith('e') else 'ed'}"


def _title(rules: Rules, found: AgainstChart) -> str:
    return f"{rules.book.title}: {listed(found.choices, 'or')}"


def _compared(found: AgainstChart) -> str:
    """`playing is worth more than folding`."""
    return f"{doing(found.larger)} is worth more than {doing(found.smallest)}"


def _against_folding(found: AgainstChart, step: ChartStep) -> str:
    """What playing such a hand costs or brings."""
    play, fold = doing(found.larger), doing(found.smallest)
    if not step.gain:
        return f"{play} is worth as much as {fold}"
    verb = "costs" if step.gain < 0 else "brings"
    return f"{play} {verb} {signed(100 * step.gain)[1:]}% of the {found.base} more than {fold}"


def _heading(found: AgainstChart) -> str:
    average = ", on average over the cards that the dealer shows" if found.shown else ""
    return f"What {_compared(found)}, in {found.base}s{average}"


def _heads(found: AgainstChart) -> tuple[str, str]:
    above = found.sides[1]
    return f"Highest hand to {found.smallest}", f"Lowest hand to {above.chosen if above else found.larger}"


# --- SVG ------------------------------------------------------------------------------------------------------------


def svg(rules: Rules) -> str:
    """The chart as a drawing."""
    found = chart(rules)
    draw = Drawing(_WIDTH, _LEFT, emblems(rules.game.id))
    title = _title(rules, found)
    draw.text(_LEFT, 56, title, 28, bold=True)
    first, *others = found.words
    y = draw.paragraph(_LEFT, 94, first, 13.5 if found.shown else 18, _WIDTH - 2 * _LEFT)
    for extra in others:
        y = draw.paragraph(_LEFT, y, extra, 13.5, _WIDTH - 2 * _LEFT, "ink" if found.shown else "soft")
    y = draw.paragraph(_LEFT, y + 1, _note(rules, found), 13.5, _WIDTH - 2 * _LEFT, "soft")
    y = _sides(draw, y, rules, found)
    y = _strip(draw, y + 30, rules, found)
    share_played = share(found.played, found.hands)
    tiles = [
        *of_the_game(found.figures, f"the {found.base}"),
        (f"Hands {_past(found.larger)}", share_played, f"{found.played:,} of {found.hands:,}"),
    ]
    y = draw.tiles(y + 26, _LEFT, tiles)
    y = draw.paragraph(_LEFT, y + 34, _origin(found), draw.least, _WIDTH - 2 * _LEFT, "soft")
    return draw.finish(
        y + 12, title, " ".join([*found.words, f"{share_played} of all hands are {_past(found.larger)}."])
    )


def _sides(draw: Drawing, y: float, rules: Rules, found: AgainstChart) -> float:
    """The highest hand to fold and the lowest to play, as cards."""
    if not any(found.sides):
        return y
    wide = (_WIDTH - 2 * _LEFT - 24) / 2
    card = 72.0 if len(found.steps[0].cards) <= _FEW else 50.0
    high = 92 + card * 1.35
    looks = ((PASS[3], "#1b1f24"), (PLAY[2], "#ffffff"))
    for place, (step, words, (fill, ink)) in enumerate(zip(found.sides, _heads(found), looks, strict=True)):
        if step is None:
            continue
        x = _LEFT + place * (wide + 24)
        draw.box(x, y, wide, high, "panel", round_=10)
        draw.chip(x + 18, y + 32, words, fill, ink)
        draw.text(x + 18, y + 60, _against_folding(found, step), 13, "soft")
        draw.cards(x + 18, y + 76, step.cards, card, short_names(rules))
    return y + high


def _strip(draw: Drawing, top: float, rules: Rules, found: AgainstChart) -> float:
    """All hands from the lowest to the highest."""
    left, right, high = _LEFT + 40, float(_WIDTH - _LEFT), 250.0
    draw.text(_LEFT, top + 14, _heading(found), 15, bold=True)
    top += 34
    cap, floor = _limits(found)
    scale_y = high / (cap - floor)
    zero = top + cap * scale_y

    for tick in range(int(floor), int(cap) + 1):
        y = zero - tick * scale_y
        draw.line(left, y, right, y)
        words = f"{'+' if tick > 0 else '−' if tick < 0 else ''}{abs(tick)}"
        draw.text(left - 10, y + 4.5, words, draw.least, "soft", anchor="end")
    spans = _spans(found, left, right)
    for plays, fill in ((False, PASS[4]), (True, PLAY[2])):
        path = ""
        for is_played, gain, x1, x2 in _bars_of(found, spans):
            if is_played == plays:
                y = zero - min(gain, cap) * scale_y
                path += f"M{x1:.1f} {zero:.1f}V{y:.1f}H{x2:.1f}V{zero:.1f}Z"
        draw.add(f'<path fill="{fill}" d="{path}"/>')
    draw.line(left, zero, right, zero, "axis", wide=1.5)
    _clipped(draw, found, spans, top, cap)
    _split(draw, found, spans, top, top + high, left, right)
    return _bands(draw, top + high, rules, found, spans)


def _bars_of(found: AgainstChart, spans: list[tuple[float, float]]) -> list[tuple[bool, float, float, float]]:
    """(whether they are played, what that is worth, from where, to where) for each step; of very many steps, neighbours
    that are too narrow to be seen are one."""
    bars: list[tuple[bool, float, float, float]] = []
    for step, (x1, x2) in zip(found.steps, spans, strict=True):
        gain = float(step.gain)
        if len(found.steps) > _MANY and bars and bars[-1][0] == step.plays and x2 - bars[-1][2] < _SEEN:
            plays, before, begin, end = bars[-1]
            bars[-1] = (plays, (before * (end - begin) + gain * (x2 - x1)) / (x2 - begin), begin, x2)
        else:
            bars.append((step.plays, gain, x1, x2))
    return bars


def _limits(found: AgainstChart) -> tuple[float, float]:
    """The scale: up to what all but the best twentieth of the hands are worth; rare hands may stand out of it."""
    seen, cap = 0, Fraction(1)
    for step in found.steps:
        if 20 * seen <= 19 * found.hands:
            cap = max(cap, step.gain)
        seen += step.ways
    lowest = min(min(step.gain for step in found.steps), Fraction(0))
    return float(cap) * 1.08, float(lowest) * 1.25 - 0.12


def _spans(found: AgainstChart, left: float, right: float) -> list[tuple[float, float]]:
    spans, seen = [], 0
    for step in found.steps:
        first = left + (right - left) * seen / found.hands
        seen += step.ways
        spans.append((first, left + (right - left) * seen / found.hands))
    return spans


def _clipped(draw: Drawing, found: AgainstChart, spans: list[tuple[float, float]], top: float, cap: float) -> None:
    """Says so where hands are worth more than the picture is high."""
    out = [(step, span) for step, span in zip(found.steps, spans, strict=True) if float(step.gain) > cap]
    if out:
        x1, x2 = out[0][1][0], out[-1][1][1]
        draw.add(
            f'<path class="gap" fill="none" stroke-width="3" d="M{x1:.1f} {top + 14:.1f}L{x2:.1f} {top + 7:.1f}"/>'
        )
        draw.text(x2, top - 7, f"up to {signed(max(step.gain for step, _ in out))} ↑", draw.least, anchor="end")


def _split(
    draw: Drawing,
    found: AgainstChart,
    spans: list[tuple[float, float]],
    top: float,
    bottom: float,
    left: float,
    right: float,
) -> None:
    """Where playing begins."""
    lowest = next((place for place, step in enumerate(found.steps) if step.plays), None)
    x = right if lowest is None else spans[lowest][0]
    draw.line(x, top, x, bottom, "axis", wide=1.5, dashes="5 4")
    folded = found.hands - found.played
    for words, at, anchor in (
        (f"← {found.smallest} {share(folded, found.hands)}", x - 9, "end"),
        (f"{found.larger} {share(found.played, found.hands)} →", x + 9, "start"),
    ):
        if (anchor == "end" and x - left > 110) or (anchor == "start" and right - x > 110):
            draw.text(at, top + 40, words, 14, "halo", bold=True, anchor=anchor)


def _bands(draw: Drawing, top: float, rules: Rules, found: AgainstChart, spans: list[tuple[float, float]]) -> float:
    """Names for parts of the order, small parts first, then those that they make up."""
    y = top + 8
    bands = [(band_of(rules, step.hand), span) for step, span in zip(found.steps, spans, strict=True)]
    for place, (band, x1, x2) in enumerate(_joined(bands)):
        draw.box(x1, y, max(x2 - x1 - 1.5, 0.5), 5, "empty" if place % 2 else "soft")
        if band.card:
            draw.emblem((x1 + x2) / 2, y + 18, band.card, 0.82, band.style)
        _name(draw, x1, x2, y + (41 if band.card else 21), band.names)
    if not any(band.wider for band, _ in bands):
        return y + 26
    y += 52
    for band, x1, x2 in _joined([(Band(wider=band.wider), span) for band, span in bands]):
        draw.line(x1 + 1, y, x2 - 2.5, y, "axis", wide=1.2)
        _name(draw, x1, x2, y + 16, (band.wider,))
    return y + 22


def _joined(bands: list[tuple[Band, tuple[float, float]]]) -> list[tuple[Band, float, float]]:
    """Neighbours of the same name as one."""
    found = []
    for band, some in groupby(bands, key=lambda item: item[0]):
        inside = [span for _, span in some]
        found.append((band, inside[0][0], inside[-1][1]))
    return found


def _name(draw: Drawing, x1: float, x2: float, y: float, names: tuple[str, ...]) -> None:
    """The first of the names for which there is room."""
    fits = next((name for name in names if measured(name, draw.least) <= x2 - x1 + 1), "")
    if fits:
        draw.text((x1 + x2) / 2, y, fits, draw.least, "soft", anchor="middle")


# --- the terminal ---------------------------------------------------------------------------------------------------

_ROWS = 12
_INK = {True: 25, False: 215}


def text(rules: Rules, width: int, color: bool) -> str:
    """The chart for a terminal of this width."""
    found = chart(rules)
    said = filled(_title(rules, found), width)
    for words in found.words:
        said += ["", *filled(words, width)]
    said += [*filled(_note(rules, found).replace("; the grey ones are any others", ""), width), ""]
    for words, step in zip(_heads(found), found.sides, strict=True):
        if step is not None:
            said += filled(f"{words}: {_cards(rules, step)} ({_against_folding(found, step)})", width)
    said += ["", *filled(f"{_heading(found)}; hands from the lowest to the highest:", width)]
    said += [*_bars(found, width, color), ""]
    for what, figure, unit in of_the_game(found.figures, f"the {found.base}"):
        said += filled(f"{what}: {figure} {unit}", width)
    said += filled(
        f"Hands {_past(found.larger)}: {share(found.played, found.hands)}, {found.played:,} of {found.hands:,}", width
    )
    return "\n".join([*said, "", *filled(_origin(found), width)])


def _cards(rules: Rules, step: ChartStep) -> str:
    counting = [card for card in step.cards if card]
    if not all(card in SUIT for card in counting):
        return "-".join(short_names(rules)[card] for card in counting)
    return " ".join(("10" if c[0] == "T" else c[0]) + SUIT_SIGNS[SUIT[c]] for c in counting) or "no cards that count"


def _bars(found: AgainstChart, width: int, color: bool) -> list[str]:
    """A column for each equal share of the hands; `#` plays, `-` folds."""
    wide = width - 6
    columns = [_middle(found, (2 * place + 1) * found.hands, 2 * wide) for place in range(wide)]
    cap, floor = _limits(found)
    size = (cap - floor) / _ROWS
    rows = []
    for row in range(_ROWS):
        high, low = cap - row * size, cap - (row + 1) * size
        line = []
        for step in columns:
            gain = min(float(step.gain), cap)
            filled_in = gain > (high + low) / 2 > 0 or gain < (high + low) / 2 < 0
            line.append(_mark(step, color) if filled_in else "·" if low <= 0 < high else " ")
        axis = f"{(high + low) / 2:+.1f}".replace("-", "−") if not low <= 0 < high else "0"
        rows.append(f"{axis:>5} {''.join(line)}".rstrip())
    first, last = (found.larger if step.plays else found.smallest for step in (columns[0], found.steps[-1]))
    return [*rows, f"{'':>6}{first:<{wide - len(last)}}{last}"]


def _middle(found: AgainstChart, place: int, of: int) -> ChartStep:
    """The hand that stands at this part of all hands."""
    seen = 0
    for step in found.steps:
        seen += step.ways
        if seen * of > place:
            return step
    return found.steps[-1]


def _mark(step: ChartStep, color: bool) -> str:
    sign = "█" if color else "#" if step.plays else "-"
    return f"\x1b[38;5;{_INK[step.plays]}m{sign}\x1b[0m" if color else sign
