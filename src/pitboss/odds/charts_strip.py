"""The charts of Dragon Poker and Top Five Poker: the one line to remember, the hands on both sides of it, and all hands
in their order with what playing is worth more than folding."""

from fractions import Fraction
from itertools import groupby

from pitboss.cards.deck import RANK_NAMES, SUIT, SUIT_SIGNS
from pitboss.games.top_five_poker.hands import LOWEST_THAT_COUNTS
from pitboss.odds.charts_order import DRAGON, Band, Chart, Step, band_of, chart, short_names
from pitboss.odds.charts_svg import PASS, PLAY, Drawing, measured
from pitboss.odds.charts_words import filled, of_the_game, share, signed, under
from pitboss.table.rules import Rules

_WIDTH, _LEFT = 1060, 40


def _origin(found: Chart) -> str:
    return (
        f"Exact, not simulated: all {found.deals:,} deals of player's and dealer's cards are accounted for. Hands "
        "stand in their order, each as wide as it is frequent."
    )


def _note(rules: Rules) -> str:
    """What the headline takes for granted."""
    said = under(rules)
    if rules.game.id != DRAGON:
        said = f"Only {RANK_NAMES[LOWEST_THAT_COUNTS]}s to aces count as cards; the grey ones are any others. {said}"
    return said


def _against_folding(step: Step) -> str:
    """What playing such a hand costs or brings."""
    if not step.gain:
        return "playing is worth as much as folding"
    verb = "costs" if step.gain < 0 else "brings"
    return f"playing {verb} {signed(100 * step.gain)[1:]}% of the ante more than folding"


# --- SVG ------------------------------------------------------------------------------------------------------------


def svg(rules: Rules) -> str:
    found = chart(rules)
    draw = Drawing(_WIDTH, _LEFT)
    title = f"{rules.book.title}: play or fold"
    draw.text(_LEFT, 56, title, 28, bold=True)
    y = draw.paragraph(_LEFT, 94, found.words[0], 18, _WIDTH - 2 * _LEFT)
    for extra in found.words[1:]:
        y = draw.paragraph(_LEFT, y, extra, 13.5, _WIDTH - 2 * _LEFT, "soft")
    y = draw.paragraph(_LEFT, y + 1, _note(rules), 13.5, _WIDTH - 2 * _LEFT, "soft")
    y = _sides(draw, y, rules, found)
    y = _strip(draw, y + 30, rules, found)
    share_played = share(found.played, found.hands)
    tiles = [*of_the_game(found.figures, "the ante"),
             ("Hands played", share_played, f"{found.played:,} of {found.hands:,}")]  # fmt: skip
    y = draw.tiles(y + 26, _LEFT, tiles)
    y = draw.paragraph(_LEFT, y + 34, _origin(found), draw.least, _WIDTH - 2 * _LEFT, "soft")
    return draw.finish(y + 12, title, " ".join([*found.words, f"{share_played} of all hands are played."]))


def _sides(draw: Drawing, y: float, rules: Rules, found: Chart) -> float:
    """The highest hand to fold and the lowest to play, as cards."""
    wide = (_WIDTH - 2 * _LEFT - 24) / 2
    card = 72.0 if rules.game.id == DRAGON else 50.0
    high = 92 + card * 1.35
    looks = (("Highest hand to fold", PASS[3], "#1b1f24"), ("Lowest hand to play", PLAY[2], "#ffffff"))
    for place, (step, (words, fill, ink)) in enumerate(zip(found.sides, looks, strict=True)):
        if step is None:
            continue
        x = _LEFT + place * (wide + 24)
        draw.box(x, y, wide, high, "panel", round_=10)
        draw.chip(x + 18, y + 32, words, fill, ink)
        draw.text(x + 18, y + 60, _against_folding(step), 13, "soft")
        draw.cards(x + 18, y + 76, step.cards, card, short_names(rules))
    return y + high


def _strip(draw: Drawing, top: float, rules: Rules, found: Chart) -> float:
    """All hands from the lowest to the highest."""
    left, right, high = _LEFT + 40, float(_WIDTH - _LEFT), 250.0
    draw.text(_LEFT, top + 14, "What playing is worth more than folding, in antes", 15, bold=True)
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
        for step, (x1, x2) in zip(found.steps, spans, strict=True):
            if step.plays == plays:
                y = zero - min(float(step.gain), cap) * scale_y
                path += f"M{x1:.1f} {zero:.1f}V{y:.1f}H{x2:.1f}V{zero:.1f}Z"
        draw.add(f'<path fill="{fill}" d="{path}"/>')
    draw.line(left, zero, right, zero, "axis", wide=1.5)
    _clipped(draw, found, spans, top, cap)
    _split(draw, found, spans, top, top + high, left, right)
    return _bands(draw, top + high, rules, found, spans)


def _limits(found: Chart) -> tuple[float, float]:
    """The scale: up to what all but the best twentieth of the hands are worth; rare hands may stand out of it."""
    seen, cap = 0, Fraction(1)
    for step in found.steps:
        if 20 * seen <= 19 * found.hands:
            cap = max(cap, step.gain)
        seen += step.ways
    lowest = min(min(step.gain for step in found.steps), Fraction(0))
    return float(cap) * 1.08, float(lowest) * 1.25 - 0.12


def _spans(found: Chart, left: float, right: float) -> list[tuple[float, float]]:
    spans, seen = [], 0
    for step in found.steps:
        first = left + (right - left) * seen / found.hands
        seen += step.ways
        spans.append((first, left + (right - left) * seen / found.hands))
    return spans


def _clipped(draw: Drawing, found: Chart, spans: list[tuple[float, float]], top: float, cap: float) -> None:
    """Says so where hands are worth more than the picture is high."""
    out = [(step, span) for step, span in zip(found.steps, spans, strict=True) if float(step.gain) > cap]
    if out:
        x1, x2 = out[0][1][0], out[-1][1][1]
        draw.add(
            f'<path class="gap" fill="none" stroke-width="3" d="M{x1:.1f} {top + 14:.1f}L{x2:.1f} {top + 7:.1f}"/>'
        )
        draw.text(x2, top - 7, f"up to {signed(max(step.gain for step, _ in out))} ↑", draw.least, anchor="end")


def _split(draw: Drawing, found: Chart, spans: list[tuple[float, float]], top: float, bottom: float, left: float,
           right: float) -> None:  # fmt: skip
    """Where playing begins."""
    lowest = next((place for place, step in enumerate(found.steps) if step.plays), None)
    x = right if lowest is None else spans[lowest][0]
    draw.line(x, top, x, bottom, "axis", wide=1.5, dashes="5 4")
    folded = found.hands - found.played
    for words, at, anchor in (
        (f"← fold {share(folded, found.hands)}", x - 9, "end"),
        (f"play {share(found.played, found.hands)} →", x + 9, "start"),
    ):
        if (anchor == "end" and x - left > 110) or (anchor == "start" and right - x > 110):
            draw.text(at, top + 40, words, 14, "halo", bold=True, anchor=anchor)


def _bands(draw: Drawing, top: float, rules: Rules, found: Chart, spans: list[tuple[float, float]]) -> float:
    """Names for parts of the order, small parts first, then those that they make up."""
    y = top + 8
    bands = [(band_of(rules, step.hand), span) for step, span in zip(found.steps, spans, strict=True)]
    for place, (band, x1, x2) in enumerate(_joined(bands)):
        draw.box(x1, y, max(x2 - x1 - 1.5, 0.5), 5, "empty" if place % 2 else "soft")
        if band.emblem:
            draw.emblem((x1 + x2) / 2, y + 18, band.emblem, 0.82, _COLOURS.get(band.emblem, ""))
        _name(draw, x1, x2, y + (41 if band.emblem else 21), band.fine)
    if not any(band.coarse for band, _ in bands):
        return y + 26
    y += 52
    for band, x1, x2 in _joined([(Band(band.coarse, ()), span) for band, span in bands]):
        draw.line(x1 + 1, y, x2 - 2.5, y, "axis", wide=1.2)
        _name(draw, x1, x2, y + 16, (band.coarse,))
    return y + 22


_COLOURS = {"RD": "soft", "PA": "ink"}
"""Signs without a card behind them: dragons of every colour rank alike, and black must show on a dark page."""


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
    found = chart(rules)
    said = filled(f"{rules.book.title}: play or fold", width)
    for words in found.words:
        said += ["", *filled(words, width)]
    said += [*filled(_note(rules).replace("; the grey ones are any others", ""), width), ""]
    for words, step in zip(("Highest hand to fold", "Lowest hand to play"), found.sides, strict=True):
        if step is not None:
            said += filled(f"{words}: {_cards(rules, step)} ({_against_folding(step)})", width)
    said += [
        "",
        *filled("What playing is worth more than folding, in antes; hands from the lowest to the highest:", width),
    ]
    said += [*_bars(found, width, color), ""]
    for what, figure, unit in of_the_game(found.figures, "the ante"):
        said += filled(f"{what}: {figure} {unit}", width)
    said += filled(f"Hands played: {share(found.played, found.hands)}, {found.played:,} of {found.hands:,}", width)
    return "\n".join([*said, "", *filled(_origin(found), width)])


def _cards(rules: Rules, step: Step) -> str:
    if rules.game.id == DRAGON:
        return "-".join(short_names(rules)[card] for card in step.cards)
    counting = [card for card in step.cards if card]
    return " ".join(("10" if c[0] == "T" else c[0]) + SUIT_SIGNS[SUIT[c]] for c in counting) or "no cards that count"


def _bars(found: Chart, width: int, color: bool) -> list[str]:
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
    return [*rows, f"{'':>6}{'fold' if not columns[0].plays else 'play':<{wide - 4}}play"]


def _middle(found: Chart, place: int, of: int) -> Step:
    """The hand that stands at this part of all hands."""
    seen = 0
    for step in found.steps:
        seen += step.ways
        if seen * of > place:
            return step
    return found.steps[-1]


def _mark(step: Step, color: bool) -> str:
    sign = "█" if color else "#" if step.plays else "-"
    return f"\x1b[38;5;{_INK[step.plays]}m{sign}\x1b[0m" if color else sign
