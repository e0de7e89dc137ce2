"""What a line really brings at a stake: where a payout limit cuts it or a chip rounds it up, the paper says so."""

import re
from fractions import Fraction

import pytest

from paper.par_cases import changed, everything, lines_of, terms_of
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.lab.win.model import TablePlay
from pitboss.odds.result import WagerOdds
from pitboss.paper.compare import compare, page, sections
from pitboss.paper.paid import MARK, highest, paid_words, promised, top_words
from pitboss.paper.par_wagers import figures, wager_page
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.submission import default_submission
from pitboss.table.rules import Rules
from support import GAMES

SIX = "[wagers.six_card_bonus]\noffered = "


def limited() -> str:
    """At most $50,000 a hand."""
    text = changed(default_submission("let-it-ride"), 'payout_limit = "none"', "payout_limit = 50000")
    return changed(text, f"{SIX}true", f"{SIX}false")


def worked_out(text: str, wager: str = "main", stake: int | None = None) -> tuple[Rules, WagerOdds]:
    return rules_for(terms_of(text)), exact_odds(submission=text, wager=wager, stake=stake)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_odds_times_probability_are_the_value_where_nothing_is_marked(game: str) -> None:
    """At the least stake of the default submissions no limit binds. Odds `to 1` are of what is staked, which for the
    Play wager is up to four times the base."""
    rules = rules_for(terms_of(everything(game)))
    for row in exact_odds(submission=everything(game)):
        for part in row.figures.parts:
            for line in part.lines:
                if isinstance(line.pay, ToOne):
                    assert line.value == line.staked * Fraction(line.pay.pays, line.pay.per)
                assert line.value == promised(row, line), (row.wager, line.hand)
        shown = wager_page(rules, row)
        assert not [cells for part in shown["parts"] for cells in part["rows"] if MARK in cells[1]]
        assert not [note for part in shown["parts"] for note in part["notes"]]


def test_known_payments_under_a_limit() -> None:
    """Three bets of $250: of a royal flush the first takes all $50,000, which is 200 to 1, and the others nothing. The
    straight flush pays 200 to 1, which is $50,000 too: the first in full, the others nothing."""
    rules, row = worked_out(limited(), stake=25_000)
    parts = {part.wager: {line.hand: line for line in part.lines} for part in row.figures.parts}
    told = {wager: paid_words(row, [lines["royal_flush"]]) for wager, lines in parts.items()}
    assert told == {"bet_1": "200.00 to 1", "bet_2": "nothing", "bet_3": "nothing"}
    first, second, _ = wager_page(rules, row)["parts"]
    cells = {part["title"]: {line[0]: line[1] for line in part["rows"]} for part in (first, second)}
    assert cells["Bet Number 1"]["royal flush"] == "1,000 to 1*"
    assert cells["Bet Number 1"]["straight flush"] == "200 to 1"
    assert cells["Bet Number 2"]["straight flush"] == "200 to 1*"
    (note,) = first["notes"]
    assert note.startswith("* At this stake a payout limit cuts this payment: $50,000 a hand on Bet Number 1,")
    assert f"({rules.terms.limits[0].clause.removeprefix('MD-LIR ')})" in note
    together = "What the hand wins on wagers that are settled before counts towards it."
    assert note.endswith(f"{together} Paid on average: royal flush 200.00 to 1.")
    assert "Paid on average: royal flush nothing and straight flush " in second["notes"][0]


def test_the_value_of_a_marked_row_is_what_the_note_says_times_its_probability() -> None:
    rules, row = worked_out(limited(), stake=25_000)
    first, *_ = wager_page(rules, row)["parts"]
    (royal,) = (cells for cells in first["rows"] if cells[0] == "royal flush")
    assert first["title"] == "Bet Number 1"
    assert float(royal[5]) == pytest.approx(200 * 4 / 2_598_960, abs=1e-6)


def test_a_payment_that_is_rounded_up_is_said() -> None:
    """3 to 2 on $5 is $8 in chips of $1: 1.6 to 1."""
    text = default_submission("ultimate-texas-holdem")
    text = changed(text, 'breakage = "exact" ', 'smallest_chip = 1\nbreakage = "up_to_chip" ')
    rules, row = worked_out(text)
    blind = next(part for part in wager_page(rules, row)["parts"] if part["title"] == "Blind")
    assert {line[0]: line[1] for line in blind["rows"]}["flush"] == "3 to 2*"
    assert blind["notes"] == ["* Payments are rounded up to $1. Paid on average: flush 1.60 to 1."]


def test_the_note_stands_on_the_paper() -> None:
    from pitboss.cli.par import telling
    from pitboss.paper.par import par

    text = limited().replace("minimum = 5\n", "minimum = 250\n", 1)
    paper = par(terms_of(text), telling(), rounds=1_000, shuffles=2_000)
    lines = lines_of(paper)
    assert any(line.startswith("royal flush 1,000 to 1*") for line in lines)
    assert any("Paid on average: royal flush 200.00 to 1." in line for line in lines)


# --- the highest ----------------------------------------------------------------------------------------------------


HANDS = 2_598_960
"""Of five cards: 4 are royal flushes, 36 straight flushes, 624 four of a kind."""


def ride(paytable: str, limit: int) -> str:
    """A table that takes bets of up to $500 and pays at most so much for a hand."""
    text = changed(default_submission("let-it-ride"), 'payout_limit = "none"', f"payout_limit = {limit}")
    text = changed(text, f"{SIX}true", f"{SIX}false")
    return changed(text, 'paytable = "A"                  # A, B or C [12.A]', f'paytable = "{paytable}"')


def top(text: str, wager: str = "main", stake: int | None = None) -> tuple[str, Fraction]:
    """In words, and how often."""
    rules, row = worked_out(text, wager, stake)
    return top_words(rules, row), highest(row)[1]


def test_lines_that_pay_the_same_are_counted_together() -> None:
    """Three red Dragons and three blue ones pay alike: 2 of 23,426 hands."""
    assert top(everything("dragon-poker"), "dragon") == (
        "three red dragons or three blue dragons: 1,000 to 1",
        Fraction(2, 23_426),
    )


def test_a_hand_that_wins_three_bets_is_counted_once_with_all_that_it_wins() -> None:
    said = "royal flush: 1,000 to 1, +3,000 times one bet in all"
    assert top(default_submission("let-it-ride")) == (said, Fraction(4, HANDS))


def test_wagers_that_win_together_are_the_top_award_together() -> None:
    """Three Dragons pay 30 to 1, and Ante and Play win beside them. At Top Five Poker the Ante is often only returned
    where the Play wins: both win in fewer rounds than the Play does."""
    assert top(default_submission("dragon-poker"))[0] == "three dragons: 30 to 1, +32 times the Ante in all"
    said, share = top(default_submission("top-five-poker"))
    _, row = worked_out(default_submission("top-five-poker"))
    won = {part.wager: part.lines[0].probability for part in row.figures.parts}
    assert said == "beats the dealer: 1 to 1, +2 times the Ante in all"
    assert share == won["ante"] < won["play"]


def test_what_a_limit_leaves_is_won_by_every_hand_that_reaches_it() -> None:
    """$25,000 are 50 bets of $500. By table C a royal flush and a straight flush reach that on one bet, four of a kind
    on two, which then always ride: 664 hands. By table B $100,000 are 200 bets: 40 hands."""
    said, share = top(ride("C", 25_000), stake=50_000)
    assert said == (
        "royal flush: 100 to 1; straight flush: 50 to 1; four of a kind: 30 to 1, each paid as +50 times one bet in "
        "all by the limit"
    )
    assert (share, round(float(1 / share), 1)) == (Fraction(4 + 36 + 624, HANDS), 3914.1)
    said, share = top(ride("B", 100_000), stake=50_000)
    assert said == (
        "royal flush: 500 to 1; straight flush: 100 to 1, each paid as +200 times one bet in all by the limit"
    )
    assert share == Fraction(4 + 36, HANDS) == Fraction(1, 64_974)


def test_a_limit_that_one_bet_of_three_uses_up_is_said() -> None:
    """$25,000 are 100 bets of $250: the first bet has its 100 to 1 in full, and the other two nothing."""
    said, share = top(ride("C", 25_000), stake=25_000)
    assert said.startswith("royal flush: 100 to 1; straight flush: 50 to 1, each paid as +100 times one bet in all by")
    assert share == Fraction(40, HANDS)


UP_TO = [
    (45_000, 1_500, "+3,000 times one bet in all", 4, 4),
    (45_000, 2_000, "paid as +2,250 times one bet in all by the limit", 4, 4),
    (50_000, 8_000, "paid as +625 times one bet in all by the limit", 4, 4),
    (50_000, 8_500, "paid as +588.24 times one bet in all by the limit, as are some other hands", 5, 39),
]


@pytest.mark.parametrize(("limit", "stake", "said", "fewest", "most"), UP_TO)
def test_a_cut_begins_where_the_limit_is_passed(limit: int, stake: int, said: str, fewest: int, most: int) -> None:
    """Three times $15,000 are the whole limit and nothing is cut. Three times 200 bets of $80 for a straight flush are
    below $50,000, and of $85 they are not: those on which all bets ride bring as much as a royal flush."""
    told, share = top(ride("A", limit), stake=stake)
    assert told == f"royal flush: 1,000 to 1, {said}"
    assert fewest <= share * HANDS <= most


def test_the_top_award_is_the_highest_net_win_of_the_par_sheet() -> None:
    _, row = worked_out(ride("C", 25_000), stake=50_000)
    shown = {name: rest for name, *rest in figures(row)}
    assert shown["Highest net win"] == ["+50", "times the base, 1 in 3,914"]


def test_lines_that_bring_the_same_at_this_bet_are_counted_together() -> None:
    """Six Card Bonus B: $100,000 for a super royal in any of four suits; at $100 a 5-card royal flush, 1,000 to 1,
    brings as much."""
    text = default_submission("let-it-ride")
    begin = text.index("[wagers.six_card_bonus]")
    text = text[:begin] + text[begin:].replace('paytable = "A"', 'paytable = "B"', 1)
    assert top(text, "six_card_bonus", stake=100)[1] == Fraction(1, 5_089_630)
    said, share = top(text, "six_card_bonus", stake=10_000)
    assert said.endswith("$100,000; 5-card royal flush: 1,000 to 1")
    assert share == Fraction(4 + 184, 20_358_520)


def test_a_wager_alone_is_paid_what_the_limit_leaves() -> None:
    """$50,000 at $2,000 are 25 to 1: a royal flush, a straight flush and four of a kind, 4,324, 37,260 and 224,848 of
    all hands of seven cards, bring as much."""
    text = default_submission("ultimate-texas-holdem")
    begin = text.index("[wagers.trips]")
    text = text[:begin] + re.sub(r"maximum = \d+", "maximum = 2000", text[begin:], count=1)
    low, of_low = top(text, "trips", stake=100_000)
    assert (low, of_low) == ("royal flush: 50 to 1", Fraction(4_324, 133_784_560))
    high, of_high = top(text, "trips", stake=200_000)
    assert high.startswith("royal flush: 50 to 1, paid as 25.00 to 1 by the limit; straight flush: 40 to 1, paid as 25")
    assert of_high == Fraction(4_324 + 37_260 + 224_848, 133_784_560)


# --- side by side ---------------------------------------------------------------------------------------------------


def texas(limit: str, stake: int) -> tuple[str, str]:
    """The top award of the main game, and how often, of two submissions beside each other."""
    terms = terms_of(default_submission("ultimate-texas-holdem"))
    found = compare([("a", terms), ("b", terms)], play=TablePlay(main=stake))
    rows = dict(sections(found)[0][1])
    assert rows["top award"][0] == rows["top award"][1]
    assert any(limit in line for line in lines_of(page(found)))
    return rows["top award"][0], rows["  how often"][0]


def test_the_top_award_of_a_comparison_is_what_the_limit_leaves() -> None:
    """A royal flush of which the player holds a card or two: 1 in 30,940 less 1 in 649,740 that lie on the board. At
    $95 it brings 500 to 1 on the Blind, 1 on the Ante and up to 4 on the Play; at $100 the $50,000 are 500 bets, no
    matter what was played, and at $250 they are 200."""
    dealt = Fraction(1, 30_940) - Fraction(1, 649_740)
    assert texas("+505 times the Ante", 9_500) == ("royal flush: 500 to 1, +505 times the Ante in all", "1 in 46,640")
    for stake, left in ((10_000, "+500"), (25_000, "+200")):
        said = f"paid as {left} times the Ante in all by the limit"
        assert texas(left, stake) == (f"royal flush: 500 to 1, {said}", f"1 in {int(1 / dealt):,}")


def test_submissions_with_other_limits_have_their_own_top_award() -> None:
    named = [("c", terms_of(ride("C", 25_000))), ("b", terms_of(ride("B", 100_000)))]
    rows = dict(sections(compare([*named, named[0]], play=TablePlay(main=50_000)))[0][1])
    assert rows["bets of"] == ["$500.00"] * 3
    assert [said.rpartition(" paid as ")[2][:4] for said in rows["top award"]] == ["+50 ", "+200", "+50 "]
    assert rows["  how often"] == ["1 in 3,914", "1 in 64,974", "1 in 3,914"]
