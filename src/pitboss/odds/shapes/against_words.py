"""The best play in sentences. A game may have words of its own for its hands (`HandWords`); else they are made from the
names of hands and cards."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards.deck import RANK, RANK_NAMES, Card, Deck
from pitboss.cards.ranking import Hand
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.shapes.against_rule import Group, GroupRule, HandOrder, groups, order_of, rule
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.rulebook.words import listed, number, sentence
from pitboss.table.definition import Choice, HandWords

if TYPE_CHECKING:
    from pitboss.odds.shapes.against import Way

MOST_NAMED = 24
"""So many hands are named in one sentence; of more their number is said."""


class Wording(NamedTuple):
    """How the hands and cards of one game are worded."""

    and_up: Callable[[Hand, Sequence[Hand]], str]
    cards: Callable[[tuple[Card, ...], bool], str]
    tells_suits: bool
    """Its words for cards can tell suits apart."""
    held: Callable[[int], tuple[Card, ...]]
    """hand of the player → his cards."""


def wording(way: "Way", pack: Pack, solved: Solved, order: HandOrder) -> Wording:
    """The game's own words, or those made from names."""
    rules, sight = solved.rules, solved.game.sight
    own = rules.game.hand_words or HandWords()
    first = {place: hand for hand, place in reversed(list(enumerate(order.place.tolist())))}

    def held(hand: int) -> tuple[Card, ...]:
        return way.cards_at(pack, sight, hand)

    def cards(given: tuple[Card, ...], suits: bool) -> str:
        return card_names(rules.deck, given, letters=True)

    def and_up(lowest: Hand, hands: Sequence[Hand]) -> str:
        if not any(hand.name == lowest.name and hand.key < lowest.key for hand in hands):
            return f"{a_hand(lowest.name)} or better"
        higher = next((hand for hand in hands if hand.key > lowest.key and hand.name != lowest.name), None)
        better = f"{a_hand(higher.name)} or better, or with " if higher else ""
        return f"{better}{card_names(rules.deck, held(first[hands.index(lowest)]))} or higher"

    return Wording(own.and_up or and_up, own.cards or cards, own.cards is not None, held)


def a_hand(name: str) -> str:
    """`a pair`, `three of a kind`."""
    words = name.replace("_", " ")
    counted = words.split(" ")[0] in {number(n) for n in range(11)} or words.endswith("s")
    return words if counted else a(words)


def a(words: str) -> str:
    """With its article."""
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def card_names(deck: Deck, cards: tuple[Card, ...], *, letters: bool = False) -> str:
    """`queen-six-four`, or `Q-6-4`: ranks that come most often first, then the highest; cards without a rank as they
    are."""
    if not all(card in RANK for card in cards):
        return "-".join(deck.names[card] for card in cards)
    often = Counter(card[0] for card in cards)
    ordered = sorted(cards, key=lambda card: (-often[card[0]], -RANK[card]))
    if letters:
        return "-".join("10" if card[0] == "T" else card[0] for card in ordered)
    return "-".join(RANK_NAMES[RANK[card]] for card in ordered)


def verb(choice: Choice) -> str:
    """A choice as it is told: `play`, `raise 3x`."""
    return choice.name.replace("_", " ")


# --- sentences ------------------------------------------------------------------------------------------------------


def in_words(way: "Way", pack: Pack, solved: Solved) -> list[str]:
    """The decisions: a line for each rule, and one for each sort of exception. Rules that are the same for several open
    cards are told once."""
    game, order = solved.game, order_of(solved)
    if game.step is None:
        return []
    if game.sight.shown > 1:
        return [f"The best play depends on the {number(game.sight.shown)} cards that the dealer shows."]
    words, alike = wording(way, pack, solved, order), way.but_for_suits(pack, game.sight)
    choices = [game.choices[choice] for choice in game.by_size()]
    told: dict[tuple[tuple[str, ...], bool | None], list[str]] = {}
    for group in groups(way, pack, solved, order):
        found = rule(order, group.taken)
        lines = (_thresholds(found, order, choices, words), *_exceptions(found, group, choices, words, alike))
        told.setdefault((lines, group.held), []).append(group.shown)
    return [line for (lines, held), shown in told.items() for line in _led(shown, held, lines)]


def _led(shown: list[str], held: bool | None, lines: tuple[str, ...]) -> list[str]:
    """The lines of one rule, with the cards of the dealer's for which it holds."""
    if not shown[0]:
        return list(lines)
    first, *others = lines
    which = " of its rank" if len(shown) > 1 else ""
    like = "" if held is None else f", if you hold {'one' if held else 'none'}{which}"
    told = f"Against {listed(map(a, shown), 'or')}{like}: {first[0].lower()}{first[1:]}"
    return [" ".join([told, *others])]


def _thresholds(found: GroupRule, order: HandOrder, choices: list[Choice], words: Wording) -> str:
    """From which hand on each choice is taken, the largest first."""
    said: list[str] = []
    above: int | None = None
    for size in range(len(choices) - 1, 0, -1):
        lowest = found.lowest[size - 1]
        if lowest is None or lowest == above:
            continue
        if lowest == 0:
            return f"{sentence('; '.join([*said, f'{verb(choices[size])} {_rest(said)}']))}."
        said.append(f"{verb(choices[size])} with {words.and_up(order.hands[lowest], order.hands)}")
        above = lowest
    return f"{sentence('; '.join([*said, f'{verb(choices[0])} {_rest(said)}']))}."


def _rest(said: list[str]) -> str:
    return "the rest" if said else "every hand"


def _exceptions(found: GroupRule, group: Group, choices: list[Choice], words: Wording, alike: Array) -> list[str]:
    """What is decided otherwise. Where cards of the same ranks are decided in different ways, suits must be told; where
    the words for cards cannot, it is said that suits decide."""
    differ = _decided_differently(found, group, alike)
    named: dict[int, dict[str, None]] = {}
    by_suits: dict[str, None] = {}
    for hand, size in found.exceptions:
        suits = int(alike[hand]) in differ
        name = words.cards(words.held(hand), suits)
        if suits and not words.tells_suits:
            by_suits[name] = None
        else:
            named.setdefault(size, {})[name] = None
    lines = [f"Exceptions: {verb(choices[size])} {_some(list(named[size]))}." for size in sorted(named, reverse=True)]
    return lines + ([f"The suits decide with {_some(list(by_suits))}."] if by_suits else [])


def _decided_differently(found: GroupRule, group: Group, alike: Array) -> set[int]:
    """Hands, but for their suits, of which not all are decided alike."""
    differ = set()
    for same in {int(alike[hand]) for hand, _ in found.exceptions}:
        sizes = (group.taken[alike == same] > 0).any(axis=0)
        if sizes.sum() > 1:
            differ.add(same)
    return differ


def _some(names: list[str]) -> str:
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
