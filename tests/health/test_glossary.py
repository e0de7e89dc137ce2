"""Whatever the glossary says is defined somewhere is defined there, and each word is explained once."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
PLACES = sorted(set(re.findall(r"`([^`]+)`", GLOSSARY)))
WORDS = [word for row in re.findall(r"(?m)^\| (\*\*.*)$", GLOSSARY) for word in re.findall(r"\*\*(.+?)\*\*", row)]


@pytest.mark.parametrize("place", PLACES)
def test_what_it_names_is_there(place: str) -> None:
    """A module of the product, or a name in one."""
    try:
        import_module(f"pitboss.{place}")
    except ModuleNotFoundError:
        module, _, name = place.rpartition(".")
        assert hasattr(import_module(f"pitboss.{module}"), name), place


def test_each_word_is_explained_once() -> None:
    assert len(WORDS) == len(set(WORDS)) and len(WORDS) >= 60
    assert {"mishap", "report", "ruling", "row", "cell", "act", "event"} <= set(WORDS)


@pytest.mark.parametrize("page", ["README.md", "docs/ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_it_can_be_found(page: str) -> None:
    assert "glossary.md" in (ROOT / page).read_text(encoding="utf-8")
