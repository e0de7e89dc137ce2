"""Whether the rankings of a game order hands, and whether every hand that a wager tells apart can be dealt. Small hands
are looked at exhaustively, large ones by every combination of ranks and by sample."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb

from pitboss.cards.deck import RANK, RANKS, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.rulebook.words import listed
from pitboss.table.cells import HIGHER, LOWER, Compared, Holding, Named, Qualified, by_height, holdings
from pitboss.table.rules import Rules

EVERY = 60_000
"""So many sets of cards are all looked at."""
SAMPLE = 4000
SEED = "hands"


Said = tuple[str, bool]
"""A sentence, and whether it is certain: a sample may not have met what is rare."""


def hand_faults(rules: Rules) -> Iterator[Said]:
    """What is wrong with the hands of the game."""
    found = {wager: holdings(fields) for wager, fields in rules.fields.items() if wager in rules.index}
    wrong: set[str] = set()
    for holding in dict.fromkeys(each for some in found.values() for each in some):
        for fault in _ranking(rules, holding):
            wrong.add(holding.ranking.id)
            yield fault, True
    for wager in found:
        for field in rules.fields[wager]:
            if isinstance(field, Named) and field.hand.ranking.id not in wrong:
                yield from _names(rules, wager, field)
            elif isinstance(field, Compared) and field.own.ranking.id not in wrong:
                yield from ((fault, True) for fault in _results(rules, wager, field))
    if not wrong:
        yield from qualifies(rules)


# --- cards ----------------------------------------------------------------------------------------------------------


def size(rules: Rules, holding: Holding) -> int:
    """How many cards are looked at together when the round is over."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    total = 0
    for seen in holding.sees:
        to = "seats" if seen.place == "own" else seen.place
        dealt = sum(deal.count for part in plan.values() for deal in part if deal.to == to)
        total += min(seen.first, dealt) if seen.first else dealt
    return total


def hands_to_look_at(rules: Rules, holding: Holding) -> tuple[list[tuple[Card, ...]], bool]:
    """Sets of cards, and whether they are all there are."""
    cards, count = rules.deck.cards, size(rules, holding)
    if comb(len(cards), count) <= EVERY:
        return list(dict.fromkeys(combinations(cards, count))), True
    chance = random.Random(SEED)
    some = [tuple(chance.sample(cards, count)) for _ in range(SAMPLE)]
    some += [tuple(named) for named, _ in holding.ranking.apart if len(named) == count]
    if rules.deck.is_standard and count <= 7:
        some += list(_by_ranks(count, chance))
    return some, False


def _by_ranks(count: int, chance: random.Random) -> Iterator[tuple[Card, ...]]:
    """Every combination of ranks: in one suit as far as that goes, in as many suits as there are, and by chance."""
    for ranks in combinations_with_replacement(RANKS, count):
        if any(ranks.count(rank) > len(SUITS) for rank in ranks):
            continue
        yield _spread(ranks, chance)
        if len(set(ranks)) == count:
            yield tuple(rank + SUITS[n % 4] for n, rank in enumerate(ranks))
            yield tuple(rank + SUITS[0] for rank in ranks)
            for five in (ranks[:5], ranks[-5:]) if count > 5 else ():
                yield tuple(rank + SUITS[0 if rank in five else 1 + n % 3] for n, rank in enumerate(ranks))


def _spread(ranks: Sequence[str], chance: random.Random) -> tuple[Card, ...]:
    suits = {rank: chance.sample(SUITS, len(SUITS)) for rank in set(ranks)}
    return tuple(rank + suits[rank][ranks[:n].count(rank)] for n, rank in enumerate(ranks))


def shown(cards: Sequence[Card]) -> str:
    return " ".join(cards)


# --- rankings -------------------------------------------------------------------------------------------------------


def _ranking(rules: Rules, holding: Holding) -> Iterator[str]:
    """The first thing that is wrong with a ranking: what it returns, whether the order of the cards matters, whether
    suits do although it says not."""
    ranking, chance = holding.ranking, random.Random(SEED)
    said = f"cells: the ranking '{ranking.id}'"
    if not size(rules, holding):
        return
    hands, _ = hands_to_look_at(rules, holding)
    for cards in chance.sample(hands, min(len(hands), SAMPLE)):
        hand = ranking.of(cards)
        if not isinstance(hand, Hand) or not isinstance(hand.name, str) or not _is_key(hand.key):
            yield f"{said} must return Hand(name, key) with a key of whole numbers; for {shown(cards)} it is {hand!r}"
            return
        mixed = tuple(chance.sample(cards, len(cards)))
        if (other := ranking.of(mixed)) != hand:
            yield (
                f"{said} does not order hands: {shown(cards)} is {hand.name} {hand.key}, and the same cards as "
                f"{shown(mixed)} are {other.name} {other.key}"
            )
            return
        if ranking.suits_alike and (changed := _other_suits(cards, chance)) and ranking.of(changed) != hand:
            yield (
                f"{said} says that suits are alike, but {shown(cards)} and {shown(changed)} are different hands; "
                f"say suits_alike=False"
            )
            return


def _is_key(key: object) -> bool:
    return isinstance(key, tuple) and all(isinstance(part, int) for part in key)


def _other_suits(cards: Sequence[Card], chance: random.Random) -> tuple[Card, ...]:
    """The same cards with the suits' names exchanged; nothing where a card has no suit."""
    if not all(card in RANK for card in cards):
        return ()
    suits = dict(zip(SUITS, chance.sample(SUITS, len(SUITS)), strict=True))
    return tuple(card[0] + suits[card[1]] for card in cards)


# --- what wagers tell apart -----------------------------------------------------------------------------------------


def _names(rules: Rules, wager: str, field: Named) -> Iterator[Said]:
    """Hands that the cards make and the cells do not know, and hands that no cards make."""
    if not size(rules, field.hand):
        return
    hands, every = hands_to_look_at(rules, field.hand)
    made: dict[str, tuple[Card, ...]] = {}
    keys: dict[str, set[tuple[int, ...]]] = {}
    for cards in hands:
        hand = field.hand.ranking.of(cards)
        made.setdefault(name := field.called(hand), cards)
        keys.setdefault(name, set()).add(hand.key)
    said = f"cells of '{wager}': the field '{field.name}'"
    for name in made.keys() - set(field.values):
        yield f"{said} can be '{name}' ({shown(made[name])}), which its values do not have; add it", True
    missing = [name for name in field.values if name not in made]
    if missing:
        looked = f"all {len(hands):,} hands were looked at" if every else f"{len(hands):,} hands were looked at"
        yield f"{said} is never {listed([repr(name) for name in missing], 'or')}: {looked}", every
    yield from ((fault, True) for fault in _order(rules, rules.book.wager(wager).family, keys))


def _order(rules: Rules, family: str, keys: dict[str, set[tuple[int, ...]]]) -> Iterator[str]:
    """Hands that the book does not tell highest first: all hands of one name are lower than all of the next."""
    told = rules.book.hands.get(family, ())
    for first, second in pairwise(name for name in told if name in keys):
        if max(keys[first]) < min(keys[second]):
            yield f"hands of '{family}': they are told highest first, but '{second}' is higher than '{first}'"


def _results(rules: Rules, wager: str, field: Compared) -> Iterator[str]:
    """Results that the cells do not know; a ranking that tells no two hands apart."""
    own, other = size(rules, field.own), size(rules, field.other)
    shared = {seen.place for seen in field.own.sees} & {seen.place for seen in field.other.sees}
    if shared or not own or not other or own + other > rules.deck_size:
        return
    chance, cards = random.Random(SEED), rules.deck.cards
    found: dict[str, tuple[Card, ...]] = {}
    for _ in range(SAMPLE):
        dealt = tuple(chance.sample(cards, own + other))
        hands = field.own.ranking.of(dealt[:own]), field.other.ranking.of(dealt[own:])
        found.setdefault(field.grade(*hands), dealt)
    said = f"cells of '{wager}': the field '{field.name}'"
    for name in found.keys() - set(field.values):
        yield f"{said} can be '{name}' ({shown(found[name])}), which its values do not have; add it"
    never = [name for name in (HIGHER, LOWER) if name in field.values and name not in found]
    if never and field.grade is by_height:
        yield (
            f"{said} is never {listed([repr(name) for name in never], 'or')} in {SAMPLE:,} deals: the ranking "
            f"'{field.own.ranking.id}' does not tell hands apart"
        )


def qualifies(rules: Rules) -> Iterator[Said]:
    """A dealer who always plays, or never."""
    fields = (f for w in rules.index for f in rules.fields[w] if isinstance(f, Qualified))
    for field in dict.fromkeys(fields):
        if size(rules, field.hand):
            hands, every = hands_to_look_at(rules, field.hand)
            said = {field.says(field.hand.ranking.of(cards)) for cards in hands}
            if len(said) == 1:
                looked = "all" if every else f"{len(hands):,}"
                yield f"cells: the field '{field.name}' is always '{said.pop()}': {looked} hands were looked at", every
