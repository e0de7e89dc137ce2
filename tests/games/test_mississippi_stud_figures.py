"""Mississippi Stud: its figures and its best play, beside a solver that shares nothing with the product."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from xml.etree import ElementTree

import pytest

import pitboss
from games.chart_reader import names
from games.mississippi_plainly import DEALS, FOLD, PACK, PAYS, Cards, alike, decisions, ends, whole_game, worth
from pitboss.odds.api import best_play, odds
from pitboss.odds.charts import chart_svg
from pitboss.odds.counting import counter
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from support import MISSISSIPPI, rules


def found(wager: str, paytable: str | None = None) -> WagerOdds:
    (row,) = odds(Request(game=MISSISSIPPI, wager=wager, paytable=paytable))
    return row


def written(cards: Cards) -> tuple[str, ...]:
    return tuple("23456789TJQKA"[rank - 2] + suit for rank, suit in cards)


# --- figures --------------------------------------------------------------------------------------------------------


def test_the_main_game_by_a_second_solver() -> None:
    """Known everywhere: 4.9149 % of the ante. With the smaller wager where two are worth the same, 3.4836 antes are at
    risk and 1.411 % of them is lost."""
    plain, main = whole_game(), found("main").figures
    assert main.ev == Fraction(plain.value, DEALS) == Fraction(-53223, 1082900)
    assert main.at_risk == Fraction(plain.risk, DEALS) == Fraction(134727, 38675)
    assert main.variance == Fraction(plain.square, DEALS) - main.ev**2
    assert main.hit_frequency == Fraction(plain.wins, DEALS)
    assert f"{float(main.at_risk):.4f} {100 * float(-main.ev / main.at_risk):.3f}" == "3.4836 1.411"
    assert found("main").base == "ante"


def test_each_payment_is_that_of_the_five_cards() -> None:
    """The numbers of hands of five cards are known everywhere."""
    kinds: Counter[int] = Counter()
    for four, sets in Counter(alike(hand) for hand in combinations(PACK, 4)).items():
        for pays, ways in ends(four):
            kinds[pays] += sets * ways
    assert [kinds[pays] // 5 for pays in PAYS.values()] == [
        4, 36, 624, 3744, 5108, 10200, 54912, 123552, 4 * 84480, 5 * 84480, 4 * 84480 + 1302540,
    ]  # fmt: skip
    lines = {line.hand: line.pay for line in found("main").figures.parts[0].lines}
    assert [getattr(pay, "pays", 0) for pay in lines.values()] == [each for each in PAYS.values() if each >= 0]


@pytest.mark.parametrize(("letter", "flush", "edge"), [("A", 4, "2.3167"), ("B", 3, "7.2760")])
def test_the_bonus_by_plain_enumeration(letter: str, flush: int, edge: str) -> None:
    def pays(cards: Cards) -> int:
        ranks = sorted(rank for rank, _ in cards)
        suited, kinds = len({suit for _, suit in cards}) == 1, len(set(ranks))
        run = kinds == 3 and (ranks[2] - ranks[0] == 2 or ranks == [2, 3, 14])
        if run:
            return 40 if suited else 6
        return {1: 30, 2: 1, 3: flush if suited else -1}[kinds]

    value = Fraction(sum(pays(hand) for hand in combinations(PACK, 3)), comb(52, 3))
    assert found("three_card_bonus", letter).figures.ev == value
    assert f"{100 * float(-value):.4f}" == edge


def test_a_simulation_comes_near_the_exact_figures() -> None:
    """Whole rounds of the simulator from a fixed seed: every wager within three standard errors."""
    run = pitboss.simulate(MISSISSIPPI, rounds=500_000, random_seed="mississippi", workers=1)
    assert [row.wager for row in run] == ["main", "three_card_bonus"]
    for row in run:
        assert row.exact == found(row.wager, row.paytable).figures.ev and abs(row.z or 9) < 3, row


# --- the best play --------------------------------------------------------------------------------------------------


def told() -> list[tuple[int, int | None, list[tuple[int, str]]]]:
    """The chart's words: for each decision how many cards are seen, what lies on the table, and the answers with what
    they name, in order; at the end the answer with every other hand."""
    made: list[tuple[int, int | None, list[tuple[int, str]]]] = []
    answer = FOLD
    bound = rules(MISSISSIPPI)
    for line in counter(bound).rules_in_words(bound):
        if opening := re.match(r"(Third|Fourth|Fifth) Street(?: with (\d) times the Ante on the table)?: ", line):
            seen = {"Third": 2, "Fourth": 3, "Fifth": 4}[opening[1]]
            made.append((seen, int(opening[2]) if opening[2] else None, []))
        if line.startswith("- "):
            made[-1][2].append((answer, line.removeprefix("- ")))
            continue
        said = re.search(r"(?:[Ww]ager (\d)x the Ante|[Ff]old)", line)
        assert said is not None
        answer = int(said[1] or FOLD)
        if line.endswith("."):
            made[-1][2].append((answer, ""))
    return made


def advised(lines: list[tuple[int, str]], cards: Cards) -> int:
    """What the list says: the first line that fits."""
    return next(answer for answer, words in lines if not words or _names(words, cards))


@cache
def _names(words: str, cards: Cards) -> bool:
    return names(words, cards)


@cache
def met() -> dict[tuple[int, int | None], list[tuple[Cards, int]]]:
    """Every decision that is met, by how many cards are seen and what lies on the table, with the best answer."""
    found: dict[tuple[int, int | None], list[tuple[Cards, int]]] = {}
    for cards, lies in decisions():
        found.setdefault((len(cards), lies if len(cards) > 2 else None), []).append((cards, worth(cards, lies).taken))
    return found


def wrongly_advised(seen: int, lies: int | None, lines: list[tuple[int, str]]) -> Iterator[tuple[str, ...]]:
    """The hands, among the decisions that are met here, for which a list does not say the best answer."""
    return (written(cards) for cards, best in met()[seen, lies] if advised(lines, cards) != best)


def test_the_list_of_the_best_play_is_right_for_every_hand_that_is_met() -> None:
    lists = {(seen, lies): lines for seen, lies, lines in told()}
    assert set(lists) == {(2, None), (3, 4), (3, 2), (4, 7), (4, 5), (4, 3)}
    assert set(met()) == set(lists)
    assert [hand for where, lines in lists.items() for hand in wrongly_advised(*where, lines)] == []


def test_no_line_of_the_list_can_be_left_out() -> None:
    """But that three to a royal flush are three to a straight flush too, and that folding is said twice."""
    for seen, lies, lines in told():
        for place, (answer, words) in enumerate(lines):
            if words and answer != lines[-1][0] and "royal" not in words:
                less = [*lines[:place], *lines[place + 1 :]]
                assert next(wrongly_advised(seen, lies, less), None) is not None, (seen, lies, words)


def test_the_chart_shows_every_line_of_the_list() -> None:
    drawn = ElementTree.fromstring(chart_svg(rules(MISSISSIPPI)))
    words = " ".join(text.text or "" for text in drawn.findall(".//{*}text")).lower()
    for _, _, lines in told():
        for _, line in lines:
            assert line.partition(", such as ")[0] in words, line


@pytest.mark.parametrize(
    ("own", "board", "lies"),
    [
        ((12, "s"), (8, "h"), 1), ((7, "s"), (7, "h"), 1), ((5, "s"), (6, "s"), 1), ((5, "s"), (6, "h"), 1),
        ((14, "s"), (2, "h"), 1), ((2, "s"), (3, "s"), 1),
    ],
)  # fmt: skip
def test_advice_on_two_cards_is_exact(own: tuple[int, str], board: tuple[int, str], lies: int) -> None:
    advice = best_play(rules(MISSISSIPPI), written((own, board)), ())
    second = worth(tuple(sorted((own, board), key=lambda card: card[1])), lies)
    assert advice.best.value == Fraction(second.value, 50 * 49 * 48)
    assert advice.best.choice == ("fold" if second.taken == FOLD else f"{second.taken}x")
