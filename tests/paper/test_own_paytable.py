"""A paytable of the operator's own has one name in all papers."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from paper.par_cases import terms_of
from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.par_proof import title_of
from pitboss.paper.par_rules import in_force
from pitboss.paper.par_wagers import wager_page
from pitboss.paper.stakes import best_play_words
from pitboss.paper.submission import data
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.terms import Terms
from pitboss.wording.plainly import plain
from support import TOP5, UTH


def better() -> Terms:
    """Trips by paytable A with a straight flush at 41 to 1."""
    terms = terms_of(default_submission(UTH))
    (trips,) = (w for w in terms.wagers if w.id == "trips")
    lines = tuple(replace(x, pay=ToOne(41, 1)) if x.hand == "straight_flush" else x for x in trips.lines)
    assert trips.paytable == "A" and lines != trips.lines
    return replace(terms, wagers=tuple(replace(w, lines=lines) if w.id == "trips" else w for w in terms.wagers))


def strings(made: Any) -> Iterator[str]:
    if isinstance(made, str):
        yield made
    elif isinstance(made, dict):
        yield from (said for each in made.values() for said in strings(each))
    elif isinstance(made, list | tuple):
        yield from (said for each in made for said in strings(each))


def test_it_is_called_own_everywhere() -> None:
    terms = better()
    rules = rules_for(terms)
    (row,) = (r for r in odds(Request(game=UTH, terms=terms)) if r.wager == "trips")
    paper = data(rules, [row], None, [], "", "")
    assert "own, in no line below A" in {r[2].removeprefix("*") for part in paper["sections"] for r in part["rows"]}
    assert "own paytable, in no line below A" in {table["table"] for table in paper["paytables"]}
    assert [found[1] for found in paper["advantages"]] == ["own"]
    assert [r[1] for r in in_force(terms) if r[0].startswith("Trips paytable")] == ["own, in no line below A"]
    assert title_of(rules, "trips", row.paytable) == "Trips, own"
    section = wager_page(rules, row)
    assert section["table"] == "own paytable"
    assert not [said for said in strings([paper, section]) if "custom" in said or "own lines" in said]
    assert plain("custom") == "own"


def test_who_plays_best_loses_the_advantage_on_average() -> None:
    terms = terms_of(default_submission(TOP5))
    (row,) = odds(Request(game=TOP5, terms=terms, wager="main"))
    assert "loses on average the house advantage of 0.4931%" in best_play_words(rules_for(terms), row, [], "")["said"]
