"""`pitboss simulate`: whole rounds of a game in bulk, beside the exact odds."""

import time
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import FINDINGS, GOOD, INTERRUPTED, Trouble, complain, plain, print_json, screen, shown

if TYPE_CHECKING:
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation.api import Keeper, Prepared
    from pitboss.simulation.blocks import Sums
    from pitboss.simulation.run import Workers

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
_Number = WholeNumber
FURTHEST = 40
"""Powers of ten beyond which a number is not even read."""
_TIMES = {"k": 10**3, "m": 10**6, "b": 10**9, "g": 10**9}


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
) -> int:
    """Play whole rounds of a game, millions of them, and set the results beside the exact odds.

    Every seat makes every wager that is offered; meters and envy bonuses are paid. Each wager's mean is shown with its
    standard error, the exact figure, and how many standard errors lie between them (z); how often each line of its
    paytable was hit, with a chi-square over all net results; the meters; and what the table holds in an hour. The same
    seed deals the same rounds on one core, on many or on a cluster.

    Examples:

    {examples}

    pitboss simulate --submission table.toml --rounds 2e9 --players 6 --cluster tcp://10.0.0.5:8786: a full table of the
    game as submitted, on a Dask cluster.

    Ctrl-C prints the rounds finished so far and keeps them; the same command with --resume goes on, and the result is
    that of a run without a pause.

    Exit status: 0 agreement, 1 a figure differs by more than chance explains (or the submission has faults), 2 wrong
    usage, 130 after Ctrl-C.

    Parameters
    ----------
    game
        The game, such as {game}: its default submission with every wager that the rulebook defines.
    submission
        A Rules Submission, simulated instead.
    rounds
        How many rounds: 10000000, 10_000_000, 10m, 2.5e6.
    players
        How many seats play, up to the table's positions; one unless given.
    strategy
        optimal (the best play) unless given; or bold (always the largest wager), timid (always the smallest, down to
        folding).
    random_seed
        Any text; the same text deals the same rounds. `pitboss` unless given.
    workers
        Threads on this machine; as many as it has cores unless given.
    cluster
        The address of a Dask scheduler, such as tcp://127.0.0.1:8786, instead of this machine's threads.
    precision
        The difference to tell, in units of the main game's base wager, such as 0.001; gives the rounds if --rounds is
        left out, as (5 x standard deviation / difference) squared.
    resume
        Go on with an interrupted run of the same game, seats, strategy and seed.
    check
        Conduct the first so many rounds by the real engine too, event by event, and compare every wager.
    rounds_per_hour
        The pace of the table for its hold per hour; 40 unless given.
    wager
        Show this wager only, with the distribution of its results.
    json
        Print JSON: a list of objects, one for each wager.
    """
    _cache_can_be_used()
    from pitboss.cli.odds_options import game_and_terms
    from pitboss.cli.simulate_tables import Shown, print_results
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation import api
    from pitboss.simulation.blocks import BLOCK, tools
    from pitboss.simulation.report import as_json
    from pitboss.simulation.verdict import DIFFERS, judged

    wanted = _whole(rounds, "--rounds") if rounds is not None else None
    fine = _decimal(precision, "--precision", "0.001") if precision is not None else None
    pace = _decimal(rounds_per_hour, "--rounds-per-hour", "40") if rounds_per_hour is not None else Fraction(40)
    checked = _whole(check, "--check") if check is not None else 0
    if pace <= 0:
        raise Trouble("--rounds-per-hour: a table deals more than 0 rounds an hour")
    name, terms = game_and_terms(game, submission)
    try:
        prepared = api.prepare(
            terms or api.default_terms(name), players=1 if players is None else players, strategy=strategy,
            seed=random_seed,
        )  # fmt: skip
        only = _one_of(prepared, wager)
        if wanted is None and fine is None:
            raise Trouble("say how many rounds with --rounds, or how precise with --precision")
        if wanted is not None:
            api.check_rounds(wanted)
        keeper = _keeper(prepared, resume)
        working = api.workers_for(workers, cluster)
        with Waiting("the exact odds") as waiting:
            prepared = api.with_exact(prepared, lambda what, done: waiting(f"exact odds of {what or name}", done))
            said = _precision(prepared, wanted, fine)
            count = wanted if wanted is not None else api.check_rounds(api.rounds_wanted(prepared, fine or Fraction(0)))
            if api.no_kernel(prepared):
                return _engine_alone(prepared, count, only, pace, waiting, json)
            differences = _by_engine(prepared, checked, count, waiting)
            waiting("the tables of the game", 0.0)
            tools(prepared.job)
            begun = time.perf_counter()
            sums, stopped = _played(prepared, count, working, resume, keeper, waiting)
    except ValueError as bad:
        raise Trouble(str(bad)) from None
    seconds = keeper.before + time.perf_counter() - begun
    if sums is None:
        complain(f"interrupted before the first {BLOCK:,} rounds were finished; nothing was kept")
        return INTERRUPTED
    rows = api.found(prepared, sums)
    allowed, verdicts = judged(rows)
    if json:
        holds = {row.wager: float(-row.mean * api.hourly(prepared, row.wager, pace)) / 100 for row in rows}
        print_json([as_json(row, seconds, holds[row.wager]) for row in rows if only in (None, row.wager)])
        for line in [*said, *_engine_said(differences, checked)]:
            complain(line)
    else:
        how = f"on the cluster {cluster}" if cluster else f"by {_threads(working)}"
        print_results(
            screen(),
            Shown(prepared, rows, verdicts, allowed, only, seconds, how, pace, checked, tuple(map(str, differences))),
            said,
        )
    if stopped:
        _say_stopped(sums.rounds, count, keeper)
        return INTERRUPTED
    return FINDINGS if differences or DIFFERS in verdicts else GOOD


def _engine_alone(
    prepared: "Prepared", rounds: int, only: str | None, pace: Fraction, waiting: "Waiting", json: bool
) -> int:
    """A game that no kernel plays: whole rounds of the engine."""
    from pitboss.cli.simulate_tables import Shown, print_results
    from pitboss.simulation import api
    from pitboss.simulation.report import as_json
    from pitboss.simulation.verdict import DIFFERS, judged

    begun = time.perf_counter()
    rows = api.by_engine(prepared, rounds, lambda done: waiting(f"round {done:,} of {rounds:,}", done / rounds))
    seconds = time.perf_counter() - begun
    allowed, verdicts = judged(rows)
    if json:
        holds = {row.wager: float(-row.mean * api.hourly(prepared, row.wager, pace)) / 100 for row in rows}
        print_json([as_json(row, seconds, holds[row.wager]) for row in rows if only in (None, row.wager)])
    else:
        how = "by the engine itself"
        print_results(screen(), Shown(prepared, rows, verdicts, allowed, only, seconds, how, pace, 0, ()), ())
    return FINDINGS if DIFFERS in verdicts else GOOD


# --- what was typed -------------------------------------------------------------------------------------------------


def _decimal(text: str, option: str, example: str) -> Fraction:
    try:
        exact = Decimal(text.strip().replace(",", "").replace("_", ""))
    except InvalidOperation:
        exact = Decimal("nan")
    if exact.is_finite():
        if abs(exact.adjusted()) > FURTHEST:
            raise Trouble(f"{option}: '{plain(text)}' is out of all proportion")
        return Fraction(exact)
    raise Trouble(f"{option}: '{plain(text)}' is not a number, such as {example}")


def _whole(text: str, option: str) -> int:
    """`10000000`, `10_000_000`, `10m`, `2.5e6`."""
    bare = text.strip().lower()
    times = _TIMES.get(bare[-1:], 1)
    example = "10000000, 10m or 2.5e6" if option == "--rounds" else "1000"
    number = _decimal(bare[:-1] if times > 1 else bare, option, example) * times
    if number.denominator != 1:
        raise Trouble(f"{option}: '{plain(text)}' is not a whole number, such as {example}")
    if number <= 0:
        raise Trouble(f"{option}: {plain(text)} rounds cannot be played; give a number above 0")
    return int(number)


def _one_of(prepared: "Prepared", wager: str | None) -> str | None:
    from pitboss.cli.odds_options import a_wager
    from pitboss.cli.screen import like

    known = tuple(prepared.named)
    found = a_wager(prepared.job.terms.game, wager)
    if found is not None and found not in known:
        raise Trouble(f"no wager '{plain(wager or '')}' is simulated; there are {', '.join(known)}{like(found, known)}")
    return found


def _cache_can_be_used() -> None:
    from pitboss.odds.cache import folder

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


def _by_engine(prepared: "Prepared", checked: int, count: int, waiting: "Waiting") -> list[Any]:
    if not checked:
        return []
    if checked > count:
        raise Trouble(f"--check: {checked:,} rounds cannot be compared, only {count:,} are played")
    from pitboss.simulation.engine import compare

    said = f"the engine conducts {checked:,} rounds"
    waiting(said, 0.0)
    return list(compare(prepared.job.setting, 0, checked, lambda done: waiting(said, done / checked)))


def _engine_said(differences: list[Any], checked: int) -> list[str]:
    from pitboss.cli.simulate_tables import engine_said

    return engine_said(tuple(map(str, differences)), checked)


def _played(
    prepared: "Prepared", count: int, working: "Workers", resume: bool, keeper: "Keeper", waiting: "Waiting"
) -> "tuple[Sums | None, bool]":
    """What was played, and whether it was interrupted."""
    from pitboss.cli.simulate_progress import Telling
    from pitboss.simulation import api

    told = Telling(prepared, count, waiting)
    try:
        return api.conduct(prepared, count, working, resume=resume, keeper=keeper, progress=told), False
    except KeyboardInterrupt:
        return (api.finished(keeper.last) if keeper.last else None), True
    except ValueError as trouble:  # a cluster that was lost on the way
        if keeper.last is None or keeper.failed:
            raise
        done = f"{keeper.last.sums.rounds:,} rounds are kept; the same command with --resume goes on"
        raise ValueError(f"{trouble}. {done}") from None


def _threads(working: Any) -> str:
    return "one thread" if working.count == 1 else f"{working.count} threads"


def _say_stopped(done: int, count: int, keeper: "Keeper") -> None:
    if keeper.failed is not None:
        complain(f"interrupted after {done:,} of {count:,} rounds, which could not be kept: {keeper.failed.strerror}")
        return
    complain(f"interrupted after {done:,} of {count:,} rounds, which are kept; the same command with --resume goes on")
