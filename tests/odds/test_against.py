"""The player's hand against the dealer's: known answers of games that are played everywhere, declared here as any
stranger would declare them, and what is refused."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest
from msgspec.structs import replace

import made_up
from odds import declared_games
from pitboss.games import rules_for
from pitboss.odds.counting import NoShape, counter, shape_of
from pitboss.odds.figures import Figures, figures
from pitboss.odds.shapes import against, against_sets
from pitboss.odds.tally import Pack, Tally
from pitboss.table.cells import OWN, Cards, Compared, Qualified
from pitboss.table.definition import Deal, Step
from pitboss.table.rules import Rules

THREE, FIVE = "three_against_three", "five_against_five"


@cache
def tally(name: str) -> Tally:
    rules = declared_games.rules(name)
    return counter(rules).tally(rules, "main")


def main(name: str) -> Figures:
    return figures(declared_games.rules(name), tally(name), 100, {})


# --- three cards each, queen high qualifies, ante bonus 5-4-1 --------------------------------------------------------


def test_three_cards_each() -> None:
    """House edge 3.3730 % of the ante, standard deviation 1.6393, a net win in 44.9127 % of all deals."""
    found = main(THREE)
    assert found.ev == Fraction(-686689, 20358520)
    assert round(100 * float(-found.ev), 4) == 3.3730
    assert round(float(found.variance) ** 0.5, 4) == 1.6393
    assert round(100 * float(found.hit_frequency), 4) == 44.9127
    assert tally(THREE).total == comb(52, 3) * comb(49, 3)


@pytest.mark.parametrize(
    ("cards", "choice"),
    [
        ("Qs 6h 4d", "play"),
        ("Qs 6h 4h", "play"),
        ("Qs 6h 3d", "fold"),
        ("Qs 6s 3d", "fold"),
        ("Qs 5h 4d", "fold"),
        ("2s 2h 3d", "play"),
        ("Ks 3h 2d", "play"),
    ],
)
def test_three_cards_are_played_from_queen_six_four_up(cards: str, choice: str) -> None:
    rules = declared_games.rules(THREE)
    assert counter(rules).advise(rules, tuple(cards.split())).best.choice == choice


def test_three_cards_in_words() -> None:
    said = ["Play with a pair or better, or with queen-six-four or higher; fold the rest."]
    assert counter(declared_games.rules(THREE)).rules_in_words(declared_games.rules(THREE)) == said


def test_a_simpler_rule_costs_a_little() -> None:
    """Whoever plays with any queen or better gives 70219/2035852 of the ante to the house."""
    rules = declared_games.rules(THREE)
    solved = against.solve(rules, rules.deck.contents, 100)
    qualifies = rules.fields["ante"][1]
    assert isinstance(qualifies, Qualified)
    queen = qualifies.lowest
    deals, total = solved.deals, 0
    for hand, made in enumerate(deals.made.tolist()):
        choice = 0 if deals.hands[made][0].key >= queen.key else 1
        ends, counts = deals.ends[made].tolist(), deals.counts[hand, 0].tolist()
        total += int(deals.ways[hand, 0]) * sum(solved.nets[choice][e] * n for e, n in zip(ends, counts, strict=True))
    assert Fraction(total, 100 * comb(52, 3) * comb(49, 3)) == Fraction(-70219, 2035852)


@pytest.mark.parametrize(("letter", "edge"), [("A", 2.3167), ("B", 7.2760)])
def test_pair_plus(letter: str, edge: float) -> None:
    rules = declared_games.rules(THREE, pair_plus=letter)
    found = counter(rules).tally(rules, "pair_plus")
    assert found.total == comb(52, 3)
    assert round(100 * float(-figures(rules, found, 100, {}).ev), 4) == edge


# --- five cards each, one of the dealer's open, call twice the ante ---------------------------------------------------


def test_five_cards_each_with_one_open() -> None:
    """House edge 5.2243 % of the ante."""
    found = main(FIVE)
    assert found.ev == Fraction(-142031221, 2718662100)
    assert tally(FIVE).total == comb(52, 5) * comb(47, 5) * 5


@pytest.mark.parametrize(
    ("cards", "dealer", "choice"),
    [
        ("As Kh Qd 4c 2c", "Qh", "call"),
        ("As Kh Jd 4c 2c", "Qh", "fold"),
        ("As Kh Jd 4c 2c", "Ac", "call"),
        ("As Kh Td 4c 2c", "Ac", "fold"),
        ("2s 2h 3d 4c 5c", "Ah", "call"),
        ("As Qh Jd Tc 8c", "2h", "fold"),
    ],
)
def test_five_cards_against_an_open_one(cards: str, dealer: str, choice: str) -> None:
    rules = declared_games.rules(FIVE)
    advice = counter(rules).advise(rules, tuple(cards.split()), dealer=(dealer,))
    assert (advice.best.choice, advice.dealer) == (choice, (dealer,))


def test_one_spot_is_counted_as_all_of_them_are() -> None:
    """The worth of a spot, counted hand by hand, and the decision found with all others at once."""
    rules = declared_games.rules(FIVE)
    pack = rules.deck.contents
    solved = against.solve(rules, pack, 100)
    sight = solved.game.sight
    known = against_sets.ground(pack, sight)
    for cards, dealer in (("Ah Kd 9c 4c 3d", "9h"), ("Ah Kd 9c 4c 3d", "9d"), ("7h 7d 9c 4c 3d", "Ks")):
        spot = against_sets.spot(pack, sight, tuple(cards.split()), (dealer,))
        hand, shown = against_sets.place(known, tuple(cards.split()), (dealer,))
        made = int(solved.deals.made[hand])
        row = solved.deals.counts[hand, int(shown[0])].tolist()
        ends = solved.deals.ends[made].tolist()
        assert spot.against == tuple((solved.deals.met[e], n) for e, n in zip(ends, row, strict=True) if n)
        advice = counter(rules).advise(rules, tuple(cards.split()), dealer=(dealer,))
        chosen = solved.game.choices[int(solved.chosen[hand, int(shown[0])])].name
        assert advice.best.choice == chosen


def test_the_count_tells_how_far_it_is() -> None:
    rules = declared_games.rules(THREE)
    heard: list[float] = []
    pack = tuple((rank + suit, 1) for rank in "2345678" for suit in "cds")
    counter(rules).tally(rules, "main", pack=pack, progress=heard.append)
    assert heard[-1] == 1.0
    assert all(0 < part <= 1 for part in heard)


def test_nothing_depends_on_names() -> None:
    """A made-up game of the same cards, choices and payments but for the names of its wagers."""
    rules = rules_for(made_up.terms_of(made_up.OPEN_STUD))
    advice = counter(rules).advise(rules, ("As", "Kh", "Qd", "4c", "2c"), dealer=("Qh",))
    other = declared_games.rules(FIVE)
    same = counter(other).advise(other, ("As", "Kh", "Qd", "4c", "2c"), dealer=("Qh",))
    assert (advice.base, [a.choice for a in advice.alternatives]) == ("first", ["raise", "fold"])
    assert [a.value for a in advice.alternatives] == [a.value for a in same.alternatives]


# --- what is refused --------------------------------------------------------------------------------------------------


def changed(name: str, **parts: object) -> Rules:
    rules = declared_games.rules(name)
    return Rules(replace(rules.game, **parts), rules.terms)


@pytest.mark.parametrize(
    ("cards", "dealer", "said"),
    [
        ("As Kh Qd 4c 2c", "", "1 card of the dealer's lies open when a player .* decides; none were given"),
        ("As Kh Qd 4c 2c", "3c 3d", "1 card of the dealer's lies open when a player .* decides; 2 were given"),
        ("As Kh Qd 4c 2c", "As", "'As' was given 2 times; the pack holds 1 of it"),
        ("As Kh Qd 4c", "3c", "a player of Five against Five holds 5 cards; 4 were given"),
    ],
)  # fmt: skip
def test_impossible_cards(cards: str, dealer: str, said: str) -> None:
    rules = declared_games.rules(FIVE)
    with pytest.raises(ValueError, match=said):
        counter(rules).advise(rules, tuple(cards.split()), dealer=tuple(dealer.split()))


def test_a_card_of_the_dealer_where_none_lies_open() -> None:
    rules = declared_games.rules(THREE)
    with pytest.raises(ValueError, match="Three against Three shows no card of the dealer's, but Ac was given as one"):
        counter(rules).advise(rules, ("As", "Kh", "Qd"), dealer=("Ac",))


def test_two_decisions_are_not_counted() -> None:
    script = declared_games.rules(THREE).game.script

    def twice(rules: Rules, procedure: str) -> tuple[Step, ...]:
        return tuple(step for s in script(rules, procedure) for step in ((s, s) if s.kind == "ask" else (s,)))

    rules = changed(THREE, script=twice)
    with pytest.raises(NoShape, match="one decision against the dealer's hand, and it asks at two steps"):
        counter(rules).tally(rules, "main")


def test_part_of_a_hand_is_not_counted() -> None:
    """A wager that looks at the first two of the player's three cards."""
    rules = declared_games.rules(THREE)
    ante = rules.fields["ante"]
    compared = next(field for field in ante if isinstance(field, Compared))
    first = replace(compared, own=replace(compared.own, sees=(Cards("own", 2),)))
    fields = {**rules.fields, "ante": tuple(first if field == compared else field for field in ante)}
    strange = changed(THREE, cells=lambda _: fields)
    assert shape_of(strange) == "against" and compared.own.sees == (OWN,)
    with pytest.raises(NoShape, match="that each main wager looks at a whole hand, the player's or the dealer's"):
        counter(strange).tally(strange, "main")


def test_cards_after_the_decision_are_not_counted() -> None:
    script = declared_games.rules(THREE).game.script
    plan = {"deal": (Deal("seats", 2, ""), Deal("dealer", 3, "")), "late": (Deal("seats", 1, ""),)}

    def later(rules: Rules, procedure: str) -> tuple[Step, ...]:
        late = Step("deal", "late", "", part="late")
        return tuple(step for s in script(rules, procedure) for step in ((s, late) if s.kind == "ask" else (s,)))

    rules = changed(THREE, script=later, plan=lambda *_: plan)
    with pytest.raises(NoShape, match="that the player has all his cards when he decides"):
        counter(rules).tally(rules, "main")


@pytest.mark.parametrize(
    ("own", "dealer", "shown", "said"),
    [
        (7, 7, 0, "hands of 7 of 52 cards are too many to be looked at one by one"),
        (5, 5, 2, "about 143,592,540 spots are too many to be kept; 2 open cards are known at each"),
    ],
)
def test_what_would_take_too_long_is_refused(own: int, dealer: int, shown: int, said: str) -> None:
    plan = {"deal": (Deal("seats", own, ""), Deal("dealer", dealer - shown, ""), Deal("dealer", shown, "", up=True))}
    rules = changed(FIVE, plan=lambda *_: plan)
    with pytest.raises(NoShape, match=f"Five against Five can be played and simulated; it has no exact odds: {said}"):
        counter(rules).tally(rules, "main")


def test_a_pack_too_small() -> None:
    pack: Pack = tuple((rank + "c", 1) for rank in "23456")
    rules = declared_games.rules(THREE)
    with pytest.raises(ValueError, match="a pack of 5 cards is too small; player and dealer need 6"):
        counter(rules).tally(rules, "main", pack=pack)
