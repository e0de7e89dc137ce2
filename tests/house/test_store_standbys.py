"""Standbys of a PostgreSQL server: which ones could lose acknowledged acts in a failover."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import MagicMock, patch

import pytest

from pitboss.house.store import opening
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.durability import standby_risks
from pitboss.house.store.opening import connect, open_store


def server(names: str, commit: str, standbys: Sequence[str]) -> Any:
    """Answers the two questions as a server with these settings and standbys does."""
    conn = MagicMock()
    conn.dialect.name = "postgresql"

    def answer(words: str) -> Any:
        found = MagicMock()
        found.one.return_value = (names, commit)
        found.scalars.return_value.all.return_value = list(standbys)
        return found

    conn.exec_driver_sql.side_effect = answer
    return conn


ALONE = "PostgreSQL has only asynchronous standbys (east, west): a failover could lose acts that were acknowledged"


@pytest.mark.parametrize(("names", "commit", "standbys", "said"), [
    ("", "on", [], []),
    ("", "local", [], []),
    ("", "on", ["east", "west"], [ALONE]),
    ("FIRST 1 (east)", "on", ["east", "west"], []),
    ("FIRST 1 (east)", "remote_apply", ["east"], []),
    ("east", "on", [], []),
    ("east", "local", ["east"], ["synchronous_commit = local"]),
    ("east", "remote_write", ["east"], ["synchronous_commit = remote_write"]),
])  # fmt: skip
def test_what_a_failover_could_lose(names: str, commit: str, standbys: list[str], said: list[str]) -> None:
    found = standby_risks(server(names, commit, standbys))
    assert len(found) == len(said)
    assert all(part in text for part, text in zip(said, found, strict=True))


def test_a_lone_server_starts_and_its_commits_wait(postgresql_url: str) -> None:
    """The queries are put to a real server, whose own habit is not to wait."""
    engine = open_store(postgresql_url, standbys=False)
    with engine.connect() as conn:
        assert standby_risks(conn) == []
        assert conn.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    engine.dispose()
    local = connect(f"{postgresql_url}{'&' if '?' in postgresql_url else '?'}options=-csynchronous_commit%3Dlocal")
    with local.connect() as conn:
        assert conn.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    local.dispose()


def test_asynchronous_standbys_alone_are_refused_unless_told(postgresql_url: str) -> None:
    with patch.object(opening, "standby_risks", lambda conn: [ALONE]):
        with pytest.raises(StoreError, match=r'east, west.*synchronous_standby_names.*durability = "asynchronous"'):
            open_store(postgresql_url, standbys=False)
        open_store(postgresql_url, standbys=True).dispose()
