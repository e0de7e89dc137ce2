"""An offer of a decision has what each choice lays down or takes back, to the cent that the decision then moves."""

import pytest
from msgspec import UNSET

from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.wording.choices import later
from support import GAMES, LIR, UTH, accepted, seated, table, to

ASKED = {LIR: "decide_1", UTH: "preflop"}


@pytest.mark.parametrize(
    ("game", "amounts"),
    [(UTH, {"check": 0, "play_3x": 3000, "play_4x": 4000}), (LIR, {"ride": 0, "withdraw": 1000})],
)
def test_a_choice_is_offered_with_its_amount(game: str, amounts: dict[str, int]) -> None:
    t = to(seated(table(game), 1), ASKED[game])
    (offer,) = (each for each in t.offers(f"player:{t.state.seats[0].player}") if isinstance(each.example, a.Decide))
    assert offer.cents is not UNSET
    assert dict(zip(offer.values, offer.cents, strict=True)) == amounts


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_what_is_moved(game: str) -> None:
    first = next(step.name for step in table(game).rules.script(table(game).state.procedure) if step.kind == "ask")
    names = [
        choice.name
        for step in table(game).rules.script(table(game).state.procedure)
        if step.name == first
        for choice in step.choices
    ]
    for name in names:
        t = to(seated(table(game), 1), first)
        who = f"player:{t.state.seats[0].player}"
        (offer,) = (each for each in t.offers(who) if isinstance(each.example, a.Decide))
        assert offer.cents is not UNSET
        offered = offer.cents[offer.values.index(name)]
        before = len(t.log)
        accepted(t, who, offer.act(name))
        events = [record.event for record in t.log[before:]]
        moved = [x.cents for x in events if isinstance(x, e.WagerPlaced | e.WagerReturned)]
        assert moved[:1] == ([offered] if offered else []), (name, offered, events)


def test_other_offers_have_no_amounts_of_choices() -> None:
    t = seated(table(UTH), 1)
    assert all(each.cents is UNSET for each in t.offers("dealer"))


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (1000, ""),
        (999, "Play will cost at least $10; you have $9.99 left."),
    ],
)
def test_what_follows_the_deal_and_cannot_be_paid_is_said(left: int, said: str) -> None:
    t = seated(table(UTH), 1)
    assert later(t.rules, t.state.seats[:1], t.state.procedure, left) == said


@pytest.mark.parametrize(("left", "said"), [(3000, ""), (2999, "Play will cost at least $30; you have $29.99 left.")])
def test_who_plays_two_positions_needs_enough_for_both(left: int, said: str) -> None:
    """Antes of $10 and $20: the cheapest raises are as much."""
    t = seated(seated(table(UTH), 1), 2, ante=20, blind=20)
    assert later(t.rules, t.state.seats[:2], t.state.procedure, left) == said


def test_where_nothing_follows_the_deal_nothing_is_said() -> None:
    t = seated(table(LIR), 1)
    assert later(t.rules, t.state.seats[:1], t.state.procedure, 0) == ""


@pytest.mark.parametrize(
    ("game", "wager", "unit"),
    [(UTH, "blind", ("ante", "blind")), (UTH, "ante", ("ante", "blind")), (UTH, "trips", ("trips",)),
     (LIR, "bet_2", ("bet_1", "bet_2", "bet_3"))],
)  # fmt: skip
def test_wagers_that_must_be_equal_go_together(game: str, wager: str, unit: tuple[str, ...]) -> None:
    assert table(game).rules.together(wager) == unit
