"""Every refusal as an answer: a stable code, a sentence, the clause where there is one, and a fitting status. What went
wrong inside is logged and never told: no traceback leaves the house, and no card."""

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store.writer import StoreTrouble, of_trouble
from pitboss.table.refusals import Refusal, RefusedAct

MALFORMED, TOO_LARGE, SHAPE, ORIGIN, RATE = "malformed", "too_large", "shape", "origin", "rate"

_STATUS = {
    400: (MALFORMED,),
    401: ("not_logged_in", "bad_login", "bad_token", "feed_key"),
    403: (
        "wrong_role", "not_your_role", "conflict_of_interest", "walk_ins_only", "same_person", "two_people", "confirm",
        "set_up", ORIGIN, "no_guests", "no_metrics",
    ),
    404: (
        "not_found", "no_table", "no_account", "no_session", "no_process", "no_meter", "no_proposal", "no_game",
        "no_clause", "coach_off", "no_task", "no_exam", "no_sitting",
    ),
    405: ("method",),
    413: (TOO_LARGE,),
    421: ("host",),
    422: (
        SHAPE, "handle", "handle_reserved", "password", "roles", "amount", "account", "act_id", "seed", "submission",
        "unfit_answer", "exam",
    ),
    429: (RATE, "locked", "busy", "connections", "guests"),
    500: ("mistake",),
    503: ("store", "closing", "moved"),
}  # fmt: skip
STATUS: Mapping[str, int] = {code: status for status, codes in _STATUS.items() for code in codes}
REFUSED = 409
"""What the rules or the state of things refuse."""

_JSON = msgspec.json.Encoder()

MEANINGS = {
    400: "The body is not JSON.",
    401: "Nobody is logged in here, or the password or key is wrong.",
    403: "Another role, another origin, or the password again (`confirm`) is needed.",
    404: "There is no such thing.",
    405: "This address does not take this method.",
    409: "The rules or the state of things refuse it; nothing was changed.",
    413: "The message is too large.",
    421: "The house is not known under the name that was asked for (`host`).",
    422: "The request does not have the shape that is documented here.",
    429: "Too many requests, or wrong passwords; try again later.",
    503: "The store is in trouble or the house is closing; nothing was changed.",
}


class Problem(Refusal, frozen=True):
    """Why something was refused. Codes are stable; sentences may be improved."""


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.code, REFUSED)


def of_audit(error: AuditTrouble) -> tuple[Refusal, int]:
    """What the record cannot answer. Its codes are its own: the rules, too, may refuse because there is `no_round`."""
    wrong = dict.fromkeys(("before", "sheet", "irregularity"), 422)
    status = {**wrong, **dict.fromkeys(("open", "damaged", "other_game"), REFUSED)}
    return Refusal(error.code, str(error)), status.get(error.code, 404)


def body(refusal: Refusal) -> bytes:
    return _JSON.encode(refusal)


def found(error: BaseException) -> Refusal | None:
    """What an exception says to whoever asked; None for mistakes of the program."""
    if isinstance(error, RefusedAct):
        return error.refusal
    if isinstance(error, StoreTrouble):
        return of_trouble(error)
    return None


UNREADABLE = Refusal(
    MALFORMED, "this cannot be read", allowed="a JSON object in UTF-8, not nested deeply, without endless numbers"
)
MISTAKE = Refusal("mistake", "a mistake in the program; it was logged", allowed="report it to the people who run this")


_AT = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$(?P<place>.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
PRINTABLE_ONLY = "printable characters only"


def shape(place: str, allowed: str) -> Refusal:
    """What the documented shape of a request forbids. What was given is named by its place, never repeated: it could be
    a password."""
    allowed = f"{place}: {allowed}"
    return Refusal(SHAPE, "the request does not have the documented shape", "", safe(place), safe(allowed, 500))


def of_shape(error: msgspec.ValidationError, asked: Any, places: Mapping[str, str] | None = None) -> Refusal:
    """What is wrong with a request, and where; `places`: how the parts of an address are called."""
    found = _AT.fullmatch(str(error))
    assert found is not None
    what, place = found["what"], (found["place"] or "").removeprefix(".")
    field = _FIELD.fullmatch(what)
    if field is not None:
        place = f"{place}.{field['name']}".removeprefix(".")
        what = "this is needed" if field["what"].startswith("missing") else "there is no such field"
    elif what.startswith(("Invalid enum value", "Invalid value")):
        what = f"one of {', '.join(map(repr, _choices(asked, place))) or 'the documented values'}"
    elif "matching regex" in what:
        what = PRINTABLE_ONLY
    if places is not None:
        return shape(places.get(place, place), what)
    return shape(f"body.{place}" if place else "body", what)


def _choices(asked: Any, place: str) -> tuple[Any, ...]:
    """The values that a field permits; none of a field within another, of which there can be many kinds."""
    hint = get_type_hints(asked).get(place)
    return next((get_args(each) for each in (hint, *get_args(hint)) if get_origin(each) is Literal), ())


def of_text(error: Exception) -> Refusal:
    """A text that is no JSON, or none that anybody should read."""
    if isinstance(error, msgspec.DecodeError) and not isinstance(error, msgspec.ValidationError):
        return Refusal(MALFORMED, "this is not JSON", allowed="a JSON object")
    return UNREADABLE


def unreadable(raw: bytes) -> Refusal | None:
    """Why this cannot be read, whatever it should be; None where it is JSON."""
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return of_text(error)
    return None


def of_json(error: Exception) -> Refusal:
    """What is wrong with a message that was to be read into the acts themselves."""
    if isinstance(error, msgspec.ValidationError):
        return Refusal(SHAPE, "the message does not have the documented shape", allowed=safe(str(error)))
    return Refusal(MALFORMED, "this is not JSON", allowed="a JSON object")


def safe(text: str, longest: int = 200) -> str:
    """Somebody's text, for an answer."""
    return "".join(c if c.isprintable() else "?" for c in text[:longest])
