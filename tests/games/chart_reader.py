"""Reads the sentences of a chart as a stranger would, and says of cards whether a sentence names them."""

import re
from collections import Counter

Cards = tuple[tuple[int, str], ...]
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
RANKS = {"six": 6, "jack": 11}
RUNS = [{14, 2, 3, 4, 5}, *({low, low + 1, low + 2, low + 3, low + 4} for low in range(2, 11))]


def names(words: str, cards: Cards) -> bool:
    """Whether these words are true of the cards."""
    ranks = [rank for rank, _ in cards]
    kinds = sorted(Counter(ranks).values(), reverse=True)
    paired = max((rank for rank, count in Counter(ranks).items() if count == 2), default=0)
    suited = len({suit for _, suit in cards}) == 1
    sort, _, rest = words.removesuffix(f", such as {_such(words)}").partition(", ")
    plain = {
        "any pair": paired > 0,
        "a pair of jacks or better": kinds[:2] in ([2, 1], [2]) and paired >= 11,
        "a pair of sixes to tens": kinds[:2] in ([2, 1], [2]) and 6 <= paired <= 10,
        "two pair": kinds == [2, 2],
        "three of a kind": kinds[0] == 3,
    }
    if sort in plain:
        return plain[sort] and not rest
    if found := re.fullmatch(r"any (\w+) of (different ranks|one suit)", sort):
        assert NUMBERS[found[1]] == len(cards)
        fits = suited if found[2] == "one suit" else kinds[0] == 1
        return fits and (not rest or _high(rest, ranks))
    found = re.fullmatch(r"(\w+) to a (straight|straight flush|royal flush)", sort)
    assert found is not None and NUMBERS[found[1]] == len(cards), words
    ways = sum(set(ranks) <= run for run in RUNS) if kinds[0] == 1 else 0
    if found[2] == "royal flush":
        return suited and ways > 0 and min(ranks) >= 10
    if (found[2] == "straight flush") > suited:
        return False
    complete, _, high = rest.partition(", ")
    said = re.fullmatch(r"(\w+) ways? to complete it", complete)
    assert said is not None, words
    return ways == NUMBERS[said[1]] and (not high or _high(high, ranks))


def _such(words: str) -> str:
    return words.partition(", such as ")[2]


def _high(words: str, ranks: list[int]) -> bool:
    """`at least one card jack or higher and two six or higher or all three cards six or higher`."""
    plain = words.replace(" or higher", "+")
    return any(all(_count(part, ranks) for part in each.split(" and ")) for each in plain.split(" or "))


def _count(words: str, ranks: list[int]) -> bool:
    found = re.fullmatch(r"(?:at least |all |both )?(\w*) ?(?:cards? )?(\w+)\+", words)
    assert found is not None, words
    least = len(ranks) if words.startswith("both") else NUMBERS[found[1]]
    return sum(rank >= RANKS[found[2]] for rank in ranks) >= least
