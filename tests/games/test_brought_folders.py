"""A game in a folder of somebody's own is known by its path and then like any other."""

import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from games.copies import DOCUMENT, ID, LETTERS, change, tiger
from pitboss.games import game
from pitboss.odds.cache import code_digest
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clause, clauses
from pitboss.rulebook.folders import bring, brought, digest, documents, found, games, prefixes, release, version
from pitboss.rulebook.readings import readings, readings_of
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.submission_options import options_of
from support import DOCUMENT as DOCUMENTS
from support import DRAGON, SHIPPED


def test_the_games_of_this_package_stand_in_their_order() -> None:
    assert games() == SHIPPED == pitboss.GAMES
    assert [documents()[DOCUMENTS[game]] for game in SHIPPED] == list(SHIPPED)
    assert [prefixes()[letters] for letters in ("D", "T", "L", "U", "TC", "CS", "MS")] == list(SHIPPED)
    assert brought() == ()


@pytest.mark.parametrize("as_text", [True, False], ids=["text", "path"])
def test_a_round_is_played_from_a_folder(tmp_path: Path, as_text: bool) -> None:
    """The round of the doctest of `import pitboss`, at a table of the copied game."""
    place = tiger(tmp_path / "tiger")
    table = pitboss.open_table(str(place) if as_text else place, shuffle_seed="demo")
    assert table.rules.game.id == ID and (*SHIPPED, ID) == pitboss.GAMES
    table.sit(1, "Ann")
    table.bet(1, ante=10, ante_bonus=10)
    table.close_bets()
    assert table.view("player:Ann").seats[0].cards == ("TI", "RD", "PH")
    offer = table.offers("player:Ann")[0]
    assert (offer.do, offer.values, offer.clause) == ("Decide", ("play", "fold"), f"{DOCUMENT} 11.B")


def test_what_is_said_of_the_game_comes_from_its_folder(tmp_path: Path) -> None:
    assert bring(tiger(tmp_path / "tiger")) == ID
    assert book(ID).title == "Tiger Poker" and found(ID).origin == str(tmp_path / "tiger")
    assert clause(f"{DOCUMENT} 11.B").game == ID and clause("MD-DRAGON 11.B").game == DRAGON
    assert f"{LETTERS}-23" in readings() and "D-23" in readings()
    own, shared = (tuple(r.id for r in readings_of(name)) for name in (ID, DRAGON))
    assert own == tuple(name.replace("D-", f"{LETTERS}-") for name in shared)
    assert [option.name for option in options_of(ID)] == [option.name for option in options_of(DRAGON)]
    assert readings()["X-16"].games == (*SHIPPED, ID) and f"{DOCUMENT} 5.F" in readings()["X-16"].clauses
    assert check(default_submission(ID)).terms is not None
    assert version(ID) == 1


def test_a_game_without_an_order_follows_by_its_title(tmp_path: Path) -> None:
    for title, name in (("Zebra", "a-zebra"), ("Ape", "z-ape")):
        place = tiger(tmp_path / name, name, f"ZZ-{title.upper()}", title[:1] + "Y")
        change(place / "book.toml", 'title = "Tiger Poker"', f'title = "{title}"')
        bring(place)
    assert games() == (*SHIPPED, "z-ape", "a-zebra")
    first = tiger(tmp_path / "first")
    change(first / "book.toml", f'game = "{ID}"\n', f'game = "{ID}"\norder = 2\n')
    bring(first)
    assert games()[:4] == (SHIPPED[0], SHIPPED[1], ID, SHIPPED[2])


def test_an_id_is_returned_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tiger(tmp_path / DRAGON, "other-poker")
    assert bring(DRAGON) == DRAGON and games() == SHIPPED, "a folder of the same name is not meant"
    (tmp_path / "empty").mkdir()
    for word in ("", " ", "empty", "no-game", "no/game", "~nobody-here/game", "a\0b", "long" * 2000):
        assert bring(word) == word
    assert bring(f"./{DRAGON}") == "other-poker"
    assert bring(tmp_path / DRAGON) == "other-poker", "the same folder again"
    assert brought() == (tmp_path / DRAGON,)


def test_a_path_is_seen_from_the_folder_beside_it(tmp_path: Path) -> None:
    tiger(tmp_path / "games" / "tiger")
    assert bring("../games/tiger", tmp_path / "submissions") == ID


def test_modules_of_a_folder_import_each_other_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    place = tiger(tmp_path / "tiger")
    (place / "words.py").write_text('CALLED = "higher"\n', encoding="utf-8")
    (place / "part").mkdir()
    (place / "part" / "__init__.py").write_text('EQUAL = "equal"\n', encoding="utf-8")
    used = 'from .part import EQUAL as SAME\nfrom .words import CALLED\nassert (CALLED, SAME) == ("higher", "equal")\n'
    change(place / "game.py", "GAME = Game(", f"{used}GAME = Game(")
    before = sorted(place.rglob("*"))
    assert game(bring(place)).id == ID
    assert sorted(place.rglob("*")) == before
    (place / "__init__.py").unlink()
    release(ID)
    assert game(bring(place)).id == ID, "a folder needs no __init__.py"


def test_a_game_that_is_forgotten_leaves_nothing(tmp_path: Path) -> None:
    before = (clauses(), readings(), code_digest())
    bring(tiger(tmp_path / "tiger"))
    assert (clauses(), readings(), code_digest()) != before
    release(ID)
    assert (clauses(), readings(), code_digest()) == before and games() == SHIPPED
    assert not [name for name in sys.modules if name.startswith("pitboss_game_")]
    with pytest.raises(LookupError, match=f"no game '{ID}'; the games are dragon-poker, "):
        game(ID)


def test_a_digest_is_that_of_the_files(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    seen, kept = set(), set()

    def read() -> tuple[str, str]:
        bring(place)
        made = digest(ID), code_digest()
        release(ID)
        return made

    def note() -> None:
        one, all_of_them = read()
        seen.add(one)
        kept.add(all_of_them)

    note()
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "game.pyc").write_bytes(b"compiled")
    (place / "coverage.json").write_text("{}", encoding="utf-8")
    note()
    assert len(seen) == len(kept) == 1 and len(seen.copy().pop()) == 16
    (place / "notes.txt").write_text("", encoding="utf-8")
    note()
    (place / "notes.txt").rename(place / "more.txt")
    note()
    change(place / "game.py", "Tiger", "Another tiger")
    note()
    assert len(seen) == len(kept) == 4


def test_two_copies_at_other_places_have_one_digest(tmp_path: Path) -> None:
    made = []
    for place in ("one", "two"):
        bring(tiger(tmp_path / place))
        made.append(digest(ID))
        release(ID)
    assert made[0] == made[1] != digest(DRAGON)


# --- only the operator names a folder -------------------------------------------------------------------------------


def test_a_submission_names_a_folder_only_in_a_file_of_the_operators(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    text = (place / "submission.toml").read_text(encoding="utf-8").replace(f'game = "{ID}"', 'game = "tiger"')
    refused = check(text.replace('"tiger"', f'"{place}"'))
    assert refused.terms is None and [fault.key for fault in refused.faults] == ["game"] and games() == SHIPPED
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    checked = pitboss.check_submission(file)
    assert checked.terms is not None and checked.terms.game == ID, "the path is seen from the file"


def test_the_faults_of_a_folder_are_faults_of_the_submission(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    change(place / "game.py", "GAME = Game(", "THE_GAME = Game(")
    file = tmp_path / "my.toml"
    file.write_text('table = "1"\ngame = "./tiger"\n', encoding="utf-8")
    (fault,) = pitboss.check_submission(file).faults
    assert (fault.line, fault.key) == (2, "game") and fault.message == f"{place}: game.py: it declares no GAME"


def test_the_library_takes_a_folder_wherever_it_takes_a_game(tmp_path: Path) -> None:
    """Under another name the game has the odds, the best play and the rounds that it has under its own."""
    place = str(tiger(tmp_path / "tiger"))

    def asked(name: str) -> list[object]:
        (dragon,) = pitboss.exact_odds(name, wager="dragon")
        advice = pitboss.best_play(name, "RD TI PH")
        (main, *_) = pitboss.simulate(name, rounds=50)
        return [dragon.house_edge, [(each.choice, each.value) for each in advice.alternatives], main.mean, main.exact]

    expected = asked(DRAGON)
    assert expected[0] == Fraction(3373, 23426)
    for _ in range(2):
        assert asked(place) == expected and games() == (*SHIPPED, ID)
    release(ID)
    assert pitboss.best_play(place, "RD TI PH").clause == f"{DOCUMENT} 11.B", "by its path alone"


# --- a small game ---------------------------------------------------------------------------------------------------


def test_a_game_needs_no_more_than_a_book_and_a_module(tmp_path: Path) -> None:
    """The clauses stand in the book; options, readings and the submission are left to themselves."""
    place = tiger(tmp_path / "tiger")
    stated = "".join(
        f'\n[[clause]]\nid = "{each.id}"\nkind = "{each.kind}"\nwording = """{each.written}"""\n'
        for each in clauses().values()
        if each.game == DRAGON
    )
    with (place / "book.toml").open("a", encoding="utf-8") as file:
        file.write(stated.replace("MD-DRAGON", DOCUMENT))
        file.write("\n[default_limits]\nminimum = 10\nmaximum = 200\nincrement = 10\n")
    for name in ("clauses.csv", "readings.toml", "options.toml", "submission.toml", "words.toml", "__init__.py"):
        (place / name).unlink()
    code = (place / "game.py").read_text(encoding="utf-8")
    (place / "game.py").write_text(code.replace('rules.reading("dealer_stack")', '"delivered"'), encoding="utf-8")
    table = pitboss.open_table(place, shuffle_seed="demo")
    terms = table.rules.terms
    count = Counter(each.game for each in clauses().values())
    assert count[ID] == count[DRAGON] > 100
    assert {wager.id for wager in terms.wagers} == {"ante", "ante_bonus", "play", "three_card_bonus", "dragon"}
    ante, bonus = terms.wager("ante"), terms.wager("ante_bonus")
    assert ante is not None and (ante.minimum, ante.maximum, ante.increment) == (1000, 20_000, 1000)
    assert bonus is not None and bonus.paytable == "A" and bonus.maximum == 20_000
    assert terms.positions == 6 and terms.practice
    table.sit(1, "Ann")
    table.bet(1, ante=10, ante_bonus=10)
    table.close_bets()
    assert table.view("player:Ann").seats[0].cards == ("TI", "RD", "PH")
