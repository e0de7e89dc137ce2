"""Where the stake matters: the figures at other stakes are read back from the paper and are those that `pitboss odds
--stake` prints for the same submission."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from paper.par_cases import changed, edge, lines_of, section, squeezed, terms_of
from paper.reading import every_wager
from pitboss.api import exact_odds
from pitboss.cli.odds import odds as odds_command
from pitboss.cli.par import telling
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.odds.words import net
from pitboss.paper import stakes
from pitboss.paper.par import par
from pitboss.paper.printing import Paper
from pitboss.paper.submission import submission
from pitboss.rulebook.submission import default_submission
from support import rules

UTH, LIR = default_submission("ultimate-texas-holdem"), default_submission("let-it-ride")
VERSION = ("version = 1 ", "version = 2 ")
STAKES = "Where the stake matters"


def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wager: str, stake: str) -> str:
    """The house advantage that the command itself prints at a stake."""
    file = tmp_path / "submission.toml"
    file.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert odds_command(wager=wager, stake=stake, submission=file, json=True) == 0
    (row,) = json.loads(capsys.readouterr().out)
    return edge(Fraction(row["exact"]["house_edge"]))


def limited(text: str, most: int) -> str:
    """Antes up to so many dollars."""
    return changed(text, "minimum = 5\nmaximum = 500", f"minimum = 5\nmaximum = {most}")


def rows_of(paper: Paper) -> list[str]:
    return section(lines_of(paper), STAKES, "Best play" if "strategy" in paper.data else "Readings chosen")


def test_the_par_sheet_states_the_least_and_the_greatest_stake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """$95 is the last stake at which 505 times the Ante stays within $50,000."""
    at = {stake: printed(tmp_path, capsys, UTH, "main", stake) for stake in ("5", "95", "100", "500")}
    assert (at["5"], at["95"], at["100"], at["500"]) == ("2.1850%", "2.1850%", "2.1986%", "3.4299%")
    paper = par(terms_of(UTH), telling(), rounds=200, shuffles=200, name="x.toml")
    lines, rows = lines_of(paper), rows_of(paper)
    assert any(line.startswith(f"Main game $5 {at['5']} ") for line in lines)
    assert any(line.startswith(f"Main game $5 to $95 {at['95']} ") for line in rows)
    assert any(line.startswith(f"Main game $500 {at['500']} ") for line in rows)
    words = squeezed("".join(rows))
    assert squeezed("A payout limit cuts: $50,000 a hand on Ante, Blind, Play and Trips (11(e))") in words
    assert not any(line.startswith("Trips $") for line in rows)
    assert any(line.startswith(f"At $500 {at['500']} house advantage at that stake") for line in lines)
    play = squeezed("".join(lines))
    said = "at the least stake, Ante $5, and up to $95: whoever makes every decision so loses on average the house "
    assert squeezed(f"{said}advantage of {at['5']} and no more") in play
    assert squeezed(f"At higher stakes the house advantage differs, {at['500']} at $500") in play
    assert "pitboss strategy x.toml --stake 500" in lines


def test_every_wager_has_its_own_figure_at_its_own_stakes() -> None:
    """Two wagers with the same letter that a limit of $25,000 cuts, and one that it does not."""
    out = {"offered": False}
    wagers = {"six_card_bonus": out, "progressive": out, "three_card_bonus": {"maximum": 1000}}
    terms = rules("let-it-ride", wagers=wagers, limits={"payout_limit": 25_000}).terms
    paper = par(terms, telling(), rounds=200, shuffles=200, name="x.toml")
    said = [[row for row in page["figures"] if row[0].startswith("At $")] for page in paper.data["wagers"]]

    def at(wager: str, stake: int) -> list[str]:
        (row,) = odds(Request(game=terms.game, wager=wager, terms=terms, stake=stake * 100))
        return [f"At ${stake:,}", edge(row.house_edge), "house advantage at that stake"]

    assert said == [[at("main", 500)], [], [at("three_card_bonus", 1000)]]
    assert said[0][0][1] != said[2][0][1]


def test_a_change_of_a_limit_alone_shows_its_effect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = changed(limited(UTH, 5000), *VERSION)
    was, now = printed(tmp_path, capsys, UTH, "main", "500"), printed(tmp_path, capsys, new, "main", "5000")
    assert (was, now) == ("3.4299%", "5.4649%")
    paper = submission(terms_of(new), terms_of(UTH))
    lines = section(lines_of(paper), "What that does to the theoretical win", "Choices")
    assert "Main game – 2.1850% – 2.1850% 0.0000 $0.00" in lines
    assert f"Main game – {was} – {now} +2.0351 +$20.35" in lines
    assert squeezed("depend on the stake: Main game $500 before, $5,000 now.") in squeezed("".join(lines))
    assert sum(line.startswith("Trips ") for line in lines) == 1
    assert any(line.startswith(f"Main game $5,000 {now} ") for line in rows_of(paper))


def test_fixed_sums_weigh_less_on_a_greater_stake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    six = '[wagers.six_card_bonus]\noffered = true\npaytable = "A"'
    new = changed(changed(LIR, six, six.replace('"A"', '"B"')), *VERSION)
    old_at, new_at = (
        [printed(tmp_path, capsys, text, "six_card_bonus", stake) for stake in ("1", "100")] for text in (LIR, new)
    )
    assert (old_at, new_at) == (["12.9896%", "19.3113%"], ["17.4104%", "19.3555%"])
    paper = submission(terms_of(new), terms_of(LIR))
    effect = section(lines_of(paper), "What that does to the theoretical win", "Choices")
    assert f"Six Card Bonus A {old_at[0]} B {new_at[0]} +4.4208 +$44.21" in effect
    assert f"Six Card Bonus A {old_at[1]} B {new_at[1]} +0.0442 +$0.44" in effect
    rows = rows_of(paper)
    for stake, figure in zip(("$1", "$100"), new_at, strict=True):
        assert any(line.startswith(f"Six Card Bonus {stake} {figure} ") for line in rows)
    assert any(line.endswith("Sums in dollars are the same at every stake") for line in rows)


def said_of(text: str, wager: str) -> dict[str, Any]:
    rows = exact_odds(submission=text, wager=wager)
    return stakes.section(terms_of(text), apart(text, rows), rows)


@pytest.mark.parametrize(
    ("least", "at_least", "above"),
    [
        (145, "", "A payout limit cuts: {limit}"),
        (150, "A payout limit cuts already at this stake: {limit}", "The same limit cuts more here"),
    ],
)
def test_a_limit_that_cuts_at_the_least_stake_is_named_there(least: int, at_least: str, above: str) -> None:
    """505 times $145 is within the limit of 14(d), 505 times $150 is not; that of 11(e) rises with the least stake."""
    rows = said_of(changed(UTH, "minimum = 5\nmaximum = 500", f"minimum = {least}\nmaximum = 500"), "main")["rows"]
    amount, cited = ("$73,275", "11(e)") if least == 145 else ("$75,000", "14(d)")  # 505 times $145, and $50 on Trips
    limit = f"{amount} a hand on Ante, Blind, Play and Trips ({cited})"
    assert [row[1] for row in rows] == [f"${least}", "$500"]
    assert [row[2] == "2.1850%" for row in rows] == [least == 145, False]
    assert [row[-1] for row in rows] == [at_least.format(limit=limit), above.format(limit=limit)]


def test_the_highest_net_win_is_never_rounded_into_another_figure() -> None:
    """$30,000 of three bets of $400,000 is 0.075 of one bet."""
    bets = "minimum = 5\nmaximum = 500\nincrement = 5\n"
    text = changed(LIR, bets, bets.replace("500", "400000").replace("increment = 5", "increment = 399995"))
    text = changed(text, 'payout_limit = "none"', "payout_limit = 30000")
    six = "[wagers.six_card_bonus]\noffered = "
    *_, last = said_of(changed(text, f"{six}true", f"{six}false"), "main")["rows"]
    assert (last[1], last[4]) == ("$400,000", "+0.075")


NETS = [
    (Fraction(5, 2), "+2.50"),
    (Fraction(-1, 2), "-0.50"),
    (Fraction(1, 100), "+0.01"),
    (Fraction(3, 40), "+0.075"),
    (Fraction(-3, 40), "-0.075"),
    (Fraction(3, 16), "+0.1875"),
    (Fraction(8, 7), "+1.14"),
    (Fraction(-2, 300), "-0.00667"),
    (Fraction(10_000, 3), "+3,333.33"),
    (Fraction(1_000), "+1,000"),
    (Fraction(0), "0"),
]


@pytest.mark.parametrize(("value", "said"), NETS)
def test_a_net_result_has_the_digits_that_it_needs(value: Fraction, said: str) -> None:
    assert net(value) == said


def test_a_wager_with_several_tables_is_named_once() -> None:
    terms = every_wager("ultimate-texas-holdem").terms
    rows = odds(Request(game=terms.game, terms=terms, wager="cover_all"))
    found = [stakes.AtStakes(row, row.stake, (row,), "") for row in rows[:3]]
    said = stakes.section(terms, found, rows)["said"]
    assert "up to the greatest it permits: Cover All (2 hands, 3 hands and 4 hands). Those of the other" in said


# --- what is worked out ---------------------------------------------------------------------------------------------


class Asked(Exception):
    """Another stake was worked out."""


@pytest.fixture
def no_more_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> list[WagerOdds]:
        raise Asked

    monkeypatch.setattr(stakes, "odds", refuse)


def apart(text: str, rows: list[WagerOdds]) -> list[stakes.AtStakes]:
    return stakes.where_it_matters(terms_of(text), rows)


def chips(text: str, least: int, step: int, most: int) -> str:
    """Antes in such steps, paid in chips of $1."""
    staked = f"minimum = {least}\nmaximum = {most}\nincrement = {step} "
    rounded = changed(text, 'breakage = "exact" ', 'smallest_chip = 1\nbreakage = "up_to_chip" ')
    return changed(rounded, "minimum = 5\nmaximum = 500\nincrement = 5 ", staked)


@pytest.mark.usefixtures("no_more_odds")
def test_a_stake_that_cannot_differ_is_not_worked_out() -> None:
    """505 times $95 is within the limit of $50,000, 505 times $100 is not. 3 to 2 is paid in whole dollars on even
    antes only."""
    rows = exact_odds(submission=UTH)
    assert apart(limited(UTH, 95), rows) == apart(chips(UTH, 10, 10, 90), rows) == []
    for other in (limited(UTH, 100), chips(UTH, 10, 5, 90), chips(UTH, 5, 10, 95)):
        with pytest.raises(Asked):
            apart(other, rows)


@pytest.mark.usefixtures("no_more_odds")
@pytest.mark.parametrize("game", ["dragon-poker", "top-five-poker"])
def test_where_nothing_depends_on_the_stake_the_paper_says_so(game: str) -> None:
    text = default_submission(game)
    paper = submission(terms_of(changed(text, *VERSION)), terms_of(text))
    words = squeezed("".join(lines_of(paper)))
    assert squeezed("These figures hold at every stake that this submission permits.") in words
    assert squeezed("What the change does is the same at every other stake that the versions permit.") in words
    assert squeezed(STAKES) not in words


def test_payments_that_are_rounded_up_make_the_stake_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """3 to 2 on $10 is $15; on $15 it is $23 in chips of $1. One step beyond the least stake is enough to see it."""
    text = chips(UTH, 10, 5, 15)
    rows = exact_odds(submission=text, wager="main")
    (found,) = apart(text, rows)
    said = stakes.section(terms_of(text), [found], rows)["rows"]
    figures = [printed(tmp_path, capsys, text, "main", stake) for stake in ("10", "15")]
    assert [row[:3] for row in said] == [["Main game", "$10", figures[0]], ["Main game", "$15", figures[1]]]
    assert figures[0] != figures[1]
    assert said[1][-1] == "Payments are rounded up to $1"
