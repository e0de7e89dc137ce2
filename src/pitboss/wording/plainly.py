"""The rulebook's own notes in the words of a paper. Readings and choices name each other by the keys of a submission
(`meter_floor = none`); a regulator reads what the choice is about instead."""

import re

from pitboss.odds.studies import title_of
from pitboss.rulebook.folders import remembered
from pitboss.rulebook.readings import options
from pitboss.rulebook.words import sentence

_STEPS = {
    "SETTLE": "the settlement",
    "PREFLOP": "the first decision",
    "FINAL": "the last decision",
    "EXAMINE": "the look at the cards",
    "REVEAL": "the reveal",
    "CUT": "the cut",
    "CARDS_RECEIVED": "the receipt of the cards",
}
_KEY = r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+"


def plain(value: object) -> str:
    """A value of a submission as people read it: `manual shoe`, `yes`, `3 times or 4 times`."""
    if str(value) in _values():
        return _values()[str(value)]
    said = re.sub(r"\b(\d+)x\b", r"\1 times", str(value).replace("_", " "))
    return {"true": "yes", "false": "no", "True": "yes", "False": "no"}.get(said, said)


def plainly(text: str) -> str:
    """The text without keys of a submission: a choice by its title, a value in words."""
    text = re.sub(rf" \({_KEY}\)", "", text)
    text = re.sub(r"\bpractice = true\b", "practice", text)
    text = re.sub(rf"\b({_KEY}|[a-z]+) = ([\w+]+)", lambda found: _choice(found[0], found[1], found[2]), text)
    for step, said in _STEPS.items():
        text = re.sub(rf"\b{step}\b", said, text)
    return re.sub(rf"\b{_KEY}\b", lambda found: _key(found[0]), text)


def _choice(text: str, name: str, value: str) -> str:
    """A choice by its title; any other equation stays one."""
    return f"the choice “{about(name)}: {plain(value)}”" if name in _titles() else text


def _key(name: str) -> str:
    return f"“{about(name)}”" if name in _titles() else plain(name)


def about(name: str) -> str:
    """What a choice is about: its title, without what it needs."""
    if study := title_of(name):
        return study
    title = _titles().get(name) or sentence(plain(name))
    return re.sub(rf" \({_KEY}\)", "", title).partition(";")[0]


@remembered
def _titles() -> dict[str, str]:
    return {option.name: option.title for option in options()}


@remembered
def _values() -> dict[str, str]:
    """Values of a submission that say little once their underscores are gone, as the options themselves say them."""
    return {value: said for option in options() for value, said in option.said.items()}
