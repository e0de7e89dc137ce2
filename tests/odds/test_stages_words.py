"""The best play of games decided in stages in sentences and as a chart: the sentences name exactly the hands for which
they hold, for a game without any words of its own."""

from collections import Counter
from itertools import combinations
from math import comb
from xml.etree import ElementTree

import pytest

from odds.declared import bound
from pitboss.cards.deck import RANK, Card
from pitboss.odds import charts_stages
from pitboss.odds.card_sets import cards_of, set_of
from pitboss.odds.charts import chart_svg, chart_text
from pitboss.odds.coach import coach
from pitboss.odds.shapes.stages import advise, plan, rules_in_words
from pitboss.odds.shapes.stages_words import Strategy, strategies
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table

STREETS = "street_stud"


def told(strategy: Strategy, hand: int) -> int:
    """The answer that the rules give, read from the top."""
    for part in strategy.parts:
        if any(rule.names(hand) for rule in part.rules):
            return part.chosen
    return strategy.rest.chosen


@pytest.fixture(scope="module")
def every() -> tuple[Strategy, ...]:
    return strategies(bound(STREETS))


def test_rules_read_from_the_top_are_the_best_play(every: tuple[Strategy, ...]) -> None:
    """With every hand that can be held, in every state of the wagers that good play reaches."""
    found = plan(bound(STREETS))
    for strategy in every:
        codes = found.count.layers.layer(found.count.sizes[strategy.stage]).codes.tolist()
        met = [(hand, n) for n, hand in enumerate(codes) if strategy.ways[n]]
        for state in strategy.states:
            chosen = found.chosen[strategy.stage, state]
            for hand, n in met:
                assert told(strategy, hand) == chosen[n], (strategy.what, cards_of(hand))


def test_states_that_good_play_reaches(every: tuple[Strategy, ...]) -> None:
    """Nobody who plays well has twice the ante on a street; sums that are equal are decided alike."""
    assert [(strategy.what, [state.times for state in strategy.states]) for strategy in every] == [
        ("Third street", [(1, 0, 0, 0)]),
        ("Fourth street", [(1, 3, 0, 0)]),
        ("Fourth street", [(1, 1, 0, 0)]),
        ("Fifth street", [(1, 3, 3, 0)]),
        ("Fifth street", [(1, 3, 1, 0), (1, 1, 3, 0)]),
        ("Fifth street", [(1, 1, 1, 0)]),
    ]


def test_words_of_the_first_street() -> None:
    """As published (wizardofodds.com/games/mississippi-stud): a pair is raised three times; one high card, two middle
    cards, or a suited six and five once."""
    said = rules_in_words(bound(STREETS))
    assert said[:6] == [
        "Third street: wager 3x the Ante with:",
        "- any pair",
        "Otherwise wager 1x the Ante with:",
        "- any two of different ranks, at least one card jack or higher or both cards six or higher",
        "- two to a straight flush, four ways to complete it, at least one card six or higher, such as 5-6",
        "Otherwise fold.",
    ]
    assert "Otherwise fold (to wager 1x the Ante is worth as much, with more variance) with:" in said


def _first_street(cards: tuple[Card, ...]) -> str:
    """The published strategy once more."""
    high, low = sorted((RANK[card] for card in cards), reverse=True)
    suited = cards[0][1] == cards[1][1]
    if high == low:
        return "3x"
    return "1x" if high >= 11 or low >= 6 or (suited and (high, low) == (6, 5)) else "fold"


def test_the_first_street_hand_by_hand(every: tuple[Strategy, ...]) -> None:
    counts = Counter(_first_street(cards) for cards in combinations(RANK, 2))
    first = every[0]
    names = [choice.name for choice in plan(bound(STREETS)).tree.stages[0].step.choices]
    for cards in combinations(RANK, 2):
        assert names[told(first, set_of(cards))] == _first_street(cards)
    panel = charts_stages.chart(bound(STREETS)).panels[0]
    assert (panel.rides, panel.hands) == (counts["1x"] + counts["3x"], comb(52, 2))


def test_each_example_of_the_chart_is_one() -> None:
    """Cards drawn beside a rule are decided as it says."""
    rules = bound(STREETS)
    names = {"Wager 3x the Ante": "3x", "Wager 1x the Ante": "1x", "Worth the same: fold, for less variance": "fold"}
    states = {"4": {"third": 3}, "2": {"third": 1}, "5": {"third": 3, "fourth": 1}, "3": {"third": 1, "fourth": 1}}
    seen = set()
    for panel in charts_stages.chart(rules).panels:
        number = next((n for n in states if f"with {n} times" in panel.when), "")
        for section in panel.sections:
            for line in section.lines:
                cards = tuple(charts_stages.shown(line.example))
                advice = advise(rules, cards[:2], cards[2:], times={"ante": 1, **states.get(number, {})})
                assert advice.best.choice == names[section.words], line
                assert bool(advice.equal) == section.words.startswith("Worth")
                seen.add(section.words)
    assert seen == set(names)


def test_words_stand_inside_the_picture() -> None:
    drawn = ElementTree.fromstring(chart_svg(bound(STREETS)))
    texts = list(drawn.iter("{http://www.w3.org/2000/svg}text"))
    words = " ".join(text.text or "" for text in texts)
    for line in rules_in_words(bound(STREETS)):
        if line.startswith("- "):
            for word in line[2:].split(", such as ")[0].split():
                assert word.lower() in words.lower()
    wide = float(drawn.get("width", "0"))
    assert all(float(text.get("x", "0")) < wide for text in texts)


@pytest.mark.parametrize("width", [32, 56, 100])
def test_the_terminal_keeps_its_width(width: int) -> None:
    assert all(len(line) <= width for line in chart_text(bound(STREETS), width, False).splitlines())


def test_hands_of_other_decks_are_listed() -> None:
    """Cards without ranks and suits have no sorts: few hands are named, all of them."""
    said = rules_in_words(bound("kind_stud"))
    assert said[:3] == [
        "On two cards: wager 1x the Ante with:",
        "- Apple-Apple, Banana-Banana, Fig-Fig, Cherry-Cherry, Date-Date",
        "Otherwise check.",
    ]
    assert "Apple-Apple" in chart_text(bound("kind_stud"), 80, False)
    assert "</svg>" in chart_svg(bound("kind_stud"))


def test_the_coach_sees_how_the_wagers_lie() -> None:
    """A pair of twos raised three times on one street, or once: the same cards, other values."""
    rules = bound(STREETS)
    values = []
    for first in ("1x", "3x"):
        places = {"seat1": ("2c", "2d"), "community": ("9h", "Ks", "4s")}
        table = Table(rules, source=ScriptedPlaces(rules.deck, places)).open()
        table.sit(1, "Ann")
        table.bet(1, ante=10)
        table.close_bets()
        table.decide(1, first)
        advice = coach(rules, table.view("player:Ann"))
        assert advice is not None
        times = {"ante": 1, "third": int(first[0])}
        assert advice.alternatives == advise(rules, ("2c", "2d"), ("9h",), times=times).alternatives
        values.append(advice.alternatives[0].value)
    assert values == [-2, -4]
