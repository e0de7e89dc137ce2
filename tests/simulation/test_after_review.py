"""What an outside reviewer found wrong once, kept right."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.tables import Array
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.simulation.api import BadSimulation, conduct, found, prepare, with_exact
from pitboss.simulation.blocks import BLOCK, nothing
from pitboss.simulation.engine import compare
from pitboss.simulation.run import CannotResume, KeptRun, Threads, run
from pitboss.simulation.setting import Setting, fast

RIDE = {"five_card_bonus": {"offered": False}, "six_card_bonus": {"offered": False}, "progressive": {"offered": False}}


def terms_of(game: str, **changes: Any) -> Terms:
    checked = check_data(merge(default_data(game), changes))
    assert checked.terms is not None, checked.faults
    return checked.terms


def base(minimum: int) -> dict[str, int]:
    return {"minimum": minimum, "maximum": minimum, "increment": minimum}


def test_decisions_are_those_of_the_stake() -> None:
    """A limit of $1,000 on bets of $25: bets that would ride at a dollar are taken back. The kernel says in which
    rounds that matters; the engine conducts these, and the first few beside them."""
    wagers = {**RIDE, "let_it_ride": base(25), "three_card_bonus": base(25)}
    terms = terms_of("let-it-ride", wagers=wagers, limits={"payout_limit": 1000})
    setting = Setting(rules_for(terms), 1, "optimal", "limits")
    at_25, at_1 = (cells_of(replace(setting, stake=stake), 6000) for stake in (0, 100))
    otherwise = np.flatnonzero((at_25 != at_1).any(axis=(1, 2))).tolist()
    assert len(otherwise) > 10
    assert [compare(setting, number, 1) for number in otherwise] == [[]] * len(otherwise)
    assert compare(setting, 0, 40) == []


def cells_of(setting: Setting, rounds: int) -> Array:
    """What the kernel makes of the first rounds."""
    kernel = fast(setting)
    cells = np.zeros((rounds, setting.seats, len(kernel.columns)), dtype=np.uint16)
    kernel.run(0, cells)
    return cells


def test_limits_look_at_the_whole_hand() -> None:
    """At an ante of $10,000 the limit of $75,000 covers Ante, Blind, Play and Trips together."""
    terms = terms_of("ultimate-texas-holdem", wagers={"ante": base(10000), "trips": base(100)})
    setting = Setting(rules_for(terms), 1, "bold", "caps")
    main = fast(setting).columns[0].endings
    cut = {n for n, end in enumerate(main) if any(p.cell[1:] == ("higher", "full_house") for p in end)}
    numbers = np.flatnonzero(np.isin(cells_of(setting, 1000)[:, 0, 0], list(cut))).tolist()
    assert len(numbers) > 5, "full houses that win: wagers beyond the limit together and below it one by one"
    assert [compare(setting, number, 1) for number in numbers[:4]] == [[]] * 4
    assert compare(setting, 0, 20) == []


def test_rounding_up_to_the_chip() -> None:
    wagers = {"ante": base(25), "trips": base(25)}
    terms = terms_of("ultimate-texas-holdem", wagers=wagers, breakage="up_to_chip", smallest_chip=25)
    prepared = with_exact(prepare(terms, players=1, strategy="optimal", seed="chips"))
    rows = {row.wager: row for row in found(prepared, conduct(prepared, 3 * BLOCK, Threads(2)))}
    assert abs(rows["main"].z or 0) < 4
    assert rows["main"].chi_square is not None and rows["main"].chi_square.p_value > 1e-6


def test_large_stakes_of_a_full_table() -> None:
    wagers = {**RIDE, "let_it_ride": base(10000), "three_card_bonus": base(10000)}
    prepared = prepare(terms_of("let-it-ride", wagers=wagers), players=7, strategy="optimal", seed="large")
    rows = found(prepared, conduct(prepared, 1000, Threads(1)))
    assert {row.stake for row in rows} == {1_000_000}


def test_fewer_rounds_than_are_done_are_refused() -> None:
    job = prepare(terms_of("dragon-poker"), players=1, strategy="optimal", seed="fewer").job
    kept = KeptRun("", job, [0, 1, 2], nothing(1, 3))
    with pytest.raises(CannotResume):
        run(job, 2 * BLOCK + 10, Threads(1), kept=kept)


def test_a_short_run_leaves_a_kept_long_one_alone() -> None:
    from pitboss.simulation.run import place_of, write

    prepared = prepare(terms_of("dragon-poker"), players=1, strategy="optimal", seed="kept")
    place = place_of(prepared.job)
    write(KeptRun("", prepared.job, [0], nothing(1, 3)), place)
    conduct(prepared, 100, Threads(1))
    assert place.exists()


def test_cover_all_that_hangs_on_folds_is_refused() -> None:
    terms = terms_of(
        "ultimate-texas-holdem",
        wagers={"cover_all": {"offered": True}},
        dealing={"procedure": "automated_shoe", "shuffler": "automated"},
        readings={"cover_all_lowest": "full_house", "cover_all_hands": "not_folded"},
    )
    with pytest.raises(BadSimulation, match="not_folded"):
        prepare(terms, players=2, strategy="timid", seed="x")
