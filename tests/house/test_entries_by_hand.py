"""What a few made-up events do to the books, to the cent."""

from msgspec.structs import replace

from pitboss.house.money.accounts import REAL
from pitboss.house.money.entries import Booked, MeterEntry, Posting, book
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.state import State
from support import UTH, rules, table


def state() -> State:
    """Ann has lost a dollar so far."""
    before = table(UTH).state
    return replace(before, seats=(replace(before.seats[0], player="Ann", net=-100), *before.seats[1:]))


def booked(*events: e.AnyEvent, end: State | None = None) -> Booked:
    """The reserve bears 20 cents of every reset."""
    return book(rules(UTH), state(), events, 1, REAL, lambda own: f"house {own}", lambda meter, cents: 20, end)


PLACED = e.WagerPlaced(1, "trips", 300, "")


def test_a_wager_goes_from_the_player_to_the_layout() -> None:
    found = booked(PLACED)
    why = "WagerPlaced 1 trips"
    assert found.postings == [Posting("patron:Ann", -300, why), Posting("layout:1", 300, why)]
    assert (found.players, found.meters, found.reserves) == ([(e.WagerPlaced, 1, -300)], [], {})


def test_the_state_at_the_end_is_taken_as_given() -> None:
    """A state after which $2.50 lie there, whatever the event says; it is that of the last event and of no other."""
    before = state()
    place = rules(UTH).index["trips"]
    none = rules(UTH).none
    seat = replace(before.seats[0], stakes=(*none[:place], 250, *none[place + 1 :]), net=-350)
    end = replace(before, seats=(seat, *before.seats[1:]))
    assert [each.cents for each in booked(PLACED, end=end).postings] == [-250, 250]
    more = (PLACED, e.DeckMoved(1, "spread", ""))
    assert [each.cents for each in booked(*more, end=end).postings] == [-300, 300]


def test_a_pool_gets_whole_cents_and_the_meter_every_part() -> None:
    """9.2 cents and 1.5 more are 10.7: one whole cent more. Taken back it is one whole cent less."""
    posted = e.ContributionPosted("M", 1_500_000, 10_700_000, "")
    found = booked(PLACED, posted)
    assert found.meters == [MeterEntry("house M", "contribution", 1_500_000, 0, 9_200_000, 10_700_000)]
    assert [(each.account, each.cents) for each in found.postings[2:]] == [("inventory:1", -1), ("pool:house M", 1)]
    back = booked(e.ContributionReversed("M", 1_500_000, 9_200_000, ""))
    assert back.meters == [MeterEntry("house M", "reversal", 1_500_000, 0, 10_700_000, 9_200_000)]
    assert [(each.account, each.cents) for each in back.postings] == [("pool:house M", -1), ("inventory:1", 1)]


def test_a_hit_is_paid_from_the_pool_which_reserve_and_cage_fill_again() -> None:
    """The meter of 100.7 cents pays a dollar and goes back to 50.7: 20 cents from the reserve and 30 from the cage."""
    hit = e.MeterPaid("M", 100, 100 * MICRO + 700_000, 50 * MICRO + 700_000, "", added=50 * MICRO)
    found = booked(hit)
    assert found.meters == [
        MeterEntry("house M", "hit", 100 * MICRO, 50 * MICRO, 100 * MICRO + 700_000, 50 * MICRO + 700_000)
    ]
    assert [(each.account, each.cents) for each in found.postings] == [
        ("pool:house M", -100),
        ("inventory:1", 100),
        ("reserve:house M", -20),
        ("pool:house M", 20),
        ("cage", -30),
        ("pool:house M", 30),
    ]
    assert found.reserves == {"house M": 20}
    assert booked(hit, hit).reserves == {"house M": 40}
