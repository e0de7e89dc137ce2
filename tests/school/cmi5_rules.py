"""What cmi5 (sections 13 and 14, first edition) asks of a course package with one assignable unit, written from its
text: elements, their order, attributes and the values that they may have."""

import re
from io import BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

NAMESPACE = "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"
LANGSTRING = "langstring"
MOVE_ON = ("Passed", "Completed", "CompletedAndPassed", "CompletedOrPassed", "NotApplicable")
UNIT = {"id", "launchMethod", "masteryScore", "moveOn", "activityType"}
_IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+")


def structure_of(package: bytes) -> Element:
    """The course structure at the root of the package; nothing else is in it."""
    with ZipFile(BytesIO(package)) as opened:
        assert opened.namelist() == ["cmi5.xml"] and opened.testzip() is None
        return ElementTree.fromstring(opened.read("cmi5.xml"))


def judge_structure(root: Element) -> None:
    """Raises `AssertionError` where a rule is broken."""
    assert root.tag == _tag("courseStructure") and not root.attrib
    assert [part.tag for part in root] == [_tag("course"), _tag("au")]
    course, unit = root
    assert set(course.attrib) == {"id"} and _IRI.fullmatch(course.attrib["id"])
    assert [part.tag for part in course] == [_tag("title"), _tag("description")]
    assert [part.tag for part in unit] == [_tag("title"), _tag("description"), _tag("url")]
    for said in (*course, *unit[:2]):
        (words,) = said
        assert (
            words.tag == _tag(LANGSTRING) and re.fullmatch("[a-z]{2}(-[A-Z]{2})?", words.attrib["lang"]) and words.text
        )
    assert "id" in unit.attrib and set(unit.attrib) <= UNIT and _IRI.fullmatch(unit.attrib["id"])
    assert unit.attrib["id"] != course.attrib["id"], "an id is unique within the structure"
    assert unit.attrib["moveOn"] in MOVE_ON and unit.attrib["launchMethod"] in ("OwnWindow", "AnyWindow")
    assert re.fullmatch(r"0(\.\d{1,4})?|1(\.0{1,4})?", unit.attrib["masteryScore"])
    assert _IRI.fullmatch(unit.attrib["activityType"])
    assert re.fullmatch(r"https?://[!-~]+", unit[2].text or ""), "what is not in the package has a complete address"


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
