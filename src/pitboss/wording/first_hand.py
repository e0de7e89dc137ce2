"""What somebody is told who plays a game for the first time: each wager before it is made, and each moment of the round
when it comes. For the guide that goes along with a hand in the browser. The sentences are those of the card for players
(`how_to_play.py`), and where a game brings none, those that follow from its declaration."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.rulebook.words import listed
from pitboss.table.layout import line_words, pays_words
from pitboss.table.rules import Rules
from pitboss.wording.how_to_play import condition, moments, of_wager


class WagerNote(Struct, frozen=True):
    """What is told of one wager."""

    title: str
    says: str


class GuidedWager(Struct, frozen=True):
    """Wagers that are made together before the deal."""

    wagers: tuple[str, ...]
    titles: tuple[str, ...]
    optional: bool
    says: tuple[str, ...]
    notes: tuple[WagerNote, ...]
    """What is told of each of them, where there is something."""


class GuidedMoment(Struct, frozen=True):
    """What is told at one step of the round."""

    step: str
    says: str


def guided_wagers(rules: Rules) -> Iterator[GuidedWager]:
    """The wagers before the deal: those that are needed first, as they are placed together."""
    told: set[str] = set()
    offered = [w for w in rules.wagers if not w.later]
    for wager in sorted(offered, key=lambda w: not w.compulsory):
        if wager.id in told:
            continue
        unit = rules.together(wager.id)
        told.update(unit)
        titles = tuple(rules.wager[each].title for each in unit)
        says = _optional(rules, wager.id) if not wager.compulsory else (_needed(titles),)
        notes = tuple(WagerNote(rules.wager[each].title, text) for each in unit if (text := _decided(rules, each)))
        yield GuidedWager(unit, titles, not wager.compulsory, says, notes)


def _needed(titles: tuple[str, ...]) -> str:
    if len(titles) == 1:
        return f"Nobody is dealt in without the {titles[0]} wager."
    return f"Nobody is dealt in without the {listed(titles)} wagers. They are equal and are placed together."


def _optional(rules: Rules, wager: str) -> tuple[str, ...]:
    family = rules.wager[wager].family
    terms = rules.terms.wager(family)
    leave = "You may leave it out."
    if terms is None or not terms.lines:
        return (leave,)
    first = terms.lines[0]
    hand = line_words(rules, first.hand, family, sign=False)
    return leave, f"The first line of its table: {hand}, {pays_words(rules, first.pay)}."


def _decided(rules: Rules, wager: str) -> str:
    return " ".join(filter(None, (condition(rules, rules.wager[wager].family), of_wager(rules, wager))))


def guided_moments(rules: Rules) -> tuple[GuidedMoment, ...]:
    """What is told of the steps, in the order of the round; several sentences at one step together."""
    found: dict[str, list[str]] = {}
    for step, text in moments(rules):
        found.setdefault(step, []).append(text)
    return tuple(GuidedMoment(step, " ".join(texts)) for step, texts in found.items())
