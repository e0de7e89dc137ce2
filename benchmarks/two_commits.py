"""Exact odds and simulation of this checkout beside those of another one, in one run.

    git worktree add ../before 508b8b4
    python benchmarks/two_commits.py ../before

The two take turns, a process each, and the best of several turns counts. Odds are timed as `pitboss odds --json` tells
it (nothing from the cache, kernels compiled before), simulation in seconds of the processor. Games that only one of the
two has are left out; nothing here is a test."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TURNS = 5


def measure(games: list[str]) -> dict[str, float]:
    """What this process's pitboss takes: all wagers and paytables of a game counted from nothing, in seconds, and the
    seconds in which a million rounds are simulated and counted."""
    from pitboss.odds.api import odds
    from pitboss.odds.request import Request
    from pitboss.simulation import api
    from pitboss.simulation.blocks import BLOCK, work

    spent = {}
    for game in games:
        spent[f"odds {game}"] = sum(row.seconds for row in odds(Request(game=game), use_cache=False))
        terms = api.default_terms(game)
        for seats in (1, terms.positions):
            job = api.prepare(terms, players=seats).job
            work(job, 0)
            turns = []
            for _ in range(10):
                begun = time.thread_time()
                work(job, 0)
                turns.append(time.thread_time() - begun)
            spent[f"simulation {game}, seats: {seats}"] = min(turns) * 1_000_000 / BLOCK
    return spent


def measured(checkout: Path, games: list[str]) -> dict[str, float]:
    """The same, by a process of this checkout."""
    found = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, __file__, "--measure", *games]
    spent: dict[str, float] = json.loads(subprocess.run(command, env=found, check=True, capture_output=True).stdout)
    return spent


def main(other: Path) -> None:
    games = [path.parent.name.replace("_", "-") for path in sorted((HERE / "src/pitboss/games").glob("*/game.py"))]
    games = [game for game in games if list(other.glob(f"src/pitboss/**/{game.replace('-', '_')}*"))]
    best: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for turn in range(TURNS + 1):
        for kept, checkout in zip(best, (other.resolve(), HERE), strict=True):
            for what, seconds in measured(checkout, games).items():
                if turn:  # the first turn compiles
                    kept[what] = min(kept.get(what, seconds), seconds)
    print(f"  {'seconds':52} {'before':>9} {'now':>9} {'change':>8}")
    for what, before in best[0].items():
        now = best[1][what]
        print(f"  {what:52} {before:9.3f} {now:9.3f} {now / before - 1:+8.0%}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2:])))
    elif len(sys.argv) == 2:
        main(Path(sys.argv[1]))
    else:
        sys.exit(__doc__)
