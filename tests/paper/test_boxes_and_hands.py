"""What a card and a sign tell players besides wagers: which hand beats which, how many positions one may play."""

import io

import pytest
from pypdf import PdfReader

from paper.letters import too_small
from paper.reading import every_wager, pages
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.placard import placard, rack_card, several_boxes
from pitboss.paper.printing import render
from support import DRAGON, LIR, TOP5, UTH, rules

POKER = "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair and high card."


@pytest.mark.parametrize("game", [LIR, UTH])
def test_the_card_says_which_hand_beats_which(game: str) -> None:
    paper = rack_card(every_wager(game))
    front = pages(paper)[0]
    assert f"Hands, from the highest Royal flush, {POKER}" in front
    assert too_small(paper) == []


def test_hands_that_are_sentences_stay_apart() -> None:
    front = pages(rack_card(every_wager(DRAGON)))[0]
    assert "Three of one character; the higher the character, the better. A pair" in front


def test_who_may_play_several_positions_is_told_so() -> None:
    """Of one alone nothing is said."""
    two, one = (rules(DRAGON, "manual_shoe", positions_per_player=n) for n in (2, 1))
    said = "You may play up to two positions side by side."
    assert (several_boxes(two), several_boxes(one)) == (said, "")
    for paper in (placard(two, "sign"), rack_card(two)):
        assert said in pages(paper)[-1]
    assert "side by side" not in pages(placard(one, "sign"))[0]


def test_a_shoe_that_shuffles_is_drawn_as_one_device() -> None:
    """Where the rulebook speaks of one device (MD-LIR 10.A); elsewhere shoe and shuffler are two."""
    together = layout_paper(rules(LIR, "automated_shoe")).data["areas"]
    assert [row[0] for row in together if "shoe" in row[0].lower() or "shuffler" in row[0].lower()] == [
        "Dealing shoe and shuffler"
    ]
    apart = layout_paper(rules(DRAGON, "automated_shoe", dealing={"shuffler": "automated"})).data["areas"]
    assert [row[0] for row in apart if "sh" in row[0]] == ["Automated dealing shoe", "Automated shuffler"]


def test_what_names_the_boxes_is_cited() -> None:
    for procedure, clause in (
        ("manual_shoe", "MD-LIR 8.D(2)"),
        ("hand", "MD-LIR 9.B"),
        ("automated_shoe", "MD-LIR 10.B(1)"),
    ):
        areas = {row[0]: row[2] for row in layout_paper(rules(LIR, procedure)).data["areas"]}
        assert areas["Six Card Bonus card box"] == clause
        assert areas["Tip box, on the dealer's other side or where approved"] == "MD-LIR 2.D, MD-LIR 2.E"
    top = {row[0]: row[2] for row in layout_paper(rules(TOP5, "manual_shoe")).data["areas"]}
    assert top["Tip box, on the dealer's other side or where approved"] == "MD-TOP5 2.C(1), MD-TOP5 2.E"


def test_boxes_that_the_rulebook_does_not_name_are_spoken_of() -> None:
    assert "205 CMR 146.13(5)" in pages(layout_paper(every_wager(UTH)))[1]
    assert "146.13" not in pages(layout_paper(every_wager(LIR)))[1]


def test_a_long_name_takes_no_three_lines() -> None:
    """Its payment stands behind its last word."""
    (pdf,) = render(rack_card(rules(LIR, "manual_shoe")), "pdf")
    back = PdfReader(io.BytesIO(pdf)).pages[1].extract_text()
    said = [" ".join(line.split()) for line in back.splitlines()]
    assert "Super royal of hearts," in said and "spades or clubs $100,000" in said
    assert "Pair of tens, jacks, queens," in said and "kings or aces 1 to 1" in said
