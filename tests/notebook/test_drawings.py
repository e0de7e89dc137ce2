"""What the library hands out shows itself in a notebook: the figures that are read back, and nothing that is hidden."""

import re
from html import unescape

import pytest

import pitboss
from pitboss.cards.deck import Card
from pitboss.games import usual
from pitboss.games.decks import deck
from pitboss.notebook import cards, charts, html_of
from pitboss.play.table import Table
from pitboss.rulebook.folders import games
from pitboss.table.people import SPECTATOR
from pitboss.wording.cards_art import short


def words(html: str) -> str:
    """What a reader sees, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def dealt(game: str, name: str = "Ann") -> Table:
    """A table at the first decision of a round."""
    table = pitboss.open_table(game, shuffle_seed="shown")
    table.sit(1, name)
    least = {w.id: table.rules.limits(w.id).minimum for w in table.rules.wagers if w.compulsory}
    table.bet(1, **{wager: max(least.values()) // 100 for wager in least})
    table.close_bets()
    return table


def faces(game: str, html: str) -> set[Card]:
    """The cards that can be read."""
    pack = deck(game)
    return {card for card in pack.cards if f">{short(pack, card)}</span>" in html}


@pytest.mark.parametrize("game", games())
def test_a_table_shows_what_everybody_may_see_and_a_view_what_its_player_may(game: str) -> None:
    table = dealt(game)
    state = table.state
    seen = table.view(SPECTATOR)
    open_to_all = {*seen.dealer, *seen.community, *seen.box}
    assert faces(game, table._repr_html_()) == open_to_all - {"??"}
    mine = table.view("player:Ann")
    assert faces(game, mine._repr_html_()) == (open_to_all | set(mine.seats[0].cards)) - {"??"}
    assert set(state.seats[0].cards) <= faces(game, mine._repr_html_())
    assert f"{table.rules.book.title} round 1" in words(table._repr_html_())
    assert mine.clause in words(mine._repr_html_())


def test_a_name_is_no_markup() -> None:
    shown = dealt(games()[0], "<i>Ann")._repr_html_()
    assert "<i>" not in shown and "&lt;i&gt;Ann" in shown


def test_a_view_is_read_back() -> None:
    """Worked out by hand: $10 on each of Ante and Blind, and $5 on Trips, are $25 away from the player."""
    table = pitboss.open_table("ultimate-texas-holdem", shuffle_seed="demo")
    table.sit(1, "Ann")
    table.bet(1, ante=10, blind=10, trips=5)
    table.close_bets()
    said = words(table.view("player:Ann")._repr_html_())
    assert "1 Ann Ante $10 Blind $10 Trips $5 9♥ A♦ ace-nine high -$25" in said
    assert "Position 1 is asked." in said
    table.decide(1, "play_4x")
    assert "Play" not in words(table._repr_html_()) and "$35" in words(table._repr_html_())


def test_odds_are_read_back() -> None:
    (trips,) = pitboss.exact_odds("ultimate-texas-holdem", wager="trips", paytable="A")
    said = words(trips._repr_html_())
    assert "House edge 0.902% 301629/33446140" in said
    assert "exact: all 133,784,560 deals counted" in said
    assert "royal flush 50 to 1 0.0032% +0.001616 MA-UTH 11(d) A Royal flush" in said


def test_advice_is_read_back() -> None:
    """The best choice costs nothing; the other one what its value lacks."""
    spot = pitboss.best_play("let-it-ride", "9h Th Jh")
    said = words(spot._repr_html_())
    ride, pull = sorted((each.value for each in spot.alternatives), reverse=True)
    assert "9♥ 10♥ J♥" in said and "best" in said
    assert f"{float(pull - ride):+.6f}" in said


def test_a_frame_stands_for_what_has_no_drawing_of_its_own() -> None:
    stakes = pitboss.stakes("three-card-poker", wager="pair_plus", stakes=(500, 10_000))
    html = html_of(stakes)
    assert html.count("<tr>") == 1 + stakes.to_frame().num_rows and "<th" in html
    (exact,) = {head for head in stakes.to_frame().column_names if head == "house_edge_exact"}
    assert f">{exact}<" not in html and ">house_edge<" in html
    assert words(html_of(3)) == "3"


def test_cards() -> None:
    assert words(cards("Ah Tc")._repr_html_()) == "A♥ 10♣"
    dragon = next(game for game in games() if deck(game).names)
    own = next(card for card in deck(dragon).cards if card in deck(dragon).names)
    assert deck(dragon).names[own] in words(cards(own, dragon)._repr_html_())


def test_charts_have_the_figures() -> None:
    pytest.importorskip("altair")
    (trips,) = pitboss.exact_odds("ultimate-texas-holdem", wager="trips", paytable="A")
    shares = charts.distribution_chart(trips).to_dict()["data"]["values"]
    assert sum(each["chance"] for each in shares) == pytest.approx(1)
    lost = next(each for each in shares if each["net"] == "-1")
    assert lost["chance"] == pytest.approx(1 - 60085 / 393484)
    worth = charts.paytable_chart(trips).to_dict()["data"]["values"]
    assert sum(each["worth"] for each in worth) - lost["chance"] == pytest.approx(-301629 / 33446140)
    bands = charts.bands_chart(trips, rounds=(10, 100)).to_dict()["layer"][0]["data"]["values"]
    assert len(bands) == 6 and all(each["low"] < float(trips.ev) < each["high"] for each in bands)


def test_a_chart_of_choices_marks_all_that_are_best() -> None:
    spot = pitboss.best_play("ultimate-texas-holdem", "Jd 9d")
    rows = charts.choices_chart(spot).to_dict()["data"]["values"]
    assert [row["worth"] for row in rows] == [float(each.value) for each in spot.alternatives]
    assert [row["best"] for row in rows].count(True) == 1
    assert {row["choice"] for row in rows} >= {"Check"} and usual(spot.game)
