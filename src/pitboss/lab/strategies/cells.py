"""The spots of a decision put together into cells: spots that the words of the search do not tell apart. A search over
cells is exact for the spots, and cells are few."""

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.deck import RANKS
from pitboss.lab.strategies.judged import JudgedGame
from pitboss.lab.strategies.spots import DecisionSpots
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.words import FROM, OF, word_of
from pitboss.odds.tables import LOWEST_RANK, Array

FEW = 60_000
"""Of so many spots every word is looked at; of more, as many words as tell no more cells apart than this:"""
MOST_CODES = 4_000_000
_FIRST = (
    "outs", "hidden", "paired", "dealer_card", "matches_dealer", "above_dealer", "hand", "highest", "lowest", "pair",
    "suited", "flush_cards", "flush_own", "straights", "spread", "staked", "second", "third", "fourth", "board",
    "dealer_suit",
)  # fmt: skip
"""The words of a search, those that say most first."""


class SearchWord(NamedTuple):
    """A word with the levels at which a rule can cut it."""

    name: str
    up: tuple[Any, ...]
    """Level → the value that asks for this level or a higher one."""
    down: tuple[Any, ...]
    """Level → the value that asks for this level or a lower one."""


class Cells(NamedTuple):
    """The cells of one decision."""

    words: tuple[SearchWord, ...]
    levels: Array
    """[word, cell]"""
    values: Array
    """[choice, cell]: what each choice brings, as whole numbers."""
    best: int
    """What the best choices of all spots bring."""
    at: Array
    """[spot]: the cell it is in."""


def hand_levels(scale: HandScale, ranks: int) -> tuple[list[int], list[str], list[str | None]]:
    """The first places of hands that can be named; what asks for such a hand or a better one, and for no better one
    than those before the next, where that can be said. Named are categories; with `ranks` also the leading rank of a
    category, and so many ranks of hands of the lowest one."""
    named = {place: example for example, place in scale.examples.items()}
    first: dict[int, list[str]] = {}
    last: dict[str, int] = {}
    for place, hand in enumerate(scale.hands):
        names = [hand.name.replace("_", " ")]
        leading = [RANKS[rank - LOWEST_RANK] for rank in hand.key[1 : 1 + ranks]]
        if leading and hand.name == scale.hands[0].name:
            names += ["-".join(leading)] if len(leading) > 1 else []
        elif leading:
            names.append(f"{names[0]} of {leading[0]}")
        names += [example] if (example := named.get(place)) else []
        first.setdefault(place, []).extend(name for name in names if name not in last)
        last.update(dict.fromkeys(names, place))
    starts = [place for place, names in first.items() if names]
    ends = [*(place - 1 for place in starts[1:]), len(scale.hands) - 1]
    said = [[name for name in first[at] if last[name] == end] for at, end in zip(starts, ends, strict=True)]
    down = [f"{names[0]} or worse" if names else None for names in said]
    return starts, [f"{first[place][0]} or better" for place in starts], down


def _ranks_named(spots: DecisionSpots) -> int:
    """How many ranks of a hand the search names: all of them, but where a board is shared."""
    return 0 if "highest" not in spots.measures or "board" in spots.measures else len(RANKS)


def _word(spots: DecisionSpots, name: str) -> tuple[SearchWord, Array] | None:
    """A word with its level at every spot; none where it says nothing."""
    word, measured = word_of(name), spots.measure(name)
    if word is None:
        return None
    if word.kind == "hand":
        starts, better, worse = hand_levels(spots.scales[name], _ranks_named(spots))
        level = (np.searchsorted(np.array(starts), np.arange(len(spots.scales[name].hands)), side="right") - 1)[
            measured
        ]
        return SearchWord(name, tuple(better), tuple(worse)), np.maximum(level, 0)
    known = np.array([value for value in range(int(measured.max()) + 1) if (measured == value).any()])
    if len(known) < 2:
        return None
    place = np.zeros(int(known.max()) + 1, dtype=np.uint8)
    place[known.astype(np.int64)] = np.arange(len(known))
    up, down = zip(*(_asked(word.kind, int(value), bool((known == 0).any())) for value in known), strict=True)
    return SearchWord(name, up, down), place[measured.astype(np.uint8)]


def _asked(kind: str, value: int, none: bool) -> tuple[Any, Any]:
    """What asks for this value or more, and for this value or less."""
    if kind == "yes":
        return bool(value), bool(value)
    if kind == "number":
        return f"{value} or more", f"{value} or fewer"
    if value == 0:
        return None, "none"
    rank = RANKS[value - LOWEST_RANK]
    lower: Any = f"{rank} or lower"
    return f"{rank} or better", ["none", lower] if none else lower


def _names(spots: DecisionSpots, few: bool) -> list[str]:
    """The words of the search; of cards with ranks those that count from a rank up, of others each card's own."""
    found = [name for name in _FIRST if name in spots.measures]
    if few:
        start = FROM if any(name.startswith(FROM) for name in spots.measures) else OF
        found += [name for name in spots.measures if name.startswith(start)]
    return found


def cells_of(game: JudgedGame, decision: int) -> Cells:
    """The cells of a decision, and what each choice brings in them."""
    spots = game.decisions[decision]
    size = int(np.prod(spots.shape))
    few = size <= FEW
    words: list[SearchWord] = []
    seen: list[Array] = []
    codes, radix = np.zeros(spots.shape, dtype=np.int32), 1
    for name in _names(spots, few):
        found = _word(spots, name)
        if found is None or (not few and radix * len(found[0].up) > MOST_CODES):
            continue
        word, level = found
        whole = np.broadcast_to(level, spots.shape)
        if few and any(np.array_equal(whole, other) for other in seen):
            continue
        words.append(word)
        seen.append(whole)
        codes = codes * np.int32(len(word.up)) + whole.astype(np.int32)
        radix *= len(word.up)
        if few:  # numbered anew each time, so that codes stay small
            codes = np.unique(codes, return_inverse=True)[1].reshape(spots.shape).astype(np.int32)
            radix = int(codes.max()) + 1
    there = np.zeros(radix, dtype=bool)
    there[codes if spots.possible is None else codes[spots.possible]] = True
    number = (np.cumsum(there) - 1).astype(np.int32)
    cells = number[codes]
    kept = int(there.sum())
    levels = np.zeros((len(words), kept), dtype=np.int16)
    for row, each in zip(levels, seen, strict=True):
        some = cells if spots.possible is None else cells[spots.possible]
        row[some] = each if spots.possible is None else each[spots.possible]
    if spots.possible is not None:
        cells = np.where(spots.possible, cells, 0).astype(np.int32)
    sums = game.sums(decision, cells, kept)
    return Cells(tuple(words), levels, sums[:-1], int(sums[-1].sum()), cells)
