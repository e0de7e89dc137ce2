"""Words, clauses and the drawing of the layout."""

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from house.server_support import GAMES, Served, served
from pitboss.felt.drawing import felt
from pitboss.games import rules_for, usual
from pitboss.house.server.web_words import clause_words, game_words
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.submission import check, default_submission


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("rulebook"), coach="off") as made:
        yield made


@pytest.mark.parametrize("game", GAMES)
def test_everything_a_page_shows_has_words_and_a_clause(server: Served, game: str) -> None:
    said = server.http.get(f"/api/v1/games/{game}", params={"table": GAMES[game]}).json()
    assert said["title"] == book(game).title
    known = clauses()
    for kind in ("wagers", "areas", "steps", "irregularities"):
        for each in said[kind]:
            # only where cards are dealt from the hand does Dragon Poker's rulebook name the container
            unnamed = (game, kind, each.get("id")) == ("dragon-poker", "areas", "inventory")
            assert each["title"] and (each["clause"] in known) != unnamed, (kind, each)
    for step in said["steps"]:
        assert bool(step["choices"]) == (step["kind"] == "ask")
        for choice in step["choices"]:
            assert choice["label"] and choice["says"].endswith(".") and choice["clause"] in known
    places = {area["id"] for area in said["areas"]}
    assert all(wager["area"] in places for wager in said["wagers"])
    for table in said["paytables"]:
        for line in table["lines"]:
            assert said["hands"][line["hand"]] == line["words"] and line["pays"] and line["clause"] in known
            assert "_" not in line["words"]
    assert set(said["roles"]) == {"player", "dealer", "floorperson", "supervisor", "manager", "auditor", "trainer"}


def test_only_the_parts_that_are_asked_for(server: Served) -> None:
    """The pages ask for what they need first; a part that does not exist is refused, with those that do."""
    asked: dict[str, int | str] = {"table": GAMES["let-it-ride"], "only": "steps, wagers"}
    whole = server.http.get("/api/v1/games/let-it-ride", params={"table": GAMES["let-it-ride"]}).json()
    some = server.http.get("/api/v1/games/let-it-ride", params=asked).json()
    assert some == {"wagers": whole["wagers"], "steps": whole["steps"]}
    refused = server.http.get("/api/v1/games/let-it-ride", params={"only": "wagers,odds"})
    assert (refused.status_code, refused.json()["code"], refused.json()["given"]) == (422, "shape", "odds")
    assert "irregularities" in refused.json()["allowed"]


def test_cards_that_do_not_count(server: Served) -> None:
    """In Top Five the twos to nines leave the hand (MD-TOP5 11.B(4)); elsewhere every card counts."""
    removed = {game: server.http.get(f"/api/v1/games/{game}").json()["removed"] for game in GAMES}
    low = {f"{rank}{suit}" for rank in "23456789" for suit in "cdhs"}
    assert {game: set(cards) for game, cards in removed.items()} == {
        game: low if game == "top-five-poker" else set() for game in GAMES
    }


def test_a_table_in_brief(server: Served) -> None:
    """Everything but the terms and the signs, which are long."""
    whole, brief = (server.http.get("/api/v1/tables/3", params={"brief": each}).json() for each in (False, True))
    assert whole["layout"].pop("signs") and whole.pop("terms")["practice"] is brief["practice"] is True
    assert brief == whole


def test_a_drawing_without_titles(server: Served) -> None:
    with_titles, without = (
        server.http.get("/api/v1/tables/3/felt.svg", params={"titles": each}).text for each in (True, False)
    )
    assert "<title>" in with_titles and "<title>" not in without
    shapes = [[element.tag for element in ElementTree.fromstring(text).iter()] for text in (with_titles, without)]
    assert [tag for tag in shapes[0] if not tag.endswith("title")] == shapes[1]


def test_the_place_of_a_name_that_nobody_gave(server: Served) -> None:
    """Who plays finds an ornament there, and why there is a place; a paper says what belongs into it."""
    for game in ("dragon-poker", "top-five-poker", "let-it-ride"):
        drawn = ElementTree.fromstring(server.http.get(f"/api/v1/tables/{GAMES[game]}/felt.svg").text)
        marks = [each for each in drawn.iter() if each.get("data-inscription") == "operator"]
        assert len(marks) == 1 and "".join(marks[0].itertext()).endswith("2.B(1)"), "only its clause is told"
        assert "facility operator" not in "".join(drawn.itertext())
        assert "facility operator" in felt(usual(game))
    named = check(default_submission("dragon-poker").replace('operator = ""', 'operator = "The Long Pier"')).terms
    assert named is not None
    assert "The Long Pier" in felt(rules_for(named), ornament=True)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_wager_needs_to_be_paid(server: Served, game: str) -> None:
    """Every sign of the layout has its words; letters are those in force, a paytable of the house's own has none."""
    table = server.http.get(f"/api/v1/tables/{GAMES[game]}").json()
    said = server.http.get(f"/api/v1/games/{game}", params={"table": GAMES[game], "only": "pays,decided"}).json()
    signs = table["layout"]["signs"]
    assert [(each["wager"], each["title"]) for each in said["pays"]] == [(x["wager"], x["title"]) for x in signs]
    assert {x["wager"]: x["paytable"] for x in said["pays"] if x["paytable"]} == table["paytables"]
    assert all(not each["needs"] or each["needs"].endswith(".") for each in said["pays"])
    assert said["decided"]["clause"] in clauses() and said["decided"]["text"].endswith(".")
    own = usual(game)
    family = next(iter(table["paytables"]))
    wagers = tuple(
        replace(w, lines=tuple(replace(line, pay=ToOne(7)) for line in w.lines)) if w.id == family else w
        for w in own.terms.wagers
    )
    told = game_words(rules_for(replace(own.terms, wagers=wagers)))
    assert next(each.paytable for each in told.pays if each.wager == family) == "custom"


def test_words_of_choices(server: Served) -> None:
    def choices(game: str) -> dict[str, list[tuple[str, str, str]]]:
        steps = server.http.get(f"/api/v1/games/{game}").json()["steps"]
        return {s["name"]: [(c["name"], c["label"], c["says"]) for c in s["choices"]] for s in steps if s["choices"]}

    assert choices("ultimate-texas-holdem") == {
        "preflop": [
            ("check", "Check", "Wager nothing more now."),
            ("play_3x", "Play 3×", "Make the Play wager, three times the Ante."),
            ("play_4x", "Play 4×", "Make the Play wager, four times the Ante."),
        ],
        "postflop": [
            ("check", "Check", "Wager nothing more now."),
            ("play_2x", "Play 2×", "Make the Play wager, two times the Ante."),
        ],
        "final": [
            ("fold", "Fold", "Give up the Ante and the Blind."),
            ("play_1x", "Play 1×", "Make the Play wager, equal to the Ante."),
        ],
    }
    assert choices("let-it-ride")["decide_2"] == [
        ("ride", "Let it ride", "Leave the bet where it is."),
        ("withdraw", "Take back Bet Number 2", "Take Bet Number 2 off the table."),
    ]
    assert choices("dragon-poker")["decide"][0] == ("play", "Play", "Make the Play wager, equal to the Ante.")


def test_a_game_is_sent_once(server: Served) -> None:
    first = server.http.get("/api/v1/games/let-it-ride")
    assert first.headers["content-encoding"] == "gzip"
    again = server.http.get("/api/v1/games/let-it-ride", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("address", "status", "code"), [
    ("/api/v1/games/poker", 404, "no_game"), ("/api/v1/games/let-it-ride?table=1", 404, "no_table"),
    ("/api/v1/games/let-it-ride?table=99", 404, "no_table"), ("/api/v1/games/let-it-ride?table=0", 422, "shape"),
    ("/api/v1/games/let-it-ride?luck=1", 422, "shape"), ("/api/v1/clauses/MD-LIR 99", 404, "no_clause"),
    ("/api/v1/clauses/" + "x" * 81, 422, "shape"), ("/api/v1/tables/99/felt.svg", 404, "no_table"),
    ("/api/v1/tables/x/felt.svg", 422, "shape"),
])  # fmt: skip
def test_what_is_not_there(server: Served, address: str, status: int, code: str) -> None:
    found = server.http.get(address)
    assert (found.status_code, found.json()["code"]) == (status, code)


def test_every_clause_can_be_asked_for(server: Served) -> None:
    """Among them those with a stroke, brackets and blanks; a few of every book."""
    known = list(clauses().values())
    for clause in known[::40] + [c for c in known if "/" in c.id][:5] + [c for c in known if " " in c.id[8:]][:5]:
        said = server.http.get(f"/api/v1/clauses/{quote(clause.id, safe='')}").json()
        assert (said["id"], said["game"]) == (clause.id, clause.game)
        assert said["text"] == clause.wording.partition(" [")[0], "its readings stand below it, not in it"


def test_a_clause_comes_with_its_readings(server: Served) -> None:
    said = server.http.get("/api/v1/clauses/MD-LIR 13.B").json()
    void = next(r for r in said["readings"] if r["id"] == "X-01")
    assert void["title"] == "What a void round gives back"
    assert void["choice"].startswith("A void returns every wager") and len(void["alternatives"]) == 3
    assert "did you mean" in server.http.get("/api/v1/clauses/MD-LIR 11.B(1)(z)").json()["message"]


def test_a_clause_is_told_as_the_operator_of_the_table_reads_it(server: Served) -> None:
    """At a table by its terms; a clause of another game than the table's is refused."""
    clause = clauses()["MD-LIR 7.E(5)"]
    table = GAMES["let-it-ride"]
    here = server.http.get("/api/v1/clauses/MD-LIR 7.E(5)", params={"table": table}).json()
    told = clause_words(clause, book("let-it-ride").title, {"six_card_requires": "base"})
    assert here == msgspec.to_builtins(told)
    other = clause_words(clause, "", {"six_card_requires": "base+five+three"})
    chosen = {r.id: r.choice for r in other.readings}
    assert "needs the three base wagers of 7.E(1), the Five Card Bonus and the Three Card Bonus" in chosen["L-11"]
    assert chosen["L-11"] != next(r["choice"] for r in here["readings"] if r["id"] == "L-11")
    assert here["text"].endswith("; it needs the three bets only, not the other bonuses.")
    assert other.text.endswith("; it needs the three bets, the Five Card Bonus and the Three Card Bonus.")
    wrong = server.http.get("/api/v1/clauses/MA-UTH 13(b)", params={"table": table})
    assert (wrong.status_code, wrong.json()["code"]) == (404, "no_table")


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_of_a_table(server: Served, game: str) -> None:
    found = server.http.get(f"/api/v1/tables/{GAMES[game]}/felt.svg")
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert "script-src" not in found.headers["content-security-policy"]
    drawn = ElementTree.fromstring(found.text)
    found_at = {e.attrib["id"]: e.attrib for e in drawn.iter() if "data-area" in e.attrib and "id" in e.attrib}
    details = server.http.get(f"/api/v1/tables/{GAMES[game]}").json()
    positions = details["layout"]["positions"]
    assert len(positions) >= details["seats"]["all"]
    for position in positions:
        for place in (p for p in position["places"] if p["id"] == p.get("wager")):
            area = found_at[f"seat-{position['number']}-{place['id']}"]
            assert (area["data-seat"], area["data-wager"]) == (str(position["number"]), place["id"])
    tag = found.headers["etag"]
    assert server.http.get(found.url.path, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_which_hand_wins_is_told_with_cards(server: Served, game: str) -> None:
    said = server.http.get(f"/api/v1/games/{game}/ranking", params={"table": GAMES[game]}).json()
    deck = set(usual(game).deck.cards)
    assert len(said["hands"]) >= 5 and said["text"] and said["clause"] in clauses()
    assert all(hand["words"] and hand["cards"] and set(hand["cards"]) <= deck for hand in said["hands"])
    assert bool(said["order"]) == (game == "dragon-poker")
    assert server.http.get("/api/v1/games/nothing/ranking").status_code == 404


def test_the_list_of_tables_says_what_is_easy(server: Served) -> None:
    easy = {table["game"]: table["easy"] for table in server.http.get("/api/v1/tables").json()}
    assert {game for game, how in easy.items() if how == max(easy.values())} == {"three-card-poker"}
    assert easy["dragon-poker"] == 0 < easy["let-it-ride"]
