"""Installs a built wheel as a stranger would (a bare environment, `uv tool install`, `pipx install`), and asks it the
first questions of a newcomer, with a clock beside it. It needs an index of packages, so `make wheel-check` runs it and
the suite does not."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

FIRST_ANSWERS = (
    ("import pitboss", "-c", "import pitboss"),
    ("pitboss games", "games"),
    ("pitboss rules GAME", "rules", "{game}"),
    ("pitboss new GAME", "new", "{game}", "-o", "mine.toml"),
    ("pitboss check FILE", "check", "mine.toml"),
    ("pitboss play GAME", "play", "{game}"),
    ("pitboss doctor", "doctor"),
)
FIGURES = ("odds", "strategy")
MOST = {"import pitboss": 0.15, "odds": 5.0, "strategy": 5.0}
"""Seconds that we promise."""


def main() -> int:
    takes = argparse.ArgumentParser(description=__doc__)
    takes.add_argument("wheel", type=Path)
    takes.add_argument("--no-tools", action="store_true", help="leave out uv and pipx")
    given = takes.parse_args()
    wheel = given.wheel.resolve()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
        venv.create(home / "bare", with_pip=True)
        python = home / "bare" / "bin" / "python"
        taken = _timed([python, "-m", "pip", "install", "--quiet", wheel], home, {})
        print(f"pip install in a bare environment: {taken:.0f} s")
        late = _questions(python, home)
        if not given.no_tools:
            _tools(python, wheel, home)
    print("\n".join(late) or "every promise kept")
    return 1 if late else 0


def _questions(python: Path, home: Path) -> list[str]:
    """What came later than promised."""
    pitboss = python.with_name("pitboss")
    games = subprocess.run([pitboss, "games", "--ids"], capture_output=True, text=True, check=True).stdout.split()
    late = []
    for title, *words in FIRST_ANSWERS:
        command: list[Path | str] = [python if words[0] == "-c" else pitboss]
        command += [word.format(game=games[0]) for word in words]
        late += _answer(title, title, command, home)
    for question in FIGURES:
        for game in games:
            late += _answer(question, f"pitboss {question} {game}", [pitboss, question, game], home)
    return late


def _answer(promise: str, title: str, command: list[Path | str], home: Path) -> list[str]:
    """Asked three times, each time by somebody who has nothing kept; the quickest counts."""
    taken = min(_asked(command, home) for _ in range(3))
    print(f"{title:44} {taken:6.2f} s")
    most = MOST.get(promise)
    return [f"{title}: {taken:.2f} s instead of {most}"] if most and taken > most else []


def _asked(command: list[Path | str], home: Path) -> float:
    """How long an answer takes. What an earlier one wrote is removed, since nothing is ever written over."""
    if "-o" in command:
        (home / command[command.index("-o") + 1]).unlink(missing_ok=True)
    return _timed(command, home, {"PITBOSS_CACHE": tempfile.mkdtemp(dir=home)})


def _timed(command: list[Path | str], home: Path, settings: dict[str, str]) -> float:
    environment = {**os.environ, "HOME": str(home), **settings}
    environment.pop("PYTHONPATH", None)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=home, env=environment, input="q\n", capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # a doctor may have findings
        raise SystemExit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - begun


def _tools(python: Path, wheel: Path, home: Path) -> None:
    """The two tools by which people install commands."""
    _timed([python, "-m", "pip", "install", "--quiet", "uv", "pipx"], home, {})
    ways: dict[str, tuple[list[Path | str], dict[str, str]]] = {
        "uv tool install": (
            [python.with_name("uv"), "tool", "install", wheel],
            {"UV_TOOL_DIR": str(home / "uv"), "UV_TOOL_BIN_DIR": str(home / "uv-bin")},
        ),
        "pipx install": (
            [python.with_name("pipx"), "install", wheel],
            {"PIPX_HOME": str(home / "pipx"), "PIPX_BIN_DIR": str(home / "pipx-bin")},
        ),
    }
    for title, (command, settings) in ways.items():
        taken = _timed(command, home, settings)
        found = Path(next(iter(value for name, value in settings.items() if "BIN" in name))) / "pitboss"
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        print(f"{title}: {taken:.0f} s, {version}")


if __name__ == "__main__":
    sys.exit(main())
