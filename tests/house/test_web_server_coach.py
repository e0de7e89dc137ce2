"""The coach and the odds through the API: the figures of the library, for whom they are meant, and nobody else."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from house.server_support import GAMES, PASSWORD, Served, served
from pitboss.client import Player, Refused, Table
from pitboss.odds.advice import Advice
from pitboss.odds.result import as_json
from pitboss.rulebook.book import book
from pitboss.table import actions as a

STAKE = 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("coach")) as made:
        yield made


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "fresh") as made:
        yield made


def ready(player: Player, path: str, **query: Any) -> Any:
    """Asks until it is worked out."""
    while (found := player.ask("GET", path, **query)).get("state") == "working" or found.get("waiting"):
        time.sleep(0.05)
    return found


UNITS = {"let-it-ride": "una apuesta"}


def in_spanish(server: Served, player: Player, game: str, seat: int) -> tuple[str, str]:
    """The best choice by its name, which stays, and the unit in words."""
    asks = {"Authorization": f"Bearer {player.token}", "Accept-Language": "es"}
    path = f"/api/v1/tables/{GAMES[game]}/coach"
    told = server.http.get(path, params={"seat": seat}, headers=asks).json()
    return told["best"], told["unit"]


def begin(table: Table) -> None:
    """Bets the compulsory wagers and waits for the first decision."""
    table.wait(lambda t: t.view.step == "bets")
    table.bet(**{w.id: STAKE // 100 for w in book(table.view.game).wagers if w.compulsory})
    table.ready()
    table.wait(lambda t: t.view.turn == t.view.mine[0] and bool(choices(t)))


def choices(table: Table) -> tuple[str, ...]:
    return next((o.values for o in table.offers if isinstance(o.example, a.Decide)), ())


def past(step: str) -> Callable[[Table], bool]:
    """Somebody is to choose, or the step is over."""
    return lambda t: bool(choices(t)) or t.view.step not in (step, "")


def after(playing: int) -> Callable[[Table], bool]:
    return lambda t: t.view.round > playing


def the_same(said: dict[str, Any], advice: Advice) -> None:
    """To the last digit of the fractions."""
    assert [(c["choice"], Fraction(c["value"])) for c in said["choices"]] == [
        (x.choice, x.value) for x in advice.alternatives
    ]
    assert (said["best"], said["base"], said["step"]) == (advice.best.choice, advice.base, advice.step)
    assert tuple(said["equal"]) == advice.equal
    for each, alternative in zip(said["choices"], advice.alternatives, strict=True):
        cost = advice.cost(alternative.choice)
        assert (Fraction(each["cost"]), each["best"]) == (cost, cost == 0)
        assert each["cost_percent"] == pytest.approx(float(100 * cost))
        assert each["cost_cents"] == pytest.approx(float(cost * STAKE))
        assert abs(each["cents"] - alternative.value * STAKE) <= Fraction(1, 2)
        assert each["decimal"] == pytest.approx(float(alternative.value))


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_says_what_the_library_says(server: Served, game: str) -> None:
    player = server.guest()
    with player.sit(GAMES[game]) as table:
        begin(table)
        seat = table.view.mine[0]
        asked = 0
        while choices(table):
            view = table.view
            board = [card for card in view.community if card != "??"]
            # Before the flop the whole game must be solved, which other tests do.
            if view.step != "preflop":
                said = ready(player, f"/api/v1/tables/{GAMES[game]}/coach", seat=seat)
                cards = view.seats[seat - 1].cards
                the_same(said, pitboss.best_play(game, " ".join(cards), " ".join(board), stake=STAKE))
                assert (said["cards"], said["board"], said["stake"]) == (list(cards), board, STAKE)
                assert (said["seq"], said["round"], said["clause"]) == (table.seq, view.round, view.clause)
                assert [c["choice"] for c in said["choices"]] == list(choices(table))
                assert in_spanish(server, player, game, seat) == (said["best"], UNITS.get(game, "la apuesta Ante"))
                asked += 1
            table.decide(choices(table)[0])
            table.wait(past(view.step))
            while not choices(table) and table.view.round == view.round:
                table.next()
        assert asked == {"let-it-ride": 2, "ultimate-texas-holdem": 2}.get(game, 1)


def test_nobody_is_told_of_anothers_seat(server: Served) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    path = f"/api/v1/tables/{GAMES['dragon-poker']}/coach"
    with ann.sit(1) as hers, ben.sit(1) as his:
        seats = hers.view.mine[0], his.view.mine[0]
        for player, seat, code, status in (
            (ann, seats[1], "not_your_seat", 409), (ann, seats[0], "nothing_to_decide", 409),
            (ann, 19, "not_your_seat", 409), (ann, 0, "shape", 422), (ann, 21, "shape", 422),
        ):  # fmt: skip
            with pytest.raises(Refused) as refused:
                player.ask("GET", path, seat=seat)
            assert (refused.value.code, refused.value.status) == (code, status)
        assert server.http.get(path, params={"seat": seats[0]}).json()["code"] == "not_logged_in"
        assert server.http.get(path).json()["code"] == "shape"
        assert server.http.get("/api/v1/me/coach").json()["code"] == "not_logged_in"
        hers.leave()
        his.leave()


def test_the_verdict_comes_when_the_decision_is_made_and_never_before(fresh: Served) -> None:
    """For who wants no hint: the same figures, of the decision made last, to nobody else."""
    ann, ben = fresh.guest("Ann"), fresh.guest("Ben")
    path = f"/api/v1/tables/{GAMES['let-it-ride']}/coach/verdict"

    def refused(player: Player, seat: int) -> str:
        with pytest.raises(Refused) as told:
            player.ask("GET", path, seat=seat)
        return told.value.code

    with ann.sit(GAMES["let-it-ride"], 2) as table:
        begin(table)
        assert refused(ann, 2) == "nothing_decided"
        round_number, cards = table.view.round, " ".join(table.view.seats[1].cards)
        first = table.view.step
        table.decide("ride")
        table.wait(lambda t: bool(choices(t)) and t.view.step != first)
        advice = pitboss.best_play("let-it-ride", cards, stake=STAKE)
        told = ready(ann, path, seat=2)
        made = told["decision"]
        assert (told["round"], made["step"], made["choice"], made["label"]) == (
            round_number, first, "ride", "Let it ride",
        )  # fmt: skip
        assert [(c["choice"], Fraction(c["value"])) for c in made["choices"]] == [
            (x.choice, x.value) for x in advice.alternatives
        ]
        assert Fraction(made["cost"]) == advice.cost("ride") and made["state"] == "ready"
        assert (refused(ann, 3), refused(ben, 2)) == ("nothing_decided", "nothing_decided")
        table.decide("withdraw")
        table.wait(after(round_number))
        assert ready(ann, path, seat=2)["decision"]["choice"] == "withdraw"
        asks = {"Authorization": f"Bearer {ann.token}", "Accept-Language": "es"}
        spanish = fresh.http.get(path, params={"seat": 2}, headers=asks).json()
        assert spanish["decision"]["unit"] == "una apuesta"
        table.leave()


def test_a_session_is_counted_by_socket_and_by_http(fresh: Served) -> None:
    player, other = fresh.guest("Ann"), fresh.guest("Ben")
    first = player.ask("GET", "/api/v1/me/coach")
    assert first == {
        "on": True, "decisions": 0, "mistakes": 0, "cost_cents": 0.0, "cost_percent": 0.0, "rounds": 0,
        "expected_cents": 0.0, "actual_cents": 0, "waiting": 0, "review": [], "since": None,
    }  # fmt: skip
    cost = expected = Fraction(0)
    wrong = []
    with player.sit(1, 2) as table:
        for way in ("socket", "http", "socket"):
            begin(table)
            advice = pitboss.best_play("dragon-poker", " ".join(table.view.seats[1].cards), stake=STAKE)
            worst = min(advice.alternatives, key=lambda x: x.value)
            cost += advice.cost(worst.choice)
            expected += worst.value
            wrong.append((table.view.round, worst.choice, advice.best.choice))
            playing = table.view.round
            if way == "socket":
                table.decide(worst.choice)
            else:
                act = {"id": "mine", "do": {"do": "Decide", "seat": 2, "choice": worst.choice}}
                player.ask("POST", "/api/v1/tables/1/acts", act)
                assert player.ask("POST", "/api/v1/tables/1/acts", act)["again"], "sent twice, counted once"
            table.wait(after(playing))
        table.leave()
    said = ready(player, "/api/v1/me/coach")
    assert (said["decisions"], said["mistakes"], said["rounds"]) == (3, 3, 3)
    assert said["cost_cents"] == pytest.approx(float(cost * STAKE))
    assert said["cost_percent"] == pytest.approx(float(100 * cost / 3))
    assert said["expected_cents"] == pytest.approx(float(expected * STAKE))
    assert said["actual_cents"] == player.balance - 100_000
    assert [(m["round"], m["choice"], m["best"]) for m in said["review"]] == wrong[::-1]
    assert {m["table"] for m in said["review"]} == {1} and {m["seat"] for m in said["review"]} == {2}
    assert ready(other, "/api/v1/me/coach")["decisions"] == 0


def test_whoever_logs_in_again_begins_anew(fresh: Served) -> None:
    player = fresh.staff("Pat", "player")
    player.chips(100_000)
    with player.sit(1, 1) as table:
        begin(table)
        table.decide("fold")
        table.wait(lambda t: t.view.round > 1)
        table.leave()
    time.sleep(0.01)  # times are kept in milliseconds
    again = fresh.house.login("Pat", PASSWORD)
    assert ready(again, "/api/v1/me/coach")["decisions"] == 0
    assert ready(player, "/api/v1/me/coach")["decisions"] == 1


def test_the_operator_can_switch_it_off(tmp_path: Path) -> None:
    with served(tmp_path, coach="off") as server:
        player = server.guest("Ann")
        with player.sit(1, 1) as table:
            begin(table)
            with pytest.raises(Refused) as refused:
                player.ask("GET", "/api/v1/tables/1/coach", seat=1)
            assert (refused.value.code, refused.value.status) == ("coach_off", 404)
            table.decide("fold")
            with pytest.raises(Refused) as refused:
                player.ask("GET", "/api/v1/tables/1/coach/verdict", seat=1)
            assert (refused.value.code, refused.value.status) == ("coach_off", 404)
        said = player.ask("GET", "/api/v1/me/coach")
        assert (said["on"], said["decisions"], said["waiting"]) == (False, 0, 0)


# --- odds -------------------------------------------------------------------------------------------------------------


def same_row(said: dict[str, Any], row: Any) -> None:
    """The page's figures are those of `pitboss odds --json`."""
    plain = as_json(row)
    assert (said["wager"], said["paytable"], said["base"]) == (row.wager, row.paytable, row.base)
    assert said["house_edge"] == plain["exact"]["house_edge"] and said["edge"] == plain["house_edge"]
    assert said["element_of_risk"] == plain["exact"]["element_of_risk"]
    assert said["hit_frequency"] == plain["exact"]["hit_frequency"]
    assert (said["variance"], said["standard_deviation"]) == (plain["variance"], plain["standard_deviation"])
    assert [(d["net"], d["probability"]) for d in said["distribution"]] == [
        (d["net"], d["probability"]) for d in plain["distribution"]
    ]
    assert sum(Fraction(d["probability"]) for d in said["distribution"]) == 1
    assert sum(Fraction(d["probability"]) * Fraction(d["net"]) for d in said["distribution"]) == row.ev
    for part, figure in zip(said["parts"], row.figures.parts, strict=True):
        assert [(x["hand"], x["probability"]) for x in part["lines"]] == [
            (x.hand, f"{x.probability.numerator}/{x.probability.denominator}") for x in figure.lines
        ]
    assert {m["name"]: (m["cents"], m["break_even"]) for m in said["meters"]} == {
        name: (cents, row.break_even[name]) for name, cents in row.meters.items()
    }
    assert (said["method"], said["deals"], said["stake"]) == ("exact", row.deals, row.stake)


@pytest.mark.parametrize("game", ["dragon-poker", "top-five-poker"])
def test_all_paytables_of_a_game(server: Served, game: str) -> None:
    said = ready(server.guest(), f"/api/v1/odds/{game}")
    rows = pitboss.exact_odds(game)
    assert (said["game"], said["table"], len(said["rows"])) == (game, None, len(rows))
    for shown, row in zip(said["rows"], rows, strict=True):
        same_row(shown, row)


def test_the_terms_of_a_table_with_a_meter(fresh: Served) -> None:
    from house.running import terms

    said = ready(fresh.guest(), "/api/v1/odds/let-it-ride", table=3)
    assert said["table"] == 3
    offered = {w.id for w in terms("let-it-ride").wagers}
    assert {row["wager"] for row in said["rows"]} == {"main", *offered} - {"let_it_ride"}
    meter = next(row for row in said["rows"] if row["wager"] == "progressive")
    (row,) = pitboss.exact_odds("let-it-ride", wager="progressive", paytable=meter["paytable"])
    same_row(meter, row)
    assert meter["meters"] and meter["meters"][0]["break_even"] > meter["meters"][0]["cents"]


def test_a_chart_is_drawn_once(server: Served) -> None:
    while (found := server.http.get("/api/v1/odds/dragon-poker/chart.svg")).status_code == 202:
        assert found.json()["state"] == "working"
        time.sleep(0.05)
    assert found.status_code == 200 and found.headers["content-type"].startswith("image/svg+xml")
    assert found.text.startswith("<svg") and "script-src" not in found.headers["content-security-policy"]
    tag = found.headers["etag"]
    assert server.http.get("/api/v1/odds/dragon-poker/chart.svg", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize(("address", "status", "code"), [
    ("/api/v1/odds/poker", 404, "no_game"), ("/api/v1/odds/dragon-poker?table=3", 404, "no_table"),
    ("/api/v1/odds/poker/chart.svg", 404, "no_game"), ("/api/v1/odds/dragon-poker?wager=ante", 422, "shape"),
])  # fmt: skip
def test_odds_that_cannot_be_asked_for(server: Served, address: str, status: int, code: str) -> None:
    found = server.http.get(address)
    assert (found.status_code, found.json()["code"]) == (status, code)
