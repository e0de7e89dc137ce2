"""The library call behind `pitboss simulate`: what is asked for is checked, worked off, and laid beside the exact
odds."""

from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.odds.api import odds
from pitboss.odds.counting import NoShape, why_not
from pitboss.odds.request import MAIN, Request, asked, base_of
from pitboss.odds.request_terms import needed
from pitboss.odds.result import WagerOdds, root
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring, games
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, BlockSums, Job
from pitboss.simulation.by_engine import found_by_engine, rounds_by_engine
from pitboss.simulation.report import SimulatedWager, report, rounds_for
from pitboss.simulation.setting import STRATEGIES
from pitboss.simulation.written import is_written
from pitboss.table.rules import Rules

SEED = "pitboss"
THUMB = "No best play is known: players decide by the game's rule of thumb, or give the first answer that is offered."
MOST_ROUNDS = 10**11
MOST_WORKERS = 1024


class BadSimulation(ValueError):
    """Something asked for that cannot be simulated; the message says what can be."""


class Prepared(Struct, frozen=True):
    """A simulation that was checked, with the exact odds it will be held against."""

    job: Job
    named: dict[str, tuple[str | None, str]]
    """Column → its paytable and the name of its base."""
    exact: dict[str, WagerOdds] = {}
    """By the name of the column; empty for a strategy that is not the best play."""
    notes: tuple[str, ...] = ()


# --- what is asked for ----------------------------------------------------------------------------------------------


def default_terms(game: str) -> Terms:
    """The default submission with every wager that the rulebook defines."""
    if game not in games():
        raise BadSimulation(f"there is no game '{game}'; the games are {', '.join(games())}{_like(game, games())}")
    terms = check_data(everything(game)).terms
    assert terms is not None
    return terms


def everything(game: str) -> dict[str, Any]:
    """The default submission, to which every wager is added that the rulebook has a paytable for, with what each
    needs."""
    found, the_book = default_data(game), book(game)
    terms = check_data(found).terms
    for wager in the_book.wagers:
        if wager.optional_offer and the_book.letters(wager.family) and terms and not terms.wager(wager.family):
            offered = {"wagers": {wager.family: {"offered": True}}}
            found = merge(found, merge(needed(the_book, wager.family), offered))
    return found


def prepare(
    terms: Terms,
    *,
    players: int = 1,
    strategy: str = STRATEGIES[0],
    seed: str = SEED,
) -> Prepared:
    """Checks the options."""
    if strategy not in STRATEGIES and not is_written(strategy):
        hint = _like(strategy, STRATEGIES)
        raise BadSimulation(f"there is no strategy '{strategy}'; the strategies are {', '.join(STRATEGIES)}{hint}")
    if not 1 <= players <= terms.positions:
        raise BadSimulation(f"{players} players cannot sit at this table; it has 1 to {terms.positions} positions")
    _check_folded(terms, strategy)
    rows = asked(Request(game=terms.game, terms=terms, players=players))
    stakes = {row.wager: row.stake for row in rows}
    names = {row.wager: (row.paytable, base_of(terms.game, row.wager)) for row in rows}
    return Prepared(Job(terms, players, strategy, seed, stakes), names)


def _check_folded(terms: Terms, strategy: str) -> None:
    """Wagers on the whole table are simulated as if every hand counted."""
    for wager in book(terms.game).wagers:
        folded = wager.folded
        if not (folded and strategy not in ("optimal", "bold") and terms.wager(wager.family)):
            continue
        if terms.readings.get(folded.option) == folded.none:
            raise BadSimulation(
                f"with {folded.option} = {folded.none} a {wager.title} wager hangs on who folds, and is simulated for "
                f"players who never fold a {folded.never.replace('_', ' ')}; choose the strategy optimal or bold"
            )


def with_exact(prepared: Prepared, progress: Callable[[str, float], None] = lambda what, done: None) -> Prepared:
    """The exact odds to hold the results against, worked out or remembered; those of the best play only."""
    job = prepared.job
    exact, notes = {}, []
    for wager in prepared.named if job.strategy == STRATEGIES[0] else ():
        title = next((w.title.lower() for w in book(job.terms.game).wagers if w.family == wager and w.metered), "")
        if title and job.seats > 1 and not job.terms.envy:
            notes.append(f"The exact odds of this {title} are those of a single player; several share its meter.")
            continue
        request = Request(game=job.terms.game, terms=job.terms, players=job.seats, wager=wager)
        try:
            (exact[wager],) = odds(request, progress=progress)
        except NoShape as error:
            notes += [f"{error}.", THUMB]
        except ValueError as error:  # a metered wager of somebody's own may have more special hands than can be counted
            notes.append(f"No exact odds of the {wager} wager: {error}.")
    if job.terms.limits:
        notes.append(
            "Payout limits are applied to the main game and to each side wager by itself, as in the exact odds."
        )
    return replace(prepared, exact=exact, notes=tuple(dict.fromkeys(notes)))


def check_rounds(rounds: int) -> int:
    if rounds <= 0:
        raise BadSimulation(f"{rounds:,} rounds cannot be played; give a number above 0")
    if rounds > MOST_ROUNDS:
        raise BadSimulation(f"{rounds:,} rounds are more than one run plays; {MOST_ROUNDS:,} are the most")
    return rounds


def rounds_wanted(prepared: Prepared, precision: Fraction) -> int:
    """N ≥ (5·SD/δ)² for the main game, by its exact standard deviation."""
    if precision <= 0:
        raise BadSimulation("a precision is a number above 0, in units of the base of the main game, such as 0.001")
    return rounds_for(precision, deviation(prepared))


def reach(prepared: Prepared, rounds: int) -> float:
    """The difference δ that so many rounds tell at five standard errors."""
    return float(5 * deviation(prepared) / rounds**0.5)


def deviation(prepared: Prepared) -> float:
    known = prepared.exact.get(MAIN)
    if known is None:
        raise BadSimulation(
            "a precision needs the exact standard deviation, which is known of the best play only; give the rounds"
        )
    return root(known.figures.variance)


def workers_for(workers: int | None, cluster: str | None) -> runs.Workers:
    """The cores of this machine, or a cluster."""
    if cluster is not None:
        if workers is not None:
            raise BadSimulation("workers are threads of this machine and a cluster brings its own; give one of the two")
        from pitboss.simulation.cluster import Cluster

        return Cluster(cluster)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadSimulation(f"{workers:,} workers cannot be had; give 1 to {MOST_WORKERS:,}")
    return runs.Threads(workers or 0)


def _like(given: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(given, known, n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else ""


# --- the work -------------------------------------------------------------------------------------------------------


class Keeper:
    """Writes down what was done, so that it can be gone on with."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.place = runs.place_of(job)
        self.last: runs.KeptRun | None = None
        """What this run has done, kept or not."""
        self.wrote = False
        """Whether what lies at the place is this run's own."""
        self.failed: OSError | None = None
        self.before = 0.0
        """Seconds that went into what is gone on with."""

    def ready(self) -> None:
        """Fails now rather than after hours where nothing can be written down."""
        self.place.parent.mkdir(parents=True, exist_ok=True)
        probe = self.place.with_suffix(".probe")
        probe.write_bytes(b"")
        probe.unlink(missing_ok=True)

    def __call__(self, state: runs.KeptRun) -> None:
        if not state.done:
            return  # nothing that would be worth an older state
        self.last = state
        try:
            runs.write(state, self.place)
            self.failed, self.wrote = None, True
        except OSError as error:  # a full disk is no reason to give up the rounds themselves
            self.failed = error

    def forget(self) -> None:
        """The run is complete; an older, longer one that it did not touch stays."""
        if self.wrote:
            with suppress(OSError):
                self.place.unlink(missing_ok=True)


def conduct(
    prepared: Prepared,
    rounds: int,
    workers: runs.Workers,
    *,
    resume: bool = False,
    keeper: Keeper | None = None,
    progress: runs.Progress = lambda _: None,
) -> BlockSums:
    """All rounds; an interrupted run leaves its state with the keeper."""
    keeper = keeper or Keeper(prepared.job)
    keeper.ready()
    kept = runs.read(keeper.place, prepared.job) if resume else None
    if kept is not None:
        keeper.last, keeper.wrote, keeper.before = kept, True, kept.seconds
    sums = runs.run(prepared.job, check_rounds(rounds), workers, kept=kept, keep=keeper, progress=progress)
    keeper.forget()
    return sums


def found(prepared: Prepared, sums: BlockSums) -> list[SimulatedWager]:
    """The results beside the exact odds, also where no exact odds are."""
    return _named(prepared, report(prepared.job, sums, prepared.exact))


def no_kernel(prepared: Prepared) -> bool:
    """Whether only the engine itself plays this game."""
    return bool(why_not(prepared.job.setting.rules))


def by_engine(
    prepared: Prepared, rounds: int, progress: Callable[[int], None] = lambda _: None
) -> list[SimulatedWager]:
    """All rounds, by the engine."""
    played = rounds_by_engine(prepared.job, check_rounds(rounds), progress)
    return _named(prepared, found_by_engine(prepared.job, played, prepared.exact))


def _named(prepared: Prepared, rows: list[SimulatedWager]) -> list[SimulatedWager]:
    return [replace(row, paytable=prepared.named[row.wager][0], base=prepared.named[row.wager][1]) for row in rows]


def finished(kept: runs.KeptRun) -> BlockSums:
    """What an interrupted run has done, as if its blocks had been played one after the other."""
    place = {block: n for n, block in enumerate(sorted(kept.done))}
    hits = [replace(hit, round=place[hit.round // BLOCK] * BLOCK + hit.round % BLOCK) for hit in kept.sums.hits]
    sums = replace(kept.sums, hits=hits)
    sums.in_order()
    return sums


def minimum(rules: Rules, wager: str) -> int:
    """The least that may be wagered on the base, in cents."""
    base = next(w.id for w in rules.book.wagers if w.compulsory) if wager == MAIN else wager
    held = rules.terms.wager(book(rules.terms.game).wager(base).family)
    assert held is not None
    return held.minimum


def hourly(prepared: Prepared, wager: str, pace: Fraction) -> Fraction:
    """What all seats put on this wager in an hour, in cents, at the least that is permitted."""
    return minimum(prepared.job.setting.rules, wager) * prepared.job.seats * pace


def simulate(
    game: str = "",
    *,
    rounds: int | None = None,
    players: int = 1,
    strategy: str = STRATEGIES[0],
    random_seed: str = SEED,
    workers: int | None = None,
    cluster: str | None = None,
    precision: Fraction | float | str | None = None,
    resume: bool = False,
    submission: str | Path | None = None,
    progress: runs.Progress = lambda _: None,
) -> list[SimulatedWager]:
    """Plays whole rounds of a game, or of a submission (its text or the path of its file), with every wager offered,
    and sets what was found beside the exact odds. The same seed gives the same result, whoever works and how many.

    `precision` in units of the base computes the rounds that tell such a difference at five standard errors. A call
    that was interrupted is gone on with by `resume=True`.

    >>> main, *_ = simulate(games()[0], rounds=100_000, workers=1)
    >>> main.wager, main.paytable, main.rounds, float(main.mean)
    ('main', 'A', 100000, -0.0323)
    >>> abs(main.z) < 3
    True
    """
    game = bring(game)
    terms = default_terms(game) if submission is None else _submitted(submission, game)
    prepared = with_exact(prepare(terms, players=players, strategy=strategy, seed=random_seed))
    if rounds is None:
        if precision is None:
            raise BadSimulation("say how many rounds, or the precision from which they follow")
        rounds = rounds_wanted(prepared, Fraction(precision))
    check_rounds(rounds)
    if no_kernel(prepared):
        return by_engine(prepared, rounds)
    sums = conduct(prepared, rounds, workers_for(workers, cluster), resume=resume, progress=progress)
    return found(prepared, sums)


def _submitted(submission: str | Path, game: str) -> Terms:
    from pitboss.api import SubmissionFaults, check_submission

    checked = check_submission(submission)
    if checked.terms is None:
        raise SubmissionFaults(checked)
    if game and checked.terms.game != game:
        raise BadSimulation(f"this submission is for {checked.terms.game}, not for {game}")
    return checked.terms
