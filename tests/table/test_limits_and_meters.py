"""Meters to a millionth of a cent, payout limits to the cent, and what the operator must state about both."""

from typing import Any

import pytest

from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import words
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table import events as e
from support import LIR, UTH, accepted, by_hand, events, finish, net, refused, rules, seated, to

DOLLAR = 100 * MICRO
STRAIGHT_FLUSH = {"seat1": "Js Ts 9s", "seat2": "2h 4d Kc", "community": "8s 7s"}
ROYAL_FLUSH = {"seat1": "As Ks Qs", "seat2": "2h 4d 7c", "community": "Js Ts"}


def case(clause: str, *values: Any, name: str = "") -> Any:
    return pytest.param(*values, id=f"{clause} {name}".strip(), marks=pytest.mark.clause(clause))


def dealt(game: str, cards: dict[str, str], procedure: str = "manual_shoe", **overrides: Any) -> Table:
    """A table with open bets under these terms, with the cards by place."""
    bound = rules(game, procedure, **overrides)
    return Table(bound, source=ScriptedPlaces(bound.deck, {k: bound.deck.read_all(v) for k, v in cards.items()})).open()


def kinds(t: Table, *wanted: type[e.Event]) -> list[str]:
    return [type(r.event).__name__ for r in t.log if isinstance(r.event, wanted)]


def cuts(t: Table) -> list[tuple[str, int, str]]:
    """Wager, cents and clause of every cut by a payout limit."""
    return [(ev.wager, ev.cents, ev.clause) for ev in events(t, e.PayoutCut)]


# --- what the submission must state about a progressive -------------------------------------------------------------


@pytest.mark.parametrize(
    ("meter", "key", "clause"),
    [
        case("MD-LIR 12.F", {}, "rate", "MD-LIR 12.F(1)"),
        case("MD-LIR 12.F(1)", {"initial": 1000, "reset": 1000}, "rate", "MD-LIR 12.F(1)"),
        case("MD-LIR 12.F(2)", {"rate": "5", "reset": 1000}, "initial", "MD-LIR 12.F(2)(a)", name="initial"),
        case("MD-LIR 12.F(2)", {"rate": "5", "initial": 1000}, "reset", "MD-LIR 12.F(2)(a)", name="reset"),
        case("MD-LIR 12.F(2)", {"rate": "5", "initial": "999.99", "reset": 1000}, "initial", "MD-LIR 12.F(2)(a)"),
    ],
)
def test_rate_initial_and_reset_amount_must_be_submitted(meter: dict[str, Any], key: str, clause: str) -> None:
    data = default_data(LIR)
    assert not check_data(data).faults, "with all three it is complete"
    data["meters"] = {"Progressive": meter}
    faults = check_data(data).faults
    assert (f"meters.Progressive.{key}", clause) in {(f.key, f.clause) for f in faults}


# --- contributions and payments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rate", "amount", "seats", "micro_cents"),
    [
        case("MD-LIR 12.F(1)", "5", 1, 2, 10_000_000, name="two wagers of $1 at 5 percent: 10 cents"),
        case("MD-LIR 12.F(1)", "3.3333", 1, 1, 3_333_300, name="$1 at 3.3333 percent: 3.3333 cents"),
        case("MD-LIR 12.F(1)", "0.0001", 5, 3, 1_500, name="three of $5 at 0.0001 percent: 0.0015 cents"),
    ],
)
def test_the_meter_advances_by_the_rate_exactly(rate: str, amount: int, seats: int, micro_cents: int) -> None:
    t = dealt(LIR, {}, wagers={"progressive": {"amount": amount}}, meters={"Progressive": {"rate": rate}})
    t = finish(seated(t, *range(1, seats + 1), progressive=amount))
    assert t.meters == {"Progressive": 1000 * DOLLAR + micro_cents}
    assert dict(t.state.meters) == t.meters, "what the table shows is what the meter reads"


@pytest.mark.parametrize(
    ("posting", "expected"),
    [
        case(
            "MD-LIR 12.F(1)", "at_settlement", ["CardsDealt", "ContributionPosted", "WagerSettled"], name="settlement"
        ),
        case("MD-LIR 12.F(1)", "at_lock", ["ContributionPosted", "CardsDealt", "WagerSettled"], name="lock"),
    ],
)
def test_contributions_are_posted_before_the_first_payment(posting: str, expected: list[str]) -> None:
    t = dealt(LIR, ROYAL_FLUSH, readings={"meter_posting": posting})
    finish(seated(t, 1, 2, progressive=1))
    order = kinds(t, e.CardsDealt, e.ContributionPosted, e.WagerSettled)
    assert list(dict.fromkeys(order)) == expected and order.count("ContributionPosted") == 1
    assert net(t, 1, "progressive") == 1000_10 - 100, "the wagers of this round are in what is paid"


@pytest.mark.clause("MD-LIR 12.G")
def test_a_hit_is_paid_what_the_meter_reads_when_the_players_turn_comes() -> None:
    """The meter is linked: another table has moved it between two turns of this one."""
    t = by_hand(to(seated(dealt(LIR, STRAIGHT_FLUSH), 1, 2, progressive=1), "settle"))
    accepted(t, "dealer", a.SettleHand(2, meters=(("Progressive", 5000 * DOLLAR),)))
    accepted(t, "dealer", a.SettleHand(1, meters=(("Progressive", 7777 * DOLLAR + 77),)))
    (paid,) = events(t, e.MeterPaid)
    assert (paid.before, paid.cents, paid.reading) == (7777 * DOLLAR + 77, 777_70, (7777 * 100 - 777_70) * MICRO + 77)
    refused(t, "dealer", a.SettleTable(meters=(("Mega Progressive", 1),)), code="meter")


@pytest.mark.parametrize(
    ("cards", "reading", "cents", "reset"),
    [
        case("MD-LIR 12.G", STRAIGHT_FLUSH, 12_345_67 * MICRO + 890_000, 1_234_56, 0, name="a tenth"),
        case("MD-LIR 12.G", ROYAL_FLUSH, 12_345_67 * MICRO + 890_000, 12_345_67, 1000 * DOLLAR, name="all"),
    ],
)
def test_a_fraction_of_a_cent_stays_on_the_meter(cards: dict[str, str], reading: int, cents: int, reset: int) -> None:
    t = by_hand(to(seated(dealt(LIR, cards), 1, 2, progressive=1), "settle"))
    accepted(t, "dealer", a.SettleHand(2))
    accepted(t, "dealer", a.SettleHand(1, meters=(("Progressive", reading),)))
    (hit,) = events(t, e.MeterPaid)
    assert (hit.cents, hit.reading, hit.added) == (cents, reading - cents * MICRO + reset, reset)


# --- let it ride: the operator's limit ------------------------------------------------------------------------------

ONLY_BETS = {w: {"offered": False} for w in ("five_card_bonus", "six_card_bonus", "progressive")}


@pytest.mark.parametrize(
    ("limit", "cut"),
    [
        ("3400", []),
        ("3400.01", []),
        ("3399.99", [("three_card_bonus", 1, "MD-LIR 2.B(10)")]),
        ("2500", [("bet_3", 500_00, "MD-LIR 2.B(10)"), ("three_card_bonus", 400_00, "MD-LIR 2.B(10)")]),
    ],
)
def test_the_payout_limit_cuts_to_the_cent_in_the_order_of_settlement(
    limit: str, cut: list[tuple[str, int, str]]
) -> None:
    """Straight flush: three bets of $5 at 200 to 1, and a Three Card Bonus of $10 at 40 to 1: $3,400 in all."""
    t = dealt(LIR, STRAIGHT_FLUSH, wagers=ONLY_BETS, limits={"payout_limit": limit})
    finish(seated(t, 1, bet_1=5, bet_2=5, bet_3=5, three_card_bonus=10))
    assert cuts(t) == cut
    assert t.state.seat(1).net == 3400_00 - sum(cents for _, cents, _ in cut), "winnings only: the stakes came back"


# --- ultimate texas hold 'em: two limits ----------------------------------------------------------------------------

UTH_ROYAL = {"seat1": "As Ks", "dealer": "2d 2h", "community": "Qs Js Ts 3c 4d"}


def limits(mode: str = "both", ante: int = 5, trips: int = 1) -> dict[str, Any]:
    return {
        "wagers": {
            "ante": {"minimum": ante, "maximum": 5000, "increment": 1},
            "trips": {"minimum": trips, "maximum": 1000},
            "cover_all": {"offered": True, "maximum": 1000},
        },
        "readings": {"payout_cap_mode": mode},
    }


@pytest.mark.parametrize(
    ("ante", "trips", "limit"),
    [
        case("MA-UTH 11(e)", 90, 90, 50_000, name="90 x 555 = 49,950: 50,000 is greater"),
        case("MA-UTH 11(e)", 91, 91, 50_505, name="91 x 555 = 50,505 is greater"),
        case("MA-UTH 11(e)", 100, 1, 50_550, name="100 x 505 + 1 x 50"),
        case("MA-UTH 14(d)", 135, 135, 74_925, name="135 x 555 = 74,925: still below 75,000"),
        case("MA-UTH 14(d)", 136, 136, 75_000, name="136 x 555 = 75,480: 75,000 prevails"),
    ],
)
def test_the_limit_is_what_the_minimum_wagers_can_win_if_that_is_more(ante: int, trips: int, limit: int) -> None:
    t = dealt(UTH, UTH_ROYAL, "automated_shoe", **limits(ante=ante, trips=trips))
    finish(seated(t, 1, ante=1000, blind=1000, trips=1000), {1: {"preflop": "play_4x"}})
    assert t.state.seat(1).net == limit * 100


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        case(
            "MA-UTH 11(e)",
            "50000_only",
            [("blind", 451_000_00, "11(e)"), ("play", 4_000_00, "11(e)"), ("trips", 50_00, "11(e)")],
        ),
        case(
            "MA-UTH 14(d)",
            "75000_only",
            [
                ("blind", 426_000_00, "14(d)"),
                ("play", 4_000_00, "14(d)"),
                ("trips", 50_00, "14(d)"),
                ("cover_all", 200_000_00, "14(d)"),
            ],
        ),
        case(
            "MA-UTH 14(d)",
            "both",
            [
                ("blind", 451_000_00, "11(e)"),
                ("play", 4_000_00, "11(e)"),
                ("trips", 50_00, "11(e)"),
                ("cover_all", 175_000_00, "14(d)"),
            ],
            name="both",
        ),
    ],
)
def test_what_exceeds_a_limit_is_cut_wager_by_wager_in_the_order_of_settlement(
    mode: str, expected: list[tuple[str, int, str]]
) -> None:
    """Ante 1,000, Blind 500,000, Play 4,000, Trips 50, Cover All 1,000 x 200 = 200,000."""
    t = dealt(UTH, UTH_ROYAL, "automated_shoe", **limits(mode))
    finish(seated(t, 1, ante=1000, blind=1000, trips=1, cover_all=1000), {1: {"preflop": "play_4x"}})
    assert cuts(t) == [(wager, cents, f"MA-UTH {clause}") for wager, cents, clause in expected]
    for place, record in enumerate(t.log):
        if isinstance(record.event, e.PayoutCut):
            before = t.log[place - 1].event
            assert isinstance(before, e.WagerSettled) and before.wager == record.event.wager, "a line of its own"
            assert before.won >= record.event.cents, "the line above shows what the odds give"


@pytest.mark.parametrize("folded", [False, True], ids=["played", "folded"])
@pytest.mark.clause("MA-UTH 14(d)")
def test_the_progressive_counts_against_no_limit(folded: bool) -> None:
    lines = [{"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}]
    terms = limits("both")
    terms["wagers"]["progressive"] = {"amount": 5, "cards": "seven", "lines": lines}
    terms["meters"] = {"Progressive": {"rate": "10", "initial": 80_000, "reset": 80_000}}
    t = dealt(UTH, UTH_ROYAL, "automated_shoe", **terms)
    seated(t, 1, ante=1000, blind=1000, trips=1, progressive=5, cover_all=1000)
    finish(t, {1: {"final": "fold"} if folded else {"preflop": "play_4x"}})
    assert net(t, 1, "progressive") == 80_000_50 - 5_00
    assert "progressive" not in {wager for wager, _, _ in cuts(t)}
    main = -2_000_00 if folded else 0
    assert t.state.seat(1).net == 75_000_00 + main + 80_000_50 - 5_00


# --- how payouts are stated and chosen ------------------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 11(a)")
def test_no_odds_are_stated_with_the_word_for() -> None:
    for table in book(UTH).paytables:
        for line in table.lines:
            said = words(line.pay)
            assert " for " not in said and (" to " in said or said == "push")


@pytest.mark.parametrize(
    ("pays", "accepted_"),
    [case("MA-UTH 11(d)", 2, False), case("MA-UTH 11(d)", 3, True), case("MA-UTH 11(d)", 4, True)],
)
def test_an_own_trips_table_pays_no_line_below_the_chosen_letter(pays: int, accepted_: bool) -> None:
    """Letter A pays three of a kind 3 to 1."""
    letter = {"royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 30, "full_house": 9, "flush": 7, "straight": 4}
    lines = [{"hand": h, "pays": p, "unit": "to"} for h, p in {**letter, "three_of_a_kind": pays}.items()]
    faults = check_data(merge(default_data(UTH), {"wagers": {"trips": {"paytable": "A", "lines": lines}}})).faults
    assert bool(faults) is not accepted_
    assert all(f.clause.startswith("MA-UTH 11(d)") for f in faults)


# --- a hand that is void after its contribution was posted ------------------------------------------------------------

OWN_PROGRESSIVE: dict[str, Any] = {
    "wagers": {
        "progressive": {
            "amount": 5,
            "cards": "seven",
            "lines": [{"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}],
        }
    },
    "meters": {"Progressive": {"rate": "10", "initial": 10000, "reset": 10000}},
}


def test_a_void_hand_takes_its_contribution_off_the_meter_again() -> None:
    """The progressive wager goes back (U-32), so its ten percent of $5 leaves the meter; the other's stays (X-02)."""
    t = to(seated(dealt(UTH, {}, **OWN_PROGRESSIVE), 1, 2, trips=5, progressive=5), "settle")
    assert t.meters["Progressive"] == 10_001 * DOLLAR
    accepted(t, "dealer", a.Report("wrong_number", seat=1, place="seat", count=3))
    assert net(t, 1, "progressive") == 0
    assert t.meters["Progressive"] == 10_000 * DOLLAR + DOLLAR // 2
    finish(t)
    assert [ev.amount for ev in events(t, e.ContributionReversed)] == [DOLLAR // 2]


@pytest.mark.clause("MA-UTH 14(c)")
def test_a_folded_hands_progressive_is_settled_after_its_trips() -> None:
    t = seated(dealt(UTH, {}, **OWN_PROGRESSIVE), 1, trips=5, progressive=5)
    finish(t, {1: {"final": "fold"}})
    assert [ev.wager for ev in events(t, e.WagerSettled)] == ["trips", "progressive"]
