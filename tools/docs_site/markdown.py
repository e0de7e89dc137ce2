"""Small parts of Markdown pages."""

import re
from collections.abc import Iterable, Mapping

Pages = Mapping[str, str]
"""Path of a page below the site's root, ending in .md → its text."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def plain(text: str) -> str:
    """Words as they are, whatever marks of Markdown they hold, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Text as code, on one line."""
    return f"`{' '.join(text.replace('`', '').split())}`"


def in_cell(text: str) -> str:
    """Markdown that may stand in a table: a bar would end the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; nothing where it has no rows."""
    body = [f"| {' | '.join(map(in_cell, row))} |" for row in rows]
    titles = list(head)
    if not body:
        return ""
    return "\n".join([f"| {' | '.join(titles)} |", f"|{' --- |' * len(titles)}", *body]) + "\n"


def anchor(name: str) -> str:
    """A name as the anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def page(*parts: str) -> str:
    """Parts that are not empty, one below the other."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"
