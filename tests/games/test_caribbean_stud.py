"""Caribbean Stud, by house rules of our own: the known exact answer, decisions and settlements counted a second time
from nothing but cards, and a round of each ending worked by hand."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import pitboss
from games.five_cards import KINDS, PACK, Card, plainly, read, written
from pitboss.cards.deck import UNKNOWN
from pitboss.cards.fast import best_five
from pitboss.felt.drawing import felt
from pitboss.odds.api import best_play, odds
from pitboss.odds.charts import chart_svg, chart_text
from pitboss.odds.coach import coach
from pitboss.odds.counting import counter
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.table import events as e
from pitboss.table.faults import faults
from pitboss.table.views import tell, view
from support import CARIBBEAN, PROCEDURES, events, finish, net, rules, seated, table, to

CALL = {9: 100, 8: 50, 7: 20, 6: 7, 5: 5, 4: 4, 3: 3, 2: 2, 1: 1, 0: 1}
"""What the Call pays to 1 by the kind of the player's hand."""
ACE_KING = (0, 14, 13, 4, 3, 2)


def found(wager: str, paytable: str | None = None) -> WagerOdds:
    (row,) = odds(Request(game=CARIBBEAN, wager=wager, paytable=paytable))
    return row


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_declaration_has_no_faults(procedure: str) -> None:
    assert faults(rules(CARIBBEAN, procedure)) == []


# --- figures --------------------------------------------------------------------------------------------------------


def test_the_main_game() -> None:
    """Known everywhere: 5.2243 % of the ante, 2.5553 % of all that is wagered, a standard deviation of 2.24, and a
    player who calls with 52.23 % of his hands."""
    row = found("main")
    main = row.figures
    assert main.ev == Fraction(-142031221, 2718662100)
    assert f"{100 * float(-main.ev):.4f} {100 * float(main.element_of_risk):.4f}" == "5.2243 2.5553"
    assert f"{float(main.variance) ** 0.5:.2f}" == "2.24"
    assert row.deals == comb(52, 5) * comb(47, 5) * 5, "each of the dealer's five cards may be the open one"
    assert f"{100 * float(main.at_risk - 1) / 2:.2f}" == "52.23"


WAYS = {
    "royal_flush": 4,
    "straight_flush": 9 * 4,
    "four_of_a_kind": 13 * 48,
    "full_house": 13 * 4 * 12 * 6,
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
    "three_of_a_kind": 13 * 4 * comb(12, 2) * 16,
    "two_pair": comb(13, 2) * 36 * 44,
}
"""Of the 2,598,960 hands of five cards, worked out on paper."""


@pytest.mark.parametrize(("letter", "two_pair", "edge"), [("A", 7, "4.0415"), ("B", 6, "8.7954")])
def test_the_five_card_bonus(letter: str, two_pair: int, edge: str) -> None:
    pays = (1000, 500, 200, 60, 40, 30, 10, two_pair)
    won = sum(ways * pay for ways, pay in zip(WAYS.values(), pays, strict=True))
    lost = comb(52, 5) - sum(WAYS.values())
    side = found("five_card_bonus", letter).figures
    assert side.ev == Fraction(won - lost, comb(52, 5)) and f"{-100 * float(side.ev):.4f}" == edge
    assert [line.probability * comb(52, 5) for line in side.parts[0].lines] == list(WAYS.values())


def test_a_simulation_comes_near() -> None:
    """Fixed seed: within three standard errors, main game and bonus."""
    for row in pitboss.simulate(CARIBBEAN, rounds=200_000, players=2, random_seed="caribbean", workers=1):
        assert row.z is not None and abs(row.z) < 3, row


# --- one decision, counted by a plain loop --------------------------------------------------------------------------


def settled_plainly(own: tuple[int, ...], dealer: tuple[int, ...]) -> int:
    """What Ante and Call bring together to a player who calls, in antes, by the plain rules."""
    if dealer < ACE_KING:
        return 1
    return 1 + 2 * CALL[own[0]] if own > dealer else -3 if own < dealer else 0


@pytest.mark.parametrize(
    ("cards", "shown", "choice"),
    [
        ("As Kh 9d 6c 2s", "9c", "call"),  # the rank of the open card is held: the dealer pairs it more seldom
        ("As Kh 9d 6c 2s", "8c", "fold"),
        ("As Kh Qd 6c 2s", "2d", "call"),
        ("As Qh Jd Tc 8s", "2d", "fold"),
        ("2s 2h 5d 6c 8s", "Ad", "call"),
        ("Th Jh Qh Kh Ah", "Ad", "call"),
    ],
)
def test_a_decision_counted_by_hand(cards: str, shown: str, choice: str) -> None:
    own, (opened,) = read(cards), read(shown)
    left = [card for card in PACK if card not in (*own, opened)]
    mine = plainly(own)
    total = sum(settled_plainly(mine, plainly((opened, *four))) for four in combinations(left, 4))
    advice = best_play(rules(CARIBBEAN), tuple(cards.split()), dealer=(shown,))
    worth = {alternative.choice: alternative.value for alternative in advice.alternatives}
    assert worth == {"call": Fraction(total, comb(46, 4)), "fold": Fraction(-1)}
    assert advice.best.choice == choice == ("call" if total > -comb(46, 4) else "fold")


def test_the_coach_looks_at_the_open_card_and_at_no_other() -> None:
    """The same cards with other face-down cards of the dealer's: the same advice."""
    told = []
    for hidden in ("Ac Kd Qc Jd", "3c 4d 7h 8h"):
        cards = {"seat1": "As Kh 9d 6c 2s", "dealer": f"{hidden} 9c"}
        t = to(seated(table(CARIBBEAN, cards=cards), 1), "decide")
        told.append(coach(t.rules, t.view("player:P1")))
    assert told[0] == told[1] and told[0] is not None
    assert told[0].best.value == Fraction(-159064, 163185)


# --- rounds ---------------------------------------------------------------------------------------------------------


def test_rounds_of_the_engine_are_settled_as_by_the_plain_rules() -> None:
    """Random cards, and as many where both hands have a pair or better, which are rare otherwise."""
    random = Random(5)
    deals = [tuple(random.sample(PACK, 10)) for _ in range(1500)]
    high = [ten for ten in deals if plainly(ten[:5])[0] and plainly(ten[5:])[0]]
    assert len(high) > 300
    for ten in (*deals[:100], *high[:150]):
        own, dealer = ten[:5], ten[5:]
        t = seated(table(CARIBBEAN, cards={"seat1": written(own), "dealer": written(dealer)}), 1, ante=10)
        t = finish(t)
        assert net(t, 1, "ante") + net(t, 1, "call") == 1000 * settled_plainly(plainly(own), plainly(dealer)), ten


def test_hands_are_named_and_compared_as_by_the_plain_ranking() -> None:
    random = Random(6)
    hands: list[tuple[Card, ...]] = [tuple(random.sample(PACK, 5)) for _ in range(3000)]
    ranked = [(plainly(hand), best_five(tuple(written(hand).split()))) for hand in hands]
    assert all(KINDS[mine[0]] == theirs.name for mine, theirs in ranked)
    for (mine, theirs), (other, another) in pairwise(ranked):
        assert (mine > other, mine == other) == (theirs.key > another.key, theirs.key == another.key)


ENDINGS = [  # own cards, dealer's cards, decision, what Ante, Call and Five Card Bonus of 10 dollars bring, clause
    ("Ah Kh Qh Jh Th", "Ac Kd 8d 5s 3h", "call", (10, 2000, 10000), "CSP 11.6"),
    ("9h 8h 7h 6h 5h", "Ac Kd 8d 5s 3h", "call", (10, 1000, 5000), "CSP 11.7"),
    ("9s 9h 9d 9c 2s", "Ac Kd 8d 5s 3h", "call", (10, 400, 2000), "CSP 11.8"),
    ("9s 9h 9d 2c 2s", "Ac Kd 8d 5s 3h", "call", (10, 140, 600), "CSP 11.9"),
    ("Kh Jh 9h 6h 2h", "Ac Ad 8d 5s 3h", "call", (10, 100, 400), "CSP 11.10"),
    ("9s 8h 7d 6c 5s", "Ac Ad 8d 5h 3h", "call", (10, 80, 300), "CSP 11.11"),
    ("9s 9h 9d 6c 2s", "Ac Ad 8d 5h 3h", "call", (10, 60, 100), "CSP 11.12"),
    ("9s 9h 4d 4c 2s", "Ac Kd 8d 5s 3h", "call", (10, 40, 70), "CSP 11.13"),
    ("9s 9h 7d 4c 2s", "Ac Kd 8d 5s 3h", "call", (10, 20, -10), "CSP 11.14"),
    ("As Kh Qd 4c 2s", "Ac Kd Jd 5s 3h", "call", (10, 20, -10), "CSP 11.3"),
    ("As Kh 4d 3c 2s", "Ac Kd 4h 3s 2h", "call", (0, 0, -10), "CSP 11.5"),
    ("9s 9h 7d 4c 2s", "Tc Td 8d 5s 3h", "call", (-10, -20, -10), "CSP 11.4"),
    ("9s 9h 4d 4c 2s", "Tc Td 8d 8s 3h", "call", (-10, -20, 70), "CSP 11.4"),
    ("Qs Jh 7d 4c 2s", "Ac Qd Jd Ts 8h", "call", (10, 0, -10), "CSP 11.2"),
    ("Ah Kh Qh Jh Th", "Ac Qd Jd Ts 8h", "call", (10, 0, 10000), "CSP 11.2"),
    ("Js 9h 7d 4c 2s", "Ac Kd 8d 5s 3h", "fold", (-10, 0, -10), "CSP 10.6"),
    ("5s 5h 4d 4c 2s", "Ac Kd 8d 5c 3h", "fold", (-10, 0, 70), "CSP 10.7"),
]


@pytest.mark.parametrize(
    ("own", "dealer", "decision", "won"),
    [pytest.param(*row[:4], marks=pytest.mark.clause(row[4]), id=f"{row[0]} {row[1]}") for row in ENDINGS],
)
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_round_of_each_ending(own: str, dealer: str, decision: str, won: tuple[int, ...], procedure: str) -> None:
    t = seated(table(CARIBBEAN, procedure, cards={"seat1": own, "dealer": dealer}), 1, ante=10, five_card_bonus=10)
    t = finish(t, {1: {"decide": decision}})
    assert tuple(net(t, 1, wager) // 100 for wager in ("ante", "call", "five_card_bonus")) == won


@pytest.mark.clause("CSP 11.1")
@pytest.mark.parametrize(
    ("dealer", "plays"),
    [
        ("Ac Kd 4h 3s 2h", True),
        ("Ac Qd Jh Ts 9h", False),
        ("Ac Qd Jh Ts 8h", False),
        ("2c 2d 3h 4s 5h", True),
        ("Kc Qd Jh Ts 8h", False),
        ("5c 4d 3h 2s Ah", True),
    ],
)
def test_the_dealer_plays_from_ace_king_four_three_two_on(dealer: str, plays: bool) -> None:
    """A pair of tens beats all of these but the straight; the Call wins or loses only where the dealer plays."""
    t = finish(seated(table(CARIBBEAN, cards={"seat1": "Tc Td 9d 7c 6s", "dealer": dealer}), 1))
    lost = dealer.startswith("5c")
    assert net(t, 1, "call") == (0 if not plays else -2000 if lost else 2000)
    assert net(t, 1, "ante") == (-1000 if lost else 1000)


@pytest.mark.clause("CSP 5.13")
def test_suits_do_not_break_a_tie() -> None:
    t = finish(seated(table(CARIBBEAN, cards={"seat1": "Kh Jh 9h 6h 2h", "dealer": "Ks Js 9s 6s 2s"}), 1))
    assert (net(t, 1, "ante"), net(t, 1, "call")) == (0, 0)


@pytest.mark.clause("CSP 6.10")
def test_the_call_is_twice_the_ante() -> None:
    t = to(seated(table(CARIBBEAN), 1, 2, ante=35), "settle")
    assert {ev.cents for ev in events(t, e.WagerPlaced) if ev.wager == "call"} == {7000}


@pytest.mark.parametrize(
    ("dealer", "clause"), [("Ac Qd Jh Ts 8h", "CSP 11.2"), ("Ac Kd Jh Ts 8h", "CSP 11.3")], ids=["idle", "plays"]
)
def test_each_payment_of_the_ante_names_its_own_clause(dealer: str, clause: str) -> None:
    t = finish(seated(table(CARIBBEAN, cards={"seat1": "9s 9h 4d 5c 2s", "dealer": dealer}), 1))
    (paid,) = (ev for ev in events(t, e.WagerSettled) if ev.wager == "ante")
    assert (paid.clause, paid.won) == (clause, 1000)


# --- who sees what --------------------------------------------------------------------------------------------------

EVERYBODY = ("player:P1", "player:P2", "player:Zed", "dealer", "floorperson", "auditor", "guest")
DEALER = "As Kh 9d 4c 7s"


@pytest.mark.clause("CSP 10.1")
@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_everybody_sees_the_open_card_and_only_his_own_hand(who: str, procedure: str) -> None:
    own = {"seat1": "2c 3c 4h 5d 6h", "seat2": "2d 3d 8h 8d Th"}
    t = to(seated(table(CARIBBEAN, procedure, cards={**own, "dealer": DEALER}), 1, 2), "decide")
    seen = view(t.rules, t.state, who)
    assert seen.dealer == (UNKNOWN,) * 4 + ("7s",)
    for seat, cards in own.items():
        mine = who == f"player:P{seat[-1]}"
        assert seen.seats[int(seat[-1]) - 1].cards == (tuple(cards.split()) if mine else (UNKNOWN,) * 5)
    told = [x for event in events(t, e.CardsDealt) if event.to == "dealer" and (x := tell(event, who)) is not None]
    assert [card for x in told for card in x.facts["cards"]] == [UNKNOWN] * 4 + ["7s"]


@pytest.mark.clause("CSP 10.9")
def test_the_other_four_are_turned_up_once_all_have_decided() -> None:
    t = to(seated(table(CARIBBEAN, cards={"dealer": DEALER}), 1, 2), "settle")
    assert view(t.rules, t.state, "guest").dealer == tuple(DEALER.split())


@pytest.mark.parametrize(
    ("procedure", "clauses"),
    [
        pytest.param("manual_shoe", {"CSP 7.5"}, marks=pytest.mark.clause("CSP 7.5")),
        pytest.param("hand", {"CSP 8.6"}, marks=pytest.mark.clause("CSP 8.6")),
        pytest.param("automated_shoe", {"CSP 9.3", "CSP 9.4", "CSP 9.5"}, marks=pytest.mark.clause("CSP 9.5")),
    ],
)
def test_the_order_of_the_deal(procedure: str, clauses: set[str]) -> None:
    t = to(seated(table(CARIBBEAN, procedure), 1, 3), "decide")
    dealt = [(ev.seat if ev.to == "seat" else ev.to, len(ev.cards), ev.up) for ev in events(t, e.CardsDealt)]
    if procedure == "automated_shoe":
        assert dealt == [(1, 5, False), (3, 5, False), ("dealer", 4, False), ("dealer", 1, True)]
    else:
        once = [(1, 1, False), (3, 1, False), ("dealer", 1, False)]
        assert dealt == [*once * 4, (1, 1, False), (3, 1, False), ("dealer", 1, True)]
    assert {ev.clause for ev in events(t, e.CardsDealt)} == clauses


# --- words, chart and felt ------------------------------------------------------------------------------------------


def test_the_best_play_in_words() -> None:
    said = counter(rules(CARIBBEAN)).rules_in_words(rules(CARIBBEAN))
    assert (
        "Against a queen: call with a pair or better, or with ace-king-queen-three-two or higher; fold the rest."
        in said
    )
    assert said[-1].startswith("Against a king or an ace: call with a pair or better, or with ace-king-jack-three-two")
    assert all("call with a pair or better" in sentence for sentence in said)


def test_the_chart_read_back() -> None:
    """Each sentence, the figures, and how many hands are called: the same on the screen and on paper."""
    bound = rules(CARIBBEAN)
    drawn = ElementTree.fromstring(chart_svg(bound)).iter("{http://www.w3.org/2000/svg}text")
    shown = " ".join(text.text or "" for text in drawn)
    plain = " ".join(chart_text(bound, 100, False).split()).replace("- ", "-")
    called = (found("main").figures.at_risk - 1) / 2
    for sentence in (*counter(bound).rules_in_words(bound), "5.224%", "2.555%", "2.24", "52.2%", "63,794,004"):
        assert sentence in shown and sentence.replace("- ", "-") in plain, sentence
    assert Fraction(63794004, comb(52, 5) * 47) == called


@pytest.mark.parametrize(
    ("said", "times"),
    [
        pytest.param("River Casino", 1, marks=pytest.mark.clause("CSP 1.2")),
        pytest.param('data-area="five_card_bonus"', 6, marks=pytest.mark.clause("CSP 1.3")),
        pytest.param("Dealer Plays with Ace-King or Better", 1, marks=pytest.mark.clause("CSP 1.4")),
        pytest.param("out of order", 1, marks=pytest.mark.clause("CSP 12.11")),
    ],
)
def test_the_felt_shows_what_it_must(said: str, times: int) -> None:
    t = table(CARIBBEAN, operator="River Casino")
    assert felt(t.rules, replace(t.state, shoe="marked")).count(said) >= times
