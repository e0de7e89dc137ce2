"""A paper that was set once is not set again: the workers of a run share what they have set. Who compares two of them
asks for `set_anew`."""

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


@pytest.fixture
def set_anew() -> None:
    """The second time that this test orders a paper it is really set again: whoever compares the two sees whether they
    are the same bytes."""


@pytest.fixture(autouse=True)
def papers_of_the_run(_papers: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What a test orders may have been set before, perhaps by another process."""
    plain, ordered, anew = TYPESETTER.set, set[str](), "set_anew" in request.fixturenames

    def once(order: TypesetOrder) -> Delivery:
        name = hashlib.sha256(msgspec.msgpack.encode(order)).hexdigest()
        again = anew and name in ordered
        ordered.add(name)
        if not again and (_papers / name).is_file():
            return msgspec.msgpack.decode((_papers / name).read_bytes(), type=Delivery)
        done = plain(order)
        if not again and not done.trouble:
            write_whole(_papers / name, msgspec.msgpack.encode(done))
        return done

    monkeypatch.setattr(TYPESETTER, "set", once)
