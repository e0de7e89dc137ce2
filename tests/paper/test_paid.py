"""What a line really brings at a stake: where a payout limit cuts it or a chip rounds it up, the paper says so."""

from fractions import Fraction

import pytest

from paper.par_cases import changed, everything, lines_of, terms_of
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.odds.result import WagerOdds
from pitboss.paper.compare import compare, page, sections
from pitboss.paper.paid import MARK, often, paid_words, promised, top, top_words
from pitboss.paper.par_wagers import wager_page
from pitboss.rulebook.book import GAMES
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.submission import default_submission
from pitboss.table.rules import Rules

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
    assert told == {"bet_1": "200.00 to 1", "bet_2": "0.00 to 1", "bet_3": "0.00 to 1"}
    first, second, _ = wager_page(rules, row)["parts"]
    cells = {part["title"]: {line[0]: line[1] for line in part["rows"]} for part in (first, second)}
    assert cells["Bet Number 1"]["royal flush"] == "1,000 to 1*"
    assert cells["Bet Number 1"]["straight flush"] == "200 to 1"
    assert cells["Bet Number 2"]["straight flush"] == "200 to 1*"
    (note,) = first["notes"]
    assert note.startswith("* At this stake a payout limit cuts this payment: $50,000 a hand on Bet Number 1,")
    assert f"({rules.terms.limits[0].clause.removeprefix('MD-LIR ')})" in note
    assert note.endswith("Paid on average: royal flush 200.00 to 1.")


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


def test_lines_that_pay_the_same_are_counted_together() -> None:
    """Three red Dragons and three blue ones pay alike: 2 of 23,426 hands."""
    rules, row = worked_out(everything("dragon-poker"), "dragon")
    assert often(top(row)) == Fraction(2, 23_426)
    assert top_words(rules, row) == "three red dragons or three blue dragons: 1,000 to 1"


def test_a_hand_that_wins_three_bets_is_counted_once() -> None:
    _, row = worked_out(default_submission("let-it-ride"))
    assert often(top(row)) == Fraction(4, 2_598_960)


def test_lines_that_bring_the_same_at_this_bet_are_counted_together() -> None:
    """Six Card Bonus B: $100,000 for a super royal in any of four suits; at $100 a 5-card royal flush, 1,000 to 1,
    brings as much."""
    text = default_submission("let-it-ride")
    begin = text.index("[wagers.six_card_bonus]")
    text = text[:begin] + text[begin:].replace('paytable = "A"', 'paytable = "B"', 1)
    _, low = worked_out(text, "six_card_bonus", stake=100)
    assert often(top(low)) == Fraction(1, 5_089_630)
    rules, high = worked_out(text, "six_card_bonus", stake=10_000)
    assert top_words(rules, high).endswith("$100,000; 5-card royal flush: 1,000 to 1")
    assert often(top(high)) == Fraction(4 + 184, 20_358_520)


def test_the_top_award_of_a_comparison_is_what_the_limit_leaves() -> None:
    """$50,000 at bets of $250 is 200 to 1, of which the Ante has taken 1 where the dealer has a pair."""
    terms = terms_of(default_submission("ultimate-texas-holdem"))
    found = compare([("a", terms), ("b", terms)])
    said = dict(sections(found)[0][1])["top award"][0]
    assert said == "royal flush: 500 to 1, cut by a limit to 199.12 to 1 on average"
    low = compare([("a", terms), ("b", terms)], pace=Fraction(2000))
    assert dict(sections(low)[0][1])["top award"][0] == "royal flush: 500 to 1"
    assert any("cut by a limit to 199.12 to 1" in line for line in lines_of(page(found)))
