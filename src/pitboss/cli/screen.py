"""What every command shares: the screen, one-sentence errors and the games' names."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.wording.command_line import command_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult

GOOD, FINDINGS, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: all well; differences or faults were found; wrong usage or unreadable input; Ctrl-C."""


WIDEST = 100
"""Lines longer than this are hard to read, however wide the screen."""
CLAUSE_WIDTH = 22
NARROWEST = 24
"""Where less than this is left for the text, the clause goes below it."""


class Trouble(Exception):
    """What stands in the way, in one sentence for the person at the keyboard."""

    def __init__(self, message: str, status: int = WRONG_USAGE) -> None:
        super().__init__(message)
        self.status = status


# --- what may reach a screen ----------------------------------------------------------------------------------------

_LETTERS = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "◆": "*", "★": "+", "▲": "^", "■": "=", "●": "@", "▼": "v", "○": "o",
    "░": "#", "─": "-", "━": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "…": ".", "’": "'", "–": "-",
    "—": "-",
}  # fmt: skip
"""What stands for a character on a screen that does not have it."""


def safe(text: str, encoding: str = "utf-8", *, keep: str = "") -> str:
    """The text without control characters (C0, C1, text direction), in characters that the screen has."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in keep else _shown(c, encoding) for c in text)


def _shown(char: str, encoding: str) -> str:
    if not char.isprintable():
        return "?"
    try:
        char.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _LETTERS.get(char, "?")
    return char


class _Safely:
    """Whatever is printed, passed through `safe` when it has become text."""

    def __init__(self, what: "ConsoleRenderable") -> None:
        self._what = what

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.segment import Segment

        for part in console.render(self._what, options):
            yield part if part.control else Segment(safe(part.text, console.encoding, keep="\n"), part.style)


def screen() -> "Console":
    """The console on which results appear: plain text, coloured only where a terminal shows it."""
    from rich.console import Console, RenderHook

    class Safety(RenderHook):
        def process_renderables(self, renderables: "list[ConsoleRenderable]") -> "list[ConsoleRenderable]":
            return [_Safely(what) for what in renderables]

    console = Console(highlight=False, markup=False, emoji=False)
    console.push_render_hook(Safety())
    return console


def print_json(data: Any) -> None:
    """Data as JSON; characters that a screen must not get, or does not have, are written as escapes."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print("".join(c if c == "\n" or _fits(c, encoding) else _escaped(c) for c in text))


def _fits(char: str, encoding: str) -> bool:
    return char.isascii() or (char.isprintable() and char in safe(char, encoding))


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def cited(
    console: "Console", text: str, clause: str, *, style: str = "none", mark: str = "  ", below: str = ""
) -> None:
    """A line of text after a mark, its clause in a column of its own at the right; `below` is printed under it."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid()
    wide = min(console.width, WIDEST) - len(mark) - 1
    column = CLAUSE_WIDTH + 2 if clause else 0
    under = bool(clause) and wide - column < NARROWEST
    column = 0 if under else column
    before = [mark] if mark else []
    blank = [""] * len(before)
    for _ in before:
        grid.add_column(width=len(mark))
    grid.add_column(width=max(1, wide - column), style=style)
    grid.add_column(width=column or None, style="cyan")
    grid.add_row(*before, Text(text), Padding(Text(clause), (0, 0, 0, 2)) if column else "")
    if under:
        grid.add_row(*blank, Padding(Text(clause, style="cyan"), (0, 0, 0, 3)))
    if below:
        grid.add_row(*blank, Padding(Text(below, style="dim italic"), (0, 0, 0, 3)))
    console.print(grid, crop=False)


def complain(message: str) -> None:
    """One sentence on the error stream, where there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(safe(f"pitboss: {message}", getattr(sys.stderr, "encoding", None) or "utf-8"), file=sys.stderr)


def all_wrong(faults: list[str], end: str, status: int = WRONG_USAGE) -> Trouble:
    """What stands in the way where there are several faults: each is told on a line of its own. `end` says what was not
    done."""
    if len(faults) == 1:
        return Trouble(safe(faults[0]), status)
    for fault in faults:
        complain(fault)
    return Trouble(f"{len(faults)} faults; {end}", status)


def a_game(name: str) -> str:
    """The id of the game that was meant, or a suggestion."""
    from pitboss.rulebook.folders import games

    if found := game_meant(name):
        return found
    raise Trouble(f"there is no game '{plain(name)}'; the games are {', '.join(games())}{like(_folded(name), games())}")


def is_game(path: Path) -> bool:
    """Whether this is the folder of a game."""
    from pitboss.rulebook.folders import BOOK

    return (path / BOOK).is_file()


def brought(name: str) -> str:
    """The id of a game that is named by the path of its folder; the name itself where it is none."""
    from pitboss.rulebook.folders import BadFolder, games

    if name in games():
        return name
    from pitboss.play.admission import admit

    try:
        return admit(name)
    except BadFolder as bad:
        for fault in bad.faults:
            complain(f"{shown(bad.path)}: {fault}")
        count = "one fault" if len(bad.faults) == 1 else f"{len(bad.faults)} faults"
        raise Trouble(f"{shown(bad.path)}: {count}; this folder cannot be used as a game") from None


def game_meant(name: str) -> str:
    """The id of a game, called by its name, the beginning of it or its initials, or by the path of its folder;
    nothing where none is."""
    from pitboss.rulebook.folders import games

    if (found := brought(name)) in games():
        return found
    folded = _folded(name)
    initials = {"".join(word[0] for word in game.split("-")): game for game in games()}
    meant = [game for game in games() if game == folded or (len(folded) > 2 and game.startswith(folded))]
    return meant[0] if len(meant) == 1 else initials.get(folded, "")


def _folded(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def like(word: str, words: tuple[str, ...]) -> str:
    """A suggestion for a misspelt or shortened word."""
    from difflib import get_close_matches

    found = get_close_matches(word, words, n=1, cutoff=0.5) or [w for w in words if word and w.startswith(word)][:1]
    return f". Did you mean '{found[0]}'?" if found else ""


def plain(text: str) -> str:
    """Somebody's text for a message: short, and without characters that could move the cursor."""
    shown = safe(text)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def shown(path: Path) -> str:
    """A path for a message."""
    return safe(str(path))


def as_argument(game: str) -> object:
    """What names this game on a command line: its id, or the path of the folder that was brought."""
    from pitboss.rulebook.folders import brought, folder

    return folder(game) if folder(game) in brought() else game


def to_copy(*words: object) -> str:
    """A command for the reader to copy: quoted for a shell, and safe on a screen."""
    return safe(command_line(*words))


def read_bytes(path: Path) -> bytes:
    """The content of a file somebody named."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise Trouble(f"{shown(path)}: {why_unreadable(error)}") from None


def why_unreadable(error: Exception) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "this is a directory; name a file in it"
        case PermissionError():
            return "you may not read this file"
        case UnicodeDecodeError():
            return f"this is not a UTF-8 text file (byte {error.start})"
        case _:
            return f"cannot be read: {getattr(error, 'strerror', None) or error}"
