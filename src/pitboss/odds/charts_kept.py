"""The facts of a chart, kept between runs: drawing them takes no time, counting them takes seconds."""

import json
from collections.abc import Callable
from typing import TypeVar

import msgspec

from pitboss.odds import cache
from pitboss.odds.result import exactly
from pitboss.table.rules import Rules

Chart = TypeVar("Chart")


def kept(kind: type[Chart], rules: Rules, more: object, count: Callable[[], Chart]) -> Chart:
    """The facts of this kind for a game under its terms; counted where none are kept, or what is kept is damaged.
    `more`: what else they depend on."""
    key = json.dumps([kind.__name__, rules.digest, more])
    content = cache.load("charts", key)
    if content is not None:
        try:
            return msgspec.json.decode(content, type=kind, dec_hook=lambda known, text: known(text))
        except (msgspec.DecodeError, ValueError, ArithmeticError):
            pass  # damaged
    found = count()
    cache.store("charts", key, msgspec.json.encode(found, enc_hook=exactly))
    return found
