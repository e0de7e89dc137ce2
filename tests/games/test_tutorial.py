"""The tutorial in docs/adding-a-game.md, carried out as it stands, in a folder of its own: commands are run, changes
are made, files are written, and every line of output that it shows is printed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
MORE = "…"


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Language, file and content of every fenced block."""
    for found in re.finditer(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", text, re.M | re.S):
        yield found[1], found[2] or "", found[3]


def change(file: Path, lines: str) -> None:
    """A difference: the lines with a minus become those with a plus. They must stand there once."""
    old = "".join(f"{line[1:]}\n" for line in lines.splitlines() if line.startswith("-"))
    new = "".join(f"{line[1:]}\n" for line in lines.splitlines() if line.startswith("+"))
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def environment(place: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_") or key == "PITBOSS_CACHE"}
    return {
        **kept,
        "PYTHONPATH": str(ROOT / "src"),
        "COLUMNS": "200",
        "NO_COLOR": "1",
        "PITBOSS_DATABASE": f"sqlite:///{place}/house.db",
        "PITBOSS_KEY_FILE": str(place / "keys"),
    }


def run(command: str, place: Path) -> str:
    """What a command prints. A house is closed as soon as it is open."""
    import shlex

    words = shlex.split(command.replace("EXAMPLES", str(ROOT / "examples")))
    assert words.pop(0) == "pitboss"
    call = [sys.executable, "-m", "pitboss", *words]
    if words[0] != "serve":
        done = subprocess.run(
            call, cwd=place, env=environment(place), capture_output=True, text=True, check=False, timeout=600
        )
        assert "a mistake in pitboss itself" not in done.stderr and done.returncode in (0, 1), done.stderr
        return done.stdout
    house = subprocess.Popen(call, cwd=place, env=environment(place), stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    try:
        said = ""
        for line in house.stdout:
            said += line
            if "The house is open" in line:
                return said
        return said
    finally:
        house.send_signal(signal.SIGINT)
        house.stdout.close()
        assert house.wait(60) in (0, 130)


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """Every command with the lines that it is said to print."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        first, *shown = part.splitlines()
        yield first, [line for line in shown if line and line != MORE]


def plain(text: str) -> str:
    return " ".join(text.split())


def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    tried: list[str] = []
    for language, file, content in blocks(PAGE.read_text(encoding="utf-8")):
        match language:
            case "console":
                for command, shown in commands(content):
                    printed = plain(run(command, tmp_path))
                    for line in shown:
                        assert plain(line) in printed, f"$ {command}\n{line}\n--- printed:\n{printed}"
                    tried.append(command.split()[1])
            case "diff":
                change(tmp_path / file, content)
            case "toml":
                (tmp_path / file).write_text(content, encoding="utf-8")
            case other:
                raise AssertionError(f"nobody tries a block of {other}")
    for wanted in ("new-game", "check", "odds", "strategy", "simulate", "scenario", "placard", "layout", "serve"):
        assert wanted in tried
    assert (tmp_path / "sign.pdf").read_bytes().startswith(b"%PDF")
