"""What `pitboss odds` and `pitboss strategy` are given, read: amounts, names with values, submissions, paytables."""

import re
from decimal import Decimal, InvalidOperation, Overflow
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.screen import FINDINGS, WRONG_USAGE, Trouble, a_game, complain, plain, shown, to_copy, why_unreadable
from pitboss.rulebook.pays import dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.odds.typed import Typed
    from pitboss.rulebook.submission_faults import Fault
    from pitboss.rulebook.terms import Terms


TOO_LONG = 10**18
"""Cents that no screen shows in full."""


def cents(text: str, option: str) -> int:
    """An amount in dollars as people type it: `5`, `2.50`, `$10,000`."""
    bare = text.strip().replace(",", "")
    sign = "-" if bare.startswith("-") else ""
    try:
        exact = Decimal(sign + bare.removeprefix("-").removeprefix("$")) * 100
    except InvalidOperation:
        exact = Decimal("nan")
    except Overflow:
        exact = Decimal(TOO_LONG)
    if exact.is_finite() and abs(exact) >= TOO_LONG:
        from pitboss.odds.request_terms import MOST

        raise Trouble(f"{option}: '{plain(text)}' is out of range; {dollars(MOST)} is the most")
    if exact.is_finite() and exact == int(exact):
        return int(exact)
    raise Trouble(f"{option}: '{plain(text)}' is not an amount in dollars, such as 5, 2.50 or 10,000")


def whole(text: str, option: str) -> int:
    """A number of people or things."""
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
        return int(text)
    raise Trouble(f"{option}: '{plain(text)}' is not a whole number, such as 1 or 5")


def named(given: "Sequence[str]", option: str, what: str) -> dict[str, str]:
    """NAME=VALUE, each name once."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise Trouble(f"{option} {plain(text)}: give a name and {what}, such as {option} {_EXAMPLES[option]}")
        if name.lower() in (known.lower() for known in found):
            raise Trouble(f"{option} {plain(text)}: '{plain(name)}' is given twice")
        found[name] = value
    return found


_EXAMPLES = {"--meter": '"NAME=50,000"', "--reading": "NAME=VALUE"}


def game_and_terms(game: str | None, submission: Path | None) -> "tuple[str, Terms | None]":
    """The game and, where a submission is given, its terms."""
    wanted = a_game(game) if game is not None else None
    if submission is None:
        if wanted is None:
            raise Trouble("say which game, or give a submission with --submission; `pitboss games` lists the games")
        return wanted, None
    from pitboss.rulebook.submission import check

    checked = check(text_of(submission), submission.parent)
    if checked.terms is None:
        raise faulty(submission, checked.faults, f"see `{to_copy('check', submission)}`", FINDINGS)
    if wanted is not None and checked.terms.game != wanted:
        raise Trouble(f"{shown(submission)}: this submission is for {checked.terms.game}, not for {wanted}")
    return checked.terms.game, checked.terms


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Trouble(f"{shown(path)}: {why_unreadable(error)}") from None


def faulty(path: Path, faults: "Sequence[Fault]", more: str, status: int) -> Trouble:
    """Says every fault; what is given back sums them up."""
    for fault in faults:
        complain(f"{shown(path)}: {fault}")
    count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
    return Trouble(f"{shown(path)}: {count}; {more}", status)


def a_wager(game: str, name: str | None) -> str | None:
    """The wager meant by its id or title, in any case; what is unknown is left to be refused."""
    if name is None:
        return None
    from pitboss.rulebook.book import book

    folded = _folded(name)
    titles = {_folded(w.title): w.family for w in book(game).wagers}
    return titles.get(folded, folded)


def _folded(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def is_file(paytable: str | None) -> bool:
    """Whether a paytable is named by its file and not by its letter."""
    if paytable is None or len(paytable) < 2 or paytable.isdecimal():
        return False
    return paytable.lower().endswith(".toml") or "/" in paytable or "\\" in paytable or Path(paytable).exists()


def typed(game: str, wager: str, paytable: str) -> "Typed":
    """A paytable typed in by hand, from its file."""
    from pitboss.odds.request import Request, asked, family_of, wagers_of
    from pitboss.odds.typed import BadTable, typed_table
    from pitboss.rulebook.book import book

    if wager not in wagers_of(game):
        asked(Request(game=game, wager=wager))  # refuses it
    path = Path(paytable)
    try:
        return typed_table(book(game), family_of(game, wager), text_of(path))
    except BadTable as bad:
        raise faulty(path, bad.faults, "nothing was worked out", WRONG_USAGE) from None
