"""What sign and card say of the hands that count for Cover All, held against rounds in which the best one is folded."""

import pytest

from paper.cover_all_rounds import cover_all, read_as
from paper.reading import pages
from pitboss.paper.placard import placard, rack_card
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission_options import reading_options
from pitboss.wording.how_to_play import of_wager, sayings
from support import UTH

EXPOSED = (
    "A folded hand counts only if its cards stay on the table for another wager; in the discard rack it does not "
    "count, however good."
)
COUNTED = {
    "exposed": (EXPOSED, (-1, 1)),
    "all_dealt": ("Every hand that was dealt counts, also the folded ones.", (1, 1)),
    "not_folded": ("A folded hand does not count, however good.", (-1, -1)),
}
"""By reading: the sentence, and how Cover All ends if the best hand is folded to the rack, and under Trips."""


def test_every_reading_of_the_operator_has_its_sentence() -> None:
    values = reading_options(UTH)["cover_all_hands"].values
    assert set(values) == set(COUNTED)
    said = [of_wager(read_as(value), "cover_all") for value in values]
    assert len(set(said)) == len(values) and all(said)


@pytest.mark.parametrize("counts", COUNTED)
def test_the_engine_counts_the_hands_that_the_card_names(counts: str) -> None:
    sentence, ends = COUNTED[counts]
    assert sentence in of_wager(read_as(counts), "cover_all")
    assert (cover_all(counts, kept=False), cover_all(counts, kept=True)) == ends
    assert cover_all(counts, kept=False, acts=("play_4x",)) == 1, "a hand that plays always counts"


@pytest.mark.parametrize("counts", COUNTED)
def test_players_are_told_on_sign_and_card(counts: str) -> None:
    sentence = COUNTED[counts][0]
    others = {said for said, _ in COUNTED.values()} - {sentence}
    for paper in (placard(read_as(counts)), placard(read_as(counts), "sign"), rack_card(read_as(counts))):
        text = " ".join(pages(paper))
        assert sentence in text and "even if you fold" in text and not [other for other in others if other in text]


def test_a_sentence_under_a_choice_names_a_value_that_is_permitted() -> None:
    for game in games():
        said = sayings(game)
        known = reading_options(game)
        for each in (*said.step, *said.wager):
            assert all(value in known[name].values for name, value in each.chosen.items()), (game, each.at)
