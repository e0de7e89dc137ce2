"""Sentences no wider than the screen."""

from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_wrapped(
    console: "Console", text: str, first: str = "", *, below: str = "", style: str = "none", bold: int = 0
) -> None:
    """Text no wider than the screen, the lines after the first under its beginning or after `below`."""
    from rich.text import Text

    rest = below or " " * len(first)
    width = max(console.width, len(first) + 20)
    for number, line in enumerate(
        wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    ):
        shown = Text(line, style=style)
        if not number:
            shown.stylize("bold", 0, bold)
        console.print(shown, soft_wrap=True)
