"""When things happen in a scenario: between two decisions or two settlements; counts of the stub by place."""

import pytest

from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import BadScenario
from pitboss.table import events as e

TWO = """
game = "dragon-poker"
[deck]
seat1 = "PH PH RA"
seat2 = "TI MO RA"
dealer = "TI PA MO"
[seats.1]
wagers = { ante = 10, ante_bonus = 10 }
acts = ["play"]
[seats.2]
wagers = { ante = 10, ante_bonus = 10 }
acts = ["play"]
"""
TEXAS = """
game = "ultimate-texas-holdem"
[deck]
seat1 = "Qs 4h"
[seats.1]
wagers = { ante = 10, blind = 10, trips = 5 }
acts = ["check", "check", "fold"]
"""


def play(text: str) -> PlayedScenario:
    return play_scenario(parse_scenario(text))


def refused(text: str) -> str:
    with pytest.raises(BadScenario) as found:
        play(text)
    return str(found.value).replace("scenario: ", "")


def report(keys: str) -> str:
    return f"\n[[report]]\n{keys}\n"


def order(played: PlayedScenario) -> list[str]:
    """Decisions, settlements and reports as they followed each other."""
    told: list[str] = []
    for record in played.table.log:
        match record.event:
            case e.Decided(seat=seat):
                told.append(f"decided {seat}")
            case e.HandTurned(seat=seat):
                told.append(f"settled {seat}")
            case e.Irregularity(kind=kind):
                told.append(kind)
            case _:
                pass
    return told


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (0, ["own_card_exposed", "decided 1", "decided 2"]),
        (1, ["decided 1", "own_card_exposed", "decided 2"]),
    ],
)
def test_a_report_between_two_decisions_of_one_step(after: int, found: list[str]) -> None:
    keys = f'kind = "own_card_exposed"\nseat = 2\nat = "decide"\ndecided = {after}'
    assert order(play(TWO + report(keys)))[:3] == found


def test_when_all_have_decided_the_step_is_over() -> None:
    keys = 'kind = "own_card_exposed"\nseat = 2\nat = "decide"\ndecided = 2'
    assert refused(TWO + report(keys)) == "never reported: own_card_exposed (its moment did not come)"


def test_a_report_between_two_settlements() -> None:
    keys = 'kind = "own_card_exposed"\nseat = 1\nat = "settle"\nsettled = 1'
    assert order(play(TWO + report(keys)))[-3:] == ["settled 2", "own_card_exposed", "settled 1"]


def test_two_reports_between_the_same_decisions_keep_their_order() -> None:
    first = report('kind = "own_card_exposed"\nseat = 2\nat = "decide"\ndecided = 1')
    second = report('kind = "own_card_exposed"\nseat = 1\nat = "decide"\ndecided = 1')
    told = [r.event.seat for r in play(TWO + first + second).table.log if isinstance(r.event, e.Irregularity)]
    assert told == [2, 1]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('decided = 1\nafter = "deal"', "decided means nothing without at, the step in which the players decide"),
        ("settled = 1", "settled means nothing without at, the step in which the hands are settled"),
        ('decided = 1\nat = "deal"', "decided = 1: it counts at decide, not at 'deal'"),
        ('dealt = 1\nat = "decide"', "dealt = 1: it counts at deal, not at 'decide'"),
        ('reported = 1\nat = "decide"', "[[report]] has an unknown key 'reported'"),
        ('decided = "one"\nat = "decide"', "decided = one must be a whole number"),
    ],
)
def test_a_moment_that_cannot_be(keys: str, said: str) -> None:
    assert said in refused(TWO + report(f'kind = "own_card_exposed"\nseat = 1\n{keys}'))


# --- the stub, counted by place -------------------------------------------------------------------------------------


def counted(count: int, places: str = "") -> str:
    return report(f'kind = "stub_count"\nat = "stub"\ncount = {count}\n{places}')


@pytest.mark.parametrize(
    ("count", "places", "verdict"),
    [
        (41, "", "right"),
        (41, "places = { dealer = 2, discards = 2 }", "right"),
        (40, "places = { seat1 = 3 }", "misdealt"),
        (42, "places = { discards = 1 }", "misdealt"),
        (40, "places = { seat1 = 2 }", "not misdealt"),
        (40, "", "not misdealt"),
    ],
)
def test_a_stub_is_counted_by_place(count: int, places: str, verdict: str) -> None:
    """52 less two cards of the player's, two of the dealer's, five on the board and two burned is 41."""
    played = play(TEXAS + counted(count, places))
    (told,) = (r.event for r in played.table.log if isinstance(r.event, e.StubCounted))
    assert (told.stub, told.expected, told.verdict) == (count, 41, verdict)
    assert {line.net for line in played.paid} == ({0} if verdict != "right" else {-1000, -500})


@pytest.mark.parametrize(
    ("count", "places", "said"),
    [
        (41, "{ seat1 = 3 }", "stub_count: the stub has 41 cards, as it should: nothing is counted elsewhere"),
        (40, "{ deeler = 3 }", "places has no 'deeler'; known are seat1 and so on, dealer, community, box, discards"),
        (40, "{ deeler = 3 }", "did you mean 'dealer'?"),
        (40, "{ box = 3 }", "the report 'stub_count' is refused: the count is wrong: count the cards at every place"),
        (40, "{ seat1 = -1 }", "places must be a table of whole numbers, such as { seat1 = 3 }"),
        (40, '"seat1"', "places must be a table of whole numbers, such as { seat1 = 3 }"),
    ],
)
def test_counts_that_cannot_be(count: int, places: str, said: str) -> None:
    assert said in refused(TEXAS + counted(count, f"places = {places}"))


# --- more cards than a place takes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "count", "said"),
    [
        ("Qs 4h 5h", 3, ""),
        ("Qs 4h 5h 6h", 3, "seat1 names 4 cards; the round deals 2 to position 1 and [[report]] finds 3 there"),
        ("Qs 4h 5h", 1, "seat1 names 3 cards; the round deals 2 to position 1 and [[report]] finds 1 there"),
        ("Qs 4h", 3, ""),
    ],
)
def test_no_named_card_is_dropped(cards: str, count: int, said: str) -> None:
    keys = f'kind = "wrong_number"\nplace = "seat"\nseat = 1\ncount = {count}\nafter = "deal"'
    text = TEXAS.replace("Qs 4h", cards).replace("acts", "# acts") + report(keys)
    if said:
        assert refused(text) == f"[deck] {said}"
    else:
        assert {line.reason for line in play(text).paid} == {"returned (void)"}
