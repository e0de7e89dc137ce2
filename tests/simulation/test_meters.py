"""The progressive of a full table: how much of its history is kept, and the distribution of one seat's results."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.odds.figures import net
from pitboss.rulebook.terms import MICRO
from pitboss.simulation import api, blocks, meters
from pitboss.simulation.blocks import BLOCK, BlockSums, Hit, cells_of, kind_of, nothing, tools, work
from pitboss.simulation.report import SimulatedWager
from pitboss.simulation.run import KeptRun, Threads, run
from simulation.conduct import fixed_cents

LIR = "let-it-ride"
SEATS = 7
ROUNDS = 3 * BLOCK


@pytest.fixture(scope="module")
def prepared() -> api.Prepared:
    return api.with_exact(api.prepare(api.default_terms(LIR), players=SEATS, seed="history"))


@pytest.fixture(scope="module")
def sums(prepared: api.Prepared) -> BlockSums:
    return run(prepared.job, ROUNDS, Threads(2))


def progressive(prepared: api.Prepared, sums: BlockSums) -> SimulatedWager:
    return api.found(prepared, sums)[-1]


# --- what is kept ---------------------------------------------------------------------------------------------------


def test_a_kind_of_hit_is_its_seat_and_its_cells() -> None:
    alike = [0, 1, 2, 2, 2]
    assert kind_of(Hit(16, (0, 4, 3)), 3, alike) == "1 0 2 2"
    assert cells_of("1 0 2 2") == (1, (0, 2, 2))


def test_the_first_hits_are_kept_and_all_are_counted(
    prepared: api.Prepared, sums: BlockSums, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the order of the blocks. Means and errors are those of all rounds; the meters are followed until the
    last hit that is known, and show then what they showed."""
    whole = progressive(prepared, sums)
    monkeypatch.setattr(blocks, "MOST_HITS", 10)
    assert len(sums.hits) == sum(sums.special.values()) > 40
    found = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        total = nothing(SEATS, len(prepared.named))
        for block in order:
            total.add(work(prepared.job, block))
            assert len(total.hits) <= 2 * 10
        total.in_order()
        found.append(total)
    assert found[0] == found[1] == found[2] == run(prepared.job, ROUNDS, Threads(2))
    assert found[0].hits == sums.hits[:10] and found[0].special == sums.special
    row = progressive(prepared, found[0])
    assert row.running is not None and whole.running is not None
    assert replace(row, running=None) == replace(whole, running=None)
    assert row.running.rounds == sums.hits[9].round + 1 < whole.running.rounds == ROUNDS
    until = meters.running(
        prepared.job.setting.rules, tools(prepared.job).fast.columns[-1], sums.hits[:10], row.running.rounds, SEATS, 100
    )
    assert row.running == until
    assert row.running.payments == tuple(p for p in whole.running.payments if p.round < row.running.rounds)


def test_an_interrupted_run_keeps_the_first_hits_too(prepared: api.Prepared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST_HITS", 10)
    total = work(prepared.job, 2)
    total.add(work(prepared.job, 0))
    shown = api.finished(KeptRun("", prepared.job, [2, 0], total))
    assert len(shown.hits) == 10 and all(hit.round < 2 * BLOCK for hit in shown.hits)
    assert [hit.round for hit in shown.hits] == [hit.round for hit in work(prepared.job, 0).hits[:10]]


def test_the_largest_payments_are_listed(
    prepared: api.Prepared, sums: BlockSums, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = progressive(prepared, sums).running
    assert every is not None and len(every.payments) == sum(every.counts.values()) > 8
    monkeypatch.setattr(meters, "MOST_PAYMENTS", 3)
    few = progressive(prepared, sums).running
    assert few is not None and len(few.payments) == 3
    assert sorted(p.paid for p in few.payments) == sorted(p.paid for p in every.payments)[-3:]
    assert [p.round for p in few.payments] == sorted(p.round for p in few.payments)
    assert replace(few, payments=()) == replace(every, payments=())
    assert few.paid == {"Progressive": sum(p.paid for p in every.payments)}


# --- one seat's results ---------------------------------------------------------------------------------------------


def test_the_distribution_of_one_seat(prepared: api.Prepared) -> None:
    """Round by round from the cells themselves: the first seat, but where a meter or an envy bonus pays, seat after
    seat, with what others took before and the bonuses for their hands."""
    job = prepared.job
    kit, rules = tools(job), job.setting.rules
    column, stake = kit.fast.columns[-1], job.stakes["progressive"]
    cells = np.zeros((BLOCK, SEATS, len(kit.fast.columns)), dtype=np.uint16)
    kit.fast.run(0, cells)
    readings = {meter.name: meter.reset * MICRO for meter in rules.terms.meters}
    own: list[tuple[int, ...]] = [tuple(row) for row in cells[:, :, -1].tolist()]
    expected: Counter[Fraction] = Counter()
    known: dict[tuple[tuple[int, ...], int], int] = {}
    for number, hands in enumerate(own):
        seat = number % SEATS if any(kit.special[cell] for cell in hands) else 0
        if (hands, seat) not in known:
            ending = meters.endings(rules, column, Hit(number, hands))[seat]
            known[hands, seat] = net(rules, ending, stake, readings)
        expected[Fraction(known[hands, seat], stake)] += 1
    row = progressive(prepared, work(job, 0))
    assert dict(row.distribution) == expected
    assert sum(count for _, count in row.distribution) == BLOCK


def test_the_chi_square_of_a_full_table(prepared: api.Prepared, sums: BlockSums) -> None:
    """It agrees with the exact odds of seven players, and not if their envy bonuses are a dollar more."""
    right = progressive(prepared, sums)
    assert right.chi_square is not None and right.chi_square.p_value > 1e-4 and right.chi_square.degrees >= 5
    terms = prepared.job.terms
    dearer = tuple(replace(line, pay=replace(line.pay, cents=fixed_cents(line.pay) + 100)) for line in terms.envy)
    wrong = api.with_exact(replace(prepared, job=replace(prepared.job, terms=replace(terms, envy=dearer))))
    assert wrong.exact["progressive"].ev > prepared.exact["progressive"].ev
    row = progressive(replace(prepared, exact=wrong.exact), sums)
    assert row.chi_square is not None and row.chi_square.p_value < 1e-6
