"""What papers print of a wager, from a few made-up deals: every figure below was worked out on paper."""

from fractions import Fraction as F
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.figures import figures
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.odds.tally import Ending, EndingPart, Tally
from pitboss.paper import kept as keeping
from pitboss.paper import paid, par_wagers, stakes
from pitboss.paper.kept import contributed, full_table, kept, loss, of_shares, remarks, share, warning
from pitboss.paper.stakes_together import ALONE, TOGETHER
from pitboss.rulebook.pays import Half, MeterShare
from pitboss.rulebook.terms import MICRO, LimitTerms
from pitboss.table.rules import Rules
from support import LIR, UTH, rules

DOLLAR = 100


def one(wager: str, hand: str) -> Ending:
    return (EndingPart(wager, 1, ("live", hand)),)


def main(times: int, result: str, hand: str) -> Ending:
    """The Ante and the Blind, and a Play wager of so many times the Ante, against a dealer with a pair."""
    against = ("live", "pair_or_better", result)
    return (
        EndingPart("ante", 1, against),
        EndingPart("blind", 1, ("live", result, hand)),
        EndingPart("play", times, against),
    )


def row_of(bound: Rules, counts: dict[Ending, int], wager: str, stake: int, **more: Any) -> WagerOdds:
    tally, meters = Tally(counts), more.get("meters", {})
    found = figures(bound, tally, stake, {name: cents * MICRO for name, cents in meters.items()})
    usual = {"base": wager, "players": 1, "meters": {}, "reading": {}, "title": "", "paytable": "A", "seconds": 0.0}
    told: dict[str, Any] = {**usual, "wager": wager, "stake": stake, "figures": found, "deals": tally.total, **more}
    return WagerOdds(game=bound.game.id, **told)


TRIPS: dict[Ending, int] = {
    **{one("trips", hand): 1 for hand in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")},
    **{one("trips", hand): 1 for hand in ("flush", "straight", "three_of_a_kind")},
    one("trips", "pair"): 193,
}
"""Of 200 deals each hand of the table once: 50 + 40 + 30 + 9 + 7 + 4 + 3 − 193 = −50. The squares are 5,155 + 193."""
MAIN: dict[Ending, int] = {
    main(4, "higher", "royal_flush"): 1,
    main(4, "higher", "straight"): 3,
    main(1, "lower", "straight"): 6,
}
"""Of ten deals: 1 + 500 + 4, thrice 1 + 1 + 4, six times −3. That is 505. At risk are 4 · 6 + 6 · 3 = 42."""


def trips(stake: int = DOLLAR, **terms: Any) -> WagerOdds:
    return row_of(rules(UTH, **terms), TRIPS, "trips", stake)


def together(stake: int, **terms: Any) -> WagerOdds:
    return row_of(rules(UTH, **terms), MAIN, "main", stake, base="ante")


# --- a wager alone --------------------------------------------------------------------------------------------------


def test_the_figures_of_a_wager() -> None:
    assert par_wagers.figures(trips()) == [
        ["House advantage", "25.0000%", "exactly 1/4"],
        ["Expected value", "-0.250000", "to the player, for each 1 wagered on the Trips"],
        ["Standard deviation", "5.165027", "variance 26.677500"],  # 5348 / 200 − 1 / 16
        ["Hit rate", "3.50%", "a net win 1 in 28.6 rounds"],
        ["Highest net win", "+50", "times the base, 1 in 200"],
    ]
    assert par_wagers.summary([trips()]) == [["Trips", "A", "$1", "25.0000%", "25.0000%", "5.165027", "3.50%", "+50"]]


def test_the_lines_of_a_wager_and_what_is_left() -> None:
    (part,) = par_wagers.wager_page(rules(UTH), trips())["parts"]
    assert part["rows"][0] == [
        "royal flush",
        "50 to 1",
        "199.00 to 1",
        "1",
        "0.5000%",
        "+0.250000",
        "11(d) A Royal flush",
    ]
    assert [cells[5] for cells in part["rows"]] == [
        "+0.250000", "+0.200000", "+0.150000", "+0.045000", "+0.035000", "+0.020000", "+0.015000", "-0.965000",
    ]  # fmt: skip
    assert part["rows"][-1] == ["everything else", "loses", "1 to 27.57", "193", "96.50%", "-0.965000", ""]
    assert part["total"] == ["all together", "", "", "200", "", "-0.250000", ""]
    assert (part["title"], part["at_risk"], part["notes"]) == ("", "", [])


def test_what_no_line_pays_and_does_not_lose_all_is_not_said_to_lose() -> None:
    """Without a dealer's pair the Ante of a better hand is returned: 2 of 4 deals have no line, of which one loses."""
    returned = (EndingPart("ante", 1, ("live", "below_pair", "higher")),)
    lost, won = main(4, "lower", "straight")[:1], main(4, "higher", "straight")[:1]
    row = row_of(rules(UTH), {returned: 1, lost: 1, won: 2}, "main", DOLLAR, base="ante")
    (part,) = par_wagers.wager_page(rules(UTH), row)["parts"]
    assert part["rows"][-1][:6] == ["everything else", "not paid", "1.00 to 1", "2", "50.00%", "-0.250000"]


def test_more_deals_than_anybody_reads_are_not_printed() -> None:
    assert par_wagers.ways(F(1, 2), 10**15 - 2) == "499,999,999,999,999"
    assert par_wagers.ways(F(1, 2), 10**15) == ""
    for deals, printed in ((10**15 - 200, True), (10**15, False)):
        assert par_wagers.wager_page(rules(UTH), replace(trips(), deals=deals))["ways"] is printed


def test_bars_are_as_long_as_the_powers_of_ten_say() -> None:
    """One in 200 lies between two and three powers of ten below one: 1 − log 200 / 3."""
    drawn = par_wagers.chart(trips())
    assert drawn["decades"] == 3 and len(drawn["bars"]) == 8
    assert drawn["bars"][-1] == {"net": "+50", "chance": "0.5000%", "one_in": "1 in 200", "part": 0.23299}
    assert [par_wagers._decades(F(1, n)) for n in (1, 9, 10, 11, 100, 101)] == [0, 1, 1, 2, 2, 3]


def test_every_paytable_in_force_is_printed() -> None:
    """Cover All has one for each number of hands that there can be: two with one player, seven with six."""
    bound = rules(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})
    named = [(made["title"], made["table"], len(made["rows"])) for made in par_wagers.paytables(bound)]
    assert named[:4] == [("Ante", "", 1), ("Blind", "", 7), ("Play", "", 1), ("Trips", "paytable A", 7)]
    assert named[4:] == [("Cover All", f"{n} hands dealt", 4) for n in range(2, 8)]
    assert par_wagers.paytables(bound)[3]["rows"][0] == ["royal flush", "50 to 1", "11(d) A Royal flush"]
    envy = par_wagers.paytables(rules(LIR))[-1]
    assert (envy["title"], envy["table"], len(envy["rows"])) == ("Envy Bonus", "paytable A", 2)


def test_how_figures_were_obtained() -> None:
    row = trips()
    assert par_wagers.method(row) == "Exact: all 200 equally likely deals are counted; Trips $1."
    for players, said in ((1, "one player"), (7, "7 players")):
        fed = replace(progressive(19, 981), players=players)
        assert par_wagers.method(fed) == (
            f"Exact: all 1,000 equally likely deals are counted; Progressive $1; {said}; "
            "the Progressive meter reads $1,000."
        )
    bets = row_of(rules(LIR), {one("bet_1", "pair"): 1}, "main", 500, base="one bet")
    assert "; each bet $5" in par_wagers.method(bets)
    assert [par_wagers._family(rules(LIR), name) for name in ("bet_2", "envy")] == ["let_it_ride", "envy"]


def test_which_paytable_it_is() -> None:
    named = [par_wagers.wager_page(rules(UTH), replace(trips(), paytable=each))["table"] for each in ("A", "custom")]
    assert named == ["paytable A", "own paytable"]


def test_where_a_meter_breaks_even() -> None:
    row = progressive(19, 981)
    for level, said in (
        (None, "no reading makes up for the advantage"),
        (0, "always in the player's favour"),
        (1, "breaks even at $0.01"),
    ):
        shown = par_wagers.figures(replace(row, break_even={"Progressive": level}))
        assert shown[-1] == ["Progressive meter", "$1,000", said]


def test_a_fraction_is_printed_where_it_is_short() -> None:
    """21 digits over 22 with the stroke between them are 44 signs; one more is too long."""
    assert par_wagers._exact(F(10**20 + 1, 10**21)) == f"exactly {10**20 + 1}/{10**21}"
    assert par_wagers._exact(F(10**20 + 1, 10**22)) == ""


# --- wagers made together, and limits -------------------------------------------------------------------------------


def test_wagers_made_together_below_the_limit() -> None:
    """505 antes of $5 are $2,525. The average at risk is 4.2 antes, the loss of 50.5 for each ante is of that."""
    row = together(5 * DOLLAR)
    shown = par_wagers.figures(row)
    assert [cells[:2] for cells in shown[:4]] == [
        ["House advantage", "-5,050.0000%"],
        ["Expected value", "+50.500000"],
        ["Element of risk", "-1,202.3810%"],
        ["Average at risk", "4.200000"],
    ]
    assert paid.top_words(rules(UTH), row) == "royal flush: 500 to 1, +505 times the Ante in all"
    assert not paid.any_cut(row)
    parts = par_wagers.wager_page(rules(UTH), row)["parts"]
    assert [(part["title"], part["at_risk"]) for part in parts] == [
        ("Ante", "1.000000"),
        ("Blind", "1.000000"),
        ("Play", "2.200000"),
    ]


def test_wagers_made_together_above_the_limit() -> None:
    """At $200 a royal flush wins $200 on the Ante, then $49,800 on the Blind, 249 to 1, and nothing on the Play wager,
    which wins 4 antes in three of the four deals that it wins: 12 for 16."""
    row = together(200 * DOLLAR)
    assert paid.highest(row) == (F(250), F(1, 10)) and paid.any_cut(row)
    ante, blind, play = par_wagers.wager_page(rules(UTH), row)["parts"]
    assert ante["notes"] == [] and blind["rows"][0][1] == "500 to 1*" and play["rows"][0][1] == "1 to 1*"
    assert blind["notes"][0].endswith("counts towards it. Paid on average: royal flush 249.00 to 1.")
    assert play["notes"][0].endswith("Paid on average: beats the dealer 0.75 to 1.")
    assert paid.top_words(rules(UTH), row) == "royal flush: 500 to 1, paid as +250 times the Ante in all by the limit"


def test_other_hands_that_reach_the_limit_are_spoken_of() -> None:
    """At $10,000 a straight wins $10,000 twice and $40,000 on the Play wager: cut to $50,000, 5 antes, as the royal."""
    row = together(10_000 * DOLLAR)
    assert paid.highest(row) == (F(5), F(4, 10))
    assert paid.top_words(rules(UTH), row).endswith(
        "paid as +5 times the Ante in all by the limit, as are some other hands"
    )


def test_a_wager_alone_that_a_limit_cuts() -> None:
    """At $2,000 whatever pays more than 25 to 1 is cut to that: three lines, together 75 for 120."""
    row = trips(2_000 * DOLLAR)
    assert [paid.cut(row, line) for line in row.lines] == [True] * 3 + [False] * 4
    assert [paid.differs(row, line) for line in row.lines] == [True] * 3 + [False] * 4
    assert paid.paid_words(row, row.lines[:1]) == "25.00 to 1"
    assert paid.often(row.lines[:3]) == F(3, 200)
    said = "{}: {} to 1, paid as 25.00 to 1 by the limit"
    hands = ("royal flush", 50), ("straight flush", 40), ("four of a kind", 30)
    assert paid.top_words(rules(UTH), row) == "; ".join(said.format(*each) for each in hands)


# --- what a line promises -------------------------------------------------------------------------------------------

HIGH = ("royal_flush", "straight_flush", "four_of_a_kind")


def test_shares_of_a_meter_and_odds_for_one() -> None:
    """At $1,234.56 a royal flush wins the meter, a straight flush $123.45, four of a kind 300 for 1: less the dollar,
    each once in ten deals."""
    counts = {**{one("progressive", hand): 1 for hand in HIGH}, one("progressive", "pair"): 7}
    row = row_of(rules(LIR), counts, "progressive", DOLLAR, meters={"Progressive": 123_456})
    told = [paid.promised(row, line) for line in row.lines[:3]]
    assert told == [F(123_356, 1_000), F(12_245, 1_000), F(299, 10)] == [line.value for line in row.lines[:3]]
    assert [paid.paid_words(row, [line]) for line in row.lines[:2]] == ["$1,234.56", "$123.45"]
    assert paid.paid_words(row, [row.lines[2]]) == "300.000000000 for 1"
    terms = rules(LIR).terms
    assert (contributed(terms, row), share(contributed(terms, row))) == (F(1, 20), "5%")
    assert kept(terms, row) == row.house_edge - F(1, 20)
    assert loss(terms, row) == ["favours the player by 16,480.1000%; the house loses by it"]


def test_dollars_with_and_without_the_stake() -> None:
    """$20,000 for a dollar that is not returned, and $100,000 with $5 that are: once in ten deals."""
    for wager, hand, stake, lost, value in (
        ("five_card_bonus", "royal_flush", DOLLAR, "pair", F(19_999, 10)),
        ("six_card_bonus", "super_royal_other_suit", 5 * DOLLAR, "pair", F(20_000, 10)),
    ):
        row = row_of(rules(LIR), {one(wager, hand): 1, one(wager, lost): 9}, wager, stake)
        line = next(line for line in row.lines if line.hand == hand)
        assert paid.promised(row, line) == value == line.value
        assert paid.paid_words(row, [line]) == ("$20,000" if stake == DOLLAR else "$100,000")


def progressive(full_houses: int, pairs: int) -> WagerOdds:
    """A full house pays 50 for 1."""
    counts = {one("progressive", "full_house"): full_houses, one("progressive", "pair"): pairs}
    return row_of(rules(LIR), counts, "progressive", DOLLAR, meters={"Progressive": 100_000})


def test_a_house_that_keeps_nothing_after_the_meters_is_warned() -> None:
    """19 full houses in a thousand deals lose 981 − 19 · 49 = 50, which is all that goes to the meter."""
    terms = rules(LIR).terms
    for row, said in (
        (progressive(19, 981), []),
        (progressive(190, 9_809), ["costs the house"]),
        (progressive(1, 49), ["costs the house"]),
        (progressive(1, 48), ["favours the player"]),
    ):
        assert [words.partition(" 0.")[0].partition(" by")[0].partition(" 5.")[0] for words in loss(terms, row)] == said
    assert loss(terms, progressive(1, 49)) == ["costs the house 5.0000% once the meters have had their part"]
    assert warning(terms, progressive(1, 48)) == [
        "Warning: Progressive favours the player by 2.0408%; the house loses by it."
    ]


def test_what_is_said_of_a_wager_that_feeds_a_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    terms, row = rules(LIR).terms, progressive(1, 59)  # 10 of 60 lost
    alone = (
        "Progressive: 5% of the wager goes to the meters; of its house advantage of 16.6667% the house keeps "
        f"11.6667% ({of_shares(terms)}). {keeping.AT_RESET}"
    )
    assert remarks(terms, [row], {}) == [alone]
    full = replace(progressive(2, 98), players=7)  # nothing lost
    assert remarks(terms, [row], {"progressive": full}) == [
        f"{alone} With 7 players and the Envy Bonus the house advantage is 0.0000%, of which the house keeps -5.0000%."
    ]
    assert remarks(terms, [trips()], {}) == []
    assert remarks(terms, [progressive(1, 48)], {})[1].startswith("Warning: ")
    asked: list[Any] = []

    def worked_out(request: Any, progress: Any) -> list[Any]:
        asked.append(request)
        return [full]

    monkeypatch.setattr(keeping, "odds", worked_out)
    assert full_table(terms) == {"progressive": full}
    assert [(request.wager, request.players) for request in asked] == [("progressive", terms.positions)]
    assert full_table(replace(terms, positions=2)) and full_table(replace(terms, positions=1)) == {}
    assert full_table(replace(terms, envy=())) == {} and len(asked) == 2


def test_that_shares_are_counted_is_said_only_where_there_are_some() -> None:
    terms = rules(LIR).terms
    whole = tuple(
        replace(held, lines=tuple(line for line in held.lines if line.pay != MeterShare("Progressive", 10)))
        for held in terms.wagers
    )
    assert of_shares(terms) != "" == of_shares(replace(terms, wagers=whole))


def test_a_line_that_loses_half_promises_so() -> None:
    line = replace(trips().lines[0], pay=Half(), staked=F(1, 10))
    assert paid.promised(trips(), line) == F(-1, 20)


def test_the_top_hand_has_the_highest_odds_however_rare_it_is() -> None:
    """A royal flush once, a straight five hundred times."""
    counts = {**MAIN, main(4, "higher", "royal_flush"): 1, main(4, "higher", "straight"): 500}
    row = row_of(rules(UTH), counts, "main", 500, base="ante")
    assert paid.top_words(rules(UTH), row) == "royal flush: 500 to 1, +505 times the Ante in all"


def test_a_hand_comes_as_often_as_on_the_bet_that_stays() -> None:
    """A royal flush wins 1,000 to 1 on three bets. A straight flush wins 200 to 1, once on three bets and twelve times
    on one: 200 · 15 in all, as much as one royal flush, but in 13 deals."""
    bets = [EndingPart(f"bet_{n}", 1, ("live", "straight_flush")) for n in (1, 2, 3)]
    royal = tuple(EndingPart(bet.wager, 1, ("live", "royal_flush")) for bet in bets)
    row = row_of(rules(LIR), {royal: 1, tuple(bets): 1, (bets[2],): 12}, "main", 500, base="one bet")
    assert paid.top_words(rules(LIR), row) == "royal flush: 1,000 to 1, +3,000 times one bet in all"


# --- where the stake matters ----------------------------------------------------------------------------------------

LIMIT = "$50,000 a hand on Ante, Blind, Play and Trips (11(e))"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals at whatever stake is asked for."""

    def odds(request: Request, progress: object) -> list[WagerOdds]:
        assert request.terms is not None and request.stake is not None
        counts = {"trips": TRIPS, "main": FLUSH}.get(str(request.wager), SIX)
        return [row_of(rules_for(request.terms), counts, str(request.wager), request.stake)]

    monkeypatch.setattr(stakes, "odds", odds)


SIX: dict[Ending, int] = {
    one("six_card_bonus", "super_royal_other_suit"): 1,
    one("six_card_bonus", "royal_flush"): 1,
    one("six_card_bonus", "pair"): 99_998,
}
"""$100,000, and 1,000 to 1."""
FLUSH: dict[Ending, int] = {main(4, "higher", "flush"): 1, main(1, "lower", "flush"): 9}
"""The Blind is paid 3 to 2."""


def six(limit: int, most: int, *more: int) -> tuple[Rules, WagerOdds]:
    """The Six Card Bonus from $5, under payout limits of so many dollars, each for another wager too."""
    beside = ("five_card_bonus", "three_card_bonus")
    cuts = tuple(
        LimitTerms("MD-LIR 2.B(10)", cents * DOLLAR, ("six_card_bonus", other))
        for cents, other in zip((limit, *more), beside, strict=False)
    )
    bound = rules_for(replace(rules(LIR, **limits("six_card_bonus", 5, most)).terms, limits=cuts))
    return bound, row_of(bound, SIX, "six_card_bonus", 500)


def limits(wager: str, least: int, most: int) -> dict[str, Any]:
    return {"wagers": {wager: {"minimum": least, "maximum": most}}}


@pytest.mark.usefixtures("counted")
def test_a_limit_that_cuts_at_the_greatest_stake() -> None:
    """50 to 1 reaches $50,000 at $1,000. At $2,000 three lines are cut to 25 to 1: (98 − 193) / 200; the squares are
    1,875 + 155 + 193."""
    terms = limits("trips", 5, 2_000)
    bound, row = rules(UTH, **terms), trips(500, **terms)
    assert stakes.reached(bound, row) == 100_000
    found = stakes.where_it_matters(bound.terms, [row])
    (one_of,) = found
    assert (one_of.to, one_of.greatest.stake) == (100_000, 200_000)
    shown = stakes.section(bound.terms, found, [row])
    assert shown["rows"] == [
        ["Trips", "$5 to $1,000", "25.0000%", "5.165027", "+50", ""],
        ["Trips", "$2,000", "47.5000%", "3.299905", "+25", f"A payout limit cuts: {LIMIT}"],
    ]
    assert shown["warnings"] == [] and ALONE not in shown["said"]
    assert shown["said"].endswith("at other stakes, up to the greatest it permits: Trips.")
    assert "Those of the other wagers hold" in stakes.section(bound.terms, found, [row, together(500)])["said"]
    greatest = stakes.at_greatest(bound.terms, [row, together(500, **terms)], found)
    assert [(each.stake, each.house_edge) for each in greatest] == [
        (200_000, F(95, 200)),
        (bound.limits("ante").maximum, F(-101, 2)),
    ]


@pytest.mark.usefixtures("counted")
def test_a_limit_that_is_just_reached_cuts_nothing() -> None:
    for most, differs in ((1_000, False), (1_005, True)):
        terms = limits("trips", 5, most)
        bound, row = rules(UTH, **terms), trips(500, **terms)
        assert bool(stakes.where_it_matters(bound.terms, [row])) is differs
    alone = limits("trips", 2_000, 2_000)
    assert stakes.where_it_matters(rules(UTH, **alone).terms, [trips(200_000, **alone)]) == [], (
        "there is no other stake"
    )


@pytest.mark.usefixtures("counted")
def test_a_limit_that_cuts_at_the_least_stake_already() -> None:
    """Of $100,000 it leaves $50,000: 10,000 times $5."""
    bound, row = six(50_000, 25)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert paid.highest(row) == (F(10_000), F(1, 100_000)) and stakes.reached(bound, row) == 500
    assert found.at_least.startswith("A payout limit cuts already at this stake: $50,000")
    assert found.why == "Sums in dollars are the same at every stake; the same limit cuts more here"


@pytest.mark.usefixtures("counted")
def test_a_limit_is_named_where_it_cuts_and_the_lowest_one() -> None:
    """$100,000 stay below $150,000 at every stake; 1,000 to 1 does up to $150."""
    bound, row = six(150_000, 150, 160_000)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert found.why == "Sums in dollars are the same at every stake"
    bound, row = six(150_000, 155, 160_000)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert found.why.startswith("Sums in dollars are the same at every stake; a payout limit cuts: $150,000")


@pytest.mark.usefixtures("counted")
def test_payments_that_are_rounded_are_counted_at_the_next_stake_too() -> None:
    """3 to 2 of $5 is $7.50, paid as $8; of $10 it is $15; of $25 it is $37.50, paid as $38."""
    bound = rules(UTH, breakage="up_to_chip", smallest_chip=1, **limits("ante", 5, 25))
    row = row_of(bound, FLUSH, "main", 500, base="ante")
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert [each.stake for each in (found.least, *found.others)] == [500, 1_000, 2_500] and found.to == 500
    assert [each.ev - F(5 - 27, 10) for each in (found.least, *found.others)] == [
        F(160, 1_000),
        F(150, 1_000),
        F(152, 1_000),
    ]


def test_what_cannot_differ_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(request: Request, progress: object) -> list[WagerOdds]:
        raise AssertionError(request)

    monkeypatch.setattr(stakes, "odds", nobody)
    for least, most in ((5, 1_000), (2_000, 2_000)):
        terms = limits("trips", least, most)
        assert stakes.where_it_matters(rules(UTH, **terms).terms, [trips(least * DOLLAR, **terms)]) == []


def test_a_wager_that_wins_nothing_reaches_no_limit() -> None:
    for ending in (main(4, "equal", "straight"), main(4, "lower", "straight")):
        assert stakes.reached(rules(UTH), row_of(rules(UTH), {ending: 1}, "main", 500, base="ante")) is None


@pytest.mark.usefixtures("counted")
def test_sums_in_dollars_weigh_less_on_a_greater_stake() -> None:
    """$100,000 once in 100,000 deals are a dollar: a fifth of $5, a twenty-fifth of $25. 1,000 to 1 is a hundredth."""
    terms = limits("six_card_bonus", 5, 25)
    bound = rules(LIR, **terms)
    row = row_of(bound, SIX, "six_card_bonus", 500)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert (found.to, found.greatest.stake, found.at_least) == (500, 2_500, "")
    assert found.why == "Sums in dollars are the same at every stake"
    assert [row.house_edge, found.greatest.house_edge] == [
        F(98_998, 100_000) - F(1, 5),
        F(98_998, 100_000) - F(1, 25),
    ]


def test_a_payment_is_rounded_where_it_is_no_whole_number_of_chips() -> None:
    """3 to 2 of $5 is $7.50."""
    chips = rules(UTH, breakage="up_to_chip", smallest_chip=1)
    for bound, row, stake, rounded in (
        (chips, together(500), 500, True),
        (chips, together(500), 600, False),
        (chips, together(500), 650, True),
        (chips, trips(500), 500, False),
        (rules(UTH), together(500), 500, False),
    ):
        assert stakes._rounded(bound, row, stake) is rounded


def test_wagers_that_share_a_limit_are_counted_together() -> None:
    """At $500 a royal flush is cut, and a straight flush, $25,000 + $500 + $2,000 + $4,000, is not."""
    bound = rules(UTH)
    said = stakes.section(bound.terms, [], [together(500), trips(500)])["said"]
    assert said.startswith(
        f"{stakes.EVERYWHERE} {TOGETHER} At the greatest stakes that this submission permits (Ante $500,"
    )
    # 1 royal flush in 30,940, less 1 in 649,740 that lies on the board: 1 in 32,487
    assert "Trips $100), all counted together, it cuts one hand in 32,487 and takes" in said
    assert stakes.section(bound.terms, [], [trips(500), trips(500)])["said"] == stakes.EVERYWHERE


def test_the_best_play_at_other_stakes_is_named() -> None:
    bound, least, greatest = rules(UTH), together(500), together(20_000)
    everywhere = stakes.best_play_words(bound, least, [], "x.toml")
    assert stakes.EVERY in everywhere["said"] and everywhere["command"] == ""
    for to, said, which in ((500, "Ante $5:", "other"), (9_900, "Ante $5, and up to $99:", "higher")):
        found = [stakes.AtStakes(trips(), 100, (trips(),), ""), stakes.AtStakes(least, to, (greatest,), "")]
        told = stakes.best_play_words(bound, least, found, "x.toml")
        assert said in told["said"] and f"At {which} stakes" in told["said"]
        assert "-2,500.0000% at $200," in told["said"]
        assert told["command"] == "pitboss strategy x.toml --stake 200"
