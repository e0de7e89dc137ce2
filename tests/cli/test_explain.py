"""Events in words, with their clauses; deals are told pass by pass and keep their secrets."""

import pytest

from pitboss.cli.explain import narrate, say
from pitboss.play.table import Table
from pitboss.rulebook.pays import LOSE, Dollars, ForOne, MeterShare, ToOne
from pitboss.table import events as e
from pitboss.table.definition import CONSEQUENCES
from support import DRAGON, GAMES, LIR, UTH, finish, rules, seated, table

NOT_USED = CONSEQUENCES["replace"]


def test_the_words_of_a_lost_wager() -> None:
    lost = e.WagerSettled(3, "ante", 1000, LOSE, 0, 0, "MD-DRAGON 11.D(3)(h)")
    assert say(rules(DRAGON), lost) == "Position 3: Ante $10 loses, MD-DRAGON 11.D(3)(h)"


TOLD = [
    (
        DRAGON,
        e.WagerSettled(
            2, "three_card_bonus", 500, ToOne(4), 2000, 500, "MD-DRAGON 12.C(1)(e)", ("live", "pair_of_dragons")
        ),
        "Position 2: Three Card Bonus $5 wins $20 at 4 to 1 (pair of dragons), MD-DRAGON 12.C(1)(e)",
    ),
    (
        LIR,
        e.WagerSettled(1, "five_card_bonus", 100, Dollars(7500, False), 7500, 0, "MD-LIR 12.B(1)(d)"),
        "Position 1: Five Card Bonus $1 is paid $75, MD-LIR 12.B(1)(d)",
    ),
    (
        LIR,
        e.WagerSettled(1, "progressive", 100, MeterShare("Progressive", 10), 12345, 0, "MD-LIR 12.E(1)(b)"),
        "Position 1: Progressive $1 is paid $123.45, 10 percent of the Progressive meter, MD-LIR 12.E(1)(b)",
    ),
    (
        LIR,
        e.WagerSettled(1, "progressive", 500, ForOne(50), 25000, 0, "MD-LIR 12.E(1)(c)"),
        "Position 1: Progressive $5 is paid $250 at 50 for 1, MD-LIR 12.E(1)(c)",
    ),
    (UTH, e.Decided(2, "final", "play_1x", ""), "Position 2 plays as much as the Ante"),
    (UTH, e.Decided(2, "preflop", "play_4x", ""), "Position 2 plays 4 times the Ante"),
    (
        LIR,
        e.HandTurned(2, ("Kh", "Kc", "Qd"), "MD-LIR 11.D(1)", "pair tens or better"),
        "Position 2 shows K♥ K♣ Q♦: pair of tens or better, MD-LIR 11.D(1)",
    ),
    (
        LIR,
        e.WagerSettled(2, "bet_1", 500, ToOne(1), 500, 500, "MD-LIR 12.A(1)(i)", ("live", "pair_tens_or_better")),
        "Position 2: Bet Number 1 $5 wins $5 at 1 to 1 (pair of tens or better), MD-LIR 12.A(1)(i)",
    ),
    (
        UTH,
        e.WagerSettled(1, "progressive", 500, ForOne(50), 25000, 0, "MA-UTH 14(b)/1"),
        "Position 1: Progressive $5 wins $245 at 49 to 1, $250 with the wager, MA-UTH 14(b)/1",
    ),
    (
        LIR,
        e.ContributionPosted("Progressive", 5_000_000, 100_005_250_000, "MD-LIR 12.F(1)"),
        "$0.05 goes to the Progressive meter, which reads $1,000.0525, MD-LIR 12.F(1)",
    ),
    (
        UTH,
        e.RoundVoided("MA-UTH 15(a)/1", ("trips",)),
        "The round is void; only Trips will be settled, MA-UTH 15(a)/1",
    ),
    (
        UTH,
        e.Decided(4, "preflop", "play_4x", "MA-UTH 10(a)/3"),
        "Position 4 plays 4 times the Ante, MA-UTH 10(a)/3",
    ),
    (
        LIR,
        e.Decided(4, "decide_2", "withdraw", "MD-LIR 11.C(1)(b)", for_absent=True),
        "Position 4 takes Bet Number 2 back (decided for a player who has left), MD-LIR 11.C(1)(b)",
    ),
    (
        DRAGON,
        e.Irregularity("card_face_up", "replace", "MD-DRAGON 13.A", cards=("GD",)),
        "Reported: a card is found face up in the shoe or the deck (Gold Dragon); " + NOT_USED + ", MD-DRAGON 13.A",
    ),
    (DRAGON, e.DeviceRestored("shuffler"), "The shuffler works again"),
    (
        LIR,
        e.CardsDealt("seat", ("Ah", "Td"), "MD-LIR 10.B(4)", 3),
        "Two cards face down to position 3: A♥ 10♦, MD-LIR 10.B(4)",
    ),
]
"""Game, event, and how it is told."""


@pytest.mark.parametrize(("game", "event", "words"), TOLD)
def test_words(game: str, event: e.AnyEvent, words: str) -> None:
    assert say(rules(game), event) == words


def _round(game: str) -> Table:
    return finish(seated(table(game), 1, 3))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_can_be_told(game: str) -> None:
    played = _round(game)
    for record in played.log:
        clause = getattr(record.event, "clause", "")
        assert say(played.rules, record.event).endswith(clause)
        assert "_" not in say(played.rules, record.event)


@pytest.mark.parametrize("game", GAMES)
def test_passes_hold_every_delivery_once_and_hide_faces(game: str) -> None:
    played = _round(game)
    events = [record.event for record in played.log]
    for faces in (True, False):
        told = narrate(played.rules, events, faces=faces)
        assert [x for telling in told for x in telling.events] == events
    hidden = [t for t in told if isinstance(t.events[0], e.CardsDealt) and not t.events[0].up]
    assert hidden and not any(sign in t.text for t in hidden for sign in "♣♦♥♠:" if "times:" not in t.text)


def test_equal_passes_are_gathered() -> None:
    told = narrate(rules(DRAGON), [r.event for r in _round(DRAGON).log], faces=False)
    (dealt,) = (t for t in told if isinstance(t.events[0], e.CardsDealt))
    assert str(dealt) == "Three times: one card face down to positions 1 and 3, then to the dealer, MD-DRAGON 8.D(2)"
