"""Let It Ride, counted: what every three and every four cards can become. No payment enters, so one count of a pack
serves every paytable. Sets of cards that differ only by the names of the suits are counted once."""

from functools import cache

import numpy as np
from msgspec import Struct

from pitboss.games.let_it_ride.game import tens_or_better
from pitboss.odds.card_sets import sets, sides
from pitboss.odds.kernels.let_it_ride import last_cards
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Pack


class Count(Struct, frozen=True):
    """Sets are integers as the kernels write them, in ascending order."""

    threes: Array
    three_ways: Array
    """How many hands of three cards each set stands for."""
    fours: Array
    four_ways: Array
    parent: Array
    child: Array
    ways: Array
    """`ways` cards turn the three cards `parent` into the four cards `child`; in ascending order of parents."""
    starts: Array
    """Where the links of each parent begin."""
    last: Array
    """last[four cards, kind]: how many fifth cards make this kind of hand."""
    kinds: tuple[str, ...]

    def links(self, three: int) -> slice:
        """The links of these three cards."""
        end = self.starts[three + 1] if three + 1 < len(self.starts) else len(self.parent)
        return slice(int(self.starts[three]), int(end))


@cache
def count(pack: Pack) -> Count:
    """Everything that can become of three cards; some 30 ms for 52 cards once the kernels are compiled."""
    ranks, suits = sides(pack)
    if len(ranks) * len(suits) < 5:
        raise ValueError(f"the pack has {len(ranks) * len(suits)} cards; a hand and the community cards need 5")
    threes, three_ways, _ = sets(pack, 3)
    fours, four_ways, place = sets(pack, 4)
    link, ways = np.unique(place + len(fours) * np.arange(len(threes))[:, None], return_counts=True)
    parent = link // len(fours)
    t = tables()
    names = [tens_or_better(hand) for hand in t.hands]
    kinds = tuple(dict.fromkeys(reversed(names)))
    kind = np.array([kinds.index(name) for name in names], dtype=np.int8)
    every = np.array(ranks, dtype=np.int64)
    return Count(
        threes=threes,
        three_ways=three_ways,
        fours=fours,
        four_ways=four_ways,
        parent=parent,
        child=link % len(fours),
        ways=ways.astype(np.int64),
        starts=np.searchsorted(parent, np.arange(len(threes))),
        last=last_cards(fours, every, len(suits), len(kinds), kind, t.ranks[5], t.suited, t.choose),
        kinds=kinds,
    )
