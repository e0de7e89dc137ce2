"""Three Card Poker, by house rules of our own: figures counted a second time from nothing but cards, and a round of
each ending worked by hand."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.cli.main import dispatch
from pitboss.felt.drawing import felt
from pitboss.house.server.web_odds import odds_row
from pitboss.odds.api import best_play, odds
from pitboss.odds.counting import counter
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.odds.typed import BadTable, typed_table
from pitboss.rulebook.book import book
from pitboss.rulebook.words import bonus_words
from pitboss.table import events as e
from pitboss.table.faults import faults
from support import PROCEDURES, THREE, events, finish, net, rules, seated, table

Card = tuple[int, str]
PACK: list[Card] = list(product(range(2, 15), "cdhs"))


def plainly(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """A second ranking: the kind of hand (5 straight flush … 0 high card), then what decides within it."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    if straight and flush:
        return 5, *ranks
    if len(set(ranks)) == 1:
        return 4, *ranks
    if straight:
        return 3, *ranks
    if flush:
        return 2, *ranks
    if len(set(ranks)) == 2:
        pair = ranks[1]
        return 1, pair, next(rank for rank in ranks if rank != pair)
    return 0, *ranks


def found(wager: str, paytable: str | None = None) -> WagerOdds:
    (row,) = odds(Request(game=THREE, wager=wager, paytable=paytable))
    return row


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_declaration_has_no_faults(procedure: str) -> None:
    assert faults(rules(THREE, procedure)) == []


def test_the_main_game() -> None:
    """Known everywhere: 3.3730 % of the ante, a net win in 44.9127 % of the deals, a standard deviation of 1.6393."""
    main = found("main").figures
    assert main.ev == Fraction(-686689, 20358520)
    assert f"{100 * float(-main.ev):.4f} {100 * float(main.hit_frequency):.4f}" == "3.3730 44.9127"
    assert f"{float(main.variance) ** 0.5:.4f}" == "1.6393"
    assert main.at_risk == Fraction(370, 221)


@pytest.mark.parametrize(("letter", "flush", "edge"), [("A", 4, "2.3167"), ("B", 3, "7.2760")])
def test_pair_plus_by_plain_enumeration(letter: str, flush: int, edge: str) -> None:
    pays = {5: 40, 4: 30, 3: 6, 2: flush, 1: 1, 0: -1}
    kinds = Counter(plainly(hand)[0] for hand in combinations(PACK, 3))
    assert [kinds[kind] for kind in (5, 4, 3, 2, 1, 0)] == [48, 52, 720, 1096, 3744, 16440]
    worth = Fraction(sum(pays[kind] * n for kind, n in kinds.items()), comb(52, 3))
    side = found("pair_plus", letter).figures
    assert side.ev == worth and f"{100 * float(-worth):.4f}" == edge
    assert side.hit_frequency == Fraction(5660, 22100)


def test_each_line_of_the_ante_has_its_own_part() -> None:
    """Every hand with a bonus is played, so a bonus comes as often as the hand; the rest of the Ante is won or lost."""
    (ante,) = (part for part in found("main").figures.parts if part.wager == "ante")
    lines = {line.hand: line for line in ante.lines}
    for hand, ways, pays in (("straight_flush", 48, 5), ("three_of_a_kind", 52, 4), ("straight", 720, 1)):
        often = Fraction(ways, 22100)
        assert (lines[hand].probability, lines[hand].value) == (often, often * pays)
    assert lines["beats_dealer"].value == lines["beats_dealer"].probability


def test_the_best_play_in_words() -> None:
    bound = rules(THREE)
    said = ["Play with a pair or better, or with queen-six-four or higher; fold the rest."]
    assert counter(bound).rules_in_words(bound) == said


def settled_plainly(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
    """What Ante and Play bring by the plain rules, in antes, to a player who plays from queen-six-four up."""
    mine, his = plainly(own), plainly(dealer)
    if mine < (0, 12, 6, 4):
        return -1
    bonus = {5: 5, 4: 4, 3: 1}.get(mine[0], 0)
    if his < (0, 12, 3, 2):
        return 1 + bonus
    return 2 * ((mine > his) - (mine < his)) + bonus


@pytest.mark.parametrize(("cards", "choice"), [("4s 4h 4d", "play"), ("Qc 6d 4h", "play"), ("Qc 6d 3h", "fold")])
def test_a_decision_counted_by_hand(cards: str, choice: str) -> None:
    own = tuple(("23456789TJQKA".index(card[0]) + 2, card[1]) for card in cards.split())
    left = [card for card in PACK if card not in own]
    bonus = {5: 5, 4: 4, 3: 1}.get(plainly(own)[0], 0)
    total = 0
    for dealer in combinations(left, 3):
        his = plainly(dealer)
        total += bonus + (1 if his < (0, 12, 3, 2) else 2 * ((plainly(own) > his) - (plainly(own) < his)))
    advice = best_play(rules(THREE), tuple(cards.split()))
    worth = {alternative.choice: alternative.value for alternative in advice.alternatives}
    assert worth == {"play": Fraction(total, comb(49, 3)), "fold": Fraction(-1)} and advice.best.choice == choice


def written(cards: tuple[Card, ...]) -> str:
    return " ".join("23456789TJQKA"[rank - 2] + suit for rank, suit in cards)


def test_rounds_of_the_engine_are_settled_as_by_the_plain_rules() -> None:
    random = Random(3)
    for _ in range(150):
        six = tuple(random.sample(PACK, 6))
        own, dealer = six[:3], six[3:]
        plays = plainly(own) >= (0, 12, 6, 4)
        t = seated(table(THREE, cards={"seat1": written(own), "dealer": written(dealer)}), 1, ante=10)
        t = finish(t, {1: {"decide": "play" if plays else "fold"}})
        assert net(t, 1, "ante") + net(t, 1, "play") == 1000 * settled_plainly(own, dealer), (own, dealer)


def test_plain_rounds_come_near_the_exact_figures() -> None:
    """100,000 rounds by the plain rules, from a fixed seed: within three standard errors."""
    random, rounds = Random(7), 100_000
    total = 0
    for _ in range(rounds):
        six = tuple(random.sample(PACK, 6))
        total += settled_plainly(six[:3], six[3:])
    main = found("main").figures
    assert abs(total / rounds - float(main.ev)) < 3 * (float(main.variance) / rounds) ** 0.5


# --- words of the bonus ---------------------------------------------------------------------------------------------


def test_a_bonus_is_called_one_wherever_lines_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The bonus comes beside what the Ante brings: it is no part of `everything else`, 1 − 44.91 %."""
    bound = rules(THREE)
    for arguments in (["odds", THREE], ["odds", THREE, "--wager", "main"]):
        assert dispatch(arguments) == 0
        told = capsys.readouterr().out
        assert "bonus for a straight flush" in told and "beats dealer" in told
    assert re.search(r"everything else +55\.09%", told)
    assert dispatch(["simulate", THREE, "--rounds", "1000"]) == 0
    assert re.search(r"bonus for three of a kind +\d+", capsys.readouterr().out)
    web = {line.hand: line.words for part in odds_row(bound, found("main")).parts for line in part.lines}
    assert web["straight"] == "bonus for a straight" and web["beats_dealer"] == "beats the dealer"
    plain = replace(bound.book, called_in={})
    assert bonus_words(plain, "straight_flush", "ante") == "bonus for straight flush"


OWN = """lines = [
  { hand = "beats_dealer", pays = 1, unit = "to" },
  { hand = "straight_flush", pays = 5, unit = "to" },
  { hand = "straight", %s },
]"""


def test_an_own_table_of_the_ante_may_leave_out_a_bonus() -> None:
    """Without a bonus for three of a kind: 4 × 52/22100 less than by the rulebook."""
    lines = typed_table(book(THREE), "ante", OWN % 'pays = 1, unit = "to"').lines
    (row,) = odds(Request(game=THREE, wager="main", paytable="own", lines=lines))
    assert row.figures.ev == Fraction(-686689, 20358520) - 4 * Fraction(52, 22100)


@pytest.mark.parametrize(
    ("pays", "said"),
    [
        ('pays = 1, per = 2, unit = "to"', "a bonus of 1 to 2 leaves part of a stake that is lost"),
        ('unit = "lose"', "a bonus takes nothing away"),
        ('pays = 5, unit = "dollars"', "$5 cannot be set off against a bonus"),
    ],
)
def test_an_own_table_with_a_bonus_that_cannot_be_paid_is_refused(pays: str, said: str) -> None:
    with pytest.raises(BadTable) as refused:
        typed_table(book(THREE), "ante", OWN % pays)
    (fault,) = refused.value.faults
    assert fault.line == 4 and said in str(fault)


# --- rounds worked by hand ------------------------------------------------------------------------------------------

ENDINGS = [  # own cards, dealer's cards, decision, what Ante, Play and Pair Plus of 10 dollars bring, what it shows
    ("9s 9h 4d", "Kc 8d 3h", "play", (10, 10, 10), "TCP 11.3"),
    ("Qs 7h 4d", "Jc 8d 3h", "play", (10, 0, -10), "TCP 11.2"),
    ("Jh Th 9h", "Jc 8d 3s", "play", (60, 0, 400), "TCP 11.7"),
    ("Ks 8h 4d", "Kc 8d 4h", "play", (0, 0, -10), "TCP 11.5"),
    ("Ks Qh Jd", "Kc Qd Jh", "play", (10, 0, 60), "TCP 11.9"),
    ("4s 4h 4d", "Kc Qc Jc", "play", (30, -10, 300), "TCP 11.8"),
    ("3s 2h Ad", "4c 3d 2c", "play", (0, -10, 60), "TCP 11.9"),
    ("As 8h 4d", "2c 2d 3h", "play", (-10, -10, -10), "TCP 11.4"),
    ("Js 7h 4d", "Ac 8d 3h", "fold", (-10, 0, -10), "TCP 10.6"),
    ("5s 5h 4d", "Ac 8d 3h", "fold", (-10, 0, 10), "TCP 10.7"),
    ("Qs 3h 2d", "Qc 3d 2h", "play", (0, 0, -10), "TCP 11.1"),
    ("As Kh Qd", "2c 2d 3h", "play", (20, 10, 60), "TCP 5.5"),
]


@pytest.mark.parametrize(
    ("own", "dealer", "decision", "won"),
    [pytest.param(*row[:4], marks=pytest.mark.clause(row[4]), id=f"{row[0]} {row[2]}") for row in ENDINGS],
)
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_round_of_each_ending(own: str, dealer: str, decision: str, won: tuple[int, ...], procedure: str) -> None:
    t = seated(table(THREE, procedure, cards={"seat1": own, "dealer": dealer}), 1, ante=10, pair_plus=10)
    t = finish(t, {1: {"decide": decision}})
    assert tuple(net(t, 1, wager) // 100 for wager in ("ante", "play", "pair_plus")) == won


def test_an_ante_that_wins_because_the_dealer_does_not_play_is_paid_under_that_clause() -> None:
    for dealer, clause in (("Jc 8d 3h", "TCP 11.2"), ("Qc 5d 3h", "TCP 11.3")):
        t = finish(seated(table(THREE, cards={"seat1": "9s 9h 4d", "dealer": dealer}), 1))
        (paid,) = (ev for ev in events(t, e.WagerSettled) if ev.wager == "ante")
        assert (paid.clause, paid.won) == (clause, 1000)


@pytest.mark.parametrize(
    ("said", "times"),
    [
        pytest.param("River Casino", 1, marks=pytest.mark.clause("TCP 1.2")),
        pytest.param('data-area="pair_plus"', 6, marks=pytest.mark.clause("TCP 1.3")),
        pytest.param("Dealer Plays with Queen High or Better", 1, marks=pytest.mark.clause("TCP 1.4")),
        pytest.param("out of order", 1, marks=pytest.mark.clause("TCP 12.11")),
    ],
)
def test_the_felt_shows_what_it_must(said: str, times: int) -> None:
    t = table(THREE, operator="River Casino")
    assert felt(t.rules, replace(t.state, shoe="marked")).count(said) >= times
