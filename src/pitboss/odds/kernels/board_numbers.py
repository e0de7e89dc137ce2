"""How boards and cards are numbered where community cards are shared (see `board_rivers`)."""

from pitboss.odds.kernels import kernel


@kernel
def index5(counts, choose):
    """The index of the multiset of five ranks."""
    index = 0
    seen = 0
    for r in range(13):
        for _ in range(counts[r]):
            index += choose[r + seen, seen + 1]
            seen += 1
    return index


@kernel
def pattern_of(counts, mask):
    """Which of the distinct ranks, in ascending order, are in the mask."""
    pattern = 0
    bit = 1
    for r in range(13):
        if counts[r]:
            if mask >> r & 1:
                pattern |= bit
            bit <<= 1
    return pattern


@kernel
def class_of(card, suit):
    return (card >> 2) + (13 if card & 3 == suit else 0)


@kernel
def triangle(x, y, size):
    """The number of an unordered pair of classes."""
    if x > y:
        x, y = y, x
    return x * size - x * (x - 1) // 2 + y - x


@kernel
def flush_suit(of_suit):
    """The suit of three or more cards, or −1."""
    for suit in range(4):
        if of_suit[suit] > 2:
            return suit
    return -1
