"""How papers are set: long names stay on the sheet, rows stand clear of their rules, pages are not left half empty."""

import io
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from paper.inks import sheets
from paper.letters import too_small
from paper.par_cases import everything, terms_of
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.paper.par_proof import versions
from pitboss.paper.par_wagers import wager_page
from pitboss.paper.placard import placard
from pitboss.paper.printing import Paper, heading, render, template
from support import GAMES, LIR, rules

Word = tuple[str, float, float]
"""What is written, how large, how high on the page."""

NAMES = {
    "one word": "Chesapeakegrandandsonsandbrothersandcousinsandnephewsandallotherskinofthefamilyy",
    "broad": "W" * 80,
    "words": "Grand Chesapeake Hotel, Conference Centre and Casino of the Lower Eastern Shore.",
}


def written(paper: Paper) -> list[list[Word]]:
    """The pieces of text of each page."""
    (pdf,) = render(paper, "pdf")
    pages: list[list[Word]] = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        found: list[Word] = []

        def note(text: str, cm: Any, tm: Any, font: Any, size: float, found: list[Word] = found) -> None:
            if text.strip():
                found.append((text.strip(), abs(tm[3]) * size, cm[5] + cm[3] * tm[5]))

        page.extract_text(visitor_text=note)
        pages.append(found)
    return pages


def lines(paper: Paper) -> list[str]:
    (pdf,) = render(paper, "pdf")
    return [" ".join(line.split()) for line in PdfReader(io.BytesIO(pdf)).pages[0].extract_text().splitlines()]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_long_name_stays_in_the_running_head(name: str) -> None:
    """On one line where that leaves letters of six points."""
    assert len(name) == 80
    bound = rules(LIR, operator=name, table=name[::-1])
    source = '#import "/house.typ": *\n#show: house.with(json("/data.json").head)\nBody'
    paper = Paper(source=source, data={"head": heading(bound.terms)}, title="T")
    found = lines(paper)
    assert too_small(paper) == []
    said = "".join(found).replace("\u200b", "")
    assert said.startswith((f"{name}Let It Ride,{name[::-1]}", f"{name}Let It Ride, {name[::-1]}"))
    if name != NAMES["broad"]:
        assert found[0] == name


@pytest.mark.parametrize(("name", "size"), [("Grand", 12.0), (NAMES["broad"], 6.0), (NAMES["one word"], 6.16)])
def test_a_name_too_broad_for_the_sign_is_set_smaller(name: str, size: float) -> None:
    """One that is too broad even at six points is broken."""
    source = (
        '#import "/house.typ": *\n#set page(width: 90mm, height: 50mm, margin: 5mm)\n'
        '#set text(font: serif)\n#fit-line(json("/data.json").name, 12pt)'
    )
    (words,) = written(Paper(source=source, data={"name": name}, title="T"))
    assert "".join(word[0] for word in words).replace("\u200b", "") == name
    assert {round(word[1], 2) for word in words} == {size}
    assert (len(words) > 1) == (name == NAMES["broad"])
    ((*_,),) = written(placard(rules(LIR, operator=name), "sign"))  # one page still


def test_a_wrapped_line_stands_closer_than_the_next_row() -> None:
    course = [["wrapped " * 14, "1.A"], ["second", "1.B"], ["third", "1.C"], ["fourth", "1.D"]]
    made = {"title": "E", "course": course, "cards": [["C", "A"]], "results": [["w", "r", "n", "c"]]}
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#set text(font: serif)\n'
        '#example-section(json("/data.json"))'
    )
    (found,) = written(Paper(source=source, data=made | {"main": "", "total": ""}, title="T"))
    wrapped = sorted({round(high, 1) for text, _, high in found if text.startswith("wrapped")}, reverse=True)
    below = [next(high for text, _, high in found if text == row) for row in ("second", "third", "fourth")]
    assert len(wrapped) > 1
    apart = [a - b for a, b in pairwise(wrapped)]
    rows = [a - b for a, b in pairwise(below)]
    assert max(apart) < min(rows) - 1


def test_a_wager_begins_on_a_page_that_is_half_empty() -> None:
    """Its figures and lines stand there; only the chart of its results goes to the next page."""
    text = everything("top-five-poker")
    row = next(r for r in exact_odds(submission=text) if r.wager == "poker_bonus")
    data = {"head": heading(terms_of(text), "a4"), "it": wager_page(rules_for(terms_of(text)), row)}
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
        "#show: house.with(data.head)\n#block(height: 140mm)[Before]\n#wager-section(data.it)"
    )
    first, second = ([text for text, _, _ in page] for page in written(Paper(source=source, data=data, title="T")))
    assert any(word.startswith("Poker Bonus, paytable A") for word in first) and "all together" in first
    assert any("net results" in word for word in second)


def test_a_wager_of_many_lines_begins_where_only_its_figures_fit() -> None:
    """Else almost half of a page would stay empty before it."""
    text = everything("top-five-poker")
    row = next(r for r in exact_odds(submission=text) if r.wager == "poker_bonus")
    it = wager_page(rules_for(terms_of(text)), row)
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
        "#show: house.with(data.head)\n#block(height: data.before * 1mm)[Before]\n#wager-section(data.it)"
    )
    for before, more, begins in ((190, 0, 1), (165, 9, 0)):
        figures = [*it["figures"], *[["More", "1", ""]] * more]
        data = {"head": heading(terms_of(text), "a4"), "it": it | {"figures": figures}, "before": before}
        pages = [[text for text, _, _ in page] for page in written(Paper(source=source, data=data, title="T"))]
        titled = [n for n, words in enumerate(pages) if any(w.startswith("Poker Bonus, paytable A") for w in words)]
        assert titled == [begins] and "all together" in pages[1]


@pytest.mark.parametrize("before", ["220mm", "150mm"])
def test_the_best_play_does_not_begin_on_a_page_that_cannot_hold_its_chart(before: str) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="400" viewBox="0 0 1100 400"/>'
    piece = {"file": "/chart.svg", "alt": "chart"}
    it = {"words": [], "spot": None, "width": 182, "pieces": [piece]}
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
        f"#show: house.with(data.head)\n#block(height: {before})[Before]\n"
        "#best-play(data.it)[\n= Best play\n#intro[In the chart on #chart-page() dark is played.]\n]\nAfter"
    )
    data = {"head": heading(rules(LIR).terms), "it": it}
    paper = Paper(source=source, data=data, title="T", files={"chart.svg": drawing})
    pages = [" ".join(text for text, _, _ in page) for page in written(paper)]
    opened = [n for n, words in enumerate(pages) if "Best play" in words]
    assert opened == [n for n, words in enumerate(pages) if "on this page dark is played" in words]
    assert opened == ([1] if before == "220mm" else [0])


def test_the_pages_of_a_chart_in_two_pieces_are_named() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="900" viewBox="0 0 1100 900"/>'
    piece = {"file": "/chart.svg", "alt": "chart"}
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
        "#show: house.with(data.head)\n#best-play(data.it)[\n= Best play\n#intro[On #chart-page() it is.]\n]"
    )
    for pieces, named in (([piece], "On this page it is"), ([piece, piece], "On pages 1 and 2 it is")):
        it = {"words": [], "spot": None, "width": 182, "pieces": pieces}
        data = {"head": heading(rules(LIR).terms), "it": it}
        paper = Paper(source=source, data=data, title="T", files={"chart.svg": drawing})
        first, *_ = [" ".join(text for text, _, _ in page) for page in written(paper)]
        assert named in first


# --- worked examples ------------------------------------------------------------------------------------------------


def example(rows: int, before: str) -> list[list[Word]]:
    """An example of so many events below a block of this height."""
    made = {
        "title": "Example",
        "course": [[f"event {n:02}", f"1.{n}"] for n in range(rows)],
        "cards": [["Dealer", "cards"]],
        "results": [["Ante", "1 to 1", "+$5", "1.A"]],
        "main": "+$5",
        "total": "+$5",
    }
    source = (
        '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
        f"#show: house.with(data.head)\n#block(height: {before})[Before]\n#example-section(data.it)"
    )
    return written(Paper(source=source, data={"head": heading(rules(LIR).terms), "it": made}, title="T"))


def test_what_happens_stands_in_two_columns_of_the_same_height() -> None:
    (page,) = example(24, "10mm")
    high = {text: at for text, _, at in page if text.startswith("event")}
    assert len(high) == 24
    for n in range(12):
        assert abs(high[f"event {n:02}"] - high[f"event {n + 12:02}"]) < 0.5, n
    (page,) = example(9, "10mm")
    assert len({round(at) for text, _, at in page if text.startswith("event")}) == 9, "few rows need one column"


def test_an_example_begins_on_the_page_where_its_results_fit() -> None:
    """Only what happened goes to the next page, whole; no heading stays behind alone."""
    first, second = example(24, "185mm")
    assert {"Example", "Main game", "All wagers"} <= {text for text, _, _ in first}
    assert not any(text.startswith("event") for text, _, _ in first)
    assert sum(text.startswith("event") for text, _, _ in second) == 24
    first, second = example(24, "240mm")
    assert not {"Example", "Main game"} & {text for text, _, _ in first}
    assert {"Example", "Main game", "event 23"} <= {text for text, _, _ in second}


# --- rows and digests -----------------------------------------------------------------------------------------------

PARTS = (
    '#import "/house.typ": *\n#import "/par_parts.typ": *\n#let data = json("/data.json")\n'
    "#show: house.with(data.head)\n"
)


@pytest.mark.parametrize("before", [205, 209, 213, 217, 221])
def test_of_a_torn_table_at_least_four_rows_stand_on_the_next_page(before: int) -> None:
    source = PARTS + f'#block(height: {before}mm)[Before]\n#ruled(("A", "B"), data.rows)'
    data = {"head": heading(rules(LIR).terms), "rows": [[f"row {n}", "b"] for n in range(8)]}
    pages = [[text for text, _, _ in page] for page in written(Paper(source=source, data=data, title="T"))]
    counts = [sum(text.startswith("row ") for text in page) for page in pages]
    assert sum(counts) == 8 and 1 not in counts
    assert len(counts) == 1 or counts[1] >= 4


def test_the_digests_do_not_stand_alone_on_a_page() -> None:
    """What was found by the tests of the shuffle comes along: wherever the table of them ends."""
    source = template("par.typ")
    start, end = source.index("// The digests never"), len(source)
    for before in (120, 170):
        made = PARTS + f"#block(height: {before}mm)[Before]\n{source[start:end]}"
        data = {
            "head": heading(rules(LIR).terms),
            "shuffle": {"verdict": "Accepted", "said": ["Why so. " * 40], "command": "pitboss shuffle-test"},
            "versions": [[f"Source {n}", "0" * 64] for n in range(12)] + [["Command", "pitboss par"]],
        }
        pages = [[text for text, _, _ in page] for page in written(Paper(source=made, data=data, title="T"))]
        (found,) = [n for n, page in enumerate(pages) if any(text.startswith("Accepted") for text in page)]
        (told,) = [n for n, page in enumerate(pages) if any(text.startswith("Source 0") for text in page)]
        assert found == told == (0 if before == 120 else 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_digests_keep_within_the_margins(game: str) -> None:
    """Whatever their names are: a digest of 64 letters stands on one line."""
    rows = versions(rules(game).terms, b"submission", "pitboss par")
    longer = [["Source of everything that there is, and of all that is not", "0" * 64], *rows]
    for made in (rows, longer):
        data = {"head": heading(rules(game).terms), "versions": made}
        (sheet,) = sheets(Paper(source=PARTS + "#versions(data.versions)", data=data, title="T"))
        margin = 20 / 25.4 * 72
        assert len(sheet.texts) > 2 * len(rows) - 2 and sheet.outside(margin - 0.5) == []
        assert sheet.overprinted() == []


def test_what_follows_fills_the_page_that_cannot_hold_the_chart() -> None:
    """The chart of the best play stands at the top of the next page then."""
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="1060" height="1000" viewBox="0 0 1060 1000"/>'
    piece = {"file": "/chart.svg", "alt": "chart"}
    it = {"words": [[{"item": False, "words": "Play it."}]], "spot": None, "width": 182, "pieces": [piece]}
    data = {"head": heading(rules(LIR).terms), "it": it}
    for before, chart, after in ((120, 2, 1), (10, 1, 1), (200, 2, 2)):
        source = PARTS + (
            f"#block(height: {before}mm)[Before]\n#best-play(data.it)[\n= Best play\n]\nAfter #chart-page()\n"
            "#context [It stands on #query(<best-play>).first().location().page().]"
        )
        paper = Paper(source=source, data=data, title="T", files={"chart.svg": drawing})
        pages = [" ".join(text for text, _, _ in page) for page in written(paper)]
        assert f"It stands on {chart}." in " ".join(pages)
        assert [n for n, words in enumerate(pages, 1) if "After" in words] == [after]
