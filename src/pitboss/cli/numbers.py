"""Kinds of options: whole numbers, where half a player is a mistake and not one to be rounded, and options that may be
given several times."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.screen import Trouble
from pitboss.cli.simulate_numbers import whole


def _read(kind: Any, tokens: Sequence[Any]) -> int:
    text = tokens[0].value.strip()
    if not re.fullmatch(r"[+-]?[0-9][0-9_]{0,17}", text):
        raise ValueError(f"'{text}' is not a whole number")
    return int(text)


def _read_short(kind: Any, tokens: Sequence[Any]) -> int:
    """As `simulate` reads it: 10m and 2.5e6 too."""
    text = tokens[0].value.strip()
    if not re.fullmatch(r"[0-9][0-9_]*(\.[0-9]+)?([kmbgKMBG]|[eE][0-9]{1,2})", text):
        return _read(kind, tokens)
    try:
        return whole(text, "--rounds")
    except Trouble:
        raise ValueError(f"'{text}' is not a whole number") from None


Several = Annotated[tuple[str, ...], Parameter(consume_multiple=False)]
"""An option that may be given several times, each time with one value."""
WholeNumber = Annotated[int | None, Parameter(allow_leading_hyphen=True, converter=_read)]
ManyRounds = Annotated[int | None, Parameter(allow_leading_hyphen=True, converter=_read_short)]
"""A number that may be large: 10000000, 10_000_000, 10m or 1e7."""
