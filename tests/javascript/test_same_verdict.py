"""The browser's checker and the one in Python, each written by itself, say the same of hundreds of changed proofs."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from house.fair_support import a_proof, as_read, unfinished
from javascript.deno import ROOT, UNITS, deno
from pitboss.checker import BadProof, check

FORM = ["form"]
"""What the browser's checker says is wrong where there is no proof at all."""


def proofs() -> list[dict[str, Any]]:
    kept = sorted((ROOT / "tests" / "kept" / "proofs").glob("*.json"))
    good = [as_read(a_proof()), *(json.loads(path.read_text(encoding="utf-8")) for path in kept)]
    return [*good, *map(unfinished, good)]


def others(value: Any) -> list[Any]:
    """What could stand there instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, str(value)]
    if isinstance(value, str):
        return ["", value[:-1], f"{value}x", value[::-1], 7]
    if isinstance(value, list):
        return [[], value[1:], value[:-1], value[::-1], value[:1] * 2]
    return [{}]


def changed(whole: dict[str, Any], part: Any, way: tuple[Any, ...] = ()) -> Iterator[dict[str, Any]]:
    """The proof with one thing in it changed, for every thing and every change; of a list only some members."""
    inside = list(part.items()) if isinstance(part, dict) else list(enumerate(part))
    for key, value in inside if isinstance(part, dict) or len(inside) < 4 else [*inside[:2], inside[-1]]:
        for other in others(value):
            made = copy.deepcopy(whole)
            at: Any = made
            for step in way:
                at = at[step]
            at[key] = other
            yield made
        if isinstance(value, dict | list):
            yield from changed(whole, value, (*way, key))


def said(proof: dict[str, Any]) -> list[Any]:
    """What the checker in Python says of it."""
    try:
        report = check(proof)
    except BadProof:
        return ["wrong", FORM]
    return [report.verdict, [each.name for each in report.checks if each.ok is False]]


def test_both_checkers_say_the_same(tmp_path: Path) -> None:
    all_of_them = [each for proof in proofs() for each in (proof, *changed(proof, proof))]
    (tmp_path / "proofs").write_text("\n".join(map(json.dumps, all_of_them)), encoding="utf-8")
    done = deno("run", "--no-remote", "--no-npm", "--allow-read", UNITS / "verdicts.js", tmp_path / "proofs")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    wanted = [said(proof) for proof in all_of_them]
    verdicts = [verdict for verdict, _ in wanted]
    assert verdicts.count("fair") >= 5 and verdicts.count("unfinished") >= 5 and verdicts.count("wrong") > 1000
    differ = [
        (proof, mine, theirs) for proof, mine, theirs in zip(all_of_them, wanted, told, strict=True) if mine != theirs
    ]
    assert not differ, (len(differ), *differ[0][1:], differ[0][0])
