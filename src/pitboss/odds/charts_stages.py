"""The chart of a game that is decided in stages: for each decision the hands with which each answer is worth most, each
with an example in cards."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards.deck import SUIT, SUIT_SIGNS, Card
from pitboss.odds.charts_kept import kept
from pitboss.odds.charts_svg import PASS, PLAY, Drawing, as_seen, lines, measured
from pitboss.odds.charts_words import filled, of_the_game, share, under
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.shapes.stages_plan import StagesPlan, plan
from pitboss.odds.shapes.stages_rules import StrategyRule
from pitboss.odds.shapes.stages_tree import Stage, Tree
from pitboss.odds.shapes.stages_words import Strategy, said_of, strategies
from pitboss.rulebook.folder_shapes import DecisionWords
from pitboss.rulebook.words import number, sentence, wager_title
from pitboss.table.rules import Rules

_WIDTH, _LEFT, _GAP = 1060, 40, 24
_PANEL = (_WIDTH - 2 * _LEFT - _GAP) / 2
_CARD = 33.0
_ONE_SUIT_FIRST = ("s", "h", "d", "c")
_DARK, _WHITE = "#1b1f24", "#ffffff"


class ChartLine(NamedTuple):
    """One rule of the chart."""

    words: str
    example: tuple[Card, ...]


class Section(NamedTuple):
    """The hands with one answer."""

    words: str
    spoken: str
    fill: str
    ink: str
    lines: tuple[ChartLine, ...]


class Panel(NamedTuple):
    """One decision."""

    what: str
    when: str
    seen: str
    sections: tuple[Section, ...]
    rest: Section
    tile: str
    rides: int
    hands: int
    """How many of how many hands take another than the smallest answer."""

    @property
    def title(self) -> str:
        """The words above the panel."""
        return f"{self.what}{self.when}"


class StagesChart(NamedTuple):
    title: str
    look: str
    unit: str
    origin: str
    panels: tuple[Panel, ...]
    figures: Figures


def chart(rules: Rules) -> StagesChart:
    """The facts of the chart; kept on disk."""
    return kept(StagesChart, rules, None, lambda: _counted(rules))


def _counted(rules: Rules) -> StagesChart:
    rules, stake = in_whole_units(rules)
    found = plan(rules, stake=stake)
    counted, said = found.tally(), said_of(rules.game.id)
    return StagesChart(
        title=f"{rules.book.title}: {said.chart}",
        look=f"{under(rules)} {said.look}".strip(),
        unit=_unit(rules, found.tree),
        origin=_origin(found.tree, counted.total, said.named),
        panels=tuple(_panel(rules, found, strategy) for strategy in strategies(rules, stake=stake)),
        figures=figures(rules, counted, stake, {}),
    )


def _unit(rules: Rules, tree: Tree) -> str:
    """What figures are measured by."""
    alike = [w for w in rules.wagers if w.compulsory and w.family == rules.wager[tree.base].family]
    return "one bet" if len(alike) > 1 else f"the {wager_title(rules.book, tree.base).lower()}"


def _origin(tree: Tree, deals: int, named: str) -> str:
    board = _cards(tree.cards - tree.own, _kind(tree))
    return (
        f"Exact, not simulated: all {deals:,} deals of {_cards(tree.own)} and {board} are accounted for, and the rules "
        f"name exactly the hands {named}. The cards are examples."
    )


def _kind(tree: Tree) -> str:
    """What the cards are called that are not the player's own."""
    places = {seen.place for seen in tree.holding.sees} - {"own"}
    return "community" if places == {"community"} else "other"


def _cards(many: int, kind: str = "") -> str:
    return f"{number(many)} {kind}{' ' if kind else ''}card{'' if many == 1 else 's'}"


def _seen(tree: Tree, stage: Stage) -> str:
    own, kind = f"You see your {_cards(stage.own)}", _kind(tree)
    if not stage.board:
        return own
    return f"{own} and the first {f'{kind} card' if stage.board == 1 else _cards(stage.board, kind)}"


# --- panels ---------------------------------------------------------------------------------------------------------


def _panel(rules: Rules, found: StagesPlan, strategy: Strategy) -> Panel:
    told = said_of(rules.game.id).at(strategy.step)
    chosen = found.chosen[strategy.stage, strategy.states[0]]
    more = chosen != strategy.rest.chosen
    decided = any(len(part.label) == 1 for part in strategy.parts)
    stage = found.tree.stages[strategy.stage]
    return Panel(
        what=sentence(strategy.what),
        when=strategy.when,
        seen=_seen(found.tree, stage),
        sections=tuple(_sections(found, strategy, told)),
        rest=_rest(found, strategy, told.chip_rest if decided else told.chip_all, told.spoken_rest),
        tile=strategy.told(told.tile or _tile(stage, strategy), strategy.rest),
        rides=int(strategy.ways[more].sum()),
        hands=int(strategy.ways.sum()),
    )


def _tile(stage: Stage, strategy: Strategy) -> str:
    """Where a game has no words of its own for it."""
    return "{what}: not folded" if stage.step.choices[strategy.rest.chosen].does == "fold" else ""


def _rest(found: StagesPlan, strategy: Strategy, words: str, spoken: str) -> Section:
    """Every other hand: light where it takes the smallest answer."""
    smallest = found.tree.boldness(strategy.stage, strategy.states[0])[0]
    told, heard = strategy.told(words, strategy.rest), _lower(strategy.told(spoken, strategy.rest))
    if strategy.rest.chosen == smallest:
        return Section(told, heard, PASS[3], _DARK, ())
    return Section(told, heard, _fill(found, strategy, strategy.rest.chosen), _WHITE, ())


def _fill(found: StagesPlan, strategy: Strategy, answer: int) -> str:
    """The larger the answer, the darker."""
    order = found.tree.boldness(strategy.stage, strategy.states[0])
    last, place = len(order) - 1, order.index(answer)
    return PLAY[2 if last == 1 else 1 + 3 * (place - 1) // (last - 1)]


def _sections(found: StagesPlan, strategy: Strategy, told: DecisionWords) -> Iterable[Section]:
    codes = found.count.layers.layer(found.count.sizes[strategy.stage]).codes
    for part in strategy.parts:
        label = sum(1 << c for c in part.label)
        hands = codes[(strategy.labels == label) & (strategy.ways > 0)].tolist()
        drawn = tuple(_lines(found, strategy.stage, part.rules, hands))
        if len(part.label) > 1:
            spoken = _lower(strategy.told(told.spoken_same, part))
            yield Section(strategy.told(told.chip_same, part), spoken, PASS[1], _DARK, drawn)
        else:
            words = strategy.told(told.chip, part)
            yield Section(words, _lower(words), _fill(found, strategy, part.chosen), _WHITE, drawn)


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _lines(found: StagesPlan, stage: int, some: tuple[StrategyRule, ...], every: list[int]) -> Iterable[ChartLine]:
    """Each rule with a hand of its own, which no rule before it names."""
    left = every
    for rule in some:
        named = [hand for hand in left if rule.names(hand)]
        left = [hand for hand in left if not rule.names(hand)]
        example: tuple[Card, ...] = ()
        if named:
            size, cards = found.count.sizes[stage], found.count.layers.cards
            lowest, middle = cards(named[0], size), cards(named[len(named) // 2], size)
            # Unlike draws, pairs and better are shown by the lowest.
            example = middle if len({card[0] for card in lowest}) == size else lowest
        yield ChartLine(rule.words.split(", such as ")[0], example if all(card in SUIT for card in example) else ())


def shown(cards: tuple[Card, ...]) -> list[Card]:
    """The cards as they are drawn: in suits that look well (their names do not matter)."""
    seen = as_seen(cards) if len(cards) > 1 else list(cards)
    suits = list(dict.fromkeys(card[1] for card in seen))
    named = dict(zip(suits, _ONE_SUIT_FIRST, strict=False))
    return [card[0] + named[card[1]] for card in seen]


# --- SVG ------------------------------------------------------------------------------------------------------------


def svg(rules: Rules) -> str:
    """The chart as a drawing."""
    found = chart(rules)
    draw = Drawing(_WIDTH, _LEFT)
    draw.text(_LEFT, 56, found.title, 28, bold=True)
    draw.text(_LEFT, 84, found.look, 14, "soft")
    y = draw.tiles(106, _LEFT, [*of_the_game(found.figures, found.unit), *_tiles(found)]) + 24
    for first in range(0, len(found.panels), 2):
        pair = found.panels[first : first + 2]
        high = max(_height(panel) for panel in pair)
        for place, panel in enumerate(pair):
            _draw_panel(draw, _LEFT + place * (_PANEL + _GAP), y, high, panel)
        y += high + _GAP
    y = draw.paragraph(_LEFT, y + 10, found.origin, draw.least, _WIDTH - 2 * _LEFT, "soft")
    return draw.finish(y + 12, found.title, " ".join(_said(found)))


def _tiles(found: StagesChart) -> list[tuple[str, str, str]]:
    return [
        (panel.tile, share(panel.rides, panel.hands), f"{panel.rides:,} of {panel.hands:,} hands")
        for panel in found.panels[:2]
        if panel.tile
    ]


_ROW = _CARD * 1.35 + 15
_HEAD, _SECTION = 84.0, 50.0
_SIZE = 13.5


def _height(panel: Panel) -> float:
    rows = sum(_row(panel, line) for section in panel.sections for line in section.lines)
    return _HEAD + _SECTION * (1 + len(panel.sections)) + rows + 4


def _row(panel: Panel, line: ChartLine) -> float:
    """The height of a rule: of its cards, or of its words where they need more."""
    words = lines(line.words, _SIZE, _PANEL - 40 - _text_left(panel))
    return max(_ROW, len(words) * 19.0 + 2)


def _draw_panel(draw: Drawing, x: float, top: float, high: float, panel: Panel) -> None:
    draw.box(x, top, _PANEL, high, "panel", round_=10)
    x += 20
    if measured(panel.title, 20, bold=True) <= _PANEL - 40:
        draw.text(x, top + 36, panel.title, 20, bold=True)
        draw.text(x, top + 59, panel.seen, 13, "soft")
    else:
        draw.text(x, top + 32, panel.what, 20, bold=True)
        draw.text(x, top + 53, sentence(panel.when.strip()), 13, "soft")
        draw.text(x, top + 72, panel.seen, 13, "soft")
    y = top + _HEAD
    for section in panel.sections:
        draw.chip(x, y + 20, section.words, section.fill, section.ink)
        y += _SECTION - 10
        for line in section.lines:
            _draw_line(draw, x, y, line, _text_left(panel), _row(panel, line) - _ROW)
            y += _row(panel, line)
        y += 10
    draw.chip(x, y + 20, panel.rest.words, panel.rest.fill, panel.rest.ink)


def _text_left(panel: Panel) -> float:
    """Words stand right of the cards."""
    most = max((len(line.example) for section in panel.sections for line in section.lines), default=0)
    return most * _CARD * 1.12 + 14


def _draw_line(draw: Drawing, x: float, y: float, line: ChartLine, indent: float, more: float) -> None:
    """`more` is how much higher than its cards the rule is."""
    draw.cards(x, y + more / 2, shown(line.example), _CARD)
    left, wide = x + indent, _PANEL - 40 - indent
    words = sentence(line.words)
    start = y + (_CARD * 1.35 + more) / 2 + 5 - (len(lines(words, _SIZE, wide)) - 1) * 9.5
    draw.paragraph(left, start, words, _SIZE, wide)


def _said(found: StagesChart) -> list[str]:
    """The rules in words, a line each."""
    said = []
    for panel in found.panels:
        first = True
        for section in panel.sections:
            said.append(f"{panel.title}: {section.spoken}" if first else section.spoken)
            said += [f"{line.words};" for line in section.lines]
            first = False
        said.append(panel.rest.spoken)
    return said


# --- the terminal ---------------------------------------------------------------------------------------------------

_INK = {"c": 34, "d": 33, "h": 160, "s": 0}


def text(rules: Rules, width: int, color: bool) -> str:
    """The chart for a terminal of this width."""
    found = chart(rules)
    said = [*filled(found.title, width), *filled(under(rules), width)]
    for panel in found.panels:
        said += ["", *filled(f"{panel.title} ({_lower(panel.seen)})", width)]
        for section in panel.sections:
            said += filled(section.words, width, "  ")
            said += [line for rule in section.lines for line in _terminal_line(rule, width, color)]
        said += filled(panel.rest.words, width, "  ")
    said.append("")
    for what, figure, unit in of_the_game(found.figures, found.unit):
        said += filled(f"{what}: {figure} {unit}", width)
    for what, figure, hands in _tiles(found):
        said += filled(f"{what}: {figure}, {hands}", width)
    return "\n".join([*said, "", *filled(found.origin, width)])


def _terminal_line(rule: ChartLine, width: int, color: bool) -> list[str]:
    """An example and the rule beside it, or under it where there is no room."""
    cards = shown(rule.example)
    plain = " ".join(("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[SUIT[card]] for card in cards)
    drawn = " ".join(_card(card) for card in cards) if color else plain
    if width < 56:
        return [f"    {drawn}", *filled(rule.words, width, "      ")]
    if not plain:
        return filled(rule.words, width, "    ")
    first, *rest = filled(rule.words, width - 22)
    return [f"    {drawn}{' ' * (18 - len(plain))}{first}", *(f"{' ' * 22}{line}" for line in rest)]


def _card(card: Card) -> str:
    rank = "10" if card[0] == "T" else card[0]
    words = f"{rank}{SUIT_SIGNS[SUIT[card]]}"
    return f"\x1b[1;38;5;{_INK[card[1]]}m{words}\x1b[0m" if card[1] != "s" else f"\x1b[1m{words}\x1b[0m"
