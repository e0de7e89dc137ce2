"""Let It Ride: the operator's payout limit counts winnings, what a wager brings above its stake (L-30).

A royal flush in diamonds, three bets of $10 at 1,000 to 1: $30,000. The Five Card Bonus pays $20,000 without its stake:
$19,999 won. Together $49,999."""

import pytest

from pitboss.table import events as e
from support import LIR, events, finish, net, seated, table

ROYAL = {"seat1": "Ad Kd Qd", "community": "Jd Td"}
WON = 49_999


def cuts(limit: int) -> list[tuple[str, int]]:
    offered = {
        "let_it_ride": {"paytable": "A"}, "five_card_bonus": {"offered": True, "paytable": "A"},
        "six_card_bonus": {"offered": False}, "progressive": {"offered": False},
    }  # fmt: skip
    t = table(LIR, cards=ROYAL, wagers=offered, limits={"payout_limit": limit})
    finish(seated(t, 1, five_card_bonus=1))
    won = sum(net(t, 1, w) for w in ("bet_1", "bet_2", "bet_3", "five_card_bonus"))
    assert won == WON * 100, "as the paytables have it"
    return [(ev.wager, ev.cents) for ev in events(t, e.PayoutCut)]


@pytest.mark.clause("MD-LIR 2.B(10)")
@pytest.mark.parametrize(
    ("limit", "cut"),
    [(WON + 1, 0), (WON, 0), (WON - 1, 1), (30_000, 19_999)],
)
def test_a_bonus_that_is_paid_without_its_stake_counts_less_its_dollar(limit: int, cut: int) -> None:
    assert cuts(limit) == ([("five_card_bonus", cut * 100)] if cut else [])
