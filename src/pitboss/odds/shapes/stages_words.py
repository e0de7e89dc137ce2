"""The best play of a game that is decided in stages, in sentences: for every decision the hands with which each answer
is worth most. A game may have sentences of its own, in the `[strategy]` of its words.toml; else they are made from the
titles of its steps and wagers."""

import numpy as np
from msgspec import Struct, convert

from pitboss.cards.deck import SUIT, SUIT_SIGNS
from pitboss.odds.figures import in_whole_units
from pitboss.odds.layers import UpToSuits
from pitboss.odds.rankings import is_best_five
from pitboss.odds.shapes.stages_plan import StagesPlan, plan
from pitboss.odds.shapes.stages_rules import StrategyRule, listed_one_by_one, worded
from pitboss.odds.shapes.stages_sorts import FULL, sorts
from pitboss.odds.shapes.stages_tree import StagesState, Tree
from pitboss.odds.tables import Array
from pitboss.rulebook.folder_shapes import StrategyWords
from pitboss.rulebook.folders import data, remembered
from pitboss.rulebook.words import listed, sentence, wager_title
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

Label = tuple[int, ...]
"""The answers that are worth most, in the order of the script."""


@remembered
def said_of(game: str) -> StrategyWords:
    """The game's own sentences, or those made for any game."""
    return convert(data(game, "words.toml").get("strategy", {}), StrategyWords)


class AnswerPart(Struct, frozen=True):
    """The hands with which the same answers are worth most."""

    label: Label
    chosen: int
    rules: tuple[StrategyRule, ...]


class Strategy(Struct, frozen=True):
    """What to do at one decision."""

    stage: int
    step: str
    answers: tuple[str, ...]
    """As they are told, in the order of the script."""
    states: tuple[StagesState, ...]
    """How the wagers may lie; in all of these it is decided alike."""
    what: str
    when: str
    """Empty, or what the decision depends on besides the cards."""
    parts: tuple[AnswerPart, ...]
    """From the largest answer to the smallest."""
    rest: AnswerPart
    labels: Array
    """The number of the label of every set of cards: its answers as bits."""
    ways: Array
    """In how many deals each set is met here; 0 where it is not spoken of."""

    def told(self, form: str, part: AnswerPart) -> str:
        """A sentence, or words, of this form."""
        others = listed((self.answers[c] for c in part.label if c != part.chosen), "or to")
        words = form.format(what=self.what, when=self.when, answer=self.answers[part.chosen], others=others)
        return sentence(words)


def strategies(rules: Rules, *, stake: int = 100) -> tuple[Strategy, ...]:
    """Every decision in its order; several times where it depends on how the wagers lie."""
    found = plan(rules, stake=stake)
    tree = found.tree
    strategies: list[Strategy] = []
    reached = _reached(found)
    folds = any(choice.does == "fold" for stage in tree.stages for choice in stage.step.choices)
    for number, _ in enumerate(tree.stages):
        groups = _alike(found, number, reached[number] if folds else {})
        for states in groups:
            ways = sum(reached[number].get(s, 0) for s in states) if folds else _every(found, number)
            when = _when(rules, found, number, states, groups)
            strategies.append(_strategy(rules, found, number, states, when, np.asarray(ways)))
    return tuple(strategies)


def in_sorts(found: StagesPlan) -> bool:
    """Whether hands can be put into sorts: five cards of ranks and suits."""
    poker = found.tree.cards == FULL and is_best_five(found.tree.holding.ranking, FULL)
    return poker and isinstance(found.count.layers, UpToSuits)


def _every(found: StagesPlan, number: int) -> Array:
    return found.count.layers.layer(found.count.sizes[number]).ways


def _reached(found: StagesPlan) -> list[dict[StagesState, Array]]:
    """For every decision how the wagers lie there under the best play, and in how many deals each set of cards is met
    with them."""
    here = {found.tree.start: _every(found, 0)}
    reached = []
    for number, _ in enumerate(found.tree.stages):
        reached.append({s: ways for s, ways in here.items() if found.tree.asked(number, s) and ways.any()})
        here = found.after(number, here)
    return reached


def _alike(found: StagesPlan, number: int, reached: dict[StagesState, Array]) -> list[tuple[StagesState, ...]]:
    """States of the wagers, put together where every hand is decided alike; those first in which most lies there."""
    groups: dict[bytes, list[StagesState]] = {}
    for state in reversed(found.tree.states[number]):
        if (number, state) in found.values and (state in reached or not reached):
            groups.setdefault(labels(found, number, state).tobytes(), []).append(state)
    return [tuple(group) for group in groups.values()]


def labels(found: StagesPlan, number: int, state: StagesState) -> Array:
    """For every set of cards the answers that are worth most, as bits."""
    values = found.values[number, state]
    bits = np.left_shift(1, np.arange(len(values)))
    result: Array = ((values == values.max(axis=0)) * bits[:, None]).sum(axis=0)
    return result


def _strategy(
    rules: Rules, found: StagesPlan, number: int, states: tuple[StagesState, ...], when: str, ways: Array
) -> Strategy:
    tree, state = found.tree, states[0]
    every, chosen = labels(found, number, state), found.chosen[number, state]
    codes = found.count.layers.layer(found.count.sizes[number]).codes
    shown = np.flatnonzero(ways)
    named = dict(zip(codes[shown].tolist(), every[shown].tolist(), strict=True))
    order = tree.boldness(number, state)
    best = {int(every[i]): int(chosen[i]) for i in shown}

    def rank(label: int) -> tuple[int, int]:
        return order.index(best[label]), -label.bit_count()

    ranked = sorted(best, key=rank, reverse=True)
    sentences = said_of(rules.game.id).at(tree.stages[number].step.name)
    alone = [label for label in ranked if label.bit_count() == 1]
    equal = [label for label in ranked if label.bit_count() > 1]
    in_order = [*alone[:-1], *equal, *alone[-1:]]
    parts: list[AnswerPart] = []
    before: list[int] = []
    for label in in_order:
        if in_sorts(found):
            free = before if sentences.then else ()
            told = worded(sorts(tree.fields), tree.stages[number].seen, named, label, free)
        else:
            often = dict(zip(codes[shown].tolist(), ways[shown].tolist(), strict=True))
            told = listed_one_by_one(lambda code: _cards(rules, found, number, code), often, named, label)
        parts.append(AnswerPart(tuple(c for c in range(len(order)) if label >> c & 1), best[label], told))
        before.append(label)
    smallest = AnswerPart((order[0],), order[0], ())
    if sentences.never and parts and parts[-1].label != smallest.label:
        parts.append(smallest)
    what = sentences.what.format(step=rules.guide(tree.stages[number].step.name, rules.terms.procedure).title)
    step = tree.stages[number].step
    answers = tuple(sentences.answers.get(choice.name) or answer(rules, tree, choice) for choice in step.choices)
    return Strategy(number, step.name, answers, states, what, when, tuple(parts[:-1]), parts[-1], every, ways)


def _cards(rules: Rules, found: StagesPlan, number: int, code: int) -> str:
    """The names of the cards of a set."""
    cards = found.count.layers.cards(code, found.count.sizes[number])
    if all(card in SUIT for card in cards):
        return " ".join(card[0].replace("T", "10") + SUIT_SIGNS[SUIT[card]] for card in cards)
    return "-".join(rules.deck.names[card] for card in cards)


def _when(
    rules: Rules, found: StagesPlan, number: int, states: tuple[StagesState, ...], groups: list[tuple[StagesState, ...]]
) -> str:
    """What a decision depends on besides the cards: what was answered before, in the game's own words, or how much
    lies on the table."""
    if len(groups) == 1:
        return ""
    tree = found.tree
    for before in range(number):
        step = tree.stages[before].step
        own = said_of(rules.game.id).at(step.name).after
        told = [own[c.name] for c in step.choices if c.name in own and tree.after(c, tree.states[before][0]) in states]
        if told:
            return f" after {listed(told, 'or')}"
    totals = [{sum(state.times) for state in group} for group in groups]
    mine = {sum(state.times) for state in states}
    base = wager_title(rules.book, tree.base)
    if all(len(each) == 1 for each in totals) and sum(each == mine for each in totals) == 1:
        return f" with {mine.pop()} times the {base} on the table"
    lying = (
        listed(f"{times}x {wager_title(rules.book, w)}" for w, times in zip(tree.wagers, s.times, strict=True) if times)
        for s in states
    )
    return f" with {listed(lying, 'or')}"


# --- sentences ------------------------------------------------------------------------------------------------------


def rules_in_words(rules: Rules, *, stake: int | None = None) -> list[str]:
    """The best play, a line for each rule."""
    if stake is None:
        rules, stake = in_whole_units(rules)
    lines = []
    for strategy in strategies(rules, stake=stake):
        told = said_of(rules.game.id).at(strategy.step)
        if not strategy.parts and not told.never:
            lines.append(strategy.told(told.first + told.always, strategy.rest))
            continue
        if not strategy.parts:
            lines.append(strategy.told(told.first + told.never, strategy.rest))
        for n, part in enumerate(strategy.parts):
            form = told.take if len(part.label) == 1 else told.same
            lines.append(strategy.told((told.then if n else told.first) + form, part))
            lines += [f"- {rule.words}" for rule in part.rules]
        lines.append(strategy.told(told.then + told.rest, strategy.rest))
    return lines


def answer(rules: Rules, tree: Tree, choice: Choice) -> str:
    """An answer as it is told: what is done."""
    match choice.does:
        case "raise":
            return f"wager {choice.times}x the {wager_title(rules.book, choice.of or tree.base)}"
        case "withdraw":
            return f"take back the {wager_title(rules.book, choice.wager)}"
        case _:
            return choice.name.replace("_", " ")
