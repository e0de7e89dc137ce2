"""The scaling of bytes by enumeration: nothing sampled, the product's own shuffle driven byte by byte."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations, product
from math import prod

import pytest

from pitboss.cards.shuffle import shuffled
from pitboss.simulation.shuffle_plants import PLANTS, shuffler
from pitboss.simulation.shuffle_proof import order_of, proof


@pytest.mark.parametrize("cards", [52, 53])
def test_every_byte_at_every_step(cards: int) -> None:
    found = proof(shuffled, cards)
    assert not found.fault
    assert [(s.places, s.each, s.thrown) for s in found.steps] == [
        (places, 256 // places, 256 % places) for places in range(cards, 1, -1)
    ]


def test_all_pairs_of_bytes_shuffle_three_cards_evenly() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for given in product(range(256), repeat=2):
        order, read = order_of(shuffled, 3, bytes(given))
        if read == 2:  # neither was thrown away
            seen[order] += 1
    assert seen == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


def test_four_cards_evenly() -> None:
    """The first byte chooses among four and is never thrown away, so every fifth of its values stands for the rest
    (each choice equally often: 0, 5, 10 … 255 are 13 of each residue). The second is tried in full."""
    firsts = range(0, 256, 5)
    assert {sum(b % 4 == place for b in firsts) for place in range(4)} == {13}
    seen: Counter[tuple[int, ...]] = Counter()
    for given in product(firsts, range(256), (0, 1, 254, 255)):
        order, read = order_of(shuffled, 4, bytes(given))
        if read == 3:
            seen[order] += 1
    assert seen == dict.fromkeys(permutations(range(4)), len(firsts) * 255 * 4 // 24)


def _always(block: bytes) -> Callable[[int], bytes]:
    return lambda count: block


@pytest.mark.parametrize("few", [0, 1, 2])
def test_all_pairs_of_three_bytes_shuffle_four_cards_evenly(few: int) -> None:
    """Two of the three bytes are tried in full, the other with its lowest values, its highest and some between, each of
    its choices equally often. So no choice depends on another one's byte."""
    labels = ("0", "1", "2", "3")
    bytes_of: list[Sequence[int]] = [range(256), range(255), range(256)]
    bytes_of[few] = ((0, 1, 254, 255), (0, 1, 2, 126, 127, 128, 252, 253, 254), (0, 1, 254, 255))[few]
    seen: Counter[tuple[str, ...]] = Counter()
    for first, second, third in product(*bytes_of):
        block = bytes((first, second, third)) + b"\0" * 61
        seen[shuffled(labels, _always(block))] += 1
    assert seen == dict.fromkeys(permutations(labels), prod(map(len, bytes_of)) // 24)


@pytest.mark.parametrize("thrown", [1, 12, 62, 63, 64, 65, 127, 128, 200])
def test_bytes_thrown_away_leave_no_trace(thrown: int) -> None:
    """However many are thrown away, also across the blocks in which bytes are fetched, the next one decides alone."""
    picks = bytes(places * 2 // 3 for places in range(52, 1, -1))
    plain, read = order_of(shuffled, 52, picks)
    assert read == 51
    assert order_of(shuffled, 52, b"\xff" * thrown + picks) == (plain, 51 + thrown)


@pytest.mark.parametrize("plant", [name for name in PLANTS if name not in ("repeats", "too_even")])
def test_planted_scaling_is_not_proved(plant: str) -> None:
    assert proof(shuffler(plant), 52).fault


def test_the_modulo_fault_is_named() -> None:
    assert proof(shuffler("modulo"), 52).fault == "with 52 places left: some are chosen by 5 of the bytes, some by 4"
