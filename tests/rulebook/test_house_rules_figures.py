"""Every payment of the games by house rules of our own, line by line: our data says what the second transcription says
(`house_rules.toml`), and the engine pays it to the cent for the highest and the lowest hand of the line."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import PUSH, ToOne
from pitboss.table import events as e
from support import CARIBBEAN, DOCUMENT, HOUSE_RULES, MISSISSIPPI, THREE, events, finish, net, seated, table

WRITTEN = tomllib.loads((Path(__file__).parent / "house_rules.toml").read_text(encoding="utf-8"))["table"]
GAME = {document: game for game, document in DOCUMENT.items() if game in HOUSE_RULES}
ON_THE_TABLE = ("ante", "third_street", "fourth_street", "fifth_street")
"""The wagers that one table of Mississippi Stud pays, each of ten dollars here."""
FOLD = {1: {"decide": "fold", "third": "fold"}}
LOWER = ("Ac Kd 8d 6c 4d", "8d 8c 6c 4d 3c")
"""The dealer of Caribbean Stud plays, and every hand of the Call's lines is higher; four aces leave him none."""


def owed(pays: str, stake: int) -> int:
    """What the wager brings by the words of the clause, in cents."""
    if pays == "push":
        return 0
    return -stake if pays == "lose" else stake * int(pays.removesuffix(" to 1").replace(",", ""))


def lines(*, side: bool) -> list[Any]:
    """Clause by clause; the side wagers look at the player's own cards or at the middle, whatever he decides."""
    mains = ("call", "mississippi_stud")
    return [
        pytest.param(
            GAME[each["doc"]],
            each["wager"],
            each["letter"],
            clause,
            pays,
            hands,
            id=f"{clause} {each['letter']} {pays}",
            marks=pytest.mark.clause(clause),
        )
        for each in WRITTEN
        if (each["wager"] not in mains) == side
        for clause, pays, hands in each["lines"]
    ]


def dealt(game: str, wager: str, hand: str) -> dict[str, str]:
    """The cards that make the hand, where the wager looks for them."""
    cards = hand.split()
    if game != MISSISSIPPI:
        return {"seat1": hand}
    if wager == "three_card_bonus":
        return {"community": hand}
    return {"seat1": " ".join(cards[:2]), "community": " ".join(cards[2:])}


def paid_under(t: Table, wager: str) -> str:
    (settled,) = (ev for ev in events(t, e.WagerSettled) if ev.wager == wager)
    return settled.clause


@pytest.mark.parametrize(("game", "wager", "letter", "clause", "pays", "hands"), lines(side=True))
def test_each_line_of_a_side_wager_is_paid_whether_its_player_stays_or_folds(
    game: str, wager: str, letter: str, clause: str, pays: str, hands: str
) -> None:
    for hand in hands.split(", "):
        for choices in ({}, FOLD):
            t = table(game, cards=dealt(game, wager, hand), wagers={wager: {"paytable": letter}})
            t = finish(seated(t, 1, **{wager: 10}), choices)
            assert (net(t, 1, wager), paid_under(t, wager)) == (owed(pays, 1000), clause), (hand, choices)


@pytest.mark.parametrize(("game", "wager", "letter", "clause", "pays", "hands"), lines(side=False))
def test_each_line_of_a_main_wager(game: str, wager: str, letter: str, clause: str, pays: str, hands: str) -> None:
    for hand in hands.split(", "):
        cards = dealt(game, wager, hand)
        if game == CARIBBEAN:
            cards["dealer"] = next(each for each in LOWER if not set(each.split()) & set(hand.split()))
        t = finish(seated(table(game, cards=cards), 1))
        for one, stake in [("call", 2000)] if game == CARIBBEAN else [(one, 1000) for one in ON_THE_TABLE]:
            assert (net(t, 1, one), paid_under(t, one)) == (owed(pays, stake), clause), hand


@pytest.mark.parametrize("written", WRITTEN, ids=lambda each: f"{each['doc']} {each['wager']} {each['letter']}")
def test_our_table_has_these_lines_and_no_others(written: dict[str, Any]) -> None:
    (ours,) = (
        each
        for each in book(GAME[written["doc"]]).paytables
        if (each.family, each.letter) == (written["wager"], written["letter"])
    )
    expected = [
        (clause, PUSH if pays == "push" else ToOne(owed(pays, 1)))
        for clause, pays, _ in written["lines"]
        if pays != "lose"
    ]
    assert [(line.clause, line.pay) for line in ours.lines] == expected


def test_no_table_is_left_out() -> None:
    """But those of Ante and Play, which are won 1 to 1 and have their rounds below."""
    written = {(GAME[each["doc"]], each["wager"], each["letter"]) for each in WRITTEN}
    ours = {(game, each.family, each.letter) for game in HOUSE_RULES for each in book(game).paytables}
    assert ours - written == {(THREE, "ante", ""), (THREE, "play", ""), (CARIBBEAN, "ante", "")}


# --- the sentences around the tables ----------------------------------------------------------------------------------

IDLE, LOW, HIGH = "Jc 8d 3c", "Qc 6d 2c", "Ac Ad Kc"
"""The dealer does not play, plays with little, plays with much."""


@pytest.mark.parametrize(
    ("hand", "bonus", "dealers"),
    [
        pytest.param(
            "Th 9h 8h", 5, {IDLE: 1, LOW: 1, "Kc Qc Jc": -1, "Tc 9c 8c": 0}, marks=pytest.mark.clause("TCP 11.7")
        ),
        pytest.param(
            "4s 4h 4d", 4, {IDLE: 1, LOW: 1, "5s 5h 5d": -1, "3c 2c Ac": -1}, marks=pytest.mark.clause("TCP 11.8")
        ),
        pytest.param(
            "Ts 9h 8s", 1, {IDLE: 1, LOW: 1, "Kc Qd Jh": -1, "Tc 9d 8h": 0}, marks=pytest.mark.clause("TCP 11.9")
        ),
        pytest.param(
            "3s 2h Ad", 1, {IDLE: 1, LOW: 1, "4c 3d 2c": -1, "3c 2d Ac": 0}, marks=pytest.mark.clause("TCP 11.6")
        ),
        pytest.param(
            "Kh 9h 2h", 0, {IDLE: 1, LOW: 1, "Ac 9c 2c": -1, "Kc 9c 2c": 0}, marks=pytest.mark.clause("TCP 11.6")
        ),
    ],
    ids=["straight flush", "three of a kind", "straight", "lowest straight", "a flush has none"],
)
def test_the_ante_bonus_comes_beside_whatever_the_ante_brings(hand: str, bonus: int, dealers: dict[str, int]) -> None:
    """Whether the dealer does not play, is lower, higher or equal; whoever folds has none, and it costs no wager."""
    for dealer, ante in dealers.items():
        t = finish(seated(table(THREE, cards={"seat1": hand, "dealer": dealer}), 1))
        assert net(t, 1, "ante") == 1000 * (ante + bonus), dealer
        assert {ev.wager for ev in events(t, e.WagerPlaced)} == {"ante", "play"}
        folded = finish(seated(table(THREE, cards={"seat1": hand, "dealer": dealer}), 1), FOLD)
        assert net(folded, 1, "ante") == -1000, dealer


@pytest.mark.parametrize(
    ("game", "wager", "hands", "dealers"),
    [
        pytest.param(
            THREE, "pair_plus", {"9s 9h 4d": 1, "Ks 9h 4d": -1}, (IDLE, LOW, HIGH),
            marks=pytest.mark.clause("TCP 11.10"),
        ),
        pytest.param(
            THREE, "pair_plus", {"2s 2h 3d": 1, "As Kh Jd": -1}, (IDLE, LOW), marks=pytest.mark.clause("TCP 11.11")
        ),
        pytest.param(
            CARIBBEAN, "five_card_bonus", {"9s 9h 4d 4s 2h": 7, "9s 9h 4d 5s 2h": -1},
            ("Jc Td 8c 5c 3d", "Ac Kd 8c 5c 3d", "Ac Ad Kc Kd 3d"), marks=pytest.mark.clause("CSP 11.15"),
        ),
        pytest.param(
            CARIBBEAN, "five_card_bonus", {"3s 3h 2d 2s 4h": 7, "As Ah Ks Qh Js": -1},
            ("Jc Td 8c 5c 3d", "7c 7d 8c 5c 3d"), marks=pytest.mark.clause("CSP 11.16"),
        ),
    ],
)  # fmt: skip
def test_a_side_wager_looks_at_nothing_but_the_players_own_cards(
    game: str, wager: str, hands: dict[str, int], dealers: tuple[str, ...]
) -> None:
    for hand, odds in hands.items():
        for dealer in dealers:
            for choices in ({}, FOLD):
                t = table(game, cards={"seat1": hand, "dealer": dealer})
                t = finish(seated(t, 1, **{wager: 5}), choices)
                assert net(t, 1, wager) == odds * 500, (hand, dealer, choices)


@pytest.mark.parametrize(
    ("dealer", "plays"),
    [("Qc 3d 2c", True), ("Jc Td 8c", False), ("2c 2d 3c", True), ("Kc 3d 2c", True), ("3c 2c Ad", True)],
)
@pytest.mark.clause("TCP 11.1")
def test_the_dealer_plays_with_queen_high_or_better(dealer: str, plays: bool) -> None:
    """The lowest queen, the highest jack, the lowest pair; three aces win the Play wager exactly where he plays."""
    t = finish(seated(table(THREE, cards={"seat1": "As Ah Ac", "dealer": dealer}), 1))
    assert net(t, 1, "play") == (1000 if plays else 0)
