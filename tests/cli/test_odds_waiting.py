"""`pitboss odds`: what is kept between runs, and what is said while figures are worked out."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES


def test_stored_results_need_no_compiler_and_can_be_ignored(tmp_path: Path) -> None:
    code = (
        "import sys; from pitboss.cli.main import dispatch; "
        "assert dispatch(sys.argv[1:]) == 0; sys.stderr.write(str('numba' in sys.modules))"
    )

    def run(*more: str) -> tuple[dict[str, Any], bool]:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                code,
                "odds",
                LIR,
                "--wager",
                "three_card_bonus",
                "--paytable",
                "A",
                "--json",
                *more,
            ],
            capture_output=True,
            env={**os.environ, "PITBOSS_CACHE": str(tmp_path)},
            encoding="utf-8",
            check=True,
        )
        (row,) = json.loads(done.stdout)
        return row, done.stderr.endswith("True")

    first, loaded = run()
    again, loaded_again = run()
    afresh, loaded_afresh = run("--no-cache")
    assert loaded and not loaded_again and loaded_afresh
    assert again == first and afresh["ev"] == first["ev"]


def until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def test_progress_is_told_on_the_error_stream(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.cli import waiting
    from pitboss.odds.compiling import Compiling

    looked, err = [], []
    monkeypatch.setattr(Compiling, "attach", lambda self: looked.append(self))
    monkeypatch.setattr(waiting, "_TICK", 0.001)
    monkeypatch.setattr(waiting, "PATIENCE", 600.0)
    tell = waiting.Waiting("quick")
    tell("main A", 0.5)
    with tell:
        until(lambda: len(looked) > 3)
    assert capsys.readouterr() == ("", ""), "no word about what is quick"
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    tell = waiting.Waiting("slow")
    tell("main A", 0.5)

    def told() -> str:
        captured = capsys.readouterr()
        assert captured.out == ""
        err.append(captured.err)
        return captured.err

    with tell:
        until(told)
    assert re.fullmatch(r"pitboss: main A \(\d+ s so far, 50% done\)\n", err[-1])


def test_compiling_is_noticed() -> None:
    import numba

    from pitboss.odds.compiling import Compiling

    compiler = Compiling()
    compiler.attach()
    seen: list[int] = []
    dispatcher: Any = numba.njit(lambda x: x + 1)
    original = dispatcher._compiler.compile

    def compiled(*given: Any) -> Any:
        seen.append(compiler.now)
        return original(*given)

    dispatcher._compiler.compile = compiled
    assert dispatcher(1) == 2
    compiler.detach()
    assert seen == [1] and compiler.now == 0
