"""Many spots at once where the player's hand meets the dealer's: spots that differ by the names of the suits are
counted once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, gcd

import numpy as np

from pitboss.lab.protect import against
from pitboss.lab.protect.seen import SeenCards
from pitboss.lab.protect.valued import INT64, AskedSpot, Valued, numbers, whole
from pitboss.odds.figures import net
from pitboss.odds.shapes import against_ranks, against_ranks_many, against_ranks_seen
from pitboss.odds.shapes.against import way
from pitboss.odds.shapes.against_game import AgainstSight, Contest, Met, contest, ending
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

WORKERS = 2
PIECE = 512
"""Spots that one worker takes at a time."""
TABLE = 1 << 31
"""From so many of the dealer's hands on, the table of all spots is counted instead, where it can be."""


def valued(rules: Rules, asked: Sequence[AskedSpot], sight: SeenCards, stake: int) -> Valued | None:
    """What every choice is worth; None where spots must be looked at one by one."""
    pack, game = rules.deck.contents, against.knowing(contest(rules), sight)
    how: object = way(pack, game.sight._replace(shown=0), game.title)
    if how is against_ranks:
        return _by_ranks(rules, game, asked, stake)
    from pitboss.odds.shapes import against_sets

    if how is not against_sets or asked[0].open_cards or game.sight.shown > game.sight.dealer:
        return None
    known = against_sets.ground(pack, game.sight)
    rows = numbers(asked, known.known.number)
    if rows is None or rows.shape[1] != game.sight.own + game.sight.shown:
        return None
    own = np.sort(rows[:, : game.sight.own], axis=1)
    place = sum(known.known.choose[own[:, i], i + 1] for i in range(game.sight.own))
    renaming = known.own.renaming[place].astype(np.int64)
    shown = np.sort(known.known.renamings[renaming[:, None], rows[:, game.sight.own :]], axis=1)
    code = known.own.kind[place].astype(np.int64)
    for column in shown.T:
        code = code * len(known.known.cards) + column
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    hands, open_cards = known.own.kind[place][first], shown[first]
    counts = _counts(pack, game.sight, hands, open_cards)
    nets, unit = _nets(rules, game, known.outcomes.met, stake, comb(len(known.known.cards), game.sight.dealer))
    ends = known.ends[known.made[hands]]
    sums = np.zeros((len(hands), len(nets)), dtype=nets.dtype)
    for run in range(counts.shape[1]):
        sums += nets[:, ends[:, run]].T * counts[:, run, None]
    names = tuple(choice.name for choice in game.choices)
    return Valued(names, sums[back.ravel()], counts.sum(axis=1)[back.ravel()], Fraction(unit, stake))


def _by_ranks(rules: Rules, game: Contest, asked: Sequence[AskedSpot], stake: int) -> Valued | None:
    """Long hands of which only some ranks count."""
    pack, sight = rules.deck.contents, game.sight
    rows = numbers(asked, {card: place for place, (card, _) in enumerate(pack)})
    if rows is None or asked[0].open_cards or rows.shape[1] != sight.own + sight.shown:
        return None
    found = against_ranks_many.spots(pack, sight, rows[:, : sight.own], rows[:, sight.own :])
    hidden = comb(len(pack) - sight.own - sight.shown, sight.dealer - sight.shown)
    nets, unit = _nets(rules, game, against_ranks_seen.ground(pack, sight).outcomes.met, stake, hidden)
    sums = (nets[:, found.ends] * found.counts).sum(axis=2).T
    names = tuple(choice.name for choice in game.choices)
    return Valued(names, sums, found.counts.sum(axis=1), Fraction(unit, stake))


def _counts(pack: Pack, sight: AgainstSight, hands: Array, shown: Array) -> Array:
    """[spot, run]: how many of the dealer's hands are in each run. `shown` ascend, their suits renamed as for the
    hand."""
    from pitboss.odds import suit_kinds
    from pitboss.odds.kernels import against as k
    from pitboss.odds.shapes import against_sets

    known = against_sets.ground(pack, sight)
    choose = known.known.choose
    hidden = comb(len(known.known.cards) - sight.own - sight.shown, sight.dealer - sight.shown)
    if hidden * len(hands) > TABLE and not against_sets.too_large(pack, sight):
        at = sum((choose[shown[:, i], i + 1] for i in range(sight.shown)), np.zeros(len(hands), dtype=np.int64))
        table: Array = against_sets.count(pack, sight).counts[hands, at].astype(np.int64)
        return table
    kind = suit_kinds.kinds(pack, sight.dealer, known.alike).kind
    height = suit_kinds.heights(pack, sight.dealer, sight.his, known.alike).height
    cards, limits = known.own.cards[hands], known.limits[known.made[hands]]
    found = np.zeros((len(hands), limits.shape[1] + 1), dtype=np.int64)

    def work(first: int) -> None:
        last = min(first + PIECE, len(hands))
        k.count_each(first, last, cards, shown, sight.dealer, kind, height, limits, choose, found)

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(0, len(hands), PIECE)))
    return found


def _nets(rules: Rules, game: Contest, met: Sequence[Met], stake: int, most: int) -> tuple[Array, int]:
    """[choice, outcome]: what each brings as whole numbers, and the cents of one; sums over `most` hands fit."""
    cents = [[net(rules, ending(game, c, each), stake, {}) for each in met] for c in range(len(game.choices))]
    unit = gcd(*(n for row in cents for n in row)) or 1
    found = whole([[n // unit for n in row] for row in cents])
    large = max(abs(n) for row in cents for n in row) // unit * most >= INT64
    return found.astype(object) if large else found, unit
