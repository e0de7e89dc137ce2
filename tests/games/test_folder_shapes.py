"""Every file of a folder is read in its real shape before its game is known: a wrong value is told with its file, line
and key, and neither `check` nor a command nor a house takes the folder."""

from pathlib import Path

import pytest
from msgspec import structs

from games.copies import change
from pitboss.cli.main import dispatch
from pitboss.play.admission import admit, unplayable
from pitboss.play.proof import prove
from pitboss.rulebook import folder_shapes as shapes
from pitboss.rulebook.folder_check import faults_in_files
from pitboss.rulebook.folders import BadFolder, bring, folder
from pitboss.rulebook.readings import OwnWording, Reading, When
from pitboss.rulebook.submission_options import Option
from support import SHIPPED

AMOUNT = 'an amount in dollars above 0 and at most $1,000,000,000, such as 5 or "2.50"'
CONTENTS = "leave it out, or say what is in it: [[card]], packs, without"


@pytest.fixture
def lucky(tmp_path: Path) -> Path:
    """The small game that `pitboss new-game` writes."""
    assert dispatch(["new-game", "Lucky Three", "-o", str(tmp_path / "lucky")]) == 0
    return tmp_path / "lucky"


def faults(place: Path) -> list[str]:
    """What is wrong; the folder is refused everywhere."""
    with pytest.raises(BadFolder) as caught:
        bring(place)
    told = list(caught.value.faults)
    with pytest.raises(BadFolder) as caught:
        admit(place)
    assert list(caught.value.faults) == told
    assert [f"{each.where}: {each.said}" for each in prove(place).findings] == told
    return told


@pytest.mark.parametrize("game", SHIPPED)
def test_the_files_of_our_own_games_have_their_shapes(game: str) -> None:
    assert faults_in_files(folder(game)) == []


def test_what_is_written_and_what_is_read_have_the_same_keys() -> None:
    """But for what is added when it is read: whose choice or reading it is."""
    for written, read, added in (
        (shapes.WrittenOption, Option, {"game"}),
        (shapes.WrittenReading, Reading, {"games"}),
        (shapes.WrittenOwn, OwnWording, {"games"}),
        (shapes.WrittenWhen, When, {"games"}),
    ):
        kinds = [{field.name for field in structs.fields(shape)} for shape in (written, read)]
        assert kinds[0] | added == kinds[1]


FILES = [
    ("words.toml", "lobby = 3\n", ["line 1: `lobby` must be a text in quotes, not 3"]),
    (
        "words.toml",
        '[[step]]\nat = "deal"\ntext = 5\nclaus = "x"\n',
        [
            "line 1: 'clause' is missing",
            "line 3: `text` must be a text in quotes, not 5",
            "line 4: there is no key 'claus'; did you mean \"clause\"?",
        ],
    ),
    (
        "words.toml",
        "[[strategy.decision]]\nfirst = 1\n",
        ["line 2: `first` must be a text in quotes, not 1"],
    ),
    (
        "options.toml",
        '[[option]]\nname = 3\nvalues = "x"\n',
        [
            "line 2: `name` must be a text in quotes, not 3",
            'line 3: `values` must be a list in square brackets, not "x"',
        ],
    ),
    (
        "options.toml",
        '[[option]]\nname = "own"\nsection = "readings"\n',
        ["line 2: 'title' is missing; only a choice that games share needs none"],
    ),
    ("readings.toml", "[[shared]]\nid = 1\n", ["line 2: `id` must be a text in quotes, not 1"]),
    (
        "examples.toml",
        '[[example]]\ntitle = "x"\nends = "draw"\nacts = "x"\nplaces = {}\n',
        [
            'line 3: `ends` must be win, lose or tie, not "draw"',
            'line 4: `acts` must be a list in square brackets, not "x"',
        ],
    ),
    ("examples.toml", '[decision]\ncards = "As"\n', ["line 1: 'board' is missing"]),
    ("help.toml", "odds = 3\n", ["line 1: there is no key 'odds'"]),
    ("emblems.toml", "AA = 3\n", ["line 1: `AA` must be a table of keys and values, not 3"]),
    (
        "submission.toml",
        'positions = "x"\n[wagers.stake]\nminimum = "a"\n',
        [
            "line 1: 'game' is missing",
            "line 1: positions: must be a whole number",
            f"line 3: wagers.stake.minimum: must be {AMOUNT}",
        ],
    ),
]
"""A file, what stands in it, and what is said of it."""


@pytest.mark.parametrize(("name", "text", "said"), FILES)
def test_a_file_of_another_shape(lucky: Path, name: str, text: str, said: list[str]) -> None:
    (lucky / name).write_text(text, encoding="utf-8")
    assert faults(lucky) == [f"{name} {each}" for each in said]


def test_files_that_are_no_text(lucky: Path) -> None:
    (lucky / "clauses.csv").write_bytes(b"id,kind,wording\n\xff")
    with (lucky / "game.py").open("ab") as code:
        code.write(b"# \xff\n")
    line = (lucky / "game.py").read_bytes().count(b"\n")
    told = faults(lucky)
    assert told[0].startswith("clauses.csv: ") and told[1:] == [f"game.py line {line}: this is not UTF-8 text"]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('id = "LUCKY-THREE 8"', "id = 8", "`id` must be a text in quotes, not 8"),
        ('wording = "Each player makes', 'wording = 12 # "', "`wording` must be a text in quotes, not 12"),
        ("positions_max = 6", "positions_max = -1", "`positions_max` must be a whole number of at least 1, not -1"),
        ("positions_max = 6", 'deck = "tarot"', f"there is no deck 'tarot'; {CONTENTS}"),
        (
            'hand = "flush", pays = 3',
            'hand = "flush", pays = 3, unit = "too"',
            '`unit` must be to, for, dollars, meter or push, not "too"',
        ),
        (
            'hand = "flush", pays = 3',
            'hand = "flush", pays = 99999999999999999999',
            "`pays` must be a whole number of at most 1000000000, not a very large number",
        ),
        (
            "[hands]",
            '[guides.decide]\nreminders = "LUCKY-THREE 2"\n[hands]',
            '`reminders` must be a list in square brackets, not "LUCKY-THREE 2"',
        ),
    ],
)
def test_a_value_of_the_book(lucky: Path, right: str, wrong: str, said: str) -> None:
    line = change(lucky / "book.toml", right, wrong) + wrong.startswith("[guides")
    assert faults(lucky) == [f"book.toml line {line}: {said}"]


def test_two_lines_for_one_hand(lucky: Path) -> None:
    line = change(lucky / "book.toml", 'hand = "flush", pays = 3', 'hand = "straight", pays = 3')
    assert faults(lucky) == [
        f"book.toml line {line}: 'straight' has a line above already, which is the one that would be paid"
    ]


def test_unknown_keys_and_wrong_values_are_told_together(lucky: Path) -> None:
    line = change(lucky / "book.toml", "[hands]", '[cites]\nshuffel = "LUCKY-THREE 2"\nshuffle = 3\n[hands]')
    assert faults(lucky) == [
        f"book.toml line {line + 1}: there is no key 'shuffel'; did you mean \"shuffle\"?",
        f"book.toml line {line + 2}: `shuffle` must be a text in quotes, not 3",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "at", "said"),
    [
        ("times=1", "times=1.5", 'Step("ask"', "step 'decide', choice 'call': `times` must be a whole number, not 1.5"),
        ('Deal("dealer", 1', 'Deal("dealer", "1"', "def plan", 'plan: `count` must be a whole number, not "1"'),
        (
            '"stake", "call", "pairs"))',
            '"stake", "stake", "call", "pairs"))',
            'Step("settle"',
            "step 'settle': the wager 'stake' is settled already",
        ),
        (
            '        Step("show", "reveal", "LUCKY-THREE 5", place="dealer"),\n',
            "",
            "def script",
            "script: cards at 'dealer' decide a wager and are never turned up; a step 'show' is missing",
        ),
        (
            '    return {"deal": (Deal',
            '    return "x"\n    return {"deal": (Deal',
            "def plan",
            "plan: it must return for every part of the deal a tuple of deals, not 'x'",
        ),
        (
            '    return (\n        Step("bets"',
            '    return None\n    return (\n        Step("bets"',
            "def script",
            "script: it must return a tuple of steps, each with a tuple of choices, not None",
        ),
    ],
)
def test_a_value_of_the_declaration(lucky: Path, right: str, wrong: str, at: str, said: str) -> None:
    change(lucky / "game.py", right, wrong)
    lines = (lucky / "game.py").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if at in text)
    assert [(each.where, each.said) for each in prove(lucky).findings if each.fault] == [(f"game.py line {line}", said)]
    assert any(said in fault for fault in unplayable("lucky-three"))


def test_code_that_ends_the_program_in_a_round_is_a_fault_of_its_line(lucky: Path) -> None:
    change(lucky / "game.py", 'Ranking("three_cards", three_cards)', 'Ranking("three_cards", lambda c: exit(3))')
    told = [each.said for each in prove(lucky).findings]
    assert len(told) == 1 and told[0].startswith("SystemExit: 3")
