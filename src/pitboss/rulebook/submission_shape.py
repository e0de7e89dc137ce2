"""The shape of a Rules Submission: which keys there are and what kind of value each takes. Only the form is judged
here; what the rules of a game permit is judged by the checks that follow. Pydantic is imported with this module, so
this module is imported only when a submission is read."""

import re
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from pitboss.rulebook.submission_faults import Bare, FaultList, Path, choice, near, shown

CENTS_MAX = 100_000_000_000
"""A billion dollars: far above any casino's figures, far below what the records can hold."""


def _decimal(value: Any, what: str) -> Decimal:
    """A whole number, a decimal number or the same as text; never a binary fraction, which would not be exact."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise PydanticCustomError("amount", f"must be {what}", {"allowed": what})
    try:
        number = Decimal(_plain_figure(value) if isinstance(value, str) else value)
    except InvalidOperation:
        raise PydanticCustomError("amount", f"must be {what}", {"allowed": what}) from None
    if not number.is_finite():
        raise PydanticCustomError("amount", f"must be {what}", {"allowed": what})
    return number


_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""A number with a comma between thousands, as 1,000 or 12,500.50; 1,50 is none."""


def _plain_figure(text: str) -> str:
    """A figure as people write it in text, without its dollar sign and the commas between thousands."""
    figure = text.strip().removeprefix("$").strip()
    return figure.replace(",", "") if _GROUPED.fullmatch(figure) else figure


def cents(value: Any) -> int:
    """Dollars into whole cents, exactly."""
    allowed = f'an amount in dollars above 0 and at most ${CENTS_MAX // 100:,}, such as 5 or "2.50"'
    dollars = _decimal(value, allowed)
    if not 0 < dollars <= CENTS_MAX // 100:
        raise PydanticCustomError("amount", "must be above $0 and at most $1,000,000,000", {"allowed": allowed})
    if dollars * 100 % 1:
        raise PydanticCustomError("amount", "has a fraction of a cent", {"allowed": "whole cents"})
    return int(dollars * 100)


def millionths(value: Any) -> int:
    """A percentage of the wager into millionths of the wager, exactly."""
    allowed = 'a percentage above 0 and up to 100, with at most four decimals, such as 5 or "2.5"'
    percent = _decimal(value.strip().removesuffix("%") if isinstance(value, str) else value, allowed)
    if not 0 < percent <= 100:
        raise PydanticCustomError("rate", f"must be {allowed}", {"allowed": allowed})
    if percent * 10_000 % 1:
        raise PydanticCustomError("rate", "has more than four decimals", {"allowed": allowed})
    return int(percent * 10_000)


def _limit(value: Any) -> int | None:
    try:
        return None if value == "none" else cents(value)
    except PydanticCustomError as error:
        allowed = f"none, or {(error.context or {})['allowed']}"
        raise PydanticCustomError("amount", error.message_template, {"allowed": allowed}) from None


_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_OF_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_day(text: str) -> bool:
    """By the calendar alone; the module that knows it knows the time of day too, and no rule may look at that."""
    found = _DAY.fullmatch(text)
    if found is None:
        return False
    year, month, of_month = map(int, found.groups())
    if year == 0 or not 1 <= month <= 12:
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= of_month <= _OF_MONTHS[month - 1] + leap


def day(value: Any) -> str:
    """A day of the calendar as text, such as 2027-01-15, or as TOML writes it without quotes; empty text is none."""
    if value == "":
        return ""
    text = value.strip() if isinstance(value, str) else str(value)  # what TOML reads as a day is written like one
    if not isinstance(value, int | Decimal) and _is_day(text):
        return text
    raise PydanticCustomError("day", "is not a day of the calendar", {"allowed": 'a day as "2027-01-15"'})


def _plain(value: Any) -> str:
    """The value of an option as text: `true`, `10`, `both`."""
    if isinstance(value, bool | int | str):
        return value if isinstance(value, str) else Bare(shown(value))
    raise PydanticCustomError("option", "must be text, a whole number, true or false", {"allowed": "one value"})


Cents = Annotated[int, BeforeValidator(cents)]
Rate = Annotated[int, BeforeValidator(millionths)]
_PLAIN = r"^[^\x00-\x1f\x7f-\x9f\x{061c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]*$"
"""No control characters, and nothing that turns the direction of writing and could make a name read as another."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_PLAIN)]
Operator = Annotated[str, StringConstraints(max_length=80, pattern=_PLAIN)]
"""It stands on the layout and on every sign, so it has the length of a name."""
Note = Annotated[str, StringConstraints(max_length=200, pattern=_PLAIN)]
Prose = Annotated[str, StringConstraints(max_length=1000, pattern=_PLAIN)]
Day = Annotated[str, BeforeValidator(day)]
Whole = Annotated[int, Field(ge=1, le=1_000_000_000)]


class Part(BaseModel):
    """A table of the file. Nothing is converted silently and no unknown key passes."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Dealing(Part):
    procedure: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    decks: Literal[1, 2] = 1
    shuffler: Literal["none", "automated", "continuous"] = "none"
    shuffler_counts_cards: bool = False
    shuffler_loads_shoe: bool = False


class TableLine(Part):
    """What is missing here is told by the checks, line by line."""

    hand: str | None = None
    pays: Whole | None = None
    unit: Literal["to", "for", "dollars", "meter"] | None = None
    meter: Annotated[str, StringConstraints(max_length=80, pattern=_PLAIN)] = ""


class WagerPart(Part):
    offered: bool = True
    paytable: str | None = None
    minimum: Cents | None = None
    maximum: Cents | None = None
    increment: Cents | None = None
    amount: Cents | None = None
    cards: str | None = None
    lines: list[TableLine] | None = None


class MeterPart(Part):
    rate: Rate | None = None
    initial: Cents | None = None
    reset: Cents | None = None


class LimitsPart(Part):
    payout_limit: Annotated[int | None, BeforeValidator(_limit)] = None


class DefinitionPart(Part):
    """What is asked of a wager or a game of the operator's own definition."""

    reason: Prose = ""
    jurisdictions: Prose = ""
    rights: Prose = ""


class FilingPart(Part):
    """What the papers say of the filing; no rule of the game looks at it."""

    approved: Day = ""
    effective: Day = ""
    licence: Note = ""
    contact: Note = ""
    preparer: Note = ""
    helpline: Operator = ""
    definitions: dict[str, DefinitionPart] = {}


class Shape(Part):
    """The whole file. Whether a key must be there is for the checks to say, beside the clause that asks for it."""

    game: str = ""
    table: Name | None = None
    operator: Operator = ""
    version: Whole = 1
    practice: bool = False
    positions: int | None = None
    positions_per_player: int | None = None
    breakage: Literal["exact", "up_to_chip"] = "exact"
    smallest_chip: Cents | None = None
    dealing: Dealing = Dealing()
    wagers: dict[str, WagerPart] = {}
    meters: dict[str, MeterPart] = {}
    limits: LimitsPart = LimitsPart()
    readings: dict[str, Annotated[str, PlainValidator(_plain)]] = {}
    approvals: dict[str, Note] = {}
    """References under which the regulator approved something; empty means not yet."""
    filing: FilingPart = FilingPart()


KINDS = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "string_too_short": "text of at least one character",
    "string_pattern_mismatch": "one line of text without control characters or changes of the writing direction",
}
"""Pydantic's kinds of error, and what should have stood there."""


def read_shape(data: dict[str, Any], report: FaultList) -> Shape:
    """The file's values where their form is right; everything else is reported, marked and left out."""
    for _ in range(3):  # one pass finds all faults of form; the last finds none
        try:
            return Shape.model_validate(data)
        except ValidationError as error:
            found = [_explain(fault, report) for fault in error.errors(include_url=False)]
            for path in found:
                report.mark(path)
                data = without(data, path)
    raise AssertionError("a value that was left out is still at fault")


def _explain(error: Any, report: FaultList) -> Path:
    """Reports one of pydantic's errors in our words; returns what must be left out."""
    path: Path = error["loc"]
    context = error.get("ctx", {})
    given = shown(error["input"])
    match error["type"]:
        case "extra_forbidden":
            known = _fields(path[:-1])
            report.fault(path, "there is no such key", allowed=choice(known), suggestion=near(str(path[-1]), known))
        case "literal_error":
            values = [v.strip("'") for v in context["expected"].replace(" or ", ", ").split(", ")]
            hint = near(str(error["input"]), values)
            report.fault(path, "is not a permitted value", given=given, allowed=choice(values), suggestion=hint)
        case "greater_than_equal" | "less_than_equal":
            report.fault(path, "is out of range", given=given, allowed="a whole number from 1 to 1,000,000,000")
        case "string_too_long":
            most = f"text of at most {context['max_length']} characters"
            report.fault(path, f"must be {most}; this has {len(error['input'])}", given=given, allowed=most)
        case kind if kind in KINDS and report.allowed_at(path):
            report.fault(path, "is not a permitted value", given=given, allowed=report.allowed_at(path))
        case kind if kind in KINDS:
            bare = kind == "string_type" and not isinstance(error["input"], dict | list)
            hint = f'in quotation marks: "{given}"' if bare else ""
            report.fault(path, f"must be {KINDS[kind]}", given=given, allowed=KINDS[kind], suggestion=hint)
        case _:
            report.fault(path, error["msg"], given=given, allowed=context.get("allowed", ""))
    return path


def _fields(path: Path) -> list[str]:
    """The keys that may stand in the table at this path."""
    model: Any = Shape
    for part in path:
        if isinstance(part, str) and isinstance(model, type):
            model = {"wagers": WagerPart, "meters": MeterPart, "lines": TableLine, "definitions": DefinitionPart}.get(
                part
            ) or _part(model, part)
    return list(model.model_fields)


def _part(model: type[BaseModel], name: str) -> type[BaseModel]:
    inner = model.model_fields[name].annotation if name in model.model_fields else None
    return inner if isinstance(inner, type) and issubclass(inner, BaseModel) else model


def without(data: Any, path: Path) -> Any:
    """A copy without the value at the path; an item of a list stays as an empty table, so that the others keep their
    places."""
    if isinstance(data, list) and path and isinstance(path[0], int):
        item = without(data[path[0]], path[1:]) if len(path) > 1 else {}
        return [*data[: path[0]], item, *data[path[0] + 1 :]]
    if not path or not isinstance(data, dict) or path[0] not in data:
        return data
    if len(path) == 1:
        return {k: v for k, v in data.items() if k != path[0]}
    return {**data, path[0]: without(data[path[0]], path[1:])}
