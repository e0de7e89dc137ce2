"""The chart of a game in which both hands share the community cards: a grid of the starting hands, suited ones above
the diagonal, and under it what the best player does later."""

from collections.abc import Callable
from fractions import Fraction

from pitboss.games import rules_for
from pitboss.odds.charts_board import BoardChart, BoardSort, Later, Start, chart, raises
from pitboss.odds.charts_svg import PASS, PLAY, Drawing
from pitboss.odds.charts_words import columns, filled, of_the_game, share, signed
from pitboss.odds.shapes.board_game import board_of
from pitboss.table.rules import Rules

BOUNDS = (5, 20, 50, 100)
"""Where the colours change, in percent of the base."""
RANKS = "AKQJT98765432"
_LEFT, _CELL, _HIGH = 40, 79, 45
_WIDTH = 2 * _LEFT + 13 * _CELL


def shade(gain: Fraction) -> int:
    """The colour of a cell, 0 where it hardly matters to 4 where it matters most."""
    return sum(abs(gain) * 100 >= bound for bound in BOUNDS)


def label(start: Start) -> str:
    """What stands in a square of the grid."""
    return f"{start.times}×" if start.times else _said(start.play)


def _said(choice: str) -> str:
    return choice.replace("_", " ")


def _instead(found: BoardChart) -> str:
    """What one does at the start who does not raise."""
    return " or ".join(map(_said, found.instead))


def the_base(rules: Rules) -> str:
    """What the figures are in."""
    return f"the {rules.book.wager(board_of(rules).base).title.lower()}"


def _times(some: tuple[int, ...]) -> str:
    return " or ".join(f"{times}×" for times in some)


def _grid(found: BoardChart) -> list[list[Start]]:
    """Rows from the ace down; the hand of ranks (12, 12) stands at the top left."""
    at = {start.place: start for start in found.starts}
    return [[at[r, c] for c in range(12, -1, -1)] for r in range(12, -1, -1)]


def _raise(found: BoardChart) -> str:
    return f"raise {_times(found.raises)}" if found.raises else "never raise"


def _title(rules: Rules, found: BoardChart) -> str:
    if not found.starts:
        return f"{rules.book.title}: after the flop"
    allowed, every = (raises(board_of(each).early) for each in (rules, rules_for(rules.terms)))
    only = f" (only {_times(allowed)} allowed)" if allowed != every else ""
    return f"{rules.book.title}: before the flop{only}"


def _worth(rules: Rules, found: BoardChart) -> str:
    """What the numbers of the grid are."""
    raising = f"raising {found.raises[0]}×" if len(found.raises) == 1 else "the best raise"
    return f"what {raising} is worth more than {doing(found.instead[0])}, in percent of {the_base(rules)}"


def doing(choice: str) -> str:
    """`checking`, `folding`; a longer name stays as it is."""
    return f"{choice}ing" if choice.isalpha() else f"“{_said(choice)}”"


def _origin(found: BoardChart) -> str:
    return (
        f"Exact, not simulated: all {found.deals:,} deals of hand, flop, turn and river and dealer's hand are "
        "accounted for, and every later decision is the best one. Percentages are rounded, decisions are not."
    )


def _later(found: BoardChart) -> list[tuple[str, str, tuple[BoardSort, ...]]]:
    said = []
    for later, title in ((found.flop, "On the flop: raise {}"), (found.river, "On the river: play {}")):
        if later is not None:
            choices = " or ".join((_times(later.raises), *map(_said, later.instead)))
            said.append((title.format(choices), _reached(found, later), later.sorts))
    return said


def _reached(found: BoardChart, later: Later) -> str:
    """Which hands come to a later decision."""
    asked = [(found.wait, "before the flop")] if found.starts else []
    asked += [(found.flop.wait, "on the flop")] if later is found.river and found.flop else []
    if not asked:
        return "all hands"
    done = f"{asked[-1][0]}ed" if asked[-1][0].isalpha() else "waited"
    return f"hands that {done} {'twice' if len(asked) > 1 else asked[0][1]}"


_PLACES = "Suited hands above the diagonal, off-suit hands below it."
_HIGH_CARDS = "Your high card is counted among the ranks that do not lie on the board."

# --- SVG ------------------------------------------------------------------------------------------------------------


def svg(rules: Rules, progress: Callable[[float], None]) -> str:
    """The chart as a drawing."""
    found = chart(rules, progress)
    draw = Drawing(_WIDTH, _LEFT)
    draw.text(_LEFT, 56, _title(rules, found), 28, bold=True)
    tiles, bottom = of_the_game(found.figures, the_base(rules)), 60.0
    if found.starts:
        draw.text(_LEFT, 84, f"{_PLACES} Numbers: {_worth(rules, found)}.", 14, "soft")
        _legend(draw, 104, found)
        bottom = _cells(draw, 172, found)
        raising, every = found.raised
        tiles.append(("Raised before the flop", share(raising, every), f"{raising:,} of {every:,} hands"))
    bottom = draw.tiles(bottom + 24, _LEFT, tiles)
    tables = [_table(draw, x, bottom + 44, *rest) for x, rest in zip(_HALVES, _later(found), strict=False)]
    bottom = max(tables, default=bottom)
    if found.river:
        draw.text(_HALVES[len(tables) - 1], bottom + 10, _HIGH_CARDS, draw.least, "soft")
    bottom = draw.paragraph(_LEFT, bottom + 48, _origin(found), draw.least, _WIDTH - 2 * _LEFT, "soft")
    return draw.finish(bottom + 12, _title(rules, found), _described(rules, found))


def _legend(draw: Drawing, y: float, found: BoardChart) -> None:
    wide, high = 58, 20
    fills = (*reversed(PASS), *PLAY)
    left = (_WIDTH - wide * len(fills)) / 2
    draw.text(left - 14, y + 15, _instead(found), 14, bold=True, anchor="end")
    for place, fill in enumerate(fills):
        draw.box(left + place * wide, y, wide, high, fill=fill)
    draw.text(left + wide * len(fills) + 14, y + 15, _raise(found), 14, bold=True)
    bounds = [*(-b for b in reversed(BOUNDS)), 0, *BOUNDS]
    for place, bound in enumerate(bounds, start=1):
        words = f"{'+' if bound > 0 else '−' if bound < 0 else ''}{abs(bound)}"
        draw.text(left + place * wide, y + high + 16, words, draw.least, "soft", anchor="middle")


def _cells(draw: Drawing, top: float, found: BoardChart) -> float:
    rows, size = _grid(found), f"{draw.least:.2f}"
    for r, row in enumerate(rows):
        for c, start in enumerate(row):
            x, y = _LEFT + c * _CELL, top + r * _HIGH
            fill = (PLAY if start.times else PASS)[shade(start.gain)]
            ink = "#ffffff" if start.times else "#1b1f24"
            words, right = label(start), f'x="{x + _CELL - 4}" text-anchor="end"'
            draw.add(
                f'<g data-hand="{start.hand}" data-play="{words}" fill="{ink}">'
                f'<rect x="{x}" y="{y}" width="{_CELL - 2}" height="{_HIGH - 2}" rx="3" fill="{fill}"/>'
                f'<text x="{x + 2}" y="{y + 18}" font-size="{size}" font-weight="700">{start.hand}</text>'
                f'<text {right} y="{y + 18}" font-size="{size}">{words}</text>'
                f'<text {right} y="{y + 36}" font-size="{size}">{signed(100 * start.gain)}</text>'
                "</g>"
            )
    steps = "".join(_borders(rows, top))
    draw.add(f'<path class="axis" fill="none" stroke-width="2.5" stroke-linecap="square" d="{steps}"/>')
    return top + 13 * _HIGH - 2


def _borders(rows: list[list[Start]], top: float) -> list[str]:
    """Lines between hands that raise and hands that do not."""
    found = []
    for r in range(13):
        for c in range(13):
            x, y = _LEFT + c * _CELL - 1, top + r * _HIGH - 1
            if c and rows[r][c].times != rows[r][c - 1].times:
                found.append(f"M{x} {y}v{_HIGH}")
            if r and rows[r][c].times != rows[r - 1][c].times:
                found.append(f"M{x} {y}h{_CELL}")
    return found


_HALVES = (_LEFT, _WIDTH / 2 + 14)


def _table(draw: Drawing, x: float, y: float, title: str, among: str, sorts: tuple[BoardSort, ...]) -> float:
    """Sorts of hands, how often they come and how often the best player raises with them, also as a bar."""
    wide = _WIDTH / 2 - 14 - _LEFT
    every = sum(sort.deals for sort in sorts)
    acts = title.split(": ")[1].split(" ")[0]
    draw.text(x, y, title, 17, bold=True)
    draw.text(x, y + 21, f"Of {among}", draw.least, "soft")
    draw.text(x + wide - 134, y + 21, "how often", draw.least, "soft", anchor="end")
    draw.text(x + wide, y + 21, f"{acts}s", draw.least, "soft", anchor="end")
    y += 31
    draw.line(x, y, x + wide, y)
    for sort in sorts:
        draw.text(x, y + 18, sort.words, draw.least)
        draw.text(x + wide - 134, y + 18, share(sort.deals, every), draw.least, "soft", anchor="end")
        draw.box(x + wide - 124, y + 8, 56, 11, "empty", round_=2)
        if sort.raised:
            draw.box(x + wide - 124, y + 8, max(56 * sort.raised / sort.deals, 1), 11, round_=2, fill=PLAY[2])
        draw.text(x + wide, y + 18, share(sort.raised, sort.deals), draw.least, bold=True, anchor="end")
        y += 25
        draw.line(x, y, x + wide, y)
    return y + 12


def _described(rules: Rules, found: BoardChart) -> str:
    """The decisions in words, for those who cannot see the grid."""
    raising, every = found.raised
    edge = of_the_game(found.figures, the_base(rules))[0]
    ends = f"House edge {edge[1]} {edge[2]}."
    if not found.starts:
        return ends
    hands = " ".join(start.hand for start in found.starts if start.times)
    return f"{_raise(found).capitalize()} with {raising:,} of {every:,} hands: {hands}. {_others(found)}. {ends}"


def _others(found: BoardChart) -> str:
    return f"{_instead(found).capitalize()} the others"


# --- the terminal ---------------------------------------------------------------------------------------------------

_BACK = {True: (67, 61, 25, 24, 18), False: (230, 223, 222, 216, 215)}
"""Background colours of the 256 that terminals know, as in the drawing."""


def text(rules: Rules, width: int, color: bool, progress: Callable[[float], None]) -> str:
    """The chart for a terminal of this width."""
    found = chart(rules, progress)
    lines = [*filled(_title(rules, found), width), ""]
    if found.starts:
        names = [f"R{times} {_raise(found).split(' ')[0]} {times}×" for times in found.raises]
        key = ", ".join((*names, *(f"{choice[:2]} {_said(choice)}" for choice in found.instead)))
        worth = f"Numbers: {_worth(rules, found)}." if width >= 80 else ""
        lines += [*_terminal_grid(found, width, color), "", *filled(f"{key}. {_PLACES} {worth}".strip(), width), ""]
    for what, figure, unit in of_the_game(found.figures, the_base(rules)):
        lines += filled(f"{what}: {figure} {unit}", width)
    if found.starts:
        raising, every = found.raised
        lines += filled(f"Raised before the flop: {share(raising, every)}, {raising:,} of {every:,} hands", width)
    for title, among, sorts in _later(found):
        total = sum(sort.deals for sort in sorts)
        rows = [(s.words, share(s.deals, total), share(s.raised, s.deals)) for s in sorts]
        acts = title.split(": ")[1].split(" ")[0]
        lines += ["", *filled(title, width), *columns([(f"Of {among}", "often", f"{acts}s"), *rows], width)]
    high = filled(_HIGH_CARDS, width) if found.river else []
    return "\n".join([*lines, *high, "", *filled(_origin(found), width)])


def _terminal_grid(found: BoardChart, width: int, color: bool) -> list[str]:
    """Two lines a row where the values fit; else the decisions alone; else lists of hands."""
    rows = _grid(found)
    if width < 2 + 13 * 3:
        raised = " ".join(s.hand for s in found.starts if s.times)
        return [*filled(f"{_raise(found).capitalize()} with {raised}", width), *filled(_others(found), width)]
    cell = 6 if width >= 2 + 13 * 6 else 3
    lines = ["  " + "".join(f"{rank:^{cell}}" for rank in RANKS).rstrip()]
    for rank, row in zip(RANKS, rows, strict=True):
        said = [f"R{s.times}" if s.times else s.play[:2] for s in row]
        lines.append(
            f"{rank} " + "".join(_field(f"{words:^{cell}}", s, color) for words, s in zip(said, row, strict=True))
        )
        if cell == 6:
            worth = (f"{_short(100 * s.gain):^6}" for s in row)
            lines.append("  " + "".join(_field(words, s, color) for words, s in zip(worth, row, strict=True)))
    return lines if color else [line.rstrip() for line in lines]


def _short(percent: Fraction) -> str:
    """At most five characters."""
    words, size = signed(percent), float(abs(percent))
    return words if len(words) <= 5 else f"{words[0]}{size:.1f}" if size < 99.95 else f"{words[0]}{size:.0f}"


def _field(words: str, start: Start, color: bool) -> str:
    if not color:
        return words
    ink = 231 if start.times else 16
    return f"\x1b[48;5;{_BACK[bool(start.times)][shade(start.gain)]};38;5;{ink}m{words}\x1b[0m"
