"""`pitboss new`: a valid Rules Submission to start from."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, a_game, shown, to_copy

FILING = """
# What the papers say of the filing; no rule of the game looks at it. Days as "2027-01-15".

[filing]
approved = ""                   # the day on which the regulator approved this version; empty: "not yet approved"
effective = ""                  # the day from which it is in force
licence = ""                    # the number of the operator's licence
contact = ""                    # whom the regulator may ask
preparer = ""                   # who made this submission
helpline = ""                   # signs and cards say it: "Gambling problem? Call 1-800-GAMBLER."

# Of a wager that is paid by lines of your own the regulator asks more; NAME is that of the wager as above, or "game"
# for a game that you bring. Without the signs before them:
#
# [filing.definitions.NAME]
# reason = ""                   # why it is to be offered
# jurisdictions = ""            # where else it is offered
# rights = ""                   # copyrights, trademarks and patents, issued or pending
"""
"""A file that is written for somebody to change ends with it."""


@helped("new")
def new(game: str, *, output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None) -> int:
    from pitboss.rulebook.submission import default_submission

    text = default_submission(a_game(game)) + FILING
    if output is None:
        print_text(text)
        return GOOD
    problem = write_new(output, text)
    if problem:
        raise Trouble(f"{shown(output)}: {problem}")
    print(f"Wrote {shown(output)}. Change what you need, then: {to_copy('check', output)}")
    return GOOD


def print_text(text: str) -> None:
    """A file of ours is UTF-8, whatever the screen has; a screen gets what it can show."""
    if hasattr(sys.stdout, "reconfigure") and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print(text, end="")


def write_new(path: Path, text: str) -> str:
    """Writes a new file; returns in words what stood in the way, or nothing."""
    made = False
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            made = True
            file.write(text)
    except FileExistsError:
        kind = "this is a directory; add a file name" if path.is_dir() else "there is already such a file"
        return f"{kind}. Nothing was written; choose another place with -o"
    except FileNotFoundError:
        return "the directory does not exist. Nothing was written"
    except IsADirectoryError:
        return "this is a directory; add a file name. Nothing was written"
    except NotADirectoryError:
        return "a part of this path is a file, not a directory. Nothing was written"
    except PermissionError:
        return "you may not write here. Nothing was written"
    except (OSError, ValueError) as error:
        if made:
            path.unlink(missing_ok=True)
        return f"cannot be written: {getattr(error, 'strerror', None) or error}. Nothing was written"
    return ""
