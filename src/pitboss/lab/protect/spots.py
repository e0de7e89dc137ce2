"""Spots of a player who has seen more than he should: what each of his choices is worth, at one spot or at many."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards.deck import Card
from pitboss.lab.protect import against, against_many, board_many, board_spots, stages, stages_many
from pitboss.lab.protect.sampled_spots import spot_without
from pitboss.lab.protect.seen import SeenCards, Unseeable, places_of, sight_of
from pitboss.lab.protect.valued import AskedSpot, Valued
from pitboss.odds.counting import Progress, shape_of, silent
from pitboss.odds.figures import in_whole_units
from pitboss.odds.shapes.against_best import worth
from pitboss.odds.shapes.against_game import contest
from pitboss.odds.shapes.stages import plan
from pitboss.odds.shapes.stages_plan import StagesPlan
from pitboss.odds.shapes.stages_tree import StagesState, tree_of
from pitboss.table.rules import Rules

Faces = Mapping[str, tuple[Card, ...]]
"""What was seen, in the words of `--sees` ("dealer:1", "community:second", "flop:2"), and the faces of these cards."""


def values(
    rules: Rules,
    step: str,
    own: tuple[Card, ...],
    open_cards: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    seen: Faces | None = None,
    times: Mapping[str, int] | None = None,
    stake: int | None = None,
) -> dict[str, Fraction]:
    """What every permitted choice is worth, in units of the base wager, with the best play afterwards of a player who
    knows what he has seen. Exact.

    `step` is the decision, as the script names it; `own` are the player's cards, `open_cards` the community cards (and
    those of the box) that lie open by now, in the order in which they were dealt, `dealer` those of the dealer's that
    the game itself shows. `seen` are the cards that he should not know, and their faces, as they were known before the
    first decision: a card among them that lies open by now is named all the same. Without it the values are those of an
    honest player.

    `times` are the main wagers that lie there as multiples of the base, where earlier choices may have made or
    withdrawn some (games that are decided in stages); without it earlier decisions were made well.

    The choices come in the order of the script. Wagers about which nothing is left to decide may be left out: only
    differences between choices mean something. Where a whole table is needed first (the first decision of a game with a
    shared board and one card of the dealer's seen), it is worked out at the first call, which takes many seconds, and
    kept, also for later runs. `Unseeable` is raised for cards that cannot be seen so."""
    finer, units = in_whole_units(rules, stake)
    sight, faces = _faces(finer, own, open_cards, dealer, seen or {})
    shape = shape_of(finer)
    if shape == "board":
        return board_spots.spot(finer, step, own, open_cards, sight, faces, units)
    if shape == "against":
        return _against(finer, own, (*dealer, *faces["dealer"]), sight, units)
    return _stages(finer, step, own, open_cards, (sight, faces["community"]), times, units)


def many(
    rules: Rules,
    step: str,
    asked: Sequence[AskedSpot],
    *,
    kind: str | None = None,
    times: Mapping[str, int] | None = None,
    stake: int | None = None,
    progress: Progress = silent,
) -> Valued | None:
    """The same for many spots of one decision, at all of which cards of this kind were seen (none where it is None) and
    the wagers lie so: exactly what `values` gives for each, from one table or one call of a kernel. None where they
    must be looked at one by one."""
    finer, units = in_whole_units(rules, stake)
    sight = sight_of(places_of(finer), kind) if kind is not None else SeenCards()
    wanted = sight.dealer + len(sight.community) + len(sight.box)
    if any(len(each.faces) != wanted for each in asked):
        return None
    match shape_of(finer):
        case "board":
            return board_many.valued(finer, step, asked, sight, units, progress)
        case "against":
            return against_many.valued(finer, asked, sight, units)
        case "stages":
            return stages_many.valued(finer, step, asked, sight, times, units) if times is not None else None


def payments_at(rules: Rules, stake: int) -> object:
    """The same for stakes at which all values, in units of the base, are known to be the same."""
    if shape_of(rules) != "board":
        return stake
    finer, units = in_whole_units(rules, stake)
    _, pays, unit = board_spots.payments(finer, units)
    return pays.tobytes(), Fraction(unit, units)


def first_known(rules: Rules, kind: str) -> bool:
    """Whether decisions at which no community card lies open yet can be valued in reasonable time, for somebody who has
    seen cards of this kind."""
    return shape_of(rules) != "board" or board_many.able(sight_of(places_of(rules), kind))


def kinds(rules: Rules) -> tuple[str, ...]:
    """The single kinds of seen cards that this game knows, as `--sees` takes them: what `review` can hold a player
    against."""
    return places_of(rules).kinds()


def _faces(
    rules: Rules, own: tuple[Card, ...], open_cards: tuple[Card, ...], dealer: tuple[Card, ...], seen: Faces
) -> tuple[SeenCards, dict[str, tuple[Card, ...]]]:
    """What is seen, and the faces by place, community cards in the order of their places. Cards that cannot be there
    are refused."""
    places = places_of(rules)
    found: dict[str, tuple[Card, ...]] = {"dealer": (), "community": (), "box": ()}
    if not seen:
        return SeenCards(), found
    sight = sight_of(places, "+".join(seen))
    by_place: dict[int, Card] = {}
    for kind, cards in seen.items():
        one = sight_of(places, kind)
        wanted = one.dealer + len(one.community) + len(one.box)
        if len(cards) != wanted:
            given = f"{len(cards)} {'was' if len(cards) == 1 else 'were'} given"
            raise Unseeable(f"'{kind}' is {wanted} card{'s' * (wanted > 1)}; {given}")
        found["dealer"] += cards[: one.dealer]
        free = [place for place in one.community if place not in by_place]
        free += [place for place in sight.community if place not in by_place and place not in free]
        by_place |= dict(zip(free, cards[one.dealer :], strict=False))
    found["community"] = tuple(by_place[place] for place in sorted(by_place))
    held = {card: n for card, n in rules.deck.contents if n}
    hidden = [card for card in found["community"] if card not in open_cards]
    every = Counter((*own, *open_cards, *dealer, *found["dealer"], *hidden))
    strange = [card for card, n in every.items() if n > held.get(card, 0)]
    if strange:
        raise Unseeable(f"{' '.join(strange)} cannot be there: the pack has no such card, or it lies elsewhere")
    return sight, found


def _against(
    rules: Rules, own: tuple[Card, ...], dealer: tuple[Card, ...], sight: SeenCards, stake: int
) -> dict[str, Fraction]:
    game = against.knowing(contest(rules), sight)
    pack = rules.deck.contents
    spot = spot_without(pack, game.sight, own, dealer, ())
    found = worth(rules, game, spot, stake, own, dealer)
    return {each.choice: each.value for each in found.alternatives}


def _stages(
    rules: Rules,
    step: str,
    own: tuple[Card, ...],
    open_cards: tuple[Card, ...],
    known: tuple[SeenCards, tuple[Card, ...]],
    times: Mapping[str, int] | None,
    stake: int,
) -> dict[str, Fraction]:
    sight, faces = known
    found = plan(rules, stake=stake, tree=stages.knowing(tree_of(rules), sight))
    tree = found.tree
    number = next((n for n, stage in enumerate(tree.stages) if stage.step.name == step), None)
    if number is None:
        raise Unseeable(f"'{step}' is no decision; the decisions are {', '.join(s.step.name for s in tree.stages)}")
    honest = tree_of(rules).stages[number].board
    if len(open_cards) != honest:
        raise Unseeable(f"at {step} {honest} cards lie open; {len(open_cards)} were given")
    state = tree.start
    for before in range(number) if times is None else ():
        if tree.asked(before, state):
            lie = open_cards[: tree_of(rules).stages[before].board]
            row = _row(found, before, own[: tree.stages[before].own], lie, sight, faces)
            best = int(found.chosen[before, state][row])
            able = [c for c in tree.boldness(before, state) if tree.stages[before].step.choices[c].does != "fold"]
            state = tree.after(tree.stages[before].step.choices[best if best in able else able[0]], state)
    if times is not None:
        state = StagesState(tuple(times.get(wager, 0) for wager in tree.wagers))
    if (number, state) not in found.chosen:
        raise Unseeable(f"nobody is asked at {step} whose wagers lie so")
    row = _row(found, number, own, open_cards, sight, faces)
    ways = found.count.ways(number)
    sums = found.moments(number, state, 1)[:, row]
    choices = tree.stages[number].step.choices
    return {c.name: Fraction(int(n) * found.unit, ways * stake) for c, n in zip(choices, sums, strict=True)}


def _row(
    found: StagesPlan,
    number: int,
    own: tuple[Card, ...],
    lie: tuple[Card, ...],
    sight: SeenCards,
    faces: tuple[Card, ...],
) -> int:
    """Where the set of all known cards stands."""
    early = [card for place, card in zip(sight.community, faces, strict=True) if place >= len(lie)]
    layers = found.count.layers
    code = layers.code((*own, *lie, *early))
    return int(np.searchsorted(layers.layer(found.count.sizes[number]).codes, code))
