"""The record says which test proves which clause: only what people do with their hands has none."""

import pytest

from pitboss.rulebook.coverage import coverage
from support import DOCUMENT, SHIPPED


@pytest.mark.parametrize("game", SHIPPED)
def test_every_clause_that_a_program_can_keep_has_a_test(game: str) -> None:
    rows = [row for row in coverage()["clauses"] if row["id"].startswith(f"{DOCUMENT[game]} ")]
    assert rows, "the game has clauses"
    assert [row["id"] for row in rows if not row["tests"] and row["kind"] != "physical"] == []
