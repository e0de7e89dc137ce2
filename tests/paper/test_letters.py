"""No letter of any paper of any game is smaller than six points, and no page but the last stays half empty."""

from typing import Any

import pytest

from paper.letters import emptiness, pages_of_words, too_small
from paper.par_cases import changed, everything, terms_of
from paper.reading import every_wager
from pitboss.felt.small import small_felt
from pitboss.paper.compare import compare, page
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.placard import PAGES, placard, rack_card
from pitboss.paper.printing import Paper, template
from pitboss.paper.submission import submission
from pitboss.rulebook.submission import default_submission
from support import DRAGON, GAMES, TOP5, rules

SIZES: Any = [size for size in PAGES if size != "rack"]
LONG = {"operator": "M" * 80, "table": "W" * 80}


@pytest.mark.parametrize("game", GAMES)
def test_signs_cards_and_layouts_have_no_small_letters(game: str) -> None:
    bound = every_wager(game)
    papers = [rack_card(bound), layout_paper(bound), *(placard(bound, size) for size in SIZES), rack_card(rules(game))]
    assert [word for paper in papers for word in too_small(paper)] == []


def test_a_name_without_a_space_is_broken_and_not_set_in_small_letters() -> None:
    bound = rules(TOP5, **LONG)
    for paper in (rack_card(bound), layout_paper(bound), placard(bound, "sign")):
        assert too_small(paper) == []
        for words in pages_of_words(paper):
            assert sum(word.text.count("M") for word in words) >= 80


def test_a_small_letter_in_a_drawing_is_noticed() -> None:
    """Also where it is turned."""
    paper = rack_card(every_wager(DRAGON))
    for size, small in (("60", False), ("30", True)):
        drawing = small_felt(every_wager(DRAGON)).replace('font-size="60"', f'font-size="{size}"').encode()
        found = too_small(Paper(template("rack_card.typ"), paper.data, "T", {"felt.svg": drawing}))
        assert bool(found) == small
        assert not small or {word.text for word in found} >= {"A", "B"}


@pytest.mark.parametrize("game", GAMES)
def test_the_small_drawing_bears_a_letter_for_each_area_and_the_card_tells_it(game: str) -> None:
    bound = every_wager(game)
    data = rack_card(bound).data
    front = " ".join(word.text for word in pages_of_words(rack_card(bound))[0])
    offered = {wager.title for wager in bound.wagers if wager.id != "envy"}
    assert {title for _, title, _ in data["letters"]} == offered
    for letter, title, _ in data["letters"]:
        assert f"{letter} {title}" in front.replace("\xa0", " ")


@pytest.mark.parametrize("game", GAMES)
def test_submissions_and_comparisons_have_no_small_letters_and_no_empty_pages(game: str) -> None:
    before = terms_of(default_submission(game))
    now = terms_of(changed(everything(game), "version = 1 ", "version = 2 "))
    paper = submission(now, before)
    assert too_small(paper) == []
    for number, words in enumerate(pages_of_words(paper)[:-1], 1):
        assert emptiness(words) < 0.4, number
    for named in ([("a.toml", before), ("b.toml", now)], [("a.toml", before), ("b.toml", now), ("c.toml", now)]):
        sheets = page(compare(named))
        assert too_small(sheets) == []
        *first, last = pages_of_words(sheets)
        assert all(emptiness(words, head=45.0, foot=45.0) < 0.4 for words in first)
        assert not first or emptiness(last, head=45.0, foot=45.0) < 0.6  # more than one small table
