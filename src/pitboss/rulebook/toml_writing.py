"""Values as the text of a TOML file: the way back from what a file of ours says."""

import json
from typing import Any


def toml_of(data: dict[str, Any], at: tuple[str, ...] = ()) -> str:
    """The text of a file with these values, or of the table that stands there in a file.

    >>> toml_of({"game": "x", "dealing": {"decks": 2}})
    'game = "x"\\n\\n[dealing]\\ndecks = 2\\n'
    """
    return "\n".join(_lines(data, at)) + "\n"


def _lines(data: dict[str, Any], at: tuple[str, ...]) -> list[str]:
    """Values first: in TOML what follows the name of a table belongs to it."""
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    values = [f"{toml_key(key)} = {toml_value(value)}" for key, value in data.items() if key not in tables]
    lines = [f"[{'.'.join(at)}]", *values] if at and (values or not tables) else values
    for key, value in tables.items():
        inner = _lines(value, (*at, toml_key(key)))
        lines += ["", *inner] if lines else inner
    return lines


def toml_key(key: str) -> str:
    """A key, quoted where it must be."""
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else toml_value(key)


def toml_value(value: Any) -> str:
    """One value, on one line."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items()) + " }"
    # Texts, numbers and yes or no are written alike in JSON and TOML; a DEL is the exception, and so are the halves of
    # which JSON makes a rare character where it must not write it.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
