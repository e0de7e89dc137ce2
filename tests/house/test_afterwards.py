"""What one wants to know afterwards: what each decision of one's own gave away, what the wagers were to bring, and what
was luck. The figures were worked out by hand.

Let It Ride, 2c 7d 9h against the community cards Js and Ts. At the first decision the bet is rightly taken back. At the
second the jack lies open: of the 48 cards that may come, three jacks pay 1 to 1, and every other card loses, since a
lower pair pays nothing. So riding brings (3 - 45) / 48 = -7/8 of a bet where taking it back brings nothing: that is
exactly what it gives away. At the end there is no pair: two bets of $5 are lost."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from house.server_support import GAMES, Served, served, until
from pitboss.client import Player, Table
from pitboss.client.refused import Refused
from web.stacked import deck, stacked

GAME = "let-it-ride"
LIR = GAMES[GAME]
SEAT = 3
HAND = {f"seat{SEAT}": ("2c", "7d", "9h"), "community": ("Js", "Ts")}
EDGE, DEVIATION = -0.0350, 5.16
"""Published for the usual paytable, in units of one bet, about."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with stacked({GAME: deck(GAME, (SEAT,), HAND)}), served(tmp_path_factory.mktemp("afterwards")) as made:
        yield made


def asked_after(answered: str) -> Callable[[Table], bool]:
    """Whether there is something to decide at another step than this."""
    return lambda t: t.view.step != answered and any(offer.do == "Decide" for offer in t.offers)


def played(player: Player, *choices: str) -> int:
    """A round at the stacked table, with these choices; its number."""
    with player.sit(LIR, SEAT) as table:
        number = table.view.round
        table.bet(bet_1=5, bet_2=5, bet_3=5)
        table.ready()
        answered = ""
        for choice in choices:
            table.wait(asked_after(answered))
            answered = table.view.step
            table.decide(choice)
        table.wait(lambda t: t.view.round > number and t.view.step == "bets")
        table.leave()
    return number


def counted(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Asked until nothing waits any more."""
    found: list[dict[str, Any]] = []

    def there() -> bool:
        found.append(ask())
        return not found[-1]["waiting"]

    until(there)
    return found[-1]


def decisions(player: Player, number: int) -> list[dict[str, Any]]:
    path = f"/api/v1/tables/{LIR}/rounds/{number}/decisions"
    told: list[dict[str, Any]] = counted(lambda: player.ask("GET", path))["decisions"]
    return told


def reckoning(player: Player, **asked: Any) -> dict[str, Any]:
    return counted(lambda: player.ask("GET", "/api/v1/me/reckoning", **asked))


def test_a_mistake_and_its_cost_by_hand(server: Served) -> None:
    ann = server.guest("Ann")
    number = played(ann, "withdraw", "ride")
    first, second = decisions(ann, number)
    assert (first["mark"], first["cost"], first["choice"]) == ("good", "0/1", "withdraw")
    assert (second["mark"], Fraction(second["cost"]), second["cost_cents"]) == ("costly", Fraction(7, 8), 437.5)
    assert second["best"] == next(each["label"] for each in second["choices"] if each["choice"] == "withdraw")
    worth = {each["choice"]: Fraction(each["value"]) for each in second["choices"]}
    assert worth["withdraw"] - worth["ride"] == Fraction(7, 8)
    assert (first["board"], second["board"]) == ([], ["Js"]), "only what lay open then"
    told = reckoning(ann)
    (one,) = told["rounds"]
    assert (one["net"], one["luck_cents"]) == (-1000, pytest.approx(-1000 - one["expected_cents"] + 437.5))
    assert (one["wagered"] - one["returned"], one["mistakes"], one["decisions"], one["worst"]) == (1000, 1, 2, "costly")
    assert one["cards"] == [["2c", "7d", "9h"]] and one["community"] == ["Js", "Ts"]
    assert Fraction(one["cost"]) == Fraction(875, 2)
    assert float(Fraction(one["expected"])) == pytest.approx(500 * EDGE, abs=0.1)
    assert one["deviation_cents"] == pytest.approx(500 * DEVIATION, abs=10)
    (total,) = told["sums"]
    # What was brought is what was to be expected, less what was given away, and luck.
    assert total["luck_cents"] == pytest.approx(-1000 - one["expected_cents"] + 437.5)
    assert (total["net"], total["compared"], total["practice"], total["not_compared_cents"]) == (-1000, 1, True, 0)


def test_good_play_costs_nothing_and_rounds_add_up(server: Served) -> None:
    ben = server.guest("Ben")
    good = played(ben, "withdraw", "withdraw")
    assert [each["mark"] for each in decisions(ben, good)] == ["good", "good"]
    bad = played(ben, "withdraw", "ride")
    told = reckoning(ben)
    assert [(each["round"], each["mistakes"]) for each in told["rounds"]] == [(bad, 1), (good, 0)]
    (total,) = told["sums"]
    one = told["rounds"][0]
    assert total["expected_cents"] == pytest.approx(2 * one["expected_cents"])
    assert total["deviation_cents"] == pytest.approx(2**0.5 * one["deviation_cents"])
    assert (total["cost_cents"], total["net"], total["mistakes"]) == (437.5, -1500, 1)


def test_only_ones_own_rounds(server: Served) -> None:
    """Somebody else hears nothing of decisions, not even who reads the trail; nobody at all is refused."""
    cat = server.guest("Cat")
    number = played(cat, "ride", "ride")
    path = f"/api/v1/tables/{LIR}/rounds/{number}/decisions"
    for other in (server.guest("Dan"), server.manager):
        assert other.ask("GET", path) == {"on": True, "waiting": 0, "decisions": []}
        assert reckoning(other)["rounds"] == []
    assert server.http.get(path).status_code == 401 == server.http.get("/api/v1/me/reckoning").status_code
    with pytest.raises(Refused):
        cat.ask("GET", f"/api/v1/tables/{LIR}/rounds/9999/decisions")


def test_filters(server: Served) -> None:
    eve = server.guest("Eve")
    number = played(eve, "withdraw", "withdraw")

    def rounds(**asked: Any) -> list[int]:
        return [each["round"] for each in eve.ask("GET", "/api/v1/me/reckoning", **asked)["rounds"]]

    assert rounds() == rounds(game=GAME) == rounds(table=LIR) == rounds(result="lost") == [number]
    assert rounds(game="dragon-poker") == rounds(table=LIR + 1) == rounds(result="won") == []
    cleared = eve.ask("GET", "/api/v1/me/rounds")["rounds"][0]["cleared_at"]
    assert rounds(since=cleared) == rounds(until=cleared + 1) == [number]
    assert rounds(since=cleared + 1) == rounds(until=cleared) == []
    again = played(eve, "withdraw", "withdraw")
    first = eve.ask("GET", "/api/v1/me/reckoning", limit=1)
    assert [each["round"] for each in first["rounds"]] == [again]
    assert rounds(limit=1, before=first["next"]) == [number]


def test_a_void_round_is_not_compared(server: Served) -> None:
    flo = server.guest("Flo")
    dora = server.staff("Dora", "dealer")
    with flo.sit(LIR, SEAT) as table:
        number = table.view.round
        table.bet(bet_1=5, bet_2=5, bet_3=5)
        table.ready()
        table.wait(lambda t: any(offer.do == "Decide" for offer in t.offers))
        table.decide("ride")
        report = {"id": "exposed", "do": {"do": "Report", "kind": "community_card_exposed"}}
        dora.ask("POST", f"/api/v1/tables/{LIR}/acts", report)
        table.wait(lambda t: t.view.round > number and t.view.step == "bets")
        table.leave()
    told = reckoning(flo)
    (one,), (total,) = told["rounds"], told["sums"]
    assert (one["state"], one["expected"], one["void"]) == ("unknown", None, True)
    assert (total["compared"], total["luck_cents"]) == (0, 0.0)


def test_a_house_without_a_coach_values_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("quiet"), coach="off") as quiet:
        gus = quiet.guest("Gus")
        number = played(gus, "ride", "ride")
        path = f"/api/v1/tables/{LIR}/rounds/{number}/decisions"
        assert gus.ask("GET", path) == {"on": False, "waiting": 0, "decisions": []}
        (one,) = reckoning(gus)["rounds"]
        assert (one["state"], one["worst"], one["expected"]) == ("unknown", None, None)
        assert len(one["cards"][0]) == 3, "the cards are shown all the same"
