"""Handles: the names under which people are known at the tables and in the trail. A handle must say one person only,
whatever its case and however it is typed, and must not pass for the house, a role or a walk-in."""

import re
import unicodedata

from pitboss.rulebook.roles import ROLES, ROWS
from pitboss.table.people import name
from pitboss.table.refusals import refuse

LONGEST = 24
ALLOWED = f"1 to {LONGEST} printable characters, a letter among them, without ':' and '/'"

WALK_IN = "walk-in "
"""Begins the name of a player without an account whom the dealer seats."""

RESERVED = frozenset(
    (*ROLES, *(row.title for row in ROWS), "casino supervisor", "house", "pitboss", "cage", "outside", "patron", "shoe",
     "staff", "admin", "administrator", "system", "root", "nobody", "everybody", "anonymous", "all", "guest", "guests",
     "walkin", "me", "you")
)  # fmt: skip
"""Words that mean somebody or something else here; with a number behind them too ("Dealer 2")."""

_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Characters that count as printable but show nothing: two handles that differ by one look the same."""

_ALIKE = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose letters are taken for one another; a handle keeps to one of them."""


def folded(handle: str) -> str:
    """What two handles that are the same whatever their case and form have in common.

    >>> folded("  Ａnn  LEE") == folded("ann lee")
    True
    """
    once = unicodedata.normalize("NFKC", handle).casefold()
    return " ".join(unicodedata.normalize("NFKC", once).split())


def same_person(one: str, other: str) -> bool:
    """Whether two who acted are one person, whatever the roles.

    >>> same_person("supervisor:May", "manager:MAY")
    True
    """
    return folded(name(one)) == folded(name(other))


def is_walk_in(name: str) -> bool:
    """Whether this is a player without an account; no handle begins so."""
    return name.startswith(WALK_IN) and bool(name.removeprefix(WALK_IN).strip())


def possible(handle: str) -> bool:
    """Whether any account could have this handle (for logins: nothing else need be looked up)."""
    return _fault(_tidy(handle)) is None


def checked(handle: str) -> str:
    """The handle as it is kept, or why it cannot be one."""
    tidy = _tidy(handle)
    fault = _fault(tidy)
    if fault is None and "/" in unicodedata.normalize("NFKC", tidy):
        fault = "a name has no '/'"  # it stands in addresses; who has one from earlier days may still log in
    if fault is not None:
        raise refuse("handle", fault, given=ascii(handle[: 2 * LONGEST]), allowed=ALLOWED)
    if reserved(tidy):
        raise refuse("handle_reserved", "this name means somebody else here", given=tidy, allowed="another name")
    return tidy


def reserved(handle: str) -> bool:
    """Whether the handle could be taken for a role, the house, a guest of the house or a walk-in.

    >>> reserved("Dealer 2"), reserved("Walk-In Bob"), reserved("Walking Joe")
    (True, True, False)
    """
    words = "".join(c if c.isalnum() else " " for c in folded(handle)).split()
    if words[:1] == ["walkin"] or words[:2] == ["walk", "in"]:
        return True
    spaced = re.sub(r"[\d ]+$", "", " ".join(words))
    return spaced in RESERVED or spaced.replace(" ", "") in RESERVED


def _tidy(handle: str) -> str:
    """Composed letters and single spaces, none at the ends. Other blanks stay, and are refused as not printable."""
    composed = unicodedata.normalize("NFC", handle) if len(handle) <= 4 * LONGEST else handle
    return re.sub(" +", " ", composed.strip(" "))


def _fault(tidy: str) -> str | None:
    if not 1 <= len(tidy) <= LONGEST:
        return "a name has 1 to 24 characters"
    if not tidy.isprintable() or _BLANK.search(tidy):
        return "a name has only characters that can be seen"
    if ":" in unicodedata.normalize("NFKC", tidy):
        return "a name has no ':'"
    if not any(c.isalpha() for c in tidy) or unicodedata.category(tidy[0]).startswith("M"):
        return "a name has a letter and does not begin with an accent"
    scripts = {unicodedata.name(c, "").split(" ")[0] for c in tidy if c.isalpha()}
    if sum(script in scripts for script in _ALIKE) > 1:
        return "a name keeps to one alphabet"
    return None
