"""The Rules Submission: every fault on both sides of its boundary. Expected figures are those of the rule texts."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rulebook.book import GAMES
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, ToOne
from pitboss.rulebook.submission import (
    Checked,
    Fault,
    Lines,
    UnknownGame,
    check,
    check_data,
    default_data,
    default_submission,
    merge,
)
from pitboss.rulebook.terms import Terms

DRAGON, TOP5, LIR, UTH = GAMES
DOCUMENT = {DRAGON: "MD-DRAGON", TOP5: "MD-TOP5", LIR: "MD-LIR", UTH: "MA-UTH"}
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


def pays(terms: Terms, wager: str) -> dict[str, Any]:
    found = terms.wager(wager)
    assert found is not None
    return {line.hand: line.pay for line in found.lines}


# --- the default files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_default_is_valid_and_the_example_is_the_default(game: str) -> None:
    example = Path(__file__).parents[2] / "examples" / f"{game}.toml"
    assert example.read_text(encoding="utf-8") == default_submission(game)
    checked = check(default_submission(game))
    assert (checked.faults, checked.notices) == ((), ())
    assert checked.terms is not None
    assert checked.terms.practice
    assert checked == check_data(default_data(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_default_states_every_reading_with_its_default(game: str) -> None:
    stated = accepted(game).readings
    unstated = default_data(game)
    required = {"cover_all_lowest": "full_house"} if game == UTH else {}
    unstated["readings"] = required
    checked = check_data(unstated)
    assert checked.terms is not None
    assert checked.terms.readings == stated
    assert all(isinstance(value, str) for value in stated.values())


def test_families_stand_in_the_books_order() -> None:
    assert [w.id for w in accepted(DRAGON).wagers] == ["ante", "ante_bonus", "play", "three_card_bonus", "dragon"]
    assert [w.id for w in accepted(TOP5).wagers] == ["ante", "play", "top_five_bonus", "poker_bonus"]
    assert [w.id for w in accepted(LIR).wagers] == [
        "let_it_ride", "five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive",
    ]  # fmt: skip
    assert [w.id for w in accepted(UTH).wagers] == ["ante", "blind", "play", "trips"]


def test_amounts_become_cents() -> None:
    terms = accepted(UTH, 'wagers.ante = { minimum = "2.50", maximum = 100, increment = "2.50" }')
    ante, blind, play = (terms.wager(w) for w in ("ante", "blind", "play"))
    assert ante and blind and play
    assert (ante.minimum, ante.maximum, ante.increment) == (250, 10_000, 250)
    assert (blind.minimum, blind.maximum, blind.increment) == (250, 10_000, 250)
    assert (play.minimum, play.maximum, play.increment) == (0, 0, 0)


def test_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="let-it-ride"):
        default_submission("let-it-rid")
    fault = check('game = "let_it_rid"').faults[0]
    assert (fault.line, fault.key, fault.suggestion) == (1, "game", 'did you mean "let-it-ride"?')
    assert [f.key for f in check('table = "x"').faults] == ["game"]
    assert [f.key for f in check("game = 5\nversion = 0").faults] == ["game", "version"]


# --- the digest -----------------------------------------------------------------------------------------------------

CHANGES = {
    DRAGON: ["table='x'", "operator='x'", "version=2", "positions=5", "positions_per_player=2",
             "practice=false\noperator='O'\napprovals={layout='L-1', shoe_location='S-1'}",
             "dealing.shuffler='automated'",
             "dealing={shuffler='automated', decks=2}", "dealing={shuffler='automated', shuffler_counts_cards=true}",
             "dealing={shuffler='automated', shuffler_loads_shoe=true}", "dealing.procedure='automated_shoe'",
             "wagers.ante.minimum=10", "wagers.ante.maximum=505", "wagers.ante.increment=1",
             "wagers.ante_bonus.paytable='B'", "wagers.dragon.offered=false", "readings.multi_position_look='in_turn'"],
    LIR: ["wagers.progressive.amount=5", "wagers.progressive.paytable='B'", "limits.payout_limit=1000000",
          "meters.Progressive.rate='5.0001'", "meters.Progressive.initial='1000.01'", "meters.Progressive.reset=1001",
          "breakage='up_to_chip'\nsmallest_chip='0.25'", "wagers.progressive.offered=false"],
    UTH: ["readings.payout_cap_mode='75000_only'", "readings.deck_change_hours=12", "wagers.trips.paytable='B'"],
}  # fmt: skip


@pytest.mark.parametrize("game", CHANGES)
def test_the_digest_changes_with_any_change(game: str) -> None:
    digests = [accepted(game).digest] + [accepted(game, change).digest for change in CHANGES[game]]
    assert len(set(digests)) == len(digests)
    assert accepted(game).digest == digests[0]


# --- lines, spelling and several faults at once ---------------------------------------------------------------------


def test_all_faults_are_reported_with_their_lines() -> None:
    text = """\
game = "let-it-ride"
table = "Table 7"
positions = 8
practice = true
practise = false

[dealing]
procedure = "hand"
decks = 2

[wagers]
let_it_ride = { paytable = "D", minimum = 5, maximum = 500, increment = 5 }
five_card_bonus.paytable = "A"
five_card_bonus.amount = 2

[wagers.progressive]
paytable = "D"
amount = 1

[meters."Major Progressive"]
rate = "60"
initial = "999.99"
reset = 1000

[meters."Minor Progressive"]
rate = 40.5
initial = 250

[readings]
community_stack = "three"
meter_flor = "reset"
"""
    checked = check(text)
    assert checked.terms is None
    assert [(f.line, f.key) for f in checked.faults] == [
        (1, "positions_per_player"),
        (3, "positions"),
        (5, "practise"),
        (8, "dealing.procedure"),
        (9, "dealing.decks"),
        (12, "wagers.let_it_ride.paytable"),
        (14, "wagers.five_card_bonus.amount"),
        (20, "meters"),
        (22, 'meters."Major Progressive".initial'),
        (25, 'meters."Minor Progressive".reset'),
        (30, "readings.community_stack"),
        (31, "readings.meter_flor"),
    ]
    hints = {f.key: f.suggestion for f in checked.faults if f.suggestion}
    assert hints["practise"] == 'did you mean "practice"?'
    assert hints["readings.meter_flor"] == 'did you mean "meter_floor"?'
    assert all(f.clause in clauses() for f in checked.faults if f.key not in ("practise", "readings.meter_flor"))


def test_faults_inside_lists_have_the_line_of_their_element() -> None:
    text = default_submission(UTH).replace(
        '# lines = [{ hand = "royal_flush", pays = 60, unit = "to" }, …]',
        'lines = [\n  { hand = "royal_flush", pays = 60, unit = "to" },\n { hand = "flush", pays = 9, unit = "x" },\n]',
    )
    fault = next(f for f in check(text).faults if f.key == "wagers.trips.lines[2].unit")
    assert text.splitlines()[fault.line - 1].strip().startswith('{ hand = "flush"')


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('game = "dragon-poker"\ntable = \n', 2),
        ('game = "dragon-poker"\ngame = "dragon-poker"\n', 2),
        ("[wagers\n", 1),
        ('a = 1\nb = """never closed\n', 2),
        ("x = " + "[" * 5000, 1),
        ("x = " + "9" * 5000, 1),
    ],
)
def test_toml_that_cannot_be_read_is_a_fault_with_its_line(text: str, line: int) -> None:
    checked = check(text)
    assert checked.terms is None
    assert len(checked.faults) == 1
    assert checked.faults[0].line == line
    assert "not valid TOML" in checked.faults[0].message


def test_a_fault_reads_as_a_sentence() -> None:
    (fault,) = check(default_submission(DRAGON).replace("positions = 6 ", "positions = 7 ")).faults
    assert str(fault) == "line 11: positions: is out of range; given 7; permitted: 1 to 6 [MD-DRAGON 2.A]"


def test_the_line_scanner() -> None:
    text = '''\
# a comment with [brackets] = "and quotes"
top = 1 # another
text = """
[not.a.table]
a = "b"
"""
'quoted key'.inner = { x = 1, "y z" = [
  1,
  { deep = true },
] }
[a.b] # header
c.d = "# no comment"
[[list]]
e = 1
[[list]]
e = 2
[list.sub]
f = 3
'''
    tomllib.loads(text)
    line = Lines(text)
    assert line(("top",)) == 2
    assert line(("text",)) == 3
    assert line(("not",)) == 1, "a key of the whole file belongs at its beginning"
    assert line(("not", "a")) == 18, "a section that is missing belongs at the end"
    assert line(("a", "missing")) == 11, "beside the last part of its section"
    assert line(("quoted key", "inner", "y z")) == 7
    assert line(("quoted key", "inner", "y z", 0)) == 8
    assert line(("quoted key", "inner", "y z", 1, "deep")) == 9
    assert line(("a", "b")) == 11
    assert line(("a", "b", "c", "d")) == 12
    assert line(("a", "b", "missing", "deeper")) == 11
    assert line(("list", 0, "e")) == 14
    assert line(("list", 1, "e")) == 16
    assert line(("list", 1, "sub", "f")) == 18


@pytest.mark.parametrize(
    ("overrides", "key", "hint"),
    [
        ("positon = 4", "positon", "positions"),
        ("dealing.procedure = 'manual'", "dealing.procedure", "manual_shoe"),
        ("dealing.shufler = 'none'", "dealing.shufler", "shuffler"),
        ("dealing.shuffler = 'continuos'", "dealing.shuffler", "continuous"),
        ("wagers.tripps.offered = true", "wagers.tripps", "trips"),
        ("wagers.ante.minimun = 5", "wagers.ante.minimun", "minimum"),
        ("wagers.trips.paytable = 'a'", "wagers.trips.paytable", "A"),
        ("readings.payout_cap_mode = 'bothe'", "readings.payout_cap_mode", "both"),
        ("readings.early_bord = 'play_on'", "readings.early_bord", "early_board"),
        ("approvals.cover_al = 'x'", "approvals.cover_al", "cover_all"),
        ("limits.payout_limits = 5", "limits.payout_limits", "payout_limit"),
        ("breakage = 'exakt'", "breakage", "exact"),
    ],
)
def test_misspelt_keys_and_values_bring_a_suggestion(overrides: str, key: str, hint: str) -> None:
    assert refused(UTH, overrides, key).suggestion == f'did you mean "{hint}"?'


@pytest.mark.parametrize(
    ("overrides", "key"),
    [
        ("positions = '6'", "positions"),
        ("positions = true", "positions"),
        ("positions = 6.0", "positions"),
        ("practice = 'yes'", "practice"),
        ("version = 0", "version"),
        ("table = ''", "table"),
        ('table = "a\\nb"', "table"),
        ("dealing = 3", "dealing"),
        ("dealing.decks = 3", "dealing.decks"),
        ("wagers = []", "wagers"),
        ("wagers.ante = 5", "wagers.ante"),
        ("wagers.ante.minimum = true", "wagers.ante.minimum"),
        ("wagers.ante.minimum = 'five'", "wagers.ante.minimum"),
        ("wagers.ante.minimum = 0", "wagers.ante.minimum"),
        ("wagers.ante.minimum = -5", "wagers.ante.minimum"),
        ("wagers.ante.minimum = '5.005'", "wagers.ante.minimum"),
        ("wagers.ante.minimum = 'nan'", "wagers.ante.minimum"),
        ("wagers.ante.maximum = 1_000_000_001", "wagers.ante.maximum"),
        ("readings.early_board = []", "readings.early_board"),
        ("readings.early_board = 'never'", "readings.early_board"),
        ("readings.meter_floor = 'none'", "readings.meter_floor"),
    ],
)
def test_values_of_the_wrong_kind_are_one_fault_each(overrides: str, key: str) -> None:
    refused(UTH, overrides, key)


def test_a_faulty_key_brings_no_shower_of_faults() -> None:
    refused(DRAGON, "dealing.procedure = 'automatic'\nreadings.dealer_stack = 'held'", "dealing.procedure")
    refused(UTH, "wagers.cover_all.offered = true\ndealing.procedure = 'automatic'", "dealing.procedure")
    refused(LIR, "wagers.progressive.paytable = 'G'", "wagers.progressive.paytable", "MD-LIR 12.E")


def test_merge_goes_table_by_table_and_changes_neither() -> None:
    base = {"a": {"b": 1, "c": 2}, "meters": {"M": {"rate": 1, "reset": 5}, "N": {"rate": 1}}}
    overrides = {"a": {"b": 3}, "d": 4, "meters": {"M": {"rate": 2}, "O": {"rate": 9}}}
    merged = merge(base, overrides)
    assert merged == {"a": {"b": 3, "c": 2}, "meters": {"M": {"rate": 2, "reset": 5}, "O": {"rate": 9}}, "d": 4}
    assert base == {"a": {"b": 1, "c": 2}, "meters": {"M": {"rate": 1, "reset": 5}, "N": {"rate": 1}}}
    assert merge(base, {}) == base


# --- positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "most", "clause"),
    [
        by("MD-DRAGON 2.A", DRAGON, 6, "MD-DRAGON 2.A"),
        by("MD-TOP5 2.A(1)", TOP5, 6, "MD-TOP5 2.A(1)"),
        by("MD-LIR 2.A(1)", LIR, 7, "MD-LIR 2.A(1)"),
        (UTH, 6, "MA-UTH 13(k)"),
    ],
)
def test_positions(game: str, most: int, clause: str) -> None:
    for few in (1, most):
        assert accepted(game, f"positions = {few}").positions == few
    for wrong in (-1, 0, most + 1, 10**30):
        refused(game, f"positions = {wrong}", "positions", clause)


@pytest.mark.parametrize(
    ("game", "most", "clause"),
    [
        by("MD-DRAGON 7.G", DRAGON, 2, "MD-DRAGON 7.G"),
        by("MD-TOP5 7.F", TOP5, 6, "MD-TOP5 7.F"),
        by("MD-LIR 7.F", LIR, 7, "MD-LIR 7.F"),
        (UTH, 1, "MA-UTH 12"),
    ],
)
def test_positions_per_player(game: str, most: int, clause: str) -> None:
    for number in (1, most):
        assert accepted(game, f"positions_per_player = {number}").positions_per_player == number
    for wrong in (0, most + 1):
        refused(game, f"positions_per_player = {wrong}", "positions_per_player", clause)


@pytest.mark.parametrize(
    ("game", "clause"), [by("MD-TOP5 7.F", TOP5, "MD-TOP5 7.F"), by("MD-LIR 7.F", LIR, "MD-LIR 7.F")]
)
def test_positions_per_player_must_be_stated(game: str, clause: str) -> None:
    data = default_data(game)
    del data["positions_per_player"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("positions_per_player", clause)]


@pytest.mark.parametrize("game", [DRAGON, UTH])
def test_positions_per_player_is_one_unless_stated(game: str) -> None:
    data = default_data(game)
    del data["positions_per_player"]
    checked = check_data(data)
    assert checked.terms is not None
    assert checked.terms.positions_per_player == 1


# --- dealing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 9.A(1)", DRAGON, "MD-DRAGON 9.A(1)"),
        by("MD-TOP5 9.A(1)", TOP5, "MD-TOP5 9.A(1)"),
        by("MD-LIR 9.A(1)", LIR, "MD-LIR 9.A(1)"),
        by("MA-UTH 8(b)(1)", UTH, "MA-UTH 8(b)(1)"),
    ],
)
def test_hand_dealing_needs_a_shuffler(game: str, clause: str) -> None:
    refused(game, "dealing = { procedure = 'hand', shuffler = 'none' }", "dealing.procedure", clause)
    accepted(game, "dealing = { procedure = 'hand', shuffler = 'automated' }")
    accepted(game, "dealing = { procedure = 'manual_shoe', shuffler = 'none' }")


@pytest.mark.parametrize(
    "game",
    [by("MD-DRAGON 9.A", DRAGON), by("MD-TOP5 9.A", TOP5), by("MD-LIR 9.A", LIR), by("MA-UTH 8(a)", UTH)],
)
def test_dealing_from_the_hand_is_permitted(game: str) -> None:
    assert accepted(game, "dealing = { procedure = 'hand', shuffler = 'automated' }").procedure == "hand"


@pytest.mark.parametrize("game", [by("MD-TOP5 10.A", TOP5), by("MA-UTH 9(a)", UTH), DRAGON])
def test_an_automated_shoe_is_permitted_with_and_without_a_shuffler(game: str) -> None:
    for shuffler in ("none", "automated"):
        terms = accepted(game, f"dealing = {{ procedure = 'automated_shoe', shuffler = '{shuffler}' }}")
        assert (terms.procedure, terms.shuffler) == ("automated_shoe", shuffler)


@pytest.mark.clause("MD-LIR 10.A")
def test_let_it_ride_deals_automatically_from_a_shoe_and_shuffler() -> None:
    refused(LIR, "dealing.procedure = 'automated_shoe'", "dealing.procedure", "MD-LIR 10.A")
    for shuffler in ("automated", "continuous"):
        terms = accepted(LIR, f"dealing = {{ procedure = 'automated_shoe', shuffler = '{shuffler}' }}")
        assert terms.procedure == "automated_shoe"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 3.B", DRAGON, "MD-DRAGON 3.B"),
        by("MD-TOP5 3.B", TOP5, "MD-TOP5 3.B"),
        by("MD-LIR 3.B", LIR, "MD-LIR 3.B"),
        by("MA-UTH 2(b)", UTH, "MA-UTH 2(b)"),
    ],
)
def test_two_decks_need_a_shuffler(game: str, clause: str) -> None:
    refused(game, "dealing.decks = 2", "dealing.decks", clause)
    assert accepted(game, "dealing = { decks = 2, shuffler = 'automated' }").decks == 2
    assert accepted(game, "dealing = { decks = 1, shuffler = 'none' }").decks == 1


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.C", DRAGON, "MD-DRAGON 5.C"),
        by("MD-TOP5 5.B", TOP5, "MD-TOP5 5.B"),
        by("MD-LIR 5.C", LIR, "MD-LIR 5.C"),
        by("MA-UTH 4(a)/2", UTH, "MA-UTH 4(a)/2"),
    ],
)
def test_a_shuffler_may_load_the_shoe(game: str, clause: str) -> None:
    assert accepted(game, "dealing = { shuffler = 'automated', shuffler_loads_shoe = true }").shuffler_loads_shoe
    refused(game, "dealing.shuffler_loads_shoe = true", "dealing.shuffler_loads_shoe", clause)
    by_hand = "dealing = { procedure = 'hand', shuffler = 'automated', shuffler_loads_shoe = true }"
    refused(game, by_hand, "dealing.shuffler_loads_shoe", clause)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.D(1)", DRAGON, "MD-DRAGON 5.D(1)"),
        by("MD-TOP5 5.B(1)", TOP5, "MD-TOP5 5.B(1)"),
        by("MD-LIR 5.E(1)", LIR, "MD-LIR 5.E(1)"),
    ],
)
def test_only_a_shuffler_can_count_the_deck(game: str, clause: str) -> None:
    assert accepted(game, "dealing = { shuffler = 'automated', shuffler_counts_cards = true }").shuffler_counts
    assert not accepted(game, "dealing.shuffler = 'automated'").shuffler_counts
    refused(game, "dealing.shuffler_counts_cards = true", "dealing.shuffler_counts_cards", clause)


APPROVED = "practice = false\noperator = 'O'\napprovals = { layout = 'L', shoe_location = 'S'"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.I", DRAGON, "MD-DRAGON 5.I"),
        by("MD-TOP5 5.G", TOP5, "MD-TOP5 5.G"),
        by("MD-LIR 5.I", LIR, "MD-LIR 5.I"),
    ],
)
def test_a_continuous_device_needs_an_approval(game: str, clause: str) -> None:
    device = "dealing.shuffler = 'continuous'\n"
    refused(game, device + APPROVED + "}", "approvals.continuous_device", clause)
    refused(game, device + APPROVED + ", continuous_device = ' '}", "approvals.continuous_device", clause)
    terms = accepted(game, device + APPROVED + ", continuous_device = 'D-9'}")
    assert terms.approvals["continuous_device"] == "D-9"
    assert terms.shuffler_counts
    accepted(game, device)  # practice


def test_ultimate_texas_knows_no_continuous_device() -> None:
    refused(UTH, "dealing.shuffler = 'continuous'", "dealing.shuffler", "MA-UTH 4(a)/2")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 8.A", DRAGON, "MD-DRAGON 8.A"),
        by("MD-TOP5 8.A", TOP5, "MD-TOP5 8.A"),
        by("MD-LIR 8.A", LIR, "MD-LIR 8.A"),
        by("MA-UTH 7(a)/1", UTH, "MA-UTH 7(a)/1"),
    ],
)
def test_the_place_of_a_manual_shoe_is_approved(game: str, clause: str) -> None:
    refused(game, "practice = false\noperator = 'O'\napprovals.layout = 'L'", "approvals.shoe_location", clause)
    assert accepted(game, APPROVED + "}").approvals["shoe_location"] == "S"
    by_hand = "practice = false\noperator = 'O'\napprovals.layout = 'L'\n"
    by_hand += "dealing = { procedure = 'hand', shuffler = 'automated' }"
    accepted(game, by_hand)


@pytest.mark.parametrize(("game", "clause"), [(DRAGON, "MD-DRAGON 2.B"), (TOP5, "MD-TOP5 2.B"), (LIR, "MD-LIR 2.B")])
def test_the_layout_is_approved(game: str, clause: str) -> None:
    refused(game, "practice = false\noperator = 'O'\napprovals.shoe_location = 'S'", "approvals.layout", clause)


@pytest.mark.clause("MA-UTH 9(a)")
def test_the_automated_shoe_its_place_and_its_use_are_approved() -> None:
    shoe = "practice = false\ndealing.procedure = 'automated_shoe'\n"
    faults = examine(UTH, shoe).faults
    assert {f.key for f in faults} == {"approvals.automated_shoe", "approvals.shoe_location"}
    assert {f.clause for f in faults} == {"MA-UTH 9(a)"}
    refused(UTH, shoe + "approvals.shoe_location = 'S'", "approvals.automated_shoe", "MA-UTH 9(a)")
    accepted(UTH, shoe + "approvals = { shoe_location = 'S', automated_shoe = 'A' }")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 10.B(4)", DRAGON, "MD-DRAGON 10.B(4)"),
        (TOP5, "MD-TOP5 11.B(4)"),
    ],
)
def test_the_dealers_stack_waits_only_in_an_automated_shoe(game: str, clause: str) -> None:
    held = "readings.dealer_stack = 'held'\n"
    refused(game, held, "readings.dealer_stack", clause)
    refused(game, held + "dealing = { procedure = 'hand', shuffler = 'automated' }", "readings.dealer_stack", clause)
    terms = accepted(game, held + "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }")
    assert terms.reading("dealer_stack") == "held"


@pytest.mark.clause("MD-LIR 10.H")
def test_three_community_cards_only_from_a_self_reshuffling_shoe() -> None:
    three, key = "readings.community_stack = 'three_discard_one'\n", "readings.community_stack"
    refused(LIR, three, key, "MD-LIR 10.H")
    refused(LIR, three + "dealing.shuffler = 'continuous'", key, "MD-LIR 10.H")
    refused(LIR, three + "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }", key, "MD-LIR 10.H")
    terms = accepted(LIR, three + "dealing = { procedure = 'automated_shoe', shuffler = 'continuous' }")
    assert terms.reading("community_stack") == "three_discard_one"


@pytest.mark.parametrize(("hours", "reading"), [("'none'", "none"), ("1", "1"), ("'12'", "12")])
def test_hours_of_a_deck_are_none_or_a_whole_number(hours: str, reading: str) -> None:
    assert accepted(UTH, f"readings.deck_change_hours = {hours}").reading("deck_change_hours") == reading


@pytest.mark.parametrize("hours", ["0", "-4", "'number'", "'4.5'", "true", "''"])
def test_other_hours_are_refused(hours: str) -> None:
    refused(UTH, f"readings.deck_change_hours = {hours}", "readings.deck_change_hours", "MA-UTH 3(a)")
    refused(LIR, "readings.deck_change_hours = 4", "readings.deck_change_hours")


def test_readings_become_text() -> None:
    terms = accepted(UTH, "readings = { void_settles_progressive = true, cut_min_from_bottom = 10 }")
    assert (terms.reading("void_settles_progressive"), terms.reading("cut_min_from_bottom")) == ("true", "10")


# --- paytables ------------------------------------------------------------------------------------------------------

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
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "family", "letter", "telling"),
    [
        by(clause, game, family, letter, telling)
        for clause, game, family, each in TABLES
        for letter, telling in each.items()
    ],
)
def test_each_letter_brings_its_table(game: str, family: str, letter: str, telling: Data) -> None:
    terms = accepted(game, f"wagers.{family}.paytable = '{letter}'")
    wager = terms.wager(family)
    assert wager is not None
    assert wager.paytable == letter
    found = pays(terms, family)
    assert {hand: found.get(hand) for hand in telling} == telling


@pytest.mark.parametrize(
    ("game", "family", "clause", "beyond"),
    [by(clause, game, family, clause, chr(ord(max(each)) + 1)) for clause, game, family, each in TABLES],
)
def test_other_letters_and_no_letter_are_refused(game: str, family: str, clause: str, beyond: str) -> None:
    key = f"wagers.{family}.paytable"
    for letter in (beyond, "", "AB"):
        fault = refused(game, f"{key} = '{letter}'", key, clause)
        assert fault.given == f'"{letter}"'
    data = default_data(game)
    del data["wagers"][family]["paytable"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [(key, clause)]


def test_a_letter_for_a_wager_without_letters_is_refused() -> None:
    refused(UTH, "wagers.ante.paytable = 'A'", "wagers.ante.paytable")
    refused(UTH, "wagers.cover_all.paytable = 'A'", "wagers.cover_all.paytable")
    data = default_data(DRAGON)
    del data["wagers"]["dragon"]["paytable"]  # 12.D has one table, so nothing is chosen
    checked = check_data(data)
    assert checked.terms is not None
    assert pays(checked.terms, "dragon")["three_red_dragons"] == ToOne(1000)


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


@pytest.mark.clause("MD-LIR 12.E")
@pytest.mark.parametrize("letter", PROGRESSIVES)
def test_each_progressive_letter_brings_its_table(letter: str) -> None:
    terms = check_data(progressive(letter)).terms
    assert terms is not None
    meters, telling, cards = PROGRESSIVES[letter]
    assert {hand: pays(terms, "progressive")[hand] for hand in telling} == telling
    assert {m.name: (m.rate, m.initial, m.reset) for m in terms.meters} == {
        name: (20_000, low * 100, low * 100) for name, low in meters.items()
    }
    assert terms.progressive_cards == cards


@pytest.mark.clause("MD-LIR 12.E")
def test_there_is_no_other_progressive_letter() -> None:
    data = default_data(LIR)
    data["wagers"]["progressive"]["paytable"] = "G"
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("wagers.progressive.paytable", "MD-LIR 12.E")]
    del data["wagers"]["progressive"]["paytable"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("wagers.progressive.paytable", "MD-LIR 12.E")]


# --- meters ---------------------------------------------------------------------------------------------------------

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


@pytest.mark.parametrize("key", ["initial", "reset"])
@pytest.mark.parametrize(("clause", "letter", "name", "least"), [by(row[0], *row) for row in MINIMA])
def test_meters_start_and_reset_at_their_minimum_or_more(
    clause: str, letter: str, name: str, least: int, key: str
) -> None:
    for fine in (str(least), f"{least}.01"):
        assert check_data(progressive(letter, meters={name: {key: fine}})).faults == ()
    data = progressive(letter, meters={name: {key: f"{least - 1}.99"}})
    fault = check_data(data).faults
    assert [(f.key.endswith(f".{key}"), f.clause) for f in fault] == [(True, clause)]
    del data["meters"][name][key]
    assert [f.clause for f in check_data(data).faults] == [clause]


@pytest.mark.clause("MD-LIR 12.F(2)")
def test_every_meter_states_initial_and_reset() -> None:
    for letter, (meters, _, _) in PROGRESSIVES.items():
        for name in meters:
            data = progressive(letter)
            del data["meters"][name]["initial"], data["meters"][name]["reset"]
            keys = [f.key for f in check_data(data).faults]
            assert [k.rsplit(".", 1)[1] for k in keys] == ["initial", "reset"]


@pytest.mark.clause("MD-LIR 12.F(1)")
def test_every_meter_states_its_rate() -> None:
    for letter, (meters, _, _) in PROGRESSIVES.items():
        for name in meters:
            data = progressive(letter)
            del data["meters"][name]["rate"]
            assert [f.clause for f in check_data(data).faults] == ["MD-LIR 12.F(1)"]


@pytest.mark.clause("MD-LIR 12.F")
def test_a_progressive_without_its_meters_is_refused() -> None:
    data = progressive("D")
    data["meters"] = {}
    keys = [f.key for f in check_data(data).faults]
    assert keys == [
        'meters."Major Progressive".initial', 'meters."Major Progressive".rate', 'meters."Major Progressive".reset',
        'meters."Minor Progressive".initial', 'meters."Minor Progressive".rate', 'meters."Minor Progressive".reset',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rate", "millionths"), [("5", 50_000), ("2.5", 25_000), ("0.0001", 1), ("100", 1_000_000), ("12.3456", 123_456)]
)
def test_rates_are_exact(rate: str, millionths: int) -> None:
    terms = check_data(progressive("A", meters={"Progressive": {"rate": rate}})).terms
    assert terms is not None
    assert terms.meters[0].rate == millionths


@pytest.mark.parametrize("rate", ["0", "-1", "100.0001", "0.00001", "five", ""])
def test_other_rates_are_refused(rate: str) -> None:
    faults = check_data(progressive("A", meters={"Progressive": {"rate": rate}})).faults
    assert [(f.key, f.clause) for f in faults] == [("meters.Progressive.rate", "MD-LIR 12.F(1)")]


def test_rates_together_are_at_most_the_wager() -> None:
    whole = {"Major Progressive": {"rate": "60"}, "Minor Progressive": {"rate": "40"}}
    assert check_data(progressive("D", meters=whole)).faults == ()
    whole["Minor Progressive"] = {"rate": "40.0001"}
    assert [(f.key, f.given) for f in check_data(progressive("D", meters=whole)).faults] == [
        ("meters", "100.0001 percent")
    ]


def test_unknown_meters_are_refused_and_unused_ones_noticed() -> None:
    data = progressive("A")
    data["meters"]["Progresive"] = {"rate": "1", "initial": 1000, "reset": 1000}
    fault = check_data(data).faults[0]
    assert (fault.key, fault.suggestion) == ("meters.Progresive", 'did you mean "Progressive"?')
    off = examine(LIR, "wagers.progressive.offered = false")
    assert off.terms is not None
    assert (off.terms.meters, off.terms.envy, off.terms.progressive_cards) == ((), (), "")
    assert [n.key for n in off.notices] == ["meters.Progressive"]


@pytest.mark.clause("MD-LIR 12.H(2)")
@pytest.mark.parametrize("amount", [1, 5])
@pytest.mark.parametrize("letter", PROGRESSIVES)
def test_the_envy_table_follows_the_progressive(letter: str, amount: int) -> None:
    terms = check_data(progressive(letter, amount)).terms
    assert terms is not None
    sums = (
        {"akq_spades": 100, "akq_suited_not_spades": 25}
        if letter in "BC"
        else {"royal_flush": 1000, "straight_flush": 300}
    )
    assert {x.hand: x.pay for x in terms.envy} == {h: Dollars(s * 100 * amount, False) for h, s in sums.items()}
    chapter = "I" if amount == 1 else "J"
    assert all(x.clause.startswith(f"MD-LIR 12.{chapter}({'ABCDEF'.index(letter) + 1})") for x in terms.envy)


@pytest.mark.clause("MD-LIR 12.H(2)")
@pytest.mark.parametrize("key", ["envy", "wagers.envy", "wagers.progressive.envy"])
def test_the_envy_table_cannot_be_chosen(key: str) -> None:
    refused(LIR, f"{key} = 'B'", key, "MD-LIR 12.H(2)")


# --- which wagers are offered ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "family"),
    [(DRAGON, "ante"), (DRAGON, "ante_bonus"), (DRAGON, "play"), (TOP5, "ante"), (TOP5, "play"), (LIR, "let_it_ride"),
     (UTH, "ante"), (UTH, "blind"), (UTH, "play")],
)  # fmt: skip
def test_compulsory_wagers_cannot_be_switched_off(game: str, family: str) -> None:
    fault = refused(game, f"wagers.{family}.offered = false", f"wagers.{family}.offered")
    assert fault.clause.startswith(DOCUMENT[game])
    accepted(game, f"wagers.{family}.offered = true")


@pytest.mark.parametrize(
    ("game", "family"),
    [
        (DRAGON, "three_card_bonus"),
        (DRAGON, "dragon"),
        by("MD-TOP5 7.E(2)", TOP5, "top_five_bonus"),
        by("MD-TOP5 7.E(2)", TOP5, "poker_bonus"),
        by("MD-LIR 7.E(3)", LIR, "five_card_bonus"),
        by("MD-LIR 7.E(4)", LIR, "three_card_bonus"),
        by("MD-LIR 7.E(5)", LIR, "six_card_bonus"),
        by("MD-LIR 7.E(6)", LIR, "progressive"),
        (UTH, "trips"),
    ],
)
def test_optional_wagers_are_offered_if_the_submission_says_so(game: str, family: str) -> None:
    assert accepted(game).wager(family) is not None
    assert accepted(game, f"wagers.{family}.offered = false").wager(family) is None


def test_a_wager_that_is_not_named() -> None:
    """Off, unless the text itself offers it: then its limits and its letter are asked for (D-12)."""
    for game, family in ((TOP5, "poker_bonus"), (LIR, "six_card_bonus"), (LIR, "progressive"), (UTH, "cover_all")):
        data = default_data(game)
        del data["wagers"][family]
        checked = check_data(data)
        assert checked.terms is not None
        assert checked.terms.wager(family) is None
    for game, family in ((DRAGON, "three_card_bonus"), (UTH, "trips")):
        data = default_data(game)
        del data["wagers"][family]
        keys = {f.key.rsplit(".", 1)[1] for f in check_data(data).faults}
        assert keys == {"minimum", "maximum", "increment", "paytable"}


@pytest.mark.clause("MD-LIR 7.E(5)")
def test_the_six_card_bonus_needs_the_other_bonuses_only_by_choice() -> None:
    without = "wagers.five_card_bonus.offered = false\nwagers.three_card_bonus.offered = false\n"
    assert accepted(LIR, without).wager("six_card_bonus") is not None
    both = "readings.six_card_requires = 'base+five+three'\n"
    accepted(LIR, both)
    refused(LIR, both + without, "wagers.six_card_bonus.offered", "MD-LIR 7.E(5)")


@pytest.mark.clause("MD-LIR 7.E(3)")
def test_the_five_card_bonus_is_one_dollar() -> None:
    wager = accepted(LIR).wager("five_card_bonus")
    assert wager is not None
    assert (wager.minimum, wager.maximum, wager.increment) == (100, 100, 100)
    for wrong in (2, 5, "'0.99'", "'1.01'"):
        refused(LIR, f"wagers.five_card_bonus.amount = {wrong}", "wagers.five_card_bonus.amount", "MD-LIR 12.B")
    refused(LIR, "wagers.five_card_bonus.maximum = 5", "wagers.five_card_bonus.maximum", "MD-LIR 12.B")


def test_the_progressive_is_one_or_five_dollars() -> None:
    for right in (1, 5):
        wager = accepted(LIR, f"wagers.progressive.amount = {right}").wager("progressive")
        assert wager is not None
        assert (wager.minimum, wager.maximum, wager.increment) == (right * 100,) * 3
    for wrong in (2, 6, "'1.50'"):
        refused(LIR, f"wagers.progressive.amount = {wrong}", "wagers.progressive.amount", "MD-LIR 12.H(1)")


def test_one_of_three_bets_is_not_a_wager_of_its_own() -> None:
    fault = refused(LIR, "wagers.bet_1.minimum = 5", "wagers.bet_1")
    assert fault.suggestion == 'did you mean "let_it_ride"?'


# --- limits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["minimum", "maximum", "increment"])
@pytest.mark.parametrize(
    ("game", "family"), [(DRAGON, "ante"), (TOP5, "poker_bonus"), (LIR, "let_it_ride"), (UTH, "trips")]
)
def test_limits_must_be_stated(game: str, family: str, key: str) -> None:
    data = default_data(game)
    del data["wagers"][family][key]
    assert [f.key for f in check_data(data).faults] == [f"wagers.{family}.{key}"]


def test_limits_of_a_wager_that_is_off_are_not_asked_for() -> None:
    data = default_data(TOP5)
    data["wagers"]["poker_bonus"] = {"offered": False}
    assert check_data(data).faults == ()


def test_the_minimum_is_at_most_the_maximum() -> None:
    accepted(TOP5, "wagers.ante = { minimum = 500, maximum = 500, increment = 5 }")
    refused(TOP5, "wagers.ante = { minimum = 505, maximum = 500, increment = 5 }", "wagers.ante.minimum")


def test_the_maximum_is_reached_in_whole_steps() -> None:
    accepted(TOP5, "wagers.ante = { minimum = 10, maximum = 100, increment = 15 }")
    fault = refused(TOP5, "wagers.ante = { minimum = 10, maximum = 99, increment = 15 }", "wagers.ante.maximum")
    assert fault.suggestion == "maximum = 85"


def test_equal_wagers_have_equal_limits() -> None:
    same = "wagers.ante = { minimum = 10, maximum = 100, increment = 10 }\n"
    accepted(UTH, same + "wagers.blind = { minimum = 10, maximum = 100, increment = 10 }")
    refused(UTH, same + "wagers.blind.minimum = 5", "wagers.blind.minimum", "MA-UTH 1 Blind")
    refused(DRAGON, "wagers.ante_bonus.maximum = 100", "wagers.ante_bonus.maximum", "MD-DRAGON 7.F(1)")


def test_keys_that_mean_nothing_for_a_wager_are_refused() -> None:
    refused(DRAGON, "wagers.play.maximum = 100", "wagers.play.maximum", "MD-DRAGON 1.B(3)")
    refused(DRAGON, "wagers.ante.amount = 5", "wagers.ante.amount")
    refused(LIR, "wagers.progressive.cards = 'three'", "wagers.progressive.cards")
    line = "[{ hand = 'royal_flush', pays = 5000, unit = 'to' }]"
    refused(LIR, f"wagers.let_it_ride.lines = {line}", "wagers.let_it_ride.lines", "MD-LIR 12.A")


# --- whole payments -------------------------------------------------------------------------------------------------


def test_three_to_two_must_come_out_in_whole_cents() -> None:
    accepted(UTH, "wagers.ante = { minimum = 5, maximum = 6, increment = '0.02' }")
    fault = refused(UTH, "wagers.ante = { minimum = 5, maximum = 6, increment = '0.01' }", "wagers.ante.increment")
    assert fault.clause == "MA-UTH 11(c) Flush"
    assert "up_to_chip" in fault.suggestion
    refused(UTH, "wagers.ante = { minimum = '5.01', maximum = '5.01', increment = 1 }", "wagers.ante.minimum")
    accepted(UTH, "wagers.ante = { minimum = '5.02', maximum = '5.02', increment = '0.01' }")
    accepted(UTH, "wagers.trips = { minimum = '0.01', maximum = 1, increment = '0.01' }")
    accepted(TOP5, "wagers.ante = { minimum = '0.01', maximum = 1, increment = '0.01' }")


def test_rounding_up_needs_the_smallest_chip() -> None:
    refused(UTH, "breakage = 'up_to_chip'", "smallest_chip", "MA-UTH 11(c) Flush")
    terms = accepted(UTH, "breakage = 'up_to_chip'\nsmallest_chip = 1")
    assert (terms.breakage, terms.smallest_chip) == ("up_to_chip", 100)
    refused(UTH, "breakage = 'up_to_chip'\nsmallest_chip = '0.50'\nwagers.ante.minimum = '5.25'\n"
                 "wagers.ante.maximum = '10.25'", "wagers.ante.minimum")  # fmt: skip
    cent = "breakage = 'up_to_chip'\nsmallest_chip = '0.01'\n"
    refused(UTH, cent + "wagers.ante.increment = '0.01'", "wagers.ante.increment")


def test_an_exact_table_does_not_round() -> None:
    checked = examine(UTH, "smallest_chip = 1")
    assert checked.terms is not None
    assert checked.terms.smallest_chip == 1
    assert [n.key for n in checked.notices] == ["smallest_chip"]
    for game, clause in ((DRAGON, "MD-DRAGON 12.A"), (TOP5, "MD-TOP5 12.A")):
        refused(game, "breakage = 'up_to_chip'\nsmallest_chip = 1", "breakage", clause)


# --- Cover All ------------------------------------------------------------------------------------------------------

SHOE = "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }\n"
COVER_ALL = "wagers.cover_all.offered = true\n"


@pytest.mark.clause("MA-UTH 13(d)")
def test_cover_all_needs_the_automated_shoe_and_shuffler() -> None:
    assert accepted(UTH, SHOE + COVER_ALL).wager("cover_all") is not None
    by_hand = "dealing = { procedure = 'hand', shuffler = 'automated' }\n"
    alone = "dealing = { procedure = 'automated_shoe', shuffler = 'none' }\n"
    for elsewhere in ("", by_hand, alone):
        refused(UTH, elsewhere + COVER_ALL, "wagers.cover_all.offered", "MA-UTH 13(d)")


def test_cover_all_states_its_lowest_hand_and_its_approval() -> None:
    data = merge(default_data(UTH), toml(SHOE + COVER_ALL))
    del data["readings"]["cover_all_lowest"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("readings.cover_all_lowest", "MA-UTH 13(b)")]
    lower = SHOE + COVER_ALL + "readings.cover_all_lowest = 'three_of_a_kind'"
    refused(UTH, lower, "readings.cover_all_lowest", "MA-UTH 13(b)")
    real = SHOE + COVER_ALL + "practice = false\napprovals = { shoe_location = 'S', automated_shoe = 'A'"
    refused(UTH, real + "}", "approvals.cover_all", "MA-UTH 13(b)")
    accepted(UTH, real + ", cover_all = 'C' }")


def test_cover_all_has_a_column_for_every_number_of_hands() -> None:
    wager = accepted(UTH, SHOE + COVER_ALL).wager("cover_all")
    assert wager is not None
    full_house = {line.column: line.pay for line in wager.lines if line.hand == "full_house"}
    assert full_house == {7: ToOne(4), 6: ToOne(4), 5: ToOne(5), 4: ToOne(6), 3: ToOne(8), 2: ToOne(12)}


# --- an operator's own tables ---------------------------------------------------------------------------------------

TRIPS_A = {"royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 30, "full_house": 9, "flush": 7, "straight": 4,
           "three_of_a_kind": 3}  # fmt: skip


def trips(**changed: int) -> str:
    lines = ", ".join(f"{{ hand = '{h}', pays = {p}, unit = 'to' }}" for h, p in {**TRIPS_A, **changed}.items())
    return f"wagers.trips.lines = [{lines}]"


@pytest.mark.clause("MA-UTH 11(d)")
@pytest.mark.parametrize("hand", TRIPS_A)
def test_trips_may_pay_more_than_the_letter_never_less(hand: str) -> None:
    assert pays(accepted(UTH, trips()), "trips")[hand] == ToOne(TRIPS_A[hand])
    assert pays(accepted(UTH, trips(**{hand: TRIPS_A[hand] + 1})), "trips")[hand] == ToOne(TRIPS_A[hand] + 1)
    place = list(TRIPS_A).index(hand) + 1
    refused(UTH, trips(**{hand: TRIPS_A[hand] - 1}), f"wagers.trips.lines[{place}].pays", "MA-UTH 11(d)")


def test_a_custom_trips_table_is_complete_and_at_odds() -> None:
    terms = accepted(UTH, trips(full_house=10))
    wager = terms.wager("trips")
    assert wager is not None
    assert [x.hand for x in wager.lines] == list(TRIPS_A)
    assert wager.lines[3].clause == "MA-UTH 11(d) A Full house"
    refused(UTH, trips(two_pair=1), "wagers.trips.lines[8].hand")
    short = "wagers.trips.lines = [{ hand = 'royal_flush', pays = 50, unit = 'to' }]"
    refused(UTH, short, "wagers.trips.lines", "MA-UTH 11(d)")
    refused(UTH, trips().replace("'to' }]", "'for' }]"), "wagers.trips.lines[7].unit", "MA-UTH 11(d)")
    twice = trips().replace("]", ", { hand = 'flush', pays = 8, unit = 'to' }]")
    refused(UTH, twice, "wagers.trips.lines[8].hand")


DEFINITION = """
wagers.progressive = { amount = AMOUNT, cards = "CARDS", lines = [
  { hand = "HAND", pays = 100, unit = "meter", meter = "Jackpot" }, { hand = "high_card", pays = 2, unit = "for" } ] }
meters.Jackpot = { rate = "10", initial = 500, reset = 400 }
"""


def definition(game: str, amount: str = "5", cards: str = "") -> str:
    hand, usual = ("trips", "three") if game == DRAGON else ("royal_flush", "seven")
    return DEFINITION.replace("AMOUNT", amount).replace("CARDS", cards or usual).replace("HAND", hand)


@pytest.mark.parametrize(
    ("game", "clause"), [by("MD-DRAGON 7.F(4)", DRAGON, "MD-DRAGON 7.F(4)"), by("MA-UTH 14(a)", UTH, "MA-UTH 14(a)")]
)
def test_a_progressive_without_a_table_needs_a_complete_approved_definition(game: str, clause: str) -> None:
    assert accepted(game).wager("progressive") is None
    terms = accepted(game, definition(game))
    wager = terms.wager("progressive")
    assert wager is not None
    assert (wager.minimum, wager.maximum, wager.increment, wager.paytable) == (500, 500, 500, "")
    assert [(m.name, m.rate, m.initial, m.reset) for m in terms.meters] == [("Jackpot", 100_000, 50_000, 40_000)]
    assert (terms.progressive_cards, terms.envy) == ("three" if game == DRAGON else "seven", ())
    assert [x.pay for x in wager.lines] == [MeterShare("Jackpot", 100), ForOne(2)]
    real = definition(game) + "practice = false\noperator = 'O'\napprovals = { layout = 'L', shoe_location = 'S'"
    refused(game, real + "}", "approvals.progressive", clause)
    accepted(game, real + ", progressive = 'P' }")
    empty = examine(game, "wagers.progressive.offered = true")
    assert {f.key.rsplit(".", 1)[1] for f in empty.faults} == {"amount", "cards", "lines"}
    assert {f.clause for f in empty.faults} == {clause}
    refused(game, definition(game, cards="nine"), "wagers.progressive.cards", clause)


def test_the_ultimate_texas_progressive_may_look_at_the_flop_only() -> None:
    assert accepted(UTH, definition(UTH, cards="hole_and_flop")).progressive_cards == "hole_and_flop"


@pytest.mark.clause("MA-UTH 14(a)")
@pytest.mark.parametrize("amount", ["4", "6", "'4.99'", "'5.01'"])
def test_the_ultimate_texas_progressive_is_five_dollars(amount: str) -> None:
    refused(UTH, definition(UTH, amount), "wagers.progressive.amount", "MA-UTH 14(a)")


def test_the_ultimate_texas_progressive_needs_trips() -> None:
    off = definition(UTH) + "wagers.trips.offered = false\n"
    refused(UTH, off, "wagers.progressive.offered", "MA-UTH 14(b)/1")
    accepted(UTH, off + "readings.progressive_requires_trips = false")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('hand = "trips"', 'hand = "tripps"', "wagers.progressive.lines[1].hand"),
        ('hand = "high_card"', 'hand = "three_dragons"', "wagers.progressive.lines[2].hand"),
        ("pays = 100", "pays = 101", "wagers.progressive.lines[1].pays"),
        (', meter = "Jackpot"', "", "wagers.progressive.lines[1].meter"),
        ('unit = "for"', 'unit = "for", meter = "Jackpot"', "wagers.progressive.lines[2].meter"),
        ("meters.Jackpot", "meters.Jackpott", "meters.Jackpott"),
        ('rate = "10", ', "", "meters.Jackpot.rate"),
        (", reset = 400", "", "meters.Jackpot.reset"),
    ],
)
def test_a_definition_is_checked_line_by_line(old: str, new: str, key: str) -> None:
    text = definition(DRAGON)
    assert old in text
    assert key in [f.key for f in examine(DRAGON, text.replace(old, new)).faults]


# --- payout limits --------------------------------------------------------------------------------------------------


def test_let_it_ride_payout_limit() -> None:
    assert accepted(LIR, "limits.payout_limit = 'none'").limits == ()
    key = "limits.payout_limit"
    refused(LIR, "limits.payout_limit = '999999.99'", key, "MD-LIR 2.B(10)")
    (limit,) = accepted(LIR, "limits.payout_limit = 1000000").limits
    assert (limit.clause, limit.cents) == ("MD-LIR 2.B(10)", 100_000_000)
    assert limit.wagers == ("bet_1", "bet_2", "bet_3", "five_card_bonus", "three_card_bonus", "six_card_bonus")
    b = "wagers.six_card_bonus.paytable = 'B'\n"
    refused(LIR, b + "limits.payout_limit = 99999", key, "MD-LIR 2.B(10)")
    accepted(LIR, b + "limits.payout_limit = 100000")
    off = "wagers.six_card_bonus.offered = false\n"
    refused(LIR, off + "limits.payout_limit = 19999", key, "MD-LIR 2.B(10)")
    accepted(LIR, off + "limits.payout_limit = 20000")
    refused(LIR, "limits.payout_limit = 0", key)


@pytest.mark.parametrize(
    ("game", "clause"), [(DRAGON, "MD-DRAGON 12.A"), (TOP5, "MD-TOP5 12.A"), (UTH, "MA-UTH 11(e)")]
)
def test_no_other_game_lets_the_operator_limit_payouts(game: str, clause: str) -> None:
    refused(game, "limits.payout_limit = 1000000", "limits.payout_limit", clause)


def caps(overrides: str) -> list[tuple[str, int]]:
    return [(x.clause, x.cents // 100) for x in accepted(UTH, overrides).limits]


def minimums(ante: int, side: int) -> str:
    one = [f"wagers.{w}.{key} = {x}\n" for w, x in (("ante", ante), ("trips", side)) for key in ("minimum", "maximum")]
    return "".join(one)


def test_ultimate_texas_payout_limits() -> None:
    assert caps("") == [("MA-UTH 11(e)", 50_000), ("MA-UTH 14(d)", 75_000)]
    assert caps("readings.payout_cap_mode = '50000_only'") == [("MA-UTH 11(e)", 50_000)]
    assert caps("readings.payout_cap_mode = '75000_only'") == [("MA-UTH 14(d)", 75_000)]
    first, second = accepted(UTH).limits
    assert first.wagers == ("ante", "play", "blind", "trips")
    assert second.wagers == ("ante", "play", "blind", "trips", "cover_all")


@pytest.mark.parametrize(
    ("ante", "side", "limit"),
    [(90, 90, 50_000), (91, 91, 50_505), (99, 1, 50_045), (100, 1, 50_550), (135, 135, 74_925), (136, 136, 75_480)],
)
def test_the_limit_of_11e_follows_the_minimum_wagers(ante: int, side: int, limit: int) -> None:
    """Ante × (1 + 4 + 500) + Trips × 50, once that is above $50,000."""
    checked = examine(UTH, minimums(ante, side))
    assert checked.terms is not None
    assert checked.terms.limits[0].cents == limit * 100
    assert [n.clause for n in checked.notices] == (["MA-UTH 14(d)"] if limit > 75_000 else [])


def test_the_limit_of_11e_without_trips_and_with_richer_trips() -> None:
    off = "wagers.ante = { minimum = 100, maximum = 100, increment = 1 }\nwagers.trips.offered = false\n"
    assert caps(off)[0] == ("MA-UTH 11(e)", 50_500)
    assert caps(minimums(100, 1) + trips(royal_flush=1000))[0] == ("MA-UTH 11(e)", 51_500)


# --- what is refused with a reason ----------------------------------------------------------------------------------


def test_match_play_is_refused_with_its_reading() -> None:
    fault = refused(UTH, "match_play = { offered = true }", "match_play", "MA-UTH 6(a)/1")
    assert "U-28" in fault.message
    assert "even money only" in fault.message
    refused(LIR, "match_play = { offered = true }", "match_play")


# --- nothing a file can say makes the check fail --------------------------------------------------------------------

ODD = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.decimals(), st.floats(), st.dates(),
        st.sampled_from(["A", "none", "hand", "continuous", "automated_shoe", "held", Decimal("0.01"), 10**40, 1]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=6), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


def paths(data: Data, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    below = [paths(value, (*path, key)) for key, value in data.items() if isinstance(value, dict)]
    return [(*path, key) for key in data] + [p for found in below for p in found]


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_change_gives_terms_or_faults(draw: st.DataObject) -> None:
    data = default_data(draw.draw(st.sampled_from(GAMES)))
    for _ in range(draw.draw(st.integers(1, 3))):
        *way, last = draw.draw(st.sampled_from(paths(data)))
        change: Data = {last: draw.draw(ODD)}
        for key in reversed(way):
            change = {key: change}
        data = merge(data, change)
    checked = check_data(data)
    assert (checked.terms is None) == bool(checked.faults)
    assert all(f.clause in clauses() for f in (*checked.faults, *checked.notices) if f.clause)


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ab=[]{}.,#'\"\\\n 1-", max_size=40))
def test_any_text_gives_terms_or_faults(text: str) -> None:
    assert check(text).faults


@pytest.mark.parametrize("game", [DRAGON, TOP5])
def test_a_held_dealer_stack_leaves_no_stub_to_complete_from(game: str) -> None:
    """X-07 completes after all stacks, the dealer's included; a held stack comes out after the decisions (D-23)."""
    dealing = {"procedure": "automated_shoe", "shuffler": "automated"}
    for stack, way, faults in (
        ("held", "complete_from_stub", 1),
        ("held", "void", 0),
        ("delivered", "complete_from_stub", 0),
    ):
        readings = {"dealer_stack": stack, "face_up_in_stack": way}
        checked = check_data(merge(default_data(game), {"dealing": dealing, "readings": readings}))
        assert [f.key for f in checked.faults] == ["readings.face_up_in_stack"] * faults
