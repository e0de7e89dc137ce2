"""Terms as the text of a Rules Submission: a place to begin for whoever proposes others."""

import json
from typing import Any

from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.terms import Terms


def submission_text(terms: Terms) -> str:
    """The submission behind these terms, as TOML.

    >>> _lines({"game": "x", "dealing": {"decks": 2}}, ())
    ['game = "x"', '', '[dealing]', 'decks = 2']
    """
    return "\n".join(_lines(as_submission(terms), ())) + "\n"


def _lines(data: dict[str, Any], at: tuple[str, ...]) -> list[str]:
    """Values first: in TOML what follows the name of a table belongs to it."""
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    values = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if key not in tables]
    lines = [f"[{'.'.join(at)}]", *values] if at and (values or not tables) else values
    for key, value in tables.items():
        inner = _lines(value, (*at, _key(key)))
        lines += ["", *inner] if lines else inner
    return lines


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    # Texts, numbers and yes or no are written alike in JSON and TOML; a DEL is the exception.
    return json.dumps(value).replace("\x7f", "\\u007f")
