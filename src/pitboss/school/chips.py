"""The chips of a dealer's tray: what each is worth, which make an amount, whether a payment has the right ones."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pitboss.messages.tasks import ChipPile

DENOMINATIONS = (500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25, 5, 1)
"""Cents, the largest first. Each divides the next larger one: the fewest chips are found from the largest on."""
DOLLAR = 100
STACK = 20
"""So many chips of one colour are a stack: the most that is sized into a wager."""


def denominations(unit: int) -> tuple[int, ...]:
    """Those of a tray from which every multiple of `unit` cents can be paid: dollars and above, and the coins that it
    wants."""
    least = max(cents for cents in DENOMINATIONS if unit % cents == 0)
    return tuple(cents for cents in DENOMINATIONS if cents >= min(least, DOLLAR))


def fewest(cents: int, among: Sequence[int]) -> tuple[ChipPile, ...]:
    """The fewest chips of these denominations that make an amount, the largest first."""
    piles = []
    for worth in among:
        count, cents = divmod(cents, worth)
        if count:
            piles.append(ChipPile(worth, count))
    if cents:
        raise ValueError(f"no chips of {among} make the {cents} cents that are left")
    return tuple(piles)


def worth(piles: Iterable[ChipPile]) -> int:
    """What the chips are worth together, in cents."""
    return sum(pile.cents * pile.count for pile in piles)


def counted(piles: Iterable[ChipPile]) -> Counter[int]:
    """How many chips there are of each denomination."""
    found: Counter[int] = Counter()
    for pile in piles:
        found[pile.cents] += pile.count
    return found


def part_of(piles: Sequence[ChipPile], cents: int) -> tuple[ChipPile, ...] | None:
    """Some of these chips that are worth so much; none where they would have to be changed first."""
    taken = []
    for pile in sorted(piles, key=lambda each: -each.cents):
        count = min(pile.count, cents // pile.cents)
        cents -= count * pile.cents
        if count:
            taken.append(ChipPile(pile.cents, count))
    return None if cents else tuple(taken)


def needlessly_small(paid: Iterable[ChipPile], lying: Iterable[ChipPile], among: Sequence[int]) -> bool:
    """Whether larger chips of the tray should have been paid. Chips of the colours that lie on the wager may be sized
    into it, up to a stack of each; all others must be the fewest for what they are worth."""
    chips, colours = counted(paid), counted(lying)
    right = counted(fewest(worth(ChipPile(cents, count) for cents, count in chips.items()), among))
    if chips == right:
        return False
    if any(chips[cents] > max(STACK, right[cents]) for cents in colours):
        return True
    others = {cents: count for cents, count in chips.items() if cents not in colours}
    left = sum(cents * count for cents, count in others.items())
    return Counter(others) != counted(fewest(left, among))
