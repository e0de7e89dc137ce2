"""Many spots at once are worth exactly what each is worth alone; tables of first decisions are what dealing everything
out gives, and are kept."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from odds.walker import pack_of
from pitboss.cards.deck import Card
from pitboss.lab.protect import board_one, board_spots, board_starts
from pitboss.lab.protect.seen import SeenCards, places_of, sight_of
from pitboss.lab.protect.spots import kinds, many, values
from pitboss.lab.protect.valued import AskedSpot, from_worths
from pitboss.lab.review.decisions import lies_open
from pitboss.odds import cache
from pitboss.odds.counting import shown_by_dealer
from pitboss.odds.shapes.board_ground import number
from pitboss.table.rules import Rules
from support import LIR, TOP5, UTH
from support import rules as rules_of

THREE, STUD = "three-card-poker", "caribbean-stud"


def asked(rules: Rules, step: str, kind: str | None, own: int, some: int, seed: str) -> list[AskedSpot]:
    """Spots drawn at random, each also with its suits called otherwise."""
    chance = random.Random(f"{seed} {step} {kind}")
    cards = [card for card, _ in rules.deck.contents]
    lie, shown = lies_open(rules)[step], len(shown_by_dealer(rules))
    sight = sight_of(places_of(rules), kind) if kind else SeenCards()
    later = [place for place in sight.community if place >= lie]
    found = []
    for _ in range(some):
        dealt = iter(chance.sample(cards, own + lie + shown + sight.dealer + len(later)))
        mine, lies, his = (tuple(next(dealt) for _ in range(n)) for n in (own, lie, shown))
        dealer = tuple(next(dealt) for _ in range(sight.dealer))
        community = tuple(lies[place] if place < lie else next(dealt) for place in sight.community)
        spot = AskedSpot(mine, lies, his, (*dealer, *community))
        found += [spot, AskedSpot(*(tuple(map(renamed, part)) for part in spot))]
    return found


def renamed(card: Card) -> Card:
    return card[0] + {"c": "s", "s": "h", "h": "d", "d": "c"}[card[1]]


def agree(rules: Rules, step: str, kind: str | None, spots: list[AskedSpot]) -> None:
    times = {w.id: 1 for w in rules.wagers if w.compulsory}
    found = many(rules, step, spots, kind=kind, times=times, stake=1500)
    assert found is not None
    for place, spot in enumerate(spots):
        seen = {kind: spot.faces} if kind else None
        alone = values(rules, step, spot.own, spot.open_cards, dealer=spot.dealer, seen=seen, times=times, stake=1500)
        assert found.worth(place) == alone
        assert list(found.worth(place)) == list(alone)
        assert found.floats[place].tolist() == pytest.approx([float(value) for value in alone.values()], rel=1e-12)


def cases() -> Iterator[tuple[str, str, str | None, int, int]]:
    for kind in (None, "community:first", "community:second", "community:2"):
        yield LIR, "decide_1", kind, 3, 20
    for kind in (None, "community:second", "community:2"):
        yield LIR, "decide_2", kind, 3, 20
    for kind in (None, "dealer:1", "dealer:2", "dealer:3"):
        yield THREE, "decide", kind, 3, 10
    for kind in (None, "dealer:1", "dealer:3", "dealer:6", "dealer:7"):
        yield TOP5, "decide", kind, 7, 10
    for kind in ("dealer:3", "dealer:4"):
        yield STUD, "decide", kind, 5, 4
    for kind in (None, "dealer:1", "dealer:2", "river:1", "community:5", "community:fifth"):
        yield UTH, "postflop", kind, 2, 4
    for kind in (None, "dealer:1", "dealer:2"):
        yield UTH, "final", kind, 2, 20
    yield UTH, "preflop", None, 2, 6


@pytest.mark.parametrize(("game", "step", "kind", "own", "some"), list(cases()))
def test_each_is_worth_what_it_is_worth_alone(game: str, step: str, kind: str | None, own: int, some: int) -> None:
    rules = rules_of(game)
    agree(rules, step, kind, asked(rules, step, kind, own, some, game))


def test_who_knows_the_flop_before_it_comes_chooses_as_on_it() -> None:
    """Alone such a spot takes long only where more is unknown: with the dealer's cards still hidden, two cards are to
    come."""
    rules = rules_of(UTH)
    agree(rules, "preflop", "flop:3", asked(rules, "preflop", "flop:3", 2, 1, "flop"))


def test_spots_that_cannot_be_are_for_whoever_looks_at_each() -> None:
    rules = rules_of(UTH)
    twice = AskedSpot(("As", "Kd"), ("As", "2c", "3d"), (), ())
    assert many(rules, "postflop", [twice]) is None
    assert many(rules, "postflop", [AskedSpot(("As", "Kd"), ("Qs", "2c"), (), ())]) is None
    assert many(rules, "postflop", [AskedSpot(("As", "Xx"), ("Qs", "2c", "3d"), (), ())]) is None
    assert many(rules, "preflop", [AskedSpot(("As", "Kd"), (), (), ("2c",))], kind="river:1") is None


# --- tables of first decisions ----------------------------------------------------------------------------------------

PACK = pack_of("9TQKA", "cd")
SIGHTS = {
    SeenCards(dealer=1): 1,
    SeenCards(dealer=2): 2,
    SeenCards(community=(1,)): 1,
    SeenCards(community=(0, 2)): 2,
}


@pytest.mark.parametrize("sight", SIGHTS, ids=str)
def test_a_table_of_first_decisions_is_what_dealing_everything_out_gives(sight: SeenCards) -> None:
    """Every spot of a small pack. Only differences between choices mean something."""
    rules = rules_of(UTH)
    cards = [card for card, _ in PACK]
    chance = random.Random(7)
    spots = [chance.sample(cards, 2 + SIGHTS[sight]) for _ in range(150)]
    rows = np.array([[number(card) for card in spot] for spot in spots], dtype=np.int64)
    found = board_starts.valued(rules, rows, sight, 100, PACK)
    for place, spot in enumerate(spots):
        faces = tuple(spot[2:])
        lying = tuple(zip(range(len(sight.community)), faces, strict=False))
        known = board_spots.KnownCards(faces if sight.dealer else (), () if sight.dealer else lying)
        alone = board_spots.values(rules, 0, (spot[0], spot[1]), known, 100, PACK)
        assert differences(found.worth(place)) == differences(alone)


def differences(worth: dict[str, Fraction]) -> dict[str, Fraction]:
    first = next(iter(worth.values()))
    return {name: value - first for name, value in worth.items()}


def test_a_table_is_kept_and_a_damaged_one_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, sight = rules_of(UTH), SeenCards(dealer=1)
    pack = pack_of("8TQKA", "cd")
    solved, stored = list[str](), dict[str, bytes]()
    solve = board_one.solve

    def counted(*given: Any, **how: Any) -> board_one.SeenSolution:
        solved.append("once more")
        return solve(*given, **how)

    monkeypatch.setattr(board_one, "solve", counted)
    monkeypatch.setattr(cache, "store", lambda kind, key, content: stored.update({key: content}))
    monkeypatch.setattr(cache, "load", lambda kind, key: stored.get(key))
    first = board_starts.table(rules, 100, pack, sight)
    ((key, kept),) = stored.items()
    assert board_starts.table(rules, 700, pack, sight) is first, "the same at every stake, as long as no limit cuts"
    board_starts._KEPT.clear()
    again = board_starts.table(rules, 100, pack, sight)
    assert len(solved) == 1
    for one, other in ((again.codes, first.codes), (again.worth, first.worth), (again.deals, first.deals)):
        assert (one == other).all() and one.dtype == other.dtype
    for damaged in (b"", b"\x93", kept[:-40]):
        board_starts._KEPT.clear()
        stored[key] = damaged
        assert (board_starts.table(rules, 100, pack, sight).worth == first.worth).all()
    assert len(solved) == 4


def test_numbers_too_large_for_the_machine_stay_exact() -> None:
    worths = [{"fold": Fraction(-1), "play": Fraction(10**30 + 1, 3)}, {"fold": Fraction(-1), "play": Fraction(1, 7)}]
    found = from_worths(worths)
    assert [found.worth(n) for n in range(2)] == worths


def test_every_kind_of_the_dealers_cards_has_first_decisions() -> None:
    places = places_of(rules_of(UTH))
    able = [kind for kind in kinds(rules_of(UTH)) if board_starts.able(sight_of(places, kind))]
    assert able == [
        "dealer:1",
        "dealer:2",
        "community:first",
        "community:second",
        "community:third",
        "flop:1",
        "flop:2",
    ]
