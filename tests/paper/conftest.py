"""A paper that one test had set is not set again for the next: the workers of a run share what they have set."""

import hashlib
import os
from pathlib import Path

import msgspec
import pytest

from pitboss.odds.cache import write_whole
from pitboss.paper.typesetter import TYPESETTER, Delivery, TypesetOrder


@pytest.fixture(scope="session")
def _papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run."""
    home = tmp_path_factory.getbasetemp()
    return (home.parent if "PYTEST_XDIST_WORKER" in os.environ else home) / "papers"


@pytest.fixture(autouse=True)
def papers_of_the_run(_papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first time that a test orders a paper it may be one that was set before, perhaps by another process. The
    second time it is set anew: a test that compares the two still sees that they are the same bytes."""
    plain, ordered = TYPESETTER.set, set[str]()

    def once(order: TypesetOrder) -> Delivery:
        name = hashlib.sha256(msgspec.msgpack.encode(order)).hexdigest()
        again = name in ordered
        ordered.add(name)
        if not again and (_papers / name).is_file():
            return msgspec.msgpack.decode((_papers / name).read_bytes(), type=Delivery)
        done = plain(order)
        if not again and not done.trouble:
            write_whole(_papers / name, msgspec.msgpack.encode(done))
        return done

    monkeypatch.setattr(TYPESETTER, "set", once)
