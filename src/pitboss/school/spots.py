"""Decisions of real rounds, for players to practise: which there are in a game, what sorts of hands meet them, and one
drawn from a seed. Close decisions that cost much when they are wrong come up more often than others."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from pitboss.cards.deck import RANK_NAMES
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import DecisionTable
from pitboss.play.sources import ScriptedPlaces, ShuffledDecks
from pitboss.school.chance import Chance
from pitboss.school.lying import Lies, draw, hand, wanted
from pitboss.table.cells import Place
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.hands import seen_hand, sides, together

CANDIDATES = 8
"""Decisions of which one is taken."""
PEAK = Fraction(1, 10)
"""A decision is drawn most where the next best choice costs so much of the base."""
SCALE = 1000
POOL, SHARE = 800, 20
"""Hands that are looked at to find which sorts there are; a sort is rare that is fewer than one in so many of them."""
NAMED_RANKS = 4
"""From the highest down, so many ranks of a hand of high cards are a sort of their own."""
ANY, BETTER, RARE = "any", "better", "other"


class DecisionStage(Struct, frozen=True):
    """A decision of a game, and what is seen when it is made."""

    step: str
    own: int
    """Cards of one's own."""
    community: int
    """Community cards that lie open."""
    leads: tuple[tuple[str, str], ...]
    """Each choice after which another decision comes, and which."""


class HandSort(Struct, frozen=True):
    """A sort of hands that meet a decision."""

    id: str
    words: str
    place: int = 0
    """From the lowest up."""


# --- the decisions of a game ------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def stages(rules: Rules) -> tuple[DecisionStage, ...]:
    """The decisions that a player alone at the table comes to, in their order."""
    table, found = DecisionTable(rules), dict[str, DecisionStage]()
    ways: list[tuple[str, ...]] = [()]
    while ways:
        way = ways.pop(0)
        spot = _after(table, way)
        if spot is None or spot.step in found:
            continue
        after = [(choice, _after(table, (*way, choice))) for choice in spot.choices]
        leads = tuple((choice, later.step) for choice, later in after if later is not None)
        found[spot.step] = DecisionStage(spot.step, len(spot.cards), len(spot.board), leads)
        ways += [(*way, choice) for choice, _ in leads]
    return tuple(found.values())


def _after(table: DecisionTable, way: Sequence[str]) -> ScoredSpot | None:
    """The decision to which these choices lead."""
    table.deal(ShuffledDecks(table.rules.deck, Chance("stages").stream))
    for choice in way:
        table.choose(choice)
    return table.spot() if table.turn else None


def _reaches(rules: Rules, step: str, wanted_step: str) -> bool:
    """Whether the decision can come at this one or after it."""
    if step == wanted_step:
        return True
    return any(_reaches(rules, after, wanted_step) for _, after in stage(rules, step).leads)


def stage(rules: Rules, step: str) -> DecisionStage:
    """The decision of this name."""
    return next(each for each in stages(rules) if each.step == step)


# --- what sorts of hands there are ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def sorts(rules: Rules, step: str) -> tuple[HandSort, ...]:
    """The sorts of hands that meet a decision, from the lowest up, of equal ones the most frequent first; what is rare
    is one sort."""
    chance, places = Chance(f"sorts/{rules.game.id}/{step}"), dealt_places(rules)
    seen = Counter(sort_of(rules, step, draw(chance, rules, places)) for _ in range(POOL))
    often = [sort for sort, count in seen.most_common() if count * SHARE >= POOL]
    often.sort(key=lambda sort: sort.place)
    return (*often, HandSort(RARE, "other hands")) if len(often) < len(seen) else tuple(often)


def dealt_places(rules: Rules) -> Mapping[Place, int]:
    """How many cards lie at each place by which the main game is decided."""
    own, _, dealer, _ = sides(rules)
    return wanted(rules, [holding for holding in (own, dealer) if holding is not None])


def sort_of(rules: Rules, step: str, lies: Lies) -> HandSort:
    """The sort of a hand as far as it is seen at a decision: the lowest category of the game's own ranking, the next
    one, or a better one. The lowest is told apart by its highest rank, and by whether a high hand is near."""
    own, size, _, _ = sides(rules)
    if own is None:
        return HandSort(ANY, "any hand")
    here = stage(rules, step)
    community = lies.get("community", ())[: here.community]
    lie_open = {"own": lies["own"][: here.own], "community": community, "dealer": (), "box": ()}
    seen = seen_hand(own, together(own.sees, lie_open), size)
    if seen is None:
        return HandSort(ANY, "any hand")
    lowest, second = _lowest(rules)
    if seen.hand.name not in (lowest, second):
        return HandSort(BETTER, f"better than {w.hand(rules.book, second)}", 2)
    if seen.hand.name == lowest and seen.poker:
        return _of_high_cards(seen.hand.key[1], bool(seen.draws))
    place = (lowest, second).index(seen.hand.name)
    return HandSort(seen.hand.name.replace("_", "-"), w.hand(rules.book, seen.hand.name), place)


@lru_cache(maxsize=64)
def _lowest(rules: Rules) -> tuple[str, str]:
    """The two lowest categories of the main game's ranking."""
    own, _, _, _ = sides(rules)
    assert own is not None
    chance, places = Chance(f"lowest/{rules.game.id}"), wanted(rules, (own,))
    hands = sorted((hand(own, draw(chance, rules, places)) for _ in range(POOL)), key=lambda each: each.key)
    names = list(dict.fromkeys(each.name for each in hands))
    return names[0], names[min(1, len(names) - 1)]


def _of_high_cards(highest: int, draws: bool) -> HandSort:
    if draws:
        return HandSort("near", "near a flush or a straight")
    most_named = max(RANK_NAMES) - NAMED_RANKS
    if highest > most_named:
        return HandSort(f"high-{RANK_NAMES[highest]}", f"{RANK_NAMES[highest]} high")
    return HandSort("low", f"{RANK_NAMES[most_named]} high or lower")


# --- one of them ------------------------------------------------------------------------------------------------------


class CandidateSpot(Struct, frozen=True):
    """A decision that may be asked."""

    spot: ScoredSpot
    fair: bool
    """The best play comes to it."""

    @property
    def weight(self) -> int:
        """How readily it is asked: most where the next best choice costs `PEAK`, less where it costs almost nothing or
        so much that nobody goes wrong; not where several choices are best, or where good play does not come."""
        if not self.fair or self.spot.advice.equal:
            return 0
        gap = next_cost(self.spot)
        return round(SCALE * 4 * gap * PEAK / (gap + PEAK) ** 2)


def next_cost(spot: ScoredSpot) -> Fraction:
    """What the best of the worse choices costs; 0 where all are worth the same."""
    costs = [cost for each in spot.advice.alternatives if (cost := spot.advice.cost(each.choice))]
    return min(costs, default=Fraction(0))


def spot_of(rules: Rules, step: str, lies: Lies) -> CandidateSpot:
    """The decision of this step in a round with these cards. Earlier decisions are made as well as they can be by
    somebody who comes so far."""
    choices = list[tuple[ScoredSpot, str]]()

    def choose(spot: ScoredSpot) -> str:
        on = [choice for choice, after in stage(rules, spot.step).leads if _reaches(rules, after, step)]
        choices.append((spot, min(on, key=spot.cost)))
        return choices[-1][1]

    found = played_to(rules, step, lies, choose)
    assert found is not None, "every choice led on"
    return CandidateSpot(found, not any(spot.cost(choice) for spot, choice in choices))


def played_to(rules: Rules, step: str, lies: Lies, choose: Callable[[ScoredSpot], str]) -> ScoredSpot | None:
    """The decision of this step in a round with these cards, earlier ones made so; None where the round does not come
    to it."""
    table = DecisionTable(rules)
    seat = f"seat{table.decided[0]}"
    table.deal(ScriptedPlaces(rules.deck, {seat if place == "own" else place: lies[place] for place in lies}))
    while table.turn:
        spot = table.spot()
        if spot.step == step:
            return spot
        table.choose(choose(spot))
    return None


def drawn(rules: Rules, chance: Chance, step: str, sort: str) -> ScoredSpot:
    """A decision of this step with a hand of this sort."""
    dealt = _of_sort(rules, chance, step, sort)
    candidates = [spot_of(rules, step, next(dealt)) for _ in range(CANDIDATES)]
    weights = [each.weight for each in candidates]
    at = chance.below(sum(weights)) if any(weights) else -1
    for each, weight in zip(candidates, weights, strict=True):
        if 0 <= at < weight:
            return each.spot
        at -= weight
    return max(candidates, key=lambda each: next_cost(each.spot)).spot


def _of_sort(rules: Rules, chance: Chance, step: str, sort: str) -> Iterator[Lies]:
    """Deals in which the player has such a hand when he decides."""
    places = dealt_places(rules)
    often = {each.id for each in sorts(rules, step)}
    while True:
        lies = draw(chance, rules, places)
        found = sort_of(rules, step, lies).id
        if (found if found in often else RARE) == sort:
            yield lies
