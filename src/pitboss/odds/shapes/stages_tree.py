"""The decisions of a game, read off its script: what the player has seen when he is asked, what each answer does to his
wagers, and in which states they can be."""

from collections import Counter
from functools import cached_property, lru_cache

from msgspec import Struct

from pitboss.cards.ranking import Hand
from pitboss.odds.counting import NoShape
from pitboss.odds.holdings import place_of, sizes
from pitboss.odds.tally import Ending, EndingPart
from pitboss.table.cells import Fields, Holding, Place, cell_of, holdings
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

MOST_STATES = 2000
"""More states of the wagers than this at one decision are not counted."""


class NoStages(NoShape):
    """A game whose decisions cannot be counted stage by stage."""


class StagesState(Struct, frozen=True, order=True):
    """What lies on the layout, as multiples of the base wager, in the order of settlement."""

    times: tuple[int, ...]
    folded: bool = False


class Stage(Struct, frozen=True):
    """One decision."""

    step: Step
    own: int
    """How many cards of his own the player has seen."""
    community: int
    """How many community cards lie open."""
    box: int
    """How many cards of the box do."""

    @property
    def board(self) -> int:
        """How many cards lie open that are not his own."""
        return self.community + self.box

    @property
    def seen(self) -> int:
        return self.own + self.board


class Tree(Struct, frozen=True, dict=True):
    """All decisions of a game, in their order. It knows no payment."""

    stages: tuple[Stage, ...]
    wagers: tuple[str, ...]
    """The main wagers in the order of settlement."""
    base: str
    fields: tuple[Fields, ...]
    holding: Holding
    own: int
    cards: int
    """Cards of the hand when all are dealt."""
    start: StagesState

    def asked(self, stage: int, state: StagesState) -> bool:
        """Whether a player whose wagers are so is asked."""
        unless = self.stages[stage].step.unless
        return not state.folded and not (unless and state.times[self.wagers.index(unless)])

    def after(self, choice: Choice, state: StagesState) -> StagesState:
        """What an answer makes of the wagers."""
        times = list(state.times)
        match choice.does:
            case "fold":
                return StagesState(state.times, folded=True)
            case "withdraw":
                times[self.wagers.index(choice.wager)] = 0
            case "raise":
                of = self.wagers.index(choice.of or self.base)
                times[self.wagers.index(choice.wager)] = choice.times * state.times[of]
            case "pass":
                pass
            case other:
                raise NoStages(f"exact odds know no choice that does '{other}'")
        return StagesState(tuple(times))

    @cached_property
    def states(self) -> tuple[tuple[StagesState, ...], ...]:
        """For every decision, and for the end, the states in which the wagers can be; of equal answers the smaller
        comes first."""
        found: list[tuple[StagesState, ...]] = [(self.start,)]
        for number, stage in enumerate(self.stages):
            after: dict[StagesState, None] = {}
            for state in found[-1]:
                if self.asked(number, state):
                    after |= dict.fromkeys(
                        self.after(stage.step.choices[c], state) for c in self.boldness(number, state)
                    )
                else:
                    after[state] = None
            if len(after) > MOST_STATES:
                raise NoStages(f"more than {MOST_STATES:,} ways to wager are not counted; this game has {len(after):,}")
            found.append(tuple(after))
        return tuple(found)

    def more(self, stage: int, state: StagesState) -> tuple[int, ...]:
        """What each answer puts on, or leaves on, the table beyond the smallest, in units of the base."""
        choices = self.stages[stage].step.choices
        total = [sum(self.after(choice, state).times) for choice in choices]
        return tuple(each - min(total) for each in total)

    def boldness(self, stage: int, state: StagesState) -> list[int]:
        """The answers by what they put at risk, folding first."""
        choices, more = self.stages[stage].step.choices, self.more(stage, state)
        return sorted(range(len(choices)), key=lambda c: (choices[c].does != "fold", more[c]))

    def ends(self, stage: int, state: StagesState) -> frozenset[StagesState]:
        """How the wagers can lie at the end, if they lie so at a decision."""
        now = {state}
        for number in range(stage, len(self.stages)):
            choices = self.stages[number].step.choices
            after = [[self.after(c, s) for c in choices] if self.asked(number, s) else [s] for s in now]
            now = {s for some in after for s in some}
        return frozenset(now)

    def alone(self, stage: int, state: StagesState) -> StagesState:
        """Those of the wagers that are decided: no answer from here on makes a difference to them, but one before
        did."""
        here, every = self.ends(stage, state), self.ends(0, self.start)
        if len({end.folded for end in here}) > 1:
            return StagesState((0,) * len(self.wagers))

        def same(ends: frozenset[StagesState], place: int) -> bool:
            return len({end.times[place] for end in ends}) == 1

        decided = [same(here, place) and not same(every, place) for place, _ in enumerate(self.wagers)]
        return StagesState(tuple(t if gone else 0 for t, gone in zip(state.times, decided, strict=True)))

    def ending(self, state: StagesState, hand: Hand) -> Ending:
        """How a round ends in which the wagers lie so and the cards make this hand."""
        standing = FOLDED if state.folded else LIVE
        return tuple(
            EndingPart(wager, times, cell_of(fields, standing, lambda _: hand))
            for wager, times, fields in zip(self.wagers, state.times, self.fields, strict=True)
            if times
        )


@lru_cache(maxsize=32)
def tree_of(rules: Rules) -> Tree:
    """The decisions of the main game."""
    main = [w.id for w in rules.wagers if w.compulsory or w.later]
    script = rules.script(rules.terms.procedure)
    order = dict.fromkeys(w for step in script if step.kind == "settle" for w in step.wagers if w in main)
    wagers = (*order, *(w for w in main if w not in order))
    fields = tuple(rules.fields[wager] for wager in wagers)
    looked_at = tuple(dict.fromkeys(holding for each in fields for holding in holdings(each)))
    if len(looked_at) != 1:
        raise NoStages(
            f"{rules.book.title} can be played and simulated; exact odds need main wagers that all look at the same "
            "cards"
        )
    held = sizes(rules, looked_at[0])
    compulsory = {w.id for w in rules.wagers if w.compulsory}
    return Tree(
        stages=_stages(rules, held),
        wagers=wagers,
        base=next(w.id for w in rules.wagers if w.compulsory),
        fields=fields,
        holding=looked_at[0],
        own=held["own"],
        cards=held.total(),
        start=StagesState(tuple(int(wager in compulsory) for wager in wagers)),
    )


def _stages(rules: Rules, held: Counter[Place]) -> tuple[Stage, ...]:
    """What is seen at every decision: cards that are dealt or turned face up, and a player's own from the step on at
    which he examines them."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    lying: Counter[Place] = Counter()
    seen: Counter[Place] = Counter()
    examined = False
    found = []
    for step in rules.script(rules.terms.procedure):
        match step.kind:
            case "deal":
                for deal in plan[step.part]:
                    if place := place_of(deal):
                        lying[place] += deal.count
                        if deal.up or (examined and place == "own"):
                            seen[place] += deal.count
            case "examine":
                examined, seen["own"] = True, lying["own"]
            case "show" if place := place_of(step):
                seen[place] = step.upto or lying[place]
            case "ask":
                if any(seen[place] > held[place] for place in seen):
                    raise NoStages(
                        f"{rules.book.title} can be played and simulated; exact odds need a player who has seen, when "
                        "he decides, no cards but those that his main wagers look at"
                    )
                found.append(Stage(step, seen["own"], seen["community"], seen["box"]))
            case _:
                pass
    return tuple(found)
