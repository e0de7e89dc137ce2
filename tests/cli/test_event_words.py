"""Every event is a sentence for each kind of reader: whom it concerns, who knows the names, and everybody else."""

from typing import Any, get_args

import msgspec
import pytest

from pitboss.rulebook.pays import ToOne
from pitboss.table import events as e
from pitboss.table.actions import CountStub
from pitboss.table.rules import Rules
from pitboss.wording.events import bare, sentence
from pitboss.wording.lines import narrate, said
from pitboss.wording.reader import Reader
from support import DRAGON, GAMES, LIR, TOP5, UTH, finish, rules, seated, table

OWN, OTHER, SEVERAL = Reader(mine=(3,)), Reader(names={3: "Ann"}), Reader(mine=(3, 5))
NOBODY = Reader()
VIOLATION = "a player shows his cards to others; a floorperson decides whether it is so"

VALUES: dict[str, Any] = {
    "deck": 1, "next_deck": 1, "round": 7, "step": 2, "seat": 3, "of_seat": 5, "seats": (3, 5), "cents": 500,
    "before": 0, "stake": 500, "won": 500, "back": 500, "pay": ToOne(1), "wager": "ante", "player": "Ann",
    "cards": ("Ah", "Kd"), "card": "Ah", "up": True, "to": "seat", "place": "dealer", "hand": "straight",
    "count": 3, "stub": 40, "expected": 40, "verdict": "right", "chips": 2, "depth": 20, "stage": "spread",
    "device": "shuffler", "measure": "removed", "procedure": "hand", "meter": "Grand", "amount": 5_000_000,
    "reading": 100_000_000_000, "added": 0, "name": "preflop", "choice": "play_4x", "kind": "player_left",
    "consequence": "left", "detail": "", "matter": "player_left", "ruling": "played_out", "reason": "",
    "about": CountStub(37),
}  # fmt: skip
"""Something for each field of an event; whatever else has a default keeps it."""


def sample(kind: type[e.AnyEvent]) -> e.AnyEvent:
    given: dict[str, Any] = dict(VALUES)
    if kind is e.Decided:
        given["step"] = "preflop"
    if kind is e.DeviceCounted or kind is e.CardsShuffled:
        given["device"] = True
    if kind is e.TermsAdopted:
        given["terms"] = rules(UTH).terms
    if kind is e.Irregularity:
        given |= {"place": "", "reading": ""}
    found = {}
    for field in msgspec.structs.fields(kind):
        required = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        if field.name in given:
            found[field.name] = given[field.name]
        elif required:
            found[field.name] = False if field.type is bool else ""
    return kind(**found)


KINDS = get_args(e.AnyEvent)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("reader", [OWN, OTHER, SEVERAL, NOBODY], ids=["own", "named", "several", "nobody"])
def test_every_kind_of_event_is_a_sentence_for_everybody(kind: type[e.AnyEvent], reader: Reader) -> None:
    words = sentence(sample(kind), rules(UTH), reader)
    assert words[0].isupper() or words[0] in '"$', words
    assert "_" not in words and "  " not in words and not words.endswith("."), words


TOLD = [
    (
        e.WagerPlaced(3, "ante", 1000, ""),
        "You: Ante $10",
        "Ann: Ante $10",
        "Position 3: Ante $10",
    ),
    (
        e.Decided(3, "preflop", "play_4x", ""),
        "You play 4 times the Ante",
        "Ann plays 4 times the Ante",
        "Position 3 plays 4 times the Ante",
    ),
    (
        e.Decided(3, "preflop", "check", ""),
        "You check",
        "Ann checks",
        "Position 3 checks",
    ),
    (
        e.HandTurned(3, ("Ah", "Ad"), "", "pair"),
        "You show A♥ A♦: pair",
        "Ann shows A♥ A♦: pair",
        "Position 3 shows A♥ A♦: pair",
    ),
    (
        e.BetsClosed((3,), ""),
        '"No more bets": you play',
        '"No more bets": Ann plays',
        '"No more bets": position 3 plays',
    ),
    (
        e.BetsClosed((3, 5), ""),
        '"No more bets": you and position 5 play',
        '"No more bets": Ann and position 5 play',
        '"No more bets": positions 3 and 5 play',
    ),
    (
        e.CardsDealt("seat", ("Ah",), "", 3, up=True),
        "One card face up to you: A♥",
        "One card face up to Ann: A♥",
        "One card face up to position 3: A♥",
    ),
    (
        e.WagersForfeited(3, ""),
        "You forfeit all wagers of the round",
        "Ann forfeits all wagers of the round",
        "Position 3 forfeits all wagers of the round",
    ),
    (
        e.MatterRaised("violation", "", 3),
        f"It is reported of you: {VIOLATION}",
        f"It is reported of Ann: {VIOLATION}",
        f"It is reported of position 3: {VIOLATION}",
    ),
    (
        e.MatterSettled("player_left", "losing", "", 3),
        "The floorperson has decided: your wagers are lost",
        "The floorperson has decided: Ann's wagers are lost",
        "The floorperson has decided: position 3's wagers are lost",
    ),
    (
        e.EnvyPaid(5, 3, 500, "", "flush"),
        "Position 5: Envy Bonus $5 for your flush",
        "Position 5: Envy Bonus $5 for Ann's flush",
        "Position 5: Envy Bonus $5 for position 3's flush",
    ),
]
"""An event, and how it is told to whom it concerns, to those who see his name, to those who see no name."""


@pytest.mark.parametrize(
    ("event", "own", "named", "nobody"),
    TOLD,
    ids=lambda given: type(given).__name__ if isinstance(given, e.Event) else "",
)
def test_who_is_told(event: e.AnyEvent, own: str, named: str, nobody: str) -> None:
    assert sentence(event, rules(UTH), OWN) == own
    assert sentence(event, rules(UTH), OTHER) == named
    assert sentence(event, rules(UTH), NOBODY) == nobody


def test_of_several_own_positions_the_number_is_said() -> None:
    assert sentence(e.WagerPlaced(3, "ante", 1000, ""), rules(UTH), SEVERAL) == "You (position 3): Ante $10"


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_can_be_said_to_whoever_made_it(game: str) -> None:
    bound: Rules = rules(game)
    steps = {(s.name, c.name) for script in bound.scripts.values() for s in script for c in s.choices}
    assert steps
    for step, choice in steps:
        words = sentence(e.Decided(3, step, choice, ""), bound, OWN)
        assert words.startswith("You ") and not words.split()[1].endswith("s"), words


def test_a_deal_is_told_in_passes_to_whoever_is_dealt_in() -> None:
    events = [record.event for record in finish(seated(table(DRAGON), 1, 3)).log]
    (dealt,) = (
        line
        for line in narrate(rules(DRAGON), events, faces=False, reader=Reader((1,), {3: "Bob"}))
        if isinstance(line.events[0], e.CardsDealt)
    )
    assert dealt.text == "Three times: one card face down to you and Bob, then to the dealer"


def test_somebody_without_a_name_is_somebody() -> None:
    assert sentence(e.SeatTaken(3, "", ""), rules(LIR)) == "Position 3 is taken by somebody"
    assert sentence(e.SeatLeft(3, ""), rules(LIR)) == "Position 3 is left by somebody"


def test_a_decision_is_told_with_the_wager_that_it_lays_down() -> None:
    placed = e.WagerPlaced(3, "play", 4000, "")
    run: list[e.AnyEvent] = [e.Decided(3, "preflop", "play_4x", ""), placed, placed]
    assert said(rules(UTH), run, OWN) == ["You play 4 times the Ante, $40", "", "You: Play $40"]


def test_cards_nobody_may_see_are_only_counted() -> None:
    assert sentence(e.CardsDealt("seat", ("??",), "", 3), rules(UTH)) == "One card face down to position 3"


def test_an_event_of_terms_that_are_gone_is_a_sentence() -> None:
    bound = rules(UTH)
    assert sentence(e.Decided(3, "preflop", "play_9x", ""), bound) == "Position 3 decides: play 9x"
    other = e.WagerSettled(3, "no_such", 500, ToOne(1), 500, 500, "", ("live",))
    assert sentence(other, bound) == "Position 3: No such $5 wins $5 at 1 to 1"
    assert sentence(e.Irregularity("no_such", "record", ""), bound).startswith("Reported: no such; ")
    assert bare(other) == "Wager settled"


def test_a_hand_of_several_kinds_is_said_as_players_say_it() -> None:
    turned = e.HandTurned(3, ("Jh", "Jd"), "", "pair below kings, four cards")
    words = sentence(turned, rules(TOP5))
    assert words == "Position 3 shows J♥ J♦: pair of queens, jacks or tens, four cards"
