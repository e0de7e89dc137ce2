"""What players have put into a meter stays theirs when its table is closed: a new table takes the meter over."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

import house.running as r
from house.audit_support import rehash
from house.test_audit_linked import MAY, after, plays
from house.test_live_tables import books
from house.test_meters import NOTHING, ROYAL, Decks, at_decision, learn, log, paid, progressive
from pitboss.house.house import House
from pitboss.house.store import schema
from pitboss.table.refusals import Refusal

TAKEN_OVER = {"Progressive": "1/Progressive"}


async def closed(house: House) -> None:
    """Table 1 took a dollar for its own meter, 5.1234 cents of which went in, and was closed."""
    table = await r.opened(house, progressive("One"))
    await plays(table, "Ann")
    await r.done(house.close_table(table, MAY, ""))


def test_the_next_table_goes_on_where_the_closed_one_ended(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,000.00 and twice 5.1234 cents: the whole cents are paid, and it begins again with the carry."""

    decks = Decks(monkeypatch)

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        await learn(house, decks, progressive("Trial"))
        one = await r.opened(house, progressive("One"))
        decks.hands = {"One": NOTHING, "Two": ROYAL}
        await plays(one, "Ann")
        await r.done(house.close_table(one, MAY, ""))
        left = "2/Progressive"
        assert house.bank.reading(left) == 100_005_123_400
        two = await r.opened(house, progressive("Two"), links={"Progressive": left})
        await at_decision(two, "Bob")
        await r.finish(two)
        assert paid(two, house) == [100_010]
        assert [(row.chain, row.what) for row in log(house, left)] == [
            (0, "opened"), (2, "contribution"), (3, "contribution"), (3, "hit")
        ]  # fmt: skip
        assert house.bank.reading(left) == 100_000_246_800
        assert books(house.engine)[f"pool:{left}"] == 100_000
        assert "3/Progressive" not in house.bank.meters, "it has no other meter beside it"
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("links", "terms", "code", "said"),
    [
        ({"Progressive": "7/Progressive"}, {}, "meter", "no table had such a meter"),
        ({"Progressive": "1/Other"}, {}, "meter", "no table had such a meter"),
        ({"Progressive": "01/Progressive"}, {}, "meter", "not a name for a shared meter"),
        ({"Progressive": "2/Progressive"}, {}, "meter", "this meter belongs to a table that is open"),
        (TAKEN_OVER, {"Progressive": {"rate": "6", "initial": 1000, "reset": 1000}}, "meter_terms",
         "tables that share a meter have the same terms for it"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_over(
    links: dict[str, str], terms: dict[str, Any], code: str, said: str, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await closed(house)
        await r.opened(house, progressive("Two"))
        given = progressive("Three", meters=terms) if terms else progressive("Three")
        before = books(house.engine)
        refused = await house.open_table(given, links=links)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.message) == (code, said)
        assert code == "meter_terms" or said.startswith("not a name") or refused.allowed == "1/Progressive"
        assert (list(house.tables), books(house.engine)) == ([2], before)
        house.close()

    asyncio.run(scene())


def test_it_is_still_known_after_a_restart(sqlite_url: str, tmp_path: Path) -> None:
    async def then(house: House) -> None:
        assert list(house.tables) == []
        table = await r.opened(house, progressive("Two"), links=TAKEN_OVER)
        await plays(table, "Bob")
        assert house.bank.reading("1/Progressive") == 100_010_246_800

    assert after(sqlite_url, tmp_path, closed) == []
    assert after(sqlite_url, tmp_path, then) == []


async def _taken_over(house: House) -> None:
    await closed(house)
    await plays(await r.opened(house, progressive("Two"), links=TAKEN_OVER), "Bob")


def _opening(conn: Connection, chain: int, **changes: Any) -> None:
    """Another beginning of a table; the hashes fit again."""
    t = schema.trail.c
    body = json.loads(bytes(conn.execute(select(t.body).where(t.chain == chain, t.number == 1)).scalar_one()))
    body.update(changes)
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    conn.execute(update(schema.trail).where(t.chain == chain, t.number == 1).values(body=text))
    rehash(conn, chain)


def _with_another_reset(conn: Connection) -> None:
    t = schema.trail.c
    body = json.loads(bytes(conn.execute(select(t.body).where(t.chain == 2, t.number == 1)).scalar_one()))
    body["terms"]["meters"][0]["reset"] += 100
    _opening(conn, 2, terms=body["terms"])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (_with_another_reset, "tables 1 and 2 share the meter 1/Progressive, and their terms for it differ: reset"),
        (
            lambda conn: _opening(conn, 2, links={"Progressive": "9/Progressive"}),
            "chain 2 takes over the meter 9/Progressive, and there is no such table",
        ),
        (
            lambda conn: _opening(conn, 2, links={"Progressive": "2/Progressive"}),
            "chain 2 takes over the meter 2/Progressive, and table 2 is open",
        ),
    ],
)
def test_forgers_of_a_meter_taken_over_are_found(change: Any, text: str, sqlite_url: str, tmp_path: Path) -> None:
    told = after(sqlite_url, tmp_path, _taken_over, change)
    assert text in told, told
