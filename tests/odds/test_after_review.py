"""What outside reviewers found wrong once, kept right."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.games import rules_for
from pitboss.odds.api import best_play, odds
from pitboss.odds.coach import prepare
from pitboss.odds.figures import TooLarge, in_whole_units
from pitboss.odds.request import BadRequest, Request
from pitboss.odds.typed import typed_table
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms

UTH = "ultimate-texas-holdem"


def terms_of(game: str, **changes: Any) -> Terms:
    checked = check_data(merge(default_data(game), changes))
    assert checked.terms is not None, checked.faults
    return checked.terms


def test_odds_in_parts_of_a_cent_beside_dollars() -> None:
    """An Ante Bonus of 500 dollars and one of 8 to 7 on a dollar: the dollars do not grow with the odd stake."""
    text = """lines = [
        { hand = "three_dragons", pays = 500, unit = "dollars" },
        { hand = "three_phoenix", pays = 8, per = 7, unit = "to" },
        { hand = "trips", unit = "lose" },
        { hand = "winning_hand", unit = "lose" },
    ]"""
    lines = typed_table(book("dragon-poker"), "ante_bonus", text).lines
    (row,) = odds(Request(game="dragon-poker", wager="main", paytable="custom", lines=lines), use_cache=False)
    best = max(net for net, _ in row.figures.distribution)
    assert best == 501  # 500 dollars without the stake back, and ante and play: −1 + 500 + 1 + 1
    assert any(net == 2 + Fraction(8, 7) for net, _ in row.figures.distribution)
    assert row.stake == 100


def test_limits_grow_with_the_parts_of_a_cent() -> None:
    rules = rules_for(terms_of(UTH))
    finer, stake = in_whole_units(rules, 5)  # 3 to 2 on five cents
    assert (finer.cent, stake) == (2, 10)
    worth = {
        a.choice: a.value for a in best_play(rules, ("Ah", "Kh"), ("Qh", "Jh", "Th", "2c", "2d"), stake=5).alternatives
    }
    assert worth["play_1x"] == best_play(rules, ("Ah", "Kh"), ("Qh", "Jh", "Th", "2c", "2d"), stake=10).best.value


def test_payments_that_cannot_be_added_up_are_refused() -> None:
    text = """lines = [
        { hand = "royal_flush", pays = 500, unit = "to" }, { hand = "straight_flush", pays = 50, unit = "to" },
        { hand = "four_of_a_kind", pays = 10, unit = "to" }, { hand = "full_house", pays = 3, unit = "to" },
        { hand = "flush", pays = 3, per = 999999937, unit = "to" },
        { hand = "straight", pays = 1, per = 999999929, unit = "to" },
        { hand = "less_than_straight", unit = "push" },
    ]"""
    lines = typed_table(book(UTH), "blind", text).lines
    with pytest.raises(TooLarge, match="too large"):
        odds(Request(game=UTH, wager="main", paytable="custom", lines=lines), use_cache=False)


def test_a_submission_is_worked_out_at_its_own_minimum() -> None:
    """At $10,000 the limit of $75,000 cuts, and K-2 suited is no longer raised."""
    limits = {"minimum": 10000, "maximum": 10000, "increment": 100}
    terms = terms_of(UTH, wagers={"ante": limits})
    advice = best_play(rules_for(terms), ("Ks", "2s"))
    assert advice.best.choice == "check"
    assert [f"{float(a.value):.5f}" for a in advice.alternatives if a.choice != "play_3x"] == ["-0.09988", "-0.10652"]
    with pytest.raises(BadRequest, match="takes no ante wager of"):
        odds(Request(game=UTH, wager="main", stake=700, terms=terms))


def test_rounding_up_to_the_chip_at_the_tables_minimum() -> None:
    """With five-dollar chips a flush at 3 to 2 on $5 pays $10 instead of $7.50: worth a little, not 300 percent."""
    changes = {"breakage": "up_to_chip", "smallest_chip": 5, "wagers": {"trips": {"minimum": 5, "increment": 5}}}
    (row,) = odds(Request(game=UTH, wager="main", terms=terms_of(UTH, **changes)), use_cache=False)
    assert row.stake == 500
    flush = next(line for line in row.lines if line.hand == "flush")
    assert flush.value == 2 * flush.probability
    assert Fraction(-1, 100) < row.ev - Fraction(-50643648973, 2317817502000) - flush.probability / 2 < Fraction(1, 100)


def test_deciding_table_of_a_short_blind() -> None:
    text = (
        'lines = [{ hand = "royal_flush", pays = 9, unit = "to" }, { hand = "straight_flush", unit = "push" }, '
        + ", ".join(
            f'{{ hand = "{hand}", unit = "push" }}'
            for hand in ("four_of_a_kind", "full_house", "flush", "straight", "less_than_straight")
        )
        + "]"
    )
    lines = typed_table(book(UTH), "blind", text).lines
    (row,) = odds(Request(game=UTH, wager="main", paytable="custom", lines=lines))
    assert row.lines[0].hand == "royal_flush"


def test_several_players_share_only_let_it_rides_meter() -> None:
    wager = {
        "amount": 5,
        "cards": "seven",
        "lines": [{"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}],
    }
    meters = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}
    terms = terms_of(UTH, wagers={"progressive": wager}, meters=meters, approvals={"progressive": "x"})
    with pytest.raises(BadRequest, match="counted for one player"):
        odds(Request(game=UTH, wager="progressive", players=2, terms=terms))
    rows = odds(Request(game="dragon-poker", players=4))
    assert {row.players for row in rows} == {1}


def test_a_coach_can_be_made_ready_for_any_stake() -> None:
    rules = rules_for(terms_of("dragon-poker"))
    prepare(rules, [2500, 50000])
    assert pitboss.best_play("dragon-poker", "RA MO PA").best.choice == "fold"


def test_damaged_results_are_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.odds.result import decode, encode

    (row,) = odds(Request(game="dragon-poker", wager="dragon"))
    whole = encode(row)
    assert decode(whole) == row
    assert decode(whole.replace(b"3373/23426", b"3373/0")) is None
    assert decode(whole[:-9]) is None
