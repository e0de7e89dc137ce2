"""Code outside the games' own folders names no game and no wager. `python -m health.names` lists every place."""

from pathlib import Path

import pytest

from health import names
from health.names import ROOT, Hit, Names, find, report
from health.pieces import languages
from support import DOCUMENT, SHIPPED

NAMES = Names.of_games()


def test_nothing_outside_the_games_names_one_or_its_wagers() -> None:
    found = [f"{path}:{hit.line}: {hit.name}" for path, hits in report(NAMES).items() for hit in hits]
    assert found == []


def test_the_names_come_from_the_games() -> None:
    assert "dragon poker" in NAMES.games and "ultimate texas hold 'em" in NAMES.games
    assert NAMES.documents == {*DOCUMENT.values()} and len(DOCUMENT) == len(SHIPPED)
    assert {"ante bonus", "bet 1", "bet number 1", "cover all", "trips", "envy"} <= NAMES.wagers
    assert not NAMES.games & NAMES.wagers


PLANTED = {
    ".py": [
        'rules = bound("dragon-poker")',
        "from somewhere import top_five_poker",
        "class UltimateTexasHoldem: ...",
        "def _check_cover_all(case): ...",
        "table.bet(1, ante=10)",
        'if wager == "trips": ...',
        "BLIND = 3",
        'place = index["progressive"]',
        'moves = {"play": 1}',
        'ENVIED = "envy"',
        "import uth_sides",
        "play_dragon(pack)",
        "# as Let It Ride has it",
        '"""The chart of let it ride."""',
        'text = f"see MD-LIR 11.C(1)(b) for {it}"',
        'help = "a Three Card Bonus of $5"',
        '"""What the Play wager wins."""',
        '"""In units of the ante."""',
    ],
    ".js": [
        'add({ "table.box": "Six Card box" });',
        'const colour = { "let-it-ride": "red" };',
        "if (wager === 'trips') show();",
        "const letItRide = 3;",
        "spots.ante.draw();",
        "// as in Dragon Poker",
        "/* the Cover All wager */",
        "say(`${title} of MA-UTH 7(d)`);",
        "function playHoldem() {}",
    ],
    ".css": [
        ".lobby [data-game='dragon-poker'] { color: red; }",
        ".three_card_bonus { width: 1px; }",
        ".trips { width: 1px; }",
        ".spot-ante { width: 1px; }",
        "/* only for Top Five Poker */",
    ],
    ".html": [
        '<link href="/games/let-it-ride.css">',
        "<p>Sit down at Dragon Poker.</p>",
        '<input name="poker_bonus">',
        '<i class="blind"></i>',
        "<!-- Cover All -->",
    ],
    ".typ": [
        '#if data.game == "top-five-poker" [x]',
        "// a line of Let It Ride",
        "#let ante_bonus = 3",
        "= Ultimate Texas Hold 'Em",
        '#cell("trips")',
        "[By MD-TOP5 12.B]",
    ],
    ".toml": [
        'game = "dragon-poker"',
        "[wagers.cover_all]",
        "minimum = { ante = 5 }",
        "# only Let It Ride",
        'clause = "MD-DRAGON 4.A"',
        'modules = ["pitboss.games.let_it_ride"]',
    ],
    ".csv": ["MA-UTH 7(d),step,The dealer deals", 'a,"the Five Card Bonus, if made"', "a,trips,b"],
    ".md": ["pitboss play dragon-poker", "What the Trips wager pays.", "See MA-UTH 7(d).", "In units of the ante."],
    "Makefile": ["CHARTS := let-it-ride", "\t$(BIN)/pitboss play dragon-poker", "# for Top Five Poker"],
    "path": ["odds kernels sim_holdem", "odds games let_it_ride_words", "paper uth_sides"],
}


@pytest.mark.parametrize(
    ("language", "line"),
    [pytest.param(language, line, id=f"{language} {line}") for language, some in PLANTED.items() for line in some],
)
def test_a_planted_name_is_found(language: str, line: str) -> None:
    """Once, and on its line."""
    above = "" if language == "path" else "\n\n"
    assert [hit.line for hit in find(above + line + "\n", language, NAMES)] == [1 + len(above)]


def test_every_language_has_its_plants() -> None:
    assert set(PLANTED) == set(languages())


HARMLESS = {
    ".py": [
        "from pitboss.play.table import Table",
        "def play(table): ...",
        '"""Play in the terminal. Progressive meters are kept elsewhere; blind people hear it."""',
        "trips_made = round_trips(best_five(cards))",
        "# a red dragon and a bet of three: discover all of them",
        '"""Whether the wager has an envy bonus, and what the poker player wanted: ten dollars."""',
        "paid = terms.envy",
        "guarantee = south.lira",
    ],
    ".js": ["play();", "const wanted = rounds.discoverAll;", "// a trip, blind and progressive"],
    ".css": [".player { play-state: paused; }", ".wanted {}", ".progress {}"],
    ".html": ["<p>Play well.</p>", "<title>Pitboss</title>"],
    ".typ": ["#let player = 3", "// what the dealer plays"],
    ".toml": ['text = "covers all seats"', "player = 1"],
    ".csv": ["a,The player is asked,b"],
    ".md": ["Play whole rounds.", "One wager: main, or a side wager by its name."],
    "Makefile": ["play: run"],
    "path": ["cli play_help", "cards ranking"],
}


@pytest.mark.parametrize(
    ("language", "line"),
    [pytest.param(language, line, id=f"{language} {line}") for language, some in HARMLESS.items() for line in some],
)
def test_ordinary_words_are_no_names(language: str, line: str) -> None:
    assert find(line + "\n", language, NAMES) == []


def test_a_name_within_a_long_text_is_found_on_its_own_line() -> None:
    text = '"""One.\n\nTwo of Dragon\nPoker and the Six Card Bonus.\n"""\nx = 1  # uth\n'
    assert find(text, ".py", NAMES) == [Hit(3, "Dragon Poker"), Hit(4, "Six Card Bonus"), Hit(6, "uth")]


@pytest.mark.parametrize("language", [each for each in PLANTED if each.startswith(".")])
def test_a_planted_file_is_reported(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report reads the files of every language, wherever they lie in the package."""
    planted = tmp_path / "src" / "pitboss" / "deep" / f"planted{language}"
    planted.parent.mkdir(parents=True)
    planted.write_text(PLANTED[language][0] + "\n", encoding="utf-8")
    for built in ("Makefile", "pyproject.toml"):
        (tmp_path / built).write_text("", encoding="utf-8")
    monkeypatch.setattr(names, "ROOT", tmp_path)
    monkeypatch.setattr(names, "SOURCE", tmp_path / "src" / "pitboss")
    assert list(report(NAMES)) == [planted.relative_to(tmp_path)]
    planted.unlink()
    (tmp_path / "Makefile").write_text(PLANTED["Makefile"][0] + "\n", encoding="utf-8")
    assert list(report(NAMES)) == [Path("Makefile")]


def test_the_games_own_folders_are_left_out() -> None:
    assert not any(path.is_relative_to("src/pitboss/games") for path in report(NAMES))
    assert (ROOT / "src/pitboss/games").is_dir()
