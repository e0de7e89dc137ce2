"""The charts show what was solved, say it in every form, and are pictures that anybody can open."""

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.fast import best_five
from pitboss.cards.ranking import Hand
from pitboss.games import rules_for
from pitboss.odds import charts, charts_against, charts_board, charts_stages, charts_strip
from pitboss.odds.charts import NoFonts, chart_svg, chart_text, check_fonts, save_chart
from pitboss.odds.charts_words import share, signed
from pitboss.odds.shapes import stages
from pitboss.odds.shapes.board import advise, grid_place, solution, starting_hands
from pitboss.odds.shapes.board_ground import number as number_of
from pitboss.odds.shapes.board_solver import Solution, chosen_on_flop, count
from pitboss.odds.studies import studied
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH

GAMES = (DRAGON, TOP5, LIR, UTH)
SVG = "{http://www.w3.org/2000/svg}"
RANKS = "AKQJT98765432"


@cache
def rules(game: str, **overrides: str) -> Rules:
    terms = check_data(merge(default_data(game), {"readings": overrides} if overrides else {})).terms
    assert terms is not None
    return rules_for(terms)


@pytest.fixture(scope="module", autouse=True)
def worked_out_once() -> Iterator[None]:
    """The facts of a chart follow from the rules; every width and form here shows the same ones."""
    rides, order = cache(charts_stages.chart), cache(charts_against.chart)
    with pytest.MonkeyPatch.context() as patch:
        for module, facts in ((charts_stages, rides), (charts_against, order), (charts_strip, order)):
            patch.setattr(module, "chart", facts)
        yield


@cache
def drawn(game: str, early: str = "3x_or_4x") -> str:
    return chart_svg(studied(rules(game), {"preflop_raise": early}))


def words(svg: str) -> str:
    return " ".join(text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


# --- every picture ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_small_lawful_xml_that_can_be_read_aloud(game: str) -> None:
    svg = drawn(game)
    assert len(svg.encode()) <= 100_000
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and rules(game).book.title in (title.text or "")
    assert desc is not None and len(desc.text or "") > 60
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert "prefers-color-scheme:dark" in svg and "sans-serif" in (root.get("font-family") or "")
    assert "href" not in svg, "nothing is fetched from elsewhere"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_stands_outside_the_picture(game: str) -> None:
    root = ElementTree.fromstring(drawn(game))
    wide, high = float(root.get("width", "")), float(root.get("height", ""))
    for text in root.iter(f"{SVG}text"):
        assert 0 < float(text.get("x", "")) < wide and 0 < float(text.get("y", "")) < high - 4
    for box in root.iter(f"{SVG}rect"):
        if box.get("class") != "page":
            assert float(box.get("x", "")) + float(box.get("width", "")) <= wide
            assert float(box.get("y", "")) + float(box.get("height", "")) <= high


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        # wizardofodds.com/games/ultimate-texas-hold-em: 2.185% of the ante, element of risk 0.526%, deviation 4.94.
        (UTH, ("2.185%", "0.526%", "4.94")),
        # wizardofodds.com/games/let-it-ride: 3.51% of one bet.
        (LIR, ("3.506%",)),
    ],
)
def test_published_figures_stand_in_the_chart(game: str, figures: tuple[str, ...]) -> None:
    for shown in (words(drawn(game)), chart_text(rules(game), 80, False)):
        assert all(figure in shown for figure in figures)


# --- Ultimate Texas Hold 'Em ------------------------------------------------------------------------------------------


def cells(svg: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if group.get("data-hand")]


def plays(svg: str) -> dict[str, str]:
    return {str(cell.get("data-hand")): str(cell.get("data-play")) for cell in cells(svg)}


def every_hand() -> set[str]:
    pairs = {r + r for r in RANKS}
    return pairs | {a + b + kind for a, b in combinations(RANKS, 2) for kind in "so"}


def published() -> set[str]:
    """Raise with: any ace; K2 suited, K5 off-suit; Q6 suited, Q8 off-suit; J8 suited, J10 off-suit; pairs from threes
    (wizardofodds.com/games/ultimate-texas-hold-em)."""
    lowest = {"As": "2", "Ao": "2", "Ks": "2", "Ko": "5", "Qs": "6", "Qo": "8", "Js": "8", "Jo": "T"}
    found = {r + r for r in RANKS if r != "2"}
    for kind, low in lowest.items():
        high = kind[0]
        found |= {high + r + kind[1] for r in RANKS[RANKS.index(high) + 1 : RANKS.index(low) + 1]}
    return found


def test_every_starting_hand_stands_in_the_grid_once() -> None:
    assert Counter(cell.get("data-hand") for cell in cells(drawn(UTH))) == Counter(every_hand())
    for cell in cells(drawn(UTH)):
        name, play, gain = (text.text or "" for text in cell.iter(f"{SVG}text"))
        assert name == cell.get("data-hand") and play == cell.get("data-play")
        assert re.fullmatch(r"[+−]\d{1,3}\.\d{1,2}", gain)
        assert (gain[0] == "+") == (play != "check")


def test_the_grid_is_the_published_strategy() -> None:
    assert {hand for hand, play in plays(drawn(UTH)).items() if play == "4×"} == published()
    assert {hand for hand, play in plays(drawn(UTH)).items() if play == "check"} == every_hand() - published()
    assert "500 of 1,326 hands" in words(drawn(UTH))


@pytest.mark.parametrize(("early", "times"), [("3x_or_4x", "4×"), ("3x", "3×")])
def test_the_grid_shows_the_solution(early: str, times: str) -> None:
    solved = solution(studied(rules(UTH), {"preflop_raise": early}), rules(UTH).deck.contents, 100)
    expected = {name: times if solved.start[place] else "check" for name, place in starting_hands()}
    assert plays(drawn(UTH, early)) == expected
    assert ("only 3× allowed" in words(drawn(UTH, early))) == (early == "3x")


def test_suited_hands_stand_above_the_diagonal() -> None:
    at = {}
    for cell in cells(drawn(UTH)):
        box = cell.find(f"{SVG}rect")
        assert box is not None
        at[cell.get("data-hand")] = (float(box.get("x", "")), float(box.get("y", "")))
    columns, rows = sorted({x for x, _ in at.values()}), sorted({y for _, y in at.values()})
    assert len(columns) == len(rows) == 13
    for a, b in combinations(RANKS, 2):
        assert at[a + b + "s"] == (columns[RANKS.index(b)], rows[RANKS.index(a)])
        assert at[a + b + "o"] == (columns[RANKS.index(a)], rows[RANKS.index(b)])
    assert at["AA"] == (columns[0], rows[0]) and at["22"] == (columns[12], rows[12])


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_decisions_can_be_told_apart_and_read_without_colours() -> None:
    """Contrast of 4.5 for letters and 1.9 between any raise and any check, as WCAG 2 measures it."""
    greys: dict[str, list[float]] = {"4×": [], "check": []}
    for cell in cells(drawn(UTH)):
        box = cell.find(f"{SVG}rect")
        assert box is not None
        field, ink = luminance(box.get("fill", "")), luminance(cell.get("fill", ""))
        assert (max(field, ink) + 0.05) / (min(field, ink) + 0.05) >= 4.5
        greys[str(cell.get("data-play"))].append(field)
    assert (min(greys["check"]) + 0.05) / (max(greys["4×"]) + 0.05) >= 1.9


def test_the_worth_of_raising_is_what_the_coach_says() -> None:
    found = {start.hand: start for start in charts_board.chart(rules(UTH)).starts}
    for hand, cards in {"K4o": ("Kh", "4d"), "K5o": ("Kh", "5d"), "22": ("2c", "2d"), "J8s": ("Js", "8s")}.items():
        worth = {a.choice: a.value for a in advise(rules(UTH), cards).alternatives}
        assert found[hand].gain == worth["play_4x"] - worth["check"]


def test_later_decisions_add_up_to_the_counted_deals() -> None:
    found = charts_board.chart(rules(UTH))
    solved = solution(rules(UTH), rules(UTH).deck.contents, 100)
    fold, play, bet, *early = (int(n) for n in count(solved).sum(axis=(1, 2)))
    assert found.flop is not None and found.river is not None
    assert sum(sort.raised for sort in found.flop.sorts) == bet
    assert sum(sort.deals for sort in found.flop.sorts) == fold + play + bet == found.deals - sum(early)
    assert sum(sort.raised for sort in found.river.sorts) == play
    assert sum(sort.deals for sort in found.river.sorts) == fold + play


def flop_sort(hand: tuple[str, ...], flop: tuple[str, ...]) -> str:
    """Once more, as one would say it."""
    made = best_five((*hand, *flop)).name
    mine, theirs = [RANK[c] for c in hand], sorted({RANK[c] for c in flop}, reverse=True)
    if made in ("straight", "flush", "straight_flush", "royal_flush"):
        return "Straight or flush"
    own = mine[0] == mine[1] or any(rank in theirs for rank in mine)
    if own and made != "pair":
        return "Two pair or better, with your own cards"
    for place, rank in enumerate(theirs):
        if own and rank in mine:
            name = "highest" if place == 0 else "lowest" if place == len(theirs) - 1 else "middle"
            return f"Pair with the {name} card of the flop"
    if own:
        return "Pocket pair, no better"
    for suit in range(4):
        held = [RANK[c] for c in hand if SUIT[c] == suit]
        if held and len(held) + sum(SUIT[c] == suit for c in flop) == 4:
            return f"Four to a flush, your card in it {'ten or higher' if max(held) >= 10 else 'lower'}"
    return "Everything else"


def river_sort(hand: tuple[str, ...], board: tuple[str, ...]) -> str:
    made = best_five((*hand, *board))
    if made.key == best_five(board).key:
        return "The board itself is your hand"
    if made.key >= best_five(("2c", "3d", "4c", "5c", "Ac")).key:
        return "Straight or better, with your own cards"
    mine, theirs = [RANK[c] for c in hand], [RANK[c] for c in board]
    if mine[0] == mine[1] or set(mine) & set(theirs):
        return "Pair or better, with your own cards"
    place = [rank for rank in range(14, 1, -1) if rank not in theirs].index(max(mine))
    if len(set(theirs)) < 5:
        names = ("best or second", "best or second", "third", "fourth", "lower")
        return f"Board paired; your high card is {names[min(place, 4)]}"
    return f"No pair; your high card is {('best', 'second', 'lower')[min(place, 2)]}"


BLIND = {"royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3, "flush": 1.5, "straight": 1}


def pays_to_play(hand: tuple[str, ...], board: tuple[str, ...], left: list[str]) -> bool:
    """The showdown with every hand of the dealer, as players reckon it: folding costs two antes."""
    mine, total, hands = made_of(hand, board), 0.0, 0
    for other in combinations(left, 2):
        dealer = made_of(other, board)
        ante = dealer.name != "high_card"
        if mine.key > dealer.key:
            total += 1 + ante + BLIND.get(mine.name, 0)
        elif mine.key < dealer.key:
            total -= 2 + ante
        hands += 1
    return total > -2 * hands


@cache
def made_of(hand: tuple[str, ...], board: tuple[str, ...]) -> Hand:
    return best_five((*hand, *board))


def test_later_decisions_are_sorted_as_one_would_say_it() -> None:
    """Every deal of two decks of fourteen cards, one by one; together they show every sort."""
    shown: set[str] = set()
    for ranks in ("2678TJQ", "2479TQA"):
        made_of.cache_clear()
        solved = solution(rules(UTH), tuple((r + s, 1) for r in ranks for s in "cd"), 100)
        flops, rivers = one_by_one(solved, [r + s for r in ranks for s in "cd"])
        for found, expected in ((charts_board._flop(solved), flops), (charts_board._river(solved), rivers)):
            assert {sort.words: (sort.deals, sort.raised) for sort in found} == {
                words: (expected[words, 0] + expected[words, 1], expected[words, 1]) for words, _ in expected
            }
            shown |= {sort.words for sort in found}
    assert shown == {*charts_board.FLOP_SORTS, *charts_board.RIVER_SORTS}


def one_by_one(solved: Solution, cards: list[str]) -> tuple[Counter[tuple[str, int]], Counter[tuple[str, int]]]:
    """(sort, raised or not) → deals, on the flop and on the river."""
    places = {tuple(sorted(row[1:])): place for place, row in enumerate(solved.ground.flops.tolist())}
    flops: Counter[tuple[str, int]] = Counter()
    rivers: Counter[tuple[str, int]] = Counter()
    for hand in combinations(cards, 2):
        if solved.start[grid_place(hand)]:
            continue
        sorts: dict[tuple[str, ...], tuple[str, int]] = {}
        for flop in combinations([c for c in cards if c not in hand], 3):
            rest = [c for c in cards if c not in (*hand, *flop)]
            raised = _raised(solved, places, hand, flop)
            flops[flop_sort(hand, flop), raised] += comb(len(rest), 2) * comb(len(rest) - 2, 2)
            for two in combinations(rest, 2) if not raised else ():
                board = tuple(sorted((*flop, *two), key=cards.index))
                if board not in sorts:
                    left = [c for c in rest if c not in two]
                    sorts[board] = river_sort(hand, board), pays_to_play(hand, board, left)
                rivers[sorts[board]] += comb(len(rest) - 2, 2)
    return flops, rivers


def _raised(solved: Solution, places: dict[tuple[int, ...], int], hand: tuple[str, ...], flop: tuple[str, ...]) -> bool:
    """The decision on this flop, or on the same with the two suits exchanged."""
    for exchange in (0, 1):
        a, b, *lies = (number_of(card) ^ exchange for card in (*hand, *flop))
        if tuple(sorted(lies)) in places:
            return bool(chosen_on_flop(solved)[places[tuple(sorted(lies))], min(a, b), max(a, b)])
    raise AssertionError(flop)


def test_an_unknown_variant_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="3x_or_4x, 3x, 4x"):
        studied(rules(UTH), {"preflop_raise": "5x"})


# --- Let It Ride ------------------------------------------------------------------------------------------------------


def test_each_example_of_a_ride_is_a_ride() -> None:
    first, second = charts_stages.chart(rules(LIR)).panels
    for panel, dealt in ((first, 3), (second, 4)):
        ride, *equal = panel.sections
        assert [section.words for section in equal] == ["Worth the same: withdraw, for less variance"] * (dealt - 3)
        for line in (line for section in panel.sections for line in section.lines):
            cards = tuple(charts_stages.shown(line.example))
            assert len(set(cards)) == dealt
            advice = stages.advise(rules(LIR), cards[:3], cards[3:])
            assert advice.best.choice == ("ride" if line in ride.lines else "withdraw")
            assert bool(advice.equal) == (line not in ride.lines)


def test_how_many_hands_ride() -> None:
    """wizardofodds.com/games/let-it-ride/appendix/1: all but 20,492 of the 22,100 hands of three cards. Once more: high
    pairs, three of a kind, three to a royal flush and, by spread and high cards, three to a straight flush."""
    rides = 13 * 4 + 5 * 6 * 48
    for ranks in combinations(range(2, 15), 3):
        spread, tall = ranks[2] - ranks[0] + 1, sum(rank >= 10 for rank in ranks)
        near = (spread == 3 and ranks[0] >= 3) or (spread == 4 and tall >= 1) or (spread == 5 and tall >= 2)
        rides += 4 * (tall == 3 or near)
    panel = charts_stages.chart(rules(LIR)).panels[0]
    assert panel.rides == rides == 22_100 - 20_492 and panel.hands == comb(52, 3)


def test_rules_and_cards_stand_in_the_picture() -> None:
    shown = words(drawn(LIR))
    for line in stages.rules_in_words(rules(LIR)):
        if line.startswith("- "):
            for word in line[2:].split(", such as ")[0].split():
                assert word.lower() in shown.lower()
    faces = [rect for rect in ElementTree.fromstring(drawn(LIR)).iter(f"{SVG}rect") if rect.get("class") == "face"]
    panels = charts_stages.chart(rules(LIR)).panels
    lines = [line for panel in panels for section in panel.sections for line in section.lines]
    assert len(faces) == sum(len(line.example) for line in lines)


# --- Dragon Poker and Top Five Poker ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "hands"), [(DRAGON, comb(53, 3)), (TOP5, comb(52, 7))])
def test_the_strip_holds_every_hand_and_makes_up_the_game(game: str, hands: int) -> None:
    found = charts_against.chart(rules(game))
    assert found.hands == hands
    assert [step.hand.key for step in found.steps] == sorted(step.hand.key for step in found.steps)
    wagered = {DRAGON: 2, TOP5: 1}[game]
    worth = sum(step.ways * max(step.gain, Fraction(0)) for step in found.steps) / hands
    assert found.figures.ev == worth - wagered, "folding loses what was wagered at first"


@pytest.mark.parametrize(
    ("game", "fold", "play"),
    [(DRAGON, ("PH", "MO", "RA"), ("PH", "PA", "RA")), (TOP5, ("As", "Th"), ("As", "Jh"))],
)
def test_the_hands_beside_the_line(game: str, fold: tuple[str, ...], play: tuple[str, ...]) -> None:
    below, above = charts_against.chart(rules(game)).sides
    assert below is not None and above is not None
    assert tuple(card for card in below.cards if card) == fold and below.gain < 0
    assert tuple(card for card in above.cards if card) == play and above.gain > 0
    first = charts_against.chart(rules(game)).words[0]
    assert first in words(drawn(game)), "the one line to remember"


def test_the_reading_of_ties_is_named() -> None:
    assert "Extra cards break ties." in words(drawn(TOP5))
    other = chart_svg(rules(TOP5, extra_cards_break_ties="false"))
    assert "Extra cards do not break ties." in words(other)


# --- the terminal -----------------------------------------------------------------------------------------------------

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [32, 40, 41, 55, 60, 79, 80, 100, 200])
def test_no_line_is_wider_than_the_screen(game: str, width: int) -> None:
    plain, coloured = chart_text(rules(game), width, False), chart_text(rules(game), width, True)
    assert "\x1b" not in plain
    assert all(len(line) <= width for line in plain.splitlines())
    assert all(len(ESCAPE.sub("", line)) <= width for line in coloured.splitlines())
    stripped = [ESCAPE.sub("", line).rstrip() for line in coloured.splitlines()]
    assert [re.sub("[█#-]", "#", line) for line in stripped] == [re.sub("[#-]", "#", x) for x in plain.splitlines()]


@pytest.mark.parametrize("width", [41, 80])
def test_the_grid_of_letters_is_the_published_strategy(width: int) -> None:
    lines = chart_text(rules(UTH), width, False).splitlines()
    start = next(place for place, line in enumerate(lines) if line.split() == list(RANKS))
    rows = [line.split() for line in lines[start + 1 :] if line[:1] in RANKS and len(line.split()) == 14][:13]
    found = set()
    for rank, *said in rows:
        for other, word in zip(RANKS, said, strict=True):
            assert word in ("R4", "ch")
            if word == "R4":
                suited = RANKS.index(other) > RANKS.index(rank)
                found.add(rank + other if rank == other else rank + other + "s" if suited else other + rank + "o")
    assert [row[0] for row in rows] == list(RANKS) and found == published()


def test_a_narrow_screen_gets_a_list() -> None:
    found = re.findall(r"\b[AKQJT2-9]{2}[so]?\b", chart_text(rules(UTH), 36, False).split("Check")[0])
    assert set(found) == published()


def test_a_screen_can_be_too_narrow() -> None:
    with pytest.raises(ValueError, match="at least 32 characters; 31 were given"):
        chart_text(rules(DRAGON), 31, False)


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_points_are_twice_as_large(game: str, tmp_path: Path) -> None:
    path = tmp_path / "chart.PNG"
    save_chart(rules(game), path)
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    root = ElementTree.fromstring(drawn(game))
    sides = tuple(2 * float(root.get(side, "")) for side in ("width", "height"))
    found = struct.unpack(">II", content[16:24])
    assert all(abs(a - b) <= 1 for a, b in zip(found, sides, strict=True))
    assert [p.name for p in tmp_path.iterdir()] == ["chart.PNG"]


def test_a_saved_drawing_is_the_drawing(tmp_path: Path) -> None:
    save_chart(rules(DRAGON), tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8") == drawn(DRAGON)


@pytest.mark.parametrize("name", ["chart.pdf", "chart", "svg", "chart.svg.txt"])
def test_other_endings_are_refused_with_those_allowed(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        save_chart(rules(DRAGON), tmp_path / name)
    assert not list(tmp_path.iterdir())


def _fails(*_: object, **__: object) -> bytes:
    raise OSError("disk full")


@pytest.mark.parametrize(
    "broken", [lambda m: m.setattr(Path, "replace", _fails), lambda m: m.setattr(charts, "_png", _fails)]
)
def test_nothing_half_written_is_left(
    broken: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chart.png"
    path.write_bytes(b"before")
    broken(monkeypatch)
    with pytest.raises(OSError, match="disk full"):
        save_chart(rules(DRAGON), path)
    assert path.read_bytes() == b"before" and len(list(tmp_path.iterdir())) == 1


def test_a_machine_without_fonts_is_told() -> None:
    check_fonts()
    with pytest.raises(NoFonts, match=r"save the chart as \.svg"):
        check_fonts(system=False)


# --- figures in words -------------------------------------------------------------------------------------------------


def test_rounding_never_makes_a_figure_exact() -> None:
    assert [share(n, 10_000) for n in (0, 1, 5, 6, 1234, 9994, 9999, 10_000)] == [
        "0%", "<0.1%", "<0.1%", "0.1%", "12.3%", "99.9%", ">99.9%", "100%",
    ]  # fmt: skip
    values = [Fraction(1, 1000), Fraction(-1, 300), Fraction(54, 100), Fraction(-14223, 100), Fraction(0)]
    assert [signed(value) for value in values] == ["+0.001", "−0.003", "+0.54", "−142.2", "0.00"]
