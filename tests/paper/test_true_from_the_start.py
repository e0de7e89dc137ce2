"""A clause that the operator's choice overrides is worded as it holds at the table from its first word, and no two
sentences of a paper exclude each other."""

import re

import pytest

from paper import filed_tables as tables
from paper.filed_tables import SIDE, read_as, table
from pitboss.games import rules_for
from pitboss.paper import par_rules as of
from pitboss.paper.submission_choices import readings_chosen
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.readings import added, readings_of
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from support import DRAGON, GAMES, LIR, MARYLAND, TOP5, UTH, Clock, accepted, events, seated, to

SHOE, DEVICE = "automated shoe", "automated shoe, continuous"


def line(terms: Terms, cited: str) -> str:
    return added(clause(cited), readings_chosen(terms))[0]


# --- what a reading adds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_added_that_overrides_the_wording(game: str) -> None:
    """What is added to a clause that concerns the table goes on from it; only of a clause that does not concern it the
    readings say what holds instead, and first."""
    overriding: set[str] = set()
    instead = 0
    for dealing in (SHOE, "manual shoe"):
        for name, option in reading_options(game).items():
            for value in option.values:
                known = readings_chosen(read_as(table(game, dealing, SIDE[game]), **{name: value}))
                for cited, text in [pair for r in readings_of(game, known) for pair in r.adds.items()]:
                    there = clause(cited).at(known)
                    if there and re.search(r"\bAt this table\b|\binstead\b|\bonly if\b", text):
                        overriding.add(cited)
                    if not there:
                        instead += 1
                        assert added(clause(cited), known)[0].startswith(f"{text} In general: ")
    assert overriding == set()
    assert bool(instead) == (game in (DRAGON, UTH)), "the stack that is held, the limit that is not applied"


SAID: dict[tuple[str, str, str, str], tuple[str, str]] = {
    (TOP5, "MD-TOP5 13.A", "single_face_up", "set_aside"): (
        "One card found face up during the deal voids",
        "Two or more cards found face up during the deal void all hands; wagers go back",
    ),
    (LIR, "MD-LIR 8.D(2)", "six_card_box", "if_wagered"): (
        "Manual shoe: where the Six Card Bonus is offered, the",
        "Manual shoe: if somebody has made the Six Card Bonus, the first three cards",
    ),
    (LIR, "MD-LIR 9.B", "six_card_box", "if_wagered"): (
        "Hand deal: where the Six Card Bonus is offered, the",
        "Hand deal: if somebody has made the Six Card Bonus, the first three cards",
    ),
    (LIR, "MD-LIR 10.B(1)", "six_card_box", "if_wagered"): (
        "Automated shoe: where the Six Card Bonus is offered, the",
        "Automated shoe: if somebody has made the Six Card Bonus, the first stack of three",
    ),
    (LIR, "MD-LIR 7.E(5)", "six_card_requires", "base+five+three"): (
        "The operator may offer a Six Card Bonus; it needs the three bets only, not the other bonuses.",
        "The operator may offer a Six Card Bonus; it needs the three bets, the Five Card Bonus and the Three",
    ),
    (LIR, "MD-LIR 10.B(2)", "community_stack", "three_discard_one"): (
        "Automated shoe: the following two-card stack goes",
        "Automated shoe: the following three-card stack goes face down to the community area",
    ),
    (LIR, "MD-LIR 13.E", "box_card_exposed", "play_on"): (
        "A community or Six Card box card exposed too early voids",
        "A community card exposed too early voids the round: wagers returned, cards reshuffled; a Six Card box",
    ),
    (UTH, "MA-UTH 14(b)/1", "progressive_requires_trips", "false"): (
        "The Progressive wager is open only to a player who has bet ante, blind and trips.",
        "The Progressive wager is open only to a player who has bet ante and blind; trips is not needed.",
    ),
    (UTH, "MA-UTH 14(d)", "payout_cap_mode", "75000_only"): (
        "All winnings of a hand in a round, Progressive left out, stop at $75,000; this applies beside the 11(e)",
        "All winnings of a hand in a round, Progressive left out, stop at $75,000; this takes the place of the 11(e)",
    ),
    (UTH, "MA-UTH 11(e)", "payout_cap_mode", "75000_only"): (
        "Winnings on ante, play, blind and trips per hand stop at the greater of $50,000",
        "At this table only the limit of 14(d) is applied. In general: Winnings on ante",
    ),
    (UTH, "MA-UTH 14(d)", "payout_cap_mode", "50000_only"): (
        "All winnings of a hand in a round, Progressive left out, stop at $75,000",
        "At this table only the limit of 11(e) is applied. In general: All winnings",
    ),
    (UTH, "MA-UTH 15(f)", "void_returns_folded", "false"): (
        "If the automated shoe fails mid-round, the round is void, all wagers go back, and",
        "If the automated shoe fails mid-round, the round is void, wagers go back, and",
    ),
    (UTH, "MA-UTH 7(f)(2)/2", "stub_misdeal", "as_15d"): (
        "Stub count: a player's or dealer's hand without exactly two cards, all 52 present, voids the round;",
        "Stub count: a dealer's hand without exactly two cards, all 52 present, voids the round; wagers go back; of",
    ),
    (UTH, "MA-UTH 15(b)/3", "one_face_up_after_deal", "void_but_trips"): (
        "If several face-up cards appear after",
        "If one or more face-up cards appear after the first two cards are out, the board is completed",
    ),
}
"""Game, clause, choice and value: how the clause begins by default, and with the value."""


@pytest.mark.parametrize(("game", "cited", "name", "value"), SAID)
def test_a_clause_begins_as_the_operator_chose(game: str, cited: str, name: str, value: str) -> None:
    usual, chosen = SAID[game, cited, name, value]
    equipped = table(game, DEVICE if name == "community_stack" else "manual shoe", SIDE[game])
    assert line(equipped, cited).startswith(usual)
    assert line(read_as(equipped, **{name: value}), cited).startswith(chosen)


@pytest.mark.parametrize("stack", ["void", "complete_from_stub"])
def test_a_single_card_in_a_stack_is_told_by_what_becomes_of_it(stack: str) -> None:
    shoe = read_as(table(TOP5, SHOE, ()), single_face_up="set_aside", face_up_in_stack=stack)
    (row,) = (row for row in of.settlement(rules_for(shoe)) if row[0] == "13.A")
    begins = {"void": "One card found face up in a stack of the automated shoe voids", "complete_from_stub": "Two or"}
    assert row[2].startswith(begins[stack]) and row[2].endswith("is only set aside.")


# --- a stack that is completed where the device keeps the cards -----------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("dealing", [SHOE, DEVICE])
def test_where_the_cards_come_from_that_complete_a_stack(game: str, dealing: str) -> None:
    """They come once all stacks are out: from the stub, or from the device where that keeps what is left."""
    terms = read_as(table(game, dealing, ()), face_up_in_stack="complete_from_stub", single_face_up="set_aside")
    bound = rules_for(terms)
    t = Table(bound, source=ScriptedPlaces(bound.deck, {}), clock=Clock()).open()
    to(seated(t, 1, 2), "deal")
    accepted(t, "dealer", a.Report("card_face_up", cards=bound.deck.cards[:1]))
    to(t, {LIR: "decide_1"}.get(game, "decide"))
    dealt = [ev for ev in events(t, e.CardsDealt) if ev.to != "burn"]
    assert [ev.extra for ev in dealt] == [False] * (len(dealt) - 1) + [True], "the last, after every stack"
    keeps = "stub" not in [row[1].partition(" ")[2] for row in of.order_of_play(bound)] and dealing == DEVICE
    said = tables.readings(terms)
    source = "the cards left in the device" if keeps else "the stub"
    assert keeps == (dealing == DEVICE) and f"completed from {source} once all stacks" in said["X-07"]
    held = {DRAGON: "D-23", TOP5: "T-21"}.get(game)
    if held:
        but = "the cards that are left stay in the device but for those that complete a stack (X-07), and no stub"
        assert (but in said[held]) == keeps
        unlike = tables.readings(read_as(terms, face_up_in_stack="void"))[held]
        assert "X-07" not in unlike and ("stay in the device, and no stub" in unlike) == keeps
    for name, text in said.items():
        assert not (keeps and re.search(r"completed from the stub|chosen the stub", text)), name
