"""Every public name of `pitboss`, `pitboss.odds` and `pitboss.client` says what it is."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

import pitboss.odds
from docs_site.library import members, noted, public, said

MODULES = (
    "pitboss",
    "pitboss.client",
    *(f"pitboss.odds.{each.name}" for each in pkgutil.iter_modules(pitboss.odds.__path__)),
)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_says_what_it_is(module: str) -> None:
    home = import_module(module)
    assert inspect.getdoc(home) and list(_silent(home)) == []


def _silent(home: ModuleType) -> Iterator[str]:
    """The names without a word; what a protocol of the same module explains need not be explained again."""
    named = public(home.__name__)
    promised = {each for thing in named.values() if getattr(thing, "_is_protocol", False) for each in members(thing)}
    for name, thing in named.items():
        if not inspect.isclass(thing) and not inspect.isroutine(thing):
            continue
        if not said(thing):
            yield name
        for each, member in members(thing).items():
            made = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if not said(made) and each not in promised:
                yield f"{name}.{each}"


def test_what_says_nothing_is_noticed() -> None:
    home = ModuleType("pitboss.silent")
    source = (
        "class Loud:\n    'It is loud.'\n    def quiet(self): pass\ndef still(): pass\ndef told():\n    'It is told.'\n"
    )
    exec(source, vars(home))
    for thing in (home.Loud, home.still, home.told):
        thing.__module__ = home.__name__
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, home.__name__, home)
        assert list(_silent(home)) == ["Loud.quiet", "still"]


def test_data_is_explained_too() -> None:
    assert noted(import_module("pitboss"), "GAMES") == "The ids of all games that are known."
