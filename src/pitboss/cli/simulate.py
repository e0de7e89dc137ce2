"""`pitboss simulate`: whole rounds of a game in bulk, beside the exact odds."""

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import FINDINGS, GOOD, INTERRUPTED, Trouble, complain, plain, print_json, screen, shown
from pitboss.cli.simulate_numbers import numbers
from pitboss.cli.strategy_faults import in_the_way

if TYPE_CHECKING:
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation.api import Keeper, Prepared
    from pitboss.simulation.blocks import BlockSums
    from pitboss.simulation.report import SimulatedWager
    from pitboss.simulation.run import Workers

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
_Number = WholeNumber


@helped("simulate")
def simulate(
    game: str | None = None,
    *,
    submission: Path | None = None,
    rounds: _Text = None,
    players: _Number = None,
    strategy: str = "optimal",
    random_seed: str = "pitboss",
    workers: _Number = None,
    cluster: str | None = None,
    precision: _Text = None,
    resume: bool = False,
    check: _Text = None,
    rounds_per_hour: _Text = None,
    wager: str | None = None,
    json: bool = False,
    output: FrameFile = None,
) -> int:
    _cache_can_be_used(output, submission)
    from pitboss.cli.odds_options import game_and_terms
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation import api
    from pitboss.simulation.blocks import BLOCK

    wanted, fine, pace, checked = numbers(rounds, precision, rounds_per_hour, check)
    name, terms = game_and_terms(game, submission)
    seats, given = 1 if players is None else players, strategy
    try:
        strategy = _strategy(terms.game if terms else name, strategy, cluster, checked)
        prepared = api.prepare(terms or api.default_terms(name), players=seats, strategy=strategy, seed=random_seed)
        only = _one_of(prepared, wager)
        _can_be_counted(wanted, fine)
        keeper = _keeper(prepared, resume)
        working = api.workers_for(workers, cluster)
        with Waiting("the exact odds") as waiting:
            prepared = _with_exact(prepared, lambda what, done: waiting(f"exact odds of {what or name}", done))
            said, count = _precision(prepared, wanted, fine), _count(prepared, wanted, fine)
            if api.no_kernel(prepared):
                return _show(prepared, _by_engine_alone(prepared, count, waiting), only, pace, json, output)
            differences = _compared(prepared, checked, count, waiting)
            played = _by_kernel(prepared, count, working, resume, keeper, waiting)
    except ValueError as bad:
        raise in_the_way(bad, given) from None
    if played is None:
        complain(f"interrupted before the first {BLOCK:,} rounds were finished; nothing was kept")
        return INTERRUPTED
    played = played._replace(how=_how(working, cluster), said=said, checked=checked, differences=differences)
    status = _show(prepared, played, only, pace, json, output)
    return _stopped(played.rounds, count, keeper) if played.stopped else status


class _Played(NamedTuple):
    """What was played, and what is said of it."""

    rounds: int
    rows: "list[SimulatedWager]"
    seconds: float
    stopped: bool = False
    """Whether it was interrupted."""
    how: str = ""
    said: Sequence[str] = ()
    checked: int = 0
    """How many rounds the engine conducted too."""
    differences: tuple[str, ...] = ()
    """What it found otherwise."""


def _show(
    prepared: "Prepared", played: _Played, only: str | None, pace: Fraction, json: bool, output: Path | None
) -> int:
    """Prints the results; whether they agree with the exact odds."""
    from pitboss.cli.simulate_tables import SimulatedPage, engine_said, print_results
    from pitboss.simulation import api
    from pitboss.simulation.report import as_json
    from pitboss.simulation.verdict import DIFFERS, judged

    rows, seconds, differences = played.rows, played.seconds, played.differences
    allowed, verdicts = judged(rows)
    if output is not None:
        from pitboss.simulation.frames import SIMULATION_TABLES

        shown_rows = [row for row in rows if only in (None, row.wager)]
        written_frame(output, {name: of(shown_rows) for name, of in SIMULATION_TABLES.items()})
    if json:
        wins = {row.wager: float(-row.mean * api.hourly(prepared, row.wager, pace)) / 100 for row in rows}
        print_json([as_json(row, seconds, wins[row.wager]) for row in rows if only in (None, row.wager)])
        for line in [*played.said, *engine_said(differences, played.checked)]:
            complain(line)
    else:
        page = SimulatedPage(
            prepared, rows, verdicts, allowed, only, seconds, played.how, pace, played.checked, differences
        )
        print_results(screen(), page, played.said)
    return FINDINGS if differences or DIFFERS in verdicts else GOOD


# --- what was typed -------------------------------------------------------------------------------------------------


def _strategy(game: str, given: str, cluster: str | None, checked: int) -> str:
    """The strategy's own name, or the text of a written one."""
    from pitboss.simulation.setting import STRATEGIES

    if given in STRATEGIES:
        return given
    from pitboss.lab.strategies.shipped import shipped
    from pitboss.lab.strategies.simulated import strategy_text
    from pitboss.lab.strategies.written import like as near_to

    brought = dict.fromkeys(name for name in shipped(game) if name not in STRATEGIES)
    if given not in brought and not Path(given).exists():
        near = near_to(given, [*STRATEGIES, *brought])
        more = f". The game brings {', '.join(brought)}" if brought else ""
        raise Trouble(
            f"there is no strategy '{plain(given)}' and no such file; the strategies are {', '.join(STRATEGIES)}"
            f"{near}{more}"
        )
    if cluster is not None:
        raise Trouble("a written strategy is played on this machine; leave out --cluster")
    if checked:
        raise Trouble(f"--check compares the strategies {', '.join(STRATEGIES)}; leave it out")
    return strategy_text(game, given)


def _with_exact(prepared: "Prepared", progress: Callable[[str, float], None]) -> "Prepared":
    """The exact figures to hold the results against."""
    from pitboss.simulation import api
    from pitboss.simulation.written import is_written

    if not is_written(prepared.job.strategy):
        return api.with_exact(prepared, progress)
    from pitboss.lab.strategies.simulated import with_written

    return with_written(prepared, lambda done: progress("the strategy", done))


def _one_of(prepared: "Prepared", wager: str | None) -> str | None:
    from pitboss.cli.odds_options import a_wager
    from pitboss.cli.screen import like

    known = tuple(prepared.named)
    found = a_wager(prepared.job.terms.game, wager)
    if found is not None and found not in known:
        raise Trouble(f"no wager '{plain(wager or '')}' is simulated; there are {', '.join(known)}{like(found, known)}")
    return found


def _cache_can_be_used(output: Path | None, submission: Path | None) -> None:
    """Before hours are spent: work can be kept, and the results can be written."""
    from pitboss.odds.cache import folder

    frame_place(output, submission)
    try:
        folder()
    except OSError as error:
        raise Trouble(f"{shown(Path(str(error.filename)))}: {error.strerror}") from None


def _unwritable(error: OSError) -> Trouble:
    where = shown(Path(error.filename)) if error.filename else "the cache"
    return Trouble(f"{where}: work cannot be kept there: {error.strerror}; PITBOSS_CACHE names another folder")


def _keeper(prepared: "Prepared", resume: bool) -> "Keeper":
    """Where the work is written down; tried before hours are spent."""
    from pitboss.simulation.api import Keeper
    from pitboss.simulation.run import CannotResume, read

    keeper = Keeper(prepared.job)
    try:
        keeper.ready()
    except OSError as error:
        raise _unwritable(error) from None
    if resume:
        read(keeper.place, prepared.job)
    elif keeper.place.exists():
        try:
            before = read(keeper.place, prepared.job).sums.rounds
            complain(f"an interrupted run with {before:,} rounds is replaced; --resume would have gone on with it")
        except CannotResume:
            pass
    return keeper


# --- the work -------------------------------------------------------------------------------------------------------


def _can_be_counted(wanted: int | None, fine: Fraction | None) -> None:
    from pitboss.simulation import api

    if wanted is None and fine is None:
        raise Trouble("say how many rounds with --rounds, or how precise with --precision")
    if wanted is not None:
        api.check_rounds(wanted)


def _count(prepared: "Prepared", wanted: int | None, fine: Fraction | None) -> int:
    """How many rounds: as asked for, or as the precision needs."""
    from pitboss.simulation import api

    return wanted if wanted is not None else api.check_rounds(api.rounds_wanted(prepared, fine or Fraction(0)))


def _precision(prepared: "Prepared", wanted: int | None, fine: Fraction | None) -> list[str]:
    """What the rounds can tell, in a sentence, where a precision was asked for."""
    from pitboss.simulation import api

    if fine is None:
        return []
    needed = api.rounds_wanted(prepared, fine)
    deviation = api.deviation(prepared)
    said = f"Precision {float(fine):g} needs {needed:,} rounds: (5 x {deviation:.4f} / {float(fine):g}) squared"
    if wanted is None:
        return [f"{said}."]
    enough = "enough" if wanted >= needed else "too few"
    return [f"{said}; {wanted:,} are {enough} and reach {api.reach(prepared, wanted):.3g}."]


def _by_engine_alone(prepared: "Prepared", rounds: int, waiting: "Waiting") -> _Played:
    """A game that no kernel plays: whole rounds of the engine."""
    from pitboss.simulation import api

    begun = time.perf_counter()
    rows = api.by_engine(prepared, rounds, lambda done: waiting(f"round {done:,} of {rounds:,}", done / rounds))
    return _Played(rounds, rows, time.perf_counter() - begun, how="by the engine itself")


def _compared(prepared: "Prepared", checked: int, count: int, waiting: "Waiting") -> tuple[str, ...]:
    """What the engine finds otherwise in the first rounds."""
    if not checked:
        return ()
    if checked > count:
        raise Trouble(f"--check: {checked:,} rounds cannot be compared, only {count:,} are played")
    from pitboss.simulation.engine import compare

    said = f"the engine conducts {checked:,} rounds"
    waiting(said, 0.0)
    found = compare(prepared.job.setting, 0, checked, lambda done: waiting(said, done / checked))
    return tuple(map(str, found))


def _by_kernel(
    prepared: "Prepared", count: int, working: "Workers", resume: bool, keeper: "Keeper", waiting: "Waiting"
) -> _Played | None:
    """Millions of rounds; nothing where it was interrupted before any were finished."""
    from pitboss.simulation import api
    from pitboss.simulation.blocks import tools

    waiting("the tables of the game", 0.0)
    tools(prepared.job)
    begun = time.perf_counter()
    sums, stopped = _summed(prepared, count, working, resume, keeper, waiting)
    seconds = keeper.before + time.perf_counter() - begun
    if sums is None:
        return None
    return _Played(sums.rounds, api.found(prepared, sums), seconds, stopped)


def _summed(
    prepared: "Prepared", count: int, working: "Workers", resume: bool, keeper: "Keeper", waiting: "Waiting"
) -> "tuple[BlockSums | None, bool]":
    """What was played, and whether it was interrupted."""
    from pitboss.cli.simulate_progress import RunningResult
    from pitboss.simulation import api

    told = RunningResult(prepared, count, waiting)
    try:
        return api.conduct(prepared, count, working, resume=resume, keeper=keeper, progress=told), False
    except KeyboardInterrupt:
        return (api.finished(keeper.last) if keeper.last else None), True
    except ValueError as trouble:  # a cluster that was lost on the way
        if keeper.last is None or keeper.failed:
            raise
        done = f"{keeper.last.sums.rounds:,} rounds are kept; the same command with --resume goes on"
        raise ValueError(f"{trouble}. {done}") from None


def _how(working: Any, cluster: str | None) -> str:
    if cluster:
        return f"on the cluster {cluster}"
    return "by one thread" if working.count == 1 else f"by {working.count} threads"


def _stopped(done: int, count: int, keeper: "Keeper") -> int:
    said = "which are kept; the same command with --resume goes on"
    if keeper.failed is not None:
        said = f"which could not be kept: {keeper.failed.strerror}"
    complain(f"interrupted after {done:,} of {count:,} rounds, {said}")
    return INTERRUPTED
