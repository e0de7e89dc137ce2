"""A finished PDF read back, and whether two of them draw the same. Somebody may have tampered with it: nothing in it is
believed."""

import logging
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypdf import PdfReader

_COMPRESSED = (None, "/FlateDecode")
_PACKING = ("/Length", "/Filter", "/DecodeParms")
_VERSION = "/Metadata"
"""What names the version of the typesetter, and no page shows."""


def opened(pdf: bytes, *, strict: bool = False) -> "PdfReader":
    """The PDF. What pypdf would write to the screen about it is left out."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return PdfReader(BytesIO(pdf), strict=strict)


def words_of(pdf: bytes) -> list[str]:
    """The words that each page itself has; notes, fields and drawings are none. Nothing where it cannot be read."""
    try:
        return [" ".join(page.extract_text().split()) for page in opened(pdf).pages]
    except Exception:  # of a file that somebody brought
        return []


def draws_the_same(one: bytes, other: bytes) -> bool:
    """Whether all that can be seen in two PDFs or taken out of them is equal, however it is packed: pages with what is
    drawn on them, fonts, pictures, boxes, notes, fields and attached files. One that was added to afterwards, or cannot
    be read strictly, draws the same as no other."""
    if one == other:
        return True
    if any(pdf.count(b"startxref") != 1 for pdf in (one, other)):
        return False
    try:
        return _equal(_catalog(one), _catalog(other))
    except Exception:  # of a file that somebody brought
        return False


def _catalog(pdf: bytes) -> Any:
    catalog: Any = opened(pdf, strict=True).trailer["/Root"]
    catalog.pop(_VERSION, None)
    return catalog


def _equal(one: Any, other: Any) -> bool:
    """Whether two objects are equal with all that they refer to, which may lead back to them."""
    compared: dict[tuple[int, int], tuple[Any, Any]] = {}
    left = [(one, other)]
    while left:
        one, other = (each.get_object() for each in left.pop())
        pair = id(one), id(other)
        if pair in compared:
            continue
        compared[pair] = one, other
        (own, parts), (others_own, others_parts) = _taken_apart(one), _taken_apart(other)
        if own != others_own or len(parts) != len(others_parts):
            return False
        left.extend(zip(parts, others_parts, strict=True))
    return True


def _taken_apart(found: Any) -> tuple[object, list[Any]]:
    """What an object is by itself, and the objects in it."""
    from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

    if isinstance(found, ArrayObject):
        return "array", list(found)
    if not isinstance(found, DictionaryObject):
        written = BytesIO()
        found.write_to_stream(written)
        return written.getvalue(), []
    keys, content = sorted(found), None
    if isinstance(found, StreamObject):
        if found.get("/Filter") not in _COMPRESSED:
            raise ValueError("no paper is packed so")
        keys = [key for key in keys if key not in _PACKING]
        content = found.get_data()
    return (keys, content), [found.raw_get(key) for key in keys]
