"""Who gets an envy bonus: everybody who made the progressive wager, for the hands of other players, however many
positions each of them has. Who has what is laid down here, and who must be paid is worked out by hand."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import events as e
from support import LIR, events, finish, table

HANDS = {"royal_flush": ("Ah Kh Qh", "Jh Th"), "straight_flush": ("9h 8h Qh", "Jh Th")}
Seats = dict[int, tuple[str, bool]]
"""Position → its player, and whether the progressive wager lies there."""

CASES: list[Any] = [
    pytest.param({1: ("Ann", True), 2: ("Ben", True)}, 1, [2], id="the other"),
    pytest.param({1: ("Ann", True), 2: ("Ann", True)}, 1, [], id="her own second position"),
    pytest.param({1: ("Ann", True), 2: ("Ann", True), 3: ("Ben", True)}, 1, [3], id="only the other player"),
    pytest.param({1: ("Ben", True), 2: ("Ann", True), 3: ("Ann", True), 4: ("Ann", True)}, 3, [1], id="three of hers"),
    pytest.param({1: ("Ann", True), 2: ("Ben", True), 3: ("Ben", True)}, 1, [3, 2], id="both positions of the other"),
    pytest.param({1: ("Ann", True), 2: ("Ben", True), 3: ("Ben", False)}, 1, [2], id="where the wager lies"),
    pytest.param({1: ("Ann", False), 2: ("Ben", True), 3: ("Cal", False)}, 1, [2], id="for a hand without the wager"),
    pytest.param({1: ("Ann", True), 2: ("Ann", True), 3: ("Ben", False)}, 2, [], id="nobody"),
]


def played(seats: Seats, holder: int, hand: str) -> Table:
    own, board = HANDS[hand]
    cards = {f"seat{holder}": own, "community": board}
    made = table(LIR, cards=cards, positions_per_player=3)
    for seat, (player, progressive) in seats.items():
        made.sit(seat, player)
        made.bet(seat, bet_1=10, bet_2=10, bet_3=10, **({"progressive": 1} if progressive else {}))
    return finish(made)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("seats", "holder", "receivers"), CASES)
def test_who_is_paid_for_whose_hand(seats: Seats, holder: int, receivers: list[int], hand: str) -> None:
    paid = events(played(seats, holder, hand), e.EnvyPaid)
    assert [(ev.seat, ev.of_seat) for ev in paid] == [(seat, holder) for seat in receivers]
    assert all(ev.hand == hand and ev.cents > 0 for ev in paid)
