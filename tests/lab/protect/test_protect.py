"""What `pitboss protect` says: published figures, refusals, spots, and what is simulated."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cli.main import dispatch
from pitboss.lab.protect.api import protect, without
from pitboss.lab.protect.seen import SeenCards, Unseeable, places_of, sight_of
from pitboss.lab.protect.spots import values
from pitboss.lab.strategies.api import strategy_cost
from pitboss.odds.request import MAIN, Request, RowAsked, asked
from support import LIR, TOP5, UTH
from support import rules as rules_of

THREE = "three-card-poker"


def row(game: str) -> RowAsked:
    return asked(Request(game=game, wager=MAIN))[0]


PUBLISHED = {
    (LIR, "community:second"): Fraction(66142, 270725),
    (LIR, "community:first"): Fraction(7027, 83300),
    (LIR, "community:2"): Fraction(87557, 216580),
    (THREE, "dealer:1"): Fraction(443162, 12724075),
    (THREE, "dealer:3"): Fraction(38556249, 101792600),
}
"""24.4314 % and 3.4829 % are published."""


@pytest.mark.parametrize(("game", "sees"), PUBLISHED, ids=str)
def test_published(game: str, sees: str) -> None:
    found = protect(row(game), sees=sees)
    assert found.found.ev == PUBLISHED[game, sees]
    for choices in found.found.plays.values():
        assert sum(choices.values()) == 1


@pytest.mark.parametrize(
    ("sees", "edge", "raises"),
    [
        pytest.param("dealer:1", Fraction(8592081451, 63213204600), "34.5762%", marks=pytest.mark.proof),
        ("dealer:2", Fraction(2682750886069, 6953452506000), "34.7368%"),
    ],
)
def test_published_of_a_shared_board(sees: str, edge: Fraction, raises: str) -> None:
    """Both edges, and the second share of large raises, are published."""
    found = protect(row(UTH), sees=sees).found
    assert found.ev == edge
    first, second, third = found.plays.values()
    assert f"{float(first['play_4x']):.4%}" == raises
    assert [sum(choices.values()) for choices in found.plays.values()] == [1, first["check"], second["check"]]
    assert third["fold"] > 0


def test_ten_dollars_and_forty_rounds() -> None:
    found = protect(asked(Request(game=THREE, wager=MAIN, stake=1000))[0], sees="dealer:1", pace=Fraction(40))
    assert found.an_hour == Fraction(443162, 12724075) * 1000 * 40


def test_what_nobody_sees_is_the_game_itself() -> None:
    found = protect(row(THREE))
    assert found.found == found.honest
    assert f"{float(found.found.ev):.4%}" == "-3.3730%"


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        (THREE, "flop:1", "names no place"),
        (THREE, "dealer:4", "only 3 can be seen"),
        (THREE, "dealer:0", "how many cards"),
        (THREE, "dealer:1+dealer:1", "given 2 times"),
        (THREE, "dealer:first+dealer:first", "named twice"),
        (LIR, "community:1", "does not say which"),
        (LIR, "community:third", "there are only 2"),
        ("caribbean-stud", "dealer:fifth", "lies open anyway"),
        (UTH, "flop:2+community:first+community:second", "only 1 can be seen besides those named"),
    ],
)
def test_refused(game: str, text: str, said: str) -> None:
    rules = row(game).rules
    with pytest.raises(Unseeable) as refused:
        sight_of(places_of(rules), text)
    assert said in str(refused.value)
    assert places_of(rules).kinds()[0] in str(refused.value)


def test_all_faults_at_once() -> None:
    with pytest.raises(Unseeable) as refused:
        sight_of(places_of(rules_of(TOP5)), "river:1+dealer:8+dealer:x")
    for word in ("river:1", "dealer:8", "dealer:x"):
        assert f"'{word}'" in str(refused.value)


def test_places_are_named() -> None:
    places = places_of(rules_of(UTH))
    assert sight_of(places, "dealer:1+flop:1") == SeenCards(dealer=1, community=(0,))
    assert sight_of(places, "river:2") == SeenCards(community=(3, 4))
    assert sight_of(places, "flop:2+community:third") == SeenCards(community=(0, 1, 2))


def test_dead_cards() -> None:
    rules = row(THREE).rules
    assert len(without(rules, ("Ah", "Kd"))) == 50
    with pytest.raises(Unseeable, match="'Xx' is not in the pack; 'Ah' is dead 2 times"):
        without(rules, ("Ah", "Xx", "Ah"))


@pytest.mark.parametrize(
    ("game", "needs"), [(THREE, 6), (LIR, 8), (UTH, 9), ("caribbean-stud", 10), ("dragon-poker", 6)]
)
def test_a_pack_from_which_no_round_can_be_dealt(game: str, needs: int) -> None:
    every = [card for card, n in row(game).rules.deck.contents for _ in range(n)]
    with pytest.raises(Unseeable, match=f"a round needs {needs} cards; {needs - 1} are left"):
        protect(row(game), dead=tuple(every[needs - 1 :]))
    with pytest.raises(Unseeable, match="his partners and everybody else need"):
        protect(row(game), dead=tuple(every[needs:]), partners=1)


def test_the_last_cards_of_a_pack_by_hand() -> None:
    """Kings and aces alone: every hand is three of a kind or a pair with the other rank."""
    every = [card for card, _ in row(THREE).rules.deck.contents]
    found = protect(row(THREE), dead=tuple(card for card in every if card[0] not in "KA")).found
    total, deals = 0, 0
    left = [card for card in every if card[0] in "KA"]
    for own in combinations(left, 3):
        nets = [_against(own, his) for his in combinations([card for card in left if card not in own], 3)]
        deals += len(nets)
        total += max(sum(nets), -len(nets))
    assert found.ev == Fraction(total, deals) and deals == found.deals


def _against(own: tuple[str, ...], his: tuple[str, ...]) -> int:
    """Ante and play; four for three of a kind. There is neither a straight nor a hand that does not qualify."""

    def made(cards: tuple[str, ...]) -> tuple[int, int, int]:
        aces = sum(card[0] == "A" for card in cards)
        return (2, aces, 0) if aces in (0, 3) else (1, int(aces == 2), 0)

    better = (made(own) > made(his)) - (made(own) < made(his))
    return 2 * better + 4 * (made(own)[0] == 2)


def test_partners_are_simulated() -> None:
    found = protect(row(THREE), partners=1, rounds=40).found
    again = protect(row(THREE), partners=1, rounds=40).found
    assert (found.method, found.ev) == ("simulated", again.ev)
    assert 0 < found.standard_error < 0.05
    assert found.sd == pytest.approx(1.64, abs=0.4)  # that of an honest player, or nearly
    assert float(found.at_risk) == pytest.approx(1 + float(found.plays["decide"]["play"]))
    assert abs(float(found.ev) + 0.0337) < 5 * found.standard_error


def test_one_deal_is_no_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    """It would have a standard error of 0, as if it were exact."""
    with pytest.raises(ValueError, match="it has no standard error; give 2 or more"):
        protect(row(LIR), partners=1, rounds=1)
    assert dispatch(["protect", THREE, "--partners", "1", "--rounds", "1"]) == 2
    assert "--rounds: 1 is out of range; it is 2 to" in capsys.readouterr().err
    assert protect(row(THREE), partners=1, rounds=2).found.standard_error > 0


def test_spots() -> None:
    rules = row(THREE).rules
    assert values(rules, "decide", ("Qs", "6d", "4c"), seen={"dealer:3": ("Ah", "Ad", "Ac")})["play"] == -2
    river = ("2c", "Th", "Kd", "Ks", "3c")
    found = values(rules_of(UTH), "final", ("Ts", "6d"), river, seen={"dealer:2": ("Kh", "6c")})
    assert found == {"fold": -2, "play_1x": -3}
    found = values(rules_of(LIR), "decide_2", ("Ts", "6d", "4c"), ("2c",), seen={"community:second": ("Th",)})
    assert found == {"ride": 2, "withdraw": 1}


def test_a_spot_on_the_flop_is_the_mean_over_what_is_seen() -> None:
    rules, own, flop = rules_of(UTH), ("Ts", "6d"), ("2c", "Th", "Kd")
    honest = values(rules, "postflop", own, flop)["play_2x"]
    others = [card for card, _ in rules.deck.contents if card not in (*own, *flop)]
    each = [values(rules, "postflop", own, flop, seen={"dealer:1": (card,)}) for card in others]
    assert sum((found["play_2x"] for found in each), Fraction(0)) / len(each) == honest
    assert sum(max(found.values()) for found in each) / len(each) > honest


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["protect", THREE, "--sees", "dealer:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["exact"], told["standard_error"]) == ("443162/12724075", 0)
    assert told["plays"].keys() == {"play", "fold"}
    assert dispatch(["protect", THREE, "--sees", "dealer:1"]) == 0
    assert "+3.4829%" in capsys.readouterr().out
    assert dispatch(["protect", THREE, "--sees", "moon:1"]) == 2
    assert "dealer:1, dealer:2 or dealer:3" in capsys.readouterr().err
    assert dispatch(["protect", THREE, "--pace", "0"]) == 2
    assert "--pace: '0' is not a number above 0" in capsys.readouterr().err
    assert dispatch(["protect", LIR, "--sees", "community:2"]) == 0
    assert "+40.4271% of one bet" in capsys.readouterr().out


def test_the_json_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    """What is told of the risk and of the hour follows from the edge, the deviation and what lies there."""
    assert dispatch(["protect", THREE, "--sees", "dealer:3", "--stake", "10", "--pace", "25", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    exact = Fraction(told["exact"])
    assert told["edge"] == float(exact) > 0 > told["element_of_risk"]
    assert told["average_at_risk"] == pytest.approx(1 + told["plays"]["play"])
    assert told["element_of_risk"] == pytest.approx(-told["edge"] / told["average_at_risk"])
    assert told["win_per_hour"] == pytest.approx(told["edge"] * 10 * 25)
    assert told["sd_per_hour"] == pytest.approx(told["sd"] * 5 * 10)
    assert told["honest_edge"] == pytest.approx(-0.03373, abs=1e-5)
    every = strategy_cost(
        THREE, "play-all"
    ).figures.distribution  # he folds just those hands that would lose both wagers
    ends = [(max(net, Fraction(-1)), p) for net, p in every]
    assert sum(net * p for net, p in ends) == exact
    assert told["sd"] ** 2 == pytest.approx(float(sum(net**2 * p for net, p in ends) - exact**2))
