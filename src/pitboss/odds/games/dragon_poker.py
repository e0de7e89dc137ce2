"""Dragon Poker: cards of one kind cannot be told apart, so hands are multisets of eight kinds, and each stands for a
product of binomial coefficients."""

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.games.decks import deck
from pitboss.games.dragon_poker.game import main_cell, side_cell
from pitboss.games.dragon_poker.hands import dragon_hand
from pitboss.odds import play_or_fold
from pitboss.odds.advice import Advice, check_cards
from pitboss.odds.figures import in_whole_units
from pitboss.odds.play_or_fold import Count, Solved, Spot
from pitboss.odds.tally import Pack, Part, Tally
from pitboss.odds.tally import tally as added_up
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

HAND_SIZE = 3
TINY: Pack = ()
"""There is nothing to compile."""
_MAIN = ("ante", "ante_bonus", "play")


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
) -> Tally:
    """The endings of a wager. No wager looks at other players' hands, so their number does not matter; a meter is taken
    as it reads at this player's turn."""
    play_or_fold.check_wager(rules, wager)
    pack = pack or rules.deck.contents
    if wager == "main":
        return play_or_fold.best(solve(rules, pack, stake, meters))
    pairs = (((Part(wager, 1, side_cell(wager, LIVE, cards)),), ways) for cards, ways in hands(pack).items())
    return added_up(pairs)


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    pack: Pack | None = None,
    stake: int = 100,
) -> Advice:
    """What playing and folding these three cards are worth."""
    pack = pack or rules.deck.contents
    check_cards(rules, pack, cards, HAND_SIZE, board)
    found = solve(rules, pack, stake)
    return play_or_fold.worth(found, found.deals.spots[_spot(pack, cards)], cards)


def solve(rules: Rules, pack: Pack, stake: int, meters: Mapping[str, int] | None = None) -> Solved:
    return play_or_fold.solve(rules, count(pack), main_cell, stake, meters or {})


def _spot(pack: Pack, cards: tuple[Card, ...]) -> Hashable:
    """The cards in the order of the pack."""
    order = [card for card, _ in pack]
    return tuple(sorted(cards, key=order.index))


def rules_in_words(rules: Rules, *, pack: Pack | None = None, stake: int | None = None) -> list[str]:
    """The best decisions in words."""
    if stake is None:
        rules, stake = in_whole_units(rules)
    return play_or_fold.in_words(solve(rules, pack or rules.deck.contents, stake), _from, _cards)


_CHARACTERS = ("Rabbit", "Monkey", "Panda", "Tiger", "Phoenix", "Dragon")
"""In ascending order, as keys number them from 1."""


def _from(lowest: Hand) -> str:
    """This hand and all higher ones."""
    same, *ranks = lowest.key
    names = [_CHARACTERS[rank - 1] for rank in ranks]
    if same == 1:
        return f"a pair or better, or with {'-'.join(names)} or higher"
    hand = lowest.name.replace("_", " ")
    return f"{hand} or higher" if same == HAND_SIZE else f"trips, or with a {hand} and a {names[1]} or higher"


def _cards(spot: Hashable) -> str:
    assert isinstance(spot, tuple)
    return "-".join(deck("dragon-poker").names[card] for card in spot)


@cache
def hands(pack: Pack) -> dict[tuple[Card, ...], int]:
    """Every hand of three, kinds only, and in how many ways the pack deals it."""
    held = dict(pack)
    kinds = [card for card, n in pack if n]
    found = {cards: _ways(held, cards) for cards in combinations_with_replacement(kinds, HAND_SIZE)}
    return {cards: ways for cards, ways in found.items() if ways}


def _ways(held: Mapping[Card, int], cards: tuple[Card, ...]) -> int:
    return prod(comb(held[card], n) for card, n in Counter(cards).items())


@cache
def count(pack: Pack) -> Count:
    """For every hand of the player: how many of the dealer's hands lead to each outcome."""
    play_or_fold.check_pack(pack, 2 * HAND_SIZE)
    held, dealt = dict(pack), hands(pack)
    dealers = [(tuple(Counter(cards).items()), dragon_hand(cards)) for cards in dealt]
    spots: dict[Hashable, Spot] = {}
    outcomes: dict[tuple[Cell, ...], tuple[int, Hand, Hand]] = {}
    for cards, ways in dealt.items():
        hand = dragon_hand(cards)
        left = {card: n - cards.count(card) for card, n in held.items()}
        by_dealer: Counter[Hand] = Counter()
        for kinds, dealer in dealers:
            by_dealer[dealer] += prod(comb(left[card], n) for card, n in kinds)
        against: Counter[int] = Counter()
        for dealer, n in by_dealer.items():
            cells = tuple(main_cell(wager, LIVE, hand, dealer) for wager in _MAIN)
            place, _, _ = outcomes.setdefault(cells, (len(outcomes), hand, dealer))
            against[place] += n
        spots[cards] = Spot(hand, ways, tuple((place, n) for place, n in against.items() if n))
    return Count(spots, tuple((hand, dealer) for _, hand, dealer in outcomes.values()))


def prepare(rules: Rules, stake: int) -> None:
    """Counts once, so that a coach answers at once."""
    advise(rules, ("RA", "MO", "PA"), stake=stake)
