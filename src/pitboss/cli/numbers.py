"""Whole numbers on the command line: half a player or half a worker is a mistake, not one to be rounded."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter


def _read(kind: Any, tokens: Sequence[Any]) -> int:
    text = tokens[0].value.strip()
    if not re.fullmatch(r"[+-]?[0-9][0-9_]{0,17}", text):
        raise ValueError(f"'{text}' is not a whole number")
    return int(text)


WholeNumber = Annotated[int | None, Parameter(allow_leading_hyphen=True, converter=_read)]
