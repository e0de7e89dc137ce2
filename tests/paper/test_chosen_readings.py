"""What the papers say of a reading is what holds under the value that the operator chose, for every value there is."""

import re
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from paper.par_cases import everything, terms_of
from paper.reading_words import SOFTWARE, strangers
from pitboss.games import rules_for
from pitboss.paper.par_rules import settlement
from pitboss.paper.submission import data
from pitboss.rulebook.clauses import clause, clauses
from pitboss.rulebook.passages import facts
from pitboss.rulebook.readings import Reading, added, otherwise, readings, readings_of
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.terms import Terms
from pitboss.wording.plainly import plainly
from support import DRAGON, GAMES, LIR, TOP5, UTH

HOURS = "9"


def stated(value: str) -> str:
    return HOURS if value == "number" else value


CHOICES = [
    (game, name, value) for game in GAMES for name, option in reading_options(game).items() for value in option.values
]
"""Game, option and value, all there are."""


def told(game: str, name: str, value: str) -> dict[str, Reading]:
    """The readings behind the option, told under the value."""
    return {r.id: r for r in readings_of(game, {name: stated(value)}) if r.option == name}


@cache
def offering_all(game: str) -> Terms:
    return terms_of(everything(game))


def chosen(game: str, **readings: str) -> Terms:
    terms = offering_all(game)
    return replace(terms, readings=terms.readings | readings)


@cache
def acting(game: str, name: str, value: str) -> Terms:
    """A table at which the choice does something: with the device, the positions and the other choice it needs."""
    terms = chosen(game, **{name: stated(value)})
    if name in ("face_up_in_stack", "dealer_stack", "community_stack"):
        terms = replace(terms, procedure="automated_shoe", shuffler="continuous" if game == LIR else "automated")
    if name == "face_up_in_stack" and game == TOP5:
        terms = replace(terms, readings=terms.readings | {"single_face_up": "set_aside"})
    return replace(terms, positions_per_player=2) if name == "multi_position_look" else terms


@cache
def printed(game: str, name: str, value: str) -> dict[str, Any]:
    return data(rules_for(acting(game, name, value)), [], None, [], "", "")


# --- every value ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name", "value"), CHOICES)
def test_every_value_has_its_sentence_and_its_reason(game: str, name: str, value: str) -> None:
    """Told from those of every other value; a value without them has no paper."""
    here = told(game, name, value)
    assert here, "no reading is behind this choice"
    for other in set(reading_options(game)[name].values) - {value}:
        there = told(game, name, other)
        for each in here:
            assert here[each].choice != there[each].choice, (each, other)
            assert here[each].reason != there[each].reason, (each, other)
    for reading in here.values():
        assert reading.choice.endswith(".") and reading.reason.endswith(".") and "{" not in reading.choice


@pytest.mark.parametrize(("game", "name", "value"), CHOICES)
def test_the_submission_prints_what_holds_under_the_value(game: str, name: str, value: str) -> None:
    paper = printed(game, name, value)
    shown = {it["id"]: it for part in ("chosen_readings", "fixed_readings") for it in paper[part]}
    here = {r.id: r for r in readings_of(game, facts(acting(game, name, value))) if r.option == name}
    assert set(here) == set(told(game, name, value))
    for other in set(reading_options(game)[name].values) - {value}:
        there = printed(game, name, other)
        chosen_there = {it["id"]: it for part in ("chosen_readings", "fixed_readings") for it in there[part]}
        assert all(shown[each]["choice"] != chosen_there[each]["choice"] for each in here), "it does nothing here"
    for each, reading in here.items():
        assert (shown[each]["choice"], shown[each]["reason"]) == (plainly(reading.choice), plainly(reading.reason))


@pytest.mark.parametrize(("game", "name", "value"), CHOICES)
def test_its_words_are_plain_and_its_clauses_those_of_the_document(game: str, name: str, value: str) -> None:
    for reading in told(game, name, value).values():
        text = f"{reading.choice} {reading.reason}"
        assert list(strangers(game, text)) == [] and not SOFTWARE.search(text)
        assert not re.search(r"\b[a-z]+_[a-z_]+\b|\d\s*%", text), "a key of the file, or a figure by hand"
        assert "by default" not in text and "With the choice" not in plainly(text)


def test_options_and_readings_know_the_same_values() -> None:
    for game in GAMES:
        for name, option in reading_options(game).items():
            behind = [r for r in readings_of(game) if r.option == name]
            assert behind and all(r.values == option.values for r in behind), (game, name)
    for reading in readings().values():
        assert {w.value for w in reading.when} <= set(reading.values), reading.id
        assert {game for w in reading.when for game in w.games} <= set(reading.games), reading.id


def test_a_value_without_a_sentence_is_noticed() -> None:
    reading = readings()["L-09"].told_of(LIR)
    with pytest.raises(LookupError, match="L-09 does not say what holds, and why, with six_card_box = never"):
        replace(reading, values=(*reading.values, "never")).chosen("never")
    with pytest.raises(LookupError):
        replace(reading, when=tuple(replace(w, reason="") for w in reading.when)).chosen("if_wagered")
    with pytest.raises(ValueError, match="sometimes is not a value of six_card_box"):
        reading.chosen("sometimes")


def test_a_number_of_hours_is_said() -> None:
    assert f"after which a deck is changed: {HOURS}." in told(UTH, "deck_change_hours", "number")["X-08"].choice
    assert told(UTH, "deck_change_hours", "none")["X-08"].choice == "No time is set after which a deck must be changed."


@pytest.mark.parametrize(
    ("game", "reading", "choice", "says", "no_longer"),
    [
        (LIR, "L-09", {"six_card_box": "if_wagered"}, "only in rounds in which at least one player", "whether or not"),
        (LIR, "L-11", {"six_card_requires": "base+five+three"}, "the Five Card Bonus and the Three", "needs only"),
        (LIR, "L-27", {"meter_posting": "at_lock"}, "posted when the wagers are locked", "settlement opens"),
        (TOP5, "X-01", {"void_returns_folded": "false"}, "an Ante lost by folding before the event", "forfeited by"),
        (UTH, "X-01", {"void_returns_folded": "false"}, "Ante and Blind lost by folding", "only makes sense"),
        (UTH, "U-03", {"cover_all_hands": "not_folded"}, "a folded hand never counts", "Those are the hands"),
        (UTH, "U-03", {"cover_all_hands": "all_dealt"}, "among all hands dealt", "does not count"),
        (UTH, "U-10", {"payout_cap_mode": "50000_only"}, "The limit of 14(d) is not applied", "both texts"),
        (UTH, "U-10", {"payout_cap_mode": "75000_only"}, "The limit of 11(e) is not applied", "both texts"),
        (UTH, "U-33", {"void_settles_progressive": "true"}, "Trips and Progressive are settled", "names Trips only"),
        (UTH, "U-09", {"progressive_requires_trips": "false"}, "Trips need not be made", "Ante, Blind and Trips."),
        (
            DRAGON,
            "X-10",
            {"player_left_default": "losing"},
            "The wagers lose, unless the floorperson",
            "is played out,",
        ),
    ],
)
def test_what_is_said_of_some_choices(
    game: str, reading: str, choice: dict[str, str], says: str, no_longer: str
) -> None:
    by_id = {r.id: r for r in readings_of(game)}
    usual = f"{by_id[reading].choice} {by_id[reading].reason}"
    shown = {r.id: f"{r.choice} {r.reason}" for r in readings_of(game, choice)}
    assert says in shown[reading] and says not in usual
    assert no_longer not in shown[reading]


def test_a_choice_about_a_wager_that_is_not_offered_is_not_told() -> None:
    terms = terms_of(default_submission(UTH))
    assert terms.wager("progressive") is None
    held = rules_for(replace(terms, readings=terms.readings | {"void_settles_progressive": "true"}))
    paper = data(held, [], None, [], "", "")
    said = {it["id"]: it["choice"] for part in ("chosen_readings", "fixed_readings") for it in paper[part]}
    assert "Trips and Progressive are settled" not in said["U-33"]
    assert not [row for row in settlement(held) if "Progressive" in row[2]]


def test_the_other_values_are_listed_with_the_games_they_are_told_of() -> None:
    found = {(value, tuple(games)) for (value, _), (games, _) in otherwise(readings()["X-01"]).items()}
    assert found == {("false", (UTH,)), ("false", (TOP5,))}
    assert {tuple(games) for games, _ in otherwise(readings()["X-01"], TOP5).values()} == {(TOP5,)}
    assert otherwise(readings()["X-01"], DRAGON) == {} and otherwise(readings()["D-20"]) == {}


# --- what settles the wagers ------------------------------------------------------------------------------------------


def rows(game: str, **readings: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Clause and wagers to what it says and the readings behind it."""
    return {(row[0], row[1]): (row[2], row[3]) for row in settlement(rules_for(chosen(game, **readings)))}


def of_clause(game: str, cited: str, **readings: str) -> str:
    (said,) = {said for (name, _), (said, _) in rows(game, **readings).items() if name == cited}
    return said


@pytest.mark.parametrize("game", GAMES)
def test_the_readings_beside_a_clause_are_those_it_names(game: str) -> None:
    for (cited, who), (said, behind) in rows(game).items():
        whole = next(c for c in clauses().values() if c.game == game and c.id.split(" ", 1)[1] == cited)
        named = re.findall(r"\b[XDTLU]-\d\d\b", whole.wording)
        assert set(named) <= set(behind.split(", ")), (cited, who)
        own = said.partition(" Read by ")[0]  # what follows is told as the reading's, by its name
        assert not re.search(r"\[|\b[XDTLU]-\d\d\b", own), said


def test_the_readings_that_were_not_beside_their_clause() -> None:
    assert rows(LIR)["11.E(5)", "Envy Bonus"][1] == "L-23, L-19"
    assert rows(LIR)["7.B(2)", "all wagers"][1] == "X-10"
    assert rows(UTH)["10(h)(1)", "Blind and Play"][1] == "U-15"
    assert rows(TOP5)["11.A(5)", "all wagers"][1] == "X-12", "where wagers are forfeited it is said"
    assert "settled by the lines of that definition" in rows(DRAGON)["7.F(4)", "Progressive"][0]


@pytest.mark.parametrize(
    ("game", "cited", "choice", "says"),
    [
        (UTH, "15(a)/1", {"void_settles_progressive": "true"}, "wagers other than trips and the Progressive go back."),
        (UTH, "15(a)/2", {"void_settles_progressive": "true"}, "trips or a Progressive wager, the board is completed"),
        (
            UTH,
            "15(b)/3",
            {"void_settles_progressive": "true"},
            "trips and the Progressive are still settled; all other wagers are returned.",
        ),
        (
            UTH,
            "15(b)/3",
            {"one_face_up_after_deal": "void_but_trips"},
            "If one or more face-up cards appear",
        ),
        (UTH, "7(f)(2)/2", {"stub_misdeal": "as_15d"}, "Stub count: a dealer's hand without exactly two cards"),
        (UTH, "7(f)(2)/2", {"stub_misdeal": "as_15d"}, "of a player's wrong hand only that hand is void."),
        (LIR, "13.E", {"box_card_exposed": "play_on"}, "A community card exposed too early"),
        (UTH, "15(a)/1", {"void_returns_folded": "false"}, "Ante and Blind lost by folding before stay lost."),
        (UTH, "13(b)", {"cover_all_hands": "not_folded"}, "Folded hands do not count."),
        (UTH, "13(b)", {"cover_all_hands": "all_dealt"}, "All hands dealt count, folded ones too."),
        (TOP5, "13.C", {"void_returns_folded": "false"}, "An Ante lost by folding before stays lost."),
        (TOP5, "11.C(4)(e)", {"extra_cards_break_ties": "false"}, "A sixth and seventh card do not break a tie."),
        (LIR, "7.B(2)", {"player_left_default": "losing"}, "Unless there is a ruling, the wagers are lost."),
    ],
)
def test_what_settles_is_told_under_the_choice(game: str, cited: str, choice: dict[str, str], says: str) -> None:
    assert says in of_clause(game, cited, **choice) and says not in of_clause(game, cited)


def test_no_exposure_is_spoken_of_before_it_is_named() -> None:
    said = [row[2] for row in settlement(rules_for(offering_all(UTH)))]
    assert not [text for text in said if "such an" in text]


def test_what_a_reading_adds_is_of_a_clause_of_its_games() -> None:
    for reading in readings().values():
        for name in [*reading.adds, *(name for when in reading.when for name in when.adds)]:
            assert clause(name).game in GAMES and added(clause(name))[0].startswith(clause(name).wording)
        for when in reading.when:
            assert all(clause(name).game in (when.games or reading.games) for name in when.adds), reading.id
