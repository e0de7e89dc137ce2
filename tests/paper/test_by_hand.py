"""What papers print of a wager, from a few made-up deals: every figure below was worked out on paper."""

from fractions import Fraction as F
from typing import Any

import pytest
from msgspec.structs import replace

from paper.made_up_deals import DOLLAR, MAIN, main, one, row_of, together, trips
from pitboss.odds.result import WagerOdds
from pitboss.odds.tally import EndingPart
from pitboss.paper import kept as keeping
from pitboss.paper import paid, par_wagers
from pitboss.paper.kept import contributed, full_table, kept, loss, of_shares, remarks, share, warning
from pitboss.rulebook.pays import Half, MeterShare
from support import LIR, UTH, rules

# --- a wager alone --------------------------------------------------------------------------------------------------


def test_the_figures_of_a_wager() -> None:
    assert par_wagers.figures(trips()) == [
        ["House advantage", "25.0000%", "exactly 1/4"],
        ["Expected value", "-0.250000", "to the player, for each 1 wagered on the Trips"],
        ["Standard deviation", "5.165027", "variance 26.677500"],  # 5348 / 200 − 1 / 16
        ["Hit rate", "3.50%", "a net win 1 in 28.6 rounds"],
        ["Lost", "96.50%", "a net loss 1 in 1.04 rounds"],
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


def test_what_no_line_pays_is_told_apart_by_what_becomes_of_it() -> None:
    """Without a dealer's pair the Ante of a better hand is returned: 2 of 4 deals have no line, of which one loses."""
    returned = (EndingPart("ante", 1, ("live", "below_pair", "higher")),)
    lost, won = main(4, "lower", "straight")[:1], main(4, "higher", "straight")[:1]
    row = row_of(rules(UTH), {returned: 1, lost: 1, won: 2}, "main", DOLLAR, base="ante")
    (part,) = par_wagers.wager_page(rules(UTH), row)["parts"]
    assert [row[:6] for row in part["rows"][-2:]] == [
        ["everything else", "returned", "3.00 to 1", "1", "25.00%", "0.000000"],
        ["everything else", "loses", "3.00 to 1", "1", "25.00%", "-0.250000"],
    ]
    apart = [figure for figure in par_wagers.figures(row) if figure[0] in ("Hit rate", "Even", "Lost")]
    assert [(name, chance) for name, chance, _ in apart] == [
        ("Hit rate", "50.00%"),
        ("Even", "25.00%"),
        ("Lost", "25.00%"),
    ]


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
