"""Which rule of a written strategy applies to the cards that somebody holds: for a few hands at a time, without
counting the game. The words mean what they mean when a strategy is costed."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations_with_replacement

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.cards.ranking import Hand
from pitboss.lab.strategies.against import dealer_measures
from pitboss.lab.strategies.board_words import flop_measures, highest_paired
from pitboss.lab.strategies.fitted import laid_over
from pitboss.lab.strategies.spots import DecisionSpots, Measures, counted, few_cards, ordered, own_measures, straights
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.words import OF, is_ranked
from pitboss.lab.strategies.written import AppliedRule, WrittenDecision, rule_at
from pitboss.odds.counting import shape_of
from pitboss.odds.evaluator import SIZES, numbers, places
from pitboss.odds.rankings import is_best_five
from pitboss.odds.shapes import against_kinds
from pitboss.odds.tables import Array, tables
from pitboss.play.proof_hands import hands_to_look_at
from pitboss.table.definition import Step
from pitboss.table.rules import Rules
from pitboss.wording.hands import sides

_SUITS = 4


class CardsInSight(Struct, frozen=True):
    """What a player sees when he decides."""

    own: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    """The community cards that lie open."""
    dealer: tuple[Card, ...] = ()
    """Those of the dealer's cards that lie open."""
    staked: int = 0
    """What he has wagered in the main game, in units of the first wager."""


def applied(rules: Rules, decision: WrittenDecision, seen: Sequence[CardsInSight]) -> list[AppliedRule]:
    """For each of these hands the rule that decides it. All see as many cards."""
    step = next(step for step in rules.script(rules.terms.procedure) if step.name == decision.name)
    ruled = laid_over(decision, spots_of(rules, step, seen))
    return [rule_at(decision, int(place)) for place in ruled.rule]


def spots_of(rules: Rules, step: Step, seen: Sequence[CardsInSight]) -> DecisionSpots:
    """These hands, measured in the words of the vocabulary."""
    shape = shape_of(rules)
    staked = np.array([each.staked for each in seen], dtype=np.int16)
    measures: Measures = {"staked": lambda: staked}
    cards = [each.own if shape == "board" else (*each.own, *each.board) for each in seen]
    if not all(is_ranked(card) for row in cards for card in row):
        scales = _kinds(rules, cards, measures)
        return DecisionSpots(step, (len(seen),), measures, scales)
    ranks, suits = (np.array([[of[card] for card in row] for row in cards], dtype=np.int8) for of in (RANK, SUIT))
    measures |= own_measures(ranks, suits)
    if shape == "board" and seen[0].board:
        return DecisionSpots(step, (len(seen),), measures, _with_board(rules, seen, measures))
    place, scale = _hands(rules, cards)
    measures["hand"] = lambda: place
    if shape == "stages":
        measures["straights"] = lambda: straights(ranks)
        measures["flush_cards"] = lambda: np.stack([(suits == s).sum(axis=1) for s in range(_SUITS)]).max(axis=0)
    if shape == "against" and seen[0].dealer:
        measures |= _beside([each.dealer for each in seen], ranks, suits)
    return DecisionSpots(step, (len(seen),), measures, {"hand": scale})


def _beside(dealer: Sequence[tuple[Card, ...]], ranks: Array, suits: Array) -> Measures:
    """The words that look at the dealer's open cards: each hand beside its own."""
    his, of = (np.array([[each[card] for card in row] for row in dealer], dtype=np.int8) for each in (RANK, SUIT))

    def own(measure: Callable[[], Array]) -> Array:
        found: Array = np.broadcast_to(measure(), (len(ranks), len(his))).diagonal()
        return found

    return {word: partial(own, measure) for word, measure in dealer_measures(ranks, suits, his, of).items()}


# --- hands ------------------------------------------------------------------------------------------------------------


def _hands(rules: Rules, cards: Sequence[tuple[Card, ...]]) -> tuple[Array, HandScale]:
    """What these cards make, and all hands that can be made of as many."""
    holding, whole, _, _ = sides(rules)
    assert holding is not None
    count = len(cards[0])
    if is_best_five(holding.ranking, count):
        return places(np.array([numbers(row) for row in cards])), HandScale(tables().hands)
    if count < whole:
        known, scale = _few(count)
        return np.array([known[tuple(sorted(RANK[card] for card in row))] for row in cards], dtype=np.int16), scale
    every = _every(rules)
    place, scale = ordered([*every, *(holding.ranking.of(row) for row in cards)])
    return place[len(every) :], scale


@lru_cache
def _few(count: int) -> tuple[dict[tuple[int, ...], int], HandScale]:
    """Ranks from the lowest up → the number of the hand that so few cards make, and the hands."""
    rows = list(combinations_with_replacement(sorted(set(RANK.values())), count))
    place, scale = few_cards(np.array(rows))
    return dict(zip(rows, place.tolist(), strict=True)), scale


@lru_cache(maxsize=32)
def _every(rules: Rules) -> tuple[Hand, ...]:
    """The hands of the main game, as far as they can be looked at."""
    holding, _, _, _ = sides(rules)
    assert holding is not None
    return tuple(dict.fromkeys(holding.ranking.of(row) for row in hands_to_look_at(rules, holding)[0]))


def _kinds(rules: Rules, cards: Sequence[tuple[Card, ...]], measures: Measures) -> dict[str, HandScale]:
    """Cards without ranks are counted by their names."""
    pack = rules.deck.contents
    rows = [against_kinds.ordered(pack, row) for row in cards]
    for card, _ in pack:
        measures[OF + card] = partial(counted, rows, card)
    holding, whole, _, _ = sides(rules)
    if holding is None or len(rows[0]) != whole:
        return {}
    every = list(against_kinds.hands(pack, whole))
    place, scale = ordered([holding.ranking.of(row) for row in every])
    known = dict(zip(every, place.tolist(), strict=True))
    measures["hand"] = lambda: np.array([known[row] for row in rows], dtype=np.int16)
    return {"hand": HandScale(scale.hands, {"-".join(row): number for row, number in known.items()})}


# --- a board that both hands share ------------------------------------------------------------------------------------


def _with_board(rules: Rules, seen: Sequence[CardsInSight], measures: Measures) -> dict[str, HandScale]:
    """The words that look at the community cards, too."""
    own, board = (
        np.array([numbers(row) for row in rows]) for rows in zip(*((s.own, s.board) for s in seen), strict=True)
    )
    whole = HandScale(tables().hands)
    if board.shape[1] in SIZES:
        return _on_river(rules, own, board, measures, whole)
    known, scale = _few(board.shape[1])
    lies = np.array([known[tuple(sorted(RANK[card] for card in each.board))] for each in seen], dtype=np.int16)
    found = flop_measures(own[:, None], board, lies, scale)
    measures |= {word: partial(_only, measure) for word, measure in found.items()}
    return {"hand": whole, "board": scale}


def _only(measure: Callable[[], Array]) -> Array:
    """Of one hand on each flop."""
    found: Array = measure()[:, 0]
    return found


def _on_river(rules: Rules, own: Array, board: Array, measures: Measures, scale: HandScale) -> dict[str, HandScale]:
    hand, alone = places(np.concatenate([own, board], axis=1)), places(board)
    deck = numbers(rules.deck.cards)

    def outs() -> Array:
        found = np.zeros(len(own), dtype=np.int16)
        for row, (mine, lies) in enumerate(zip(own, board, strict=True)):
            unseen = np.setdiff1d(deck, np.concatenate([mine, lies]))
            with_one = np.column_stack([np.broadcast_to(lies, (len(unseen), len(lies))), unseen])
            found[row] = (places(with_one) > hand[row]).sum()
        return found

    measures |= {
        "hand": lambda: hand,
        "board": lambda: alone,
        "hidden": lambda: tables().category[hand] > tables().category[alone],
        "paired": lambda: highest_paired(own[:, None], board)[:, 0],
        "outs": outs,
    }
    return {"hand": scale, "board": scale}
