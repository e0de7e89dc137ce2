"""What a scenario may not say: every card, decision and report counts, and nothing is made up or dropped unseen."""

from pathlib import Path

import pytest

from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import BadScenario
from pitboss.table import events as e
from support import GAMES

HERE = Path(__file__).parent

UTH = """
game = "ultimate-texas-holdem"
[deck]
seat1 = "Qs 4h"
[seats.1]
wagers = { ante = 10, blind = 10 }
acts = ["check", "check", "fold"]
"""
LIR = """
game = "let-it-ride"
[deck]
seat1 = "Qs 4h 5h"
[seats.1]
wagers = { let_it_ride = 10 }
acts = ["ride", "ride"]
"""
DRAGON = """
game = "dragon-poker"
[deck]
seat1 = "PH PH RA"
[seats.1]
wagers = { ante = 10, ante_bonus = 10 }
acts = ["play"]
"""


def play(text: str) -> PlayedScenario:
    return play_scenario(parse_scenario(text))


def refused(text: str) -> str:
    with pytest.raises(BadScenario) as found:
        play(text)
    return str(found.value).replace("scenario: ", "")


# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (UTH.replace("Qs 4h", "Qs 4h 5h"), "[deck] seat1 names 3 cards; the round deals 2 to position 1"),
        (UTH.replace("Qs 4h", "Qs"), "[deck] seat1 names 1 card; the round deals 2 to position 1"),
        (UTH.replace("Qs 4h", ""), "[deck] seat1 names 0 cards; the round deals 2 to position 1"),
        (UTH.replace("[deck]", '[deck]\nseat2 = "As Ks"'), "[deck] seat2: position 2 does not play"),
        (UTH.replace("[deck]", '[deck]\nbox = "As Ks"'), "[deck] box: the box gets no cards in this round"),
        (
            UTH.replace("[deck]", '[deck]\ncommunity = "As Ks Kd"'),
            "[deck] community names 3 cards; the round deals 5 to the community area",
        ),
        (LIR.replace("[deck]", '[deck]\ndealer = "As Ks"'), "[deck] dealer: the dealer gets no cards in this round"),
        (UTH.replace('seat1 = "Qs 4h"', 'order = "Qs 4h 5h"'), "[deck] order names 3 cards; the round took 11"),
        (UTH.replace('seat1 = "Qs 4h"', 'order = ""'), "[deck] order names no cards"),
    ],
)
def test_cards_are_neither_invented_nor_dropped(text: str, said: str) -> None:
    assert refused(text) == said


def test_what_is_not_named_is_dealt_and_told() -> None:
    found = play(UTH).filled
    assert {place: len(cards) for place, cards in found.items()} == {"dealer": 2, "burn": 2, "community": 5}
    board = UTH.replace("[deck]", '[deck]\ndealer = "As Ks"\nburn = "2c 3c"\ncommunity = "Ad Kd 7c 8c 9c"')
    assert play(board).filled == {}
    whole = UTH.replace('seat1 = "Qs 4h"', 'order = "Qs As 4h Ks 2c Ad Kd 7c 3c 8c 9c Jd"')
    assert play(whole).filled == {}, "cards behind the last one that is needed stay in the shoe"


def test_a_report_explains_a_wrong_number() -> None:
    report = '\n[[report]]\nkind = "wrong_number"\nplace = "seat"\nseat = 1\ncount = 3\nafter = "deal"\n'
    three = UTH.replace("Qs 4h", "Qs 4h 5h")
    assert play(three + report).paid[0].reason == "returned (void)"
    assert "seat1 names 3 cards" in refused(three + report.replace('"seat"', '"dealer"').replace("seat = 1\n", ""))


def test_a_round_that_is_void_needs_no_more_cards() -> None:
    report = '\n[[report]]\nkind = "cards_run_out"\nat = "flop"\ndealt = 1\n'
    played = play(UTH.replace("[deck]", '[deck]\nburn = "2c"\ncommunity = "Ad Kd 7c"') + report)
    assert set(played.filled) == {"dealer"}
    late = '\n[[report]]\nkind = "own_card_exposed"\nseat = 1\nafter = "deal"\n'
    assert "community names 3 cards" in refused(UTH.replace("[deck]", '[deck]\ncommunity = "Ad Kd 7c"') + late)


def test_a_card_that_is_set_aside_cannot_be_dealt_as_well() -> None:
    report = '\n[[report]]\nkind = "card_face_up"\ncards = "4h"\nat = "deal"\n'
    assert refused(UTH + report) == "[[report]] card_face_up: [deck] deals the same card to a place: 4h"
    assert play(UTH.replace("4h", "4d") + report).paid


# --- wagers and decisions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("blind = 10", "blind = 15", "position 1: Blind $15 must equal Ante $10 [MA-UTH 1 Blind]"),
        ("ante = 10, blind = 10", "ante = 10", "position 1: Blind is missing [MA-UTH 1 Blind]"),
        ('"fold"]', '"fold", "fold"]', "position 1: fold was never asked for"),
        ('["check", "check", "fold"]', '["fold"]', "position 1 decides fold: refused: not a possible decision here"),
        ('"fold"]', '"fould"]', "position 1: there is no decision 'fould'; the decisions of this game are check,"),
        ('"fold"]', '"fould"]', "did you mean 'fold'?"),
    ],
)
def test_wagers_and_decisions_in_plain_words(old: str, new: str, said: str) -> None:
    assert said in refused(UTH.replace(old, new))


def test_amounts_are_dollars() -> None:
    said = refused(UTH.replace("ante = 10, blind = 10", "ante = 7, blind = 7"))
    assert "position 1 places Ante $7: refused: " in said
    assert "given: $7; allowed: $5 to $500 in steps of $5" in said and "cents" not in said
    fixed = refused(LIR.replace("let_it_ride = 10", "let_it_ride = 10, five_card_bonus = 2"))
    assert "given: $2; allowed: $1 " in fixed and "cents" not in fixed


# --- reports and meters ---------------------------------------------------------------------------------------------


def report(keys: str, text: str = UTH) -> str:
    return refused(f"{text}\n[[report]]\n{keys}\n")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('kind = "dealer_crd_exposed"', "did you mean 'dealer_card_exposed'?"),
        ('kind = "box_card_exposed"', "the kinds of this game are card_face_up, card_drawn_in_error, wrong_number"),
        (
            'kind = "burn_omitted"\nafter = "clear"',
            "after = 'clear' is no moment of this round; known are bets_closed",
        ),
        ('kind = "burn_omitted"\nafter = "flopp"', "did you mean 'flop'?"),
        ('kind = "burn_omitted"\nat = "bets"', "at = 'bets' is no moment of this round; known are deal, examine"),
        ('kind = "dealer_card_exposed"\nseat = 1', "dealer_card_exposed takes no seat; its own keys are cards"),
        ('kind = "cards_run_out"\nplace = "box"', "cards_run_out takes no place; its own keys are none"),
        ('kind = "player_left"', "player_left needs seat"),
        ('kind = "player_left"\nseat = "one"', "seat = one must be a whole number"),
        ('kind = "player_left"\nseat = 1\nby = "flor"', "by = 'flor' is nobody at the table"),
        ('kind = "burn_omitted"\ndealt = 2', "dealt means nothing without at"),
        ('kind = "burn_omitted"\nat = "flop"\nafter = "deal"', "has either after or at, not both"),
    ],
)
def test_reports_are_read_strictly(keys: str, said: str) -> None:
    assert said in report(keys)


def test_every_kind_of_every_game_says_what_it_takes() -> None:
    from pitboss.games import game
    from pitboss.play.scenario_reports import STUB_COUNT, TAKES

    kinds = {row.kind for each in GAMES for row in game(each).mishaps}
    assert kinds | {STUB_COUNT} == set(TAKES)
    written = (HERE.parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for kind, takes in TAKES.items():
        line = next(line for line in written.splitlines() if line.startswith(f"| `{kind}` "))
        _, _, needs, may, _, _ = line.split("|")
        assert [k.strip(" `") for k in needs.split(",") if k.strip()] == list(takes.needs), kind
        assert [k.strip(" `") for k in may.split(",") if k.strip()] == list(takes.may), kind


def test_every_key_is_documented() -> None:
    from pitboss.play import scenario_file as f

    written = (HERE.parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for key in (*f.FILE_KEYS, *f.ROUND_KEYS, *f.SEAT_KEYS, *f.REPORT_KEYS, *f.REFUSED_KEYS, *f.PLACES, "order"):
        assert f"`{key}`" in written or f"\n{key} " in written or f"[{key}" in written, key


def test_the_stub_may_be_counted() -> None:
    assert play(UTH + '[[report]]\nkind = "stub_count"\nat = "stub"\ncount = 41\n').paid


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("-1", "'-1' is below zero, which no meter reads"),
        ("1000000000001", "is above $1,000,000,000,000"),
        ("'1e999999'", "is above $1,000,000,000,000"),
        ("'1e999999999'", "is above $1,000,000,000,000"),
        ("'1e-999999999'", "'1e-999999999' is not an amount"),
        ("1e999999999", "line 9: this number is too large or too small; permitted: exponents from e-99 to e99"),
        ("'0.000000001'", "has more than eight decimals"),
    ],
)
def test_meters_have_bounds(amount: str, said: str) -> None:
    for table in ("meters", "expect.meters"):
        assert said in refused(f"{LIR}[{table}]\nProgressive = {amount}\n")


def test_a_scenario_is_read_within_bounds() -> None:
    assert refused("x" + ".x" * 5_000 + " = 1").startswith("line 1: this lies more than 16 levels deep; permitted: ")
    assert "is not the number of a position" in refused(UTH.replace("[seats.1]", f"[seats.'{'9' * 5_000}']"))


def test_a_submission_that_is_not_there() -> None:
    assert refused('submission = "nowhere.toml"' + DRAGON) == "the submission nowhere.toml: there is no such file"


# --- what was paid --------------------------------------------------------------------------------------------------


def test_each_cut_by_a_limit_names_its_wager() -> None:
    path = HERE / "hand_worked" / "ultimate-texas-holdem-5.toml"
    played = play_scenario(parse_scenario(path.read_text(encoding="utf-8")), path)
    cuts = [line for line in played.paid if line.wager == "limit"]
    assert len(cuts) > 1 and not played.differences
    titles = {w.title for w in played.table.rules.book.wagers}
    assert {line.reason.removeprefix("payout limit on ") for line in cuts} <= titles


def test_each_envy_bonus_is_a_line_with_its_holder() -> None:
    path = HERE / "hand_worked" / "let-it-ride-4.toml"
    played = play_scenario(parse_scenario(path.read_text(encoding="utf-8")), path)
    assert [(p.seat, p.holder, p.net) for p in played.paid if p.wager == "envy" and p.seat == 7] == [
        (7, 4, 30_000),
        (7, 2, 100_000),
    ]
    assert not played.differences


def test_hands_are_said_in_words() -> None:
    text = """
game = "let-it-ride"
[submission]
wagers.progressive.paytable = "B"
[deck]
seat1 = "Ah Kh Qh"
seat2 = "2c 3d 5s"
[seats.1]
wagers = { let_it_ride = 10, progressive = 1 }
acts = ["ride", "ride"]
[seats.2]
wagers = { let_it_ride = 10, progressive = 1 }
acts = ["ride", "ride"]
"""
    (envy,) = (p for p in play(text).paid if p.wager == "envy")
    assert envy.reason == "for position 1's ace, king and queen of one suit other than spades"


# --- reports in the middle of a deal --------------------------------------------------------------------------------

TWO_FACE_UP = (
    UTH.replace("acts", "# acts")
    + """
[[report]]
kind = "card_face_up"
at = "deal"
dealt = 2
cards = "7c"
[[report]]
kind = "card_face_up"
at = "deal"
dealt = 3
cards = "8c"
"""
)


def test_a_second_report_in_one_deal_comes_at_its_own_moment() -> None:
    played = play(TWO_FACE_UP)
    happened = [record.event for record in played.table.log]
    found = [event for event in happened if isinstance(event, e.CardsDealt | e.Irregularity)]
    moments = [n for n, event in enumerate(found) if isinstance(event, e.Irregularity)]
    assert moments == [2, 4], "after two deliveries, and after one more"
    assert [(line.wager, line.net) for line in played.paid] == [("ante", 0), ("blind", 0)]


def test_the_card_that_completes_the_dealers_hand_is_the_one_that_is_named() -> None:
    """The dealer's ace makes a pair of aces; a small card in its place would leave him without a pair."""
    played = play(
        """
game = "ultimate-texas-holdem"
[deck]
seat1 = "Ks Kh"
dealer = "As Ah"
burn = "2c 3c"
community = "4d 6h 8s 9c Jd"
[seats.1]
wagers = { ante = 10, blind = 10 }
acts = ["check", "check", "play_1x"]
[[report]]
kind = "wrong_number"
at = "preflop"
by = "floorperson"
place = "dealer"
count = 1
ruling = "complete"
"""
    )
    assert played.table.log and not played.filled
    assert {line.wager: line.net for line in played.paid} == {"ante": -1000, "blind": -1000, "play": -1000}
