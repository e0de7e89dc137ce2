"""Rules Submissions: the file, its form and its faults, all at once and each at its line."""

import tomllib
from pathlib import Path

import pytest

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.submission import Lines, UnknownGame, check, check_data, default_data, default_submission, merge
from rulebook.submissions import CHANGES, DRAGON, LIR, TOP5, UTH, accepted, by, house, refused
from support import GAMES


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


@pytest.mark.parametrize("game", CHANGES)
def test_the_digest_changes_with_any_change(game: str) -> None:
    digests = [accepted(game).digest] + [accepted(game, change).digest for change in CHANGES[game]]
    assert len(set(digests)) == len(digests)
    assert accepted(game).digest == digests[0]


FAULTY = """\
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
"""A submission with a dozen faults."""


def test_all_faults_are_reported_with_their_lines() -> None:
    checked = check(FAULTY)
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
        ("x = 1__0\n", 1),
    ],
)
def test_toml_that_cannot_be_read_is_a_fault_with_its_line(text: str, line: int) -> None:
    checked = check(text)
    assert checked.terms is None
    assert len(checked.faults) == 1
    assert checked.faults[0].line == line
    assert "not valid TOML" in checked.faults[0].message


@pytest.mark.parametrize(
    ("line", "said", "allowed"),
    [
        ('table = "a"\ntable = "b"', "this key stands here for the second time", "each key once in its table"),
        ('table = "a', "this text is opened and never closed", 'text between two marks, as "text"'),
        ("table = 2027-13-01", "a date stands in quotation marks", 'a date as "2027-01-15"'),
        ("version = 1,000", "a number has no commas between its digits", "a number as 1000"),
        ("version = 5%", "a percentage is written without its sign", "a number as 5"),
        ("version = $5", "an amount is written without its sign", "a number as 5"),
        ("version = 05", "a number does not begin with 0", "a number as 5"),
        ("practice = Yes", "yes and no are written otherwise", "true or false"),
        ("table = Table 1", "text stands in quotation marks", 'text between two marks, as "text"'),
        ("table = \u201cA\u201d", "quotation marks must be straight", 'text between two marks, as "text"'),
        ("table", "there is no = behind this key", "key = value, or [table]"),
        ("version = 1 2", "there is more on this line than one value", "one key = value on each line"),
    ],
)
def test_what_cannot_be_read_is_told_in_words_that_mend_it(line: str, said: str, allowed: str) -> None:
    (fault,) = check(f"# the first line\n{line}\npositions = 6\n").faults
    assert (fault.message, fault.allowed) == (f"this is not valid TOML: {said}", allowed)
    assert fault.line in (2, 3)


def test_a_date_without_quotation_marks_is_shown_with_them() -> None:
    (fault,) = check(default_submission(LIR).replace('layout = ""', "layout = 2027-01-15")).faults
    assert (fault.key, fault.suggestion) == ("approvals.layout", 'in quotation marks: "2027-01-15"')


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


@pytest.mark.parametrize(
    ("game", "most", "clause"),
    [
        by("MD-DRAGON 2.A", DRAGON, 6, "MD-DRAGON 2.A"),
        by("MD-TOP5 2.A(1)", TOP5, 6, "MD-TOP5 2.A(1)"),
        by("MD-LIR 2.A(1)", LIR, 7, "MD-LIR 2.A(1)"),
        (UTH, 6, "MA-UTH 13(k)"),
        *house("1.1", 6),
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
        *house("6.11", 2),
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


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 9.A(1)", DRAGON, "MD-DRAGON 9.A(1)"),
        by("MD-TOP5 9.A(1)", TOP5, "MD-TOP5 9.A(1)"),
        by("MD-LIR 9.A(1)", LIR, "MD-LIR 9.A(1)"),
        by("MA-UTH 8(b)(1)", UTH, "MA-UTH 8(b)(1)"),
        *house("8.2"),
    ],
)
def test_hand_dealing_needs_a_shuffler(game: str, clause: str) -> None:
    refused(game, "dealing = { procedure = 'hand', shuffler = 'none' }", "dealing.procedure", clause)
    accepted(game, "dealing = { procedure = 'hand', shuffler = 'automated' }")
    accepted(game, "dealing = { procedure = 'manual_shoe', shuffler = 'none' }")
