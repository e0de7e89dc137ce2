"""The replayable stream and the deals drawn from it."""

from collections import Counter
from concurrent.futures import Future, wait
from math import comb, perm
from types import SimpleNamespace

import numpy as np
import pytest

from pitboss.games import rules_for
from pitboss.odds.kernels import deals
from pitboss.odds.tables import Array
from pitboss.rulebook.submission import check_data, default_data
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, Job, blocks_of, nothing, tools, work
from pitboss.simulation.run import CannotResume, KeptRun, Threads, place_of, read, run, write
from pitboss.simulation.setting import Setting

KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)
"""Philox 4x32-10: counter, key, words, from the known answers of Random123."""


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_philox_known_answers(counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]) -> None:
    found = deals.philox(*(np.uint64(n) for n in (*counter, *key)))
    assert tuple(int(word) for word in found) == words


def dealt(first: int, count: int, cards: int, seed: int = 5) -> np.ndarray:
    found = np.zeros((count, cards), dtype=np.int64)
    deals.deals(np.int64(first), np.uint64(seed), np.uint64(9), np.arange(52), np.int64(cards), found)
    return found


def test_a_round_is_the_same_wherever_it_is_asked_for() -> None:
    assert (dealt(0, 100, 11)[40:60] == dealt(40, 20, 11)).all()
    assert (dealt(7, 1, 9)[0] == dealt(7, 1, 52)[0][:9]).all()
    assert not (dealt(0, 100, 11) == dealt(0, 100, 11, seed=6)).all()
    assert not (dealt(0, 1, 11) == dealt(1 << 32, 1, 11)).all()


def test_every_card_comes_first_equally_often() -> None:
    """A million deals: chi-square of the first and of the ninth card, 51 degrees; 99.99 % lie below 96."""
    found = dealt(0, 1_000_000, 9)
    assert (np.sort(found, axis=1)[:, 1:] != np.sort(found, axis=1)[:, :-1]).all()
    for column in (0, 8):
        counts = np.bincount(found[:, column], minlength=52)
        assert ((counts - 1e6 / 52) ** 2 / (1e6 / 52)).sum() < 96


def test_sets_of_two_cards_come_equally_often() -> None:
    found = np.sort(dealt(0, 1_000_000, 2), axis=1)
    counts = np.bincount(found[:, 0] * 52 + found[:, 1])
    counts = counts[counts > 0]
    assert len(counts) == comb(52, 2)
    expected = 1e6 / comb(52, 2)
    assert 1120 < ((counts - expected) ** 2 / expected).sum() < 1540  # 1,325 degrees, six deviations of 51.5 / 1.2


# --- words become places --------------------------------------------------------------------------------------------


def batch(first: int, size: int, needed: int) -> Array:
    room = deals.room(size)
    deals.deal_batch(np.int64(first), np.uint64(5), np.uint64(9), np.int64(size), np.int64(needed), room)
    cards: Array = room.cards[:needed].T
    return cards


@pytest.mark.parametrize("size", [1, 2, 3, 9, 30, 52, 53, 255])
def test_many_rounds_at_once_are_the_same_rounds(size: int) -> None:
    """Also where the number of the round needs more than 32 bits, and for all cards of a deck."""
    for first in (0, 2**32 - 100, 2**40):
        for needed in {1, min(9, size), size}:
            found = np.zeros((deals.BATCH, needed), dtype=np.int64)
            deals.deals(np.int64(first), np.uint64(5), np.uint64(9), np.arange(size), np.int64(needed), found)
            assert (batch(first, size, needed) == found).all()


def test_words_that_are_thrown_away_are_replaced() -> None:
    """Among these rounds some lose a word, and are then dealt one by one; nothing else differs."""
    room = deals.room(52)
    again = 0
    for first in range(0, 64 * deals.BATCH, deals.BATCH):
        deals.deal_batch(np.int64(first), np.uint64(5), np.uint64(9), np.int64(52), np.int64(9), room)
        assert (dealt(first, deals.BATCH, 9) == room.cards[:9].T).all()
        again += int(room.again.sum())
    expected = 64 * deals.BATCH * sum((1 << 32) % ways / (1 << 32) for ways in (52 * 51 * 50 * 49, 48 * 47 * 46 * 45))
    expected += 64 * deals.BATCH * ((1 << 32) % (44 * 43 * 42 * 41)) / (1 << 32)
    assert abs(again - expected) < 6 * expected**0.5 and again > 0


def test_how_many_cards_a_word_draws() -> None:
    """As many as can come in no more ways than MOST_WAYS, and all that are left in the end."""
    for left in range(1, deals.LARGEST_DECK + 1):
        count, ways = (int(x) for x in deals.drawn_together(left))
        assert ways == perm(left, count) and (ways <= deals.MOST_WAYS or count == 1)
        assert count == left or ways * (left - count) > deals.MOST_WAYS
    assert [int(deals.drawn_together(left)[0]) for left in (53, 52, 28, 10, 1)] == [4, 4, 4, 10, 1]


def ways_of(word: int, left: int, count: int, bits: int) -> tuple[int, ...] | None:
    """The draws that a word gives, or None if it is thrown away: what `deal` does, with words of any length."""
    if (word * perm(left, count)) % (1 << bits) < (1 << bits) % perm(left, count):
        return None
    found = []
    for i in range(count):
        product = word * (left - i)
        found.append(product >> bits)
        word = product % (1 << bits)
    return tuple(found)


@pytest.mark.parametrize(
    ("left", "count", "bits"), [(5, 3, 8), (6, 2, 8), (9, 4, 13), (52, 2, 14), (12, 3, 16), (7, 7, 16)]
)
def test_every_way_is_left_equally_many_words(left: int, count: int, bits: int) -> None:
    """All words of so many bits, one by one."""
    found = [ways_of(word, left, count, bits) for word in range(1 << bits)]
    seen = Counter(way for way in found if way is not None)
    assert found.count(None) == (1 << bits) % perm(left, count)
    assert len(seen) == perm(left, count) and set(seen.values()) == {(1 << bits) // perm(left, count)}
    assert all(0 <= place < left - i for way in seen for i, place in enumerate(way))


@pytest.mark.parametrize("left", [53, 52, 48, 44, 28, 10])
def test_every_way_is_left_equally_many_words_of_the_stream(left: int) -> None:
    """The words of 32 bits that give way number w, written to the bases of the draws, are those from w · 2³² / ways on:
    as many as before the next begins, less those thrown away. Counted at the first, the last and at ways between."""
    count, ways = (int(x) for x in deals.drawn_together(left))
    spoiled, each = (1 << 32) % ways, (1 << 32) // ways
    for w in {0, 1, ways // 7, ways // 2, ways - 2, ways - 1}:
        first, last = -(-(w << 32) // ways), -(-((w + 1) << 32) // ways)
        words = np.arange(first, last, dtype=np.uint64)
        kept = words[(words * np.uint64(ways)) & np.uint64(0xFFFFFFFF) >= spoiled]
        assert len(kept) == each
        digits: list[int] = []
        rest = w
        for i in reversed(range(count)):
            rest, digit = divmod(rest, left - i)
            digits.insert(0, digit)
        for word in (int(kept[0]), int(kept[-1])):
            assert ways_of(word, left, count, 32) == tuple(digits)


def test_the_deal_uses_words_in_this_way() -> None:
    """Nine cards of round 77, worked out from the words of Philox by hand."""
    words = [int(w) for w in deals.philox(*(np.uint64(n) for n in (77, 0, 0, 0, 5, 9)))]
    deck, cards, left = list(range(52)), list[int](), 52
    for word in words[:3]:
        way = ways_of(word, left, 4, 32)
        assert way is not None
        for place in way:
            at = len(cards) + place
            deck[at], taken = deck[len(cards)], deck[at]
            cards.append(taken)
        left -= 4
    assert dealt(77, 1, 9)[0].tolist() == cards[:9]


# --- blocks ---------------------------------------------------------------------------------------------------------


def job_of(game: str = "dragon-poker", seats: int = 2, seed: str = "blocks") -> Job:
    terms = check_data(default_data(game)).terms
    assert terms is not None
    names = [column.wager for column in tools(Job(terms, seats, "optimal", seed, _all(game))).fast.columns]
    return Job(terms, seats, "optimal", seed, dict.fromkeys(names, 100))


def _all(game: str) -> dict[str, int]:
    terms = check_data(default_data(game)).terms
    assert terms is not None
    return dict.fromkeys(("main", *(w.id for w in rules_for(terms).wagers)), 100)


def test_blocks_cover_the_rounds() -> None:
    assert blocks_of(BLOCK * 2 + 5) == [(0, BLOCK), (1, BLOCK), (2, 5)]
    assert blocks_of(5) == [(0, 5)]


def test_the_number_of_workers_changes_nothing() -> None:
    job = job_of()
    rounds = 3 * BLOCK + 1234
    one, three = (run(job, rounds, Threads(n)) for n in (1, 3))
    assert one == three
    by_hand = nothing(job.seats, len(tools(job).fast.columns))
    for block, size in reversed(blocks_of(rounds)):
        by_hand.add(work(job, block, size))
    assert by_hand == one
    assert one.rounds == rounds == sum(one.counts[0][0].values())


class Interrupted(Exception):
    pass


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: object) -> None:
    job = job_of(seed="resume")
    rounds = 4 * BLOCK + 99
    kept: list[KeptRun] = []
    seen = 0

    def stop(_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(job, rounds, Threads(1), keep=kept.append, progress=stop)
    assert len(kept[-1].done) == 2
    place = place_of(job)
    write(kept[-1], place)
    again = read(place, job)
    assert run(job, rounds, Threads(2), kept=again) == run(job, rounds, Threads(2))


def test_nothing_foreign_is_gone_on_with() -> None:
    job = job_of(seed="foreign")
    place = place_of(job)
    with pytest.raises(CannotResume, match="no interrupted run"):
        read(place, job)
    state = KeptRun("another version", job, [], nothing(2, 3))
    write(state, place)
    with pytest.raises(CannotResume, match="another version"):
        read(place, job)
    place.write_bytes(b'{"half')
    with pytest.raises(CannotResume, match="damaged"):
        read(place, job)
    done = KeptRun("", job, [0, 1, 2], nothing(2, 4))
    with pytest.raises(CannotResume, match="more than"):
        run(job, BLOCK, Threads(1), kept=done)


def test_setting_keys_differ_by_seed() -> None:
    terms = check_data(default_data("dragon-poker")).terms
    assert terms is not None
    rules = rules_for(terms)
    assert len({Setting(rules, 1, seed=seed).key for seed in ("a", "b", "c")}) == 3


def test_one_thread_hands_over_its_blocks_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where several were finished before anybody looked."""

    def all_done(running: dict[Future[object], int], return_when: str) -> SimpleNamespace:
        """All of them are done; which comes first in a set is anybody's guess."""
        wait(running)
        return SimpleNamespace(done=list(reversed(running)))

    monkeypatch.setattr(runs, "wait", all_done)
    monkeypatch.setattr(runs, "work", lambda job, block, rounds: block)
    found: list[tuple[int, object]] = [*Threads(1).results(job_of(), [(block, BLOCK) for block in range(200)])]
    assert found == [(block, block) for block in range(200)]
