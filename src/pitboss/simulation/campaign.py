"""The proof that simulation and exact odds agree: every game, every wager, every paytable, one seat and full tables.

    make proof-simulation                                      writes docs/simulation.md
    python -m pitboss.simulation.campaign --rounds 1_000_000   a smaller one, on the screen

Finished runs are kept and an interrupted one is gone on with, so the campaign may be stopped at any time."""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.odds import cache
from pitboss.odds.request import family_of, wagers_of
from pitboss.odds.request_terms import columns_of
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.simulation import api
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, BlockSums, encode
from pitboss.simulation.report import SimulatedWager
from pitboss.simulation.verdict import NEAR, NEAR_P

ROUNDS = 100_000_000
"""With one seat; with several it is a fifth of them."""
INTERRUPTED = 130
AGAIN = 4
"""So many times the rounds, where a figure lies far off."""


class CampaignRun(Struct, frozen=True):
    """One run: the game under certain terms with so many seats."""

    game: str
    terms: Terms
    seats: int
    rounds: int
    seed: str


class CampaignRow(Struct, frozen=True):
    """One comparison of the table in the report."""

    game: str
    wager: str
    paytable: str
    seats: int
    rounds: int
    mean: float
    standard_error: float
    exact: float
    z: float | None
    p_value: float | None
    again: bool = False
    """Played a second time, with other cards and more rounds, because the first figure lay far off."""

    @property
    def far(self) -> bool:
        return abs(self.z or 0.0) > NEAR or (self.p_value is not None and self.p_value < NEAR_P)


# --- what is played -------------------------------------------------------------------------------------------------


def plans(game: str, rounds: int, table_rounds: int) -> list[CampaignRun]:
    """Every paytable of every wager with one seat and with all; a wager on the whole table that has a table for each
    number of hands with every number; metered wagers of an operator's own with one seat."""
    most, the_book = api.default_terms(game).positions, book(game)
    amounts = next((w.amounts for w in the_book.wagers if w.metered and not w.unoffered), ()) or (0,)
    made = [(terms, 1, rounds) for terms in _every_paytable(game, amounts[0])]
    for own in the_book.trials:
        made.append((_terms(game, with_trial(game, own)), 1, rounds))
    for amount in amounts:
        made += [(terms, most, table_rounds) for terms in _every_paytable(game, amount)]
    if any(columns_of(the_book, wager) for wager in wagers_of(game)[1:]):
        made += [(api.default_terms(game), seats, table_rounds) for seats in range(2, most)]
    return [CampaignRun(game, *each, f"campaign {game} {number}") for number, each in enumerate(made, 1)]


def with_trial(game: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """What a submission says of a metered wager of an operator's own and of its meters."""
    wager = {key: value for key, value in own.items() if key != "meters"}
    return {"wagers": {metered(game): wager}, "meters": own["meters"]}


def metered(game: str) -> str:
    """The wager that feeds the meters; empty where there is none."""
    return next((w.family for w in book(game).wagers if w.metered), "")


def _every_paytable(game: str, amount: int) -> Iterator[Terms]:
    """As few terms as have each letter of each wager once."""
    the_book, fed = book(game), metered(game)
    families = [family for wager in wagers_of(game) if (family := family_of(game, wager))]
    letters = {family: found for family in families if (found := [x for x in the_book.letters(family) if x])}
    for n in range(max(map(len, letters.values()), default=1)):
        chosen = {family: found[n % len(found)] for family, found in letters.items()}
        changes: dict[str, Any] = {"wagers": {family: {"paytable": letter} for family, letter in chosen.items()}}
        if fed in chosen:
            changes["wagers"][fed]["amount"] = amount // 100
            meters = [m for m in the_book.meters if m.letter == chosen[fed]]
            least = {m.name: m.minimum // 100 for m in meters}
            changes["meters"] = {name: {"rate": "5", "initial": a, "reset": a} for name, a in least.items()}
        yield _terms(game, changes)


def _terms(game: str, changes: dict[str, Any]) -> Terms:
    checked = check_data(merge(api.everything(game), changes))
    assert checked.terms is not None, [str(fault) for fault in checked.faults]
    return checked.terms


class FinishedRun(Struct, frozen=True):
    """A finished run, as it is kept."""

    sums: BlockSums
    seconds: float


# --- playing it -----------------------------------------------------------------------------------------------------


def results(plan: CampaignRun, workers: runs.Workers) -> tuple[list[SimulatedWager], float]:
    """The run and the seconds it took, from the cache where it was finished before."""
    prepared = api.with_exact(api.prepare(plan.terms, players=plan.seats, seed=plan.seed))
    key = f"{runs.code()} {plan.rounds} {encode(prepared.job).decode()}"
    kept = cache.load("campaign", key)
    done = None
    with suppress(msgspec.DecodeError):
        done = msgspec.json.decode(kept, type=FinishedRun) if kept else None
    if done is None:
        keeper = api.Keeper(prepared.job)
        begun = time.perf_counter()
        sums = api.conduct(prepared, plan.rounds, workers, resume=_begun(prepared, plan.rounds), keeper=keeper)
        done = FinishedRun(sums, keeper.before + time.perf_counter() - begun)
        cache.store("campaign", key, encode(done))
    return api.found(prepared, done.sums), done.seconds


def _begun(prepared: api.Prepared, rounds: int) -> bool:
    """Whether there is something to go on with: a run of the same job that is not longer than this one."""
    try:
        kept = runs.read(runs.place_of(prepared.job), prepared.job)
    except runs.CannotResume:
        return False
    return all((block + 1) * BLOCK <= rounds for block in kept.done)


def labels(plan: CampaignRun) -> dict[str, str]:
    """Wager → its paytable as the page names it: metered wagers with their amount, an operator's with its cards."""
    found = {}
    for wager, (letter, _) in api.prepare(plan.terms, players=plan.seats).named.items():
        found[wager] = letter or "-"
        if wager == metered(plan.game):
            held = plan.terms.wager(wager)
            assert held is not None
            cards = plan.terms.progressive_cards.replace("_", " ")
            found[wager] = f"{letter or f'own, {cards}'} ${held.minimum // 100}"
    return found


def rows_of(plan: CampaignRun, found: Sequence[SimulatedWager]) -> list[CampaignRow]:
    named = labels(plan)
    made = []
    for row in found:
        if row.exact is not None:
            p_value = row.chi_square.p_value if row.chi_square else None
            figures = (float(row.mean), row.standard_error, float(row.exact), row.z, p_value)
            made.append(CampaignRow(plan.game, row.wager, named[row.wager], row.seats, row.rounds, *figures))
    return made


def campaign(
    games: Sequence[str], rounds: int, table_rounds: int, workers: runs.Workers
) -> Iterator[tuple[list[CampaignRow], float]]:
    """The rows of each run, and the seconds it took; every wager by every paytable with the same number of seats is
    taken once, the first time. What lies beyond three standard errors is played again: chance does not strike twice, a
    fault does."""
    seen: set[tuple[str, str, str, int]] = set()
    for plan in [plan for game in games for plan in plans(game, rounds, table_rounds)]:
        fresh = {(plan.game, wager, table, plan.seats) for wager, table in labels(plan).items()} - seen
        if fresh:
            runs_found, seconds = results(plan, workers)
            made = rows_of(plan, runs_found)
            rows = [row for row in made if (row.game, row.wager, row.paytable, row.seats) in fresh]
            if far := {row.wager for row in rows if row.far}:
                anew = replace(plan, seed=f"{plan.seed} again", rounds=AGAIN * plan.rounds)
                runs_found, more = results(anew, workers)
                seconds += more
                rows += [replace(row, again=True) for row in rows_of(anew, runs_found) if row.wager in far]
            yield rows, seconds
            seen |= fresh


def _can_be_written(parser: argparse.ArgumentParser, page: Path) -> None:
    """Says so now rather than after hours."""
    folder = page.absolute().parent
    if page.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        parser.error(f"--write: {page} cannot be written")


def main(arguments: Sequence[str] | None = None) -> int:
    from pitboss.simulation.campaign_page import all_agree, page

    parser = argparse.ArgumentParser(prog="python -m pitboss.simulation.campaign", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each run with one seat")
    parser.add_argument("--table-rounds", type=int, default=0, help="rounds of each run with several; a fifth of them")
    parser.add_argument("--games", nargs="*", choices=games(), default=games(), metavar="GAME")
    parser.add_argument("--workers", type=int, default=0, help="threads; all cores unless given")
    parser.add_argument("--write", type=Path, help="the page to write; it is printed otherwise")
    given = parser.parse_args(arguments)
    if given.rounds < 1 or given.table_rounds < 0 or given.workers < 0:
        parser.error("rounds are 1 or more; rounds at tables and workers are not negative")
    table_rounds = given.table_rounds or max(1, given.rounds // 5)
    if given.write:
        _can_be_written(parser, given.write)
    rows: list[CampaignRow] = []
    spent = 0.0
    try:
        found = campaign(given.games, given.rounds, table_rounds, runs.Threads(given.workers))
        for number, (fresh, seconds) in enumerate(found, 1):
            rows += fresh
            spent += seconds
            worst = max((abs(row.z or 0) for row in fresh), default=0)
            told = f"run {number}: {len(fresh)} figures, furthest {worst:.2f} standard errors, {spent:.0f} s"
            print(told, flush=True)
    except KeyboardInterrupt:
        print("interrupted; what was played is kept, and the same command goes on", file=sys.stderr)
        return INTERRUPTED
    command = " ".join([parser.prog, *(sys.argv[1:] if arguments is None else arguments)])
    text = page(rows, spent, command)
    if given.write:
        mode = given.write.stat().st_mode & 0o777 if given.write.exists() else 0o644
        cache.write_whole(given.write.absolute(), text.encode(), mode)
    else:
        print(text)
    return 0 if all_agree(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
