"""The papers of games by house rules of our own, made and read back: sign, rack card, layout, submission, PAR sheet."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from paper.par_cases import lines_of, terms_of
from paper.reading import areas, pages, words
from pitboss.cli.par import telling
from pitboss.felt.drawing import felt
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.par import par
from pitboss.paper.placard import out_of_order, placard, rack_card
from pitboss.paper.submission import submission
from pitboss.rulebook.submission import default_submission
from support import CARIBBEAN, THREE, rules

PAID = {  # what every sign must say, written down a second time
    THREE: {
        "Ante": [
            "Beats the dealer 1 to 1",
            "Bonus for a straight flush 5 to 1",
            "Bonus for three of a kind 4 to 1",
            "Bonus for a straight 1 to 1",
        ],
        "Play": ["Beats the dealer 1 to 1"],
        "Pair Plus": [
            "Straight flush 40 to 1",
            "Three of a kind 30 to 1",
            "Straight 6 to 1",
            "Flush 4 to 1",
            "Pair 1 to 1",
        ],
    },
    CARIBBEAN: {
        "Ante": ["Beats the dealer 1 to 1"],
        "Call": [
            "Royal flush 100 to 1",
            "Straight flush 50 to 1",
            "Four of a kind 20 to 1",
            "Full house 7 to 1",
            "Flush 5 to 1",
            "Straight 4 to 1",
            "Three of a kind 3 to 1",
            "Two pair 2 to 1",
            "Pair or less 1 to 1",
        ],
        "Five Card Bonus": [
            "Royal flush 1,000 to 1",
            "Straight flush 500 to 1",
            "Four of a kind 200 to 1",
            "Full house 60 to 1",
            "Flush 40 to 1",
            "Straight 30 to 1",
            "Three of a kind 10 to 1",
            "Two pair 7 to 1",
        ],
    },
}
QUALIFIES = {THREE: "Dealer Plays with Queen High or Better", CARIBBEAN: "Dealer Plays with Ace-King or Better"}
STAKED = {THREE: "Equal to the Ante", CARIBBEAN: "Two times the Ante"}
BOTH = pytest.mark.parametrize("game", PAID)


def in_order(text: str, wanted: list[str]) -> bool:
    return re.search(".*?".join(re.escape(each) for each in wanted), text) is not None


@BOTH
def test_the_sign_states_every_payment(game: str) -> None:
    (page,) = pages(placard(rules(game, operator="River Casino")))
    for title, lines in PAID[game].items():
        assert in_order(page, [title, *lines]), title
    assert QUALIFIES[game] in page and STAKED[game] in page and "River Casino" in page


@BOTH
def test_the_rack_card_tells_how_to_play_and_what_is_paid(game: str) -> None:
    front, back = pages(rack_card(rules(game)))
    assert f"{STAKED[game].lower()[:-8]}your Ante" in front
    assert all(line in back for lines in PAID[game].values() for line in lines)


@BOTH
def test_the_felt_has_an_area_for_every_wager_at_every_position(game: str) -> None:
    svg = ElementTree.fromstring(felt(rules(game)))
    for seat in range(1, 7):
        found = areas(svg, seat)
        shown = {" ".join(words(found[area])).upper() for area in found}
        assert {title.upper() for title in PAID[game]} <= shown
    for page in pages(layout_paper(rules(game))):
        assert rules(game).book.title in page


@BOTH
def test_the_out_of_order_signs_are_made_for_each_device(game: str) -> None:
    shoe, shuffler = pages(out_of_order(rules(game, "automated_shoe")))
    assert "Out of order".upper() in shoe.upper() and "Out of order".upper() in shuffler.upper()


@BOTH
def test_the_submission_states_paytables_and_choices(game: str) -> None:
    text = " ".join(lines_of(submission(rules(game).terms)))
    for lines in PAID[game].values():
        for line in lines:
            assert line.lower() in text.lower(), line
    assert f"Rules Submission No. 1 {rules(game).book.title}, house rules" in text


@cache
def sheet(game: str) -> str:
    terms = terms_of(default_submission(game))
    return " ".join(lines_of(par(terms, telling(), rounds=20_000, shuffles=2_000)))


FIGURES = {
    THREE: [
        "3.3730%",
        "686689/20358520",
        "2.0147%",
        "1.639253",
        "44.91%",
        "2.3167%",
        "128/5525",
        "459.42 to 1",
        "everything else returned 1,520.3 to 1 267,648 0.0657%",
        "everything else loses 1 to 1.22 224,054,416 55.03%",
    ],
    CARIBBEAN: [
        "5.2243%",
        "142031221/2718662100",
        "2.5553%",
        "2.242950",
        "38.55%",
        "4.0415%",
        "8753/216580",
        "1,189,351 to 1",
        "19,933,230,517,200",
    ],
}


@BOTH
def test_the_par_sheet_has_the_exact_figures(game: str) -> None:
    """Ways and odds of the rarest lines, worked out from the fractions; the games' own tests assert the rest."""
    for figure in FIGURES[game]:
        assert figure in sheet(game), figure
    assert "Simulated and exact figures agree." in sheet(game)


EXAMPLES = {  # a title of each example, what the main game and all wagers bring at $5 each
    THREE: [("The player wins", "+$10", "+$15"), ("The dealer does not play", "+$5", "$0"),
            ("The player loses and is paid the bonus", "+$10", "+$160"), ("The hands tie", "$0", "-$5"),
            ("The player loses", "-$10", "-$15"), ("The player folds", "-$5", "-$10")],
    CARIBBEAN: [("The player wins", "+$25", "+$60"), ("The dealer does not play", "+$5", "+$55"),
                ("A flush against a pair", "+$55", "+$255"), ("The hands tie", "$0", "-$5"),
                ("The player loses", "-$15", "-$20"), ("The player folds", "-$5", "-$10")],
}  # fmt: skip


@BOTH
def test_the_worked_examples_end_as_by_hand(game: str) -> None:
    text = sheet(game)
    for place, (title, main, everything) in enumerate(EXAMPLES[game], 1):
        start = text.rindex(f"5.{place} {title} ")
        assert f"Main game {main} All wagers {everything} " in text[start : start + 900], title
