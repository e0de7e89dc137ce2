"""A game whose book names no jurisdiction is headed by its title alone, on screens and on papers."""

from pathlib import Path

import pytest

from games.copies import ID, change, tiger
from paper.par_cases import lines_of, terms_of
from pitboss.cli.main import dispatch
from pitboss.paper.compare import compare, page
from pitboss.paper.printing import heading
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import default_submission


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tiger(tmp_path / "tiger")
    change(place / "book.toml", 'jurisdiction = "Maryland"\n', 'jurisdiction = ""\n')
    bring(place)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


def test_the_full_title() -> None:
    assert book(ID).full_title == "Tiger Poker"
    assert book("dragon-poker").full_title == "Dragon Poker, Maryland"


WAGER = ("odds", ID, "--wager", "three_card_bonus")


@pytest.mark.parametrize("arguments", [("rules", ID), WAGER, (*WAGER, "--paytable", "A")])
def test_screens(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch([*arguments]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert head.split(":")[0] == "Tiger Poker"


def test_papers() -> None:
    terms = terms_of(default_submission(ID))
    assert heading(terms)["full_title"] == "Tiger Poker"
    lines = lines_of(page(compare([("a.toml", terms)] * 2), date="2026-01-02"))
    assert "2026-01-02" in lines, "the line below the heading has no comma before the date"
    assert any(line.startswith("Tiger Poker, 2026-01-02") for line in lines)
