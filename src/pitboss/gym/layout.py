"""What an agent sees, as numbers, and what it may do. An observation is made from the player's own view of the table
and from nothing else, so it cannot hold a card that he may not see."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.odds.holdings import dealt
from pitboss.simulation.setting import by_boldness, deck_of
from pitboss.table.definition import Step
from pitboss.table.rules import Rules
from pitboss.table.views import View

Observation = NDArray[np.int8]
Mask = NDArray[np.int8]
MOST = 127
"""The largest number that an observation can hold."""


class ObservedPart(Struct, frozen=True):
    """A part of an observation: where it begins, how long it is, how large its numbers can be."""

    name: str
    start: int
    size: int
    most: int

    @property
    def place(self) -> slice:
        return slice(self.start, self.start + self.size)


class AgentLayout(Struct, frozen=True):
    """Observations and actions of one game.

    `step` has a 1 at the decision that is asked, or at its last place once the round is over. `own`, `dealer`,
    `community` and `box`, as far as the game deals there, count for each kind of card how many the player sees there.
    `wagers` are the main wagers of his position, in units of the base."""

    steps: tuple[Step, ...]
    """The decisions, in the order of the script."""
    cards: tuple[Card, ...]
    """The kinds of card, in the order in which each part of cards counts them."""
    wagers: tuple[str, ...]
    actions: tuple[str, ...]
    """All choices that there are. An action is a place in this list; one place at least is there, so that a game in
    which nothing is asked can be stepped through."""
    parts: tuple[ObservedPart, ...]

    @property
    def size(self) -> int:
        last = self.parts[-1]
        return last.start + last.size

    def part(self, name: str) -> ObservedPart:
        """One part, by its name."""
        return next(part for part in self.parts if part.name == name)

    def highest(self) -> Observation:
        """The largest number that can stand at each place."""
        return np.concatenate([np.full(part.size, part.most, dtype=np.int8) for part in self.parts])

    def number(self, step: str) -> int:
        """The place of a decision among all; behind the last one where it is none."""
        return next((n for n, each in enumerate(self.steps) if each.name == step), len(self.steps))

    def mask(self, legal: Iterable[str]) -> Mask:
        """A 1 for every action that may be chosen; where nothing is asked, for the first."""
        allowed = set(legal) or {self.actions[0]}
        return np.array([name in allowed for name in self.actions], dtype=np.int8)

    def observation(self, view: View, seat: int, stake: int) -> Observation:
        """What the player of this position sees; `stake` is the base wager in cents, which he may have taken back."""
        found = np.zeros(self.size, dtype=np.int8)
        found[self.parts[0].start + self.number(view.step)] = 1
        held = view.seats[seat - 1]
        lying = {"own": held.cards, "dealer": view.dealer, "community": view.community, "box": view.box}
        for part in self.parts:
            for card in lying.get(part.name, ()):
                if card != UNKNOWN:
                    found[part.start + self.cards.index(card)] += 1
        wagers = self.part("wagers")
        for n, wager in enumerate(self.wagers):
            found[wagers.start + n] = min(held.wagers.get(wager, 0) // stake, MOST)
        return found

    def over(self, last: Observation) -> Observation:
        """The same once the round is over."""
        found = last.copy()
        step = self.parts[0]
        found[step.place] = 0
        found[step.start + step.size - 1] = 1
        return found


def least(step: Step) -> str:
    """The choice that puts least at risk: taking back before giving up, giving up before waiting, then the smallest
    wager."""
    return step.choices[by_boldness(step.choices)[0]].name


@lru_cache(maxsize=64)
def layout_of(rules: Rules) -> AgentLayout:
    """The layout of a game under its terms."""
    procedure = rules.terms.procedure
    steps = tuple(step for step in rules.script(procedure) if step.kind == "ask")
    cards = deck_of(rules)[1]
    most = min(max(count for _, count in rules.deck.contents), MOST)
    wagers = tuple(w.id for w in rules.wagers if w.compulsory or w.later)
    actions = tuple(dict.fromkeys(choice.name for step in steps for choice in step.choices)) or ("go_on",)
    sizes = [("step", len(steps) + 1, 1)]
    sizes += [(name, len(cards), most) for name, number in dealt(rules).items() if number]
    sizes += [("wagers", len(wagers), MOST)]
    starts = accumulate((size for _, size, _ in sizes), initial=0)
    parts = tuple(ObservedPart(name, start, size, top) for (name, size, top), start in zip(sizes, starts, strict=False))
    return AgentLayout(steps, cards, wagers, actions, parts)
