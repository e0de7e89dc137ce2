"""Changes the product one small step at a time and runs the tests that cite the clause. Every mutant dies or is listed
in `equivalent.toml` with the reason why nothing changes.

    PYTHONPATH=src:tests python -m mutants.run [--workers 2] [--sample N] [--only TEXT]... [--resume]

Results so far are kept in `.mutants.json`; `--resume` goes on where a run was stopped. The figures are written to
`docs/mutants.md`.
"""

import argparse
import importlib
import json
import random
import subprocess
import sys
import tomllib
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path

from mutants import children
from mutants.mutant import Mutant, family
from mutants.mutations import mutants
from pitboss.rulebook.coverage import tests as proved_by

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STATE = ROOT / ".mutants.json"
LAST = "## The last whole run"
"""From here on a whole run writes `docs/mutants.md` anew."""
SEED = 2018
BATCH = {"code": 50, "javascript": 10}
"""So many changes are made by one process, which has collected their tests, or in copies that are tested together."""


def equivalents() -> dict[str, str]:
    """Mutants that change nothing anybody could notice, with the reason."""
    return {str(k): str(v) for k, v in tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8")).items()}


def tests_for(mutant: Mutant) -> list[str]:
    proved = proved_by()
    cited = {test for clause in mutant.clauses for test in proved.get(clause, [])}
    return [*sorted(test for test in cited if not test.startswith(mutant.files or "-")), *mutant.files]


def survive(ids: tuple[str, ...]) -> dict[str, str]:
    """Of each why it is still alive, or nothing; they have one list of tests."""
    batch = [EVERYTHING[each] for each in ids]
    match batch[0].how:
        case "code":
            return children.together(batch, batch[0].files)
        case "javascript":
            return children.of_pages(batch, batch[0].files)
        case "declared":
            return {mutant.id: _survives(mutant) for mutant in batch}


def _survives(mutant: Mutant) -> str:
    tests = tests_for(mutant)
    return children.alone(mutant, tests) if tests else f"no test cites {', '.join(mutant.clauses) or 'any clause'}"


EVERYTHING = {m.id: m for m in mutants()}
for needed in ("hypothesis", "_hypothesis_pytestplugin"):  # once for all children
    importlib.import_module(needed)


def batches(chosen: list[Mutant]) -> list[tuple[str, ...]]:
    """The mutants by the tests they share; where these read what is changed, each is alone."""
    alike = defaultdict[tuple[str, ...], list[str]](list)
    for mutant in chosen:
        alike[mutant.how, *(mutant.files if mutant.how in BATCH else (mutant.id,))].append(mutant.id)
    steps = [(ids, BATCH.get(how, 1)) for (how, *_), ids in alike.items()]
    return [tuple(ids[n : n + step]) for ids, step in steps for n in range(0, len(ids), step)]


def run(chosen: list[Mutant], workers: int, done: dict[str, str]) -> dict[str, str]:
    """id → why it survived (empty: it died), for all chosen."""
    todo = [m for m in chosen if m.id not in done]
    n = 0
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        for future in as_completed([pool.submit(survive, ids) for ids in batches(todo)]):
            for name, why in future.result().items():
                n, done[name] = n + 1, why
                print(f"{n}/{len(todo)} {name}: {f'SURVIVED: {why}' if why else 'died'}", flush=True)
            if n % 20 == 0 or len(future.result()) > 1:
                STATE.write_text(json.dumps(done, indent=0), encoding="utf-8")
    STATE.write_text(json.dumps(done, indent=0), encoding="utf-8")
    return done


def sample(everything: list[Mutant], size: int) -> list[Mutant]:
    """The same mutants every time, as many of each family as of any other, as far as it has so many."""
    draw, families = random.Random(SEED), defaultdict[str, list[Mutant]](list)
    for mutant in draw.sample(everything, len(everything)):
        families[family(mutant.id)].append(mutant)
    in_turn = zip_longest(*(families[name] for name in sorted(families)))
    return [mutant for turn in in_turn for mutant in turn if mutant is not None][:size]


def pass_unchanged(chosen: list[Mutant]) -> bool:
    """Whether tests as they are run here pass as long as nothing is changed: those of one mutant of each family. Those
    of changes to code are tried before each batch."""
    one = {family(m.id): m for m in reversed(chosen) if m.how == "declared"}.values()
    clauses = tuple(clause for m in one for clause in m.clauses)
    files = tuple(dict.fromkeys(file for m in one for file in m.files))
    return not one or children.PASSED in _survives(Mutant("nothing", clauses, lambda: None, files))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sample", type=int, default=0, help="a seeded sample of this size")
    parser.add_argument("--only", action="append", help="mutants whose id contains this text, or another one given")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    everything = [m for m in EVERYTHING.values() if any(text in m.id for text in options.only or [""])]
    chosen = sample(everything, options.sample) if options.sample else everything
    done = json.loads(STATE.read_text(encoding="utf-8")) if options.resume and STATE.is_file() else {}
    if chosen and not pass_unchanged(chosen):
        print(children.UNCHANGED)
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
    page = ROOT / "docs" / "mutants.md"
    what, _, _ = page.read_text(encoding="utf-8").partition(LAST)
    lines = [
        f"{what}{LAST}",
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
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
