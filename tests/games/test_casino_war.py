"""Casino War, written from the tutorial: a question that only ties are asked, cards for those at war alone, half a
wager lost. No shape of the counters fits it; it is played and simulated."""

from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from house.server_support import bot, served
from pitboss.cli.main import dispatch
from pitboss.client import Refused
from pitboss.games import rules_for
from pitboss.odds.counting import NoShape, why_not
from pitboss.paper.par_wagers import paytables
from pitboss.play.proof import prove
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data
from pitboss.simulation.api import simulate
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording.how_to_play import in_brief, steps
from support import events

FOLDER = Path(__file__).parents[2] / "examples" / "casino-war"
WHY = (
    "Casino War can be played and simulated; exact odds need decisions that every player has, and 'decide' asks only "
    "some"
)


@pytest.fixture
def rules() -> Rules:
    terms = check_data(default_data(bring(FOLDER))).terms
    assert terms is not None
    return rules_for(terms)


def dealt(rules: Rules, bets: dict[int, dict[str, int]], **cards: str) -> Table:
    places = {place: rules.deck.read_all(named) for place, named in cards.items()}
    table = Table(rules, source=ScriptedPlaces(rules.deck, places)).open()
    for seat, wagers in bets.items():
        table.sit(seat, f"P{seat}")
        table.bet(seat, **wagers)
    table.close_bets()
    return table


def test_the_folder_is_sound() -> None:
    proof = prove(FOLDER)
    assert proof.findings == () and proof.sound


@pytest.mark.parametrize(
    ("mine", "his", "answer", "net"),
    [
        ("Kh", "Qd", "", 1000 - 500),
        ("2h", "Ad", "", -1000 - 500),
        ("9h", "9d", "surrender", -500 + 5000),
        ("9h 4d", "9d 4h", "go_to_war", 1000 + 5000),
        ("9h Ad", "9d 4h", "go_to_war", 1000 + 5000),
        ("9h 3d", "9d 4h", "go_to_war", -2000 + 5000),
    ],
    ids=["higher", "lower", "surrender", "war tied", "war won", "war lost"],
)
def test_rounds(rules: Rules, mine: str, his: str, answer: str, net: int) -> None:
    """Bet $10, Tie $5; the Tie pays 10 to 1."""
    table = dealt(rules, {1: {"bet": 10, "tie": 5}}, seat1=mine, dealer=his)
    if answer:
        assert table.step_name == "decide" and table.turn == 1
        table.decide(1, answer)
    assert table.state.seats[0].net == net


def test_signs_and_papers_say_that_a_second_tie_wins_the_war(rules: Rules) -> None:
    """WAR 7 pays a card as high as the dealer's too; WAR 3 the Bet on a higher one alone."""
    lines = {table["title"]: table["rows"] for table in paytables(rules)}
    assert lines["Bet"] == [["beats the dealer", "1 to 1", "3"]]
    assert lines["War"] == [["ties again or beats the dealer", "1 to 1", "7"]]


def test_only_ties_are_asked_and_only_those_at_war_receive_cards(rules: Rules) -> None:
    bets = {seat: {"bet": 10} for seat in (1, 2, 3)}
    table = dealt(rules, bets, seat1="Kh", seat2="9h", seat3="9s 2c", dealer="9d 5h")
    assert table.turn == 2
    assert table.offers("player:P1") == () or all(offer.do != "Decide" for offer in table.offers("player:P1"))
    table.decide(2, "surrender")
    assert table.turn == 3
    table.decide(3, "go_to_war")
    assert [seat.net for seat in table.state.seats[:3]] == [1000, -500, -2000]
    dealt_to = [(event.to, event.seat, len(event.cards)) for event in events(table, e.CardsDealt)]
    assert dealt_to[4:] == [("burn", 0, 3), ("seat", 3, 1), ("dealer", 0, 1)]


def test_nobody_at_war_no_more_cards(rules: Rules) -> None:
    table = dealt(rules, {1: {"bet": 10}}, seat1="9h", dealer="9d")
    table.decide(1, "surrender")
    assert [(event.to, len(event.cards)) for event in events(table, e.CardsDealt)] == [("seat", 1), ("dealer", 1)]


def test_what_it_says_of_itself_counts_the_cards_that_everybody_receives(rules: Rules) -> None:
    assert in_brief(rules) == "Your one card against the dealer's one: go to war or surrender."
    assert steps(rules)[1:4] == [
        "You receive one card and the dealer receives one, face up.",
        "If the hands tie, make the War wager, equal to the Bet, or surrender.",
        "After the War wager you receive one more card and the dealer receives one more.",
    ]


def test_exact_odds_are_refused_with_a_sentence(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    assert why_not(rules) == WHY
    with pytest.raises(NoShape):
        pitboss.exact_odds("casino-war")
    assert dispatch(["odds", str(FOLDER)]) == 2
    assert WHY in capsys.readouterr().err


def test_it_is_simulated_by_the_engine() -> None:
    """One deck: a tie is 3 in 51. At war always, the player wins 1 or loses 2; 1 of 17 wars is tied and won."""
    rounds = 1500
    main, tie = simulate(str(FOLDER), rounds=rounds)
    assert (main.rounds, main.exact, tie.wager) == (rounds, None, "tie")
    (hits,) = tie.lines
    expected = Fraction(3, 51) * rounds
    assert abs(hits.count - expected) < 5 * float(expected) ** 0.5
    assert abs(float(main.mean) + 0.0242) < 5 * main.standard_error
    assert (
        simulate(str(FOLDER), rounds=50, strategy="timid")[0] == simulate(str(FOLDER), rounds=50, strategy="timid")[0]
    )


def test_the_command_simulates_and_says_why_there_is_nothing_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["simulate", str(FOLDER), "--rounds", "60"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "strategy by rule of thumb" in out and "optimal" not in out
    assert f"{WHY}." in out and "by the engine itself" in out and "players decide by the game's rule of thumb" in out


def test_a_house_deals_it_and_its_coach_keeps_silent(tmp_path: Path) -> None:
    with served(tmp_path / "house", games=(FOLDER,)) as house:
        listed = house.http.get("/api/v1/games").json()
        assert "casino-war" in [each["game"] for each in listed]
        told = house.http.get("/api/v1/games/casino-war").json()
        assert told["decided"]["text"].startswith("Your hand is compared with the dealer's.")
        refused = house.http.get("/api/v1/odds/casino-war").json()
        assert refused["code"] == "no_odds" and refused["given"] == WHY
        player = house.guest("Ann")
        won = bot.play(player, "casino-war", 25, say=False)
        assert len(won) == 25 and player.balance == 100_000 + sum(won)
        assert house.staff("Abe", "auditor").ask("GET", "/api/v1/audit/verify")["clean"]


def test_a_client_that_does_not_have_the_folder_wagers_and_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "house", games=(FOLDER,)) as house:
        player = house.guest("Ann")
        found = next(each for each in player.tables() if each.game == "casino-war")
        monkeypatch.setattr("pitboss.client.table.book", unknown_here)
        with player.sit(found.id) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(bet=10, tie=5)
            assert table.view.seats[table.view.mine[0] - 1].wagers == {"bet": 1000, "tie": 500}
            with pytest.raises(Refused, match="wager"):
                table.bet(anything=5)


def unknown_here(game: str) -> None:
    raise LookupError(f"no game '{game}'")
