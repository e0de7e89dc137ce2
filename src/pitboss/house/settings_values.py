"""How the value of a setting is read, whether it comes from a file, the environment or a flag, and how it is shown."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.house.store.addresses import ALLOWED, StoreError, file_of, masked

_MONEY = re.compile(r"[0-9]+(\.[0-9]{1,2})?")

_NAME = re.compile(r"[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*(:[0-9]{1,5})?")


class BadValue(ValueError):
    """A value that a setting cannot have."""


@dataclass(frozen=True)
class Given:
    """A value as it was given."""

    value: Any
    text: bool  # from the environment or a flag, where everything is text
    base: Path  # the folder from which relative paths are meant


@dataclass(frozen=True)
class SettingKind:
    """What values a setting can have."""

    allowed: str
    read: Callable[[Given], Any]
    show: Callable[[Any], Any] = lambda value: value
    """The value as it would stand in the file."""


def _declared(kind: Any) -> Callable[[Given], Any]:
    """Reads what a type allows: a number in a file must be one, a number in the environment is text."""

    def read(given: Given) -> Any:
        value = given.value.strip() if isinstance(given.value, str) else given.value
        try:
            return msgspec.convert(value, kind, strict=not given.text)
        except msgspec.ValidationError:
            raise BadValue from None

    return read


def whole(low: int, high: int) -> SettingKind:
    return SettingKind(f"a whole number from {low} to {high}", _declared(Annotated[int, Meta(ge=low, le=high)]))


def number(low: float, high: float) -> SettingKind:
    """Seconds or factors: never money."""
    read = _declared(Annotated[float, Meta(ge=low, le=high)])
    return SettingKind(f"a number from {low:g} to {high:g}", read, _plain_number)


def _plain_number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def amount(low: int, high: int) -> SettingKind:
    """Dollars with at most two decimals; cents inside."""

    def read(given: Given) -> int:
        from pitboss.play.table import cents

        value = given.value
        if isinstance(value, str):
            value = value.strip().removeprefix("$").replace(",", "")
            if not _MONEY.fullmatch(value):  # "1e5" is a number, but nobody writes money like that
                raise BadValue
        if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
            raise BadValue
        try:
            exact = cents(value)
        except (ValueError, ArithmeticError):
            raise BadValue from None
        if not low <= exact <= high:
            raise BadValue
        return exact

    allowed = f'dollars and cents from "{_dollars(low)}" to "{_dollars(high)}"'
    return SettingKind(allowed, read, _dollars)


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def choice(*words: str) -> SettingKind:
    def read(given: Given) -> str:
        if not isinstance(given.value, str) or given.value.strip().lower() not in words:
            raise BadValue
        return given.value.strip().lower()

    return SettingKind(f"{', '.join(words[:-1])} or {words[-1]}", read)


def _host(given: Given) -> str:
    value = given.value.strip() if isinstance(given.value, str) else ""
    if not value or not value.isprintable() or any(c in value for c in " /@?#"):
        raise BadValue
    return value


HOST = SettingKind("the name or number of a network interface, such as 127.0.0.1 or 0.0.0.0", _host)


def _path(given: Given) -> Path:
    if not isinstance(given.value, str | Path) or not str(given.value).strip() or "\0" in str(given.value):
        raise BadValue
    return given.base / Path(given.value).expanduser()


PATH = SettingKind("the name of a file", _path, str)


def _optional(given: Given) -> Path | None:
    return None if given.value == "" else _path(given)


OPTIONAL_PATH = SettingKind(
    'the name of a file or a folder, or "" for none', _optional, lambda path: "" if path is None else str(path)
)


def _several(given: Given, separators: str) -> list[Any]:
    value = given.value
    if given.text and isinstance(value, str):
        for separator in separators:
            value = value.replace(separator, "\n")
        value = [part for part in (part.strip() for part in value.split("\n")) if part]
    if not isinstance(value, list | tuple):
        raise BadValue
    return list(value)


def _paths(given: Given) -> tuple[Path, ...]:
    return tuple(_path(Given(one, given.text, given.base)) for one in _several(given, os.pathsep))


PATHS = SettingKind(
    f"names of files (a list in a file; separated by '{os.pathsep}' in the environment)",
    _paths,
    lambda paths: [str(path) for path in paths],
)


FOLDERS = SettingKind(
    f"names of folders (a list in a file; separated by '{os.pathsep}' in the environment)",
    _paths,
    lambda paths: [str(path) for path in paths],
)


def _origins(given: Given) -> tuple[str, ...]:
    return tuple(_origin(one) for one in _several(given, " ,"))


def _origin(value: Any) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(value)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in value
        _ = parts.port
    except (ValueError, TypeError, AttributeError):
        good = False
    if not good or parts.path not in ("", "/") or "?" in value or "#" in value or "*" in value:
        raise BadValue
    return f"{parts.scheme}://{parts.netloc}".lower()


ORIGINS = SettingKind(
    "addresses such as https://casino.example (a list in a file; separated by commas in the environment)",
    _origins,
    list,
)


def _host_names(given: Given) -> tuple[str, ...]:
    return tuple(_host_name(one) for one in _several(given, " ,"))


def _host_name(value: Any) -> str:
    if not isinstance(value, str) or not (value == "*" or _NAME.fullmatch(value)):
        raise BadValue
    return value.lower()


HOST_NAMES = SettingKind(
    "names such as casino.example or casino.example:8443, or * for any (a list in a file; separated by commas in the "
    "environment)",
    _host_names,
    list,
)


def _address(given: Given) -> str:
    if not isinstance(given.value, str):
        raise BadValue
    try:
        path = file_of(given.value)
    except StoreError as error:
        raise BadValue(str(error)) from None
    if path is None:
        return given.value
    path = (given.base / path).absolute()
    return str(path) if "?" in str(path) else f"sqlite:///{path}"


ADDRESS = SettingKind(ALLOWED, _address, masked)


def _internal_address(given: Given) -> str:
    if given.value == "":
        return ""
    found = _origin(given.value)
    if not found.startswith("http://") or ":" not in found.removeprefix("http://"):
        raise BadValue
    return found


INTERNAL_ADDRESS = SettingKind("an address with a port, such as http://10.0.0.5:8000, or empty", _internal_address)
