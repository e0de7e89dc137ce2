"""Which rule applies to single hands: beside plain functions of cards that know nothing of the code that measures
words, and by the shares that are counted exactly."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from lab.strategies.spoken import Said
from lab.strategies.test_oracle import BOARD, FIVE, RIDE, THREE, on_flop, on_river, says_five, says_ride, says_three
from odds import declared_games
from odds.walker import Cards
from pitboss.lab.strategies.api import strategy_cost
from pitboss.lab.strategies.applied import CardsInSight, applied
from pitboss.lab.strategies.shipped import text_of
from pitboss.lab.strategies.written import BadStrategy, WrittenDecision, parse
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules
from support import DRAGON, LIR, SHIPPED, TOP5, UTH
from support import rules as rules_of

HANDS = 400


def decision(text: str, step: str) -> WrittenDecision:
    return next(each for each in parse(text).decisions if each.name == step)


def dealt(rules: Rules, own: int, board: int = 0, dealer: int = 0) -> list[CardsInSight]:
    """Hands of the whole deck, many of them of few ranks and suits."""
    chance, found = random.Random(own + board), list[CardsInSight]()
    for _ in range(HANDS):
        some = [card for card in rules.deck.cards if card[0] in chance.sample("23456789TJQKA", 6)]
        cards = chance.sample(some if chance.random() < 0.7 else list(rules.deck.cards), own + board + dealer)
        found.append(CardsInSight(tuple(cards[:own]), tuple(cards[own : own + board]), tuple(cards[own + board :])))
    return found


def agree(
    rules: Rules, text: str, step: str, seen: list[CardsInSight], says: Callable[..., Said], rules_met: int
) -> None:
    found = applied(rules, decision(text, step), seen)
    assert [(each.number, each.do) for each in found] == [says(step, s.own, s.board, s.dealer) for s in seen]
    assert len({each.number for each in found}) == rules_met, "some rule was never met"


def test_a_hand_against_the_dealers() -> None:
    rules = declared_games.rules("three_against_three")
    agree(rules, THREE, "decide", dealt(rules, 3), says_three, 5)


def test_a_hand_beside_an_open_card_of_the_dealer() -> None:
    rules = rules_of("caribbean-stud")
    agree(rules, FIVE, "decide", dealt(rules, 5, dealer=1), says_five, 5)


@pytest.mark.parametrize(("step", "board", "met"), [("decide_1", 0, 4), ("decide_2", 1, 4)])
def test_stages(step: str, board: int, met: int) -> None:
    rules = rules_of(LIR)
    seen = []
    for each in dealt(rules, 3, board):
        first = says_ride("decide_1", each.own, (), ())[1]
        seen.append(CardsInSight(each.own, each.board, (), 3 if first == "ride" or not board else 2))
    agree(rules, RIDE, step, seen, says_ride, met)


@pytest.mark.parametrize(("step", "board", "met"), [("postflop", 3, 4), ("final", 5, 5)])
def test_a_shared_board(step: str, board: int, met: int) -> None:
    rules = rules_of(UTH)
    pack: Pack = rules.deck.contents

    def says(step: str, own: Cards, board: Cards, dealer: Cards) -> Said:
        return on_flop(own, board) if step == "postflop" else on_river(pack, own, board)

    agree(rules, BOARD, step, dealt(rules, 2, board), says, met)


@pytest.mark.parametrize(
    ("game", "name", "own", "number"),
    [
        (DRAGON, "basic", "PH PA RA", 1), (DRAGON, "basic", "RA PH MO", 0), (DRAGON, "basic", "RA RA MO", 1),
        ("three-card-poker", "q-6-4", "4d Qs 6h", 1), ("three-card-poker", "q-6-4", "3d Qs 6h", 0),
        (TOP5, "basic", "Ts Js Kd 2c 3c 4c 5c", 1), (TOP5, "basic", "Ts Td 2c 3c 4c 5c 6c", 2),
        (TOP5, "basic", "As Jd 2c 3c 4c 5c 6c", 3), (TOP5, "basic", "As Td 2c 3c 4c 5c 6c", 0),
        (UTH, "short", "Kd 5s", 3), (UTH, "short", "Kd 4s", 0), (UTH, "short", "Qh 6h", 4),
    ],
)  # fmt: skip
def test_rules_that_games_bring(game: str, name: str, own: str, number: int) -> None:
    rules = rules_of(game)
    first = parse(text_of(game, name)[0]).decisions[0]
    (found,) = applied(rules, first, [CardsInSight(rules.deck.read_all(own))])
    assert found.number == number and found.do == (first.rules[number - 1].do if number else first.default)
    assert bool(found.when) == bool(number)


@pytest.mark.parametrize(("staked", "number"), [(4, 0), (5, 9)])
def test_what_was_wagered_before_counts(staked: int, number: int) -> None:
    rules = rules_of("mississippi-stud")
    last = decision(text_of("mississippi-stud", "basic")[0], "fifth")
    seen = CardsInSight(("9s", "8h"), ("7d", "2c"), (), staked)
    assert [each.number for each in applied(rules, last, [seen])] == [number]


@pytest.mark.parametrize("game", [each for each in SHIPPED if each != "caribbean-stud" and each != UTH])
def test_rules_apply_as_often_as_is_counted(game: str) -> None:
    """Of 2,000 hands as they are dealt, within four standard errors of the exact share."""
    rules = rules_of(game)
    own = {"three-card-poker": 3, DRAGON: 3, LIR: 3, TOP5: 7, "mississippi-stud": 2}[game]
    name = "q-6-4" if game == "three-card-poker" else "basic"
    first = parse(text_of(game, name)[0]).decisions[0]
    chance = random.Random(game)
    seen = [CardsInSight(tuple(chance.sample(rules.deck.cards, own))) for _ in range(2000)]
    met = Counter(each.number for each in applied(rules, first, seen))
    for rule in strategy_cost(game, name).rules:
        if rule.decision == first.name:
            error = float(rule.share * (1 - rule.share) / 2000) ** 0.5
            assert abs(float(Fraction(met[rule.number], 2000) - rule.share)) <= 4 * error, rule


def test_a_word_that_is_not_known_here_is_told() -> None:
    text = 'strategy = "x"\n[decision.decide]\ndefault = "fold"\n[[decision.decide.rule]]\ndo = "play"\nouts = 3\n'
    with pytest.raises(BadStrategy, match="'outs' is not known at this decision"):
        applied(rules_of("three-card-poker"), decision(text, "decide"), [CardsInSight(("2c", "3c", "5d"))])
