"""What every choice at a spot is worth: to an honest player, and to one who has seen cards."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, Card
from pitboss.lab.protect import spots as priced
from pitboss.lab.protect.seen import ORDINALS, Lying, SeenPlaces, places_of
from pitboss.lab.protect.valued import AskedSpot, Valued, from_worths
from pitboss.lab.review.decisions import Spot
from pitboss.odds.counting import Progress, shape_of, silent
from pitboss.odds.tables import Array
from pitboss.table.rules import Rules

Worth = dict[str, Fraction]
MOST_VARIANTS = 6
"""Cards of one kind that are told apart: the dealer's first, his second, and so on."""


PLACE = "dealer"
"""Whose cards are seen most often."""


class Hypothesis(Struct, frozen=True):
    """A kind of seen cards; which cards it may have been."""

    kind: str
    variants: tuple[tuple[Lying, ...], ...]


def hypotheses(rules: Rules, wanted: tuple[str, ...] = ()) -> tuple[Hypothesis, ...]:
    """The kinds that are asked for; otherwise all that the game knows. Where hands share a board there are many, and
    unless others are asked for only the dealer's cards are looked at: they are what is seen at a table."""
    places = places_of(rules)
    able = priced.kinds(rules)
    if not wanted:
        wanted = tuple(kind for kind in able if _place(kind)[0] == PLACE) if shape_of(rules) == "board" else able
    return tuple(Hypothesis(kind, _variants(places, kind)) for kind in able if kind in wanted)


def _place(kind: str) -> tuple[str, str]:
    """The place that a kind names, and how many cards there, or which."""
    name, _, which = kind.partition(":")
    return name, which


def _variants(places: SeenPlaces, kind: str) -> tuple[tuple[Lying, ...], ...]:
    name, which = _place(kind)
    if which in ORDINALS:
        return ((places.named[name][ORDINALS.index(which)],),)
    return tuple(combinations(places.hidden(name), int(which)))[:MOST_VARIANTS]


class Column(Struct, frozen=True):
    """What the choices at some spots are worth to one player, honest or not; the spots in their order. Choices stand in
    the order of the script."""

    known: Array
    """[spot]: whether he can know what he is thought to know; nothing else is told of the others."""
    sums: Array
    """[spot, choice]: exactly sums / deals * scales[scale], in units of the base; 0 behind the last choice."""
    deals: Array
    scale: Array
    scales: tuple[Fraction, ...]
    floats: Array
    """[spot, choice]: the same, rounded."""
    faults: tuple[tuple[Array, str], ...]
    """Spots that could not be valued, and why."""

    def exactly(self, numerators: Array, some: Array) -> Fraction:
        """The sum of these numerators at these spots, which are places in the column."""
        found: dict[tuple[int, int], int] = {}
        each = zip(self.scale[some].tolist(), self.deals[some].tolist(), numerators.tolist(), strict=True)
        for scale, deals, n in each:
            if n:
                found[scale, deals] = found.get((scale, deals), 0) + n
        return sum((Fraction(n, deals) * self.scales[scale] for (scale, deals), n in found.items()), Fraction(0))

    def excess(self, taken: Array, there: Array) -> Array:
        """[spot]: by how much the best choice is above the one that was taken, as a numerator. `there`: which choices a
        spot has."""
        lowest = self.sums.min() if self.sums.size else 0
        best = np.where(there, self.sums, lowest).max(axis=1)
        found: Array = best - np.take_along_axis(self.sums, taken[:, None], axis=1)[:, 0]
        return found


class Prices:
    """The values at one table. Spots of one decision are valued together."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._shape = shape_of(rules)
        self._suits = all(card in RANK for card, _ in rules.deck.contents)
        self._kept: dict[object, Worth] = {}
        self._stakes: dict[int, int] = {}
        self._paid: dict[object, int] = {}
        self._first: dict[str, bool] = {}
        steps = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
        self.choices = {step.name: tuple(choice.name for choice in step.choices) for step in steps}
        """Of each decision."""
        self.most = max((len(names) for names in self.choices.values()), default=1)

    def column(
        self,
        spots: Sequence[Spot],
        kind: str | None = None,
        cards: tuple[Lying, ...] = (),
        progress: Progress = silent,
    ) -> Column:
        """To somebody who knows these cards of this kind beside his own and the open ones; to somebody honest where
        there is none. A card that was never dealt is not known, and neither is one before the board lies where a first
        decision would take too long to value."""
        groups: dict[_Group, list[int]] = {}
        faces: list[tuple[Card, ...]] = []
        for place, spot in enumerate(spots):
            seen = self._seen(spot, kind, cards)
            faces.append(seen or ())
            if seen is not None:
                group = _Group(spot.step, kind if seen else None, self._stake(spot.stake), self._times(spot))
                groups.setdefault(group, []).append(place)
        parts: list[tuple[Array, Valued]] = []
        faults: list[tuple[Array, str]] = []
        for group, places in groups.items():
            asked = [AskedSpot(spots[n].own, spots[n].board, spots[n].dealer, faces[n]) for n in places]
            try:
                parts.append((np.array(places), self._valued(group, asked, progress)))
            except ValueError as error:
                faults.append((np.array(places), str(error)))
        return self._joined(len(spots), parts, tuple(faults))

    def _joined(
        self, size: int, parts: Sequence[tuple[Array, Valued]], faults: tuple[tuple[Array, str], ...]
    ) -> Column:
        large = any(part.sums.dtype == object or part.deals.dtype == object for _, part in parts)
        whole: Any = object if large else np.int64
        known, floats = np.zeros(size, dtype=bool), np.zeros((size, self.most))
        sums, deals = np.zeros((size, self.most), dtype=whole), np.ones(size, dtype=whole)
        scale, scales = np.zeros(size, dtype=np.int64), list(dict.fromkeys(part.scale for _, part in parts))
        for places, part in parts:
            width = len(part.choices)
            known[places], deals[places], scale[places] = True, part.deals, scales.index(part.scale)
            sums[places, :width], floats[places, :width] = part.sums, part.floats
        return Column(known, sums, deals, scale, tuple(scales), floats, faults)

    def _seen(self, spot: Spot, kind: str | None, cards: tuple[Lying, ...]) -> tuple[Card, ...] | None:
        """The faces of these cards, none of them where they lie open by now; None where they are not known."""
        if kind is None:
            return ()
        if kind not in self._first:
            self._first[kind] = priced.first_known(self.rules, kind)
        if not spot.board and not self._first[kind]:
            return None
        dealt = dict(spot.dealt)
        faces = []
        for card in cards:
            lying = dealt.get(card.where, ())
            if card.number >= len(lying):
                return None
            faces.append(lying[card.number])
        if all(card.where != PLACE for card in cards) and all(face in spot.board for face in faces):
            return ()
        return tuple(faces)

    def _valued(self, group: "_Group", asked: Sequence[AskedSpot], progress: Progress) -> Valued:
        times = dict(group.times) or None
        found = priced.many(
            self.rules, group.step, asked, kind=group.kind, times=times, stake=group.stake, progress=progress
        )
        return found or from_worths([self._alone(group, each) for each in asked])

    def _alone(self, group: "_Group", asked: AskedSpot) -> Worth:
        """One spot, where many cannot be valued together; spots that differ by the names of the suits are one."""
        cards: tuple[tuple[Card, ...], ...] = tuple(asked)
        key = (group, _alike(cards) if self._suits else cards)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = priced.values(
                self.rules,
                group.step,
                asked.own,
                asked.open_cards,
                dealer=asked.dealer,
                seen={group.kind: asked.faces} if group.kind is not None else None,
                times=dict(group.times) or None,
                stake=group.stake,
            )
        return found

    def _stake(self, stake: int) -> int:
        """The first stake at which the same is paid, in units of the base."""
        found = self._stakes.get(stake)
        if found is None:
            paid = priced.payments_at(self.rules, stake)
            found = self._stakes[stake] = self._paid.setdefault(paid, stake)
        return found

    def _times(self, spot: Spot) -> tuple[tuple[str, int], ...]:
        return spot.times if self._shape == "stages" else ()


class _Group(NamedTuple):
    """Spots that are valued together."""

    step: str
    kind: str | None
    stake: int
    times: tuple[tuple[str, int], ...]


def _alike(groups: tuple[tuple[Card, ...], ...]) -> object:
    """The same for spots that differ by the names of the suits alone: the ranks of each group in each suit, the suits
    in any order."""
    suits: dict[str, list[list[str]]] = {}
    for number, cards in enumerate(groups):
        for card in cards:
            if card[1] not in suits:
                suits[card[1]] = [[] for _ in groups]
            suits[card[1]][number].append(card[0])
    return tuple(sorted(tuple("".join(sorted(ranks)) for ranks in held) for held in suits.values()))
