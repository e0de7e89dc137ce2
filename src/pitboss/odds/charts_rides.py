"""The chart of Let It Ride: for each of the two decisions the hands that ride, each with an example in cards."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards.deck import SUIT, SUIT_SIGNS, Card
from pitboss.odds.card_sets import cards_of
from pitboss.odds.charts_svg import PASS, PLAY, Drawing, as_seen, lines
from pitboss.odds.charts_words import filled, of_the_game, share, under
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.games.let_it_ride import plan, tally
from pitboss.odds.games.let_it_ride_words import Rule, strategies
from pitboss.table.rules import Rules

_WIDTH, _LEFT, _GAP = 1060, 40, 24
_PANEL = (_WIDTH - 2 * _LEFT - _GAP) / 2
_CARD = 33.0
_SAME = "Worth the same: withdraw, for less variance"
_OTHERS = "Every other hand: withdraw"
_SEEN = {1: "your three cards", 2: "your three cards and the first community card"}
_ONE_SUIT_FIRST = ("s", "h", "d", "c")


class Line(NamedTuple):
    """One rule of the chart."""

    words: str
    example: tuple[Card, ...]


class Panel(NamedTuple):
    """One decision."""

    title: str
    seen: str
    ride: tuple[Line, ...]
    equal: tuple[Line, ...]
    rides: int
    hands: int
    """How many of how many hands ride."""


class Chart(NamedTuple):
    panels: tuple[Panel, ...]
    figures: Figures
    deals: int


def chart(rules: Rules) -> Chart:
    rules, stake = in_whole_units(rules)
    found = plan(rules, stake=stake)
    counted = tally(rules, "main", stake=stake)
    panels = []
    for strategy in strategies(rules, stake=stake):
        if strategy.bet == 1:
            sets, ways, gains = found.count.threes, found.count.three_ways, found.gain_1
        else:
            rode = "withdrawn" not in strategy.when
            sets, ways, gains = found.count.fours, found.count.four_ways, found.gain_2[rode]
        better, equal = ([cards_of(number) for number in sets[gains == gain].tolist()] for gain in (1, 0))
        panels.append(
            Panel(
                title=f"Bet {strategy.bet}{strategy.when}",
                seen=f"You see {_SEEN[strategy.bet]}",
                ride=tuple(_lines(strategy.ride, better)),
                equal=tuple(_lines(strategy.equal, equal)),
                rides=int(ways[gains > 0].sum()),
                hands=int(ways.sum()),
            )
        )
    return Chart(tuple(panels), figures(rules, counted, stake, {}), counted.total)


def _lines(some: tuple[Rule, ...], every: list[tuple[Card, ...]]) -> Iterable[Line]:
    """Each rule with a hand of its own, which no rule before it names."""
    left = every
    for rule in some:
        named = [cards for cards in left if rule.holds(cards)]
        left = [cards for cards in left if not rule.holds(cards)]
        # Unlike draws, pairs and better are shown by the lowest.
        draws = len({card[0] for card in named[0]}) == len(named[0]) if named else False
        example = named[len(named) // 2 if draws else 0] if named else ()
        yield Line(rule.words.split(", such as ")[0], example)


def _origin(found: Chart) -> str:
    return (
        f"Exact, not simulated: all {found.deals:,} deals of three cards and two community cards are accounted for, "
        "and the rules name exactly the hands whose bet is worth more on the table. The cards are examples."
    )


def shown(cards: tuple[Card, ...]) -> list[Card]:
    """The cards as they are drawn: in suits that look well (their names do not matter)."""
    suits = list(dict.fromkeys(card[1] for card in as_seen(cards)))
    named = dict(zip(suits, _ONE_SUIT_FIRST, strict=False))
    return [card[0] + named[card[1]] for card in as_seen(cards)]


# --- SVG ------------------------------------------------------------------------------------------------------------


def svg(rules: Rules) -> str:
    found = chart(rules)
    draw = Drawing(_WIDTH, _LEFT)
    title = f"{rules.book.title}: when to let it ride"
    draw.text(_LEFT, 56, title, 28, bold=True)
    draw.text(_LEFT, 84, f"{under(rules)} Look down the list: if your hand is in it, the bet rides.", 14, "soft")
    y = draw.tiles(106, _LEFT, [*of_the_game(found.figures, "one bet"), *_ridden(found)]) + 24
    for first in range(0, len(found.panels), 2):
        pair = found.panels[first : first + 2]
        high = max(_height(panel) for panel in pair)
        for place, panel in enumerate(pair):
            _draw_panel(draw, _LEFT + place * (_PANEL + _GAP), y, high, panel)
        y += high + _GAP
    y = draw.paragraph(_LEFT, y + 10, _origin(found), draw.least, _WIDTH - 2 * _LEFT, "soft")
    return draw.finish(y + 12, title, " ".join(_said(found)))


def _ridden(found: Chart) -> list[tuple[str, str, str]]:
    return [(f"{panel.title} rides", share(panel.rides, panel.hands), f"{panel.rides:,} of {panel.hands:,} hands")
            for panel in found.panels[:2]]  # fmt: skip


_ROW = _CARD * 1.35 + 15
_HEAD, _SECTION = 84.0, 50.0


def _height(panel: Panel) -> float:
    rows = len(panel.ride) + len(panel.equal)
    return _HEAD + _SECTION * (1 + bool(panel.ride) + bool(panel.equal)) + rows * _ROW + 4


def _draw_panel(draw: Drawing, x: float, top: float, high: float, panel: Panel) -> None:
    draw.box(x, top, _PANEL, high, "panel", round_=10)
    x += 20
    draw.text(x, top + 36, panel.title, 20, bold=True)
    draw.text(x, top + 59, panel.seen, 13, "soft")
    y = top + _HEAD
    for words, fill, ink, some in (
        ("Let it ride with", PLAY[2], "#ffffff", panel.ride),
        (_SAME, PASS[1], "#1b1f24", panel.equal),
    ):
        if some:
            draw.chip(x, y + 20, words, fill, ink)
            y += _SECTION - 10
            for line in some:
                _draw_line(draw, x, y, line, _text_left(panel))
                y += _ROW
            y += 10
    draw.chip(x, y + 20, _OTHERS if panel.ride else "Every hand: withdraw", PASS[3], "#1b1f24")


def _text_left(panel: Panel) -> float:
    """Words stand right of the cards."""
    return max(len(line.example) for line in (*panel.ride, *panel.equal)) * _CARD * 1.12 + 14


def _draw_line(draw: Drawing, x: float, y: float, line: Line, indent: float) -> None:
    draw.cards(x, y, shown(line.example), _CARD)
    left, wide = x + indent, _PANEL - 40 - indent
    words = line.words[:1].upper() + line.words[1:]
    start = y + _CARD * 1.35 / 2 + 5 - (len(lines(words, 13.5, wide)) - 1) * 9.5
    draw.paragraph(left, start, words, 13.5, wide)


def _said(found: Chart) -> list[str]:
    """The rules in words, a line each."""
    said = []
    for panel in found.panels:
        said.append(f"{panel.title}: let it ride with" if panel.ride else f"{panel.title}: never let it ride.")
        said += [f"{line.words};" for line in panel.ride]
        if panel.equal:
            said.append("worth the same, withdraw for less variance:")
            said += [f"{line.words};" for line in panel.equal]
        said.append("withdraw with every other hand.")
    return said


# --- the terminal ---------------------------------------------------------------------------------------------------

_INK = {"c": 34, "d": 33, "h": 160, "s": 0}


def text(rules: Rules, width: int, color: bool) -> str:
    found = chart(rules)
    said = [*filled(f"{rules.book.title}: when to let it ride", width), *filled(under(rules), width)]
    for panel in found.panels:
        said += ["", *filled(f"{panel.title} ({panel.seen[0].lower()}{panel.seen[1:]})", width)]
        for words, some in (("Let it ride with", panel.ride), (_SAME, panel.equal)):
            if some:
                said += filled(words, width, "  ")
                said += [line for rule in some for line in _terminal_line(rule, width, color)]
        said += filled(_OTHERS if panel.ride else "Every hand: withdraw", width, "  ")
    said.append("")
    for what, figure, unit in of_the_game(found.figures, "one bet"):
        said += filled(f"{what}: {figure} {unit}", width)
    for what, figure, hands in _ridden(found):
        said += filled(f"{what}: {figure}, {hands}", width)
    return "\n".join([*said, "", *filled(_origin(found), width)])


def _terminal_line(rule: Line, width: int, color: bool) -> list[str]:
    """An example and the rule beside it, or under it where there is no room."""
    cards = shown(rule.example)
    plain = " ".join(("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[SUIT[card]] for card in cards)
    drawn = " ".join(_card(card) for card in cards) if color else plain
    if width < 56:
        return [f"    {drawn}", *filled(rule.words, width, "      ")]
    first, *rest = filled(rule.words, width - 22)
    return [f"    {drawn}{' ' * (18 - len(plain))}{first}", *(f"{' ' * 22}{line}" for line in rest)]


def _card(card: Card) -> str:
    rank = "10" if card[0] == "T" else card[0]
    words = f"{rank}{SUIT_SIGNS[SUIT[card]]}"
    return f"\x1b[1;38;5;{_INK[card[1]]}m{words}\x1b[0m" if card[1] != "s" else f"\x1b[1m{words}\x1b[0m"
