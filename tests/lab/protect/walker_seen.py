"""The oracle of seen cards: all deals of a small pack, one by one, settled by the engine; a decision is made for all
deals together that look the same to a player who knows what he has seen."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
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
    """One deal, and what is seen of it."""

    hole: Cards
    flop: Cards
    river: Cards
    dealer: Cards
    seen_flop: Cards
    seen_river: Cards
    seen_dealer: Cards


def board_deals(cards: Cards, sight: SeenCards) -> Iterator[Deal]:
    flops = sum(place < 3 for place in sight.community)
    rivers = len(sight.community) - flops
    for hole in combinations(cards, 2):
        for flop in combinations(without(cards, hole), 3):
            for river in combinations(without(cards, hole, flop), 2):
                for dealer in combinations(without(cards, hole, flop, river), 2):
                    for a in combinations(flop, flops):
                        for b in combinations(river, rivers):
                            for c in combinations(dealer, sight.dealer):
                                yield Deal(hole, flop, river, dealer, a, b, c)


class SeenWalk:
    """The best play with what is seen on a shared board."""

    def __init__(self, rules: Rules, pack: Pack, sight: SeenCards, stake: int = 100) -> None:
        self.steps, self.stake = board_of(rules).steps, stake
        self.walk = Walk(rules, pack, self.steps, stake)
        self.deals = list(board_deals(cards_in(pack), sight))
        self.taken: dict[Deal, list[tuple[int, Choice]]] = {deal: [] for deal in self.deals}

    def choices(self, lie_open: int) -> list[Choice]:
        """The smallest first: of equal ones it is taken."""
        choices = self.steps[lie_open].choices if lie_open in self.steps else (STAYS,)
        return sorted(choices, key=lambda c: (ORDER.index(c.does), c.times))

    def end(self, deal: Deal, choice: Choice) -> End:
        return self.walk._end(deal.hole, (*deal.flop, *deal.river), deal.dealer, choice)

    def decide(self, lie_open: int, after: dict[Deal, End] | None) -> dict[Deal, End]:
        """How every deal ends, if nothing is decided before; `after`: how those end that wait here."""
        spots: dict[tuple[Cards, ...], list[Deal]] = defaultdict(list)
        for deal in self.deals:
            spots[self.knows(deal, lie_open)].append(deal)
        found: dict[Deal, End] = {}
        for deals in spots.values():
            best: tuple[int, Choice, list[End]] | None = None
            for choice in self.choices(lie_open):
                waits = choice.does == "pass" and after is not None
                ends = [after[d] if waits and after is not None else self.end(d, choice) for d in deals]
                value = sum(end.net for end in ends)
                if best is None or value > best[0]:
                    best = value, choice, ends
            assert best is not None
            for deal, end in zip(deals, best[2], strict=True):
                found[deal] = end
                self.taken[deal].append((lie_open, best[1]))
        return found

    @staticmethod
    def knows(deal: Deal, lie_open: int) -> tuple[Cards, ...]:
        flop = deal.flop if lie_open else deal.seen_flop
        river = deal.river if lie_open == 5 else deal.seen_river
        return deal.hole, flop, river, deal.seen_dealer

    def figures(self) -> Figured:
        ends = self.decide(5, None)
        for lie_open in (3, 0):
            ends = self.decide(lie_open, ends)
        plays: dict[str, dict[str, Fraction]] = {}
        for _, step in sorted(self.steps.items()):
            plays[step.name] = dict.fromkeys((choice.name for choice in step.choices), Fraction(0))
        for deal in self.deals:
            for lie_open, choice in reversed(self.taken[deal]):
                if lie_open in self.steps:
                    plays[self.steps[lie_open].name][choice.name] += Fraction(1, len(self.deals))
                    if choice.does != "pass":
                        break
        return figured(Counter(ends.values()), self.stake, plays)


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
