"""One way to say what a wager is called, what it pays, and what a table has; screen and paper say the same."""

from pathlib import Path

import pytest

from paper.par_cases import changed, everything, terms_of
from pitboss.cli import odds_words, rules_game
from pitboss.cli.check import check
from pitboss.paper import par_rules, words
from pitboss.paper.submission_choices import NOT_ASKED, choices_in_force
from pitboss.play import scenario_words
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import ForOne, MeterShare, ToOne
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.words import wager_title
from pitboss.wording import things
from support import DRAGON, GAMES, LIR, UTH, rules

# --- titles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name", "title"),
    [
        (LIR, "bet_2", "Bet Number 2"),
        (LIR, "let_it_ride", "Bet Number 1, 2 and 3"),
        (LIR, "envy", "Envy Bonus"),
        (LIR, "main", "Main game"),
        (DRAGON, "dragon", "Dragon Bet"),
        (UTH, "cover_all", "Cover All"),
        (UTH, "shoe_location", "Shoe location"),
    ],
)
def test_a_wager_is_called_by_its_own_name_or_by_that_of_its_paytable(game: str, name: str, title: str) -> None:
    assert wager_title(book(game), name) == title


@pytest.mark.parametrize("game", GAMES)
def test_screen_and_paper_call_a_wager_the_same(game: str) -> None:
    bound = rules(game)
    for wager in book(game).wagers:
        said = {things.wager(bound, wager.id), odds_words.part_title(game, wager.id)}
        assert said | {scenario_words.title(bound, wager.id), wager_title(book(game), wager.id)} == {wager.title}
    assert scenario_words.title(bound, "envy") == "Envy Bonus"
    assert scenario_words.title(bound, "limit") == "Payout limit"


# --- odds -----------------------------------------------------------------------------------------------------------


def shown(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `pitboss check` says of a submission."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert check(file) == 0
    return " ".join(capsys.readouterr().out.split())


def test_check_states_odds_as_the_signs_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Massachusetts forbids "for"; a paytable of Maryland may say it (X-21)."""
    monkeypatch.setenv("COLUMNS", "200")
    said = shown(everything(UTH), tmp_path, capsys)
    assert "royal flush win 100 percent of the Progressive meter; four of a kind 299 to 1" in said
    assert " for 1" not in said
    assert "full house 50 for 1" in shown(everything(LIR), tmp_path, capsys)


def test_every_screen_of_odds_has_the_words_of_the_signs() -> None:
    texas, ride = odds_words.default_rules(UTH), odds_words.default_rules(LIR)
    assert odds_words.pays(UTH, ForOne(300)) == odds_words.short(UTH, ForOne(300)) == "299 to 1"
    assert odds_words.pays(LIR, ForOne(300)) == odds_words.short(LIR, ForOne(300)) == "300 for 1"
    assert odds_words.short(LIR, MeterShare("Mega Progressive", 100)) == "100% Mega"
    assert rules_game._brief(texas, ForOne(300), short=False) == "299 to 1"
    assert rules_game._brief(texas, ForOne(300), short=True) == "299"
    assert rules_game._brief(ride, ForOne(300), short=True) == "300"
    odds = [ForOne(300), ForOne(50)]
    assert rules_game._unit(texas, [*odds]) == "paid to 1"
    assert rules_game._unit(ride, [*odds]) == "paid for 1"
    assert rules_game._unit(ride, [*odds, MeterShare("Progressive", 100)]) == "paid for 1, or from the meter named"
    assert rules_game._unit(ride, [*odds, ToOne(3, 2)]) == rules_game._unit(ride, [ToOne(1)]) == ""


# --- the table ------------------------------------------------------------------------------------------------------


def test_sums_meters_and_shufflers_in_words() -> None:
    assert [words.signed_dollars(cents) for cents in (500, 0, -250)] == ["+$5", "$0", "-$2.50"]
    assert words.meter_title("Mega Progressive") == "Mega Progressive meter"
    assert words.meter_title("Grand Meter") == "Grand Meter"
    assert words.shuffler(rules(LIR).terms) == "none"
    assert dict(par_rules.table_facts(rules(LIR)))["Shuffler"] == "none; the dealer shuffles"
    terms = terms_of(everything(UTH))
    assert words.shuffler(terms) == dict(par_rules.table_facts(rules(UTH, "automated_shoe")))["Shuffler"] == "automated"
    assert words.rate(terms.meters[0]) == "5%"


def test_own_lines_are_told_from_those_of_the_rulebook() -> None:
    terms = terms_of(everything(UTH))
    assert {w.id: words.own_lines(terms, w.id) for w in terms.wagers} == {
        "ante": False, "blind": False, "play": False, "trips": False, "cover_all": False, "progressive": True,
    }  # fmt: skip
    assert not words.own_lines(terms_of(default_submission(UTH)), "progressive"), "not offered"


# --- choices --------------------------------------------------------------------------------------------------------


def test_choices_about_wagers_that_are_not_offered_are_not_in_force() -> None:
    without, every = terms_of(default_submission(UTH)), terms_of(everything(UTH))
    about = {
        "Lowest winning Cover All hand; must be stated when Cover All is on",
        "Hands among which Cover All seeks the highest",
        "Progressive wager needs a Trips wager",
        "A void that spares Trips settles the Progressive too",
    }
    assert not about & {row[0] for row in par_rules.in_force(without)}
    assert about <= {row[0] for row in par_rules.in_force(every)}
    assert not about & {choice.title for choice in choices_in_force(without)}


@pytest.mark.parametrize("game", GAMES)
def test_what_does_not_apply_is_no_choice_in_force(game: str) -> None:
    text = default_submission(game)
    if game == DRAGON:
        text = changed(text, "[wagers.three_card_bonus]\noffered = true", "[wagers.three_card_bonus]\noffered = false")
    found = {row[0]: row[1] for row in par_rules.in_force(terms_of(text))}
    assert found and NOT_ASKED not in found.values()
    if game == DRAGON:
        assert found["Three Card Bonus offered"] == "off" and "Three Card Bonus paytable, if offered" not in found
