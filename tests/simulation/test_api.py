"""The library call: the same result however it is worked off, interrupted or not; clear refusals."""

from collections.abc import Generator
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import pitboss
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import check_data, default_data, default_submission, merge
from pitboss.simulation import api
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, BlockSums, Job
from pitboss.simulation.campaign import with_trial
from pitboss.simulation.report import rounds_for
from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES
PART = BLOCK // 2


def prepared(seed: str, game: str = DRAGON, players: int = 1) -> api.Prepared:
    return api.prepare(api.default_terms(game), seed=seed, players=players)


# --- results --------------------------------------------------------------------------------------------------------


def test_the_number_of_workers_does_not_matter() -> None:
    rounds = 2 * BLOCK + PART
    one, three = (pitboss.simulate(DRAGON, rounds=rounds, random_seed="workers", workers=n) for n in (1, 3))
    assert one == three
    other = pitboss.simulate(DRAGON, rounds=rounds, random_seed="other", workers=2)
    assert [row.mean for row in one] != [row.mean for row in other]


def test_blocks_in_any_order_are_the_same_rounds() -> None:
    class Backwards:
        def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
            yield from reversed(list(runs.Threads(1).results(job, blocks)))

    what = prepared("order", LIR, players=3)
    ways: tuple[runs.Workers, ...] = (runs.Threads(2), Backwards())
    forwards, backwards = (runs.run(what.job, 2 * BLOCK + 7, w) for w in ways)
    assert forwards.hits and forwards == backwards


@pytest.mark.parametrize(("game", "loses"), [(DRAGON, -2), (TOP5, -1), (UTH, -2)])
def test_the_timid_lose_what_they_put_down(game: str, loses: int) -> None:
    """Who always folds loses ante and blind or bonus, every round."""
    main, *_ = pitboss.simulate(game, rounds=1000, strategy="timid", players=2)
    assert main.mean == loses and main.standard_error == 0
    assert main.exact is None and main.z is None and main.chi_square is None


def test_the_bold_are_worse_off_than_the_best() -> None:
    best, bold = (pitboss.simulate(LIR, rounds=BLOCK, strategy=s, random_seed="bold")[0] for s in ("optimal", "bold"))
    assert bold.mean < best.mean - 10 * Fraction(best.standard_error)
    assert bold.paytable == best.paytable == "A" and bold.base == "one bet"


def test_meters_lose_and_gain_nothing() -> None:
    """At the end stands what was there, and what came, less what was paid; a full hit puts the reset amount in."""
    *_, row = pitboss.simulate(LIR, rounds=3 * BLOCK, players=7, random_seed="meters")
    (meter,) = api.default_terms(LIR).meters
    assert row.running is not None and row.running.payments
    came = row.rounds * 7 * row.stake * meter.rate // 10**6
    full = [payment for payment in row.running.payments if payment.hand == "royal_flush"]
    paid = sum(payment.paid for payment in row.running.payments)
    assert row.running.readings[meter.name] == meter.initial + came - paid + meter.reset * len(full)
    assert row.running.highest[meter.name] >= max(payment.before for payment in row.running.payments)
    assert [p.round for p in row.running.payments] == sorted(p.round for p in row.running.payments)


def test_a_rare_payment_counts_in_the_error_before_it_was_seen() -> None:
    """A million for one hand in 20,358,520: the sample does not have it, its variance of 10¹² / 20,358,520 is there."""
    six = next(r for r in pitboss.simulate(LIR, rounds=BLOCK, random_seed="rare") if r.wager == "six_card_bonus")
    assert six.lines[0].hand == "super_royal_diamonds" and six.lines[0].count == 0
    assert six.standard_error > (10**12 / 20_358_520 / BLOCK) ** 0.5


def test_every_wager_of_the_rulebook_is_offered() -> None:
    rows = pitboss.simulate(UTH, rounds=1000, players=6)
    assert [(row.wager, row.paytable) for row in rows] == [("main", None), ("trips", "A"), ("cover_all", "7")]
    rows = pitboss.simulate(LIR, rounds=1000)
    sides = ["five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive"]
    assert [row.wager for row in rows] == ["main", *sides]


def test_a_submission_is_simulated_as_submitted(tmp_path: Path) -> None:
    text = default_submission(UTH).replace('paytable = "A"', 'paytable = "C"')
    (tmp_path / "table.toml").write_text(text)
    for given in (text, tmp_path / "table.toml"):
        rows = pitboss.simulate(submission=given, rounds=1000)
        assert [(row.wager, row.paytable) for row in rows] == [("main", None), ("trips", "C")]
    with pytest.raises(ValueError, match="for ultimate-texas-holdem, not for let-it-ride"):
        pitboss.simulate(LIR, submission=text, rounds=10)
    with pytest.raises(pitboss.SubmissionFaults):
        pitboss.simulate(submission=text.replace('"C"', '"Z"'), rounds=10)


def test_several_share_an_operators_meter_so_the_single_figure_is_not_theirs() -> None:
    changes = with_trial(DRAGON, book(DRAGON).trials[0])
    terms = check_data(merge(default_data(DRAGON), changes)).terms
    assert terms is not None
    alone, many = (api.with_exact(api.prepare(terms, players=n)) for n in (1, 2))
    assert "progressive" in alone.exact and not alone.notes
    assert "progressive" not in many.exact and "single player" in many.notes[0]
    row = api.found(many, api.conduct(many, 1000, runs.Threads(1)))[-1]
    assert row.wager == "progressive" and row.exact is None and row.running is not None


# --- interruptions --------------------------------------------------------------------------------------------------


class Stopped:
    """Workers that are interrupted when so many blocks are done, the first two in the other order."""

    def __init__(self, after: int) -> None:
        self.after = after

    def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
        blocks[:2] = reversed(blocks[:2])
        for done, result in enumerate(runs.Threads(1).results(job, blocks)):
            if done == self.after:
                raise KeyboardInterrupt
            yield result


@pytest.mark.parametrize("game", [DRAGON, LIR])
def test_going_on_gives_the_result_of_a_run_without_a_pause(game: str) -> None:
    what = prepared("going on", game, players=2)
    rounds = 5 * BLOCK + PART
    keeper = api.Keeper(what.job)
    for resume in (False, True):
        with pytest.raises(KeyboardInterrupt):
            api.conduct(what, rounds, Stopped(2), resume=resume, keeper=keeper)
        assert keeper.place.exists()
    assert keeper.last is not None and len(keeper.last.done) == 4
    gone_on = api.conduct(what, rounds, runs.Threads(2), resume=True)
    assert gone_on == runs.run(what.job, rounds, runs.Threads(2))
    assert not keeper.place.exists(), "a finished run leaves nothing to go on with"


def test_an_interruption_in_the_middle_of_a_sum_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    what = prepared("in the middle")
    keeper = api.Keeper(what.job)
    add, calls = BlockSums.add, []

    def interrupted(self: BlockSums, other: BlockSums) -> None:
        calls.append(1)
        if len(calls) == 3:
            self.rounds += other.rounds
            raise KeyboardInterrupt
        add(self, other)

    monkeypatch.setattr(BlockSums, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        api.conduct(what, 5 * BLOCK, runs.Threads(1), keeper=keeper)
    monkeypatch.undo()
    assert keeper.last is not None and keeper.last.sums.rounds == len(keeper.last.done) * BLOCK
    gone_on = api.conduct(what, 5 * BLOCK, runs.Threads(1), resume=True)
    assert gone_on == runs.run(what.job, 5 * BLOCK, runs.Threads(1))


def test_what_was_finished_can_be_looked_at() -> None:
    """Blocks with gaps between them are put one behind the other, so that meters run on."""
    what = prepared("gaps", LIR, players=7)
    every = list(runs.Threads(1).results(what.job, [(n, BLOCK) for n in range(4)]))
    some = dict(every)[3]
    some.add(dict(every)[1])
    assert any(hit.round >= 2 * BLOCK for hit in some.hits)
    shown = api.finished(runs.KeptRun(runs.code(), what.job, [3, 1], some))
    assert [hit.round for hit in shown.hits] == sorted(hit.round for hit in shown.hits)
    assert shown.rounds == 2 * BLOCK and all(0 <= hit.round < 2 * BLOCK for hit in shown.hits)
    *_, progressive = api.found(what, shown)
    assert progressive.running is not None and progressive.rounds == 2 * BLOCK


def test_nothing_to_go_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    what = prepared("nothing")
    keeper = api.Keeper(what.job)
    with pytest.raises(runs.CannotResume, match="no interrupted run"):
        api.conduct(what, BLOCK, runs.Threads(1), resume=True)
    with pytest.raises(KeyboardInterrupt):
        api.conduct(what, 5 * BLOCK, Stopped(3), keeper=keeper)
    with pytest.raises(runs.CannotResume, match="3 blocks are done already, 1 more than"):
        api.conduct(what, 2 * BLOCK, runs.Threads(1), resume=True)
    with monkeypatch.context() as patch:
        patch.setattr(runs, "code", lambda: "another")
        with pytest.raises(runs.CannotResume, match="another version"):
            api.conduct(what, 5 * BLOCK, runs.Threads(1), resume=True)
    other = replace(what, job=replace(what.job, seats=2))
    assert api.Keeper(other.job).place != keeper.place
    with pytest.raises(runs.CannotResume, match="other terms, seats, strategy or seed"):
        runs.read(keeper.place, other.job)
    keeper.place.write_bytes(keeper.place.read_bytes()[:-20])
    with pytest.raises(runs.CannotResume, match="damaged"):
        api.conduct(what, 5 * BLOCK, runs.Threads(1), resume=True)


def test_a_run_that_stops_at_once_does_not_overwrite_an_earlier_one() -> None:
    what = prepared("at once")
    keeper = api.Keeper(what.job)
    with pytest.raises(KeyboardInterrupt):
        api.conduct(what, 5 * BLOCK, Stopped(2))
    before = keeper.place.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        api.conduct(what, 5 * BLOCK, Stopped(0), keeper=keeper)
    assert keeper.place.read_bytes() == before and keeper.last is None


def test_a_full_disk_costs_only_the_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    what = prepared("full disk")
    keeper = api.Keeper(what.job)

    def full(kept: runs.KeptRun, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runs, "write", full)
    sums = api.conduct(what, BLOCK + 1, runs.Threads(1), keeper=keeper)
    assert sums.rounds == BLOCK + 1 and keeper.failed is not None and not keeper.place.exists()


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = prepared("half")
    kept = runs.KeptRun(runs.code(), what.job, [], runs.run(what.job, 10, runs.Threads(1)))
    place = tmp_path / "folder" / "state.json"
    runs.write(kept, place)
    assert runs.read(place, what.job) == kept

    def broken(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(OSError):
        runs.write(replace(kept, done=[1]), place)
    assert [file.name for file in place.parent.iterdir()] == ["state.json"] and runs.read(place, what.job) == kept


# --- precision and refusals -----------------------------------------------------------------------------------------


def test_rounds_for_a_precision() -> None:
    """(5 · 2 / 0.01)² = 1,000,000, and never one too few."""
    assert rounds_for(Fraction(1, 100), 2.0) == 1_000_000
    assert rounds_for(Fraction(3), 2.0) == 12
    what = api.with_exact(prepared("precise"))
    needed = api.rounds_wanted(what, Fraction("0.02"))
    assert (needed - 1) * 0.02**2 < 25 * float(what.exact["main"].figures.variance) <= needed * 0.02**2
    assert isclose(api.reach(what, needed), 0.02, rel_tol=1e-5)
    row = pitboss.simulate(DRAGON, precision="0.05", random_seed="precise")[0]
    assert row.rounds == api.rounds_wanted(what, Fraction("0.05"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 0}, "0 rounds cannot be played"),
        ({"rounds": -3}, "above 0"),
        ({"rounds": 10**12}, "100,000,000,000 are the most"),
        ({}, "how many rounds"),
        ({"precision": 0}, "above 0"),
        ({"precision": 0.1, "strategy": "bold"}, "best play only"),
        ({"rounds": 10, "players": 7}, "1 to 6 positions"),
        ({"rounds": 10, "players": 0}, "1 to 6 positions"),
        ({"rounds": 10, "strategy": "optimum"}, "did you mean 'optimal'"),
        ({"rounds": 10, "workers": 0}, "1 to 1,024"),
        ({"rounds": 10, "workers": 10**6}, "1 to 1,024"),
        ({"rounds": 10, "workers": 2, "cluster": "tcp://127.0.0.1:8786"}, "one of the two"),
        ({"rounds": 10, "cluster": "nowhere"}, "no address of a cluster"),
        ({"rounds": 10, "resume": True, "random_seed": "never"}, "no interrupted run"),
    ],
)
def test_refusals(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pitboss.simulate(DRAGON, **options)


def test_an_unknown_game() -> None:
    with pytest.raises(ValueError, match="did you mean 'dragon-poker'"):
        pitboss.simulate("dragon-pocker", rounds=10)
