"""What stands behind the figures of a PAR sheet: simulation beside exact odds, tests of the shuffle, and the versions
and digests with which somebody else gets the same paper."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import Any

from pitboss.odds import cache
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import folder
from pitboss.rulebook.terms import Terms
from pitboss.table.rules import Rules
from pitboss.version import VERSION as __version__

ROUNDS = 10_000_000
SHUFFLES = 20_000
BY_ENGINE = 200
"""So many of the simulated rounds are conducted by the table's engine as well, event by event."""

AGREE = "Simulated and exact figures agree."
DIFFER = "Simulated and exact figures DIFFER by more than chance explains."

OFTEN = 0.9
"""A difference that is called visible is found so often."""
POWER = (
    "Visible: a mean that is off by so much, in percent of the base, is called DIFFERS in 90% of such runs. With four "
    "times the rounds half as much is visible."
)

Progress = Callable[[str, float], None]


def simulation(
    rules: Rules, rows: Sequence[WagerOdds], rounds: int, name: str, tell: w.ScreenWords, progress: Progress
) -> dict[str, Any]:
    """A simulation of one seat that makes every wager, beside the exact odds of this paper."""
    from pitboss.simulation import api
    from pitboss.simulation.engine import compare
    from pitboss.simulation.verdict import DIFFERS, LEVEL, NEAR, judged

    progress("simulation", 0.0)
    prepared = api.with_exact(api.prepare(rules.terms, seed=api.SEED))
    sums = api.conduct(prepared, rounds, api.workers_for(None, None))
    found = api.found(prepared, sums)
    _same_odds(prepared.exact, rows)
    allowed, verdicts = judged(found)
    checked = min(BY_ENGINE, rounds)
    progress("rounds by the engine", 0.5)
    differences = compare(prepared.job.setting, 0, checked)
    agrees = not differences and DIFFERS not in verdicts
    return {
        "rounds": f"{rounds:,}",
        "seed": api.SEED,
        "command": f"pitboss simulate {name} --rounds {rounds} --random-seed {api.SEED} --check {checked}",
        "rows": [
            [
                title_of(rules, row.wager, row.paytable),
                w.signed(row.mean),
                f"{row.standard_error:.6f}",
                "–" if row.exact is None else w.signed(row.exact),
                "–" if row.z is None else f"{row.z:+.2f}",
                "–" if row.chi_square is None else f"{row.chi_square.p_value:.3f}",
                w.percent(visible(row.standard_error, allowed.z), 3),
                verdict,
            ]
            for row, verdict in zip(found, verdicts, strict=True)
        ],
        "said": [
            f"{allowed.comparisons} comparisons (z and chi-square). Agreement is |z| up to {NEAR:g}.",
            POWER,
            f"Chance alone goes beyond |z| {allowed.z:.2f} or below p {allowed.p:.1e} once in {1 / LEVEL:,.0f} runs.",
            *tell.engine([str(difference) for difference in differences], checked),
            *_unsimulated(rules, rows, {(row.wager, row.paytable) for row in found}),
            *prepared.notes,
        ],
        "agrees": agrees,
        "conclusion": AGREE if agrees else DIFFER,
    }


def visible(standard_error: float, furthest: float) -> Fraction:
    """The power of a comparison: which difference of the mean lies `OFTEN` beyond the furthest deviation allowed."""
    return Fraction(standard_error * (furthest + NormalDist().inv_cdf(OFTEN)))


def _unsimulated(rules: Rules, rows: Sequence[WagerOdds], found: set[tuple[str, str | None]]) -> list[str]:
    """Which figures of the paper the simulation does not reach: one seat deals only so many hands."""
    left = [title_of(rules, row.wager, row.paytable) for row in rows if (row.wager, row.paytable) not in found]
    return [f"Not simulated here, exact only: {w.listed(left)}."] if left else []


def _same_odds(exact: dict[str, WagerOdds], rows: Sequence[WagerOdds]) -> None:
    """What the simulation is held against is what the paper prints."""
    printed = {(row.wager, row.paytable): row.ev for row in rows}
    for wager, row in exact.items():
        assert printed[wager, row.paytable] == row.ev, wager


def title_of(rules: Rules, wager: str, table: str | None) -> str:
    title = w.wager_title(rules.book, wager)
    return f"{title}, {w.table_named(table, by_hands=rules.book.by_hands(wager))}" if table else title


def shuffle(rules: Rules, shuffles: int, tell: w.ScreenWords, progress: Progress) -> dict[str, Any]:
    """The tests of the shuffle on the deck of this game, from a seed, so that they can be repeated exactly."""
    from pitboss.simulation.api import SEED
    from pitboss.simulation.shuffle_source import ShufflePlan
    from pitboss.simulation.shuffle_tests import run

    deck = rules.book.deck
    report = run(ShufflePlan(rules.deck.size, shuffles, SEED), deck, 1, progress)
    rows, verdict, said = tell.shuffle(report)
    return {
        "deck": f"{deck} deck of {rules.deck.size} cards",
        "shuffles": f"{shuffles:,}",
        "seed": SEED,
        "command": f"pitboss shuffle-test --deck {deck} --shuffles {shuffles} --random-seed {SEED}",
        "rows": rows,
        "said": said,
        "verdict": verdict,
        "accepted": report.accepted,
    }


def versions(terms: Terms, file: bytes | None, command: str) -> list[list[str]]:
    """Versions and SHA-256 digests of everything the figures depend on."""
    made = [
        ["pitboss", __version__],
        ["Source of rules, engine, solver and simulator", cache.code_digest()],
        ["Source of the papers", papers_digest()],
        [f"Data of the rulebook {book(terms.game).document}", rulebook_digest(terms.game)],
        ["Shuffle (cards/shuffle.py)", cache.digest_of([_home() / "cards" / "shuffle.py"])],
        ["Terms of the table", terms.digest],
    ]
    if file is not None:
        made.append(["Submission file", hashlib.sha256(file).hexdigest()])
    return [*made, ["Command", command]]


@functools.cache
def papers_digest() -> str:
    """A digest of what sets the figures on paper: everything of ours that the digest of the figures leaves out, but for
    the house and its pages."""
    parts = ("paper", "wording", "felt", "play", "cli")
    ends = (".py", ".toml", ".typ")
    return cache.digest_of(file for part in parts for file in (_home() / part).rglob("*") if file.suffix in ends)


def rulebook_digest(game: str) -> str:
    """A digest of the data of one rulebook: figures and steps, clauses, readings and options."""
    own, shared = folder(game), _home() / "rulebook" / "data"
    names = ("book.toml", "clauses.csv", "options.toml", "readings.toml")
    files = [own / name for name in names if (own / name).is_file()]
    return cache.digest_of([*files, shared / "readings.toml", shared / "options.toml"])


def _home() -> Path:
    return Path(__file__).parents[1]
