"""Which folder of a game something was made with: the version that the game says it is, and the digest of its files.

A log, a table of a house, an interrupted simulation and a task for a cluster carry it. Another version of a game has
other rules: what was made with one version is never gone on with by another, unless the game says that it keeps the
earlier one (`keeps` in its book; the terms of a table say by which it is played). Where the version is the same and the
files are not, a game from elsewhere is another game too. Of a built-in game it is told and accepted: its words and
drawings may be mended, and what was written must replay for ever."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.rulebook.book import book
from pitboss.rulebook.folders import OURS, digest, found, version


class Edition(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A game's folder at one time."""

    version: Annotated[int, Meta(ge=1)]
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]

    def __str__(self) -> str:
        return f"version {self.version} (digest {self.digest or 'not recorded'})"


FIRST = Edition(1, "")
"""What stands for the edition where none is carried: nothing carried one while every game was at version 1."""


class EditionDifference(Struct, frozen=True):
    """That something was made with another folder of its game than the one that is known here. As text it ends a
    sentence that begins with what it was: "this log was made with …"."""

    game: str
    then: Edition
    here: Edition
    refused: bool
    """Whether it cannot be used here; otherwise it is only told."""

    def __str__(self) -> str:
        return f"{self.game} {self.then}; here is {self.here}"


def edition(game: str) -> Edition:
    """The folder of this game as it is known here."""
    return Edition(version(game), digest(game))


def difference(game: str, then: Edition | None) -> EditionDifference | None:
    """How the folder of then differs from the one that is known here; None where it does not."""
    then, here = then or FIRST, edition(game)
    if then.version in book(game).keeps:
        return None
    if then.version != here.version:
        return EditionDifference(game, then, here, True)
    if then.digest in ("", here.digest):
        return None
    return EditionDifference(game, then, here, found(game).origin != OURS)
