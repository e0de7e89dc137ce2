"""What the layout and the signs show: an area for every wager offered, all odds, the words the rulebooks ask for."""

import re
from typing import Any

import pytest

from pitboss.table import actions as a
from pitboss.table.layout import Layout, layout
from support import (
    CARIBBEAN,
    DRAGON,
    HOUSE_RULES,
    LIR,
    MARYLAND,
    MISSISSIPPI,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    accepted,
    automatic,
    by_hand,
    clause_of,
    finish,
    own,
    rules,
    seated,
    table,
    to,
)

OPERATOR = "Chesapeake Grand"


def case(clause: str, *values: Any) -> Any:
    return pytest.param(
        *values, id=" ".join([clause, *(str(v) for v in values)])[:70], marks=pytest.mark.clause(clause)
    )


def each(clauses: dict[str, str], *values: Any) -> list[Any]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, *values) for game, rest in clauses.items()]


def offering(game: str, *wagers: str, **more: Any) -> Layout:
    """The layout of a table that offers of its optional wagers only these."""
    optional = {w.family for w in rules(game).book.wagers if w.optional_offer and not w.unoffered}
    choices = {family: {"offered": family in wagers} for family in optional}
    procedure = "automated_shoe" if "cover_all" in wagers else "manual_shoe"
    return layout(rules(game, procedure, wagers=choices, **more))


def areas(made: Layout, position: int = 1) -> list[str]:
    """The betting areas of a position."""
    return [p.id for p in made.positions[position - 1].places if p.wager and not p.id.endswith("_device")]


def odds(made: Layout, wager: str) -> str:
    """The lines of a wager's sign."""
    sign = made.sign(wager)
    assert sign is not None
    return "; ".join(f"{line.hand}: {line.pays}" for line in sign.odds)


# --- the operator's name ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", each(dict.fromkeys(MARYLAND, "2.B(1)") | own("1.2")))
def test_the_layout_bears_the_name_of_the_operator(game: str) -> None:
    for name in (OPERATOR, "Potomac House"):
        words = layout(rules(game, operator=name)).inscription("operator")
        assert words is not None and words.text == name
        assert not words.on_sign  # the layout itself, not a sign


# --- betting areas ---------------------------------------------------------------------------------------------------

FIVE = ["ante", "ante_bonus", "play", "dragon", "three_card_bonus"]


@pytest.mark.parametrize(
    "offered",
    [
        case("MD-DRAGON 2.B(2)", ("three_card_bonus", "dragon")),
        case("MD-DRAGON 2.B(2)", ("three_card_bonus",)),
        case("MD-DRAGON 2.B(2)", ("dragon",)),
        case("MD-DRAGON 2.B(2)", ()),
    ],
)
def test_each_dragon_poker_position_has_five_areas_whatever_is_offered(offered: tuple[str, ...]) -> None:
    """An area whose wager is not offered is drawn and marked so (D-12)."""
    made = offering(DRAGON, *offered)
    assert len(made.positions) == 6
    for position in made.positions:
        assert sorted(p.id for p in position.places if p.wager) == sorted(FIVE)
        for place in position.places:
            expected = place.id not in ("three_card_bonus", "dragon") or place.id in offered
            assert place.offered == expected
            assert place.note == ("" if expected else "not offered")


@pytest.mark.parametrize("offered", [True, False])
@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        case("TCP 1.3", THREE, ["ante", "play", "pair_plus"]),
        case("CSP 1.3", CARIBBEAN, ["ante", "call", "five_card_bonus"]),
        case("MST 1.3", MISSISSIPPI, ["ante", "third_street", "fourth_street", "fifth_street", "three_card_bonus"]),
    ],
)
def test_a_position_by_house_rules_has_every_area_offered_or_not(game: str, drawn: list[str], offered: bool) -> None:
    made = offering(game, *(drawn[-1:] if offered else []))
    assert len(made.positions) == 6
    for position in made.positions:
        assert [p.id for p in position.places if p.wager] == drawn
        assert [p.offered for p in position.places if p.wager] == [True] * (len(drawn) - 1) + [offered]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        case("TCP 1.4", THREE, "Dealer Plays with Queen High or Better"),
        case("CSP 1.4", CARIBBEAN, "Dealer Plays with Ace-King or Better"),
        case("MST 1.4", MISSISSIPPI, "Pair of Sixes to Tens Pushes"),
    ],
)
def test_the_words_that_the_house_rules_ask_for(game: str, text: str) -> None:
    assert list(layout(rules(game)).text()).count(text) == 1


@pytest.mark.parametrize(
    ("game", "compulsory"),
    [case("MD-TOP5 2.B(2)", TOP5, ["ante", "play"]), case("MD-LIR 2.B(2)", LIR, ["bet_1", "bet_2", "bet_3"])],
)
def test_each_position_has_a_separate_area_for_each_compulsory_wager(game: str, compulsory: list[str]) -> None:
    """With no optional wager offered these are all the areas there are."""
    made = offering(game)
    for position in made.positions:
        assert areas(made, position.number) == compulsory
        assert len({p.title for p in position.places}) == len(position.places)


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        case("MD-TOP5 2.B(3)(a)", TOP5, "top_five_bonus"),
        case("MD-TOP5 2.B(3)(b)", TOP5, "poker_bonus"),
        case("MD-LIR 2.B(5)", LIR, "five_card_bonus"),
        case("MD-LIR 2.B(6)", LIR, "three_card_bonus"),
        case("MD-LIR 2.B(7)", LIR, "six_card_bonus"),
        case("MD-LIR 2.B(8)", LIR, "progressive"),
    ],
)
def test_an_optional_wager_has_its_area_exactly_when_it_is_offered(game: str, wager: str) -> None:
    others = [w.id for w in rules(game).book.wagers if w.optional_offer and w.id != wager]
    without, alone, all_of_them = offering(game, *others), offering(game, wager), offering(game, wager, *others)
    for position in range(1, len(alone.positions) + 1):
        assert wager not in areas(without, position)
        assert areas(alone, position) == [*areas(offering(game), position), wager]
        assert areas(all_of_them, position).count(wager) == 1


@pytest.mark.clause("MD-TOP5 2.B(3)")
def test_top_five_has_an_area_for_each_bonus_it_offers_and_for_no_other() -> None:
    for offered in ((), ("top_five_bonus",), ("poker_bonus",), ("top_five_bonus", "poker_bonus")):
        assert areas(offering(TOP5, *offered)) == ["ante", "play", *offered]


@pytest.mark.clause("MD-LIR 2.B(3)")
def test_let_it_ride_has_an_area_for_the_cards_of_each_player() -> None:
    made = layout(rules(LIR, positions=7))
    assert [p.number for p in made.positions if p.place("cards")] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.clause("MD-LIR 2.B(4)")
def test_let_it_ride_has_one_area_for_the_community_cards_before_the_inventory() -> None:
    made = layout(rules(LIR))
    (community,) = [p for p in made.shared if p.id == "community"]
    assert "before the table inventory container" in community.title
    assert not any(p.place("community") for p in made.positions)
    assert "inventory" in [p.id for p in made.furniture]


@pytest.mark.clause("MD-LIR 2.B(7)")
def test_the_six_card_box_is_there_exactly_when_the_wager_is_offered() -> None:
    """The list of chapter 2 forgets the box, but the cards are dealt into it (L-10)."""
    assert "box" in [p.id for p in offering(LIR, "six_card_bonus").shared]
    assert "box" not in [p.id for p in offering(LIR, "five_card_bonus", "three_card_bonus").shared]


@pytest.mark.parametrize("offered", [case("MD-LIR 2.C", True), case("MD-LIR 2.C", False)])
def test_with_the_progressive_each_position_has_a_device_and_the_table_a_system(offered: bool) -> None:
    made = offering(LIR, *(["progressive"] if offered else []))
    assert [p.place("progressive_device") is not None for p in made.positions] == [offered] * 7
    assert ("progressive_system" in [p.id for p in made.shared]) == offered
    assert [m.cents for m in made.meters] == ([100_000] if offered else [])


# --- positions and furniture -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "opened", "drawn"),
    [
        case("MD-DRAGON 2.A", DRAGON, 6, 6),
        case("MD-DRAGON 2.A", DRAGON, 4, 4),
        case("MD-TOP5 2.A(1)", TOP5, 6, 6),
        case("MD-TOP5 2.A(1)", TOP5, 4, 6),  # always six on the layout, however many are open (T-25)
        case("MD-LIR 2.A(1)", LIR, 7, 7),
        case("MD-LIR 2.A(1)", LIR, 4, 4),
        *each(own("1.1"), 6, 6),
        *each(own("1.1"), 1, 1),
    ],
)
def test_the_layout_has_its_positions(game: str, opened: int, drawn: int) -> None:
    made = layout(rules(game, positions=opened))
    assert [p.number for p in made.positions] == list(range(1, drawn + 1))
    assert [p.number for p in made.positions if p.open] == list(range(1, opened + 1))


@pytest.mark.parametrize(
    ("game", "thing"),
    [
        case("MD-DRAGON 2.A", DRAGON, "dealer_place"),
        case("MD-DRAGON 2.C(1)", DRAGON, "drop_box"),
        case("MD-DRAGON 2.D", DRAGON, "tip_box"),
        case("MD-DRAGON 2.C(2)", DRAGON, "discard_rack"),
        case("MD-TOP5 2.A(2)", TOP5, "dealer_place"),
        case("MD-TOP5 2.C(1)", TOP5, "drop_box"),
        case("MD-TOP5 2.E", TOP5, "tip_box"),
        case("MD-TOP5 2.C(2)", TOP5, "discard_rack"),
        case("MD-LIR 2.A(2)", LIR, "dealer_place"),
        case("MD-LIR 2.D", LIR, "drop_box"),
        case("MD-LIR 2.E", LIR, "tip_box"),
        case("MD-LIR 2.F", LIR, "discard_rack"),
        *each(own("1.1"), "dealer_place"),
        *each(own("1.5"), "drop_box"),
        *each(own("1.5"), "tip_box"),
        *each(own("1.6"), "discard_rack"),
    ],
)
def test_what_stands_at_the_table(game: str, thing: str) -> None:
    assert [p.id for p in layout(rules(game)).furniture].count(thing) == 1


# --- odds and amounts ------------------------------------------------------------------------------------------------


def lines(hands: str, pays: str, form: str = "{} to 1") -> str:
    """`lines("pair, trips", "1 5")` → `pair: 1 to 1; trips: 5 to 1`."""
    pairs = zip(hands.split(", "), pays.split(), strict=False)
    return "; ".join(f"{hand}: {form.format(pay)}" for hand, pay in pairs)


POKER = "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair"
TENS = "; pair of tens, jacks, queens, kings or aces: "
THREE_CARDS = "straight flush, three of a kind, straight, flush, pair"
TRIPS = "three dragons, three phoenix, three tigers, trips, pair of dragons, pair of phoenix, pair of tigers"
BONUS = "three dragons, three phoenix, trips, pair of dragons, pair of phoenix"
DRAGONS = (
    "three red dragons, three blue dragons, three dragons with gold dragon, three dragons, pair of dragons, gold dragon"
)
FIVE_OF_TEN = (
    "five card royal flush, four of a kind, full house, five card straight, three of a kind, two pair, "
    "pair of aces or kings"
)
SIX = POKER.replace("royal flush, straight flush", "5-card royal flush, 5-card straight flush")
SUPER = "super royal of diamonds: $1,000,000; super royal of hearts, spades or clubs: $100,000; "
METER = "royal flush: 100 percent of the Progressive meter; straight flush: 10 percent of the Progressive meter; "
MAIN = {"ante": "beats the dealer: 1 to 1", "play": "beats the dealer: 1 to 1"}

# What the texts order, by the first paytable of every wager.
DRAGON_SIGNS = MAIN | {
    "ante_bonus": lines(BONUS, "30 10 6 2 1") + "; winning hand: push",
    "three_card_bonus": lines(TRIPS, "40 30 15 10 4 2 1"),
    "dragon": lines(DRAGONS, "1,000 1,000 200 60 7 5"),
}
TOP5_SIGNS = MAIN | {
    "top_five_bonus": lines("seven cards, six cards, five cards, four cards", "100 20 5 1"),
    "poker_bonus": lines(FIVE_OF_TEN, "500 100 40 25 7 3 1"),
}
LIR_SIGNS = {
    "let_it_ride": lines(POKER, "1,000 200 50 11 8 5 3 2") + f"{TENS}1 to 1",
    "five_card_bonus": lines(POKER, "20,000 2,000 150 75 50 25 4 3", "${}") + f"{TENS}$2",
    "three_card_bonus": lines(THREE_CARDS, "40 30 6 4 1"),
    "six_card_bonus": SUPER + lines(SIX, "1,000 200 50 20 15 10 5"),
    "progressive": METER + lines(POKER.split(", ", 2)[2], "300 50 40 30 9", "{} for 1"),
    "envy": lines(POKER, "1,000 300", "${}"),
}
THREE_SIGNS = {
    "ante": "beats the dealer: 1 to 1; bonus for a straight flush: 5 to 1; bonus for three of a kind: 4 to 1; "
    "bonus for a straight: 1 to 1",
    "play": "beats the dealer: 1 to 1",
    "pair_plus": lines(THREE_CARDS, "40 30 6 4 1"),
}
CARIBBEAN_SIGNS = {
    "ante": "beats the dealer: 1 to 1",
    "call": lines(POKER, "100 50 20 7 5 4 3 2") + "; pair or less: 1 to 1",
    "five_card_bonus": lines(POKER, "1,000 500 200 60 40 30 10 7"),
}
MISSISSIPPI_SIGNS = {
    "mississippi_stud": lines(POKER, "500 100 40 10 6 4 3 2")
    + "; pair of jacks or better: 1 to 1; pair of sixes to tens: push",
    "three_card_bonus": lines(THREE_CARDS, "40 30 6 4 1"),
}
UTH_SIGNS = MAIN | {
    "blind": lines(POKER, "500 50 10 3") + "; flush: 3 to 2; straight: 1 to 1; less than a straight: push",
    "trips": lines(POKER, "50 40 30 9 7 4 3"),
}


@pytest.mark.parametrize(
    ("game", "signs"),
    [
        case("MD-DRAGON 2.B(3)", DRAGON, DRAGON_SIGNS),
        case("MD-TOP5 2.B(4)", TOP5, TOP5_SIGNS),
        case("MD-LIR 2.B(9)", LIR, LIR_SIGNS),
        case("MA-UTH 11(a)", UTH, UTH_SIGNS),
        case("TCP 1.4", THREE, THREE_SIGNS),
        case("CSP 1.4", CARIBBEAN, CARIBBEAN_SIGNS),
        case("MST 1.4", MISSISSIPPI, MISSISSIPPI_SIGNS),
    ],
)
def test_the_signs_carry_all_odds_of_all_wagers_offered(game: str, signs: dict[str, str]) -> None:
    made = layout(rules(game))
    assert sorted(sign.wager for sign in made.signs) == sorted(signs)
    for wager, expected in signs.items():
        assert odds(made, wager) == expected


@pytest.mark.parametrize(
    ("game", "wager", "letter", "line"),
    [
        case("MD-DRAGON 2.B(3)", DRAGON, "three_card_bonus", "B", "three tigers: 20 to 1"),
        case("MD-TOP5 2.B(4)", TOP5, "top_five_bonus", "B", "seven cards: 200 to 1"),
        case("MD-LIR 2.B(9)", LIR, "let_it_ride", "B", "royal flush: 500 to 1"),
        case("MA-UTH 1 Trips wager", UTH, "trips", "D", "four of a kind: 20 to 1"),
    ],
)
def test_the_sign_carries_the_paytable_in_force(game: str, wager: str, letter: str, line: str) -> None:
    assert line in odds(layout(rules(game, wagers={wager: {"paytable": letter}})), wager)
    assert line not in odds(layout(rules(game)), wager)


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        case("MD-DRAGON 2.B(3)", DRAGON, "dragon"),
        case("MD-TOP5 2.B(4)", TOP5, "poker_bonus"),
        case("MD-LIR 2.B(9)", LIR, "progressive"),
    ],
)
def test_a_wager_that_is_not_offered_is_on_no_sign(game: str, wager: str) -> None:
    made = offering(game)
    assert made.sign(wager) is None
    assert made.sign("envy") is None


@pytest.mark.clause("MD-DRAGON 2.B(3)")
def test_dragon_poker_says_that_the_play_bet_must_equal_the_ante_bet() -> None:
    """On the layout or on a sign, always (D-38); the other games do not say it."""
    for offered in ((), ("dragon", "three_card_bonus")):
        assert list(offering(DRAGON, *offered).text()).count("Play Bet Must Equal Ante Bet") == 1
    assert not any("Must Equal" in line for game in (TOP5, LIR, UTH) for line in layout(rules(game)).text())


PROGRESSIVE: dict[str, Any] = {
    "wagers": {
        "progressive": {
            "offered": True,
            "amount": 5,
            "cards": "seven",
            "lines": [
                {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"},
                {"hand": "straight_flush", "pays": 1000, "unit": "dollars"},
                {"hand": "four_of_a_kind", "pays": 300, "unit": "for"},
            ],
        }
    },
    "meters": {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}},
}


@pytest.mark.clause("MA-UTH 11(a)")
def test_in_massachusetts_no_odds_are_stated_with_the_word_for() -> None:
    """300 for 1, the wager included, is 299 to 1; of $1,000 with the $5 wager in it $995 are "won" (X-21)."""
    made = layout(rules(UTH, **PROGRESSIVE))
    assert odds(made, "progressive") == (
        "royal flush: win 100 percent of the Progressive meter; straight flush: win $995; four of a kind: 299 to 1"
    )
    for line in (line for sign in made.signs for line in sign.odds):
        assert not re.search(r"\bfor\b", line.pays)
        assert re.search(r"\bto\b|\bwin\b|^push$", line.pays)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        case("MD-LIR 2.B(10)", "2000000", "Payout limit per hand: $2,000,000"),
        case("MD-LIR 2.B(10)", "1000000", "Payout limit per hand: $1,000,000"),
        case("MD-LIR 2.B(10)", "none", ""),
    ],
)
def test_the_payout_limit_is_shown_exactly_when_there_is_one(limit: str, text: str) -> None:
    value: Any = limit if limit == "none" else int(limit)
    words = layout(rules(LIR, limits={"payout_limit": value})).inscription("payout_limit")
    covers = " on all wagers together, Progressive and Envy Bonus not counted"  # L-30
    assert (words.text if words else "") == (text and text + covers)


def test_a_payout_limit_names_what_is_there_to_be_left_out() -> None:
    alone = rules(LIR, limits={"payout_limit": 1_000_000}, wagers={"progressive": {"offered": False}})
    words = layout(alone).inscription("payout_limit")
    assert words is not None and words.text == "Payout limit per hand: $1,000,000 on all wagers together"


@pytest.mark.parametrize("game", SHIPPED)
def test_the_limits_of_each_wager_are_shown(game: str) -> None:
    base = {LIR: "let_it_ride", MISSISSIPPI: "mississippi_stud"}.get(game, "ante")
    sign = layout(rules(game, wagers={base: {"minimum": 25, "maximum": 1000, "increment": 25}})).sign(base)
    assert sign is not None and (sign.minimum, sign.maximum, sign.increment) == (2500, 100_000, 2500)


# --- what changes while the table is open ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "device", "text"),
    [
        case("MD-DRAGON 13.H(2)bis", DRAGON, "shuffler", "Shuffler: out of order"),
        case("MD-DRAGON 13.H(2)bis", DRAGON, "shoe", "Dealing shoe: out of order"),
        case("MD-TOP5 13.E(2)", TOP5, "shuffler", "Shuffler: out of order"),
        case("MD-TOP5 13.E(2)", TOP5, "shoe", "Dealing shoe: out of order"),
        case("MD-LIR 13.H(2)", LIR, "shuffler", "Shuffler: out of order"),
        case("MD-LIR 13.H(2)", LIR, "shoe", "Dealing shoe: out of order"),
        *each(own("12.11"), "shuffler", "Shuffler: out of order"),
        *each(own("12.11"), "shoe", "Dealing shoe: out of order"),
    ],
)
def test_a_device_that_is_marked_bears_the_sign_until_it_works_again(game: str, device: str, text: str) -> None:
    t = by_hand(table(game, "automated_shoe"))
    assert layout(t.rules, t.state).inscription("out_of_order") is None
    accepted(t, "dealer", a.Report("device_fails", place=device))
    accepted(t, "dealer", a.SetDeviceAside(device, "covered"))
    assert layout(t.rules, t.state).inscription("out_of_order") is None
    accepted(t, "dealer", a.SetDeviceAside(device, "marked"))
    words = layout(t.rules, t.state).inscription("out_of_order")
    assert words is not None and words.text == text
    accepted(t, "floorperson", a.RestoreDevice(device))
    assert layout(t.rules, t.state).inscription("out_of_order") is None


COVER_ALL: dict[str, Any] = {"wagers": {"cover_all": {"offered": True}}, "readings": {"cover_all_lowest": "full_house"}}


@pytest.mark.parametrize(
    ("seats", "shown"),
    [
        case(
            "MA-UTH 13(e)",
            (1,),
            "Cover All, 2 hands: royal flush 200 to 1, straight flush 100 to 1, quads 70 to 1, full house 12 to 1",
        ),
        case(
            "MA-UTH 13(e)",
            (1, 2, 5),
            "Cover All, 4 hands: royal flush 125 to 1, straight flush 70 to 1, quads 40 to 1, full house 6 to 1",
        ),
    ],
)
def test_once_the_hands_are_dealt_the_device_shows_the_cover_all_payouts(seats: tuple[int, ...], shown: str) -> None:
    t = seated(table(UTH, "automated_shoe", **COVER_ALL), *seats)
    assert layout(t.rules, t.state).inscription("cover_all_column") is None
    words = layout(t.rules, to(t, "preflop").state).inscription("cover_all_column")
    assert words is not None and words.text == shown


@pytest.mark.parametrize("game", SHIPPED)
def test_a_practice_table_says_so_and_no_other_does(game: str) -> None:
    asked = {UTH: ("shoe_location",), **dict.fromkeys(HOUSE_RULES, ())}.get(game, ("layout", "shoe_location"))
    approvals = dict.fromkeys(asked, "ref 1")
    licensed = layout(rules(game, practice=False, operator=OPERATOR, approvals=approvals))
    assert licensed.inscription("practice") is None
    practice = layout(rules(game)).inscription("practice")
    assert practice is not None and "not approved for gaming" in practice.text


@pytest.mark.clause("MD-LIR 2.C")
def test_the_meter_shows_what_it_reads() -> None:
    t = finish(seated(automatic(table(LIR, cards={"seat1": "2c 7d 9h", "community": "Ks 4d"})), 1, progressive=1))
    assert [m.cents for m in layout(t.rules, t.state).meters] == [100_005]  # five percent of a dollar
