"""What a submission says of its filing: days are days of the calendar, no rule of the game looks at any of it, and
terms written before there was such a thing stay what they were, byte for byte."""

import hashlib
from datetime import date
from typing import Any

import msgspec
import pytest
from pydantic_core import PydanticCustomError

from pitboss.paper.submission import definitions
from pitboss.play.log import unlawful
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check, check_data, default_data, default_submission, merge
from pitboss.rulebook.submission_form import filled, started
from pitboss.rulebook.submission_shape import day
from pitboss.rulebook.terms import Filing, Terms
from pitboss.wording.filing_words import filing_words, standing
from support import LIR, SHIPPED, UTH

REAL = {"practice": False, "operator": "River House", "approvals": {"layout": "L-1", "shoe_location": "S-1"}}
FILING: dict[str, Any] = {
    "approved": "2027-01-15", "effective": "2027-02-01", "licence": "TG-7", "contact": "Ann, 410-555-0100",
    "preparer": "Bo", "helpline": "Gambling problem? Call 1-800-GAMBLER.",
}  # fmt: skip


def terms(**filing: str) -> Terms:
    found = check_data(merge(default_data(LIR), {**REAL, "filing": filing})).terms
    assert found is not None
    return found


@pytest.mark.parametrize("game", SHIPPED)
def test_terms_without_a_filing_are_written_as_before(game: str) -> None:
    """The fingerprint is that of the whole text, in which no filing is named."""
    nothings: tuple[dict[str, Any], ...] = ({}, {"filing": {}}, {"filing": {"approved": "", "licence": "  "}})
    for nothing in nothings:
        found = check_data(merge(default_data(game), nothing)).terms
        assert found is not None
        text = msgspec.json.encode(found, order="deterministic")
        assert b"filing" not in text
        assert found.digest == hashlib.sha256(text).hexdigest()[:16]
        assert "filing" not in as_submission(found)


def test_a_version_bears_one_fingerprint_before_and_after_its_approval() -> None:
    assert terms().digest == terms(**FILING).digest
    assert terms() != terms(**FILING)
    told = msgspec.json.decode(msgspec.json.encode(terms(**FILING)), type=Terms)
    assert told.filing == Filing(**FILING) and told == terms(**FILING)


def test_a_log_brings_the_filing_back() -> None:
    found = terms(**FILING)
    assert as_submission(found)["filing"] == FILING
    assert check_data(as_submission(found)).terms == found
    assert unlawful(found) == ""


def test_terms_that_named_nobody_were_lawful_and_are_read_for_ever() -> None:
    """A new submission of a table for real chips is asked for the name."""
    nobody = merge(default_data(UTH), {"practice": False, "approvals": {"shoe_location": "S-1"}})
    once = check_data(nobody, in_force=True).terms
    assert once is not None and once.operator == ""
    assert unlawful(once) == ""
    assert [fault.key for fault in check_data(nobody).faults] == ["operator"]


@pytest.mark.parametrize(
    "wrong", ["2027-02-29", "2027-1-5", "15 January 2027", "01/15/2027", "2027-01-15T00:00", "\u0662027-01-15"]
)
@pytest.mark.parametrize("key", ["approved", "effective"])
def test_a_wrong_day_is_refused_with_its_line(key: str, wrong: str) -> None:
    text = default_submission(LIR) + f'[filing]\ncontact = "Ann"\n{key} = "{wrong}"\n'
    (fault,) = check(text).faults
    assert (fault.line, fault.key) == (text.count("\n"), f"filing.{key}")
    assert "is not a day of the calendar" in str(fault) and '"2027-01-15"' in str(fault)


def test_a_day_may_stand_without_quotation_marks_but_no_time_of_day() -> None:
    found = check(default_submission(LIR) + "[filing]\neffective = 2027-01-15\n").terms
    assert found is not None and found.filing == Filing(effective="2027-01-15")
    (fault,) = check(default_submission(LIR) + "[filing]\neffective = 2027-01-15T10:00:00\n").faults
    assert fault.key == "filing.effective"


@pytest.mark.parametrize(("effective", "lawful"), [("2027-01-14", False), ("2027-01-15", True), ("2027-01-16", True)])
def test_nothing_takes_effect_before_its_approval(effective: str, lawful: bool) -> None:
    found = check_data(merge(default_data(LIR), {**REAL, "filing": {"approved": "2027-01-15", "effective": effective}}))
    assert [fault.key for fault in found.faults] == ([] if lawful else ["filing.effective"])
    assert standing(terms(effective=effective)) == f"not yet approved, effective {effective}"


def test_a_key_that_is_none_is_told_with_those_that_are() -> None:
    (fault,) = check_data(merge(default_data(LIR), {"filing": {"license": "TG-7"}})).faults
    assert (fault.key, fault.suggestion) == ("filing.license", 'did you mean "licence"?')
    assert fault.allowed == "approved, effective, licence, contact, preparer, helpline or definitions"


def test_a_table_for_practice_is_not_approved() -> None:
    found = check_data(merge(default_data(LIR), {"filing": FILING}))
    assert found.terms is not None and standing(found.terms) == ""
    assert [notice.key for notice in found.notices if notice.key.startswith("filing")] == ["filing.approved"]
    assert [name for name, _ in filing_words(found.terms)] == [
        "Effective from",
        "Licence number",
        "Contact",
        "Prepared by",
        "Line about problem gambling",
    ]


WHY = {"reason": "Players ask for it", "jurisdictions": "None", "rights": "US 1,234,567 pending"}


def own(**more: Any) -> dict[str, Any]:
    """A table for real chips that offers a Progressive by the operator's own lines."""
    line = {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}
    said = {
        "wagers": {"progressive": {"amount": 5, "cards": "hole_and_flop", "lines": [line]}},
        "meters": {"Progressive": {"rate": "5", "initial": 10_000, "reset": 10_000}},
    }
    needed = {"approvals": {"progressive": "P-1"}}
    return merge(merge(merge(default_data(UTH), {**REAL, **said}), needed), more)


def test_an_own_wager_is_asked_for_reason_jurisdictions_and_rights() -> None:
    """What is missing of it is told of a table for real chips; nothing of a wager by the rulebook's own paytable."""
    assert asked(own()) == {"filing.definitions.progressive": "reason, jurisdictions and rights"}
    half = own(filing={"definitions": {"progressive": {"reason": WHY["reason"], "rights": " "}}})
    assert asked(half) == {"filing.definitions.progressive": "jurisdictions and rights"}
    assert asked(own(filing={"definitions": {"progressive": WHY}})) == {}
    assert asked(own(practice=True)) == asked(merge(default_data(UTH), REAL)) == {}


def asked(data: dict[str, Any]) -> dict[str, str]:
    found = check_data(data)
    assert found.faults == ()
    told = {each.key: each.message for each in found.notices if each.key.startswith("filing.definitions")}
    return {key: said.partition("missing: ")[2] for key, said in told.items()}


def test_what_is_said_of_an_own_wager_comes_back_and_is_printed() -> None:
    said = own(filing={"definitions": {"progressive": WHY}})
    found, bare = check_data(said).terms, check_data(own()).terms
    assert found is not None and bare is not None and found.digest == bare.digest
    assert as_submission(found)["filing"] == {"definitions": {"progressive": WHY}}
    form = started(UTH, said)
    assert filled(UTH, form.values, form.rows)["filing"] == {"definitions": {"progressive": WHY}}
    assert msgspec.json.decode(msgspec.json.encode(found), type=Terms) == found
    (stated,), (missing,) = definitions(found), definitions(bare)
    assert stated == {
        "title": "Progressive",
        "rows": [
            ["Why it is offered", "Players ask for it"],
            ["Where else it is offered", "None"],
            ["Copyrights, trademarks, patents", "US 1,234,567 pending"],
        ],
    }
    assert [each for _, each in missing["rows"]] == ["not stated"] * 3


def test_a_definition_of_no_wager_is_told() -> None:
    wrong = {"filing": {"definitions": {"five_cards_bonus": WHY}}}
    (fault,) = check_data(merge(default_data(LIR), wrong)).faults
    assert fault.key == "filing.definitions.five_cards_bonus" and "five_card_bonus" in fault.suggestion


def test_how_a_version_stands() -> None:
    assert standing(terms()) == "not yet approved, effective date not set"
    assert standing(terms(approved="2027-01-15")) == "approved 2027-01-15, effective date not set"
    assert standing(terms(**FILING)) == "approved 2027-01-15, effective 2027-02-01"


def test_the_days_are_those_of_the_calendar() -> None:
    """Every text of a day there could be in these years, held against the calendar of the standard library."""
    for year in (1900, 2000, 2023, 2024, 2100):
        for month in range(14):
            for of_month in range(33):
                text = f"{year:04}-{month:02}-{of_month:02}"
                assert _lawful(text) == _known(text), text
    assert not _lawful("0000-01-01")


def _known(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _lawful(text: str) -> bool:
    try:
        return day(text) == text
    except PydanticCustomError:
        return False
