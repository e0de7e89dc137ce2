"""The ranking of hands by house rules of our own, proved by money: where two hands are compared, the same cards are
dealt twice, once with the higher hand at the player's position and once with the dealer; in Mississippi Stud the
payment tells what the hand is.

A line reads `higher > lower > …` or `one = other`. The dealer plays with every hand here: queen high or better in Three
Card Poker, ace-king or better in Caribbean Stud."""

from itertools import pairwise
from typing import Any

import pytest

from support import CARIBBEAN, MISSISSIPPI, THREE, finish, net, seated, table

LATER = {THREE: "play", CARIBBEAN: "call"}


def sign(game: str, player: str, dealer: str) -> int:
    """Whether the later wager against the dealer wins (1), is lost (-1) or comes back (0)."""
    brought = net(finish(seated(table(game, cards={"seat1": player, "dealer": dealer}), 1)), 1, LATER[game])
    return (brought > 0) - (brought < 0)


def rule(clause: str, title: str, *lines: Any) -> Any:
    return pytest.param(lines, id=f"{clause} {title}", marks=pytest.mark.clause(clause))


def holds(game: str, lines: tuple[str, ...]) -> None:
    """Every line, each neighbouring pair of hands from both sides of the table."""
    for line in lines:
        tie = " = " in line
        for above, below in pairwise(line.split(" = " if tie else " > ")):
            expected = (0, 0) if tie else (1, -1)
            assert (sign(game, above, below), sign(game, below, above)) == expected, f"{above} : {below}"


RANKS = "AKQJT98765432"


def neighbours(others: str, suits: str) -> list[str]:
    """A pair of every rank over a pair of the next below, beside the same cards in other suits."""
    lines = []
    for above, below in pairwise(RANKS):
        beside = list(zip([rank for rank in others if rank not in (above, below)], suits, strict=False))
        mine = " ".join(rank + suit for rank, suit in beside)
        lines.append(f"{above}s {above}h {mine} > {below}s {below}h {mine.translate(str.maketrans('dc', 'cd'))}")
    return lines


# --- Three Card Poker -----------------------------------------------------------------------------------------------

THREE_RULES = [
    rule("TCP 5.1", "ace down to two, by pairs", *neighbours("97643", "d")),
    rule("TCP 5.1", "no suit is higher", "As Js 9s = Ah Jh 9h = Ad Jd 9d = Ac Jc 9c"),
    rule("TCP 5.2", "each hand, the lowest over the highest of the next below",
         "3s 2s As > Ah Ad Ac", "2s 2h 2d > Ah Ks Qh", "3s 2h Ad > Ah Kh Jh", "5s 3s 2s > Ah Ad Kc",
         "2s 2h 3d > As Kh Jd"),
    rule("TCP 5.3", "ace king queen the highest, three two ace the lowest",
         "As Ks Qs > Kh Qh Jh > Qd Jd Td", "4s 3s 2s > 3h 2h Ah", "3s 2s As > 2h 2d 2c", "9s 8s 7s = 9h 8h 7h"),
    rule("TCP 5.4", "aces to twos", "As Ah Ad > Ks Kh Kd > Qs Qh Qd", "3s 3h 3d > 2s 2h 2d"),
    rule("TCP 5.5", "the ace above a king or below a two, never between",
         "As Kh Qd > Ks Qh Jd", "4s 3h 2d > 3s 2h Ad", "3s 2h Ad > Kh Th 9h", "Qs Qd 3h > Ks Ah 2d",
         "9s 8h 7d = 9h 8d 7c"),
    rule("TCP 5.6", "card by card from the highest",
         "Kh 3h 2h > Qs Js 9s", "Ks Js 2s > Kh Th 9h", "Ks Js 3s > Kh Jh 2h", "As Ks 2s > Ah Qh Jh"),
    rule("TCP 5.7", "by the pair, then by the third card",
         "3s 3h 2d > 2s 2h Ad", "9s 9h Ad > 9d 9c Kh", "9s 9h 3d > 9d 9c 2h"),
    rule("TCP 5.8", "card by card from the highest",
         "As 4h 2d > Ks Qh Td", "Ks Jh 2d > Kh Td 9c", "Ks Jh 3d > Kh Jd 2c",
         "Qs 4h 2d > Qh 3d 2c"),
    rule("TCP 5.9", "equal ranks tie",
         "As Kh Jd = Ah Kd Js", "9s 9h 4d = 9d 9c 4h", "As Ks Qs = Ah Kh Qh", "3s 2h Ad = 3h 2d Ac"),
]  # fmt: skip


@pytest.mark.parametrize("lines", THREE_RULES)
def test_three_card_poker(lines: tuple[str, ...]) -> None:
    holds(THREE, lines)


# --- Caribbean Stud -------------------------------------------------------------------------------------------------

CARIBBEAN_RULES = [
    rule("CSP 5.1", "ace down to two, by pairs", *neighbours("J9752", "dcd")),
    rule("CSP 5.1", "no suit is higher", "As Js 9s 6s 2s = Ah Jh 9h 6h 2h = Ad Jd 9d 6d 2d = Ac Jc 9c 6c 2c"),
    rule("CSP 5.2", "each hand, the lowest over the highest of the next below",
         "As Ks Qs Js Ts > Kh Qh Jh Th 9h", "5s 4s 3s 2s As > Ah Ad Ac Kh Kd", "2s 2h 2d 2c 3s > As Ah Ad Kc Ks",
         "2s 2h 2d 3c 3s > Ah Kh Qh Jh 9h", "7s 5s 4s 3s 2s > Ah Kh Qd Jc Th", "5s 4h 3d 2c As > Ah Ad Ac Kh Qd",
         "2s 2h 2d 4c 3s > As Ah Kd Kc Qs", "3s 3h 2d 2c 4s > As Ah Kd Qc Js", "2s 2h 5d 4c 3s > As Kh Qd Jc 9s"),
    rule("CSP 5.3", "ace to ten of one suit",
         "As Ks Qs Js Ts > Kh Qh Jh Th 9h", "Ts As Qs Ks Js = Ah Kh Qh Jh Th", "5s 4s 3s 2s As > Ah Kh Qh Jh Td"),
    rule("CSP 5.4", "king high to five high",
         "Kh Qh Jh Th 9h > Qs Js Ts 9s 8s", "6s 5s 4s 3s 2s > 5h 4h 3h 2h Ah", "9s 8s 7s 6s 5s = 9h 8h 7h 6h 5h"),
    rule("CSP 5.5", "by the four", "As Ah Ad Ac 2s > Ks Kh Kd Kc Qs", "3s 3h 3d 3c 4s > 2s 2h 2d 2c As"),
    rule("CSP 5.6", "by the three, whatever the pair",
         "As Ah Ad 2c 2s > Ks Kh Kd Qc Qs", "4s 4h 4d 2c 2s > 3s 3h 3d Ac Ah", "3s 3h 3d 4c 4s > 2s 2h 2d Ac Ah"),
    rule("CSP 5.7", "card by card from the highest",
         "As 6s 4s 3s 2s > Kh Qh Jh Th 8h",
         "As Ks 4s 3s 2s > Ah Qh Jh Th 9h", "As Ks Qs 3s 2s > Ah Kh Jh Th 9h", "As Ks Qs Js 2s > Ah Kh Qh Th 9h",
         "As Ks Qs Js 3s > Ah Kh Qh Jh 2h"),
    rule("CSP 5.8", "the ace above a king or below a two, never between",
         "As Kh Qd Jc Ts > Ks Qh Jd Tc 9s", "6s 5h 4d 3c 2s > 5s 4h 3h 2c As", "5s 4h 3d 2c As > Kh Kd Kc Qh Jd",
         "2s 2h 4d 5c 7s > As Kh Qd 3c 2d",
         "9s 8h 7d 6c 5s = 9h 8d 7c 6s 5h"),
    rule("CSP 5.9", "by the three", "As Ah Ad 3c 2s > Ks Kh Kd Ac Qs", "3s 3h 3d 4c 5s > 2s 2h 2d Ac Ks"),
    rule("CSP 5.10", "by the higher pair, the lower pair, the fifth card",
         "As Ah 3d 3c 2s > Ks Kh Qd Qc Ad", "As Ah 4d 4c 2s > Ad Ac 3s 3h Ks", "As Ah 4d 4c 3s > Ad Ac 4s 4h 2d",
         "As Ah 4d 4c 3s = Ad Ac 4s 4h 3d"),
    rule("CSP 5.11", "by the pair, then by the other cards from the highest",
         "3s 3h 6d 5c 4s > 2s 2h Ad Kc Qs", "9s 9h Ad 3c 2s > 9d 9c Kh Qs Jd", "9s 9h Ad Kc 2s > 9d 9c Ah Qs Jd",
         "9s 9h Ad Kc 3s > 9d 9c Ah Kh 2d", "9s 9h Ad Kc 3s = 9d 9c Ah Kh 3d"),
    rule("CSP 5.12", "card by card from the highest",
         "As Kh Qd 3c 2s > Ah Kd Jc Ts 9h", "As Kh Qd Jc 2s > Ah Kd Qc Ts 9h", "As Kh Qd Jc 3s > Ah Kd Qc Js 2h"),
    rule("CSP 5.13", "equal ranks tie",
         "As Kh 8d 5c 3s = Ah Kd 8c 5s 3h", "As Ks Qs Js Ts = Ah Kh Qh Jh Th", "5s 4h 3d 2c As = 5h 4d 3c 2s Ah"),
]  # fmt: skip


@pytest.mark.parametrize("lines", CARIBBEAN_RULES)
def test_caribbean_stud(lines: tuple[str, ...]) -> None:
    holds(CARIBBEAN, lines)


# --- Mississippi Stud: five cards, the last three in the middle, and what the Ante is paid to 1 ---------------------


def sequences() -> list[tuple[str, int]]:
    """Every five consecutive ranks, ace high down to six high, in mixed suits."""
    return [(" ".join(r + s for r, s in zip(RANKS[n : n + 5], "shdcs", strict=True)), 4) for n in range(9)]


def paid_pairs() -> list[tuple[str, int]]:
    """A pair of every rank beside three cards that make nothing."""
    hands = []
    for rank in RANKS:
        beside = [other for other in "AK832" if other != rank]
        odds = 1 if rank in "AKQJ" else 0 if rank in "T9876" else -1
        hands.append((f"{rank}s {rank}h {beside[0]}d {beside[1]}d {beside[2]}c", odds))
    return hands


MISSISSIPPI_RULES = [
    rule("MST 5.1", "ace down to two, by every sequence", *sequences()),
    rule("MST 5.1", "no suit is higher",
         ("As Js 9s 6s 2s", 6), ("Ah Jh 9h 6h 2h", 6), ("Ad Jd 9d 6d 2d", 6), ("Ac Jc 9c 6c 2c", 6)),
    rule("MST 5.2", "what is several hands at once is the highest of them",
         ("As Ks Qs Js Ts", 500), ("9s 8s 7s 6s 5s", 100), ("4s 4h 4d 4c 9s", 40), ("4s 4h 4d 9c 9s", 10),
         ("As 9s 7s 4s 2s", 6), ("9s 8h 7d 6c 5s", 4), ("4s 4h 4d 8c 9s", 3), ("4s 4h 9d 9c 2s", 2),
         ("Js Jh 9d 4c 2s", 1), ("As Kh Qd Jc 9s", -1)),
    rule("MST 5.3", "ace to ten of one suit", ("Th Kh Ah Qh Jh", 500), ("Th Kh Ah Qh Js", 4), ("9h Kh Ah Qh Jh", 6)),
    rule("MST 5.4", "king high to five high", ("Kh Qh Jh Th 9h", 100), ("Ah 2h 3h 4h 5h", 100), ("Kh Ah 2h 3h 4h", 6)),
    rule("MST 5.5", "four aces to four twos", ("As Ah Ad Ac 2s", 40), ("2s 2h 2d 2c As", 40), ("2s 2h 2d 3c As", 3)),
    rule("MST 5.6", "three and two", ("As Ah Ad Kc Ks", 10), ("2s 2h 2d 3c 3s", 10), ("2s 2h 3d 3c As", 2)),
    rule("MST 5.7", "one suit, not in order", ("Ad Kd Qd Jd 9d", 6), ("2d 3d 4d 5d 7d", 6), ("2d 3d 4d 5d 7c", -1)),
    rule("MST 5.8", "the ace above a king or below a two, never between",
         ("As Kh Qd Jc Ts", 4), ("5s 4h 3d 2c As", 4), ("Ks Ah 2d 3c 4s", -1), ("Qs Kh Ad 2c 3s", -1)),
    rule("MST 5.9", "three, and two others that are no pair", ("As Ah Ad 4c 9s", 3), ("2s 2h 2d 4c 9s", 3)),
    rule("MST 5.10", "two pairs and a fifth card", ("As Ah Kd Kc 9s", 2), ("3s 3h 2d 2c 9s", 2)),
    rule("MST 5.11", "a pair is paid by its rank alone", *paid_pairs()),
    rule("MST 5.12", "nothing of all that", ("As Kh Qd Jc 9s", -1), ("7s 5h 4d 3c 2s", -1)),
]  # fmt: skip


@pytest.mark.parametrize("hands", MISSISSIPPI_RULES)
def test_mississippi_stud(hands: tuple[tuple[str, int], ...]) -> None:
    """The Ante and three street wagers of $10 each, whichever two of the cards are the player's."""
    for cards, odds in hands:
        five = cards.split()
        for own, board in ((five[:2], five[2:]), (five[3:], five[:3])):
            places = {"seat1": " ".join(own), "community": " ".join(board)}
            t = finish(seated(table(MISSISSIPPI, cards=places), 1))
            wagers = ("ante", "third_street", "fourth_street", "fifth_street")
            assert [net(t, 1, wager) for wager in wagers] == [odds * 1000] * 4, cards
