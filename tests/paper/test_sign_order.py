"""A sign keeps the order of the rulebook from column to column, and a long payment begins beside its hand."""

import pytest

from paper.par_cases import everything, lines_of, terms_of
from pitboss.games import rules_for
from pitboss.paper.placard import placard
from pitboss.paper.printing import Paper
from pitboss.paper.words import wager_title
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms


def ride_with_three_meters() -> Terms:
    """Let It Ride with its longest tables: three meters and an Envy Bonus."""
    meters = {m.name: m.minimum // 100 for m in book("let-it-ride").meters if m.letter == "E"}
    tables = {"let_it_ride": "C", "five_card_bonus": "G", "six_card_bonus": "B", "progressive": "E"}
    changes = {
        "wagers": {name: {"paytable": letter} for name, letter in tables.items()},
        "meters": {name: {"rate": "5", "initial": least, "reset": least} for name, least in meters.items()},
    }
    terms = check_data(merge(default_data("let-it-ride"), changes)).terms
    assert terms is not None and len(terms.meters) == 3
    return terms


@pytest.mark.parametrize("terms", [ride_with_three_meters(), terms_of(everything("ultimate-texas-holdem"))])
def test_wagers_stand_in_the_order_of_the_rulebook(terms: Terms) -> None:
    """Cover All, whose table is as wide as the sheet, stands below the others."""
    rules = rules_for(terms)
    lines = lines_of(placard(rules, "a4"))
    titles = list(dict.fromkeys(wager_title(rules.book, w.family) for w in rules.wagers if w.id != "cover_all"))
    shown = [line for line in lines if line in titles]
    assert shown == [title for title in titles if title in shown] and len(shown) > 3


def test_a_share_of_a_meter_begins_on_the_line_of_its_hand() -> None:
    """`Royal flush … 100 percent of`, and below it `the Mega Progressive meter`."""
    lines = lines_of(placard(rules_for(ride_with_three_meters()), "a4"))
    place = next(n for n, line in enumerate(lines) if "percent of" in line)
    assert lines[place : place + 2] == ["Royal flush 100 percent of", "the Mega Progressive meter"]


SHARED = '#import "/fitting.typ": shared-out\n#set page(width: 200pt, height: 40pt)\n{}'


@pytest.mark.parametrize(
    ("heights", "places"),
    [
        ("(38, 28, 30, 22)", "0 0 1 1"),  # 66 beside 52; 60 beside 58 would take the last before the second
        ("(40, 70, 40)", "0 1 0"),  # 110 beside 40 would be a much smaller sign
    ],
)
def test_tables_leave_their_order_only_where_that_gains_much(heights: str, places: str) -> None:
    source = SHARED.format(f'#shared-out({heights}, 2).map(str).join(" ")')
    (said,) = lines_of(Paper(source=source, data={}, title="Columns"))
    assert said == places
