"""Links in the written pages, as they stand in the checkout: to files and to headings."""

import re
from pathlib import Path

import pytest

from docs.reading import PAGES, ROOT, text_of

_LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def headings(page: Path) -> set[str]:
    """The places of a page, as a reader of Markdown names them."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text_of(page), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in (one or other for one, other in _LINK.findall(text_of(page))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, place = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), target
        assert there.is_relative_to(ROOT), target
        if place:
            assert place in headings(there), target
