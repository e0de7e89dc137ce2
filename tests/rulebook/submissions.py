"""Submissions to check: small files, what they must be refused for, and what they become."""

import tomllib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import strategies as st

from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, ToOne
from pitboss.rulebook.submission import Checked, Fault, check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from support import CARIBBEAN, GAMES, HOUSE_RULES, MISSISSIPPI, THREE, clause_of

DRAGON, TOP5, LIR, UTH = GAMES


MARYLAND = (DRAGON, TOP5, LIR)


Data = dict[str, Any]


def toml(text: str) -> Data:
    return tomllib.loads(text)


def examine(game: str, overrides: str = "") -> Checked:
    """The game's default submission with these lines changed."""
    return check_data(merge(default_data(game), toml(overrides)))


def accepted(game: str, overrides: str = "") -> Terms:
    checked = examine(game, overrides)
    assert checked.faults == ()
    assert checked.terms is not None
    return checked.terms


def refused(game: str, overrides: str, key: str, clause: str = "") -> Fault:
    """The one fault, at this key and by this clause."""
    checked = examine(game, overrides)
    assert checked.terms is None
    assert [f.key for f in checked.faults] == [key], checked.faults
    assert checked.faults[0].clause == clause or not clause
    return checked.faults[0]


def by(clause: str, *values: Any) -> Any:
    """A case that proves one clause."""
    return pytest.param(
        *values, marks=pytest.mark.clause(clause), id=f"{clause} {' '.join(map(str, values[-2:]))}"[:60]
    )


def house(rest: str, *values: Any) -> list[Any]:
    """A case for each game by house rules of our own: game, values, clause; the clauses have the same number."""
    return [by(clause_of(game, rest), game, *values, clause_of(game, rest)) for game in HOUSE_RULES]


def pays(terms: Terms, wager: str) -> dict[str, Any]:
    found = terms.wager(wager)
    assert found is not None
    return {line.hand: line.pay for line in found.lines}


CHANGES = {
    DRAGON: [
        "table='x'",
        "operator='x'",
        "version=2",
        "positions=5",
        "positions_per_player=2",
        "practice=false\noperator='O'\napprovals={layout='L-1', shoe_location='S-1'}",
        "dealing.shuffler='automated'",
        "dealing={shuffler='automated', decks=2}",
        "dealing={shuffler='automated', shuffler_counts_cards=true}",
        "dealing={shuffler='automated', shuffler_loads_shoe=true}",
        "dealing.procedure='automated_shoe'",
        "wagers.ante.minimum=10",
        "wagers.ante.maximum=505",
        "wagers.ante.increment=1",
        "wagers.ante_bonus.paytable='B'",
        "wagers.dragon.offered=false",
        "readings.multi_position_look='in_turn'",
    ],
    LIR: [
        "wagers.progressive.amount=5",
        "wagers.progressive.paytable='B'",
        "limits.payout_limit=1000000",
        "meters.Progressive.rate='5.0001'",
        "meters.Progressive.initial='1000.01'",
        "meters.Progressive.reset=1001",
        "wagers.progressive.offered=false",
    ],
    UTH: [
        "readings.payout_cap_mode='75000_only'",
        "breakage='up_to_chip'\nsmallest_chip='0.25'",
        "readings.deck_change_hours=12",
        "wagers.trips.paytable='B'",
    ],
}


APPROVED = "practice = false\noperator = 'O'\napprovals = { layout = 'L', shoe_location = 'S'"


# Wager, its letters, and for each letter the payments that tell it from the others.
TABLES: list[tuple[str, str, str, dict[str, Data]]] = [
    ("MD-LIR 12.A", LIR, "let_it_ride", {
        "A": {"royal_flush": ToOne(1000), "full_house": ToOne(11)},
        "B": {"royal_flush": ToOne(500), "full_house": ToOne(15)},
        "C": {"royal_flush": ToOne(100), "four_of_a_kind": ToOne(30)},
    }),
    ("MD-LIR 12.B", LIR, "five_card_bonus", {
        "A": {"royal_flush": Dollars(2_000_000, False), "four_of_a_kind": Dollars(15_000, False)},
        "B": {"royal_flush": Dollars(2_000_000, False), "four_of_a_kind": Dollars(20_000, False)},
        "C": {"royal_flush": Dollars(2_000_000, False), "four_of_a_kind": Dollars(10_000, False)},
        "D": {"royal_flush": Dollars(1_000_000, False), "full_house": Dollars(7_500, False),
              "three_of_a_kind": Dollars(500, False)},
        "E": {"royal_flush": Dollars(1_000_000, False), "full_house": Dollars(10_000, False)},
        "F": {"royal_flush": Dollars(1_000_000, False), "four_of_a_kind": Dollars(10_000, False)},
        "G": {"full_house": Dollars(15_000, False), "four_of_a_kind": Dollars(30_000, False)},
    }),
    ("MD-LIR 12.C", LIR, "three_card_bonus", {
        "A": {"straight": ToOne(6), "flush": ToOne(4)},
        "B": {"straight": ToOne(5), "flush": ToOne(4)},
        "C": {"straight": ToOne(6), "flush": ToOne(3)},
    }),
    ("MD-LIR 12.D", LIR, "six_card_bonus", {
        "A": {"super_royal_diamonds": Dollars(100_000_000, True)},
        "B": {"super_royal_diamonds": Dollars(10_000_000, True)},
    }),
    ("MD-TOP5 12.B", TOP5, "top_five_bonus", {
        "A": {"cards_7": ToOne(100), "cards_6": ToOne(20)},
        "B": {"cards_7": ToOne(200), "cards_5": ToOne(4)},
        "C": {"cards_7": ToOne(100), "cards_6": ToOne(15)},
    }),
    ("MD-TOP5 12.Bbis", TOP5, "poker_bonus", {
        "A": {"four_of_a_kind": ToOne(100), "three_of_a_kind": ToOne(7)},
        "B": {"four_of_a_kind": ToOne(150), "three_of_a_kind": ToOne(10)},
        "C": {"four_of_a_kind": ToOne(100), "three_of_a_kind": ToOne(5)},
    }),
    ("MD-DRAGON 12.B", DRAGON, "ante_bonus", {
        "A": {"three_phoenix": ToOne(10), "trips": ToOne(6)},
        "B": {"trips": ToOne(4), "pair_of_pandas_or_better": ToOne(1)},
    }),
    ("MD-DRAGON 12.C", DRAGON, "three_card_bonus", {
        "A": {"three_tigers": ToOne(15)},
        "B": {"three_tigers": ToOne(20)},
    }),
    ("MA-UTH 11(d)", UTH, "trips", {
        "A": {"full_house": ToOne(9), "flush": ToOne(7), "straight": ToOne(4)},
        "B": {"full_house": ToOne(8), "flush": ToOne(6), "straight": ToOne(5)},
        "C": {"full_house": ToOne(8), "flush": ToOne(7), "straight": ToOne(4)},
        "D": {"four_of_a_kind": ToOne(20), "full_house": ToOne(7), "flush": ToOne(6)},
    }),
    ("TCP 11.10", THREE, "pair_plus", {
        "A": {"straight_flush": ToOne(40), "flush": ToOne(4)},
        "B": {"straight_flush": ToOne(40), "flush": ToOne(3)},
    }),
    ("CSP 11.15", CARIBBEAN, "five_card_bonus", {
        "A": {"royal_flush": ToOne(1000), "two_pair": ToOne(7)},
        "B": {"royal_flush": ToOne(1000), "two_pair": ToOne(6)},
    }),
    ("MST 11.14", MISSISSIPPI, "three_card_bonus", {
        "A": {"straight_flush": ToOne(40), "flush": ToOne(4)},
        "B": {"straight_flush": ToOne(40), "flush": ToOne(3)},
    }),
]  # fmt: skip


PROGRESSIVES: dict[str, tuple[dict[str, int], Data, str]] = {
    "A": ({"Progressive": 1000},
          {"royal_flush": MeterShare("Progressive", 100), "straight_flush": MeterShare("Progressive", 10)}, "five"),
    "B": ({"Progressive": 1000},
          {"akq_spades": MeterShare("Progressive", 100), "straight_flush": ForOne(70)}, "three"),
    "C": ({"Progressive": 1000},
          {"akq_spades": MeterShare("Progressive", 100), "straight_flush": ForOne(100)}, "three"),
    "D": ({"Major Progressive": 1000, "Minor Progressive": 250},
          {"royal_flush": MeterShare("Major Progressive", 100), "four_of_a_kind": ForOne(300)}, "five"),
    "E": ({"Mega Progressive": 10_000, "Major Progressive": 1000, "Minor Progressive": 250},
          {"four_of_a_kind": MeterShare("Minor Progressive", 100), "three_of_a_kind": ForOne(10)}, "five"),
    "F": ({"Mega Progressive": 10_000, "Major Progressive": 1000, "Minor Progressive": 250},
          {"four_of_a_kind": MeterShare("Minor Progressive", 100), "three_of_a_kind": ForOne(9)}, "five"),
}  # fmt: skip


"""Letter → minimum of each meter in dollars, telling payments, the cards that count (MD-LIR 12.E, 12.F)."""


def progressive(letter: str, amount: int = 1, meters: Data | None = None) -> Data:
    """Let It Ride with this progressive, its meters at their minimums unless said otherwise."""
    data = default_data(LIR)
    data["wagers"]["progressive"] = {"paytable": letter, "amount": amount}
    least, _, _ = PROGRESSIVES[letter]
    data["meters"] = {name: {"rate": "2", "initial": low, "reset": low} for name, low in least.items()}
    return merge(data, {"meters": {**data["meters"], **meters}} if meters else {})


MINIMA = [
    ("MD-LIR 12.F(2)(a)", "A", "Progressive", 1000),
    ("MD-LIR 12.F(2)(b)", "B", "Progressive", 1000),
    ("MD-LIR 12.F(2)(c)", "C", "Progressive", 1000),
    ("MD-LIR 12.F(2)(d)(i)", "D", "Major Progressive", 1000),
    ("MD-LIR 12.F(2)(d)(ii)", "D", "Minor Progressive", 250),
    ("MD-LIR 12.F(2)(e)(i)", "E", "Mega Progressive", 10_000),
    ("MD-LIR 12.F(2)(e)(ii)", "E", "Major Progressive", 1000),
    ("MD-LIR 12.F(2)(e)(iii)", "E", "Minor Progressive", 250),
    ("MD-LIR 12.F(2)(f)(i)", "F", "Mega Progressive", 10_000),
    ("MD-LIR 12.F(2)(f)(ii)", "F", "Major Progressive", 1000),
    ("MD-LIR 12.F(2)(f)(iii)", "F", "Minor Progressive", 250),
]


SHOE = "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }\n"


COVER_ALL = "wagers.cover_all.offered = true\n"


TRIPS_A = {
    "royal_flush": 50,
    "straight_flush": 40,
    "four_of_a_kind": 30,
    "full_house": 9,
    "flush": 7,
    "straight": 4,
    "three_of_a_kind": 3,
}


def trips(**changed: int) -> str:
    lines = ", ".join(f"{{ hand = '{h}', pays = {p}, unit = 'to' }}" for h, p in {**TRIPS_A, **changed}.items())
    return f"wagers.trips.lines = [{lines}]"


DEFINITION = """
wagers.progressive = { amount = AMOUNT, cards = "CARDS", lines = [
  { hand = "HAND", pays = 100, unit = "meter", meter = "Jackpot" }, { hand = "high_card", pays = 2, unit = "for" } ] }
meters.Jackpot = { rate = "10", initial = 500, reset = 400 }
"""


def definition(game: str, amount: str = "5", cards: str = "") -> str:
    hand, usual = ("trips", "three") if game == DRAGON else ("royal_flush", "seven")
    return DEFINITION.replace("AMOUNT", amount).replace("CARDS", cards or usual).replace("HAND", hand)


def caps(overrides: str) -> list[tuple[str, int]]:
    return [(x.clause, x.cents // 100) for x in accepted(UTH, overrides).limits]


def minimums(ante: int, side: int) -> str:
    one = [f"wagers.{w}.{key} = {x}\n" for w, x in (("ante", ante), ("trips", side)) for key in ("minimum", "maximum")]
    return "".join(one)


ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.text(max_size=8),
        st.decimals(),
        st.floats(),
        st.dates(),
        st.sampled_from(["A", "none", "hand", "continuous", "automated_shoe", "held", Decimal("0.01"), 10**40, 1]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=6), inner, max_size=2),
    max_leaves=4,
)


def paths(data: Data, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    below = [paths(value, (*path, key)) for key, value in data.items() if isinstance(value, dict)]
    return [(*path, key) for key in data] + [p for found in below for p in found]
