"""What cannot happen at a table is not reported there: no stub is miscounted that stays in a device, and no cards lie
where none are dealt."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.mishaps import row_reported, rows_in_force
from pitboss.table.vocabulary import Consequence
from support import LIR, MARYLAND, PROCEDURES, accepted, events, refused, rules, seated, table, to

CONTINUOUS = {"shuffler": "continuous", "shuffler_counts_cards": True}
DECISION = {"let-it-ride": "decide_1"}
NO_SIX: dict[str, Any] = {"wagers": {"six_card_bonus": {"offered": False}}}
RUN_OUT = {
    ("dragon-poker", "automated_shoe"): "MD-DRAGON 10.G",
    ("top-five-poker", "automated_shoe"): "MD-TOP5 10.C(4)",
    ("let-it-ride", "automated_shoe"): "MD-LIR 10.G(2)",
    ("dragon-poker", "manual_shoe"): "MD-DRAGON 8.G(2)",
    ("top-five-poker", "manual_shoe"): "MD-TOP5 8.F(5)",
    ("let-it-ride", "manual_shoe"): "MD-LIR 8.F(2)",
}
COUNT = a.Report("wrong_count", ruling="misdealt")


def kinds(t: Table) -> set[str]:
    offers = [offer.example for offer in t.offers("floorperson")]
    return {example.kind for example in offers if isinstance(example, a.Report)}


@pytest.mark.parametrize("game", MARYLAND)
def test_a_stub_in_the_device_is_not_miscounted(game: str) -> None:
    """While the device works; when it is out of use the cards are counted as anywhere."""
    t = to(seated(table(game, dealing=CONTINUOUS), 1), DECISION.get(game, "decide"))
    assert "wrong_count" not in kinds(t)
    refused(t, "floorperson", COUNT, code="not_now")
    accepted(t, "floorperson", a.Report("device_fails", place="shuffler"))
    assert "wrong_count" in kinds(t)
    accepted(t, "floorperson", COUNT)
    assert events(t, e.RoundVoided)


@pytest.mark.parametrize(("game", "procedure"), RUN_OUT)
def test_cards_run_out_of_any_device(game: str, procedure: str) -> None:
    t = to(seated(table(game, procedure, dealing=CONTINUOUS), 1), "deal")
    accepted(t, "dealer", a.Report("cards_run_out"))
    assert [ev.clause for ev in events(t, e.RoundVoided)] == [RUN_OUT[game, procedure]]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_where_no_six_card_bonus_is_offered_there_is_no_box(procedure: str) -> None:
    bare = to(seated(table(LIR, procedure, **NO_SIX), 1), "decide_1")
    refused(bare, "dealer", a.Report("wrong_number", place="box", count=4), code="not_now")
    assert "box_card_exposed" not in kinds(bare)
    full = to(seated(table(LIR, procedure), 1, six_card_bonus=5), "decide_1")
    assert "box_card_exposed" in kinds(full)
    accepted(full, "dealer", a.Report("wrong_number", place="box", count=4))
    assert events(full, e.RoundVoided)


@pytest.mark.parametrize("offered", [True, False])
def test_the_rows_in_force_are_those_of_the_places_there_are(offered: bool) -> None:
    bound = rules(LIR, **({} if offered else NO_SIX))
    places = {place for row in rows_in_force(bound) for place in row.place if row.kind == "wrong_number"}
    assert places == {"seat", "community", *(["box"] if offered else [])}
    assert ("box_card_exposed" in {row.kind for row in rows_in_force(bound)}) == offered


@pytest.mark.parametrize(("chosen", "consequence"), [("void", "void"), ("play_on", "record")])
def test_what_was_reported_is_found_again(chosen: str, consequence: Consequence) -> None:
    """By its clause and consequence, of two rows that differ by the operator's choice alone; by its clause where the
    settlement had begun, and the report was recorded only."""
    bound = rules(LIR, readings={"box_card_exposed": chosen})
    said = e.Irregularity("box_card_exposed", consequence, "MD-LIR 13.E")
    assert row_reported(bound, said).option == ("box_card_exposed", chosen)
    late = e.Irregularity("wrong_number", "record", "MD-LIR 9.H(1)", 0, "box", 4)
    assert row_reported(bound, late).procedures == ("hand",)
