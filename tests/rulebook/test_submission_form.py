"""Faults of form in a Rules Submission: each slip is told once, all at once, with what is permitted and its line."""

from typing import Any

import pytest

from pitboss.rulebook.submission import Fault, check, check_data, default_data, default_submission, merge
from pitboss.rulebook.submission_options import BOUNDS
from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES


def faults(game: str, overrides: dict[str, Any]) -> dict[str, Fault]:
    found = check_data(merge(default_data(game), overrides)).faults
    assert len(found) == len({f.key for f in found})
    return {f.key: f for f in found}


def only(game: str, overrides: dict[str, Any]) -> Fault:
    (fault,) = faults(game, overrides).values()
    return fault


# --- lists ----------------------------------------------------------------------------------------------------------

LINES = """lines = [
  { hand = "royal_flush", pays = 0, unit = "to" },
  { hand = "straight_flsh", pays = 40, unit = "to" },
  { hand = "four_of_a_kind", pays = 30, unit = "too" },
  { hand = "full_house", pays = 9, unit = "to", rate = 1 },
  { hand = "full_house", pays = 9, unit = "to" },
  5,
  { pays = 8, unit = "to" },
]"""


def test_every_fault_of_an_own_trips_table() -> None:
    old = '# lines = [{ hand = "royal_flush", pays = 60, unit = "to" }, …]'
    text = default_submission(UTH).replace(old, LINES)
    start = text.splitlines().index("lines = [") + 1
    keys = ["[1].pays", "[2].hand", "[3].unit", "[4].rate", "[5].hand", "[6]", "[7].hand"]
    assert [(f.key, f.line - start) for f in check(text).faults] == [
        (f"wagers.trips.lines{key}", place) for place, key in enumerate(keys, 1)
    ]


def test_every_fault_of_an_own_progressive() -> None:
    lines = [
        {"hand": "trips", "pays": 100, "unit": "metre", "meter": "Jackpot"},
        {"hand": "tripps", "pays": "5", "unit": "for"},
        "x",
        {"hand": "high_card", "pays": 2, "unit": "for", "odds": 3},
        {"hand": "high_card"},
        {"hand": "pair", "pays": 101, "unit": "meter", "meter": "Jack\u202epot"},
    ]
    meters = {"Jackpot": {"rate": "10", "initial": 500, "reset": 400}}
    found = faults(
        DRAGON, {"wagers": {"progressive": {"amount": 5, "cards": "three", "lines": lines}}, "meters": meters}
    )
    keys = ["[1].unit", "[2].hand", "[2].pays", "[3]", "[4].odds", "[5].hand", "[5].pays", "[5].unit"]
    expected = {f"wagers.progressive.lines{key}" for key in keys}
    assert expected <= found.keys()
    rest = found.keys() - expected
    assert all(key.startswith("wagers.progressive.lines[6].") for key in rest), "no bogus fault about the meter"


# --- misspelt names -------------------------------------------------------------------------------------------------


def test_a_misspelt_meter_is_one_fault_and_its_amounts_are_judged() -> None:
    data = default_data(LIR)
    data["meters"] = {"Progresive": data["meters"]["Progressive"]}
    (fault,) = check_data(data).faults
    assert (fault.key, fault.suggestion) == ("meters.Progresive", 'did you mean "Progressive"?')
    data["meters"]["Progresive"] = {"rate": "5", "initial": 999}
    found = {f.key: f for f in check_data(data).faults}
    assert list(found) == ["meters.Progresive", "meters.Progresive.initial", "meters.Progresive.reset"]
    assert found["meters.Progresive.initial"].clause == "MD-LIR 12.F(2)(a)"


def test_a_misspelt_wager_is_one_fault() -> None:
    data = default_data(DRAGON)
    data["wagers"]["dragn"] = data["wagers"].pop("dragon")
    (fault,) = check_data(data).faults
    assert (fault.key, fault.given, fault.suggestion) == ("wagers.dragn", "dragn", 'did you mean "dragon"?')
    assert fault.clause


def test_a_misspelt_reading_has_the_clause_of_the_one_meant() -> None:
    assert only(UTH, {"readings": {"early_bord": "play_on"}}).clause == "MA-UTH 10(b)/1"
    assert only(UTH, {"readings": {"zzz": "play_on"}}).clause == ""


# --- what is permitted ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "overrides", "given", "permitted"),
    [
        (LIR, {"wagers": {"let_it_ride": {"paytable": 3}}}, "3", "A, B or C"),
        (LIR, {"limits": {"payout_limit": "lots"}}, '"lots"', "none, or an amount in dollars above 0"),
        (DRAGON, {"positions": "six"}, '"six"', "1 to 6"),
        (TOP5, {"positions_per_player": "two"}, '"two"', "1 to 6"),
        (UTH, {"positions_per_player": True}, "true", "1"),
        (UTH, {"readings": {"cut_min_from_bottom": 5}}, "5", "0 or 10"),
        (UTH, {"readings": {"cut_min_from_bottom": "5"}}, '"5"', "0 or 10"),
        (UTH, {"readings": {"early_board": True}}, "true", "void_but_trips or play_on"),
        (UTH, {"wagers": {"ante": {"maximum": 1_000_000_001}}}, "1000000001", "at most $1,000,000,000"),
        (DRAGON, {"version": 1_000_000_001}, "1000000001", "a whole number from 1 to 1,000,000,000"),
    ],
)
def test_the_fault_says_what_is_permitted(game: str, overrides: dict[str, Any], given: str, permitted: str) -> None:
    fault = only(game, overrides)
    assert fault.given == given
    assert permitted in fault.allowed


# --- lines of what is missing ---------------------------------------------------------------------------------------


def test_what_is_missing_is_told_where_it_belongs() -> None:
    text = (
        'game = "dragon-poker"\ntable = "T"\npractice = true\n[wagers.ante]\nminimum = 5\nmaximum = 5\nincrement = 5\n'
    )
    text += "[wagers.ante_bonus]\npaytable = 'A'\n[readings]\n"
    lines = {f.key: f.line for f in check(text).faults}
    assert lines["wagers.dragon.minimum"] == 8, "at the last part of the section"
    assert {f.line for f in check(text + "[wagers]\n").faults} == {11}, "at the section's own header"
    assert {f.line for f in check('game = "dragon-poker"\ntable = "T"\npractice = true\n').faults} == {3}
    riding = default_submission(LIR).partition("[meters.")[0]
    last = len(riding.splitlines())
    assert {f.line for f in check(riding).faults} == {last}


# --- match play, the operator, names --------------------------------------------------------------------------------


def test_match_play_may_be_off() -> None:
    assert check_data(merge(default_data(UTH), {"match_play": "off"})).terms == check_data(default_data(UTH)).terms
    fault = only(UTH, {"match_play": "on"})
    assert (fault.given, fault.allowed) == ('"on"', '"off", or leave it out')
    assert (fault.clause, fault.reading) == ("MA-UTH 6(a)/1", "U-28")


@pytest.mark.parametrize(("game", "document"), [(DRAGON, "MD-DRAGON"), (TOP5, "MD-TOP5"), (LIR, "MD-LIR")])
def test_a_real_table_names_its_operator(game: str, document: str) -> None:
    real = {"practice": False, "approvals": {"layout": "L", "shoe_location": "S"}}
    for operator in ("", "  "):
        fault = only(game, {**real, "operator": operator})
        assert (fault.key, fault.clause) == ("operator", f"{document} 2.B(1)")
    assert not faults(game, {**real, "operator": "O"})
    real = {"practice": False, "approvals": {"shoe_location": "S"}}
    fault = only(UTH, real)
    assert (fault.key, fault.clause) == ("operator", "")
    assert "every paper of a table for real chips names its operator" in str(fault)
    assert not faults(UTH, {**real, "operator": "O"})


@pytest.mark.parametrize("mark", ["\x00", "\x1b", "\x7f", "\x85", "\x9b", "\u202e", "\u2066", "\u200f", "\u2028"])
def test_names_have_no_control_characters(mark: str) -> None:
    for overrides in (
        {"table": f"a{mark}b"},
        {"operator": f"a{mark}b"},
        {"approvals": {"layout": f"a{mark}b"}},
    ):
        fault = only(DRAGON, overrides)
        assert "control characters" in fault.allowed and mark not in str(fault)


@pytest.mark.parametrize(
    ("written", "cents"),
    [("1,000", 100_000), ("$1,000", 100_000), ("12,500.50", 1_250_050), ("$ 25", 2_500), ("1000", 100_000)],
)
def test_amounts_as_people_write_them(written: str, cents: int) -> None:
    overrides = {"wagers": {"let_it_ride": {"minimum": "0.50", "maximum": written, "increment": "0.50"}}}
    terms = check_data(merge(default_data(LIR), overrides)).terms
    assert terms is not None
    assert terms.wagers[0].maximum == cents


@pytest.mark.parametrize("written", ["1,50", "1,0000", ",500", "1.000,50", "1,000,", "10,00.00"])
def test_a_comma_elsewhere_is_no_amount(written: str) -> None:
    fault = only(LIR, {"wagers": {"let_it_ride": {"maximum": written}}})
    assert (fault.key, fault.clause) == ("wagers.let_it_ride.maximum", "")
    assert 'such as 5 or "2.50"' in fault.allowed


def test_a_rate_may_have_its_sign() -> None:
    with_sign = {"meters": {"Progressive": {"rate": "5%", "initial": 1000, "reset": 1000}}}
    assert check_data(merge(default_data(LIR), with_sign)).terms == check_data(default_data(LIR)).terms
    with_sign["meters"]["Progressive"]["rate"] = "5%%"
    assert only(LIR, with_sign).key == "meters.Progressive.rate"


@pytest.mark.parametrize("bounds", [(600, 500, 5), (5, 501, 5), (5, 500, None)])
def test_faults_of_limits_rest_on_the_reading_that_limits_are_the_operators(
    bounds: tuple[int, int, int | None],
) -> None:
    data = merge(default_data(LIR), {"wagers": {"let_it_ride": dict(zip(BOUNDS, bounds, strict=True))}})
    data["wagers"]["let_it_ride"] = {k: v for k, v in data["wagers"]["let_it_ride"].items() if v is not None}
    (fault,) = check_data(data).faults
    assert (fault.clause, fault.reading) == ("", "X-09")
    assert str(fault).endswith(" [X-09]")


def test_a_payout_limit_too_low_names_its_clause_and_the_reading() -> None:
    fault = only(LIR, {"limits": {"payout_limit": 100}})
    assert (fault.clause, fault.reading) == ("MD-LIR 2.B(10)", "L-30")


# --- lawful, and worth a word -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("positions", "told"), [(3, True), (4, True), (5, False), (7, False)])
def test_more_boxes_for_a_player_than_the_table_has_are_told(positions: int, told: bool) -> None:
    checked = check_data(merge(default_data(LIR), {"positions": positions, "positions_per_player": 5}))
    assert checked.terms is not None
    said = [n for n in checked.notices if n.key == "positions_per_player"]
    assert [n.message for n in said] == [f"one player may bet at 5 positions, and the table has {positions}"] * told
    assert all(n.clause == "MD-LIR 7.F" for n in said)


@pytest.mark.parametrize(
    ("decks", "shuffler", "told"), [(2, "continuous", 1), (1, "continuous", 0), (2, "automated", 0)]
)
def test_two_decks_at_a_device_that_reshuffles_continuously_are_told(decks: int, shuffler: str, told: int) -> None:
    checked = check_data(merge(default_data(LIR), {"dealing": {"decks": decks, "shuffler": shuffler}}))
    assert checked.terms is not None
    assert sum(n.key == "dealing.decks" for n in checked.notices) == told


@pytest.mark.parametrize(("maximum", "limit", "told"), [(25_000, 25_000, 1), (24_995, 25_000, 0), (25_005, 25_000, 1)])
def test_a_maximum_that_reaches_the_payout_limit_by_even_money_is_told(maximum: int, limit: int, told: int) -> None:
    overrides = {
        "wagers": {"let_it_ride": {"maximum": maximum}, "six_card_bonus": {"offered": False}},
        "limits": {"payout_limit": limit},
    }
    checked = check_data(merge(default_data(LIR), overrides))
    assert checked.terms is not None
    said = [n for n in checked.notices if n.key == "wagers.let_it_ride.maximum"]
    assert len(said) == told
    assert all(f"would pay ${maximum * 1000:,} there" in n.message for n in said)
