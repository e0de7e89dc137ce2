"""What staff are told of their work: duties with their clauses, irregularities and their moments, terms as a text."""

from collections.abc import Iterator

import msgspec
import pytest

from house.server_support import Served, served
from pitboss.client import Player, Refused
from pitboss.house.server.submission_text import submission_text
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check, default_submission
from pitboss.table import actions as a
from pitboss.wording.trouble_events import QUESTIONS
from support import GAMES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("work")) as made:
        yield made


@pytest.fixture(scope="module")
def dealer(server: Served) -> Player:
    return server.staff("Dora", "dealer")


@pytest.fixture(scope="module")
def floor(server: Served) -> Player:
    return server.staff("Flo", "floorperson")


@pytest.fixture(scope="module")
def by_hand(server: Served) -> int:
    """A Let It Ride table dealt by a person."""
    text = default_submission("let-it-ride").replace('"Let It Ride 1"', '"By Hand"')
    asked = {"id": "open", "submission": text, "dealer": "person"}
    return int(server.manager.ask("POST", "/api/v1/tables", asked)["id"])


def does(player: Player, table: int, act: a.Action) -> None:
    asked = {"id": type(act).__name__, "do": msgspec.to_builtins(act)}
    player.ask("POST", f"/api/v1/tables/{table}/acts", asked)


def code(player: Player, path: str) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        player.ask("GET", path)
    return refused.value.status, refused.value.code


def test_the_steps_of_an_opening_come_with_clause_words_and_reminders(
    server: Served, dealer: Player, floor: Player, by_hand: int
) -> None:
    path = f"/api/v1/tables/{by_hand}/work"
    work = dealer.ask("GET", path)
    due = work["due"]
    assert (due["do"], due["by"], due["clause"], due["deck"]) == ("ReceiveCards", "dealer", "MD-LIR 4.A", 1)
    assert due["title"] == "Receive the cards" and due["text"]
    assert work["moment"] == "between rounds" and work["stub"] == work["deck_size"] == 52
    assert work["decks"][0] == {
        "number": 1, "stage": "absent", "preshuffled": False, "in_play": True, "in_play_at": None, "hours": 8,
    }  # fmt: skip
    assert work["inventory"] is None
    assert isinstance(floor.ask("GET", path)["inventory"], int)
    does(dealer, by_hand, a.ReceiveCards(1))
    due = dealer.ask("GET", path)["due"]
    assert due["do"] == "InspectCards"
    assert [each["clause"] for each in due["reminders"]] == list(book("let-it-ride").guide("inspect", "").reminders)
    assert all(each["text"] for each in due["reminders"])
    does(dealer, by_hand, a.InspectCards(1))
    assert floor.ask("GET", path)["due"]["by"] == "floorperson"


def test_irregularities_are_told_with_their_moments(dealer: Player, by_hand: int) -> None:
    told = dealer.ask("GET", f"/api/v1/tables/{by_hand}/work")["irregularities"]
    now = {each["kind"] for each in told if each["now"]}
    assert "player_left" not in now and "card_face_up" not in now
    left = next(each for each in told if each["kind"] == "player_left")
    assert left["clause"].startswith("MD-LIR ") and left["text"] and "between rounds" not in left["during"]
    assert all(each["during"] for each in told)


def test_the_list_of_work_names_every_table(dealer: Player, by_hand: int) -> None:
    lines = {each["id"]: each for each in dealer.ask("GET", "/api/v1/staff/tables")}
    assert set(lines) == {*range(1, len(games()) + 1), by_hand}
    assert lines[by_hand]["dealer"] == "person" and lines[by_hand]["due"]["by"] in ("dealer", "floorperson")
    assert lines[by_hand]["matters"] == []


def test_work_is_for_staff_and_submissions_for_those_who_propose(server: Served, dealer: Player, by_hand: int) -> None:
    guest = server.guest("Gil")
    assert code(guest, f"/api/v1/tables/{by_hand}/work") == (403, "wrong_role")
    assert code(guest, "/api/v1/staff/tables") == (403, "wrong_role")
    assert server.http.get("/api/v1/staff/tables").status_code == 401
    assert code(dealer, f"/api/v1/tables/{by_hand}/submission") == (403, "wrong_role")
    assert code(dealer, "/api/v1/tables/99/work") == (404, "no_table")
    text = server.manager.ask("GET", f"/api/v1/tables/{by_hand}/submission")["submission"]
    assert 'table = "By Hand"' in text


def test_the_record_names_closed_tables_too(server: Served, dealer: Player) -> None:
    text = default_submission("let-it-ride").replace('"Let It Ride 1"', '"Short"')
    made = server.manager.ask("POST", "/api/v1/tables", {"id": "short", "submission": text, "dealer": "person"})["id"]
    path = "/api/v1/audit/tables"
    assert {"id": made, "name": "Short", "game": "let-it-ride", "open": True} in server.manager.ask("GET", path)
    server.manager.ask("POST", f"/api/v1/tables/{made}/close", {"id": "shut"})
    assert {"id": made, "name": "Short", "game": "let-it-ride", "open": False} in server.manager.ask("GET", path)
    assert code(dealer, path) == (403, "wrong_role")


def test_a_patrons_ledger_is_for_those_who_see_money(server: Served, dealer: Player, floor: Player) -> None:
    server.staff("Pat", "player")
    floor.ask("POST", "/api/v1/patrons/Pat/buy-in", {"id": "b1", "cents": 5000, "reason": "cash"})
    floor.ask("POST", "/api/v1/patrons/Pat/buy-in", {"id": "b2", "cents": 700})
    told = floor.ask("GET", "/api/v1/patrons/pat/ledger?limit=1")
    assert told["balance"] == 5700 and [each["cents"] for each in told["postings"]] == [700]
    rest = floor.ask("GET", f"/api/v1/patrons/Pat/ledger?before={told['next']}")
    assert [each["cents"] for each in rest["postings"]] == [5000] and rest["next"] is None
    assert code(dealer, "/api/v1/patrons/Pat/ledger") == (403, "wrong_role")
    assert code(floor, "/api/v1/patrons/Nobody/ledger") == (404, "no_account")


@pytest.mark.parametrize("game", GAMES)
def test_terms_become_the_text_they_came_from(game: str) -> None:
    terms = check(default_submission(game)).terms
    assert terms is not None
    again = check(submission_text(terms))
    assert again.terms == terms


def test_names_survive_the_text() -> None:
    text = default_submission("let-it-ride").replace('"Let It Ride 1"', '"Quo\\"te \\\\ é"')
    terms = check(text).terms
    assert terms is not None and terms.table == 'Quo"te \\ é'
    again = check(submission_text(terms)).terms
    assert again is not None and again.table == terms.table


@pytest.mark.parametrize("game", GAMES)
def test_every_duty_has_a_title_in_every_rulebook(game: str) -> None:
    needed = (
        "receive", "inspect", "verify", "spread", "look", "wash", "stack", "shuffle", "device_count", "cut", "ruling",
        "deck_change", "device", "procedure", "open_round", "close_bets", "stub", "idle", "remove_deck",
    )  # fmt: skip
    for procedure in ("manual_shoe", "hand", "automated_shoe"):
        assert all(book(game).guide(step, procedure).title for step in needed)
    assert set(QUESTIONS) == {"player_left", "violation", "chips", "report", "count"}
