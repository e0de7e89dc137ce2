"""A submission as a form: its fields follow from the game's options and book, and what stands in them is the submission
they came from."""

from pathlib import Path

import pytest

from games.copies import ID, change, forgotten_afterwards, tiger
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check, check_data, default_data
from pitboss.rulebook.submission_form import Filled, FormField, filled, form_of, started
from pitboss.rulebook.submission_options import options_of
from pitboss.wording.submission_words import changes, in_form_words, label_of, section_title
from support import DRAGON, LIR, SHIPPED, UTH

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
PROGRESSIVE = (
    ("royal_flush", "100", "meter", "Progressive"), ("straight_flush", "10", "meter", "Progressive"),
    ("four_of_a_kind", "300", "for", ""), ("full_house", "60", "for", ""),
)  # fmt: skip


def fields(game: str) -> dict[str, FormField]:
    return {field.key: field for section in form_of(game) for field in section.fields}


def again(game: str, found: Filled) -> object:
    return check_data(filled(game, found.values, found.rows)).terms


@pytest.mark.parametrize("game", SHIPPED)
def test_the_usual_terms_come_back_through_the_form(game: str) -> None:
    """From the default file, and from terms as they stand at a table."""
    terms = check_data(default_data(game)).terms
    assert terms is not None
    assert again(game, started(game, default_data(game))) == terms
    assert again(game, started(game, as_submission(terms))) == terms


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_real_terms_come_back_through_the_form(file: Path) -> None:
    terms = check(file.read_text(encoding="utf-8")).terms
    assert terms is not None
    assert again(terms.game, started(terms.game, as_submission(terms))) == terms


@pytest.mark.parametrize("game", SHIPPED)
def test_every_choice_of_the_options_has_its_field(game: str) -> None:
    own = fields(game)
    for option in options_of(game):
        if option.section == "readings":
            field = own[f"readings.{option.name}"]
            assert field.clause == option.clause
            assert field.values == tuple(value for value in option.values if value != "number")
    assert set(own["positions"].values) == {str(n) for n in range(1, book(game).positions_max + 1)}
    assert own["dealing.procedure"].values == ("manual_shoe", "hand", "automated_shoe")
    for section in form_of(game):
        labels = [label_of(game, section, field) for field in section.fields]
        assert section_title(game, section) and len(set(labels)) == len(labels)
        assert not [label for label in labels if "_" in label]


def test_every_key_of_a_form_is_one_of_its_fields() -> None:
    """Of conditions too, and each can be met."""
    for game in SHIPPED:
        own = fields(game)
        for condition in (each for field in own.values() for each in field.when):
            assert set(condition.values) <= set(own[condition.key].values), (game, condition)


def test_what_has_no_meaning_is_left_out() -> None:
    found = started(UTH, default_data(UTH))
    values = found.values | {"wagers.trips.offered": "false", "dealing.shuffler_counts_cards": "true"}
    made = filled(UTH, values, found.rows)
    assert made["wagers"]["trips"] == {"offered": False}
    assert "shuffler_counts_cards" not in made["dealing"], "there is no shuffler"
    made = filled(UTH, values | {"dealing.shuffler": "automated"}, found.rows)
    assert made["dealing"]["shuffler_counts_cards"] is True
    assert "approvals" not in made, "a practice table needs none"


def test_all_faults_at_once_each_at_its_field() -> None:
    found = started(LIR, default_data(LIR))
    wrong = {
        "table": "", "positions_per_player": "", "wagers.let_it_ride.minimum": "50", "wagers.let_it_ride.maximum": "20",
        "wagers.three_card_bonus.increment": "a lot", "meters.Progressive.initial": "999", "version": "two",
        "dealing.procedure": "hand",
    }  # fmt: skip
    faults = check_data(filled(LIR, found.values | wrong, found.rows)).faults
    assert [fault.key for fault in faults] == [
        "dealing.procedure", "meters.Progressive.initial", "positions_per_player", "table", "version",
        "wagers.let_it_ride.minimum", "wagers.three_card_bonus.increment",
    ]  # fmt: skip
    assert {fault.key for fault in faults} <= set(fields(LIR))
    by_key = {fault.key: fault for fault in faults}
    assert by_key["meters.Progressive.initial"].clause == "MD-LIR 12.F(2)(a)"
    assert by_key["positions_per_player"].clause == "MD-LIR 7.F"


def test_a_definition_of_the_operators_own() -> None:
    """Lines and meters are rows; what is wrong with one names its row."""
    found = started(UTH, default_data(UTH))
    own = {"wagers.progressive.offered": "true", "wagers.progressive.amount": "5", "wagers.progressive.cards": "seven"}
    rows = {"wagers.progressive.lines": PROGRESSIVE, "meters": (("Progressive", "5", "10000", "10000"),)}
    terms = check_data(filled(UTH, found.values | own, rows)).terms
    assert terms is not None and terms.progressive_cards == "seven"
    wager = terms.wager("progressive")
    assert wager is not None and [line.hand for line in wager.lines] == [row[0] for row in PROGRESSIVE]
    assert [(m.name, m.rate, m.initial, m.reset) for m in terms.meters] == [
        ("Progressive", 50_000, 1_000_000, 1_000_000)
    ]
    assert again(UTH, started(UTH, as_submission(terms))) == terms
    rows["wagers.progressive.lines"] = (("straight", "many", "for", ""), ("", "", "", ""), ("flush", "5", "", ""))
    faults = check_data(filled(UTH, found.values | own, rows)).faults
    assert [fault.key for fault in faults] == ["wagers.progressive.lines[1].pays", "wagers.progressive.lines[2].unit"]


def test_a_game_of_a_folder_has_a_form(tmp_path: Path) -> None:
    """With a choice that no other game has, under the title that its folder gives it."""
    place = tiger(tmp_path / "tiger")
    change(
        place / "options.toml", 'name = "cut_min_from_bottom"', 'name = "cut_min_from_bottom"\ntitle = "Cards below"'
    )
    with forgotten_afterwards():
        assert bring(place) == ID
        section = next(each for each in form_of(ID) if each.name == "readings")
        field = next(each for each in section.fields if each.key == "readings.cut_min_from_bottom")
        assert label_of(ID, section, field) == "Cards below"
        assert field.clause == "ZZ-TIGER 5.F"
        assert again(ID, started(ID, default_data(ID))) == check_data(default_data(ID)).terms


def test_what_one_submission_has_otherwise() -> None:
    before = default_data(LIR)
    after = default_data(LIR)
    after["wagers"]["let_it_ride"] |= {"paytable": "B", "maximum": 800}
    after["wagers"]["three_card_bonus"] = {"offered": False}
    after["readings"]["box_card_exposed"] = "play_on"
    found = [(each.section, each.label, each.before, each.after) for each in changes(LIR, before, after)]
    assert found == [
        ("Bet Number 1, 2 and 3", "Paytable", "A", "B"),
        ("Bet Number 1, 2 and 3", "Maximum", "$500", "$800"),
        ("Three Card Bonus", "Offered", "Yes", "No"),
        ("Three Card Bonus", "Paytable", "A", ""),
        ("Three Card Bonus", "Minimum", "$1", ""),
        ("Three Card Bonus", "Maximum", "$100", ""),
        ("Three Card Bonus", "Steps", "$1", ""),
        ("Where the rulebook leaves a choice", "Six Card Bonus box card exposed early", "Void", "Play on"),
    ]
    assert changes(DRAGON, default_data(DRAGON), default_data(DRAGON)) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("1, or 2 with dealing.decks = 2 and more", "1, or 2 with the choice “Decks: 2” and more"),
        ("a reference, or practice = true", "a reference, or the choice “For practice only: yes”"),
        ("see dealing.decks; not dealing.other = 3", "see the choice “Decks”; not dealing.other = 3"),
        (
            '"void", or box_card_exposed = "play_on"',
            '"void", or the choice “Six Card Bonus box card exposed early: play on”',
        ),
        ("at most $20.50", "at most $20.50"),
    ],
)
def test_faults_name_fields_by_their_labels(told: str, said: str) -> None:
    assert in_form_words(LIR, told) == said
