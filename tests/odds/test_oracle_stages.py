"""Games decided in stages: the counter equals the plain walker over the engine, exactly, on small packs; a game whose
odds are known equals those; and what cannot be counted is refused."""

import re
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from odds.declared import bound
from odds.oracle import advised, same, some
from odds.walker import pack_of
from odds.walker_stages import Staged, script_of
from pitboss.games import rules_for
from pitboss.odds.figures import figures
from pitboss.odds.shapes import stages
from pitboss.odds.shapes.stages_plan import plan
from pitboss.odds.shapes.stages_tree import StagesState, tree_of
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.cells import OWN, Holding, Named, Ranking, Standing
from pitboss.table.rules import Rules
from support import LIR
from support import rules as rules_of

KINDS: Pack = (("AP", 3), ("BA", 2), ("CH", 2), ("EL", 1))
CASES: dict[str, tuple[str, Pack, int, int]] = {
    "streets, two suits": ("street_stud", pack_of("TJQK", "hs"), 100, 0),
    "streets, three suits": ("street_stud", pack_of("5TA", "cdh"), 100, 0),
    "streets, cut": ("street_stud", pack_of("69QA", "ds"), 500, 4_000),
    "streets, no rectangle": ("street_stud", (*pack_of("JQK", "hs"), ("Ah", 1), ("Th", 1)), 100, 0),
    "gate, spades": ("gate_stud", pack_of("TJQKA", "hs"), 100, 0),
    "gate, pairs": ("gate_stud", pack_of("28A", "cdhs"), 100, 0),
    "gate, cut": ("gate_stud", pack_of("28A", "cdh"), 100, 300),
    "kinds": ("kind_stud", KINDS, 100, 0),
    "kinds, cut": ("kind_stud", KINDS, 100, 250),
    "ride": (LIR, pack_of("9TJQKA", "ds"), 100, 0),
    "ride, cut": (LIR, pack_of("9TJA", "chs"), 100, 700),
}
"""Game, pack, stake and limit, in cents."""


@cache
def _ride(limit: int) -> Rules:
    found = rules_of(LIR, wagers={name: {"offered": False} for name in ("six_card_bonus", "progressive")})
    cut = LimitTerms("MD-LIR 2.B(10)", limit, ("bet_1", "bet_2", "bet_3"))
    return rules_for(replace(found.terms, limits=(cut,))) if limit else found


def rules(case: str) -> Rules:
    game, _, _, limit = CASES[case]
    return _ride(limit) if game == LIR else bound(game, limit=limit)


@cache
def walked(case: str) -> Staged:
    _, pack, stake, _ = CASES[case]
    return Staged(rules(case), pack, stake)


@pytest.mark.parametrize("case", CASES)
def test_main_game(case: str) -> None:
    _, pack, stake, _ = CASES[case]
    found = figures(rules(case), stages.tally(rules(case), "main", pack=pack, stake=stake), stake, {})
    same(walked(case).results, found)


@pytest.mark.parametrize("case", CASES)
def test_advice(case: str) -> None:
    """Every decision that a player can meet, with whatever wagers lie there."""
    _, pack, stake, _ = CASES[case]
    found, walk = rules(case), walked(case)
    for answers, cards, seen in some(walk.spots, 120):
        values, squares = walk.spots[answers, cards, seen]
        asked = script_of(found).asked[answers]
        lying = _lying(found, answers)
        advice = stages.advise(found, cards, seen, pack=pack, stake=stake, times=lying, step=asked.step)
        assert advice.step == asked.step
        advised(advice, values, squares)


def _lying(found: Rules, answers: tuple[str, ...]) -> dict[str, int]:
    """The wagers after these answers, as an end to which they lead has them, later ones left out."""
    tree = tree_of(found)
    state, given = tree.start, list(answers)
    for number, stage in enumerate(tree.stages):
        if given and tree.asked(number, state):
            name = given.pop(0)
            state = tree.after(next(c for c in stage.step.choices if c.name == name), state)
    return dict(zip(tree.wagers, state.times, strict=True))


def test_what_answers_do_is_what_the_engine_does() -> None:
    """Every sequence of answers leaves the wagers that the engine settles or collects."""
    for name in ("street_stud", "gate_stud", "kind_stud"):
        found = bound(name)
        for answers, end in script_of(found).ends.items():
            assert {w: n for w, n in _lying(found, answers).items() if n} == dict(end.times)


def test_the_order_in_which_wagers_are_made_does_not_matter_where_nothing_is_cut() -> None:
    """Equal sums on earlier streets are decided alike."""
    found = plan(bound("street_stud"))
    fifth = {state.times[:3]: chosen for (stage, state), chosen in found.chosen.items() if stage == 2}
    assert np.array_equal(fifth[1, 1, 3], fifth[1, 3, 1])
    assert np.array_equal(fifth[1, 2, 3], fifth[1, 3, 2])
    assert not np.array_equal(fifth[1, 1, 1], fifth[1, 3, 3])


# --- known odds -----------------------------------------------------------------------------------------------------


def test_mississippi_stud_as_published() -> None:
    """500-100-40-10-6-4-3-2-1, a pair of sixes to tens pushes (wizardofodds.com/games/mississippi-stud): house edge
    4.91 % of the ante; 3.59 units and an element of risk of 1.37 % with the larger of equal wagers, counted by a plain
    program of our own as 3.4836 and 1.411 % with the smaller."""
    found = bound("street_stud")
    exact = figures(found, stages.tally(found, "main"), 100, {})
    assert exact.ev == Fraction(-53223, 1082900)
    assert round(float(exact.at_risk), 4) == 3.4836
    assert round(100 * float(exact.element_of_risk), 3) == 1.411
    best = plan(found)
    bold = {spot: _largest(best, spot) for spot in best.chosen}
    larger = figures(found, replace(best, chosen=bold).tally(), 100, {})
    assert larger.ev == exact.ev
    assert round(float(larger.at_risk), 2) == 3.59
    assert round(100 * float(larger.element_of_risk), 2) == 1.37
    assert larger.variance > exact.variance


def _largest(found: stages.StagesPlan, spot: tuple[int, StagesState]) -> Array:
    """The largest of the answers that are worth most."""
    values, order = found.values[spot], found.tree.boldness(*spot)[::-1]
    largest: Array = np.array(order)[(values == values.max(axis=0))[order].argmax(axis=0)]
    return largest


# --- spots that nobody named ----------------------------------------------------------------------------------------


def test_earlier_decisions_were_made_well() -> None:
    """Two tens were raised three times; a two and a seven would have been folded, so they were kept as cheaply as can
    be."""
    found = bound("street_stud")
    for cards, third in ((("Tc", "Td"), 3), (("2c", "7d"), 1), (("Ac", "7d"), 1)):
        told = stages.advise(found, cards, ("4h",))
        named = stages.advise(found, cards, ("4h",), times={"ante": 1, "third": third})
        assert told == named
        assert told.alternatives[0].value == -1 - third


def test_worth_worked_by_hand() -> None:
    """A pair of kings and two other cards, three times the ante on every street before: of 48 cards 2 make three of a
    kind (3 to 1), 6 two pair (2 to 1), 40 leave the pair (1 to 1)."""
    told = stages.advise(bound("street_stud"), ("Kc", "Kd"), ("4h", "7s"))
    each = Fraction(2 * 3 + 6 * 2 + 40, 48)
    assert [(a.choice, a.value) for a in told.alternatives] == [
        ("fold", -7), ("1x", 8 * each), ("2x", 9 * each), ("3x", 10 * each),
    ]  # fmt: skip
    assert told.best.choice == "3x"


@pytest.mark.parametrize(
    ("cards", "board", "more", "said"),
    [
        ("Kc", "", {}, "a player of Street Stud holds 2 cards; 1 was given (Kc)"),
        ("Kc Kd", "2c 3c 4c", {}, "a decision is made with none, 1 or 2 of the community cards open; 3 were given"),
        (
            "Kc Kd",
            "2c",
            {"step": "fifth"},
            "'fifth' is no decision with so many cards; the decisions are third",
        ),
        ("Kc Kd", "2c", {"times": {"ante": 1}}, "nobody is asked at fourth whose wagers lie so: ante 1"),
    ],
)
def test_impossible_spots(cards: str, board: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        stages.advise(bound("street_stud"), tuple(cards.split()), tuple(board.split()), **more)


def test_games_that_are_no_stages() -> None:
    """Main wagers that look at different cards; a player who sees more than his wagers do."""
    found = bound("street_stud")
    ante = found.fields["ante"][1]
    assert isinstance(ante, Named)
    two = Ranking("two", lambda cards: ante.hand.ranking.of((*cards, "2c", "5d", "9h")))
    own = (Standing(), Named(Holding((OWN,), two), found.book.hands["street"]))
    for fields, said in (
        ({**found.fields, "ante": own}, "need main wagers that all look at the same cards"),
        (dict.fromkeys(found.fields, own), "no cards but those that his main wagers look at"),
    ):
        other = Rules(replace(found.game, cells=lambda _, fields=fields: fields), found.terms)
        with pytest.raises(ValueError, match=said):
            stages.tally(other, "main")


def test_a_pack_that_is_too_small() -> None:
    with pytest.raises(ValueError, match="the pack has 4 cards; a hand and the community cards need 5"):
        stages.tally(bound("street_stud"), "main", pack=pack_of("AK", "sh"))
