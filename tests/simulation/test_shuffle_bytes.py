"""Bytes made from shuffles: fair when the shuffle is, telling when it is not."""

from itertools import islice
from math import prod

import numpy as np
import pytest

from pitboss.simulation import shuffle_stats as stats
from pitboss.simulation.shuffle_bytes import FRAME, frames, groups, shuffle_bytes, useful_workers
from pitboss.simulation.shuffle_tests import digits


def made(plant: str = "", pieces: int = 5) -> np.ndarray:
    """Frames of so many times 10,000 shuffles, one a row; about one in twenty-five is thrown away."""
    data = b"".join(islice(shuffle_bytes(52, "bytes", plant), pieces))
    return np.frombuffer(data, dtype=np.uint8).reshape(-1, FRAME)


def faults(rows: np.ndarray) -> set[str]:
    """Simple checks at one in a million: bits, bytes of the whole stream, bytes by their place, frames that repeat."""
    bits = int(np.unpackbits(rows).sum())
    found = {"monobit"} if abs(bits - rows.size * 4) > 4.9 * (rows.size * 2) ** 0.5 else set()
    for name, columns in (("bytes", [rows.ravel()]), ("places", list(rows.T))):
        chances = [stats.two_sided(stats.evenly(np.bincount(column, minlength=256))) for column in columns]
        found |= {name} if min(chances) < 1e-6 / len(chances) else set()
    return found | ({"repeats"} if (rows[1:] == rows[:-1]).all(axis=1).any() else set())


def test_a_fair_shuffle_gives_fair_bytes() -> None:
    assert faults(made()) == set()


@pytest.mark.parametrize(
    ("plant", "seen", "pieces"),
    [
        ("one_percent", "places", 8),
        ("weak_bytes", "bytes", 5),
        ("modulo", "bytes", 5),
        ("naive_swap", "monobit", 2),
        ("no_last", "places", 2),
        ("stops_early", "places", 2),
        ("riffles", "bytes", 5),
        ("repeats", "repeats", 1),
    ],
)
def test_planted_faults_show_in_the_bytes(plant: str, seen: str, pieces: int) -> None:
    assert seen in faults(made(plant, pieces))


def _order(digit: list[int], cards: int) -> list[int]:
    """The order with these digits: each says which of the cards left, from the lowest, comes next."""
    left = list(range(cards))
    return [left.pop(d) for d in (*digit, *[0] * (cards - len(digit)))]


def test_words_by_hand() -> None:
    """The group's number with the topmost digit in front, divided by ⌊P / 65536⌋; lower byte first."""
    assert groups(52)[:2] == ((52, 51, 50, 49), (48, 47, 46, 45))
    digit = [7, 1, 49, 3, 0, 0, 2, 5]
    order = np.array([_order(digit, 52)], dtype=np.uint8)
    assert digits(order)[:8, 0].tolist() == digit
    first = ((7 * 51 + 1) * 50 + 49) * 49 + 3
    second = 2 * 45 + 5
    words = np.frombuffer(frames(order), dtype="<u2")
    assert words[0] == first // (52 * 51 * 50 * 49 // 65536) == first // 99
    assert words[1] == second // (48 * 47 * 46 * 45 // 65536) == second // 71
    assert not words[2:].any()


def test_incomplete_rounds_are_thrown_away() -> None:
    """The last number that makes a word, and the first that would favour one."""
    last = 99 * 65536 - 1
    for number, size in ((last, FRAME), (last + 1, 0)):
        digit: list[int] = []
        rest = number
        for values in (49, 50, 51, 52):
            rest, low = divmod(rest, values)
            digit.insert(0, low)
        made = frames(np.array([_order(digit, 52)], dtype=np.uint8))
        assert len(made) == size and (not made or made[:2] == b"\xff\xff")


@pytest.mark.parametrize("cards", [52, 53])
def test_groups_are_large_enough(cards: int) -> None:
    found = groups(cards)
    assert len(found) == 8 and [v for g in found for v in g] == list(range(cards, found[-1][-1] - 1, -1))
    kept = prod(prod(g) // 65536 * 65536 / prod(g) for g in found)
    assert all(2**21 <= prod(g) < 2**31 for g in found) and 0.95 < kept < 1


def test_each_word_has_equally_many_numbers() -> None:
    each = 52 * 51 * 50 * 49 // 65536
    words = np.bincount(np.arange(each * 65536, dtype=np.int32) // each)
    assert len(words) == 65536 and (words == each).all()


def test_no_worker_is_idle() -> None:
    assert [useful_workers(n, 8) for n in (1, 160_000, 160_001, 10**9, None)] == [1, 1, 2, 8, 8]
