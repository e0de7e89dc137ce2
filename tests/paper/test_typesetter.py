"""The process that sets papers: kept while it is small, renewed when it has grown, replaced when it was ended."""

import os
import signal
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.paper.placard import placard
from pitboss.paper.printing import Paper, PaperTrouble, compiled, render
from pitboss.paper.typesetter import TYPESETTER, TypesetOrder, Typesetter
from pitboss.simulation.api import default_terms
from support import LIR

SMALL = TypesetOrder({"main.typ": b"#set page(width: 2cm, height: 1cm)\nA"}, {"svg": {}}, 72.0)


@pytest.fixture(autouse=True)
def papers_of_the_run() -> None:
    """Here every paper is really set."""


@pytest.fixture
def setter() -> Iterator[Typesetter]:
    setter = Typesetter()
    yield setter
    setter.close()


def test_small_papers_are_set_by_one_process(setter: Typesetter) -> None:
    by = setter.pid
    assert by is None
    first = setter.set(SMALL)
    by = setter.pid
    assert first.pages[0][0].startswith(b"<svg") and by not in (None, os.getpid())
    assert setter.set(SMALL) == first and setter.pid == by


def test_a_process_that_has_grown_ends(setter: Typesetter) -> None:
    """2,000 pages, each of its own, are more than it may remember."""
    long = b"#set page(width: 9cm, height: 9cm)\n#for n in range(2000) [#n #lorem(60) #pagebreak()]"
    done = setter.set(TypesetOrder({"main.typ": long}, {"svg": {}}, 72.0))
    assert len(done.pages[0]) == 2001 and done.last and setter.pid is None
    assert setter.set(SMALL).pages and setter.pid is not None


def test_a_process_that_was_ended_is_replaced(setter: Typesetter) -> None:
    setter.set(SMALL)
    assert setter.pid is not None
    os.kill(setter.pid, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="ended without an answer"):
        setter.set(SMALL)
    assert setter.set(SMALL).pages


def test_what_is_wrong_with_a_paper_is_told_and_the_process_stays(setter: Typesetter) -> None:
    done = setter.set(replace(SMALL, files={"main.typ": b"#nothing"}))
    assert done.trouble == "unknown variable: nothing" and done.pages == () and not done.last
    assert setter.set(SMALL).pages


def test_a_warning_is_a_trouble() -> None:
    with pytest.raises(PaperTrouble, match="cannot be set: unknown font family"):
        render(Paper(source='#set text(font: "No Such Font")\nA', data={}, title="A"), "pdf")


def test_papers_leave_nothing_behind_in_this_process() -> None:
    """Each of these signs would take 400 MB for good if it were set here."""
    terms = default_terms(LIR)
    for operator in ("First", "Second"):
        compiled(placard(rules_for(replace(terms, operator=operator))), "pdf")
        assert TYPESETTER.pid is None
