"""The examples in the help of the commands, so that tests can run them as somebody would who copies them."""

import re
import shlex
from functools import cache

from msgspec import Struct

from pitboss.cli.help_text import FOLDER, filled

HOUSE = ("audit-", "db-", "key-", "house", "serve", "config")
"""Commands about a house, and the beginnings of their names: `tests/house` runs their examples."""
_EXAMPLE = re.compile(r"pitboss ((?:[^:]|:(?! |$))+)(?:: |$)")


class HelpExample(Struct, frozen=True):
    """One command line."""

    of: str
    """The help it stands in: `audit-list`."""
    words: tuple[str, ...]
    """What follows `pitboss`, without what the shell does with the output."""


@cache
def examples() -> tuple[HelpExample, ...]:
    """All of them, command by command; of each what stands before a pipe or a redirection."""
    found = []
    for path in sorted(FOLDER.glob("*.md")):
        text = filled(path.read_text(encoding="utf-8"), path.stem)
        for paragraph in text.partition("Examples:\n\n")[2].partition("Parameters\n---")[0].split("\n\n"):
            said = _EXAMPLE.match(" ".join(paragraph.split()))
            if said:
                found.append(HelpExample(path.stem, tuple(shlex.split(re.split(r" [|>;] ", said[1])[0]))))
    return tuple(found)


def firsts(*, house: bool) -> list[HelpExample]:
    """The first example of every command."""
    chosen = {each.of: each for each in reversed(examples())}
    return [each for name, each in sorted(chosen.items()) if name.startswith(HOUSE) is house]
