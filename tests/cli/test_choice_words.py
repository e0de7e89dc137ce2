"""What a choice costs, as a player is told before he makes it, worked out by hand."""

import pytest
from msgspec.structs import replace

from pitboss.rulebook.pays import HALF
from pitboss.table import events as e
from pitboss.wording.choices import costs
from pitboss.wording.events import sentence
from pitboss.wording.reader import Reader
from support import LIR, UTH, rules, table


def told(game: str, name: str, **stakes: int) -> str:
    bound = rules(game)
    steps = [step for step in bound.script("manual_shoe") if any(choice.name == name for choice in step.choices)]
    choice = next(choice for choice in steps[0].choices if choice.name == name)
    cents = tuple(stakes.get(wager.id, 0) for wager in bound.wagers)
    return costs(bound, replace(table(game).state.seats[0], stakes=cents), choice)


@pytest.mark.parametrize(
    ("stakes", "said"),
    [
        ({"ante": 1000, "blind": 1000, "trips": 500}, "give up Ante $10 and Blind $10"),
        ({"ante": 1250, "blind": 1250}, "give up Ante $12.50 and Blind $12.50"),
    ],
)
def test_who_folds_is_told_what_he_gives_up_and_no_more(stakes: dict[str, int], said: str) -> None:
    """Trips stays in play."""
    assert told(UTH, "fold", **stakes) == said


def test_what_a_raise_costs_and_what_is_taken_back() -> None:
    assert told(UTH, "play_4x", ante=1500, blind=1500, trips=500) == "make the Play wager of $60"
    assert told(LIR, "withdraw", bet_1=2500, bet_2=2500, bet_3=2500).endswith(", $25")


@pytest.mark.parametrize(("stake", "back"), [(1000, 500), (1001, 501), (999, 499)])
def test_of_half_a_wager_that_is_said_which_came_back(stake: int, back: int) -> None:
    """The event knows which way a cent went; the sentence works nothing out again."""
    event = e.WagerSettled(3, "ante", stake, HALF, 0, back, "")
    said = sentence(event, rules(UTH), Reader(names={3: "Ann"}))
    assert f"loses half, ${back / 100:.2f}".removesuffix(".00") in said and said.endswith("comes back")
