"""Words of the papers that no other test holds against known answers: decisions, values of a submission, and
the payments of Cover All."""

import pytest

from paper.printed import amount, rulebook
from pitboss.paper.placard import placard
from pitboss.wording.plainly import plain, plainly
from support import LIR, UTH, rules

CONTINUOUS = {"procedure": "automated_shoe", "shuffler": "continuous", "shuffler_counts_cards": True}
NUMBERS = {1: "one", 2: "two", 3: "three"}


def test_decisions_are_named_by_their_place_in_the_round() -> None:
    asked = [step.name.upper() for step in rules(UTH).script("manual_shoe") if step.kind == "ask"]
    assert plainly(f"before {asked[0]} opens") == "before the first decision opens"
    assert plainly(f"before {asked[-1]} opens") == "before the last decision opens"
    assert plainly(f"before {asked[-1]}S opens") == f"before {asked[-1]}S opens"


@pytest.mark.parametrize("mode", ["75000_only", "50000_only"])
def test_a_limit_alone_is_named_by_its_sum(mode: str) -> None:
    (limit,) = rules(UTH, readings={"payout_cap_mode": mode}).terms.limits
    assert plain(mode) == f"only that of {amount(limit.cents)}"


def test_the_stack_of_the_board_is_told_as_it_is_dealt() -> None:
    """How many cards the device dispenses, and how many of them the dealer throws away."""
    bound = rules(LIR, "automated_shoe", dealing=CONTINUOUS, readings={"community_stack": "three_discard_one"})
    dealt = [deal for deal in bound.game.plan(bound, "automated_shoe", None)["deal"] if deal.clause == "MD-LIR 10.H"]
    thrown = sum(deal.count for deal in dealt if deal.to == "thrown")
    said = f"{NUMBERS[sum(deal.count for deal in dealt)]} cards, of which {NUMBERS[thrown]} is discarded"
    assert plain("three_discard_one") == said
    assert plainly("With community_stack = three_discard_one the device").endswith(f": {said}” the device")


def test_what_the_six_card_bonus_needs_is_told_by_the_wagers_it_needs() -> None:
    bound = rules(LIR, readings={"six_card_requires": "base+five+three"})
    more = [bound.wager[name].title for name in bound.requires["six_card_bonus"] if not name.startswith("bet_")]
    assert plain("base+five+three") == f"{plain('base')}, {' and '.join(more)}" and len(more) == 2


# --- Cover All ------------------------------------------------------------------------------------------------------


def test_every_cell_of_cover_all_on_the_placard_is_a_payment_of_the_rulebook() -> None:
    """No hand is without a payment for any number of hands dealt: none of its cells says anything else."""
    bound = rules(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})
    (block,) = placard(bound).data["wide"]
    held = {x["column"]: x["lines"] for x in rulebook(UTH)["paytable"] if x["family"] == "cover_all"}
    assert block["hands"] == sorted(held) == [2, 3, 4, 5, 6, 7]
    names = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house"]
    assert all([line["hand"] for line in lines] == names for lines in held.values())
    assert [row["hand"] for row in block["rows"]] == ["Royal flush", "Straight flush", "Quads", "Full house"]
    for place, row in enumerate(block["rows"]):
        assert row["pays"] == [f"{held[hands][place]['pays']:,} to 1" for hands in block["hands"]]
