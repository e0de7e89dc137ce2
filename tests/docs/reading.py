"""The written pages as tests read them: blocks of code, and command lines wherever they stand."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
_FENCE = re.compile(r"^``` ?(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^(?: {4,}|\$ | {4,}\$ )(pitboss .+)$", re.M)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Language, file and content of every fenced block."""
    for found in _FENCE.finditer(text_of(page)):
        yield found[1], found[2] or "", found[3]


def command_lines(page: Path) -> list[str]:
    """Every command line, without what is remarked behind it and what a shell does with its output."""
    found = []
    for line in _COMMAND.findall(text_of(page)):
        plain = re.split(r"\s+#\s|\s+[|<>]\s|\s+2>|\s+&&|;\s|\s{3,}", re.sub(r"\$\([^)]*\)", "x", line))[0].strip()
        if "[--" not in plain:  # that tells which options there are
            found.append(plain)
    return found
