"""Changes the product one small step at a time and runs the tests that cite the clause. Every mutant dies or is listed
in `equivalent.toml` with the reason why nothing changes.

    PYTHONPATH=src:tests python -m mutants.run [--workers 2] [--sample N] [--only TEXT] [--resume]

Results so far are kept in `.mutants.json`; `--resume` goes on where a run was stopped. The summary is written to
`docs/mutants.md`.
"""

import argparse
import importlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tomllib
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path

import pytest

from mutants.mutant import Mutant
from mutants.mutations import mutants
from pitboss.rulebook.coverage import tests as proved_by

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STATE = ROOT / ".mutants.json"
SEED = 2018
SECONDS = 120
WORK = 20
"""Seconds of the processor's own time, whatever else it does; the longest of all lists of tests takes three."""
TIMED_OUT = 99
QUICKLY = ["-x", "-q", "--no-header", "--assert=plain", "-p", "no:xdist", "-p", "no:schemathesis", "-p", "no:anyio"]
"""Only whether a test fails matters: nothing is loaded that would say it better, or that no cited test needs."""


def equivalents() -> dict[str, str]:
    """Mutants that change nothing anybody could notice, with the reason."""
    return {str(k): str(v) for k, v in tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8")).items()}


def tests_for(mutant: Mutant) -> list[str]:
    proved = proved_by()
    cited = {test for clause in mutant.clauses for test in proved.get(clause, [])}
    return [*sorted(test for test in cited if not test.startswith(mutant.files or "-")), *mutant.files]


def survives(mutant: Mutant) -> str:
    """Why the mutant is still alive, or nothing."""
    tests = tests_for(mutant)
    if not tests:
        return f"no test cites {', '.join(mutant.clauses) or 'any clause'}"
    code = in_a_child(mutant, [*QUICKLY, *tests])
    if code == 0:
        return f"{len(tests)} tests passed all the same"
    return "" if code in (1, 2, TIMED_OUT) else f"the tests could not be run: exit code {code}"


def in_a_child(mutant: Mutant, arguments: list[str]) -> int:
    """Runs pytest in a child of this process, which has everything loaded already, with the change made.

    A change that makes the product run for ever has been noticed too."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.chdir(ROOT)
        signal.alarm(SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))
        try:
            mutant.apply()
            code = int(pytest.main(arguments))
        except BaseException:
            code = 1
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return TIMED_OUT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def survives_by_id(mutant_id: str) -> str:
    return survives(EVERYTHING[mutant_id])


EVERYTHING = {m.id: m for m in mutants()}
for needed in ("hypothesis", "_hypothesis_pytestplugin"):  # once for all children
    importlib.import_module(needed)


def run(chosen: list[Mutant], workers: int, done: dict[str, str]) -> dict[str, str]:
    """id → why it survived (empty: it died), for all chosen."""
    todo = [m for m in chosen if m.id not in done]
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        futures = {pool.submit(survives_by_id, m.id): m for m in todo}
        for n, future in enumerate(as_completed(futures), start=1):
            mutant = futures[future]
            done[mutant.id] = future.result()
            mark = "died" if not done[mutant.id] else f"SURVIVED: {done[mutant.id]}"
            print(f"{n}/{len(todo)} {mutant.id}: {mark}", flush=True)
            if n % 20 == 0:
                STATE.write_text(json.dumps(done, indent=0), encoding="utf-8")
    STATE.write_text(json.dumps(done, indent=0), encoding="utf-8")
    return done


def family(mutant_id: str) -> str:
    parts = mutant_id.split("/")
    return parts[0] if parts[0] in ("lock", "default", "ranking", "code", "role") else parts[1]


def sample(everything: list[Mutant], size: int) -> list[Mutant]:
    """The same mutants every time, as many of each family as of any other, as far as it has so many."""
    draw, families = random.Random(SEED), defaultdict[str, list[Mutant]](list)
    for mutant in draw.sample(everything, len(everything)):
        families[family(mutant.id)].append(mutant)
    in_turn = zip_longest(*(families[name] for name in sorted(families)))
    return [mutant for turn in in_turn for mutant in turn if mutant is not None][:size]


def pass_unchanged(chosen: list[Mutant]) -> bool:
    """Whether tests as they are run here pass as long as nothing is changed: those of one mutant of each family."""
    one = {family(m.id): m for m in reversed(chosen)}.values()
    clauses = tuple(clause for m in one for clause in m.clauses)
    files = tuple(dict.fromkeys(file for m in one for file in m.files))
    return "passed all the same" in survives(Mutant("nothing", clauses, lambda: None, files))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sample", type=int, default=0, help="a seeded sample of this size")
    parser.add_argument("--only", default="", help="mutants whose id contains this text")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    everything = [m for m in mutants() if options.only in m.id]
    chosen = sample(everything, options.sample) if options.sample else everything
    done = json.loads(STATE.read_text(encoding="utf-8")) if options.resume and STATE.is_file() else {}
    if chosen and not pass_unchanged(chosen):
        print("the tests fail without any change; what dies would prove nothing")
        return 2
    done = run(chosen, options.workers, done)
    known = equivalents()
    alive = {m.id: done[m.id] for m in chosen if done[m.id] and m.id not in known}
    print(f"{len(chosen)} mutants, {sum(1 for m in chosen if not done[m.id])} died, {len(alive)} unexplained survivors")
    if not options.sample and not options.only:
        write_summary(chosen, done, known)
    return 1 if alive else 0


def write_summary(chosen: list[Mutant], done: dict[str, str], known: dict[str, str]) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    families: dict[str, list[str]] = {}
    for mutant in chosen:
        families.setdefault(family(mutant.id), []).append(mutant.id)
    lines = [
        "# Mutants",
        "",
        f"`make mutants` at commit {commit.stdout.strip()}: {len(chosen)} small changes to the product.",
        "",
        "| family | mutants | died | explained |",
        "|---|---|---|---|",
    ]
    for name, ids in sorted(families.items()):
        died = sum(1 for i in ids if not done[i])
        lines.append(f"| {name} | {len(ids)} | {died} | {sum(1 for i in ids if done[i] and i in known)} |")
    lines += ["", "Explained survivors (nothing anybody could notice changes):", ""]
    lines += [f"* `{i}`: {known[i]}" for ids in families.values() for i in ids if done[i] and i in known]
    alive = [i for ids in families.values() for i in ids if done[i] and i not in known]
    if alive:
        lines += ["", "Not yet explained:", "", *[f"* `{i}`: {done[i]}" for i in alive]]
    (ROOT / "docs" / "mutants.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
