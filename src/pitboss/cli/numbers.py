"""Kinds of options: whole numbers, where half a player is a mistake and not one to be rounded, and options that may be
given several times."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter


def _read(kind: Any, tokens: Sequence[Any]) -> int:
    text = tokens[0].value.strip()
    if not re.fullmatch(r"[+-]?[0-9][0-9_]{0,17}", text):
        raise ValueError(f"'{text}' is not a whole number")
    return int(text)


Several = Annotated[tuple[str, ...], Parameter(consume_multiple=False)]
"""An option that may be given several times, each time with one value."""
WholeNumber = Annotated[int | None, Parameter(allow_leading_hyphen=True, converter=_read)]
