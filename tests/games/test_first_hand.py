"""What a guide says of a game while a hand is played, for every game and for folders that bring no words."""

import pytest

from house.server_support import served
from made_up import OPEN_STUD, STREET_STUD, brought_home, terms_of
from pitboss.games import rules_for, usual
from pitboss.house.server.web_words import first_hand_words
from pitboss.rulebook.folders import games
from pitboss.table.rules import Rules
from pitboss.wording.first_hand import guided_moments, guided_wagers
from pitboss.wording.how_to_play import steps
from pitboss.wording.translating import catalogue


@pytest.mark.parametrize("game", games())
def test_every_wager_before_the_deal_is_told_once_and_every_decision_has_words(game: str) -> None:
    in_order(usual(game))


def test_a_folder_without_words_is_explained_by_its_declaration() -> None:
    with brought_home(OPEN_STUD, STREET_STUD):
        for folder in (OPEN_STUD, STREET_STUD):
            in_order(rules_for(terms_of(folder)))


def in_order(rules: Rules) -> None:
    told = [wager for unit in guided_wagers(rules) for wager in unit.wagers]
    assert sorted(told) == sorted(w.id for w in rules.wagers if not w.later)
    assert [unit.optional for unit in guided_wagers(rules)] == sorted(unit.optional for unit in guided_wagers(rules))
    assert all(unit.says and all(unit.says) for unit in guided_wagers(rules))
    script = [step.name for step in rules.script(rules.terms.procedure)]
    moments = [moment.step for moment in guided_moments(rules)]
    assert moments == sorted(moments, key=script.index), "in the order of the round"
    asked = {step.name for step in rules.script(rules.terms.procedure) if step.kind == "ask"}
    assert asked <= set(moments)
    assert " ".join(moment.says for moment in guided_moments(rules)) == " ".join(steps(rules)), "nothing is lost"


def test_what_is_told_of_one_game_worked_out_by_hand() -> None:
    """Ante and Blind must be equal (MA-UTH 6), Trips is optional and pays a royal flush 50 to 1 by table A."""
    first, *others = guided_wagers(usual("ultimate-texas-holdem"))
    assert (first.wagers, first.titles, first.optional) == (("ante", "blind"), ("Ante", "Blind"), False)
    assert first.says == (
        "Nobody is dealt in without the Ante and Blind wagers. They are equal and are placed together.",
    )
    assert [(note.title, note.says) for note in first.notes] == [
        ("Ante", "Returned if the dealer has less than a pair, unless you fold."),
        ("Blind", "Paid only if your hand beats the dealer's."),
    ]
    trips = others[0]
    assert trips.says == ("You may leave it out.", "The first line of its table: royal flush, 50 to 1.")
    assert [m.step for m in guided_moments(usual("ultimate-texas-holdem"))] == [
        "bets", "preflop", "postflop", "final", "settle",
    ]  # fmt: skip


def test_all_of_it_is_told_in_spanish() -> None:
    spanish = catalogue("es")
    assert spanish is not None
    for game in games():
        told = first_hand_words(usual(game))
        texts = [told.lead, *(moment.says for moment in told.moments)]
        texts += [text for unit in told.wagers for text in (*unit.says, *(note.says for note in unit.notes))]
        assert [text for text in texts if spanish.find(text) is None] == [], game


def test_the_house_tells_it_by_the_terms_of_the_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("told")) as server:
        player = server.guest()
        for game in games():
            told = player.ask("GET", f"/api/v1/games/{game}/first-hand", table=games().index(game) + 1)
            assert told["lead"] and told["wagers"][0]["optional"] is False and told["moments"][0]["step"] == "bets"
        asks = {"Authorization": f"Bearer {player.token}", "Accept-Language": "es"}
        found = server.http.get("/api/v1/games/let-it-ride/first-hand", headers=asks).json()
        assert found["moments"][0]["says"].startswith("Haga tres apuestas iguales.")
        assert server.http.get("/api/v1/games/poker/first-hand", headers=asks).json()["code"] == "no_game"
