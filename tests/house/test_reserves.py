"""Moving the reserve of a meter takes two people; what waits is in the trail alone and outlives a restart. The audit
finds every move that was not agreed on so."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from sqlalchemy import Connection, update

import house.running as r
from house.audit_support import Evening, rehash
from house.test_live_tables import books
from pitboss.house.house import House
from pitboss.house.money import reserves
from pitboss.house.money.reserves import ReserveMove, Reserves
from pitboss.house.store.schema import HOUSE, trail
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail.rows import Row, read
from pitboss.table.refusals import Refusal

RESERVE, SUE, MAY = "reserve:1/Progressive", "supervisor:Sue", "manager:May"
Scene = Callable[[House], Awaitable[None]]


def in_a_house(url: str, folder: Path, scene: Scene) -> None:
    async def whole() -> None:
        house = await r.open_house(url, folder)
        await r.opened(house, "let-it-ride")
        await scene(house)
        books(house.engine)
        house.close()

    asyncio.run(whole())


async def proposed(house: House, cents: int = 700, by: str = SUE, act_id: str | None = None) -> ReserveMove:
    made = await house.reserves.propose("cage", RESERVE, cents, by, "for a reset", act_id)
    assert isinstance(made, ReserveMove), made
    return made


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_one_proposes_and_another_approves(store_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        before = house.bank.balance("cage")
        made = await proposed(house)
        assert await house.reserves.waiting() == [made]
        assert house.bank.balance(RESERVE) == 0, "nothing has moved yet"
        assert isinstance(await house.reserves.approve(made.id, MAY), int)
        assert (house.bank.balance(RESERVE), house.bank.balance("cage")) == (700, before - 700)
        assert await house.reserves.waiting() == []
        assert code(await house.reserves.approve(made.id, MAY)) == "no_proposal", "once is once"
        back = await house.reserves.propose(RESERVE, "cage", 701, MAY, "too much")
        assert isinstance(back, ReserveMove)
        assert code(await house.reserves.approve(back.id, SUE)) == "funds"
        assert await house.reserves.waiting() == [back], "it may be there another day"
        assert isinstance(await house.reserves.withdraw(back.id, SUE), int)
        assert code(await house.reserves.withdraw(back.id, SUE)) == "no_proposal"
        assert await house.reserves.waiting() == []

    in_a_house(store_url, tmp_path, scene)


@pytest.mark.parametrize(
    ("proposer", "approver", "refused"),
    [
        (MAY, MAY, "two_people"), ("supervisor:May", MAY, "two_people"), (MAY, "manager:MAY", "two_people"),
        (SUE, "supervisor:Sam", "wrong_role"),
    ],
)  # fmt: skip
def test_who_may_not_approve(proposer: str, approver: str, refused: str, sqlite_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        made = await proposed(house, by=proposer)
        assert code(await house.reserves.approve(made.id, approver)) == refused
        assert house.bank.balance(RESERVE) == 0 and await house.reserves.waiting() == [made]

    in_a_house(sqlite_url, tmp_path, scene)


@pytest.mark.parametrize(
    ("giver", "taker", "cents", "refused"),
    [
        ("cage", "patron:Ann", 1, "account"), ("inventory:1", RESERVE, 1, "account"), ("cage", "cage", 1, "account"),
        ("cage", "reserve:9/X", 1, "account"), ("cage", "reserve:", 1, "account"), ("cage", RESERVE, 0, "amount"),
        ("cage", RESERVE, -5, "amount"), (RESERVE, RESERVE, 1, "account"),
    ],
)  # fmt: skip
def test_what_cannot_be_proposed(
    giver: str, taker: str, cents: int, refused: str, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene(house: House) -> None:
        assert code(await house.reserves.propose(giver, taker, cents, SUE, "no")) == refused
        assert await house.reserves.waiting() == []

    in_a_house(sqlite_url, tmp_path, scene)


def test_an_id_sent_again_moves_nothing_again_also_after_a_restart(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        await r.opened(house, "let-it-ride")
        one = await proposed(house, act_id="p1")
        two = await proposed(house, 50, act_id="p2")
        moved = await house.reserves.approve(one.id, MAY, "a1")
        gone = await house.reserves.withdraw(two.id, SUE, "w1")
        for _ in range(2):
            assert await proposed(house, act_id="p1") == one
            assert await house.reserves.approve(one.id, MAY, "a1") == moved
            assert await house.reserves.withdraw(two.id, "manager:Sue", "w1") == gone, "in whatever role"
            assert code(await house.reserves.propose("cage", RESERVE, 701, SUE, "for a reset", "p1")) == "id_reused"
            assert code(await house.reserves.approve(two.id, MAY, "a1")) == "id_reused"
            assert code(await house.reserves.withdraw(one.id, SUE, "w1")) == "id_reused"
            assert house.bank.balance(RESERVE) == 700 and await house.reserves.waiting() == []
            clock = house.clock
            house.close()
            house = await r.open_house(store_url, tmp_path, first=9, clock=clock)
        three = await proposed(house, 1)
        house.close()
        house = await r.open_house(store_url, tmp_path, first=9, clock=clock)
        assert await house.reserves.waiting() == [three], "what waits outlives a restart"
        house.close()

    asyncio.run(scene())


def test_a_store_in_trouble_keeps_the_proposal(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: House) -> None:
        made = await proposed(house)

        def fails(*_: Any) -> Any:
            raise StoreTrouble("no space")

        with monkeypatch.context() as patched:
            patched.setattr(house, "kept", fails)
            assert code(await house.reserves.approve(made.id, MAY, "a1")) == "store"
        assert await house.reserves.waiting() == [made]
        assert isinstance(await house.reserves.approve(made.id, MAY, "a1"), int)

    in_a_house(sqlite_url, tmp_path, scene)


# --- once, whatever anybody remembers ---------------------------------------------------------------------------------


async def together(house: House, *asked: Awaitable[Any]) -> list[Any]:
    """The writer is held until everybody has asked his first question of it; then all go on."""
    begun, go = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        begun.set()
        assert go.wait(30)

    held = house.writer.write(hold)
    await asyncio.to_thread(begun.wait, 30)
    tasks = [asyncio.ensure_future(each) for each in asked]
    while house.writer._waiting.qsize() < len(tasks):
        await asyncio.sleep(0)
    go.set()
    await held
    return await asyncio.gather(*tasks)


def test_whoever_looks_meanwhile_does_not_bring_a_proposal_back(store_url: str, tmp_path: Path) -> None:
    """The list is read before the money moves, and comes after."""

    async def scene(house: House) -> None:
        made = await proposed(house)
        moved, seen = await together(house, house.reserves.approve(made.id, MAY), house.reserves.waiting())
        assert isinstance(moved, int) and seen == [made]
        assert code(await house.reserves.approve(made.id, "manager:Max")) == "no_proposal"
        assert code(await house.reserves.withdraw(made.id, SUE)) == "no_proposal"
        assert await house.reserves.waiting() == [] and house.bank.balance(RESERVE) == 700

    in_a_house(store_url, tmp_path, scene)


def test_whoever_looks_meanwhile_does_not_lose_a_proposal(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        _, made = await together(house, house.reserves.waiting(), proposed(house))
        assert await house.reserves.waiting() == [made]
        assert isinstance(await house.reserves.approve(made.id, MAY), int)

    in_a_house(sqlite_url, tmp_path, scene)


@pytest.mark.parametrize("first", ["approve", "withdraw"])
@pytest.mark.parametrize("second", ["approve", "withdraw"])
@pytest.mark.parametrize("memories", [1, 2])
def test_a_proposal_ends_once(first: str, second: str, memories: int, store_url: str, tmp_path: Path) -> None:
    """Also where two have seen it waiting before either writes: the transaction itself looks."""

    async def scene(house: House) -> None:
        made = await proposed(house)
        other = house.reserves if memories == 1 else Reserves(house)
        asked = getattr(house.reserves, first)(made.id, MAY, "a"), getattr(other, second)(made.id, "manager:Max", "b")
        with waiting_for_each_other(*{house.reserves, other}):
            one, two = await asyncio.gather(*asked)
        assert {type(one), type(two)} == {int, Refusal}
        assert code(one if isinstance(two, int) else two) == "no_proposal"
        won = first if isinstance(one, int) else second
        assert house.bank.balance(RESERVE) == (700 if won == "approve" else 0)
        assert await Reserves(house).waiting() == await house.reserves.waiting() == []

    in_a_house(store_url, tmp_path, scene)


@contextmanager
def waiting_for_each_other(*memories: Reserves) -> Iterator[None]:
    """None of them goes on before the others have looked as well, the first time."""
    looked: list[Reserves] = []
    all_have = asyncio.Event()

    def slow(who: Reserves) -> Callable[[], Awaitable[Any]]:
        real = who._look

        async def look() -> Any:
            known = await real()
            looked.append(who)
            if len(looked) >= len(memories):
                all_have.set()
            await all_have.wait()
            return known

        return look

    with ExitStack() as planted:
        for each in memories:
            planted.enter_context(patch.object(each, "_look", slow(each)))
        yield


def test_the_trail_is_followed_in_pieces_and_others_write_in_between(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reserves, "AT_ONCE", 3)

    async def scene(house: House) -> None:
        one, two = await proposed(house), await proposed(house, 5)
        for _ in range(8):
            assert isinstance(await house.cage.buy_in("Ann", 1, "floorperson:Flo"), int)
        three = await proposed(house, 6)
        assert isinstance(await Reserves(house).withdraw(two.id, SUE), int)
        look = asyncio.ensure_future(house.reserves.waiting())
        await asyncio.sleep(0)
        assert isinstance(await house.cage.buy_in("Ann", 1, "floorperson:Flo"), int)
        assert not look.done(), "who wants to write does not wait for the whole trail"
        assert await look == await house.reserves.waiting() == [one, three]
        assert await Reserves(house).waiting() == [one, three], "read from the beginning"
        assert house.reserves._known.upto >= three.id, "what was read is not read again"

    in_a_house(store_url, tmp_path, scene)


# --- the audit --------------------------------------------------------------------------------------------------------


def _moved(conn: Connection) -> tuple[Row, Row]:
    """The evening's proposal and the transfer that followed."""
    rows = list(read(conn, HOUSE))
    return next(row for row in rows if row.kind == "reserve"), next(row for row in rows if row.kind == "transfer")


def _rewrite(conn: Connection, row: Row, by: str, **changes: Any) -> None:
    body = {**msgspec.json.decode(row.body), **changes}
    given = {"by": by, "body": msgspec.json.encode({k: v for k, v in body.items() if v is not None}, order="sorted")}
    conn.execute(update(trail).where(trail.c.chain == HOUSE, trail.c.number == row.number).values(given))
    rehash(conn, HOUSE, row.number)


@pytest.mark.parametrize(
    ("which", "by", "changes", "fault"),
    [
        (1, "manager:Max", {"proposal": None}, "moves a reserve, and nobody had proposed it"),
        (1, "manager:Max", {"proposal": 1}, "moves a reserve, and nobody had proposed it"),
        (1, "manager:Sue", {}, "moves a reserve as the same person had proposed"),
        (0, "supervisor:Sue", {"cents": 4_999}, "moves a reserve otherwise than it was proposed"),
        (0, "supervisor:Sue", {"to": "reserve:Grand"}, "moves a reserve otherwise than it was proposed"),
    ],
)
def test_a_reserve_moved_by_one_person_is_found(
    played: Evening, which: int, by: str, changes: dict[str, Any], fault: str
) -> None:
    """By a forger who makes the hashes anew: what was signed does not fit either, but this says what is wrong."""
    with played.changing() as conn:
        _rewrite(conn, _moved(conn)[which], by, **changes)
        found = [each.text for each in played.verify(conn).found]
    assert any(text.endswith(fault) for text in found), found
