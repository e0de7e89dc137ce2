"""The written pages as the site has them: `docs/` and a few files beside it, with links that lead where those pages are
on the site."""

import posixpath
import re
import shutil
from pathlib import Path

BESIDE = {"CONTRIBUTING.md": "project/contributing.md", "CHANGELOG.md": "project/changelog.md"}
"""Files of the checkout → where they stand on the site."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```(\w+) (\S+)$", re.M)
_ITEM = re.compile(r"(?:[*+-]|\d+\.) ")


def copy(root: Path, into: Path) -> None:
    """All of them, and the pictures."""
    docs = root / "docs"
    for folder in ("charts", "screens"):
        shutil.copytree(docs / folder, into / folder, dirs_exist_ok=True)
    for file in docs.rglob("*.md"):
        _copy(root, file, into / file.relative_to(docs))
    for name, place in BESIDE.items():
        _copy(root, root / name, into / place)


def _copy(root: Path, file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(as_page(file.read_text(encoding="utf-8"), file.relative_to(root)), encoding="utf-8")


def as_page(text: str, path: Path) -> str:
    """The text of a file of the checkout as a page of the site."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(
        _FENCE.sub(r'``` {.\1 title="\2"}', part) if part.startswith("```") else _lists(_links(part, path))
        for part in parts
    )


def on_the_site(path: str) -> str:
    """Where a file of the checkout is on the site; nothing where it is not there."""
    if path in BESIDE:
        return BESIDE[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else ""


def _links(text: str, path: Path) -> str:
    here = on_the_site(path.as_posix())

    def lead(found: re.Match[str]) -> str:
        image, words, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found[0]
        name, sign, place = target.partition("#")
        there = on_the_site(posixpath.normpath(posixpath.join(path.parent.as_posix(), name)))
        if not there:  # a file of the checkout that is no page
            return words
        return f"{image}[{words}]({posixpath.relpath(there, posixpath.dirname(here) or '.')}{sign}{place})"

    return _LINK.sub(lead, text)


def _lists(text: str) -> str:
    """A list that follows a sentence at once needs an empty line before it."""
    made: list[str] = []
    for line in text.split("\n"):
        before = made[-1] if made else ""
        if _ITEM.match(line) and before.strip() and not before.startswith((" ", "|")) and not _ITEM.match(before):
            made.append("")
        made.append(line)
    return "\n".join(made)
