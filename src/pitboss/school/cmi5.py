"""A cmi5 course package: the course structure by which a school's own system lists an exam and opens it, in a ZIP file.
The page that is opened is the house's own."""

from io import BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pitboss.school.exam import Exam
from pitboss.school.xapi import ACTIVITY, LANGUAGE, exam_activity

NAMESPACE = "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"
STRUCTURE = "cmi5.xml"
"""The name that the specification gives the file."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def course_structure(exam: Exam, home: str, page: str) -> bytes:
    """The structure of a course with one assignable unit: this exam, on that page."""
    ElementTree.register_namespace("", NAMESPACE)
    root = Element(_name("courseStructure"))
    activity = exam_activity(exam, home)
    course = SubElement(root, _name("course"), {"id": f"{activity}/course"})
    unit = SubElement(
        root,
        _name("au"),
        {
            "id": activity,
            "moveOn": "NotApplicable",  # the page reports nothing, so the unit must not wait for it
            "masteryScore": f"{exam.pass_percent / 100:.2f}",
            "launchMethod": "OwnWindow",
            "activityType": f"{ACTIVITY}assessment",
        },
    )
    about = f"{exam.tasks} tasks in {exam.minutes} minutes; {exam.pass_percent} percent are needed."
    for part in (course, unit):
        _said(part, "title", exam.title)
        _said(part, "description", about)
    SubElement(unit, _name("url")).text = page
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'.encode()


def course_package(exam: Exam, home: str, page: str) -> bytes:
    """The package; the same bytes every time."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as package:
        package.writestr(ZipInfo(STRUCTURE, _FIRST_DAY), course_structure(exam, home, page))
    return packed.getvalue()


def _name(tag: str) -> str:
    return f"{{{NAMESPACE}}}{tag}"


def _said(part: Element, tag: str, words: str) -> None:
    SubElement(SubElement(part, _name(tag)), _name("langstring"), {"lang": LANGUAGE}).text = words
