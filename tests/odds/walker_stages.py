"""The oracle of games that are decided in stages. What a player sees when he is asked, and what each answer does to his
wagers, is learnt from rounds that the engine conducts; then every deal of a small pack is settled under every sequence
of answers, and decisions are found by looking at everything that can follow."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, permutations
from operator import and_
from typing import NamedTuple

from msgspec.structs import replace

from odds.walker import Bets, Cards, Paid, Results, Values, cards_in, gains, pay, seat, without
from pitboss.cards.deck import UNKNOWN
from pitboss.odds.tally import Pack
from pitboss.play.table import Table
from pitboss.table import events as e
from pitboss.table.cells import Cell
from pitboss.table.flow import current
from pitboss.table.rules import Rules
from pitboss.table.vocabulary import Standing

Answers = tuple[str, ...]
"""The choices made so far."""


class Asked(NamedTuple):
    """One decision, as a player met it."""

    step: str
    own: int
    community: int
    box: int
    choices: tuple[str, ...]
    """The permitted ones, the cheapest first."""


class End(NamedTuple):
    """What lies at the end of a round, as multiples of the base, in the order of settlement."""

    times: tuple[tuple[str, int], ...]
    standing: Standing


class Script:
    """Every sequence of answers, played once by the engine."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.asked: dict[Answers, Asked] = {}
        self.ends: dict[Answers, End] = {}
        base = next(w.id for w in rules.wagers if w.compulsory)
        self.unit = rules.limits(base).minimum
        self._try(())

    def _try(self, answers: Answers) -> None:
        """Plays a round with these answers, and then with every further one."""
        table = Table(self.rules).open()
        table.sit(1, "P1")
        table.bet(1, **{w.id: self.unit // 100 for w in self.rules.wagers if w.compulsory})
        number, given, before = table.state.round, list(answers), len(table.log)
        table.close_bets()
        while table.state.round == number and (step := current(self.rules, table.state)) and step.kind == "ask":
            if not given:
                self._ask(answers, table)
                return
            table.decide(1, given.pop(0))
        assert not given
        happened = [record.event for record in table.log[before:]]
        settled = [x for x in happened if isinstance(x, e.WagerSettled)]
        lost = [x for x in happened if isinstance(x, e.WagerCollected)]
        ends = [(x.wager, x.stake // self.unit) for x in settled] + [(x.wager, x.cents // self.unit) for x in lost]
        order = [
            w for step in self.rules.script(self.rules.terms.procedure) if step.kind == "settle" for w in step.wagers
        ]
        self.ends[answers] = End(tuple(sorted(ends, key=lambda end: order.index(end[0]))), "folded" if lost else "live")

    def _ask(self, answers: Answers, table: Table) -> None:
        seen = table.view("player:P1")
        step = current(self.rules, table.state)
        assert step is not None

        def cheap(name: str) -> tuple[bool, int]:
            choice = next(c for c in step.choices if c.name == name)
            return choice.does != "fold", {"withdraw": -1, "fold": 0, "pass": 0, "raise": choice.times}[choice.does]

        choices = tuple(sorted(table.offers("player:P1")[0].values, key=cheap))
        places = (seen.seats[0].cards, seen.community, seen.box)
        own, community, box = (sum(card != UNKNOWN for card in cards) for cards in places)
        self.asked[answers] = Asked(step.name, own, community, box, choices)
        for choice in choices:
            self._try((*answers, choice))

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Cards of one's own, of the board and of the box."""
        table = Table(self.rules).open()
        table.sit(1, "P1")
        table.bet(1, **{w.id: self.unit // 100 for w in self.rules.wagers if w.compulsory})
        before = len(table.log)
        table.close_bets()
        while table.turn:
            table.decide(1, next(c for c in table.offers("player:P1")[0].values if c != "fold"))
        dealt = Counter[str]()
        for record in table.log[before:]:
            if isinstance(record.event, e.CardsDealt):
                dealt[record.event.to] += len(record.event.cards)
        return dealt["seat"], dealt["community"], dealt["box"]

    def decided(self, answers: Answers) -> frozenset[str]:
        """The wagers about which a decision was made and none is left: all ways to go on end with the same, but not all
        sequences of answers."""
        on = [end for given, end in self.ends.items() if given[: len(answers)] == answers]
        if len({end.standing for end in on}) > 1:
            return frozenset()
        return frozenset(w for w, _ in _in_all(on) - _in_all(self.ends.values()))


def _in_all(ends: Iterable[End]) -> set[tuple[str, int]]:
    """What lies at the end of each of them."""
    return reduce(and_, (set(end.times) for end in ends))


class Staged:
    """Every spot of a game, and the results of the best play."""

    def __init__(self, rules: Rules, pack: Pack, stake: int) -> None:
        self.rules, self.stake, self.script = rules, stake, script_of(rules)
        self.spots: dict[tuple[Answers, Cards, Cards], tuple[Values, Values]] = {}
        """(answers before, own cards, open cards) → value and mean square of each answer."""
        self.results = Results(stake)
        self._known: dict[Bets, list[Paid]] = {}
        everything = cards_in(pack)
        own, community, box = self.script.sizes
        self._own, self._community = own, community
        for cards in sorted(set(combinations(everything, own))):
            ways = sum(1 for each in combinations(everything, own) if each == cards)
            left = without(everything, cards)
            boards = Counter(permutations(left, community + box))
            self._cells: dict[tuple[object, ...], Cell] = {}
            ends = self._go((), cards, boards)
            for bets, n in ends.items():
                self.results.add(self._pay(bets), n * ways)

    def _pay(self, bets: Bets) -> list[Paid]:
        if bets not in self._known:
            self._known[bets] = pay(self.rules, bets)[0]
        return self._known[bets]

    def _bets(self, answers: Answers, cards: Cards, board: Cards) -> Bets:
        end = self.script.ends[answers]
        places = {"community": board[: self._community], "box": board[self._community :]}
        found = []
        for wager, times in end.times:
            key = end.standing, wager, *(tuple(sorted(some)) for some in places.values())
            if key not in self._cells:
                own, state = seat(self.rules, cards, end.standing), replace(self.rules.opening(), **places)
                self._cells[key] = self.rules.game.classify(self.rules, state, own, wager)
            found.append((wager, times * self.stake, self._cells[key]))
        return tuple(found)

    def _go(self, answers: Answers, cards: Cards, boards: "Counter[Cards]") -> "Counter[Bets]":
        """How these deals end if one goes on as well as can be."""
        asked = self.script.asked.get(answers)
        if asked is None:
            found: Counter[Bets] = Counter()
            for board, n in boards.items():
                found[self._bets(answers, cards, board)] += n
            return found
        total: Counter[Bets] = Counter()
        for seen, some in self._seen(asked, boards):
            ways = {choice: self._go((*answers, choice), cards, some) for choice in asked.choices}
            values, squares = self._worth(answers, ways)
            self.spots[answers, cards, seen] = values, squares
            best = max(values.values())
            equal = [choice for choice in asked.choices if values[choice] == best]
            total += ways[min(equal, key=lambda choice: squares[choice])]
        return total

    def _seen(self, asked: Asked, boards: "Counter[Cards]") -> Iterator[tuple[Cards, "Counter[Cards]"]]:
        """The deals, put together by what the player has seen of the board."""
        by: dict[Cards, Counter[Cards]] = {}
        for board, n in boards.items():
            shown = board[: asked.community] + board[self._community : self._community + asked.box]
            by.setdefault(shown, Counter())[board] += n
        yield from by.items()

    def _worth(self, answers: Answers, ways: "dict[str, Counter[Bets]]") -> tuple[Values, Values]:
        gone = self.script.decided(answers)
        values, squares = {}, {}
        for choice, ends in ways.items():
            nets = [(self._left(bets, gone), n) for bets, n in ends.items()]
            total = sum(n for _, n in nets)
            values[choice] = Fraction(sum(g * n for g, n in nets), total * self.stake)
            squares[choice] = Fraction(sum(g * g * n for g, n in nets), total * self.stake**2)
        return values, squares

    def _left(self, bets: Bets, gone: frozenset[str]) -> int:
        """What all wagers bring beyond what those that are decided would bring alone."""
        return gains(self._pay(bets)) - gains(self._pay(tuple(bet for bet in bets if bet[0] in gone)))


@cache
def script_of(rules: Rules) -> Script:
    return Script(rules)
