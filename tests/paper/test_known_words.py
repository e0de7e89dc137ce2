"""Words of the papers that no other test holds against known answers: the steps of a round, values of a submission,
and the payments of Cover All."""

import pytest

from paper.printed import rulebook
from pitboss.paper.placard import placard
from pitboss.wording.plainly import plain, plainly
from support import UTH, rules

STEPS = {
    "SETTLE": "the settlement",
    "PREFLOP": "the first decision",
    "FINAL": "the last decision",
    "EXAMINE": "the look at the cards",
    "REVEAL": "the reveal",
    "CUT": "the cut",
    "CARDS_RECEIVED": "the receipt of the cards",
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_the_round_is_named_in_words(step: str) -> None:
    assert plainly(f"until {step} has ended") == f"until {STEPS[step]} has ended"
    assert plainly(f"until {step}S has ended") != f"until {STEPS[step]} has ended"


VALUES = {
    "75000_only": "only that of $75,000",
    "50000_only": "only that of $50,000",
    "base": "base bets",
    "base+five+three": "base bets, Five Card Bonus and Three Card Bonus",
    "three_discard_one": "three cards, of which one is discarded",
    "as_15d": "as 15(d) has it",
    "custom": "own",
}


@pytest.mark.parametrize("value", VALUES)
def test_a_value_of_a_submission_is_said_in_words(value: str) -> None:
    assert plain(value) == VALUES[value]


def test_three_cards_of_which_one_is_discarded_are_said_in_a_reading() -> None:
    said = plainly("With community_stack = three_discard_one the device")
    assert said.endswith(": three cards, of which one is discarded” the device")


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
