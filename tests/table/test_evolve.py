"""What events make of the cards that lie there, on states made up for it."""

import pytest
from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN
from pitboss.table import events as e
from pitboss.table.draft import Draft
from pitboss.table.evolve import evolve
from pitboss.table.mishaps import hands_of_player, void_round
from pitboss.table.state import Owing, State
from support import UTH, rules, table


def state() -> State:
    return table(UTH).state


@pytest.mark.parametrize(
    ("dealt", "left"),
    [
        (1, [("seat", 1, 2), ("dealer", 0, 2), ("seat", 1, 1)]),
        (3, [("dealer", 0, 2), ("seat", 1, 1)]),
        (4, [("dealer", 0, 2)]),
    ],
)
def test_cards_that_are_dealt_pay_off_what_is_owed_to_their_place(dealt: int, left: list[tuple[str, int, int]]) -> None:
    """Three cards are owed to position 1, two to the dealer, and one more to position 1."""
    owing = (Owing("seat", 1, 3, False, ""), Owing("dealer", 0, 2, False, ""), Owing("seat", 1, 1, False, ""))
    after = evolve(
        rules(UTH), replace(state(), owing=owing), e.CardsDealt("seat", ("As",) * dealt, "", seat=1, extra=True)
    )
    assert [(debt.to, debt.seat, debt.count) for debt in after.owing] == left


@pytest.mark.parametrize(
    ("count", "cards", "opened"), [(1, ("As",), (0,)), (2, ("As", "Kd"), (0, 1)), (3, ("As", "Kd", UNKNOWN), (0, 1))]
)
def test_a_hand_that_is_corrected_keeps_the_cards_that_are_still_there(
    count: int, cards: tuple[str, ...], opened: tuple[int, ...]
) -> None:
    before = state()
    seats = (replace(before.seats[0], cards=("As", "Kd"), open=(0, 1)), *before.seats[1:])
    before = replace(
        before, seats=seats, dealer=("As", "Kd"), dealer_open=(0, 1), community=("As", "Kd"), community_up=2
    )
    seat = evolve(rules(UTH), before, e.HandCorrected("seat", count, "", seat=1))
    assert (seat.seats[0].cards, seat.seats[0].open) == (cards, opened)
    dealer = evolve(rules(UTH), before, e.HandCorrected("dealer", count, ""))
    assert (dealer.dealer, dealer.dealer_open) == (cards, opened)
    community = evolve(rules(UTH), before, e.HandCorrected("community", count, ""))
    assert (community.community, community.community_up) == (cards, min(count, 2))
    assert dealer.seats == before.seats and seat.dealer == before.dealer


def test_a_wager_goes_back_from_the_layout_first_and_then_from_the_rack() -> None:
    """$3 lie there and $5 were taken: of $4 that are returned one comes from the rack."""
    place = rules(UTH).index["trips"]
    none = rules(UTH).none
    stakes, taken = ([*none[:place], cents, *none[place + 1 :]] for cents in (300, 500))
    before = state()
    seat = replace(before.seats[0], stakes=tuple(stakes), taken=tuple(taken), net=-800)
    before = replace(before, seats=(seat, *before.seats[1:]), inventory=10_500)
    after = evolve(rules(UTH), before, e.WagerReturned(1, "trips", 400, ""))
    now = after.seats[0]
    assert (now.stakes[place], now.taken[place], now.net, after.inventory) == (0, 400, -400, 10_400)


@pytest.mark.parametrize(("amount", "left"), [(100, (("A", 200), ("B", 500))), (300, (("B", 500),))])
def test_a_contribution_that_is_taken_back_is_posted_no_more(amount: int, left: tuple[tuple[str, int], ...]) -> None:
    before = replace(state(), meters=(("A", 900), ("B", 700)), posted=(("A", 300), ("B", 500)))
    after = evolve(
        rules(UTH), before, e.ContributionReversed(meter="A", amount=amount, reading=900 - amount, clause="")
    )
    assert (after.posted, after.meters) == (left, (("A", 900 - amount), ("B", 700)))


def test_what_a_player_takes_along_who_leaves() -> None:
    """The table keeps count of what those have won and lost who sit there no more."""
    before = state()
    nets = [replace(seat, player=f"player {n}", net=10**n) for n, seat in enumerate(before.seats)]
    after = evolve(rules(UTH), replace(before, seats=tuple(nets), departed=5), e.SeatLeft(2, "player 1"))
    assert after.departed == 15 and (after.seats[1].player, after.seats[1].net) == ("", 0)
    assert after.seats[0] == nets[0] and after.seats[2] == nets[2]


@pytest.mark.parametrize(
    ("since", "at", "now"), [(-1, 5, 5), (-1, 0, 0), (0, 5, 0), (3, 5, 3), (-1, -1, -1), (3, -1, 3)]
)
def test_a_deck_is_in_play_since_it_was_first_ready(since: int, at: int, now: int) -> None:
    before = state()
    decks = (replace(before.decks[0], in_play_at=since), *before.decks[1:])
    after = evolve(rules(UTH), replace(before, decks=decks), e.DeckReady(deck=1, at=at, clause=""))
    assert after.decks[0].in_play_at == now


@pytest.mark.parametrize(
    ("lies", "counted"), [({}, 4), ({"burned": ("2c",)}, 3), ({"box": ("2c",)}, 3), ({"dealer": ("2c",)}, 3)]
)
def test_a_round_counts_from_its_first_card(lies: dict[str, tuple[str, ...]], counted: int) -> None:
    before = replace(state(), rounds_uncounted=3, part_done=0, **lies)
    assert evolve(rules(UTH), before, e.CardsDealt("seat", ("As",), "", seat=1)).rounds_uncounted == counted


def test_what_all_take_along_who_have_left_when_the_table_is_cleared() -> None:
    """Three are away, and one of them has come back: two leave."""
    before = state()
    away = {1: False, 2: False, 4: True}
    seats = [replace(seat, player=f"player {seat.number}", net=10**seat.number) for seat in before.seats]
    seats = [replace(s, away=s.number in away, back=away.get(s.number, False)) for s in seats]
    cleared = e.TableCleared(round=1, deck=1, void=False, clause="")
    after = evolve(rules(UTH), replace(before, seats=tuple(seats), departed=5), cleared)
    assert after.departed == 5 + 10 + 100
    assert [seat.player for seat in after.seats] == ["", "", "player 3", "player 4", "player 5", "player 6"]


def test_hands_of_a_player_are_those_that_are_not_settled_and_not_left() -> None:
    """Five positions of one player: in play, folded, settled, left, and not dealt to."""
    before = state()
    kinds = [("live", -1, False), ("folded", -1, False), ("live", 3, False), ("live", -1, True), ("out", -1, False)]
    seats = [
        replace(seat, player="Ann", standing=standing, settled=settled, away=away)
        for seat, (standing, settled, away) in zip(before.seats, kinds, strict=False)
    ]
    last = replace(before.seats[5], player="Ben", standing="live")
    assert hands_of_player(replace(before, seats=(*seats, last)), 3) == [1, 2]


@pytest.mark.parametrize(
    ("void", "spared", "kept"),
    [(False, (), ("trips",)), (True, (), ()), (True, ("trips",), ("trips",)), (True, ("blind",), ())],
)
def test_what_an_earlier_event_has_not_spared_a_later_one_does_not_spare(
    void: bool, spared: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    before = state()
    place = rules(UTH).index["trips"]
    stakes = tuple(500 if n == place else cents for n, cents in enumerate(rules(UTH).none))
    seat = replace(before.seats[0], player="Ann", standing="live", stakes=stakes)
    before = replace(before, seats=(seat, *before.seats[1:]), void=void, spared=spared)
    draft = Draft(rules(UTH), before, "floorperson", 0)
    void_round(draft, "MA-UTH 15(a)", spares=("trips",), saves="U-33")
    voided = draft.events[0]
    assert isinstance(voided, e.RoundVoided) and voided.spared == kept
