"""What a game declares whose main wagers set the player's hand against the dealer's, as far as it is counted: how many
cards each side gets, how many of the dealer's lie open when the player decides, his choices, what the wagers see."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards.ranking import Hand
from pitboss.odds.counting import NoShape, shown_by_dealer
from pitboss.odds.tally import Ending, EndingPart
from pitboss.rulebook.words import number
from pitboss.table.cells import (
    DEALER,
    OWN,
    Cell,
    Compared,
    Fields,
    Holding,
    Named,
    Qualified,
    Ranking,
    by_height,
    cell_of,
    holdings,
)
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE


class AgainstSight(NamedTuple):
    """What is counted. No choice and no payment enters it, so one count serves every paytable."""

    own: int
    dealer: int
    shown: int
    """How many of the dealer's cards lie open when the player decides."""
    fields: tuple[Fields, ...]
    """Of the main wagers, in the order in which `Contest` names them."""
    mine: tuple[Ranking, ...]
    """The ways in which the player's hand is ranked; the first is the one that is compared."""
    his: Ranking


class Contest(NamedTuple):
    """A game of this shape under its terms."""

    title: str
    sight: AgainstSight
    wagers: tuple[str, ...]
    step: Step | None
    """What asks the player; None where nothing does."""
    choices: tuple[Choice, ...]
    risks: tuple[dict[str, int], ...]
    """For each choice what is at risk on each wager, in units of the base, in the order of settlement."""

    @property
    def base(self) -> str:
        """The wager that is the unit."""
        return next((c.of for c in self.choices if c.does == "raise"), next(iter(self.risks[0])))

    def more(self, choice: int) -> int:
        """What this choice puts on, or leaves on, the table beyond the smallest one."""
        return sum(self.risks[choice].values()) - min(sum(risk.values()) for risk in self.risks)

    def by_size(self) -> list[int]:
        """The choices from the smallest, down to folding, to the largest."""
        order = ("withdraw", "fold", "pass", "raise")
        return sorted(
            range(len(self.choices)), key=lambda c: (order.index(self.choices[c].does), self.choices[c].times)
        )


class Met(NamedTuple):
    """Two hands, as an example for all that fall into the same cells."""

    mine: tuple[Hand, ...]
    """One for each ranking of the player's hand."""
    his: Hand


NO_CHOICE = Choice("", "pass", "")


def contest(rules: Rules) -> Contest:
    """What this game declares. What cannot be counted is refused with a sentence."""
    own, dealer, step = _dealt(rules)
    choices = step.choices if step else (NO_CHOICE,)
    wagers = tuple(w.id for w in rules.wagers if w.compulsory or w.later)
    fields = tuple(rules.fields[w] for w in wagers)
    mine, his = _rankings(rules, wagers)
    risks = tuple(_risks(rules, choice) for choice in choices)
    sight = AgainstSight(own, dealer, len(shown_by_dealer(rules)) if step else 0, fields, mine, his)
    return Contest(rules.book.title, sight, wagers, step, choices, risks)


def _dealt(rules: Rules) -> tuple[int, int, Step | None]:
    """The player's cards, the dealer's, and what asks the player."""
    procedure = rules.terms.procedure
    plan = rules.game.plan(rules, procedure, None)
    own = dealer = held = 0
    asks: list[Step] = []
    for step in rules.script(procedure):
        if step.kind == "deal":
            own += sum(deal.count for deal in plan[step.part] if deal.to == "seats")
            dealer += sum(deal.count for deal in plan[step.part] if deal.to == "dealer")
        elif step.kind == "ask":
            asks.append(step)
            held = own
    if len(asks) > 1:
        raise _not_counted(rules, f"one decision against the dealer's hand, and it asks at {number(len(asks))} steps")
    if asks and held != own:
        raise _not_counted(rules, "that the player has all his cards when he decides")
    return own, dealer, asks[0] if asks else None


def _rankings(rules: Rules, wagers: tuple[str, ...]) -> tuple[tuple[Ranking, ...], Ranking]:
    """How the main wagers rank the player's hand, the comparison first, and how they rank the dealer's."""
    fields = tuple(field for wager in wagers for field in rules.fields[wager])
    compared = tuple(field for field in fields if isinstance(field, Compared))
    for holding in holdings(fields):
        if holding.sees not in ((OWN,), (DEALER,)):
            raise _not_counted(rules, "that each main wager looks at a whole hand, the player's or the dealer's")
    mine = dict.fromkeys(h.ranking for h in holdings((*compared, *fields)) if h.sees == (OWN,))
    his = dict.fromkeys(h.ranking for h in holdings(fields) if h.sees == (DEALER,))
    if len(his) != 1:
        raise _not_counted(rules, f"one way to rank the dealer's hand, and it has {len(his)}")
    return tuple(mine), next(iter(his))


def _risks(rules: Rules, choice: Choice) -> dict[str, int]:
    """What is at risk after this choice, in the order of settlement."""
    units = {w.id: 1 for w in rules.wagers if w.compulsory}
    if choice.does == "raise":
        units[choice.wager] = units.get(choice.wager, 0) + choice.times * units[choice.of]
    elif choice.does == "withdraw":
        units.pop(choice.wager, None)
    who = ("all", "folded" if choice.does == "fold" else "played")
    settled = [s for s in rules.script(rules.terms.procedure) if s.kind == "settle" and s.who in who]
    order = dict.fromkeys(wager for step in settled for wager in step.wagers)
    if missing := [wager for wager in units if wager not in order]:
        raise _not_counted(rules, f"that hands are settled one by one, and '{missing[0]}' is not settled so")
    return {wager: units[wager] for wager in order if wager in units}


def _not_counted(rules: Rules, needs: str) -> NoShape:
    return NoShape(f"{rules.book.title} can be played and simulated; exact odds need {needs}")


def standing_of(choice: Choice) -> str:
    return FOLDED if choice.does == "fold" else LIVE


def ending(game: Contest, choice: int, met: Met) -> Ending:
    """The wagers at risk after this choice with their cells, in the order of settlement."""
    standing, made = standing_of(game.choices[choice]), _Made(game.sight, met)
    fields = dict(zip(game.wagers, game.sight.fields, strict=True))
    return tuple(
        EndingPart(wager, times, cell_of(fields[wager], standing, made)) for wager, times in game.risks[choice].items()
    )


class _Made:
    """What a holding makes where these two hands meet."""

    def __init__(self, sight: AgainstSight, met: Met) -> None:
        self.mine = dict(zip(sight.mine, met.mine, strict=True))
        self.his = met.his

    def __call__(self, holding: Holding) -> Hand:
        return self.his if holding.sees == (DEALER,) else self.mine[holding.ranking]


# --- outcomes -------------------------------------------------------------------------------------------------------


class Runs(NamedTuple):
    """For one hand of the player: where the dealer's hands, from the lowest up, lead to another outcome."""

    limits: tuple[int, ...]
    """The first hand of each outcome but the first."""
    outcomes: tuple[int, ...]


class Outcomes:
    """Numbers all pairs of hands that fall into different cells, in the order in which they are met. The dealer's hands
    are given from the lowest to the highest; `visit` says in which order they come up, if it is another."""

    def __init__(self, sight: AgainstSight, hands: Sequence[Hand], visit: Sequence[int] | None = None) -> None:
        self.sight = sight
        self.hands = hands
        self.keys = [hand.key for hand in hands]
        self.visit = visit
        self.met: list[Met] = []
        self._number: dict[tuple[Cell, ...], int] = {}
        self._runs: dict[tuple[Hand, ...], Runs] = {}
        self._fields = tuple(dict.fromkeys(field for fields in sight.fields for field in fields))
        self._fixed = {limit for field in self._fields for limit in self._fixed_limits(field)}

    def _fixed_limits(self, field: object) -> list[int]:
        """Limits that do not depend on the player's hand."""
        match field:
            case Qualified(hand=holding) if holding.sees == (DEALER,):
                return [bisect_left(self.keys, field.lowest.key)]
            case Named(hand=holding) if holding.sees == (DEALER,):
                names = [field.called(hand) for hand in self.hands]
                return [place for place in range(1, len(names)) if names[place] != names[place - 1]]
            case _:
                return []

    def runs(self, mine: tuple[Hand, ...]) -> Runs:
        """The outcomes of this hand of the player."""
        if mine not in self._runs:
            found = set(self._fixed)
            for field in self._fields:
                if isinstance(field, Compared):
                    found |= self._compared_limits(field, mine)
            limits = tuple(sorted(limit for limit in found if 0 < limit < len(self.hands)))
            starts = (0, *limits)
            order = dict.fromkeys(bisect_right(limits, place) for place in self.visit or starts)
            found_at = {run: self.number(Met(mine, self.hands[starts[run]])) for run in order}
            self._runs[mine] = Runs(limits, tuple(found_at[run] for run in range(len(starts))))
        return self._runs[mine]

    def _compared_limits(self, field: Compared, mine: tuple[Hand, ...]) -> set[int]:
        made = _Made(self.sight, Met(mine, self.hands[0]))
        own = made(field.own)
        if field.grade is by_height:
            return {bisect_left(self.keys, own.key), bisect_right(self.keys, own.key)}
        # For one hand of the player the results follow each other in the order of the other hand, so between two that
        # are equal there is no other, and bisection finds the ends.
        found, start = set(), 0
        while start < len(self.hands):
            result, inside, end = field.grade(own, self.hands[start]), start, len(self.hands)
            while end - inside > 1:
                middle = (inside + end) // 2
                if field.grade(own, self.hands[middle]) == result:
                    inside = middle
                else:
                    end = middle
            found.add(end)
            start = end
        return found

    def number(self, met: Met) -> int:
        """The number of the outcome of these two hands."""
        made = _Made(self.sight, met)
        cells = tuple(cell_of(fields, LIVE, made) for fields in self.sight.fields)
        if cells not in self._number:
            self._number[cells] = len(self.met)
            self.met.append(met)
        return self._number[cells]
