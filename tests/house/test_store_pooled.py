"""A house behind a pooler in transaction mode."""

from pathlib import Path

from house.pooler import pooled
from house.server_support import Served, bot, until
from house.several import table_of, two_servers
from pitboss.cli.audit import verify
from pitboss.cli.house import house
from pitboss.cli.screen import GOOD
from pitboss.house.store.opening import open_store


def test_two_processes_behind_a_pooler_are_one_house(postgresql_url: str, tmp_path: Path) -> None:
    """Each lets people play at a table of the other, while others read the store through the same pooler."""
    with pooled(postgresql_url) as (url, pooler), two_servers(url, tmp_path) as (first, second):
        for server, other in ((first, second), (second, first)):
            _play(server, other.running.house.tables[table_of(other)].now.rules.game.id)
            assert house(database=url) == GOOD and verify(database=url) == GOOD
        assert [server.http.get("/readyz").status_code for server in (first, second)] == [200, 200]
        assert pooler.lent > 100


def _play(server: Served, game: str) -> None:
    player = server.guest()
    results = bot.play(player, game, 3, say=False)
    until(lambda: player.balance == 100_000 + sum(results))


def test_who_only_reads_leaves_nothing_behind_for_others(postgresql_url: str) -> None:
    """What a session sets for itself stays with the connection to the server, which the next one gets."""
    with pooled(postgresql_url, 1) as (url, _):
        reads, writes = open_store(url, read_only=True), open_store(url)
        with writes.connect() as conn:
            conn.exec_driver_sql("INSERT INTO accounts (name, balance) VALUES ('patron:Ann', 1)")
        for engine in (reads, writes):
            engine.dispose()
