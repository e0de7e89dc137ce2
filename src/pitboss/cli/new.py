"""`pitboss new`: a valid Rules Submission to start from."""

from pathlib import Path


def new(game: str, *, output: Path | None = None) -> int:
    """Write a valid, commented Rules Submission for a game, ready to be changed.

    The games are dragon-poker, top-five-poker, let-it-ride and ultimate-texas-holdem. Every choice the rulebook leaves
    to the operator stands in the file, with the permitted values and their clauses beside it. The table is marked as
    practice until the approvals are filled in. Check what you have changed with `pitboss check FILE`.

    An existing file is never overwritten. Exit status: 0 written, 1 not written.

    Parameters
    ----------
    game
        The game's name, such as let-it-ride.
    output
        Where to write; GAME.toml in the current directory unless given.
    """
    from rich.console import Console

    from pitboss.rulebook.submission import UnknownGame, default_submission

    console = Console(highlight=False, markup=False, emoji=False)
    try:
        text = default_submission(game)
    except UnknownGame as error:
        console.print(str(error), soft_wrap=True)
        return 1
    path = output if output is not None else Path(f"{game}.toml")
    problem = _write(path, text)
    if problem:
        console.print(f"{path}: {problem}", soft_wrap=True)
        return 1
    console.print(f"Wrote {path}. Change what you need, then: pitboss check {path}", soft_wrap=True)
    return 0


def _write(path: Path, text: str) -> str:
    """Writes a new file; returns in words what stood in the way, or nothing."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        kind = "this is a directory; add a file name" if path.is_dir() else "there is already such a file"
        return f"{kind}. Nothing was written; choose another place with --output"
    except FileNotFoundError:
        return "the directory does not exist. Nothing was written"
    except IsADirectoryError:
        return "this is a directory; add a file name. Nothing was written"
    except NotADirectoryError:
        return "a part of this path is a file, not a directory. Nothing was written"
    except PermissionError:
        return "you may not write here. Nothing was written"
    except (OSError, ValueError) as error:
        return f"cannot be written: {getattr(error, 'strerror', None) or error}"
    return ""
