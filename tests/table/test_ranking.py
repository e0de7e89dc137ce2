"""The ranking of hands, proved by money: where two hands are compared, the same cards are dealt twice, once with the
higher hand at the player's position and once with the dealer; in Let It Ride the payment tells what the hand is.

A line reads `higher > lower > …` or `one = other`; for Hold 'Em the community cards stand before the bar."""

from itertools import pairwise
from typing import Any

import pytest

from support import DRAGON, LIR, TOP5, UTH, finish, net, seated, table

WIN, LOSE, TIE = 1000, -1000, 0
"""What a Play wager of $10 brings."""


def compared(game: str, player: str, dealer: str, board: str = "", **readings: object) -> int:
    """Deals the two hands against each other; what the Play wager equal to the Ante of $10 brings."""
    cards = {"seat1": player, "dealer": dealer, **({"community": board} if board else {})}
    t = table(game, cards=cards, readings=readings)
    return net(finish(seated(t, 1)), 1, "play")


def holds(game: str, lines: tuple[str, ...], **readings: object) -> None:
    """Every line, each neighbouring pair of hands from both sides of the table."""
    for line in lines:
        board, _, hands = line.rpartition("|")
        ties = " = " in hands
        for above, below in pairwise(h.strip() for h in hands.split(" = " if ties else " > ")):
            for player, dealer, expected in (
                (above, below, TIE if ties else WIN),
                (below, above, TIE if ties else LOSE),
            ):
                assert compared(game, player, dealer, board.strip(), **readings) == expected, f"{player} : {dealer}"


def rule(clause: str, title: str, *lines: object) -> object:
    return pytest.param(lines, id=f"{clause} {title}", marks=pytest.mark.clause(clause))


# --- Dragon Poker: three cards, GD is wild --------------------------------------------------------------------------

CHARACTERS = (
    "RD PA MO > PH PA MO > TI PA MO",
    "PH TI MO > PH PA MO",
    "PH TI PA > PH TI MO > PH TI RA",
    "BD PH TI = RD PH TI",
)
"""Every character against the next one below; the colours of the Dragons are one character."""
WILD = (
    "PH PH GD = PH PH PH",
    "TI GD TI = TI TI TI",
    "GD PA PA = PA PA PA",
    "MO MO GD = MO MO MO",
    "RA RA GD = RA RA RA",
    "PH GD RA = PH PH RA",
    "GD MO RA = MO MO RA",
)
AS_A_DRAGON = ("GD RD BD = RD RD BD", "GD RD PH = BD RD PH", "GD BD RA > PH PH RD")

DRAGON_RULES = [
    rule("MD-DRAGON 6.A", "Dragon Phoenix Tiger Panda Monkey Rabbit", *CHARACTERS),
    rule("MD-DRAGON 3.(b)", "the same order by pairs",
         "RD BD RA > PH PH RA > TI TI RA > PA PA RA > MO MO RA > RA RA MO"),
    rule("MD-DRAGON 6.A(1)/1", "the Gold Dragon stands for any character or is a Dragon", *WILD, *AS_A_DRAGON),
    rule("MD-DRAGON 3.(c)/1", "always what makes the highest hand", "RA GD RA > RD BD PH", "GD RA MO > RD PH TI",
         "GD RD RA > PH PH RD", "GD PH TI > PH PH PA"),
    rule("MD-DRAGON 6.B", "lowest trips over highest pair, lowest pair over highest card",
         "RA RA RA > RD BD PH", "RA RA MO > RD PH TI"),
    rule("MD-DRAGON 6.B(1)", "trips from Dragons down to Rabbits",
         "RD RD BD > PH PH PH > TI TI TI > PA PA PA > MO MO MO > RA RA RA"),
    rule("MD-DRAGON 6.B(2)", "pairs by their character before the third card",
         "RD BD RA > PH PH RD", "PH PH RA > TI TI RD", "TI TI RA > PA PA RD", "PA PA RA > MO MO RD",
         "MO MO RA > RA RA RD"),
    rule("MD-DRAGON 6.B(2)(a)", "the same pair by the third card",
         "PH PH RD > PH PH TI > PH PH PA > PH PH MO > PH PH RA", "RA RA RD > RA RA MO"),
    rule("MD-DRAGON 6.B(3)", "no pair by the highest card",
         "RD MO RA > PH TI PA", "PH MO RA > TI PA MO", "TI MO RA > PA MO RA"),
    rule("MD-DRAGON 6.B(3)(a)", "then by the second card",
         "RD PH RA > RD TI PA", "RD TI RA > BD PA MO", "TI PA RA > TI MO RA"),
    rule("MD-DRAGON 6.B(3)(b)", "then by the third card",
         "RD PH TI > RD PH PA > RD PH MO > RD PH RA", "PA MO RA = PA MO RA"),
    rule("MD-DRAGON 6.B(4)", "the same rank is a tie, natural or wild",
         "RD PH TI = BD PH TI", "TI TI RA = TI TI RA", "PH PH PH = PH GD PH", "RD RD BD = BD GD RD"),
]  # fmt: skip


@pytest.mark.parametrize("lines", DRAGON_RULES)
def test_dragon_poker(lines: tuple[str, ...]) -> None:
    holds(DRAGON, lines)


def paid(game: str, cards: dict[str, str], wager: str, dollars: int, **more: Any) -> int:
    """What the wager brings beside the compulsory ones, in cents."""
    return net(finish(seated(table(game, cards=cards, **more), 1, **{wager: dollars})), 1, wager)


@pytest.mark.parametrize(
    "hands",
    [
        rule("MD-DRAGON 6.A(1)/2", "neither Red nor Blue", ("GD RD RD", 200), ("GD BD BD", 200), ("RD RD RD", 1000)),
        rule(
            "MD-DRAGON 3.(c)/2",
            "a Dragon all the same",
            ("GD RD TI", 7),
            ("GD RA MO", 5),
            ("GD PH PH", 5),
            ("RD PH TI", -1),
        ),
    ],
)
def test_the_gold_dragon_remains_gold(hands: tuple[tuple[str, int], ...]) -> None:
    for cards, odds in hands:
        assert paid(DRAGON, {"seat1": cards}, "dragon", 1) == odds * 100, cards


# --- Top Five Poker: what is left of seven cards; the others are filled with low ones ---------------------------------

# A royal flush and four of a kind cannot meet: each has a card of the other.
TOP5_RULES = [
    rule("MD-TOP5 6.A", "ace king queen jack ten, one card or two (T-08)",
         "As > Kh > Qd > Jc > Ts", "As Td > Ks Qd", "Ks Jd > Kh Td", "Qs Jd > Qh Td", "2s = 3s"),
    rule("MD-TOP5 6.B", "no suit is higher, and suits alone make nothing (T-09)",
         "As = Ah = Ad = Ac", "Ks Ts = Kh Tc", "As Ks Qs Js = Ah Kd Qc Jh", "As Kd Qs Jh Tc = Ah Ks Qd Js Td"),
    rule("MD-TOP5 6.C", "each hand over the next below",
         "As Ks Qs Js Ts > Ah Ad Ac Kh Kd", "Ts Td Th Tc Js > As Ad Ah Ks Kd", "Ts Td Th Js Jd > As Kd Qs Jh Tc",
         "As Kd Qs Jh Tc > Ah Ad Ac Kh Qh", "Ts Td Th Js Qs > As Ad Ks Kd Qd", "Ts Td Js Jd Qs > As Ad Ks Qd Jh",
         "Ts Td Js Qs > As Ks Qd Jd", "Ts Td Js > As Ks Qs", "Ts Td > As Kd"),
    rule("MD-TOP5 6.C(1)", "ace to ten of one suit",
         "As Ks Qs Js Ts > Ah Kh Qh Jh Td", "As Ks Qs Js Ts = Ah Kh Qh Jh Th",
         "As Ks Qs Js Ts Td > Ah Ad Ac Kh Kd Kc"),
    rule("MD-TOP5 6.C(2)", "four of a kind by their rank (T-03)",
         "As Ah Ad Ac Ts > Ks Kh Kd Kc Qs", "Ks Kh Kd Kc Ts > Qs Qh Qd Qc As", "Qs Qh Qd Qc Ts > Js Jh Jd Jc As",
         "Js Jh Jd Jc Qs > Ts Th Td Tc As", "Ts Th Td Tc > As Ad Ah Ks"),
    rule("MD-TOP5 6.C(3)", "a three-of-a-kind with a pair, by the three (T-03)",
         "As Ad Ah Ts Td > Ks Kd Kh Qs Qd", "Ks Kd Kh Ts Td > Qs Qd Qh As Ah", "Js Jd Jh Qs Qd > As Ad Ks Kd Qh"),
    rule("MD-TOP5 6.C(4)", "ace to ten, not of one suit, and five cards (T-01, T-09)",
         "As Kd Qs Jh Tc > Ah Ad Ac Ks Qd", "As Kd Qs Jh Tc = Ad Ks Qh Jc Ts",
         "Ts Td Jh Qc > As Ks Qs Js", "As Ks Qs Js Td > Ad Ah Ac Kh Jd"),
    rule("MD-TOP5 6.C(5)", "three of a kind by their rank (T-03)",
         "As Ad Ah Js Ts > Ks Kd Kh Ac Qs", "Js Jd Jh Ts > Th Td Tc As", "Ts Th Td > As Ad Ks"),
    rule("MD-TOP5 6.C(6)", "two pairs by the higher, the lower, the fifth card (T-03)",
         "As Ad Ts Td Js > Ks Kd Qs Qd Ah", "As Ad Qs Qd Ts > Ah Ac Js Jd Ks", "As Ad Ks Kd Qs > Ah Ac Kh Kc Js",
         "As Ad Ks Kd = Ah Ac Kh Kc"),
    rule("MD-TOP5 6.C(7)", "one pair by its rank, then the other cards; without a pair by all cards (T-02, T-03)",
         "As Ad Ts > Ks Kd Ah", "As Ad Ks Js > Ah Ac Kh Ts", "As Ad Ks > Ah Ac Qh", "As Ad = Ah Ac",
         "As Qs Js > Ah Qh Th"),
    rule("MD-TOP5 11.C(4)(b)", "number before rank (T-07)",
         "Ts Td Js Qs Kd > As Ah Ad Ac", "Ts Td Js > As Ad", "Ts Jd Qs > As Ah"),
    rule("MD-TOP5 11.C(1)", "six and seven cards make their best five (T-10)",
         "As Ad Ah Ks Kd Kh > Ac Kc Qs Qd Qh Js", "As Kd Qs Jh Tc Ad > Ks Kh Ah Ac Qd Qh",
         "Ts Td Th Tc Js Jd Jh > As Ad Ah Ks Kd Kh Qs"),
]  # fmt: skip


@pytest.mark.parametrize("lines", TOP5_RULES)
def test_top_five_poker(lines: tuple[str, ...]) -> None:
    holds(TOP5, lines)


SIXTH = "As Ad Ks Kd Qs Qd {} Ah Ac Kh Kc Qh Jh"
SEVENTH = "As Kd Qs Jh Tc Ks Kh {} Ad Kc Qd Js Ts Qc Qh"


@pytest.mark.parametrize(
    ("count", "sign"),
    [
        pytest.param(True, ">", id="all remaining cards", marks=pytest.mark.clause("MD-TOP5 11.C(4)(d)")),
        pytest.param(False, "=", id="only the best five", marks=pytest.mark.clause("MD-TOP5 11.C(4)(e)")),
    ],
)
def test_whether_the_sixth_and_seventh_card_break_a_tie(count: bool, sign: str) -> None:
    """T-10: pairs of aces, kings and queens against aces, kings, queen, jack; two straights with other cards beside."""
    holds(TOP5, (SIXTH.format(sign), SEVENTH.format(sign)), extra_cards_break_ties=count)
    holds(TOP5, ("As Ad Ks Kd Js Ts > Ah Ac Qh Qc Kh Jh",), extra_cards_break_ties=count)


# --- Ultimate Texas Hold 'Em: community cards | the two cards of one > the two cards of the other -------------------


def kickers() -> list[str]:
    """Every rank against the next below, as the card beside four of a kind on the board."""
    lines = []
    for above, below in pairwise("AKQJT98765432"):
        quads = "5" if "5" not in (above, below) else "K"
        board = " ".join(quads + suit for suit in "shdc")
        lines.append(f"{board} 2c | {above}s 2s > {below}h 2d")
    return lines


UTH_RULES = [
    rule("MA-UTH 5(a)/1", "ace down to two", *kickers()),
    rule("MA-UTH 5(a)/2", "the ace below the two", "2c 3d 4h 9s Jc | As 5s > Js Jh", "2s 3s 4s Kc Kd | As 5s > Ks Kh"),
    rule("MA-UTH 5(b)", "each hand, the lowest over the highest of the next below",
         "Ts Js Qs Ks 2d | As 3d > 9s 3c", "2s 3s 4s Kc Kd | As 5s > Ks Kh", "2c 2d Ah As 9c | 2h 2s > Ac Kd",
         "2h 3h 2d Kh 9h | 2s 3s > Ah Qh", "2h 3h Th Jd Qc | 4h 7h > Ac Kc", "2c 3d 4h As 9d | 5c 5d > Ah Ac",
         "2c 7d 9h Ks Ad | 2d 2h > As Kd", "2c 3d 9h Js Kd | 2d 3c > As Ah", "2c 5d 9h Js Kd | 2d 3c > As Qh"),
    rule("MA-UTH 5(b)(1)", "royal flush over every straight flush",
         "Ts Js Qs Ks 2d | As 3d > 9s 3c", "Ts Js Qs Ks As | 2d 3d = 9s 8s"),
    rule("MA-UTH 5(b)(2)", "by the highest card, ace to five the lowest",
         "9s Ts Js Qs 2d | Ks 3d > 8s 3c", "2s 3s 4s 5s Kd | 6s 9c > As 9d"),
    rule("MA-UTH 5(b)(3)", "aces to twos", "As Ah Kc Kd 9s | Ac Ad > Kh Ks", "3s 3h 2c 2d As | 3c 3d > 2h 2s"),
    rule("MA-UTH 5(b)(4)", "by the three, then by the pair",
         "As Ah Ks Kh 5c | Ad 7c > Kd 7d", "3c 3d 2h 2d Ks | 3h As > 2c Ah", "9c 9d 9h 4s 2d | Ks Kd > Qs Qd"),
    rule("MA-UTH 5(b)(5)", "from the highest card downwards",
         "2h 5h 9h Js Kd | Ah 3h > Kh Qh", "Ah Kh Qh Jh 2d | 9h 2c > 8h 2s", "2h 3h 4h Kd Js | 8h 6h > 7h 5h"),
    rule("MA-UTH 5(b)(6)", "ace high the highest, ace to five the lowest, no other sequence with the ace",
         "Tc Jd Qh 2s 3d | As Kc > Ks 9c", "2c 3d 4h 5s Kd | 6c 9c > As 9d", "Qc Kd 2h 3s 9d | 9c 4c > As 7h",
         "Kc 2d 3h 4s 9d | 9c 6c > As 7h"),
    rule("MA-UTH 5(b)(7)", "aces to twos", "Ac Kd 7h 9s 2d | As Ah > Ks Kh", "3c 2d 7h 9s Jd | 3d 3h > 2c 2h"),
    rule("MA-UTH 5(b)(8)", "by the higher pair, then by the lower",
         "Ac Kd 3h 2s 9d | Ah 2c > Kh 9c", "Ac Kd 3h 2s 9d | As Kh > Ad 9c", "3c 2d 8h 9s Ad | 3d 2h > 2c Kh"),
    rule("MA-UTH 5(b)(9)", "aces down to twos",
         "2c 4d 7h Js Kd | As Ah > Qs Qh > Ts Th > 9s 9h > 8s 8h > 6s 6h > 5s 5h > 3s 3h",
         "3c 5d 8h Ts Ac | Ks Kh > Qs Qh > Js Jh > 9s 9h > 7s 7h > 6s 6h > 4s 4h > 2s 2h"),
    rule("MA-UTH 5(c)/1", "the highest card that the other hand has not",
         "Kc Kd 8h 5s 2d | Ac 3c > Qh Jh", "Kc 9d 8h 5s 2d | Ac 3c > Qh Jh", "Kc Kd Kh 5s 2d | Ac 3c > Qh Jh",
         "Ac Ad Kh Ks 2d | Qc 3c > Jh Th", "Ac Kd 9h 5s 3d | Qc 8c > Qh 7h"),
    rule("MA-UTH 5(c)/1", "a king does not lift two lower pairs (U-12)", "As Ad 2c 3d 7h | 3c 6s > 2d Ks"),
    rule("MA-UTH 5(c)/1", "an ace does not lift a lower pair (U-12)", "3d 4h 8c Ts Jd | 4c Kc > 3c Ac"),
    rule("MA-UTH 5(c)/1", "an ace does not lift the lowest straight (U-12)", "2c 3d 4h 5s 9d | 6c 9c > As 9h"),
    rule("MA-UTH 5(c)/2", "what is equal then is a push",
         "As Ad Kh Qc 9s | 3d 2d = 4c 5c", "As Kh 9c 5d 3s | Qd 2d = Qc 2c", "2c 2d Kh 9c 7s | As 3h = Ad 3c"),
]  # fmt: skip


@pytest.mark.parametrize("lines", UTH_RULES)
def test_ultimate_texas_holdem(lines: tuple[str, ...]) -> None:
    holds(UTH, lines)


# --- Let It Ride: cards (the last two are the community's) and what a wager on them pays to 1 -----------------------


def straights() -> list[tuple[str, int]]:
    """Every five consecutive ranks, ace high down to six high, in mixed suits."""
    ranks = "AKQJT98765432"
    return [(" ".join(r + s for r, s in zip(ranks[i : i + 5], "shdcs", strict=True)), 5) for i in range(9)]


def pairs() -> list[tuple[str, int]]:
    """A pair of every rank beside three cards that make nothing."""
    hands = []
    for rank in "AKQJT98765432":
        beside = [other for other in "K952" if other != rank]
        hands.append((f"{rank}s {rank}h {beside[0]}d {beside[1]}c {beside[2]}s", 1 if rank in "AKQJT" else -1))
    return hands


BASE_RULES = [
    rule("MD-LIR 6.A", "ace down to two, by every sequence", *straights()),
    rule("MD-LIR 6.A(1)", "the ace below the two", ("As 2h 3d 4c 5s", 5), ("As 2s 3s 4s 5s", 200)),
    rule(
        "MD-LIR 6.A(2)",
        "and in no other sequence",
        ("Qs Kh Ad 2c 3s", -1),
        ("Ks Ah 2d 3c 4s", -1),
        ("Js Qh Kd Ac 2s", -1),
        ("Qs Ks As 2s 3s", 8),
    ),
    rule(
        "MD-LIR 6.B",
        "no suit is higher",
        *[(" ".join(r + s for r in "AKQJT"), 1000) for s in "shdc"],
        *[(" ".join(r + s for r in "2457J"), 8) for s in "shdc"],
    ),
    rule(
        "MD-LIR 6.C",
        "what is several hands at once is the highest of them",
        ("As Ks Qs Js Ts", 1000),
        ("9s 8s 7s 6s 5s", 200),
        ("4s 4h 4d 4c 9s", 50),
        ("4s 4h 4d 9c 9s", 11),
        ("4s 4h 4d 8c 9s", 3),
        ("4s 4h 9d 9c 2s", 2),
        ("As Kh Qd Jc 9s", -1),
    ),
    rule(
        "MD-LIR 6.C(1)",
        "ace to ten of one suit",
        ("Th Kh Ah Qh Jh", 1000),
        ("Th Kh Ah Qh Js", 5),
        ("9h Kh Ah Qh Jh", 8),
    ),
    rule(
        "MD-LIR 6.C(2)",
        "king high to ace low, one suit",
        ("Kh Qh Jh Th 9h", 200),
        ("Ah 2h 3h 4h 5h", 200),
        ("Kh Qh Jh Th 9d", 5),
        ("Kh Qh Jh Th 8h", 8),
    ),
    rule("MD-LIR 6.C(3)", "four aces to four twos", ("As Ah Ad Ac 2s", 50), ("2s 2h 2d 2c As", 50)),
    rule(
        "MD-LIR 6.C(4)",
        "aces over kings to twos over threes",
        ("As Ah Ad Kc Ks", 11),
        ("2s 2h 2d 3c 3s", 11),
        ("2s 2h 2d 3c 4s", 3),
    ),
    rule(
        "MD-LIR 6.C(5)", "one suit, not in order", ("Ad Kd Qd Jd 9d", 8), ("2d 3d 4d 5d 7d", 8), ("2d 3d 4d 5d 7c", -1)
    ),
    rule("MD-LIR 6.C(6)", "ace high to ace low", ("As Kh Qd Jc Ts", 5), ("5s 4h 3d 2c As", 5), ("6s 4h 3d 2c As", -1)),
    rule("MD-LIR 6.C(7)", "three aces to three twos", ("As Ah Ad 4c 9s", 3), ("2s 2h 2d 4c 9s", 3)),
    rule("MD-LIR 6.C(8)", "aces and kings to threes and twos", ("As Ah Kd Kc 9s", 2), ("3s 3h 2d 2c 9s", 2)),
    rule("MD-LIR 6.C(9)", "aces to tens; a lower pair is none", *pairs()),
]


@pytest.mark.parametrize("hands", BASE_RULES)
def test_let_it_ride(hands: tuple[tuple[str, int], ...]) -> None:
    """Each of the three bets of $10 by Paytable A."""
    for cards, odds in hands:
        t = finish(seated(table(LIR, cards={"seat1": cards[:8], "community": cards[9:]}), 1))
        assert [net(t, 1, f"bet_{n}") for n in (1, 2, 3)] == [odds * 1000] * 3, cards


THREE_CARD_RULES = [
    rule("MD-LIR 6.D", "the player's own three cards, the highest line",
         ("7s 6s 5s", 40), ("As Kh 9d", -1), ("2s 2h 2d", 30)),
    rule("MD-LIR 6.D(1)", "ace, king, queen to ace, two, three of a suit",
         ("As Ks Qs", 40), ("Ah 2h 3h", 40), ("Kd Ad 2d", 4)),
    rule("MD-LIR 6.D(2)", "three of a rank", ("As Ah Ad", 30), ("2s 2h 2c", 30), ("2s 2h 3c", 1)),
    rule("MD-LIR 6.D(3)", "with ace, two, three", ("As 2h 3d", 6), ("Qs Kh Ad", 6), ("Ks Ah 2d", -1), ("4s 5h 7d", -1)),
    rule("MD-LIR 6.D(4)", "a suit, not in order", ("2c 4c 9c", 4), ("2c 4c 9d", -1)),
    rule("MD-LIR 6.D(5)", "any pair (L-17)", ("2s 2h 9c", 1), ("As Ah 9c", 1), ("2s 3h 9c", -1)),
]  # fmt: skip


@pytest.mark.parametrize("hands", THREE_CARD_RULES)
def test_three_card_bonus(hands: tuple[tuple[str, int], ...]) -> None:
    """Paytable A; the king and the nine of the community would pair some of these hands if they counted."""
    for cards, odds in hands:
        places = {"seat1": cards, "community": "Kc 9s"}
        assert paid(LIR, places, "three_card_bonus", 5) == odds * 500, cards


SIX_CARD_RULES = [
    rule("MD-LIR 6.E", "the best five of the six; two pairs are nothing",
         ("As Ah Kd", "Ks 9c 2d", -1), ("As Ah Kd", "Ks Kc Ac", 20)),
    rule("MD-LIR 6.E(1)", "ace to ten of one suit", ("As Ks 2d", "Qs Js Ts", 1000), ("Ah Kh 8h", "Qh Jh Th", 1000)),
    rule("MD-LIR 6.E(2)", "five of one suit in order", ("Ks Qs 2d", "Js Ts 9s", 200), ("As 2s Kd", "3s 4s 5s", 200)),
    rule("MD-LIR 6.E(3)", "four of a rank", ("2s 2h 2d", "2c 9s Kd", 50), ("As Ah Ad", "Ac Ks Kd", 50)),
    rule("MD-LIR 6.E(4)", "three and two, or three and three (L-14)",
         ("2s 2h 2d", "3c 3s Kd", 20), ("2s 2h 2d", "3c 3s 3d", 20)),
    rule("MD-LIR 6.E(5)", "five of one suit", ("2s 4s 6s", "8s Ts Kd", 15), ("2s 4s 6s", "8s Td Kd", -1)),
    rule("MD-LIR 6.E(6)", "five in order",
         ("2s 3h 4d", "5c 6s Kd", 10), ("As 2h 3d", "4c 5s Kd", 10), ("Qs Kh Ad", "2c 3s 9d", -1)),
    rule("MD-LIR 6.E(7)", "three of a rank", ("2s 2h Kd", "2c 9s Jd", 5), ("2s 2h Kd", "3c 9s Jd", -1)),
]  # fmt: skip


@pytest.mark.parametrize("hands", SIX_CARD_RULES)
def test_six_card_bonus(hands: tuple[tuple[str, str, int], ...]) -> None:
    """The player's three cards with the three of the box, by Paytable A; both tables are alike in these lines."""
    for cards, box, odds in hands:
        assert paid(LIR, {"seat1": cards, "box": box}, "six_card_bonus", 2) == odds * 200, (cards, box)


@pytest.mark.clause("MD-LIR 6.E(8)")
@pytest.mark.parametrize(
    ("letter", "suit", "dollars"),
    [("A", "d", 1_000_000), ("A", "s", 100_000), ("B", "d", 100_000), ("B", "h", 100_000)],
)
def test_super_royal_is_six_cards_ace_to_nine_of_one_suit(letter: str, suit: str, dollars: int) -> None:
    """Fixed dollars with the stake back (L-12); with an eight or another suit for the nine it is a royal flush."""
    terms = {"wagers": {"six_card_bonus": {"paytable": letter}}}
    for sixth, cents in ((f"9{suit}", dollars * 100), (f"8{suit}", 200_000), ("9c", 200_000)):
        places = {"seat1": f"A{suit} {sixth} J{suit}", "box": f"T{suit} K{suit} Q{suit}"}
        assert paid(LIR, places, "six_card_bonus", 2, **terms) == cents, sixth


METER, TENTH = 100_005, 10_000
"""Paytable A on a meter of $1,000 that the wager of $1 has raised by 5 percent; a tenth in whole cents."""
PROGRESSIVE_RULES = [
    rule("MD-LIR 6.F", "nothing below three of a kind",
         ("As Ah Kd Kc 9s", 0), ("As Ah Kd Qc 9s", 0), ("As Kh Jd Tc 9s", 0)),
    rule("MD-LIR 6.F(1)", "ace to ten of one suit", ("Th Kh Ah Qh Jh", METER), ("Ts Ks As Qs Js", METER)),
    rule("MD-LIR 6.F(2)", "king high to ace low", ("Kh Qh Jh Th 9h", TENTH), ("Ah 2h 3h 4h 5h", TENTH)),
    rule("MD-LIR 6.F(3)", "four aces to four twos", ("As Ah Ad Ac 2s", 30_000), ("2s 2h 2d 2c As", 30_000)),
    rule("MD-LIR 6.F(4)", "aces over kings to twos over threes", ("As Ah Ad Kc Ks", 5_000), ("2s 2h 2d 3c 3s", 5_000)),
    rule("MD-LIR 6.F(5)", "one suit, not in order", ("Ad Kd Qd Jd 9d", 4_000), ("2d 3d 4d 5d 7d", 4_000)),
    rule("MD-LIR 6.F(6)", "ace high to ace low",
         ("As Kh Qd Jc Ts", 3_000), ("5s 4h 3d 2c As", 3_000), ("Qs Kh Ad 2c 3s", 0)),
    rule("MD-LIR 6.F(7)", "three aces to three twos", ("As Ah Ad 4c 9s", 900), ("2s 2h 2d 4c 9s", 900)),
]  # fmt: skip


@pytest.mark.parametrize("hands", PROGRESSIVE_RULES)
def test_progressive_payout_hands(hands: tuple[tuple[str, int], ...]) -> None:
    """What a wager of $1 receives by Paytable A; the stake itself stays with the house."""
    for cards, receives in hands:
        places = {"seat1": cards[:8], "community": cards[9:]}
        assert paid(LIR, places, "progressive", 1) == receives - 100, cards
