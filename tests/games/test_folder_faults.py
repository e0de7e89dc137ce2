"""What is wrong with a folder is told with file and line, all at once; the other games are as they were."""

from pathlib import Path

import pytest

from games.copies import DOCUMENT, ID, change, tiger
from pitboss.rulebook.folders import BadFolder, bring, folder, games
from support import DRAGON, SHIPPED


def faults(place: Path) -> tuple[str, ...]:
    """What is wrong with this folder; afterwards the known games are the same as before."""
    with pytest.raises(BadFolder) as caught:
        bring(place)
    assert games() == SHIPPED and caught.value.path == place
    assert str(caught.value).startswith(f"{place} cannot be used as a game:\n")
    return caught.value.faults


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tiger(tmp_path / "tiger")


def test_no_book(place: Path) -> None:
    (place / "book.toml").unlink()
    assert faults(place) == ("book.toml: there is no such file",)


def test_no_code(place: Path) -> None:
    (place / "game.py").unlink()
    assert faults(place) == ("game.py: there is no such file; it must declare the game as GAME",)


@pytest.mark.parametrize("name", ["book.toml", "options.toml", "readings.toml", "submission.toml", "words.toml"])
def test_what_is_no_toml(place: Path, name: str) -> None:
    text = (place / name).read_text(encoding="utf-8")
    line = text[: text.index("[[")].count("\n") + 1 if "[[" in text else text[: text.index("\n[")].count("\n") + 2
    lines = text.splitlines()
    lines[line - 1] = "]this"
    (place / name).write_text("\n".join(lines), encoding="utf-8")
    (said,) = faults(place)
    assert said.startswith(f"{name} line {line}: "), said


def test_a_book_that_is_no_text(place: Path) -> None:
    (place / "book.toml").write_bytes(b"\xff\xfe")
    (said,) = faults(place)
    assert said.startswith("book.toml: ") and "utf-8" in said


def test_keys_that_are_unknown_or_missing(place: Path) -> None:
    book = place / "book.toml"
    change(book, f'document = "{DOCUMENT}"\n', "")
    unknown = change(book, 'jurisdiction = "Maryland"', 'juristiction = "Maryland"')
    wager = change(book, 'title = "Ante Bonus"', 'name = "Ante Bonus"')
    line = change(book, 'pays = 1, unit = "to"', 'pays = 1, units = "to"')
    said = faults(place)
    assert said[0] == f"book.toml line {unknown}: there is no key 'juristiction'; did you mean \"jurisdiction\"?"
    assert said[1] == "book.toml line 1: 'document' is missing"
    assert said[2] == f"book.toml line {wager}: there is no key 'name'"
    assert said[3].startswith(f"book.toml line {wager - 2}: 'title' is missing")
    assert said[4:] == (f"book.toml line {line}: there is no key 'units'; did you mean \"unit\"?",)


def test_a_clause_for_something_that_no_game_cites(place: Path) -> None:
    cite = change(place / "book.toml", "\nreceive = ", "\nrecieve = ") + 1
    whole = change(place / "book.toml", "\nwhole = ", "\nwholly = ") + 1
    assert faults(place) == (
        f"book.toml line {cite}: there is no key 'recieve'; did you mean \"receive\"?",
        f"book.toml line {whole}: there is no key 'wholly'; did you mean \"whole\"?",
    )


def test_a_value_of_the_wrong_form(place: Path) -> None:
    line = change(place / "book.toml", "compulsory = true", 'compulsory = "yes"')
    assert faults(place) == (f'book.toml line {line}: `compulsory` must be true or false, not "yes"',)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('family = "', 'family = 3 #"', "`family` must be a text in quotes, not 3"),
        (
            'lines = [\n  { hand = "beats',
            'lines = "x"\nno = [{ hand = "beats',
            '`lines` must be a list of tables, not "x"',
        ),
        ("later = true", "requires = [1]", "every member of `requires` must be a text in quotes, not 1"),
        ("later = true", 'requires = "ante"', '`requires` must be a list in square brackets, not "ante"'),
        ("later = true", "folded = 3", "`folded` must be a table of keys and values, not 3"),
        ("[hands]\n", "[hands]\nothers = [3]\n", "every member of `others` must be a text in quotes, not 3"),
    ],
)
def test_every_kind_of_wrong_value_is_told_with_its_key(place: Path, right: str, wrong: str, said: str) -> None:
    line = change(place / "book.toml", right, wrong) + wrong.startswith("[hands]")
    assert faults(place) == (f"book.toml line {line}: {said}",)


def test_all_values_of_the_wrong_form_are_told(place: Path) -> None:
    """Two in one table, one at the top, one in a list, and the code as well."""
    text = (place / "book.toml").read_text(encoding="utf-8")
    wager = text.index("[[wager]]")
    text = text[:wager] + text[wager:].replace("compulsory = true", 'compulsory = "yes"\nlater = 3', 1)
    text = text.replace("positions_max = 6", 'positions_max = "six"', 1)
    (place / "book.toml").write_text(text, encoding="utf-8")
    change(place / "game.py", "GAME = ", "GAME = = ")
    at = [
        text[: text.index(part)].count("\n") + 1
        for part in ('positions_max = "six"', 'compulsory = "yes"', "later = 3")
    ]
    told = faults(place)
    expected = [
        (at[0], '`positions_max` must be a whole number, not "six"'),
        (at[1], '`compulsory` must be true or false, not "yes"'),
        (at[2], "`later` must be true or false, not 3"),
    ]
    assert sorted(told[:3]) == sorted(f"book.toml line {line}: {said}" for line, said in expected)
    assert len(told) == 4 and told[3].startswith("game.py line ") and told[3].endswith(": invalid syntax")


@pytest.mark.parametrize(
    ("pays", "said"), [('"forty"', 'a whole number, not "forty"'), ("-40", "a whole number of at least 0, not -40")]
)
def test_what_cannot_be_paid(place: Path, pays: str, said: str) -> None:
    line = change(place / "book.toml", '"three_tigers", pays = 15', f'"three_tigers", pays = {pays}')
    assert faults(place) == (f"book.toml line {line}: `pays` must be {said}",)


def test_a_file_that_ends_too_early(place: Path) -> None:
    text = (place / "book.toml").read_text(encoding="utf-8").rstrip("\n")
    (place / "book.toml").write_text(f"{text}\nlast = [", encoding="utf-8")
    (told, *_) = faults(place)
    assert told == f"book.toml line {text.count(chr(10)) + 2}: Invalid value (at end of document)"


def test_a_syntax_error_in_the_code(place: Path) -> None:
    line = change(place / "game.py", "GAME = Game(", "GAME == = Game(")
    assert faults(place) == (f"game.py line {line}: invalid syntax",)


def test_an_exception_in_the_code(place: Path) -> None:
    line = change(place / "game.py", "GAME = Game(", 'FIGURES = {}["none"]\nGAME = Game(')
    assert faults(place) == (f"game.py line {line}: KeyError: 'none'",)


def test_an_exception_in_another_module(place: Path) -> None:
    (place / "more.py").write_text("\n\n1 / 0\n", encoding="utf-8")
    change(place / "game.py", "GAME = Game(", "from . import more\nGAME = Game(")
    assert faults(place) == ("more.py line 3: ZeroDivisionError: division by zero",)


def test_no_game_in_the_code(place: Path) -> None:
    change(place / "game.py", "GAME = Game(", "THE_GAME = Game(")
    assert faults(place) == ("game.py: it declares no GAME",)


def test_another_game_in_the_code(place: Path) -> None:
    change(place / "game.py", f'id="{ID}"', f'id="{DRAGON}"')
    assert faults(place) == (f"game.py: GAME has the id '{DRAGON}', book.toml says '{ID}'",)


def test_another_game_in_the_submission(place: Path) -> None:
    line = change(place / "submission.toml", f'game = "{ID}"', f'game = "{DRAGON}"')
    assert faults(place) == (f'submission.toml line {line}: game = "{DRAGON}", book.toml says "{ID}"',)


def test_clauses_that_cannot_be_read(place: Path) -> None:
    file = place / "clauses.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[2:5] = ["ZZ-TIGER a,state", "ZZ-TIGER b,sate,words", lines[1]]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    twice = lines[1].partition(",")[0]
    assert faults(place) == (
        "clauses.csv line 3: 2 columns instead of 3",
        "clauses.csv line 4: a clause is of the kind compute, state, input, config, display or physical, not 'sate'",
        f"clauses.csv line 5: the clause '{twice}' stands on line 2 already",
    )
    file.write_text("id,wording\n", encoding="utf-8")
    assert faults(place) == ("clauses.csv line 1: the columns must be id, kind, wording; given id, wording",)


def test_names_that_another_game_has(tmp_path: Path) -> None:
    """Both folders are named."""
    place, other = tiger(tmp_path / "tiger", DRAGON, "MD-DRAGON", "D"), folder(DRAGON)
    assert faults(place) == tuple(
        f'book.toml: {what} = "{name}" is already that of {other}; {place} needs another'
        for what, name in (("game", DRAGON), ("document", "MD-DRAGON"), ("readings", "D"))
    )
    assert faults(tiger(tmp_path / "letters", letters="X")) == (
        'book.toml: readings = "X" is that of the readings which games share; take other letters',
    )


def test_two_brought_games_with_one_id(tmp_path: Path) -> None:
    first, second = tiger(tmp_path / "one"), tiger(tmp_path / "two", ID, "ZZ-OTHER", "ZO")
    bring(first)
    with pytest.raises(BadFolder) as caught:
        bring(second)
    assert caught.value.faults == (f'book.toml: game = "{ID}" is already that of {first}; {second} needs another',)
    assert games() == (*SHIPPED, ID) and folder(ID) == first


def test_all_faults_are_told_at_once(place: Path) -> None:
    change(place / "book.toml", 'jurisdiction = "Maryland"', 'juristiction = "Maryland"')
    change(place / "words.toml", "[[step]]", "[[steps]]")
    change(place / "game.py", "GAME = Game(", "GAME == = Game(")
    (place / "clauses.csv").write_text("id\n", encoding="utf-8")
    files = [said.partition(" ")[0] for said in faults(place)]
    assert files == ["book.toml", "words.toml", "clauses.csv", "game.py"]


def test_a_folder_that_was_mended_is_taken(place: Path) -> None:
    change(place / "game.py", "GAME = Game(", "GAME == = Game(")
    faults(place)
    change(place / "game.py", "GAME == = Game(", "GAME = Game(")
    assert bring(place) == ID
