"""Whether a version is approved, and from when it is in force: in the foot of every page of whatever is filed, read
back from the PDF."""

from typing import Any

import pytest

from paper.letters import too_small
from paper.reading import pages
from pitboss.games import rules_for
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.placard import out_of_order, placard, rack_card
from pitboss.paper.printing import Paper, heading
from pitboss.paper.submission import submission
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table.rules import Rules
from support import DRAGON, LIR, UTH

REAL = {
    "practice": False, "operator": "River House", "version": 12,
    "approvals": {"layout": "L-1", "shoe_location": "S-1"},
}  # fmt: skip
FILING = {
    "approved": "2027-01-15", "effective": "2027-02-01", "licence": "TG-7", "contact": "Ann Lee, 410-555-0100",
    "preparer": "Bo Dee",
}  # fmt: skip
STANDS = {
    "": "not yet approved, effective date not set",
    "effective": "not yet approved, effective 2027-02-01",
    "approved effective": "approved 2027-01-15, effective 2027-02-01",
}


def bound(game: str, said: str, **more: Any) -> Rules:
    filing = {name: FILING[name] for name in said.split()}
    found = check_data(merge(default_data(game), {**REAL, "filing": filing, **more})).terms
    assert found is not None
    return rules_for(found)


def foot(paper: Paper, standing: str) -> None:
    """Every page says the version and how it stands, in letters that can be read."""
    made = pages(paper)
    assert made
    for page in made:
        assert "Submission version 12" in page and standing in page
        assert "PRACTICE, NOT APPROVED" not in page
    assert too_small(paper) == []


@pytest.mark.parametrize(("said", "standing"), STANDS.items(), ids=["neither", "day set", "approved"])
def test_every_page_of_a_sign_and_a_card(said: str, standing: str) -> None:
    rules = bound(LIR, said)
    for paper in (placard(rules), placard(rules, "sign"), rack_card(rules)):
        foot(paper, standing)


def test_every_page_of_a_submission_and_a_layout() -> None:
    rules = bound(UTH, "approved effective")
    for paper in (layout_paper(rules), submission(rules.terms)):
        foot(paper, STANDS["approved effective"])


def test_every_page_of_the_signs_for_devices() -> None:
    rules = bound(DRAGON, "", dealing={"shuffler": "automated"})
    foot(out_of_order(rules), STANDS[""])


def test_the_house_style_has_it_for_every_other_paper() -> None:
    """On two pages, beside the longest version there is."""
    rules = bound(LIR, "approved effective", version=1_000_000_000)
    source = '#import "/house.typ": *\n#show: house.with(json("/data.json").head)\nOne #pagebreak() Two'
    made = pages(Paper(source=source, data={"head": heading(rules.terms)}, title="T"))
    assert len(made) == 2
    for page in made:
        assert "Submission version 1000000000, approved 2027-01-15, effective 2027-02-01" in page


def test_a_table_for_practice_bears_no_approval() -> None:
    paper = placard(bound(LIR, "approved effective", practice=True))
    (page,) = pages(paper)
    assert "Submission version 12" in page and "2027" not in page
    assert "practice, not approved" in page.lower()


def test_the_submission_says_who_files_it_and_has_places_for_signatures() -> None:
    first = pages(submission(bound(LIR, " ".join(FILING)).terms))[0]
    for said in (
        "Approved by the regulator on 2027-01-15", "Effective from 2027-02-01", "Licence number TG-7",
        "Contact Ann Lee, 410-555-0100", "Prepared by Bo Dee",
    ):  # fmt: skip
        assert said in first
    for side in ("For the operator, signature", "For the regulator, signature"):
        assert f"{side} Name and office Date" in first


def test_what_is_not_stated_of_a_real_table_is_said_to_be_missing() -> None:
    first = pages(submission(bound(LIR, "").terms))[0]
    assert "Approved by the regulator on not yet approved" in first
    assert first.count("not stated") == 5


HELP = "Gambling problem? Call 1-800-GAMBLER."


def test_the_line_about_problem_gambling_stands_on_sign_and_card() -> None:
    """Of a table for practice too, and nowhere where none is given."""
    rules = bound(LIR, "", practice=True, filing={"helpline": HELP})
    for paper in (placard(rules, "sign"), rack_card(rules)):
        assert HELP in pages(paper)[-1]
        assert too_small(paper) == []
    assert HELP not in pages(placard(bound(LIR, ""), "sign"))[0]
