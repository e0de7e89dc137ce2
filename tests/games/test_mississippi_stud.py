"""Mississippi Stud, by house rules of our own: every payment, fold, push and irregularity by rounds worked by hand, and
its papers read back."""

import io
import re

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from paper.letters import emptiness, pages_of_words
from pitboss.cli.par import telling
from pitboss.felt.drawing import felt
from pitboss.house.server.web_words import game_words
from pitboss.paper.par import par
from pitboss.paper.placard import placard, rack_card
from pitboss.paper.printing import Paper, render
from pitboss.play.replay import replay
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.faults import faults
from support import (
    MISSISSIPPI,
    PROCEDURES,
    accepted,
    events,
    finish,
    follows,
    net,
    refused,
    rules,
    seated,
    table,
    to,
)

STREETS = ("third_street", "fourth_street", "fifth_street")
WAGERS = ("ante", *STREETS, "three_card_bonus")
STEPS = ("third", "fourth", "fifth")


def decided(acts: str) -> dict[str, str]:
    """`1x 3x fold` as the answers on the streets."""
    return dict(zip(STEPS, acts.split(), strict=False))


def nets(t: Table, seat: int = 1) -> list[int]:
    """What each wager has brought, in dollars."""
    return [net(t, seat, wager) // 100 for wager in WAGERS]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_declaration_has_no_faults(procedure: str) -> None:
    assert faults(rules(MISSISSIPPI, procedure)) == []


# --- payments -------------------------------------------------------------------------------------------------------

ROUNDS = [  # own cards, community cards, answers, what Ante, three streets and Bonus of 10 dollars bring, what it shows
    ("As Ks", "Qs Js Ts", "3x 3x 3x", (5000, 15000, 15000, 15000, 400), "MST 11.3"),
    ("Ac 5c", "4c 3c 2c", "1x 2x 3x", (1000, 1000, 2000, 3000, 400), "MST 11.4"),
    ("9s 9h", "9d 9c 2s", "1x 1x 1x", (400, 400, 400, 400, 10), "MST 11.5"),
    ("2s 2h", "Kd Kc Kh", "3x 1x 1x", (100, 300, 100, 100, 300), "MST 11.6"),
    ("As 9s", "7s 4s 2s", "1x 3x 3x", (60, 60, 180, 180, 40), "MST 11.7"),
    ("6s 7h", "8d 9c Ts", "1x 1x 1x", (40, 40, 40, 40, 60), "MST 11.8"),
    ("5s 5h", "5d Kc 2s", "2x 2x 2x", (30, 60, 60, 60, -10), "MST 11.9"),
    ("4s 3h", "4d 3c 2s", "1x 1x 1x", (20, 20, 20, 20, 60), "MST 11.10"),
    ("Js 8h", "Jd 4c 2s", "1x 3x 3x", (10, 10, 30, 30, -10), "MST 11.11"),
    ("As 3h", "Ad 9c 7s", "1x 3x 3x", (10, 10, 30, 30, -10), "MST 11.2"),
    ("Ts Th", "Ad 4c 2s", "3x 3x 3x", (0, 0, 0, 0, -10), "MST 11.12"),
    ("6s Kh", "Qd 6c 2s", "1x 1x 1x", (0, 0, 0, 0, -10), "MST 5.11"),
    ("5s 5h", "Ad Kc 2s", "3x 1x 1x", (-10, -30, -10, -10, -10), "MST 11.13"),
    ("As Kh", "Qd 8c 4s", "1x 1x 1x", (-10, -10, -10, -10, -10), "MST 11.16"),
    ("As Kh", "Qd Qc 4s", "1x 1x 1x", (10, 10, 10, 10, 10), "MST 11.1"),
    ("As 2h", "3d 4c 5s", "1x 1x 1x", (40, 40, 40, 40, 60), "MST 5.8"),
    ("Ks Ah", "2d 3c 4s", "1x 1x 1x", (-10, -10, -10, -10, 60), "MST 11.19"),
    ("Ks 8h", "Ac 2c 3c", "1x 1x 1x", (-10, -10, -10, -10, 400), "MST 11.15"),
    ("Ks 8h", "Ac Jc 3c", "1x 1x 1x", (-10, -10, -10, -10, 40), "MST 11.20"),
    ("Ks 8h", "2c 2d 3c", "1x 1x 1x", (-10, -10, -10, -10, 10), "MST 11.21"),
    ("Ks 8h", "7c 7d 7h", "2x 3x 3x", (30, 60, 90, 90, 300), "MST 11.18"),
    ("Kc 8h", "Qc Jc Tc", "1x 3x 3x", (-10, -10, -30, -30, 400), "MST 11.17"),
]


@pytest.mark.parametrize(
    ("own", "board", "acts", "won"),
    [pytest.param(*row[:4], marks=pytest.mark.clause(row[4]), id=f"{row[0]} {row[1]}") for row in ROUNDS],
)
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_payment(own: str, board: str, acts: str, won: tuple[int, ...], procedure: str) -> None:
    t = table(MISSISSIPPI, procedure, cards={"seat1": own, "community": board})
    t = finish(seated(t, 1, three_card_bonus=10), {1: decided(acts)})
    assert nets(t) == list(won)


@pytest.mark.parametrize(
    ("board", "won"),
    [
        pytest.param("Qc Jc Tc", 400, marks=pytest.mark.clause("MST 11.22")),
        pytest.param("7c 7d 7h", 300, marks=pytest.mark.clause("MST 11.23")),
        pytest.param("2d 3c 4s", 60, marks=pytest.mark.clause("MST 11.24")),
        pytest.param("Ac Jc 3c", 30, marks=pytest.mark.clause("MST 11.25")),
        pytest.param("2c 2d 3c", 10, marks=pytest.mark.clause("MST 11.26")),
        pytest.param("2c 9d 3c", -10, marks=pytest.mark.clause("MST 11.14")),
    ],
)
def test_the_other_table_of_the_bonus(board: str, won: int) -> None:
    t = table(
        MISSISSIPPI,
        cards={"seat1": "Ks 8h", "community": board},
        wagers={"three_card_bonus": {"paytable": "B"}},
    )
    t = finish(seated(t, 1, three_card_bonus=10))
    assert net(t, 1, "three_card_bonus") == 100 * won


# --- the streets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "won", "open_cards"),
    [
        pytest.param("fold", [-10, 0, 0, 0, 10], 0, marks=pytest.mark.clause("MST 10.4")),
        pytest.param("2x fold", [-10, -20, 0, 0, 10], 1, marks=pytest.mark.clause("MST 10.6")),
        pytest.param("2x 3x fold", [-10, -20, -30, 0, 10], 2, marks=pytest.mark.clause("MST 10.10")),
    ],
)
def test_a_fold_on_each_street(acts: str, won: list[int], open_cards: int) -> None:
    """It would have won: jacks. The Bonus wins on the pair of twos in the middle all the same."""
    t = table(MISSISSIPPI, cards={"seat1": "Js Jh", "community": "2c 2d 9s"})
    t = to(seated(t, 1, three_card_bonus=10), STEPS[open_cards], {1: decided(acts)})
    assert t.state.community_up == open_cards
    t = finish(t, {1: decided(acts)})
    assert nets(t) == won


@pytest.mark.clause("MST 10.11")
def test_a_fold_is_collected_at_once() -> None:
    t = to(seated(table(MISSISSIPPI), 1, 2), "fourth", {1: decided("1x"), 2: decided("fold")})
    assert [(ev.seat, ev.wager, ev.cents) for ev in events(t, e.WagerCollected)] == [(2, "ante", 1000)]
    assert [ev.seat for ev in events(t, e.HandDiscarded)] == [2]


@pytest.mark.clause("MST 10.12")
def test_a_folded_hand_with_the_bonus_stays_until_it_is_settled() -> None:
    t = to(seated(table(MISSISSIPPI), 1, three_card_bonus=5), "fourth", {1: decided("1x")})
    accepted(t, "player:P1", a.Decide(1, "fold"))
    assert events(to(t, "settle"), e.HandDiscarded) == []
    assert [ev.wager for ev in events(finish(t), e.WagerSettled)] == ["three_card_bonus"]


@pytest.mark.clause("MST 10.9")
def test_every_community_card_is_turned_up_even_if_all_have_folded() -> None:
    t = finish(seated(table(MISSISSIPPI), 1), {1: decided("fold")})
    assert t.state.community_up == 3


@pytest.mark.clause("MST 10.5")
def test_cards_open_one_at_a_time_and_nobody_sees_them_before() -> None:
    t = seated(table(MISSISSIPPI, cards={"seat1": "Js Jh", "community": "2c 7d 9s"}), 1)
    seen = [to(t, step).view("player:P1").community for step in STEPS]
    assert seen == [("??", "??", "??"), ("2c", "??", "??"), ("2c", "7d", "??")]


@pytest.mark.clause("MST 10.8")
def test_whoever_folded_is_not_asked_again() -> None:
    t = to(seated(table(MISSISSIPPI), 1, 2), "fifth", {1: decided("fold"), 2: decided("1x 1x")})
    assert t.turn == 2
    refused(t, "player:P1", a.Decide(1, "1x"))


@pytest.mark.clause("MST 6.10")
def test_a_street_wager_is_one_to_three_antes_whatever_the_others_were() -> None:
    t = to(seated(table(MISSISSIPPI), 1, ante=25), "third")
    refused(t, "player:P1", a.Decide(1, "4x"))
    t = finish(t, {1: decided("3x 1x 2x")})
    placed = {ev.wager: ev.cents for ev in events(t, e.WagerPlaced)}
    assert [placed[wager] for wager in STREETS] == [7500, 2500, 5000]


@pytest.mark.clause("MST 6.7")
def test_no_street_wager_before_its_time() -> None:
    t = seated(table(MISSISSIPPI), 1)
    refused(t, "player:P1", a.PlaceWager(1, "third_street", 1000))
    accepted(t, "dealer", a.CloseBets())
    refused(t, "player:P1", a.PlaceWager(1, "ante", 2000))


@pytest.mark.clause("MST 6.9")
def test_the_bonus_needs_an_ante() -> None:
    t = table(MISSISSIPPI)
    t.sit(1, "P1")
    refused(t, "player:P1", a.PlaceWager(1, "three_card_bonus", 500), clause="MST 6.9")


@pytest.mark.parametrize(
    ("procedure", "deliveries"),
    [
        pytest.param("manual_shoe", "s1 s3 s1 s3 c1 c1 c1", marks=pytest.mark.clause("MST 7.6")),
        pytest.param("hand", "s1 s3 s1 s3 c1 c1 c1", marks=pytest.mark.clause("MST 8.7")),
        pytest.param("automated_shoe", "s1 s3 c3", marks=pytest.mark.clause("MST 9.5")),
    ],
)
def test_the_order_of_the_deal(procedure: str, deliveries: str) -> None:
    t = to(seated(table(MISSISSIPPI, procedure), 1, 3), "third")
    dealt = [f"s{ev.seat}" if ev.to == "seat" else f"c{len(ev.cards)}" for ev in events(t, e.CardsDealt)]
    assert " ".join(dealt) == deliveries


@pytest.mark.clause("MST 10.13")
def test_hands_are_settled_from_the_dealers_right_and_wager_by_wager() -> None:
    t = finish(seated(table(MISSISSIPPI), 1, 4, three_card_bonus=5))
    settled = [(ev.seat, ev.wager) for ev in events(t, e.WagerSettled)]
    assert settled == [(seat, wager) for seat in (4, 1) for wager in WAGERS]


# --- irregularities -------------------------------------------------------------------------------------------------

IRREGULAR = [  # report, where it is made, how it is dealt, what follows, clause
    (a.Report("community_card_exposed"), "third", "manual_shoe", "void", "MST 12.5"),
    (a.Report("community_card_exposed"), "fifth", "hand", "void", "MST 12.5"),
    (a.Report("wrong_number", place="seat", seat=1, count=3), "fourth", "manual_shoe", "void", "MST 12.4"),
    (a.Report("wrong_number", place="community", count=2), "third", "automated_shoe", "void", "MST 12.4"),
    (a.Report("own_card_exposed", seat=1), "fourth", "manual_shoe", "record", "MST 10.3"),
    (a.Report("shoe_jams"), "deal", "automated_shoe", "void", "MST 12.7"),
    (a.Report("cards_run_out"), "deal", "manual_shoe", "void_remove", "MST 7.12"),
    (a.Report("device_fails", place="shuffler"), "fourth", "hand", "set_aside_device", "MST 12.8"),
    (a.Report("violation", seat=1), "third", "manual_shoe", "record", "MST 10.2"),
]


@pytest.mark.parametrize(
    ("report", "step", "procedure", "consequence", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(row[4]), id=f"{row[0].kind} {row[1]}") for row in IRREGULAR],
)
def test_an_irregularity(report: a.Report, step: str, procedure: str, consequence: str, clause: str) -> None:
    """Position 2 folds on Third Street where it comes to that; a void gives it back what was collected."""
    t = seated(table(MISSISSIPPI, procedure), 1, 2, three_card_bonus=5)
    t = to(t, step, {1: decided("3x 3x"), 2: decided("fold")})
    happened = accepted(t, "dealer", report)
    first = happened[0]
    assert isinstance(first, e.Irregularity) and (first.consequence, first.clause) == (consequence, clause)
    follows(consequence, happened)
    if consequence.startswith("void"):
        assert nets(finish(t), 1) == nets(t, 2) == [0] * 5


@pytest.mark.clause("MST 12.1")
def test_a_card_face_up_is_replaced_in_a_deal_by_single_cards() -> None:
    t = to(seated(table(MISSISSIPPI), 1), "deal")
    t.automate = frozenset()
    happened = accepted(t, "dealer", a.Report("card_face_up", cards=("2c",)))
    follows("replace", happened)


@pytest.mark.clause("MST 6.5")
def test_the_hand_of_a_player_who_has_left_is_folded_and_his_bonus_settled() -> None:
    t = table(MISSISSIPPI, cards={"seat1": "Js Jh", "community": "2c 2d 9s"})
    t = to(seated(t, 1, three_card_bonus=10), "fourth", {1: decided("2x")})
    accepted(t, "floorperson", a.Report("player_left", seat=1))
    assert nets(finish(t)) == [-10, -20, 0, 0, 10]


# --- what is shown and printed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "times"),
    [
        pytest.param("River Casino", 1, marks=pytest.mark.clause("MST 1.2")),
        pytest.param('data-area="fifth_street"', 6, marks=pytest.mark.clause("MST 1.3")),
        pytest.param("Pair of Sixes to Tens Pushes", 1, marks=pytest.mark.clause("MST 1.4")),
        pytest.param("out of order", 1, marks=pytest.mark.clause("MST 12.11")),
    ],
)
def test_the_felt_shows_what_it_must(said: str, times: int) -> None:
    t = table(MISSISSIPPI, operator="River Casino")
    assert felt(t.rules, replace(t.state, shoe="marked")).count(said) >= times


LINES = (
    "Royal flush 500 to 1", "Straight flush 100 to 1", "Four of a kind 40 to 1", "Full house 10 to 1", "Flush 6 to 1",
    "Straight 4 to 1", "Three of a kind 3 to 1", "Two pair 2 to 1", "Pair of jacks or better 1 to 1",
    "Pair of sixes to tens Push", "Straight flush 40 to 1", "Three of a kind 30 to 1", "Straight 6 to 1",
    "Flush 4 to 1", "Pair 1 to 1", "Pair of Sixes to Tens Pushes",
)  # fmt: skip


def read(paper: Paper) -> str:
    pages = PdfReader(io.BytesIO(render(paper, "pdf")[0])).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def test_the_sign_and_the_card_are_read_back() -> None:
    for paper in (placard(rules(MISSISSIPPI)), rack_card(rules(MISSISSIPPI))):
        said = read(paper)
        for line in LINES:
            assert line in said, line
        assert "each one, two or three times the Ante" in said


def test_every_sentence_of_the_card_is_what_the_engine_does() -> None:
    """The rounds above prove them; here each is named, so that a change of a sentence is noticed."""
    said = read(rack_card(rules(MISSISSIPPI)))
    for words in (
        "Make a wager, the Ante. You may add Three Card Bonus.",
        "You receive two cards; three community cards lie face down for everybody.",
        "Make the Third Street wager, one, two or three times your Ante, or fold.",
        "Whoever folds gives up the Ante and every street wager made. Three Card Bonus stays in.",
        "a pair of jacks or better wins, sixes to tens are a push, and less is lost.",
        "Wins if the three community cards make a pair or better, whether you fold or not.",
    ):
        assert words in said, words


def test_the_page_says_how_large_the_later_wagers_are() -> None:
    said = game_words(rules(MISSISSIPPI)).pays[0]
    assert said.title == "Ante, Third Street, Fourth Street and Fifth Street"
    assert said.needs == "Third Street, Fourth Street and Fifth Street: each one, two or three times the Ante."


def test_the_par_sheet_is_read_back() -> None:
    paper = par(rules(MISSISSIPPI).terms, telling(), rounds=100_000, shuffles=2_000)
    (content,) = render(paper, "pdf")
    empty = [emptiness(page) for page in pages_of_words(content)[:-1]]
    assert max(empty) < 0.4, "no page stays half empty"
    said = read(paper)
    for words in (
        "exactly 53223/1082900", "House advantage 4.9149%", "Average at risk 3.483568", "Element of risk 1.4109%",
        "Main game +$150", "5.5 The player folds on Fifth Street and loses two street wagers too",
        "Simulated and exact figures agree",
    ):  # fmt: skip
        assert words in said, words


def test_a_round_is_replayed_from_its_log() -> None:
    t = finish(seated(table(MISSISSIPPI), 1, 2, three_card_bonus=5), {2: decided("3x fold")})
    assert list(replay(t.rules.terms, t.log))[-1].state == t.state
