"""A wheel built from this checkout, and the program as somebody has it who installed that wheel."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build(into: Path) -> Path:
    """The wheel. The build tools come with the development environment, so nothing is fetched."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    command = [*pip, "--no-deps", "--no-build-isolation", "--no-index", "-w", str(into), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    (wheel,) = into.glob("*.whl")
    return wheel


def install(wheel: Path, into: Path) -> Path:
    """A folder with what the wheel brings and nothing else; libraries come from this environment."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command = [*pip, "--no-deps", "--no-index", "--no-compile", "--target", str(into), str(wheel)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return into


def run(site: Path, home: Path, *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """Python with the installed package, in an empty folder of a user who has kept nothing yet."""
    home.mkdir(exist_ok=True)
    fresh = {"HOME": str(home), "PITBOSS_CACHE": str(home / "cache"), "COLUMNS": "80", "NO_COLOR": "1"}
    environment = {**os.environ, **fresh, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=home, env=environment, input=given, capture_output=True, text=True, check=False, timeout=300
    )
