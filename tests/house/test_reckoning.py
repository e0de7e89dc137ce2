"""What the house reckons of a player's chips, so that no page has to: worked out by hand, at both edges."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from house.running import terms
from house.server_support import GAMES, Served, served
from pitboss.client import Table
from pitboss.house.server.submission_text import submission_text
from pitboss.messages.socket import Betting, Change
from pitboss.table import actions as a
from pitboss.table.offers import Offer

HOLDEM, RIDE = GAMES["ultimate-texas-holdem"], GAMES["let-it-ride"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as running:
        yield running


def wager(table: Table, name: str) -> Offer:
    """The offer of amounts for this wager."""
    found = [o for o in table.offers if isinstance(o.example, a.PlaceWager) and o.example.wager == name]
    return next(offer for offer in found if offer.maximum)


def decision(table: Table) -> Offer | None:
    """What there is to decide now."""
    return next((offer for offer in table.offers if isinstance(offer.example, a.Decide)), None)


def dealt(table: Table) -> Offer:
    """Deals, and gives the first decision."""
    table.ready()
    found = decision(table.wait(lambda each: decision(each) is not None))
    assert found is not None
    return found


def sits(server: Served, game: int) -> Table:
    table = server.guest().sit(game)
    return table.wait(lambda each: each.view.step == "bets")


def test_what_goes_together_is_paid_for_together(server: Served) -> None:
    """$1,000 for two wagers is $500 each. With $25 on Trips $975 are left for both: $487.50, in steps of $5 $485."""
    with sits(server, HOLDEM) as table:
        assert (wager(table, "ante").reach, wager(table, "ante").most) == (50_000, 50_000)
        table.bet(ante=5, blind=5, trips=25)
        assert (wager(table, "ante").reach, wager(table, "ante").most) == (48_750, 48_500)
        assert (wager(table, "blind").reach, wager(table, "blind").most) == (48_750, 48_500)
        # $965 in hand and $25 there: $990, which is more than the table takes on Trips.
        trips = wager(table, "trips")
        assert (trips.reach, trips.most) == (99_000, trips.maximum)
        assert table.betting == Betting(chips=100_000, short=False, complete=True, lacks="", later="")
        table.leave()


def test_a_third_of_the_chips_for_each_of_three_bets(server: Served) -> None:
    with sits(server, RIDE) as table:
        assert (wager(table, "bet_2").reach, wager(table, "bet_2").most) == (33_333, 33_000)
        table.leave()


def lacks(table: Table) -> tuple[bool, str]:
    assert table.betting is not None
    return table.betting.complete, table.betting.lacks


def test_what_a_hand_lacks_is_told_in_words(server: Served) -> None:
    with sits(server, HOLDEM) as table:
        assert lacks(table) == (False, "")
        table.bet(ante=10)
        assert lacks(table) == (False, "the Blind is missing")
        table.bet(blind=5)
        assert lacks(table) == (False, "the Blind must equal the Ante")
        table.bet(blind=10)
        assert table.betting == Betting(chips=100_000, short=False, complete=True, lacks="", later="")
        table.bet(ante=500)
        assert lacks(table) == (False, "the Blind must equal the Ante")
        table.bet(blind=500)
        later = "Play will cost at least $500; you have $0 left."
        assert table.betting == Betting(chips=100_000, short=False, complete=True, lacks="", later=later)
        table.leave()


def test_two_positions_of_one_player_are_reckoned_together(server: Served) -> None:
    """$1,000, of which $20 lie at one position and $5 at the other: $975 in hand, and one hand lacks something."""
    number = opened(server, "dragon-poker", "Two positions", positions_per_player=2)
    person = server.staff("Ann Two", "player")
    cage(server, "patrons/Ann Two/buy-in", cents=100_000)
    with person.sit(number, 1) as table:
        table.wait(lambda each: each.view.step == "bets")
        table.sit(2)
        table.bet(1, ante=10, ante_bonus=10)
        whole = Betting(chips=100_000, short=False, complete=True, lacks="", later="")
        assert table.betting == whole
        table.bet(2, ante=5)
        assert table.betting == replace(whole, complete=False, lacks="the Ante Bonus is missing")
        amounts = [o for o in table.offers if isinstance(o.example, a.PlaceWager) and o.maximum]
        reach = {(o.example.seat, o.example.wager): o.reach for o in amounts if isinstance(o.example, a.PlaceWager)}
        assert (reach[1, "ante"], reach[2, "ante"]) == (49_750, 49_000), "half of 975 and 20; half of 975 and 5"
        table.bet(2, ante_bonus=5)
        assert table.betting == whole
        table.leave()


def test_nothing_is_reckoned_for_who_has_no_wager_to_make(server: Served) -> None:
    with sits(server, HOLDEM) as table, server.guest().watch(HOLDEM) as other:
        assert other.betting is None, "he looks on"
        table.bet(ante=5, blind=5)
        taken = [o for o in table.offers if isinstance(o.example, a.PlaceWager) and not o.maximum]
        assert taken and all((o.reach, o.most) == (UNSET, UNSET) for o in taken), "a choice of amounts it is not"
        dealt(table)
        assert table.betting is None, "the bets are closed"
        while (asked := decision(table)) is not None:
            table.decide("check" if "check" in asked.values else "fold")
            table.wait(lambda each: each.view.step == "bets" or decision(each) is not None)
        table.leave()


@pytest.mark.parametrize(("chips", "short", "most"), [(999, True, 0), (1000, False, 500), (1099, False, 500)])
def test_too_few_chips_for_a_hand(tmp_path: Path, chips: int, short: bool, most: int) -> None:
    """The least Ante and the least Blind are $5 each."""
    with served(tmp_path, guest_chips=chips) as server, sits(server, HOLDEM) as table:
        assert (wager(table, "ante").reach, wager(table, "ante").most) == (chips // 2, most)
        assert table.betting == Betting(chips=chips, short=short, complete=False, lacks="", later="")


def test_what_the_chips_lack_for_each_choice(server: Served) -> None:
    """$450 on Ante and Blind leaves $100; three times the Ante is $1,350, four times $1,800."""
    with sits(server, HOLDEM) as table:
        table.bet(ante=450, blind=450)
        offer = dealt(table)
        assert isinstance(offer.cents, tuple) and isinstance(offer.missing, tuple)
        told = dict(zip(offer.values, zip(offer.cents, offer.missing, strict=True), strict=True))
        assert told == {"check": (0, 0), "play_3x": (135_000, 125_000), "play_4x": (180_000, 170_000)}
        while (asked := decision(table)) is not None:
            table.decide("check" if "check" in asked.values else "fold")
            table.wait(lambda each: each.view.step == "bets" or decision(each) is not None)
        table.leave()


def test_what_is_taken_back_costs_nothing(server: Served) -> None:
    """Without a chip in hand a bet can still be taken back, and nothing is missing for it."""
    with sits(server, RIDE) as table:
        table.bet(let_it_ride=330)
        offer = dealt(table)
        assert isinstance(offer.cents, tuple)
        assert max(offer.cents) == 33_000 and table.balance == 1_000
        assert offer.missing == (0,) * len(offer.values)


def test_chips_that_come_from_elsewhere_are_told_at_the_table(server: Served) -> None:
    """Only to whom they belong; and nothing has happened at the table."""
    ann, bob = server.guest("Ann of the chips"), server.guest("Bob of the chips")
    with ann.sit(HOLDEM) as table, bob.watch(HOLDEM) as other:
        table.wait(lambda each: each.view.step == "bets")
        table.bet(ante=500, blind=500)
        other.ping()
        assert (table.balance, wager(table, "trips").most) == (0, 0)
        row = table.seq
        table._changes.clear()
        other._changes.clear()
        assert ann.chips(50_000) == 50_000
        change = table.next(30)
        assert isinstance(change, Change)
        assert (change.told, change.seq, change.balance) == ([], row, 50_000)
        assert table.betting is not None and table.betting.chips == 150_000
        assert (wager(table, "trips").reach, wager(table, "ante").reach) == (50_000, 75_000)
        other.ping()
        assert not other._changes
        table.leave()


def test_the_cage_tells_both_whose_chips_it_moves(server: Served) -> None:
    table = opened(server, "ultimate-texas-holdem", "Real")
    ann, bob = server.staff("Ann Real", "player"), server.staff("Bob Real", "player")
    with ann.watch(table) as hers, bob.watch(table) as his:
        cage(server, "patrons/Ann Real/buy-in", cents=70_000)
        hers.wait(lambda each: each.balance == 70_000)
        cage(server, "transfers", cents=20_000, **{"from": "patron:Ann Real", "to": "patron:Bob Real"})
        hers.wait(lambda each: each.balance == 50_000)
        his.wait(lambda each: each.balance == 20_000)
        cage(server, "patrons/Bob Real/cash-out", cents=5_000)
        his.wait(lambda each: each.balance == 15_000)
        assert hers.balance == 50_000


def opened(server: Served, game: str, name: str, **more: Any) -> int:
    """A table with real chips."""
    asked = {"id": name, "submission": submission_text(terms(game, table=name, **more)), "dealer": "automatic"}
    return int(server.manager.ask("POST", "/api/v1/tables", asked)["id"])


def cage(server: Served, path: str, **asked: Any) -> None:
    server.manager.ask("POST", f"/api/v1/{path}", {"id": path, "reason": "a test", **asked})
