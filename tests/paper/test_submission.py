"""The Rules Submission on paper: every choice, every reading, and what a change does to the theoretical win."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from paper.par_cases import changed, edge, everything, expected_summary, lines_of, section, squeezed, terms_of, words_of
from pitboss.api import exact_odds
from pitboss.cli.screen import Trouble
from pitboss.cli.submission import submission as command
from pitboss.paper.changes import changes, effect
from pitboss.paper.par_words import row_title, table_name
from pitboss.paper.printing import PaperTrouble, render
from pitboss.paper.submission import submission
from pitboss.paper.submission_choices import choices
from pitboss.rulebook.book import book
from pitboss.rulebook.passages import facts
from pitboss.rulebook.readings import readings_of
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.terms import Terms
from pitboss.wording.plainly import plainly
from support import GAMES, rules

NEXT = {
    "dragon-poker": [
        ("version = 1 ", "version = 2 "),
        ('paytable = "A"                  # A or B [12.B]', 'paytable = "B"'),
    ],
    "top-five-poker": [
        ("version = 1 ", "version = 2 "),
        ('paytable = "A"                  # A, B or C [12.B]', 'paytable = "C"'),
        ("extra_cards_break_ties = true", "extra_cards_break_ties = false"),
    ],
    "let-it-ride": [
        ("version = 1 ", "version = 2 "),
        ('paytable = "A"                  # A, B or C [12.A]', 'paytable = "C"'),
        ("reset = 1000", "reset = 2000"),
    ],
    "ultimate-texas-holdem": [("version = 1 ", "version = 2 "), ('paytable = "A" ', 'paytable = "D" ')],
}


def newer(game: str) -> str:
    text = everything(game)
    for old, new in NEXT[game]:
        text = changed(text, old, new)
    return text


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# --- what must be there ---------------------------------------------------------------------------------------------


NOT_HERE = {
    "dragon-poker": {"face_up_in_stack", "dealer_stack", "multi_position_look", "D-18"},
    "top-five-poker": {"face_up_in_stack", "dealer_stack", "multi_position_look"},
    "let-it-ride": {"face_up_in_stack", "community_stack", "multi_position_look", "L-01", "L-04"},
    "ultimate-texas-holdem": set(),
}
"""What means nothing with a manual shoe, one position for each player and tables A: choices and readings."""


def test_choices_readings_and_figures_are_read_back(game: str) -> None:
    terms = terms_of(everything(game))
    paper = submission(terms, date="2026-01-31")
    lines, words = lines_of(paper), words_of(paper)
    assert "Rules Submission No. 1" in lines
    assert any("2026-01-31" in line for line in lines)
    document = book(game).document
    for choice in choices(terms):
        if choice.name in NOT_HERE[game]:
            assert squeezed(choice.title) not in words
            continue
        own = choice.clause.replace(f"{document} ", "")
        assert squeezed(choice.title) in words
        assert squeezed(choice.permitted) in words
        assert squeezed(choice.chosen) in words
        assert squeezed(own) in words
    for reading in readings_of(game):
        told = squeezed(f"{reading.id}{plainly(reading.title)}") in words
        assert told == (reading.id not in NOT_HERE[game])
    for row in exact_odds(submission=everything(game)):
        assert expected_summary(row, row_title(row), table_name(row)) in lines


def test_reasons_are_given_for_every_reading(game: str) -> None:
    """A reason may run over two lines, never over two pages."""
    terms = terms_of(everything(game))
    words = words_of(submission(terms))
    told = [r for r in readings_of(game, facts(terms)) if r.id not in NOT_HERE[game]]
    assert [r.id for r in told if squeezed(f"Reason: {plainly(r.reason)}") not in words] == []
    assert [r.id for r in told if squeezed(plainly(r.choice)) not in words] == []


def test_the_options_say_what_the_terms_say() -> None:
    """Some known choices of known submissions."""
    uth = {c.name: c.chosen for c in choices(terms_of(everything("ultimate-texas-holdem")))}
    assert (uth["trips_table"], uth["cover_all"], uth["progressive"]) == ("A", "on", "definition")
    assert (uth["procedure"], uth["payout_cap_mode"], uth["void_returns_folded"]) == ("automated shoe", "both", "yes")
    lir = {c.name: c.chosen for c in choices(terms_of(everything("let-it-ride")))}
    assert (lir["progressive_wager"], lir["meter_rates"], lir["payout_limit"]) == ("1", "Progressive 5%", "none")
    off = terms_of(changed(everything("top-five-poker"), POKER_BONUS, POKER_BONUS.replace("true", "false")))
    assert {c.name: c.chosen for c in choices(off)}["poker_bonus"] == "off"


POKER_BONUS = '[wagers.poker_bonus]\noffered = true\npaytable = "A"'


# --- changes and the theoretical win ----------------------------------------------------------------------------------


def test_the_advantage_before_and_after_is_that_of_the_odds(game: str) -> None:
    old, new = everything(game), newer(game)
    paper = submission(terms_of(new), terms_of(old))
    lines = section(lines_of(paper), "What that does to the theoretical win", "Choices")
    before = {(r.wager, r.paytable if r.wager == "cover_all" else ""): r for r in exact_odds(submission=old)}
    after = {(r.wager, r.paytable if r.wager == "cover_all" else ""): r for r in exact_odds(submission=new)}
    moved = 0
    for key, row in after.items():
        was, now = edge(before[key].house_edge), edge(row.house_edge)
        assert any(was in line and now in line for line in lines), key
        moved += was != now
    assert moved, "the change must be one that moves a figure"


def test_a_planted_wrong_advantage_is_noticed() -> None:
    old, new = everything("dragon-poker"), newer("dragon-poker")
    paper = submission(terms_of(new), terms_of(old))
    data = dict(paper.data)
    wrong = [[*row[:4], row[4].replace("2.9250%", "2.9251%"), *row[5:]] for row in data["changes"]["effect"]]
    data["changes"] = {**data["changes"], "effect": wrong}
    right, planted = lines_of(paper), lines_of(replace(paper, data=data))
    expected = "Main game A 3.1650% B 2.9250% -0.2400 -$2.40"
    assert expected in right
    assert expected not in planted


def test_the_changes_are_named_with_their_clauses() -> None:
    assert changes(terms_of(everything("let-it-ride")), terms_of(newer("let-it-ride"))) == [
        ["Bet Number 1, 2 and 3: paytable", "A", "C", "12.A"],
        [
            "Progressive meter",
            "5% of the wager, initial $1,000, reset $1,000",
            "5% of the wager, initial $1,000, reset $2,000",
            "12.F",
        ],
    ]


def test_a_wager_that_goes_is_one_change_and_has_no_advantage_any_more() -> None:
    old = everything("top-five-poker")
    new = changed(changed(old, "version = 1 ", "version = 2 "), POKER_BONUS, POKER_BONUS.replace("true", "false"))
    made = changes(terms_of(old), terms_of(new))
    assert [row[:3] for row in made] == [["Poker Bonus", "offered", "not offered"]]
    rows = effect(terms_of(old), exact_odds(submission=old), terms_of(new), exact_odds(submission=new))
    assert rows[-1] == ["Poker Bonus", "A", "3.8658%", "–", "not offered", "–", "–"]
    assert rows[0][-2:] == ["0.0000", "$0.00"]


FLOOR = "Reading: Floor of a meter after a percentage payment"


def progressive(paytable: str, *meters: str) -> Terms:
    """A table whose meter is held at its reset amount, with a progressive by this paytable."""
    return rules(
        "let-it-ride",
        wagers={"progressive": {"paytable": paytable, "amount": 5}},
        meters={f"{name}Progressive": {"rate": "2", "initial": 10_000, "reset": 10_000} for name in meters},
        readings={"meter_floor": "reset"},
    ).terms


def test_a_choice_that_begins_or_ceases_to_have_effect_is_a_change() -> None:
    """Only paytable A pays a percentage that leaves the rest in the meter. Nobody touched the choice."""
    three, one = progressive("E", "Mega ", "Major ", "Minor "), progressive("A", "")
    begun = {row[0]: row[1:] for row in changes(three, one)}
    assert begun[FLOOR] == ["reset, without effect here", "reset", "12.E(1)(b)"]
    ceased = {row[0]: row[1:] for row in changes(one, three)}
    assert ceased[FLOOR] == ["reset", "reset, without effect here", "12.E(1)(b)"]


def test_choices_about_a_wager_come_and_go_with_it() -> None:
    six = "[wagers.six_card_bonus]\noffered = "
    new = default_submission("let-it-ride")
    old = changed(new, f"{six}true", f"{six}false")
    asked = {"When the Six Card Bonus box is dealt", "Wagers required for the Six Card Bonus"}
    made = [row for row in changes(terms_of(old), terms_of(new)) if row[0].startswith("Reading: ")]
    assert asked <= {row[0].removeprefix("Reading: ") for row in made}
    assert all(row[1] == f"{row[2]}, without effect here" for row in made)


def test_what_goes_to_a_meter_is_no_win() -> None:
    """Only the rate changes: the advantage is the same, of $1,000 wagered the house keeps $250 less."""
    old = everything("let-it-ride")
    new = changed(changed(old, "version = 1 ", "version = 2 "), 'rate = "5"', 'rate = "30"')
    (row,) = (r for r in exact_odds(submission=old) if r.wager == "progressive")
    paper = submission(terms_of(new), terms_of(old))
    rows = {row[0]: row[1:] for row in paper.data["changes"]["effect"]}
    assert rows["Progressive"][-2:] == ["0.0000", "$0.00"]
    shares = [edge(row.house_edge - Fraction(rate, 100)) for rate in (5, 30)]
    assert rows["Progressive, after the meters"][1::2][:2] == shares
    assert rows["Progressive, after the meters"][-2:] == ["-25.0000", "-$250.00"]
    said = f"30% of the wager goes to the meters; of its house advantage of {edge(row.house_edge)}"
    assert squeezed(said) in words_of(paper)


def test_a_progressive_that_favours_the_player_is_said_to() -> None:
    text = changed(everything("dragon-poker"), "\nreset = 250", "\nreset = 25000")
    text = changed(text, "\ninitial = 250", "\ninitial = 25000")
    (row,) = (r for r in exact_odds(submission=text) if r.wager == "progressive")
    assert row.house_edge < 0
    said = squeezed(f"Warning: Progressive favours the player by {edge(-row.house_edge)}")
    assert said in words_of(submission(terms_of(text)))
    assert "Warning" not in words_of(submission(terms_of(everything("top-five-poker"))))


def test_readings_are_those_of_the_game(game: str) -> None:
    """Neither the sections of readings nor the choices name a reading of another game."""
    paper = submission(terms_of(everything(game)))
    letter = {"dragon-poker": "D", "top-five-poker": "T", "let-it-ride": "L", "ultimate-texas-holdem": "U"}[game]
    named = [r["id"] for part in ("chosen_readings", "fixed_readings") for r in paper.data[part]]
    named += [row[4] for part in paper.data["sections"] for row in part["rows"] if row[4]]
    assert {name[0] for name in named} == {"X", letter}
    every = [c for c in choices(terms_of(everything(game))) if c.section == "readings"]
    options = {c.reading for c in every if c.name not in NOT_HERE[game]}
    assert options <= {r["id"] for r in paper.data["chosen_readings"]}


def test_the_cards_of_a_progressive_are_stated() -> None:
    uth = everything("ultimate-texas-holdem")
    assert squeezed("decided by the player's own cards and the first three community cards") in words_of(
        submission(terms_of(uth))
    )
    seven = words_of(submission(terms_of(changed(uth, '\ncards = "hole_and_flop"', '\ncards = "seven"'))))
    assert squeezed("decided by the best five of the player's own and all community cards") in seven


def test_a_limit_that_is_taken_away_is_none() -> None:
    old = default_submission("let-it-ride")
    limited = changed(old, 'payout_limit = "none"', "payout_limit = 1000000")
    made = changes(terms_of(limited), terms_of(old))
    assert [row[1:3] for row in made] == [["$1,000,000", "none"]]


ANTE = "[wagers.ante]                   # the Blind equals the Ante and has its limits; Play follows the decision\n"
LOW = f"{ANTE}minimum = 5\nmaximum = 500\nincrement = 5 "
HIGH = f"{ANTE}minimum = 200\nmaximum = 2000\nincrement = 100 "


def test_a_limit_that_moves_with_the_wagers_is_told_and_at_which_stakes_the_advantage_stands() -> None:
    """At antes of $200 a patron could win more than $50,000 by minimum wagers alone, so the limit of 11(e) rises beyond
    that of 14(d), which then prevails; no key of the submission says so."""
    old = default_submission("ultimate-texas-holdem")
    new = changed(changed(old, "version = 1 ", "version = 2 "), LOW, HIGH)
    made = {row[0]: row[1:] for row in changes(terms_of(old), terms_of(new))}
    assert made["Payout limit in force"] == [
        "$50,000 a hand on Ante, Blind, Play and Trips",
        "$75,000 a hand on Ante, Blind, Play and Trips",
        "11(e), 14(d)",
    ]
    paper = submission(terms_of(new), terms_of(old))
    words = words_of(paper)
    assert squeezed("Payout limit in force") in words
    assert squeezed("at the least stake of each version: Main game $5 before, $200 now; Trips $1.") in words
    before, after = (exact_odds(submission=text, wager="main")[0] for text in (old, new))
    assert (before.stake, after.stake) == (500, 20_000)
    assert paper.data["changes"]["effect"][0][2::2] == [
        edge(before.house_edge),
        edge(after.house_edge),
        "+$3.98",
    ]


def test_a_limit_that_stays_is_no_change() -> None:
    """The antes rise, but not so far."""
    old = default_submission("ultimate-texas-holdem")
    new = changed(old, LOW, LOW.replace("minimum = 5", "minimum = 10").replace("maximum = 500", "maximum = 1000"))
    moved = [f"{wager}: {limit}" for wager in ("Ante", "Blind") for limit in ("minimum", "maximum")]
    assert [row[0] for row in changes(terms_of(old), terms_of(new))] == moved


@pytest.mark.usefixtures("set_anew")
def test_two_runs_give_the_same_bytes(game: str) -> None:
    first, second = (submission(terms_of(newer(game)), terms_of(everything(game))) for _ in range(2))
    assert render(first, "pdf") == render(second, "pdf")


def test_what_an_operator_types_is_text_and_never_markup() -> None:
    name = "#strong[A] & *B* $x$ <c> @d \\ _e_"
    text = changed(everything("dragon-poker"), 'operator = ""', f"operator = '{name}'")
    assert squeezed(name) in words_of(submission(terms_of(text)))


def test_a_version_that_was_not_raised_is_refused() -> None:
    new = changed(newer("dragon-poker"), "version = 2 ", "version = 1 ")
    with pytest.raises(PaperTrouble, match="version = 2"):
        submission(terms_of(new), terms_of(everything("dragon-poker")))
    same, higher = terms_of(everything("dragon-poker")), changed(newer("dragon-poker"), "version = 2 ", "version = 5 ")
    with pytest.raises(PaperTrouble, match="write version = 2"):
        submission(same, same)
    with pytest.raises(PaperTrouble, match="write version = 6"):
        submission(same, terms_of(higher))
    raised = terms_of(changed(everything("dragon-poker"), "version = 1 ", "version = 2 "))
    assert "Nothing has changed." in lines_of(submission(raised, same))


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_writes_changes_since_the_previous_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, out = tmp_path / "old.toml", tmp_path / "new.toml", tmp_path / "submission.pdf"
    old.write_text(everything("dragon-poker"), encoding="utf-8")
    new.write_text(newer("dragon-poker"), encoding="utf-8")
    assert command(str(new), previous=str(old), output=out, date="2026-01-31") == 0
    assert "Wrote" in capsys.readouterr().out
    lines = lines_of(out.read_bytes())
    assert "1 Changes since version 1" in lines
    assert "Ante Bonus: paytable A B 12.B" in lines


def test_a_previous_version_of_another_game_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "submission.pdf"
    with pytest.raises(Trouble, match="previous submission is for let-it-ride, this one for dragon-poker"):
        command("dragon-poker", previous="let-it-ride", output=out)
    assert list(tmp_path.iterdir()) == []


def test_faults_of_the_previous_version_are_shown_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.toml"
    old.write_text(changed(everything("dragon-poker"), "positions = 6", "positions = 60"), encoding="utf-8")
    with pytest.raises(Trouble, match="one fault"):
        command("dragon-poker", previous=str(old), output=tmp_path / "submission.pdf")
    assert "positions" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["old.toml"]


@pytest.mark.parametrize(
    ("file", "output", "said"),
    [
        ("dragon-poker", "out.txt", "not known"),
        ("dragon-poker", "away/out.pdf", "does not exist"),
        ("dragon-pokr", "out.pdf", "Did you mean 'dragon-poker'"),
        ("gone.toml", "out.pdf", "no such file"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(tmp_path: Path, file: str, output: str, said: str) -> None:
    with pytest.raises(Trouble, match=said):
        command(file, output=tmp_path / output)
    assert list(tmp_path.iterdir()) == []
