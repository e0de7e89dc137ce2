"""The page of a comparison: which columns are for practice, and a chart that can be read."""

from msgspec.structs import replace

from paper.letters import emptiness, pages_of_words
from paper.par_cases import changed, everything, lines_of, terms_of
from pitboss.lab.win.model import TablePlay
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.compare import MOST, ComparedSubmission, Comparison, chart, compare, page
from pitboss.paper.printing import typographic
from pitboss.rulebook.submission import default_submission


def test_only_the_columns_for_practice_are_marked_where_one_is_approved() -> None:
    text = default_submission("dragon-poker")
    approved = changed(text, "practice = true ", "practice = false ")
    for name, given in (("operator", "The House"), ("layout", "LAYOUT-1"), ("shoe_location", "SHOE-1")):
        approved = changed(approved, f'\n{name} = "" ', f'\n{name} = "{given}" ')
    lines = lines_of(page(compare([("mine.toml", terms_of(text)), ("theirs.toml", terms_of(approved))])))
    assert len([line for line in lines if "PRACTICE, NOT APPROVED FOR GAMING" in line]) == 1
    assert lines.index("PRACTICE, NOT APPROVED FOR GAMING") > next(n for n, x in enumerate(lines) if "mine.toml" in x)
    assert "No. 1, practice No. 2" in lines
    both = lines_of(page(compare([("a", terms_of(text))] * 2)))
    assert "PRACTICE, NOT APPROVED FOR GAMING" in both and "No. 1 No. 2" in both


def test_a_file_is_called_by_its_own_letters() -> None:
    """What somebody must type keeps the signs of the keyboard; names and sentences have those of print."""
    text = changed(default_submission("dragon-poker"), 'table = "Dragon Poker 1"', "table = \"O'Hara's\"")
    printed = typographic(page(compare([("o'brien.toml", terms_of(text))] * 2)).data)["columns"]
    assert [(it["file"], it["table"]) for it in printed] == [("o'brien.toml", "O’Hara’s")] * 2


# --- the chart ------------------------------------------------------------------------------------------------------

SCALE = "Each wager has its own scale"


def test_the_chart_of_six_submissions_ends_on_the_first_page() -> None:
    named = [(f"{n}.toml", terms_of(everything("let-it-ride"))) for n in range(MOST)]
    pages = pages_of_words(page(compare(named)))
    assert [any(SCALE in word.text for word in words) for words in pages] == [True, *([False] * (len(pages) - 1))]
    assert all(emptiness(words, 595, 45, 45) < 0.35 for words in pages[:-1])


def test_a_chart_that_goes_on_bears_its_head_again_and_tears_no_wager() -> None:
    paper = page(compare([("a", terms_of(everything("let-it-ride")))] * 2))
    groups = [{**group, "title": f"Wager {n}"} for n, group in enumerate(paper.data["chart"] * 12)]
    pages = pages_of_words(replace(paper, data={**paper.data, "chart": groups, "sections": paper.data["sections"][:1]}))
    charted = [[word.text for word in words if word.text.startswith("Wager ")] for words in pages]
    assert sum(map(len, charted)) == len(groups) and len([some for some in charted if some]) > 1
    for words, some in zip(pages, charted, strict=True):
        if some:
            assert any("Theoretical win of an hour" in word.text for word in words)
            assert len([word for word in words if word.text == "2"]) >= len(some)


def test_the_chart_says_for_how_many_hands_cover_all_was_worked_out() -> None:
    """Two tables of other numbers of positions are not compared as if they were alike."""
    terms = terms_of(everything("ultimate-texas-holdem"))
    columns = []
    for number, positions in enumerate((4, 6), 1):
        held = replace(terms, positions=positions)
        (*_, full) = odds(Request(game=terms.game, terms=held, wager="cover_all"))
        columns.append(ComparedSubmission(number, f"{number}.toml", held, (full,)))
    (charted,) = chart(Comparison(terms.game, tuple(columns), TablePlay()))
    assert [bar["hands"] for bar in charted["bars"]] == ["5 hands", "7 hands"]
    other = page(compare([("a", terms_of(default_submission("let-it-ride")))] * 2))
    assert {bar["hands"] for group in other.data["chart"] for bar in group["bars"]} == {""}
    lines = lines_of(replace(other, data={**other.data, "chart": [charted]}))
    for bar in charted["bars"]:
        assert any(f"{bar['number']}, {bar['hands']} {bar['edge']}" in line for line in lines)
