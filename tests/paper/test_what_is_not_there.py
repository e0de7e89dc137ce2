"""No step without work, no clause for what no clause asks, no other wager where there is none."""

import pytest

from paper.filed_tables import SIDE, filed, read_as, table
from paper.filed_tables import readings as filed_readings
from pitboss.games import rules_for
from pitboss.paper import par_rules as of
from pitboss.paper.layout_paper import DEALER, UNNAMED, layout_paper
from pitboss.paper.submission_choices import choices
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.wording.how_to_play import of_wager
from support import DRAGON, LIR, UTH, Clock, accepted, rules, seated, to

NO_METER = {
    "amount": 1,
    "cards": "three",
    "lines": [{"hand": "three_dragons", "pays": 100, "unit": "for"}],
}


def test_no_meter_is_advanced_where_there_is_none() -> None:
    """A definition may pay fixed odds alone."""
    advance = "Advance the progressive meters"
    for meters in (True, False):
        bound = (
            rules_for(table(DRAGON, "manual shoe", SIDE[DRAGON]))
            if meters
            else rules(DRAGON, wagers={"progressive": NO_METER})
        )
        assert bound.terms.wager("progressive") and bool(bound.terms.meters) == meters
        rows = of.order_of_play(bound)
        assert (advance in [row[1] for row in rows]) == meters
        assert [row[0] for row in rows] == [str(n) for n in range(1, len(rows) + 1)]


@pytest.mark.parametrize(("game", "cited"), [(DRAGON, UNNAMED), (UTH, UNNAMED), (LIR, "MD-LIR 2.C")])
def test_the_display_of_the_meter_has_a_clause_where_one_asks_for_it(game: str, cited: str) -> None:
    """14(a) of MA-UTH is of the amount and 7.F(4) of MD-DRAGON of the definition; neither asks for a display."""
    rows = layout_paper(rules_for(table(game, "automated shoe", SIDE[game]))).data["areas"]
    found = [row for row in rows if row[1] == DEALER and ("meter" in row[0].lower() or "progressive" in row[0].lower())]
    assert [row[2] for row in found] == [cited]


@pytest.mark.parametrize(
    ("mode", "cited"),
    [
        ("both", "MA-UTH 11(e), MA-UTH 14(d)"),
        ("75000_only", "MA-UTH 14(d)"),
        ("50000_only", "MA-UTH 11(e)"),
    ],
)
def test_the_payout_limits_are_cited_by_those_in_force(mode: str, cited: str) -> None:
    terms = rules(UTH, readings={"payout_cap_mode": mode}).terms
    (row,) = (choice for choice in choices(terms) if choice.name == "payout_cap_mode")
    assert row.clause == cited
    short = cited.replace("MA-UTH ", "")
    rows = [r for part in filed(terms)["sections"] for r in part["rows"] if r[0] == "Which payout limits apply"]
    assert [short in row for row in rows] == [True]
    assert [row[2] for row in of.in_force(terms) if row[0] == "Which payout limits apply"] == [short]


# --- folded hands and Cover All --------------------------------------------------------------------------------------

UNDER = {
    ("cover_all",): "",
    ("trips", "cover_all"): "Trips",
    ("cover_all", "progressive"): "the Progressive",
    ("trips", "cover_all", "progressive"): "Trips or the Progressive",
}


@pytest.mark.parametrize("offered", UNDER)
@pytest.mark.parametrize("counts", ["exposed", "not_folded"])
def test_folded_cards_stay_for_wagers_that_there_are(offered: tuple[str, ...], counts: str) -> None:
    chosen = {"cover_all_hands": counts, "progressive_requires_trips": "false"}
    terms = read_as(table(UTH, "automated shoe", offered), **chosen)
    under = UNDER[offered]
    said = filed_readings(terms)["U-03"]
    assert (f"whose cards stay on the table under {under}" in said) == bool(under)
    assert ("stay on the table" in said) == bool(under)
    for wager in ("cover_all", *(name for name in offered if name != "cover_all")):
        assert stays(terms, wager) == (wager != "cover_all")
    if counts == "exposed":
        told = of_wager(rules_for(terms), "cover_all")
        assert ("for another wager" in told) == bool(under)
        assert ("A folded hand goes to the discard rack and does not count" in told) != bool(under)
        assert ("A folded hand goes to the discard rack and does not count, however high." in said) != bool(under)


def stays(terms: Terms, wager: str) -> bool:
    """Whether the cards of a player with this wager stay on the table after he folded."""
    bound = rules_for(terms)
    t = Table(bound, source=ScriptedPlaces(bound.deck, {}), clock=Clock()).open()
    to(seated(t, 1, **{wager: bound.limits(wager).minimum // 100}), "final")
    accepted(t, "player:P1", a.Decide(1, "fold"))
    return not t.state.seat(1).discarded
