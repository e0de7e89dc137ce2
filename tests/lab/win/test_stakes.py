"""The figures of a game at several stakes, under limits that are tried, on the screen and as a chart."""

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.api import exact_odds
from pitboss.cli.odds import odds as command
from pitboss.cli.odds_stakes import several_stakes
from pitboss.cli.screen import Trouble
from pitboss.lab.win.stakes import MOST_STAKES, _sharing, sweep
from pitboss.odds.api import odds
from pitboss.odds.request import BadRequest, Request
from pitboss.odds.request_terms import limited
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.terms import LimitTerms
from pitboss.simulation.api import default_terms

TCP, UTH, LIR = "three-card-poker", "ultimate-texas-holdem", "let-it-ride"
TRIPS = F(301629, 33446140)


def swept(capsys: pytest.CaptureFixture[str], *given: Any, **options: Any) -> Any:
    assert command(*given, json=True, **options) == 0
    return json.loads(capsys.readouterr().out)


def test_every_wager_alone_has_the_figures_of_odds_at_that_stake(capsys: pytest.CaptureFixture[str]) -> None:
    for point in swept(capsys, TCP, stakes="5,100"):
        assert "together" not in point  # no limit
        for row in point["wagers"]:
            (known,) = exact_odds(TCP, wager=row["wager"], paytable=row["paytable"])
            assert F(row["exact"]) == known.house_edge


def test_a_limit_that_is_tried_cuts_by_hand() -> None:
    """Pair Plus A at $5 under a limit of $100: a straight flush (40 to 1, 48 in 22,100 hands) and three of a kind (30
    to 1, 52) bring $100 instead of $200 and $150: 20 to 1 each."""
    (free,), (cut,) = (
        odds(Request(game=TCP, wager="pair_plus", paytable="A", stake=500, limit=x)) for x in (None, 10_000)
    )
    assert cut.house_edge - free.house_edge == F(48 * 20 + 52 * 10, 22_100)
    (high,) = odds(Request(game=TCP, wager="pair_plus", paytable="A", stake=500, limit=20_000))
    assert high.figures == free.figures
    with pytest.raises(BadRequest, match="a payout limit is above"):
        odds(Request(game=TCP, wager="pair_plus", paytable="A", limit=0))


def test_all_wagers_together_lose_more_by_the_limit_than_each_alone() -> None:
    """Three Card Poker, $5 on everything, limit $100: a straight flush brings $25 of ante bonus, and $200 on Pair Plus,
    before ante and play are settled; alone the main game is never cut."""
    found = sweep(Request(game=TCP, limit=10_000), [500])
    (point,) = found.points
    edges = {row.wager: row.house_edge for row in point.rows}
    assert point.together is not None and point.together.sides == {"pair_plus": 500}
    assert edges["main"] == exact_odds(TCP, wager="main")[0].house_edge
    assert -point.together.figures.ev > edges["main"] + edges["pair_plus"]
    assert point.together.cut == F(48 + 52, 22_100)


def test_the_limits_of_the_rulebook_bind_the_sum_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At $100 royal flushes are cut, those on the board apart; neither wager alone would be as much."""
    place = tmp_path / "mine.toml"
    place.write_text(default_submission(UTH), encoding="utf-8")
    (high,) = swept(capsys, submission=place, stakes="100")
    assert F(high["together"]["exact_cut"]) == F(1, 30_940) - F(1, 649_740)
    assert F(high["wagers"][1]["exact"]) == TRIPS
    alone = sum(F(row["exact"]) for row in high["wagers"])
    assert F(high["together"]["exact"]) > alone


def test_only_a_limit_over_the_main_game_makes_wagers_share() -> None:
    """A limit over Pair Plus alone cuts it alone; one over the main game and Pair Plus cuts both together; wagers that
    look at other cards are named, with the reason, where they share it."""
    terms = default_terms(TCP)
    limits = {
        wagers: replace(terms, limits=(LimitTerms("c", 10_000, wagers),))
        for wagers in (("pair_plus",), ("ante", "play"), ("ante", "play", "pair_plus"))
    }
    assert {wagers: _sharing(each) for wagers, each in limits.items()} == {
        ("pair_plus",): ((), ()),
        ("ante", "play"): ((), ()),
        ("ante", "play", "pair_plus"): (("pair_plus",), ()),
    }
    sides, alone = _sharing(limited(default_terms(LIR), 10_000))
    assert sides == ("five_card_bonus", "three_card_bonus")
    assert len(alone) == len(set(alone)) and any("Six Card Bonus" in said for said in alone)


def test_the_chart_is_written_and_says_every_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    place = tmp_path / "stakes.svg"
    assert command(TCP, stakes="5,25,100", limit="2,500", save=place) == 0
    said, drawn = capsys.readouterr().out, place.read_text(encoding="utf-8")
    assert "All together" in said and "Payout limit on a hand: $2,500" in said and "stakes.svg" in said
    assert drawn.startswith("<svg") and drawn.count("<circle") == 9
    for words in ("Main game", "Pair Plus, A", "All together", "$100", "house edge by stake"):
        assert words in drawn
    assert command(TCP, stakes="5", save=tmp_path / "one.png") == 0
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_a_submission_takes_only_the_stakes_it_permits(tmp_path: Path) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(default_submission(TCP), encoding="utf-8")
    with pytest.raises(Trouble, match="takes no ante wager of \\$7"):
        command(submission=place, stakes="5,7")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"stakes": "5,much"}, "--stakes: 'much' is not an amount"),
        ({"stakes": "5,0"}, "not above"),
        ({"stakes": "5", "stake": "5"}, "not both"),
        ({"stakes": "5", "limit": "x"}, "--limit: 'x' is not an amount"),
        ({"stakes": "5", "save": Path("a.gif")}, "saved as .svg or .png"),
        ({"save": Path("a.svg")}, "give them with --stakes"),
        ({"stakes": "5", "save": Path("nowhere/a.svg")}, "nowhere/a.svg: the directory does not exist"),
        ({"stakes": ",".join(map(str, range(1, MOST_STAKES + 2)))}, f"1 to {MOST_STAKES} stakes"),
    ],
)
def test_wrong_usage_is_told(options: dict[str, Any], said: str) -> None:
    with pytest.raises(Trouble, match=said):
        command(TCP, **options)


def test_stakes_are_put_in_order_and_taken_once() -> None:
    assert several_stakes("100, 5,$5,2.50") == [250, 500, 10_000]
