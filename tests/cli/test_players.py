"""The house players: sensible, deterministic, and always within what is offered to them."""

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.api import open_table
from pitboss.games.dragon_poker import player as dragon_poker
from pitboss.games.let_it_ride import player as let_it_ride
from pitboss.games.top_five_poker import player as top_five_poker
from pitboss.games.ultimate_texas_holdem import player as ultimate_texas_holdem
from pitboss.play import players
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table.flow import current
from support import DRAGON, GAMES, LIR, TOP5, UTH, accepted, table


@pytest.mark.parametrize(
    ("own", "choice"),
    [("RA RA MO", "play"), ("RD MO RA", "play"), ("PH TI RA", "play"), ("PH MO RA", "fold"), ("TI PA MO", "fold")],
)
def test_dragon_poker(own: str, choice: str) -> None:
    assert dragon_poker.rule_of_thumb(tuple(own.split()), ()) == choice


@pytest.mark.parametrize(
    ("own", "choice"),
    [
        ("Ts Jd Qc 2c 3c 4c 5c", "play"),
        ("Ts Td 6c 2c 3c 4c 5c", "play"),
        ("As Td 6c 2c 3c 4c 5c", "play"),
        ("Ks Qd 6c 2c 3c 4c 5c", "fold"),
        ("9s 8d 6c 2c 3c 4c 5c", "fold"),
    ],
)
def test_top_five_poker(own: str, choice: str) -> None:
    assert top_five_poker.rule_of_thumb(tuple(own.split()), ()) == choice


@pytest.mark.parametrize(
    ("own", "board", "choice"),
    [
        ("Ts Td 2c", "", "ride"),
        ("9s 9d 2c", "", "withdraw"),
        ("As Ks Ts", "", "ride"),
        ("5h 6h 7h", "", "ride"),
        ("2h 3h 4h", "", "withdraw"),
        ("8h 9h Jh", "", "ride"),
        ("As Kd Qc", "", "withdraw"),
        ("2s 5s 9s", "Ks", "ride"),
        ("8s 9d Tc", "Jh", "ride"),
        ("4s 5d 6c", "7h", "withdraw"),
        ("9s 9d 2c", "2h", "ride"),
    ],
)
def test_let_it_ride(own: str, board: str, choice: str) -> None:
    assert let_it_ride.rule_of_thumb(tuple(own.split()), tuple(board.split())) == choice


@pytest.mark.parametrize(
    ("own", "board", "choice"),
    [
        ("As 2d", "", "play_4x"),
        ("Ks 4d", "", "check"),
        ("Ks 4s", "", "play_4x"),
        ("2s 2d", "", "check"),
        ("Js Td", "", "play_4x"),
        ("7s 8d", "7c Kd 2h", "play_2x"),
        ("Js 4s", "9s 6s 2h", "play_2x"),
        ("7s 8d", "Qc Kd 2h", "check"),
        ("7s 8d", "7c 7d 7h 2c 3d", "play_1x"),
        ("7s 8d", "Qc Kd 2h 3c 4s", "fold"),
        ("As 8d", "Qc Kd 2h 3c 4s", "play_1x"),
    ],
)
def test_ultimate_texas_holdem(own: str, board: str, choice: str) -> None:
    assert ultimate_texas_holdem.rule_of_thumb(tuple(own.split()), tuple(board.split())) == choice


def _play(t: Table) -> None:
    """A full table of house players for one round."""
    names = players.NAMES[: t.rules.terms.positions]
    for number, name in enumerate(names, start=1):
        if not t.state.seat(number).player:
            t.sit(number, name)
        who = f"player:{name}"
        for act in players.wagers(t.view(who), t.offers(who)):
            accepted(t, who, act)
    accepted(t, "dealer", a.CloseBets())
    number = t.state.round
    while t.state.round == number and t.state.step >= 0:
        step = current(t.rules, t.state)
        if step is not None and step.kind == "ask" and t.turn:
            who = f"player:{t.state.seat(t.turn).player}"
            chosen = players.decision(t.view(who), t.offers(who))
            assert chosen is not None
            accepted(t, who, chosen)
        else:
            assert t.perform()
    t.run(until="bets")


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_house_players(game: str) -> None:
    t = open_table(game, shuffle_seed="house")
    for _ in range(12):
        _play(t)
    assert t.state.round == 13


@pytest.mark.parametrize("game", [DRAGON, TOP5, LIR, UTH])
def test_nothing_is_decided_for_others(game: str) -> None:
    t = table(game)
    t.sit(2, "Dot")
    assert players.decision(t.view("player:Dot"), t.offers("player:Dot")) is None
    placed = players.wagers(t.view("player:Dot"), t.offers("player:Dot"))
    assert placed and {w.cents for w in placed} == {500}


@pytest.mark.parametrize(("solved", "chosen"), [("fold", "fold"), ("play", "play"), ("no such choice", "play")])
def test_a_game_without_rules_of_thumb_is_played_as_it_was_solved(
    monkeypatch: pytest.MonkeyPatch, solved: str, chosen: str
) -> None:
    plain = replace(games.game(DRAGON), house_player=None)
    monkeypatch.setattr(players, "game", lambda _: plain)
    t = open_table(DRAGON, shuffle_seed="house")
    t.sit(2, "Dot")
    t.bet(2, ante=5, ante_bonus=5)
    t.close_bets()
    view, offers = t.view("player:Dot"), t.offers("player:Dot")
    assert players.decision(view, offers, lambda seen, seat: solved if seat == 2 and seen is view else "") == a.Decide(
        2, chosen
    )
    assert players.decision(view, offers) == a.Decide(2, "play")
