"""What a game declares in which player and dealer share the community cards, as far as it is counted: when the player
is asked and what he may answer, what the main wagers look at, from which hand on the dealer qualifies.

Two cards each and five community cards can be counted, the best five of seven deciding, with decisions before the
community cards (the *start*), when three of them lie open (the *flop*) and when all do (the *river*). At each the
player may be asked or not; he may wait, or choose something after which he is asked nothing more."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, assert_never

import numpy as np
from msgspec import Struct

from pitboss.cards.ranking import Hand
from pitboss.odds.counting import NoShape
from pitboss.odds.holdings import dealt, sizes
from pitboss.odds.rankings import is_best_five
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Ending, EndingPart
from pitboss.rulebook.words import number
from pitboss.table.cells import (
    EQUAL,
    HIGHER,
    LOWER,
    Cell,
    Compared,
    Computed,
    Field,
    Fields,
    HandsDealt,
    HighestNamed,
    Holding,
    Named,
    Qualified,
    Standing,
    by_height,
)
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

START, FLOP, RIVER = 0, 3, 5
"""Community cards that lie open at a decision."""
OWN, COMMUNITY = 2, 5
RESULTS = tuple((result, qualified) for result in (HIGHER, EQUAL, LOWER) for qualified in (False, True))
"""The player's hand beside the dealer's, and whether the dealer qualifies; in the order of the kernels."""
MOST_KINDS = 100
STAYS = Choice("", "pass", "")
"""Where nobody is asked on the river, who has waited stays in."""


class Board(Struct, frozen=True):
    """A game of this shape under its terms. It knows no payment."""

    title: str
    base: str
    """The wager that is the unit."""
    wagers: tuple[str, ...]
    """The main wagers, in the order of settlement."""
    compulsory: frozenset[str]
    fields: tuple[Fields, ...]
    steps: dict[int, Step]
    """Community cards that lie open → the decision to make."""
    final: tuple[Choice, ...]
    """What ends the decisions on the river, the smallest wager first, folding before it."""
    on_flop: tuple[Choice, ...]
    early: tuple[Choice, ...]
    kinds: tuple[Hand, ...]
    """Hands of the player that no main wager tells apart are one kind; an example of each, the lowest first."""
    kind: Any
    """[place of the hand]: the number of its kind."""
    low: int
    """The first place with which the dealer qualifies."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that end the decisions, in the order of the kernels: on the river, on the flop, before it."""
        return (*self.final, *self.on_flop, *self.early)

    def wait(self, lie_open: int) -> Choice | None:
        """The answer with which one waits; None where there is none."""
        step = self.steps.get(lie_open)
        return STAYS if step is None else next((c for c in step.choices if c.does == "pass"), None)

    def ending(self, choice: Choice, kind: int, result: int) -> Ending:
        """The wagers at risk after this choice, in the order of settlement."""
        standing = FOLDED if choice.does == "fold" else LIVE
        times = dict.fromkeys(self.compulsory, 1)
        if choice.does == "raise":
            times[choice.wager] = times.get(choice.wager, 0) + choice.times
        hand = self.kinds[kind]
        return tuple(
            EndingPart(wager, times[wager], _cell(fields, standing, hand, *RESULTS[result]))
            for wager, fields in zip(self.wagers, self.fields, strict=True)
            if wager in times
        )


def _cell(fields: Fields, standing: str, hand: Hand, result: str, qualified: bool) -> Cell:
    return tuple([_value(field, standing, hand, result, qualified) for field in fields])


def _value(field: Field, standing: str, hand: Hand, result: str, qualified: bool) -> str:
    match field:
        case Standing():
            return standing
        case Compared():
            return result
        case Qualified():
            return field.values[0 if qualified else 1]
        case Named():
            return field.called(hand)
        case HandsDealt() | HighestNamed() | Computed():
            raise ValueError(f"'{field.name}' is no matter of two hands alone")
        case _:
            assert_never(field)


def by_size(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """From the smallest, down to folding, to the largest."""
    return tuple(sorted(choices, key=lambda c: (("fold", "pass", "raise").index(c.does), c.times)))


# --- reading the declaration ----------------------------------------------------------------------------------------


def board_of(rules: Rules) -> Board:
    """What this game declares. What cannot be counted is refused with a sentence."""
    main = [w for w in rules.wagers if w.compulsory or w.later]
    script = rules.script(rules.terms.procedure)
    settled = dict.fromkeys(w for step in script if step.kind == "settle" for w in step.wagers)
    ids = [w.id for w in main]
    wagers = (*(w for w in settled if w in ids), *(w for w in ids if w not in settled))
    fields = tuple(rules.fields[w] for w in wagers)
    every = tuple(dict.fromkeys(field for each in fields for field in each))
    _check_cards(rules, every)
    steps = _steps(rules)
    ends = {n: by_size(c for c in step.choices if c.does != "pass") for n, step in steps.items()}
    final = by_size(steps[RIVER].choices) if RIVER in steps else (STAYS,)
    kind, kinds = kinds_of(*(field.called for field in every if isinstance(field, Named)))
    if len(kinds) > MOST_KINDS:
        raise refusal(rules, f"wagers that tell at most {MOST_KINDS} sorts of hands apart, and these tell {len(kinds)}")
    return Board(
        title=rules.book.title,
        base=next(w.id for w in main if w.compulsory),
        wagers=wagers,
        compulsory=frozenset(w.id for w in main if w.compulsory),
        fields=fields,
        steps=steps,
        final=final,
        on_flop=ends.get(FLOP, ()),
        early=ends.get(START, ()),
        kinds=kinds,
        kind=kind,
        low=_lowest(rules, every),
    )


@lru_cache(maxsize=64)
def kinds_of(*called: Callable[[Hand], str]) -> tuple[Array, tuple[Hand, ...]]:
    """[place of a hand]: its kind, by what it is called; and an example of each kind, the lowest first."""
    number: dict[tuple[str, ...], int] = {}
    hands = tables().hands
    found = [number.setdefault(tuple([name(hand) for name in called]), len(number)) for hand in hands]
    examples = dict(zip(found, hands, strict=True))
    return np.array(found, dtype=np.int16), tuple(examples[n] for n in range(len(number)))


def refusal(rules: Rules, needs: str) -> NoShape:
    return NoShape(f"{rules.book.title} can be played and simulated; exact odds need {needs}")


def is_hand(rules: Rules, holding: Holding, whose: str) -> bool:
    """Whether it is the best five of somebody's two cards and all five community cards."""
    seen = Counter({place: n for place, n in sizes(rules, holding).items() if n})
    best_five = is_best_five(holding.ranking, OWN + COMMUNITY) and not holding.ranking.apart
    return best_five and seen == Counter({whose: OWN, "community": COMMUNITY})


def _check_cards(rules: Rules, fields: tuple[Field, ...]) -> None:
    cards = dealt(rules)
    if (cards["own"], cards["dealer"], cards["community"]) != (OWN, OWN, COMMUNITY):
        raise refusal(
            rules,
            f"two cards for the player, two for the dealer and five shared ones where both hands share some, and it "
            f"deals {cards['own']}, {cards['dealer']} and {cards['community']}",
        )
    for field in fields:
        match field:
            case Compared():
                fits = field.grade is by_height and is_hand(rules, field.own, "own")
                fits = fits and is_hand(rules, field.other, "dealer")
            case Qualified():
                fits = is_hand(rules, field.hand, "dealer")
            case Named():
                fits = is_hand(rules, field.hand, "own")
            case _:
                fits = True
        if not fits:
            raise refusal(
                rules,
                "main wagers that look at the best five of a hand's two cards and all community cards, of the player's "
                f"for a name and of both to compare them, and '{field.name}' is something else",
            )


def _lowest(rules: Rules, fields: tuple[Field, ...]) -> int:
    lowest = {field.lowest.key for field in fields if isinstance(field, Qualified)}
    if len(lowest) > 1:
        raise refusal(rules, "one hand from which on the dealer qualifies, and there are " + number(len(lowest)))
    hands, line = tables().hands, max(lowest, default=())
    return next((place for place, hand in enumerate(hands) if place and hand.key >= line), len(hands))


def _steps(rules: Rules) -> dict[int, Step]:
    """The decisions by the number of community cards that lie open."""
    procedure = rules.terms.procedure
    plan = rules.game.plan(rules, procedure, None)
    found: dict[int, Step] = {}
    own = lie = lie_open = 0
    shown = False
    for step in rules.script(procedure):
        if step.kind == "deal":
            own += sum(deal.count for deal in plan[step.part] if deal.to == "seats")
            lie += sum(deal.count for deal in plan[step.part] if deal.to == "community")
            lie_open += sum(deal.count for deal in plan[step.part] if deal.to == "community" and deal.up)
            shown = shown or any(deal.to == "dealer" and deal.up for deal in plan[step.part])
        elif step.kind == "show" and step.place == "community":
            lie_open = step.upto or lie
        elif step.kind == "show" and step.place == "dealer":
            shown = True
        elif step.kind == "ask":
            if own != OWN or lie_open in found or lie_open not in (START, FLOP, RIVER):
                raise refusal(
                    rules,
                    "decisions with two cards of one's own and none, three or five community cards open, one at each, "
                    f"and '{step.name}' asks with {own} and {lie_open}",
                )
            if shown:
                raise refusal(rules, f"a dealer who shows no card before '{step.name}' has asked")
            found[lie_open] = step
    _check_choices(rules, found)
    return found


def _check_choices(rules: Rules, steps: dict[int, Step]) -> None:
    """A raise must be the last word, and so must whatever is not a way to wait."""
    compulsory = {w.id for w in rules.wagers if w.compulsory}
    asked = list(steps.values())
    for n, step in enumerate(asked):
        for choice in step.choices:
            if choice.does not in ("fold", "pass", "raise"):
                raise refusal(rules, f"choices that raise, wait or fold, and '{choice.name}' does something else")
            if choice.does == "raise" and choice.of and choice.of not in compulsory:
                raise refusal(rules, f"raises by so many times a wager that everybody makes; '{choice.name}' is none")
            if choice.does == "raise" and any(later.unless != choice.wager for later in asked[n + 1 :]):
                raise refusal(
                    rules, f"a player who is asked nothing more once he has raised; after '{choice.name}' he is"
                )
        if sum(choice.does == "pass" for choice in step.choices) > 1:
            raise refusal(rules, f"one way to wait at a decision, and '{step.name}' has more")
