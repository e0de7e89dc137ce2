"""The oracle of seen cards: all deals of a small pack, one by one, settled by the engine; a decision is made for all
deals together that look the same to a player who knows what he has seen."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import NamedTuple

from odds.walker import Cards, cards_in, gains, pay, without
from odds.walker_against import choices_of, ends_of
from odds.walker_board import STAYS, End, Walk
from odds.walker_stages import Staged, script_of
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.shapes.board_game import board_of
from pitboss.odds.tally import Pack
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

ORDER = ("fold", "pass", "raise")


class Figured(NamedTuple):
    """What the walk finds, in units of the base."""

    ev: Fraction
    variance: Fraction
    at_risk: Fraction
    plays: dict[str, dict[str, Fraction]]


def figured(ends: Counter[End], stake: int, plays: dict[str, dict[str, Fraction]]) -> Figured:
    total = ends.total()
    ev = Fraction(sum(end.net * n for end, n in ends.items()), total * stake)
    square = Fraction(sum(end.net**2 * n for end, n in ends.items()), total * stake**2)
    risk = Fraction(sum(end.risk * n for end, n in ends.items()), total * stake)
    return Figured(ev, square - ev * ev, risk, plays)


# --- a shared board -------------------------------------------------------------------------------------------------


class Deal(NamedTuple):
    """One deal."""

    hole: Cards
    flop: Cards
    river: Cards
    dealer: Cards


def board_deals(cards: Cards) -> Iterator[Deal]:
    for hole in combinations(cards, 2):
        for flop in combinations(without(cards, hole), 3):
            for river in combinations(without(cards, hole, flop), 2):
                for dealer in combinations(without(cards, hole, flop, river), 2):
                    yield Deal(hole, flop, river, dealer)


class SeenWalk:
    """The best play with what is seen on a shared board. A deal counts once for each choice of the cards that are seen
    of it."""

    def __init__(self, rules: Rules, pack: Pack, sight: SeenCards, stake: int = 100) -> None:
        self.steps, self.stake, self.sight = board_of(rules).steps, stake, sight
        self.walk = Walk(rules, pack, self.steps, stake)
        self.deals = list(board_deals(cards_in(pack)))
        self.ends: dict[Choice, list[End]] = {}

    def choices(self, lie_open: int) -> list[Choice]:
        """The smallest first: of equal ones it is taken."""
        choices = self.steps[lie_open].choices if lie_open in self.steps else (STAYS,)
        return sorted(choices, key=lambda c: (ORDER.index(c.does), c.times))

    def ended(self, choice: Choice) -> list[End]:
        """How every deal ends with this choice, whenever it is made."""
        if choice not in self.ends:
            end = self.walk._end
            self.ends[choice] = [end(d.hole, (*d.flop, *d.river), d.dealer, choice) for d in self.deals]
        return self.ends[choice]

    def seen(self) -> Iterator[tuple[int, int, int, int]]:
        """Every deal with everything that can be seen of it: its number, and numbers for what is known at the start, on
        the flop and on the river."""
        flops = sum(place < 3 for place in self.sight.community)
        rivers = len(self.sight.community) - flops
        numbers: dict[tuple[Cards, ...], int] = {}
        for place, (hole, flop, river, dealer) in enumerate(self.deals):
            for some in product(combinations(flop, flops), combinations(river, rivers)):
                for his in combinations(dealer, self.sight.dealer):
                    knows = (hole, *some, his), (hole, flop, some[1], his), (hole, flop, river, his)
                    start, later, last = (numbers.setdefault(each, len(numbers)) for each in knows)
                    yield place, start, later, last

    def figures(self) -> Figured:
        """Decided from the last decision to the first, each as if nothing had been decided before."""
        places, *spots = zip(*self.seen(), strict=True)
        after: list[End] | None = None
        taken: dict[int, list[Choice]] = {}
        for lie_open, known in zip((5, 3, 0), reversed(spots), strict=True):
            after, taken[lie_open] = self.decide(self.choices(lie_open), places, known, after)
        assert after is not None
        plays: dict[str, Counter[str]] = {step.name: Counter() for _, step in sorted(self.steps.items())}
        for place in range(len(places)):
            for lie_open, step in sorted(self.steps.items()):
                choice = taken[lie_open][place]
                plays[step.name][choice.name] += 1
                if choice.does != "pass":
                    break
        shares = {
            step.name: {choice.name: Fraction(plays[step.name][choice.name], len(places)) for choice in step.choices}
            for _, step in sorted(self.steps.items())
        }
        return figured(Counter(after), self.stake, shares)

    def decide(
        self, choices: list[Choice], places: tuple[int, ...], known: tuple[int, ...], after: list[End] | None
    ) -> tuple[list[End], list[Choice]]:
        """How all end, and what is chosen; `after`: how those end that wait here."""
        ends = []
        for choice in choices:
            ended = None if choice.does == "pass" and after is not None else self.ended(choice)
            ends.append([ended[place] for place in places] if ended is not None else after or [])
        worth = [Counter[int]() for _ in choices]
        for sums, each in zip(worth, ends, strict=True):
            for spot, end in zip(known, each, strict=True):
                sums[spot] += end.net
        best = {spot: max(range(len(choices)), key=lambda c: worth[c][spot]) for spot in set(known)}  # the first
        chosen = [best[spot] for spot in known]
        return [ends[c][n] for n, c in enumerate(chosen)], [choices[c] for c in chosen]


# --- hand against hand ----------------------------------------------------------------------------------------------


def against(
    rules: Rules, pack: Pack, own: int, dealer: int, known: int, partners: int = 0, stake: int = 100
) -> Figured:
    """One decision; `known` cards of the dealer's, and the cards of so many partners."""
    cards = cards_in(pack)
    spots: dict[tuple[Cards, ...], Counter[tuple[End, ...]]] = defaultdict(Counter)
    for hand in combinations(cards, own):
        for shown in combinations(without(cards, hand), own * partners):
            for his in combinations(without(cards, hand, shown), dealer):
                ends = tuple(
                    End(gains(pay(rules, bets)[0]), sum(cents for _, cents, _ in bets))
                    for bets in ends_of(rules, tuple(sorted(hand)), his, stake)
                )
                for seen in combinations(his, known):
                    spots[tuple(sorted(hand)), tuple(sorted(shown)), tuple(sorted(seen))][ends] += 1
    choices = choices_of(rules)
    found: Counter[End] = Counter()
    taken: Counter[str] = Counter()
    for ended in spots.values():
        moments = [
            (
                -sum(ends[c].net * n for ends, n in ended.items()),
                sum(ends[c].net ** 2 * n for ends, n in ended.items()),
                max(ends[c].risk for ends in ended),
            )
            for c in range(len(choices))
        ]
        best = min(range(len(choices)), key=lambda c: moments[c])
        taken[choices[best].name] += ended.total()
        for ends, n in ended.items():
            found[ends[best]] += n
    (step,) = [step.name for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    plays = {choice.name: Fraction(taken[choice.name], taken.total()) for choice in choices}
    return figured(found, stake, {step: plays})


# --- in stages ------------------------------------------------------------------------------------------------------


def stages_value(rules: Rules, pack: Pack, places: tuple[int, ...], stake: int) -> Fraction:
    """The expected result of one who has seen the community cards at these places, in units of the base."""
    script, cards = script_of(rules), cards_in(pack)
    own, community, box = script.sizes
    total, deals = 0, 0
    plain = Staged.__new__(Staged)
    plain.rules, plain.stake, plain.script = rules, stake, script
    plain._known, plain._own, plain._community = {}, own, community

    def go(answers: tuple[str, ...], hand: Cards, boards: list[Cards]) -> int:
        asked = script.asked.get(answers)
        if asked is None:
            return sum(gains(plain._pay(plain._bets(answers, hand, board))) for board in boards)
        by: dict[Cards, list[Cards]] = defaultdict(list)
        for board in boards:
            shown = tuple(card for n, card in enumerate(board[:community]) if n < asked.community or n in places)
            by[shown + board[community : community + asked.box]].append(board)
        return sum(max(go((*answers, choice), hand, some) for choice in asked.choices) for some in by.values())

    for hand in combinations(cards, own):
        plain._cells = {}
        boards = list(permutations(without(cards, hand), community + box))
        total += go((), hand, boards)
        deals += len(boards)
    return Fraction(total, deals * stake)
