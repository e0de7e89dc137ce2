"""Acts of a history: the acts of the log as tables, with who did them and when. Cards are text, terms are numbers of
the file; a time is told when it changes."""

from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import msgspec

from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a

KINDS: dict[str, type[a.Action]] = {kind.__name__: kind for kind in get_args(a.AnyAction)}
"""Every act by its name."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class BadTime(ValueError):
    """A time that is none."""


def as_time(at: int) -> datetime | int:
    """A moment of a log as people read it; as it is where no calendar has it."""
    try:
        return _EPOCH + at * _MILLISECOND
    except OverflowError:
        return at


def milliseconds(given: Any) -> int:
    """A moment of a history as the log has it."""
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if not isinstance(given, datetime) or given.tzinfo is None:
        raise BadTime("a time with its zone, such as 2027-01-31T20:15:00.250Z, or milliseconds since 1970")
    whole, rest = divmod(given - _EPOCH, _MILLISECOND)
    if rest:
        raise BadTime("at most three decimals of a second")
    return whole


def written_time(at: int) -> str:
    """A moment as the file has it."""
    found = as_time(at)
    if isinstance(found, int):
        return str(found)
    return found.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def as_table(action: a.AnyAction, terms: list[Terms]) -> dict[str, Any]:
    """The act as a table; the terms that it adopts join the list."""
    if isinstance(action, a.AdoptTerms):
        if not _same(terms[-1], action.terms):
            terms.append(action.terms)
        return {"do": type(action).__name__, "terms": len(terms)}
    data: dict[str, Any] = msgspec.to_builtins(action)
    return _with_text(data)


def _same(one: Terms, other: Terms) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _with_text(data: dict[str, Any]) -> dict[str, Any]:
    """Cards as a text, in an act within the act too."""
    found = {key: _with_text(value) if isinstance(value, dict) else value for key, value in data.items()}
    if "cards" in found:
        found["cards"] = " ".join(found["cards"])
    return found


def with_lists(data: Any) -> Any:
    """The way back: text as a list of cards."""
    if not isinstance(data, dict):
        return data
    found = {key: with_lists(value) for key, value in data.items()}
    if isinstance(found.get("cards"), str):
        found["cards"] = found["cards"].split()
    return found
