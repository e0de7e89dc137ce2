"""The sign of a change of limits: what changes, before and after, read back from it; nothing where nothing does."""

import re
from pathlib import Path
from typing import Any

import pytest

from paper.letters import too_small
from paper.reading import pages
from pitboss.cli import main
from pitboss.paper.notice import changed_limits, limits_notice
from pitboss.paper.printing import PaperTrouble
from pitboss.rulebook.submission import default_submission
from support import DRAGON, LIR, TOP5, rules

NEW = {"wagers": {"let_it_ride": {"minimum": 10, "maximum": 1000}, "three_card_bonus": {"offered": False}}}


def of(game: str, **more: Any) -> Any:
    return rules(game, "manual_shoe", **more)


def test_only_what_changes_is_announced() -> None:
    paper = limits_notice(of(LIR), of(LIR, filing={"effective": "2027-02-01"}, **NEW))
    (page,) = pages(paper)
    assert "Let It Ride" in page and "From 2027-02-01, at" in page
    assert re.search(
        r"Bet Number 1, 2 and 3 \$5 to \$500 in steps of \$5, each the same \$10 to \$1,000 in steps of", page
    )
    assert re.search(r"Three Card Bonus \$1 to \$100 in steps of \$1 Not offered", page)
    assert "Five Card Bonus" not in page and "Six Card Bonus" not in page
    assert too_small(paper) == []


def test_a_wager_that_must_equal_another_changes_with_it() -> None:
    assert [row[0] for row in changed_limits(of(DRAGON), of(DRAGON, wagers={"ante": {"minimum": 25}}))] == ["Ante"]


@pytest.mark.parametrize("other", [LIR, TOP5])
def test_where_nothing_changes_there_is_no_sign(other: str) -> None:
    with pytest.raises(PaperTrouble, match="nothing to announce" if other == LIR else "is for top-five-poker"):
        limits_notice(of(other), of(LIR))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = default_submission(TOP5)
    new = tmp_path / "new.toml"
    new.write_text(re.sub(r"(?m)^minimum = 5\b", "minimum = 15", text, count=1), encoding="utf-8")
    told = ["placard", str(new), "--previous", TOP5, "-o", str(tmp_path / "change.pdf")]
    assert main.dispatch(told) == 0
    assert (tmp_path / "change.pdf").read_bytes().startswith(b"%PDF")
    assert main.dispatch([*told, "--rack-card"]) == 2
    assert "different papers" in capsys.readouterr().err
