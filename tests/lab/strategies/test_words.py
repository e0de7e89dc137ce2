"""Values as people write them, and the page of the vocabulary."""

from pathlib import Path

import numpy as np
import pytest

from pitboss.cards.ranking import Hand
from pitboss.lab.strategies.spots import few_cards, own_measures, straights
from pitboss.lab.strategies.values import MOST, BadWordValue, HandScale, ranges, rank_of
from pitboss.lab.strategies.words import FAMILIES, WORDS, WordKind

PAGE = Path(__file__).parents[3] / "docs" / "strategies.md"
SCALE = HandScale(
    (
        Hand("high_card", (1, 9, 4)),
        Hand("high_card", (1, 14, 13)),
        Hand("pair", (2, 9)),
        Hand("high_card", (3, 14)),
        Hand("pair", (4, 10)),
        Hand("three_of_a_kind", (5, 9)),
    )
)


@pytest.mark.parametrize(
    ("kind", "value", "wanted"),
    [
        ("rank", "T", ((10, 10),)),
        ("rank", 10, ((10, 10),)),
        ("rank", "ten", ((10, 10),)),
        ("rank", "sixes or lower", ((1, 6),)),
        ("rank", "J or better", ((11, MOST),)),
        ("rank", "5 to 2", ((2, 5),)),
        ("rank", "none", ((0, 0),)),
        ("rank", True, ((1, MOST),)),
        ("rank", False, ((0, 0),)),
        ("rank", ["2", "K or better"], ((2, 2), (13, MOST))),
        ("number", 4, ((4, 4),)),
        ("number", "20 or fewer", ((0, 20),)),
        ("number", "4 or more", ((4, MOST),)),
        ("number", "2 to 4", ((2, 4),)),
        ("yes", True, ((1, 1),)),
        ("yes", False, ((0, 0),)),
        ("hand", "pair", ((2, 2), (4, 4))),
        ("hand", "pair or better", ((2, MOST),)),
        ("hand", "pair of tens", ((4, 4),)),
        ("hand", "three of a kind of nines", ((5, 5),)),
        ("hand", "A-K or better", ((1, MOST),)),
        ("hand", "9-4 or worse", ((0, 0),)),
        ("hand", "High Card", ((0, 1), (3, 3))),
    ],
)
def test_values(kind: WordKind, value: object, wanted: object) -> None:
    assert ranges(kind, value, SCALE) == wanted


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("rank", "11"),
        ("rank", "1"),
        ("rank", 2.5),
        ("number", -1),
        ("number", True),
        ("number", "many"),
        ("yes", 1),
        ("yes", "yes"),
        ("hand", "pear"),
        ("hand", "A-B"),
        ("hand", "flush or better"),
        ("hand", 3),
        ("rank", []),
    ],
)
def test_values_that_are_refused(kind: WordKind, value: object) -> None:
    with pytest.raises(BadWordValue, match="allowed is"):
        ranges(kind, value, SCALE)


def test_every_rank_has_its_names() -> None:
    assert [rank_of(name) for name in ("2", "twos", "SIX", "sixes", "10", "t", "Q", "aces")] == [
        2,
        2,
        6,
        6,
        10,
        10,
        12,
        14,
    ]
    assert rank_of("x") == rank_of("") == rank_of("14") == 0


def test_words_of_own_cards() -> None:
    ranks = np.array([[14, 2, 3], [9, 9, 4], [12, 13, 14], [14, 14, 14], [4, 5, 6]])
    suits = np.array([[0, 0, 0], [0, 1, 2], [0, 0, 1], [0, 1, 2], [3, 3, 3]])
    words = own_measures(ranks, suits)
    assert words["highest"]().tolist() == [14, 9, 14, 14, 6]
    assert words["second"]().tolist() == [3, 9, 13, 14, 5]
    assert words["lowest"]().tolist() == [2, 4, 12, 14, 4]
    assert words["pair"]().tolist() == [0, 9, 0, 14, 0]
    assert words["spread"]().tolist() == [3, 0, 3, 0, 3]
    assert words["suited"]().tolist() == [True, False, False, False, True]
    assert words["cards_from_9"]().tolist() == [1, 2, 3, 3, 0]
    assert words["cards_of_A"]().tolist() == [1, 0, 1, 3, 0]
    assert straights(ranks).tolist() == [1, 0, 1, 0, 3]
    assert "fourth" not in words


def test_what_few_cards_make() -> None:
    numbers, scale = few_cards(np.array([[2, 2, 9, 9], [9, 4, 9, 9], [2, 3, 4, 6], [7, 7, 7, 7], [14, 14, 3, 2]]))
    assert [scale.hands[n].name for n in numbers] == [
        "two_pair",
        "three_of_a_kind",
        "high_card",
        "four_of_a_kind",
        "pair",
    ]
    assert sorted(numbers, key=int) == [numbers[2], numbers[4], numbers[0], numbers[1], numbers[3]]


def test_the_page_has_every_word_as_it_is_meant() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, word in {**WORDS, **{f"{start}X": word for start, word in FAMILIES.items()}}.items():
        assert f"| `{name}` | {word.kind} | {word.means} |" in page, name
