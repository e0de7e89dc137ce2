"""A book that cites no clause for what a submission decides is checked like any other: faults and notices, no crash."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games.copies import ID, forgotten_afterwards, tiger
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data, merge
from support import DEALING, SHIPPED, THREE

SHUFFLERS = ("none", "automated", "continuous")


def every_dealing(game: str, **more: Any) -> None:
    """Each procedure with each shuffler and whatever it is said to do, for practice and for real chips."""
    for procedure, shuffler, told, decks in product(DEALING, SHUFFLERS, (False, True), (1, 2)):
        dealing = {"procedure": procedure, "shuffler": shuffler, "decks": decks}
        dealing |= {"shuffler_counts_cards": told, "shuffler_loads_shoe": told}
        for practice in (True, False):
            found = check_data(merge(default_data(game), {"dealing": dealing, "practice": practice, **more}))
            assert (found.terms is None) == bool(found.faults)
            assert all(str(fault) for fault in found.faults)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_way_of_dealing_is_judged(game: str) -> None:
    every_dealing(game)


def test_a_book_that_cites_nothing(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    text = (place / "book.toml").read_text(encoding="utf-8")
    start = text.index("[submission]\n")
    end = text.find("\n[", start)
    cut = text[:start] + (text[end:] if end > 0 else "")
    (place / "book.toml").write_text(cut, encoding="utf-8")
    with forgotten_afterwards():
        assert bring(place) == ID
        every_dealing(ID, wagers={"play": {"minimum": 5}})


def test_a_table_for_real_chips_by_house_rules_needs_no_approval() -> None:
    real = {"practice": False, "operator": "The House"}
    for dealing in (*DEALING.values(), {"procedure": "hand", "shuffler": "continuous", "shuffler_counts_cards": True}):
        found = check_data(merge(default_data(THREE), {**real, "dealing": dealing}))
        assert found.terms is not None and not found.terms.practice, [str(fault) for fault in found.faults]
    (fault,) = check_data(merge(default_data(THREE), {"practice": False})).faults
    assert "the layout shows the operator's name or logo" in str(fault) and "TCP 1.2" in str(fault)
