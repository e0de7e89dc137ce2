"""Simulated and exact odds agree for every wager by every paytable, and an error planted in one of the two is seen.

Seeds are fixed, so nothing here depends on luck. The limits take the number of comparisons into account."""

from collections.abc import Generator
from functools import cache
from math import sqrt
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.odds import cache as odds_cache
from pitboss.odds.request_terms import family_of
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, Pay, ToOne
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import MAIN
from pitboss.simulation import api
from pitboss.simulation import campaign as c
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, BlockSums, Job
from pitboss.simulation.campaign_page import all_agree, page, verdicts
from pitboss.simulation.report import SimulatedWager
from pitboss.simulation.run import Threads, run
from pitboss.simulation.verdict import AGREES, CHANCE, DIFFERS, judged, limits, verdict
from support import GAMES, SHIPPED

DRAGON, TOP5, LIR, UTH = GAMES
ROUNDS, TABLE_ROUNDS = 300_000, 60_000
PLANS = [plan for game in SHIPPED for plan in c.plans(game, ROUNDS, TABLE_ROUNDS)]
COMPARISONS = 240
"""All of this file together; see the test below."""
_QUICK_UTH = (1, 5, 7)
"""Runs of the game that is solved afresh for each paytable: one seat, an operator's progressive, a full table."""


def _marked(plan: c.CampaignRun) -> object:
    slow = plan.game == UTH and int(plan.seed.split()[-1]) not in _QUICK_UTH
    return pytest.param(plan, id=plan.seed.removeprefix("campaign "), marks=[pytest.mark.slow] if slow else [])


def played(prepared: api.Prepared, rounds: int) -> list[SimulatedWager]:
    return api.found(prepared, run(prepared.job, rounds, Threads(2)))


@pytest.mark.parametrize("plan", [_marked(plan) for plan in PLANS])
def test_simulation_and_exact_odds_agree(plan: c.CampaignRun) -> None:
    prepared = api.with_exact(api.prepare(plan.terms, players=plan.seats, seed=plan.seed))
    found = played(prepared, plan.rounds)
    rows = c.rows_of(plan, found)
    assert [row.wager for row in rows] == list(prepared.named), "every wager has exact odds to compare with"
    allowed = limits(COMPARISONS)
    assert all(verdict(row.z, row.p_value, allowed) != DIFFERS for row in rows), rows
    for each in found:
        for line in each.lines:
            assert line.expected is not None
            assert abs(line.count - line.expected) <= 6 * sqrt(plan.seats * line.expected) + 6 * plan.seats, line


def test_the_campaign_misses_nothing() -> None:
    """Every letter in the books, with one seat and at a full table; Cover All with every number of hands."""
    taken = {(plan.game, wager, label, plan.seats) for plan in PLANS for wager, label in c.labels(plan).items()}
    assert len(taken) * 2 <= COMPARISONS
    for game in SHIPPED:
        full = api.default_terms(game).positions
        for wager in book(game).wagers:
            name = MAIN if wager.compulsory or wager.later else wager.id
            if name == MAIN and wager.family != family_of(game, MAIN):
                continue
            for letter in (x for x in book(game).letters(wager.family) if x):
                for seats in (1, full):
                    amounts = wager.amounts[: 1 if seats == 1 else None] if name == "progressive" else ()
                    labels = [f"{letter} ${cents // 100}" for cents in amounts] or [letter]
                    assert {(game, name, label, seats) for label in labels} <= taken
    assert {label for _, wager, label, _ in taken if wager == "cover_all"} == {"2", "3", "4", "5", "6", "7"}
    assert {game for game, wager, label, _ in taken if label.startswith("own")} == {DRAGON, UTH}


# --- planted errors -------------------------------------------------------------------------------------------------


def _more(pay: Pay) -> Pay | None:
    match pay:
        case ToOne():
            return ToOne(pay.pays + pay.per, pay.per)
        case ForOne():
            return ForOne(pay.pays + 1)
        case Dollars():
            return Dollars(pay.cents + 100, pay.stake_back)
        case _:
            return None


def planted(terms: Terms, wager: str) -> Terms:
    """The terms with the lowest line of a wager's table paying one more."""
    family = family_of(terms.game, wager) or "play"
    held = terms.wager(family)
    assert held is not None
    place = max(n for n, line in enumerate(held.lines) if _more(line.pay) is not None)
    wrong = _more(held.lines[place].pay)
    assert wrong is not None
    lines = tuple(replace(x, pay=wrong) if n == place else x for n, x in enumerate(held.lines))
    return replace(terms, wagers=tuple(replace(w, lines=lines) if w.id == family else w for w in terms.wagers))


SIDES = [(game, wager) for game in GAMES for wager in api.prepare(api.default_terms(game)).named]


@cache
def right(game: str) -> api.Prepared:
    return api.with_exact(api.prepare(api.default_terms(game), seed="planted"))


@cache
def rounds_of(game: str) -> BlockSums:
    return run(right(game).job, ROUNDS, Threads(2))


@cache
def found(game: str) -> list[SimulatedWager]:
    return api.found(right(game), rounds_of(game))


def verdict_on(wager: str, rows: list[SimulatedWager]) -> str:
    _, said = judged(rows)
    return next(verdict for row, verdict in zip(rows, said, strict=True) if row.wager == wager)


@pytest.mark.parametrize(("game", "wager"), SIDES)
def test_a_wrong_line_in_the_exact_odds_is_seen(game: str, wager: str) -> None:
    prepared = right(game)
    assert verdict_on(wager, found(game)) in (AGREES, CHANCE)
    terms = planted(prepared.job.terms, wager)
    wrong = api.with_exact(replace(prepared, job=replace(prepared.job, terms=terms)))
    assert wrong.exact[wager].ev > prepared.exact[wager].ev
    rows = api.found(replace(prepared, exact={**prepared.exact, wager: wrong.exact[wager]}), rounds_of(game))
    assert verdict_on(wager, rows) == DIFFERS


@pytest.mark.parametrize(("game", "wager"), SIDES)
def test_a_wrong_line_in_the_simulation_is_seen(game: str, wager: str) -> None:
    prepared = right(game)
    wrong = replace(prepared.job, terms=planted(prepared.job.terms, wager))
    rows = api.found(replace(prepared, job=wrong), run(wrong, ROUNDS, Threads(2)))
    others = [row for row in rows if row.wager not in (wager, MAIN)]
    assert verdict_on(wager, rows) == DIFFERS
    assert others == [row for row in found(game) if row.wager not in (wager, MAIN)], "nothing else has changed"


def test_a_wrong_mean_is_seen_without_the_chi_square() -> None:
    """A tenth of the hands pays one more: far beyond any limit by the mean alone."""
    prepared, rows = right(LIR), found(LIR)
    wrong = api.with_exact(replace(prepared, job=replace(prepared.job, terms=planted(prepared.job.terms, MAIN))))
    main = rows[0]
    moved = float(main.mean - wrong.exact[MAIN].ev) / main.standard_error
    assert abs(moved) > 20 > limits(COMPARISONS).z


# --- judging --------------------------------------------------------------------------------------------------------


def test_limits_grow_with_the_number_of_comparisons() -> None:
    """For one comparison at one in a thousand the known quantile of the normal distribution."""
    assert limits(1).z == pytest.approx(3.2905, abs=1e-4)
    assert limits(100).z == pytest.approx(4.4172, abs=1e-4)
    assert limits(100).p == pytest.approx(1e-5)


def test_verdicts() -> None:
    allowed = limits(10)
    said = [verdict(z, p, allowed) for z, p in ((2.9, 0.5), (-3.1, 0.5), (4.0, 0.5), (0.0, 0.001), (0.0, 1e-5))]
    assert said == [AGREES, CHANCE, DIFFERS, CHANCE, DIFFERS]
    assert verdict(None, None, allowed) == "-"


def test_the_page_says_what_was_found() -> None:
    rows = [c.CampaignRow(DRAGON, "main", "A", 1, 1000, -0.03, 0.01, -0.0316, z, 0.5) for z in (0.16, -1.0, 3.2)]
    text = page(rows, 12.0)
    assert "6 comparisons: 3 deviations and 3 chi-squares" in " ".join(text.split())
    assert "0.0 deviations beyond 3 standard errors (1 were)" in " ".join(text.split())
    assert "| main | A | 1 | 1,000 | -0.030000 | 0.010000 | -0.031600 | +3.20 | 0.500 | chance |" in text
    assert "within what chance explains" in " ".join(text.split()) and all_agree(rows)
    worse = [*rows, replace(rows[0], z=5.0)]
    assert verdicts(worse)[-1] == DIFFERS and not all_agree(worse)
    assert "differ by more than chance explains" in " ".join(page(worse, 1.0).split())
    assert max(map(len, text.splitlines())) <= 130


def test_what_lies_far_off_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both figures stand; the second has other cards and more rounds."""
    asked: list[c.CampaignRun] = []

    def far_off_once(plan: c.CampaignRun, workers: object) -> tuple[list[SimulatedWager], float]:
        asked.append(plan)
        main, *others = found(DRAGON)
        return [replace(main, z=3.5 if len(asked) == 1 else 0.5, rounds=plan.rounds), *others], 2.0

    monkeypatch.setattr(c, "results", far_off_once)
    (first, seconds), *_ = c.campaign([DRAGON], 1000, 100, Threads(1))
    assert seconds == 4.0
    assert [(row.wager, row.z, row.rounds, row.again) for row in first if row.wager == MAIN] == [
        (MAIN, 3.5, 1000, False),
        (MAIN, 0.5, 4000, True),
    ]
    assert len(first) == 4 and asked[0].seed != asked[1].seed and asked[0].terms == asked[1].terms
    assert "agrees, played again |" in page(first, 1.0)


def test_z_is_the_deviation_in_standard_errors() -> None:
    """With one seat, from the distribution of results itself."""
    for row in found(TOP5):
        count = sum(n for _, n in row.distribution)
        mean = sum(net * n for net, n in row.distribution) / count
        variance = float(sum((net - mean) ** 2 * n for net, n in row.distribution)) / (count - 1)
        exact = right(TOP5).exact[row.wager].figures
        error = max(sqrt(variance / count), sqrt(float(exact.variance) / count))
        assert (count, mean) == (ROUNDS, row.mean)
        assert row.standard_error == pytest.approx(error, rel=1e-9)
        assert row.z == pytest.approx(float(mean - exact.ev) / error, rel=1e-9)


# --- the campaign itself --------------------------------------------------------------------------------------------


class Interrupted(Threads):
    """Ctrl-C after so many blocks."""

    left = 3

    def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
        for result in super().results(job, blocks):
            if not Interrupted.left:
                raise KeyboardInterrupt
            Interrupted.left -= 1
            yield result


def test_a_campaign_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Interrupted in its second run, it leaves the old page alone; the next call plays the rest only, and the page is
    that of a campaign without a pause."""
    plans = [replace(plan, seed=f"{plan.seed} gone on with") for plan in c.plans(DRAGON, 2 * BLOCK, 2 * BLOCK)[:2]]
    monkeypatch.setattr(c, "plans", lambda game, rounds, table_rounds: plans)
    monkeypatch.setattr(odds_cache, "folder", lambda: tmp_path / "cache")  # nothing of it was played before
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / "page.md"
    target.write_text("old")
    target.chmod(0o640)
    call = ["--games", DRAGON, "--rounds", str(2 * BLOCK), "--write", str(target), "--workers", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", Interrupted)
        assert c.main(call) == 130
    assert "same command goes on" in capsys.readouterr().err
    assert target.read_text() == "old" and [path.name for path in target.parent.iterdir()] == ["page.md"]
    played: list[int] = []
    counted = Threads.results

    def counting(
        self: Threads, job: Job, blocks: list[tuple[int, int]]
    ) -> Generator[tuple[int, BlockSums], None, None]:
        played.extend(block for block, _ in blocks)
        return counted(self, job, blocks)

    monkeypatch.setattr(Threads, "results", counting)
    assert c.main(call) == 0 and played == [1], "three of four blocks were done"
    text = target.read_text()
    assert target.stat().st_mode & 0o777 == 0o640 and [path.name for path in target.parent.iterdir()] == ["page.md"]
    assert c.main(call) == 0 and played == [1] and target.read_text() == text, "finished runs are kept"
    rows = [row for plan in plans for row in c.rows_of(plan, played_at_once(plan))]
    first = {(row.wager, row.paytable): row for row in reversed(rows)}
    assert len(first) == 5
    for row in first.values():
        assert f"| {row.wager} | {row.paytable} | 1 | {2 * BLOCK:,} | {row.mean:+.6f} |" in text


def played_at_once(plan: c.CampaignRun) -> list[SimulatedWager]:
    return played(api.with_exact(api.prepare(plan.terms, players=plan.seats, seed=plan.seed)), plan.rounds)


@pytest.mark.parametrize("place", [".", "nowhere/page.md"])
def test_a_page_that_cannot_be_written_is_refused_at_once(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c, "campaign", None)
    with pytest.raises(SystemExit) as ended:
        c.main(["--write", str(tmp_path / place)])
    assert ended.value.code == 2 and "cannot be written" in capsys.readouterr().err
