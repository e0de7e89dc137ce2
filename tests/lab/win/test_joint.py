"""The wagers of one hand together: exactly what the plain walker over the engine finds on small packs, with limits that
cut and without; and what is known of them in whole packs."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from lab.win import joint_walkers as walking
from odds.walker import pack_of
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.lab.win.joint import Joint, NotTogether, joint, side_wagers, why_alone
from pitboss.odds.tally import Pack
from pitboss.rulebook.terms import LimitTerms, Terms
from pitboss.simulation.api import default_terms

TCP, LIR, UTH = "three-card-poker", "let-it-ride", "ultimate-texas-holdem"
CASES: dict[str, tuple[str, Pack, int, dict[str, int], list[int]]] = {
    "hand against hand": (TCP, pack_of("23459", "cd"), 500, {"pair_plus": 1500}, [0, 4_000, 700]),
    "in stages": (LIR, pack_of("9TJQK", "ds"), 500, {"five_card_bonus": 100}, [0, 30_000, 2_000]),
    "own cards alone": (LIR, pack_of("9TJQK", "ds"), 500, {"three_card_bonus": 300}, [0, 30_000, 2_000]),
    "own cards and all cards": (
        LIR,
        pack_of("9TJQK", "ds"),
        500,
        {"five_card_bonus": 100, "three_card_bonus": 1_000},
        [30_000],
    ),
    "a shared board": (UTH, pack_of("9TJQK", "cd"), 500, {"trips": 300}, [12_000, 2_500]),
}


def limited(game: str, cents: int, sides: dict[str, int]) -> Terms:
    """The default terms with one limit over all these wagers, or with none."""
    terms = default_terms(game)
    main = [w.id for w in rules_for(terms).wagers if w.compulsory or w.later]
    return replace(terms, limits=(LimitTerms("TEST 1", cents, (*main, *sides)),) if cents else ())


def walked(case: str, cents: int) -> tuple[Joint, walking.HandResults]:
    game, pack, base, sides, _ = CASES[case]
    terms, free = limited(game, cents, sides), limited(game, 0, sides)
    rules, unlimited = rules_for(terms), rules_for(free)
    walkers: dict[str, Callable[[], walking.HandResults]] = {
        TCP: lambda: walking.play_or_fold(rules, unlimited, pack, 3, 3, base, sides),
        LIR: lambda: walking.ride(rules, unlimited, pack, base, sides),
        UTH: lambda: walking.holdem(rules, unlimited, pack, base, sides),
    }
    return joint(terms, base, sides, pack), walkers[game]()


@pytest.mark.parametrize(("case", "cents"), [(case, cents) for case, (*_, limits) in CASES.items() for cents in limits])
def test_all_wagers_of_a_hand_are_what_the_walker_finds(case: str, cents: int) -> None:
    found, oracle = walked(case, cents)
    assert found.figures.ev == oracle.ev
    assert found.figures.distribution == oracle.distribution
    assert {p.wager: p.ev for p in found.figures.parts} == {w: oracle.average(g) for w, g in oracle.gain.items()}
    assert {p.wager: p.at_risk for p in found.figures.parts} == {w: oracle.average(r) for w, r in oracle.risk.items()}
    assert found.cut == Fraction(oracle.cut, oracle.deals)
    assert found.taken == oracle.average(oracle.taken)
    assert bool(found.cut) == bool(cents)


@pytest.mark.parametrize("game", [TCP, LIR, "dragon-poker", "top-five-poker"])
def test_where_no_limit_cuts_each_wager_has_the_figures_it_has_alone(game: str) -> None:
    terms = replace(default_terms(game), limits=())
    sides = {name: 100 for name in side_wagers(terms) if not why_alone(rules_for(terms), name)}
    found = joint(terms, 500, sides)
    assert sides and not found.cut and not found.taken
    main = -sum(p.ev for p in found.figures.parts if p.wager not in sides)
    (alone,) = exact_odds(game, wager="main", paytable=None)[:1]
    assert main == alone.house_edge
    for part in found.figures.parts:
        if part.wager in sides:
            held = terms.wager(part.wager)
            letter = held.paytable if held else None
            (own,) = exact_odds(game, wager=part.wager, paytable=letter)
            assert -part.ev * 5 == own.house_edge


def test_a_limit_cuts_the_sum_before_it_cuts_any_wager_alone() -> None:
    """At $100 a royal flush brings at most $100 + $400 + $50,000 in the main game and $5,000 on Trips. It lies on the
    board in 1 of 649,740 deals and pushes then; in all others, 1 of 30,940, the $50,000 cut $5,100 to $5,500."""
    terms = replace(default_terms(UTH), limits=(LimitTerms("TEST 1", 5_000_000, ("ante", "blind", "play", "trips")),))
    found = joint(terms, 10_000, {"trips": 10_000})
    royal = Fraction(1, 30_940) - Fraction(1, 649_740)
    assert found.cut == royal
    assert 51 * royal <= found.taken <= 55 * royal
    edges = Fraction(301629, 33446140), exact_odds(UTH, wager="main", stake=500)[0].house_edge
    uncut = -found.figures.ev - found.taken
    assert 0 <= uncut - sum(edges) < Fraction(1, 10**8)  # played otherwise now and then, because of the cut
    assert not joint(terms, 5_000, {"trips": 5_000}).cut


def test_what_cannot_be_counted_together_is_refused_with_its_reason() -> None:
    terms = default_terms(LIR)
    for wager, said in (("six_card_bonus", "same cards"), ("progressive", "meter"), ("nothing", "no side wager")):
        with pytest.raises(NotTogether, match=said):
            joint(terms, 500, {wager: 100})
