"""The best play on a PAR sheet: in words where they say it, and truthfully where they do not."""

import shlex
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.copies import forgotten_afterwards
from odds.declared import bound
from paper.par_cases import terms_of
from pitboss.cli.strategy import strategy as command
from pitboss.games import rules_for
from pitboss.odds.charts import chart_svg
from pitboss.odds.charts_board import Start
from pitboss.odds.counting import counter
from pitboss.odds.shapes.board import starting_hands
from pitboss.paper.par_strategy import before_flop, grouped, strategy
from pitboss.rulebook.submission import default_submission
from support import GAMES


def test_each_decision_is_a_group_that_ends_with_what_is_left() -> None:
    lines = [
        "Ride with:",
        "- a pair",
        "- trips",
        "The same with:",
        "- a draw",
        "Withdraw the others.",
        "Ride:",
        "- two",
    ]
    first, second = grouped(lines)
    assert [line["words"] for line in first] == [line.removeprefix("- ") for line in lines[:6]]
    assert [line["item"] for line in first] == [False, True, True, False, True, False]
    assert [line["words"] for line in second] == ["Ride:", "two"]
    assert grouped([]) == []


@pytest.mark.parametrize("game", GAMES)
def test_words_that_the_chart_does_not_bear_stand_beside_it(game: str) -> None:
    """Sentences about the dealer's cards stand in the chart, one for each where some lie open; the lists of Let It Ride
    stand here in full, a column for each bet."""
    rules = rules_for(terms_of(default_submission(game)))
    found = strategy(rules, ["a.svg"], game)["words"]
    assert len(found) == (2 if game == "let-it-ride" else 0)
    if found:
        said = [("- " if line["item"] else "") + line["words"] for group in found for line in group]
        assert said == counter(rules).rules_in_words(rules)


def test_a_rule_for_each_open_card_stands_in_the_chart_alone() -> None:
    with forgotten_afterwards():
        rules = bound("five_against_five")
        said = counter(rules).rules_in_words(rules)
        drawn = ElementTree.fromstring(chart_svg(rules)).iter("{http://www.w3.org/2000/svg}text")
        shown = " ".join(text.text or "" for text in drawn)
        assert len(said) > 10 and all(sentence in shown for sentence in said)
        assert strategy(rules, ["a.svg"], "five.toml")["words"] == []


def starts(raised: dict[str, int]) -> list[Start]:
    return [Start(hand, place, 1, "", raised.get(hand, 0), Fraction(0)) for hand, place in starting_hands()]


def test_starting_hands_are_named_from_the_lowest_up() -> None:
    """A hand with a gap above it stands by itself; a kind of which only the highest is raised has no plus."""
    named = dict.fromkeys(("AA", "KK", "QQ", "55", "AKs", "AQs", "A9s", "AKo", "KQs"), 4)
    assert before_flop(starts(named)).startswith(
        "Before the flop raise 4× with QQ+, 55, AQs+, A9s, AKo, KQs; check the others."
    )
    assert "raise 4× with AA; raise 3× with KK;" in before_flop(starts({"AA": 4, "KK": 3}))


def test_known_starting_hands() -> None:
    """As the field quotes them: any ace, pairs from threes, K2 and K5, Q6 and Q8, J8 and JT."""
    rules = rules_for(terms_of(default_submission("ultimate-texas-holdem")))
    said = "Before the flop raise 4× with 33+, A2s+, A2o+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo; check the others."
    assert strategy(rules, [], "x")["spot"]["before"].startswith(said)


def test_the_worked_command_gives_the_answer_that_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is typed as it stands on the paper."""
    monkeypatch.setenv("COLUMNS", "120")
    mine = tmp_path / "mine.toml"
    mine.write_text(default_submission("ultimate-texas-holdem"), encoding="utf-8")
    rules = rules_for(terms_of(mine.read_text(encoding="utf-8")))
    spot = strategy(rules, ["a.svg"], "--submission mine.toml")["spot"]
    program, name, *words = shlex.split(spot["command"])
    assert (program, name) == ("pitboss", "strategy") and words[::2] == ["--submission", "--cards", "--board"]
    assert command(submission=mine, cards=words[3], board=words[5]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert spot["answer"] == "It answers: fold -2.000000, play 1x -1.960606, in units of the Ante; best: play 1x."
    for cells in ("fold -2.000000", "> play 1x -1.960606", "Best: play 1x."):
        assert cells in shown


def test_no_other_game_needs_a_command() -> None:
    asks = {game: bool(strategy(rules_for(terms_of(default_submission(game))), [], game)["spot"]) for game in GAMES}
    assert [game for game, asked in asks.items() if asked] == ["ultimate-texas-holdem"]
