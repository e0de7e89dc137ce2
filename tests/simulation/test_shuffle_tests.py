"""The house's shuffle is accepted with the default number of shuffles, every planted fault is rejected with a tenth of
them already: fixed seeds."""

import os
import signal
import subprocess
import sys
from functools import cache

import pytest

from pitboss.cards.deck import STANDARD
from pitboss.games.decks import decks
from pitboss.simulation.shuffle_plants import PLANTS
from pitboss.simulation.shuffle_source import CHUNK, ShufflePlan, _deaf, chunk, chunks
from pitboss.simulation.shuffle_tests import DEFAULT_SHUFFLES, ShuffleFindings, run

SEED = "proof"
ENOUGH = DEFAULT_SHUFFLES // 10
"""Shuffles in which every planted fault shows; in more it shows all the more. `make proof-shuffle` takes many."""


@cache
def report(deck: str, plant: str = "", shuffles: int = DEFAULT_SHUFFLES) -> ShuffleFindings:
    return run(ShufflePlan(decks()[deck].size, shuffles, SEED, plant), deck)


@pytest.mark.parametrize("deck", decks())
def test_the_house_shuffle_is_accepted(deck: str) -> None:
    found = report(deck)
    assert found.accepted and found.shuffles == DEFAULT_SHUFFLES
    assert not found.maryland.rejected and found.proof is not None and not found.proof.fault
    assert not [test.test for test in found.tests if test.rejected]


CAUGHT_BY = {
    "one_percent": "largest_cell",
    "neighbours": "largest_pair",
    "weak_bytes": "position_card",
    "modulo": "position_card",
    "naive_swap": "position_card",
    "no_last": "fixed_points",
    "stops_early": "position_1",
    "riffles": "rising_sequences",
    "repeats": "same_again",
    "too_even": "position_card",
}


def test_every_plant_has_its_test() -> None:
    assert CAUGHT_BY.keys() == PLANTS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS)
def test_every_plant_is_rejected(plant: str) -> None:
    """By the tests at 99 % after correction, and by the one that is made for it, which leaves no doubt."""
    found = report(STANDARD.id, plant, ENOUGH)
    assert found.caught and not found.accepted and found.proof is None
    (made_for_it,) = [test for test in found.tests if test.test == CAUGHT_BY[plant]]
    assert made_for_it.rejected and made_for_it.adjusted_p < 1e-9


def test_one_per_cent_is_found_in_the_place_and_the_card() -> None:
    """Quicker, for the dragon deck too: the planted cell and nothing unrelated."""
    found = report("dragon", "one_percent", 60_000)
    rejected = {test.test for test in found.tests if test.rejected}
    assert {"largest_cell", "position_1", "card_RD1"} <= rejected
    assert not rejected & {"falls", "inversions", "same_again", "hands_dragon"}
    (cell,) = [test for test in found.tests if test.test == "largest_cell"]
    # One in a hundred more: 0.01 × 52/53 of the shuffles, in standard deviations of a count with chance 1/53.
    expected = 0.01 * 52 / 53 * 60_000 / (60_000 * 1 / 53 * 52 / 53) ** 0.5
    assert cell.statistic == pytest.approx(expected, abs=4)


def test_too_even_is_rejected_from_below() -> None:
    found = report(STANDARD.id, "too_even", 20_000)
    (table,) = [test for test in found.tests if test.test == "position_card"]
    assert table.rejected and table.freedom is not None and table.statistic < table.freedom / 10
    assert not found.maryland.rejected, "the upper tail alone would have been content"


def test_the_number_of_workers_does_not_matter() -> None:
    plan = ShufflePlan(52, 2 * CHUNK + 7, "any")
    alone, together = list(chunks(plan, 1)), list(chunks(plan, 3))
    assert alone == together and [len(b) // 52 for b in alone] == [CHUNK, CHUNK, 7]
    assert len(set(alone)) == 3, "each chunk has a stream of its own"


def test_chunks_are_orders_of_the_product_itself() -> None:
    from pitboss.cards.shuffle import shuffled
    from pitboss.play.sources import seeded_stream

    stream = seeded_stream("any/1")
    labels = [chr(i) for i in range(53)]
    expected = ["".join(shuffled(labels, stream)).encode("latin-1") for _ in range(3)]
    block = chunk(ShufflePlan(53, CHUNK + 3, "any"), 1)
    assert [block[i : i + 53] for i in range(0, len(block), 53)] == expected


def test_the_operating_system_brings_new_orders_each_time() -> None:
    assert chunk(ShufflePlan(52, 2), 0) != chunk(ShufflePlan(52, 2), 0)


def test_ctrl_c_while_workers_are_begun_is_heard_afterwards() -> None:
    """By this process; those begun in the meantime never hear it."""
    tell = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('deaf')"
    done = []
    with pytest.raises(KeyboardInterrupt), _deaf():
        os.kill(os.getpid(), signal.SIGINT)
        done.append(subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=False).stdout)
    assert done == ["deaf\n"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
