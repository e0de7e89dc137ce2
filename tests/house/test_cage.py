"""The cage: money in and out, each movement once, in whole cents that exist; fills and credits of a table; and
that what the running house believes is what is in the store."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

import house.running as r
from house.planting import no_space
from house.test_live_tables import books
from house.test_store_writer import together
from pitboss.house.house import House
from pitboss.house.live.table import Done, LiveTable
from pitboss.house.money.books import post
from pitboss.house.money.entries import LARGEST, Posting
from pitboss.house.trail.rows import read
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

FLO = "floorperson:Flo"
Scene = Callable[[House], Awaitable[None]]


@pytest.fixture
def in_a_house(store_url: str, tmp_path: Path) -> Callable[[Scene], None]:
    def play(scene: Scene) -> None:
        async def whole() -> None:
            house = await r.open_house(store_url, tmp_path)
            await scene(house)
            mirrored(house)
            house.close()

        asyncio.run(whole())

    return play


def mirrored(house: House) -> dict[str, int]:
    """The books balance, and the house believes what is in them."""
    found = books(house.engine)
    assert {k: v for k, v in found.items() if v} == {k: v for k, v in house.bank._balances.items() if v}
    return found


def rows(house: House, chain: int = 0) -> list[tuple[str, str, str | None]]:
    with house.engine.connect() as conn:
        return [(row.kind, row.by, row.act_id) for row in read(conn, chain)]


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.message
    return answer.code


# --- in and out -------------------------------------------------------------------------------------------------------


def test_money_comes_in_and_goes_out(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        bought = await house.cage.buy_in("Ann", 12_345, FLO, "cash", "b1")
        assert isinstance(bought, int)
        assert mirrored(house)["patron:Ann"] == 12_345
        out = await house.cage.cash_out("Ann", 12_344, FLO, "", "c1")
        assert out == bought + 1
        assert code(await house.cage.cash_out("Ann", 2, FLO)) == "funds"
        assert isinstance(await house.cage.cash_out("Ann", 1, FLO), int)
        assert code(await house.cage.cash_out("Ann", 1, FLO)) == "funds"
        assert code(await house.cage.cash_out("Nobody", 1, FLO)) == "funds"
        found = mirrored(house)
        assert (found["patron:Ann"], found["outside"]) == (0, -house.settings.capital)
        assert [row[0] for row in rows(house)] == ["capital", "buy_in", "cash_out", "cash_out"]
        with house.engine.connect() as conn:
            body = msgspec.json.decode(list(read(conn, 0))[1].body)
        assert body == {
            "from": "outside", "to": "patron:Ann", "cents": 12_345, "reason": "cash",
            "postings": [["outside", -12_345, "buy_in"], ["patron:Ann", 12_345, "buy_in"]],
        }  # fmt: skip

    in_a_house(scene)


@pytest.mark.parametrize("cents", [0, -1, LARGEST + 1, 10**30, True, 1.0, "5", None])
def test_what_is_no_amount(cents: Any, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await house.cage.buy_in("Ann", 1000, FLO)
        before, done = mirrored(house), rows(house)
        for answer in (
            house.cage.buy_in("Ann", cents, FLO),
            house.cage.cash_out("Ann", cents, FLO),
            house.cage.put_in(cents, FLO, "more"),
            house.cage.transfer("cage", "patron:Ann", cents, FLO, "gift"),
        ):
            assert code(await answer) == "amount"
        assert (mirrored(house), rows(house)) == (before, done)
        house.close()

    asyncio.run(scene())


def test_the_smallest_and_the_largest_amount(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        for cents in (1, LARGEST):
            assert isinstance(await house.cage.buy_in("Ann", cents, FLO), int)
        assert mirrored(house)["patron:Ann"] == LARGEST + 1
        assert isinstance(await house.cage.cash_out("Ann", LARGEST, FLO), int)

    in_a_house(scene)


def test_a_walk_in_has_no_account(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        assert code(await house.cage.buy_in("walk-in 1", 100, FLO)) == "account"
        assert code(await house.cage.transfer("cage", "patron:walk-in 1", 100, FLO, "gift")) == "account"

    in_a_house(scene)


# --- once -------------------------------------------------------------------------------------------------------------


def test_sent_twice_is_moved_once(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        first = await house.cage.buy_in("Ann", 500, FLO, "cash", "one")
        assert isinstance(first, int)
        for _ in range(3):
            assert await house.cage.buy_in("Ann", 500, FLO, "cash", "one") == first
        again = await asyncio.gather(*(house.cage.buy_in("Ann", 70, FLO, "", "two") for _ in range(20)))
        assert again == [first + 1] * 20
        assert mirrored(house)["patron:Ann"] == 570
        assert [row[2] for row in rows(house)] == [None, "one", "two"]

    in_a_house(scene)


def test_another_act_under_the_same_id_is_refused(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        first = await house.cage.buy_in("Ann", 500, FLO, "", "one")
        for answer in (
            house.cage.buy_in("Ann", 501, FLO, "", "one"), house.cage.buy_in("Ben", 500, FLO, "", "one"),
            house.cage.cash_out("Ann", 500, FLO, "", "one"), house.cage.put_in(500, FLO, "", "one"),
            house.cage.transfer("patron:Ann", "cage", 500, FLO, "", "one"),
        ):  # fmt: skip
            assert code(await answer) == "id_reused"
        assert mirrored(house)["patron:Ann"] == 500
        other = await house.cage.buy_in("Ann", 500, "floorperson:Gil", "", "one")
        assert isinstance(other, int), "another person has ids of his own"
        assert other != first
        assert mirrored(house)["patron:Ann"] == 1000

    in_a_house(scene)


def test_an_id_refused_for_want_of_money_is_free(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        assert code(await house.cage.cash_out("Ann", 500, FLO, "", "one")) == "funds"
        await house.cage.buy_in("Ann", 500, FLO)
        assert isinstance(await house.cage.cash_out("Ann", 500, FLO, "", "one"), int)

    in_a_house(scene)


def test_many_at_once_never_take_more_than_there_is(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        await house.cage.buy_in("Ann", 1000, FLO)
        answers = await asyncio.gather(*(house.cage.cash_out("Ann", 300, FLO) for _ in range(10)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Refusal"] * 7 + ["int"] * 3
        assert mirrored(house)["patron:Ann"] == 100

    in_a_house(scene)


def test_who_goes_away_in_between_leaves_nothing_half_done(in_a_house: Callable[[Scene], None]) -> None:
    """The movement is in the store, so the house must know of it, even if nobody waits for the answer."""

    async def scene(house: House) -> None:
        asking = asyncio.create_task(house.cage.buy_in("Ann", 500, FLO))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await house.cage.buy_in("Ben", 1, FLO)
        assert mirrored(house)["patron:Ann"] == 500

    in_a_house(scene)


# --- transfers --------------------------------------------------------------------------------------------------------


def test_transfers_between_patrons_and_the_cage(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        await r.opened(house, "let-it-ride")
        await house.cage.buy_in("Ann", 1000, FLO)
        move = house.cage.transfer
        assert isinstance(await move("patron:Ann", "patron:Ben", 400, FLO, "a debt"), int)
        assert isinstance(await move("cage", "patron:Ben", 1, FLO, "courtesy"), int)
        assert code(await move("patron:Ben", "patron:Ann", 402, FLO, "too much")) == "funds"
        found = mirrored(house)
        assert (found["patron:Ann"], found["patron:Ben"]) == (600, 401)
        before = rows(house)
        for giver, taker in (
            ("layout:1", "cage"), ("inventory:1", "cage"), ("pool:1/Progressive", "patron:Ann"), ("outside", "cage"),
            ("cage", "outside"), ("cage", "inventory:1"),
            ("cage", "patron:"), ("patron:Ann", "patron:Ann"), ("cage", "cage"), ("", "cage"), ("cage:x", "patron:Ann"),
        ):  # fmt: skip
            assert code(await move(giver, taker, 1, FLO, "no")) == "account", (giver, taker)
        for giver, taker in (("cage", "reserve:1/Progressive"), ("reserve:1/Progressive", "cage")):
            assert code(await move(giver, taker, 1, "manager:May", "alone")) == "two_people"
        assert (mirrored(house), rows(house)) == (found, before)

    in_a_house(scene)


def test_nobody_takes_from_the_cage_what_is_not_in_it(in_a_house: Callable[[Scene], None]) -> None:
    """Capital is put in for what tables must pay, not for what somebody carries away."""

    async def scene(house: House) -> None:
        have = house.bank.balance("cage")
        assert code(await house.cage.transfer("cage", "patron:Ann", have + 1, FLO, "all")) == "funds"
        assert isinstance(await house.cage.transfer("cage", "patron:Ann", have, FLO, "all"), int)
        assert code(await house.cage.transfer("cage", "patron:Ann", 1, FLO, "one more")) == "funds"
        assert mirrored(house)["cage"] == 0
        assert isinstance(await house.cage.put_in(5, "manager:May", "more"), int)
        assert mirrored(house)["cage"] == 5

    in_a_house(scene)


# --- fills and credits ------------------------------------------------------------------------------------------------


def test_fills_and_credits_of_a_table(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, "dragon-poker")
        begun, cage = house.bank.balance("inventory:1"), house.bank.balance("cage")
        first = await table.chips(2_500, FLO, "more chips", "f1")
        assert first == Done(table.now.number)
        assert await table.chips(2_500, FLO, "more chips", "f1") == Done(table.now.number, again=True)
        assert code(await table.chips(2_501, FLO, "more chips", "f1")) == "id_reused"
        assert (house.bank.balance("inventory:1"), house.bank.balance("cage")) == (begun + 2_500, cage - 2_500)
        for cents in (0, LARGEST + 1, -LARGEST - 1, 10**30):
            assert code(await table.chips(cents, FLO, "no")) == "amount"
        assert code(await table.chips(-(begun + 2_501), FLO, "too much")) == "funds"
        assert isinstance(await table.chips(-(begun + 2_500), FLO, "all of it", "c1"), Done)
        assert code(await table.chips(-1, FLO, "one more")) == "funds"
        found = mirrored(house)
        assert (found["inventory:1"], found["cage"]) == (0, cage + begun)
        assert [kind for kind, _, _ in rows(house, 1)][-2:] == ["fill", "credit"]

    in_a_house(scene)


def test_nobody_fills_a_table_with_what_the_cage_does_not_hold(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, "dragon-poker")
        have, before, done = house.bank.balance("cage"), mirrored(house), table.now.number
        refused = await table.chips(have + 1, FLO, "a great night", "one")
        assert code(refused) == "funds"
        assert isinstance(refused, Refusal) and (refused.given, refused.allowed) == (
            dollars(have + 1),
            f"up to {dollars(have)}",
        )
        assert (mirrored(house), table.now.number) == (before, done)
        assert isinstance(await table.chips(have, FLO, "a great night", "one"), Done), "the id is free"
        assert mirrored(house)["cage"] == 0
        assert code(await table.chips(1, "manager:May", "one more")) == "funds"
        assert [kind for kind, _, _ in rows(house)].count("capital") == 1

    in_a_house(scene)


def test_an_empty_cage_gets_no_second_capital_when_the_house_starts_again(store_url: str, tmp_path: Path) -> None:
    async def whole() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        assert isinstance(await table.chips(house.bank.balance("cage"), FLO, "a great night"), Done)
        house.close()
        again = await r.open_house(store_url, tmp_path)
        assert mirrored(again)["cage"] == 0
        assert [kind for kind, _, _ in rows(again)].count("capital") == 1
        again.close()

    asyncio.run(whole())


def test_an_empty_cage_of_practice_chips_gets_no_second_capital_with_the_next_table(
    sqlite_url: str, tmp_path: Path
) -> None:
    """What the next table lacks is put in for it, and no more."""

    async def whole() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, r.terms("dragon-poker", practice=True))
        assert isinstance(await table.chips(house.bank.balance("practice/cage"), FLO, "a great night"), Done)
        assert [kind for kind, _, _ in rows(house)].count("capital") == 2, "real chips, and practice chips"
        await r.opened(house, r.terms("let-it-ride", practice=True, table="Two"))
        assert mirrored(house)["practice/cage"] == 0
        house.close()

    asyncio.run(whole())


def test_what_the_house_itself_brings_is_backed_by_capital(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, "dragon-poker")
        have = house.bank.balance("cage")
        assert isinstance(await table.chips(have + 300, "house", "the inventory would have run dry"), Done)
        assert mirrored(house)["cage"] == 0
        assert rows(house)[-1][:2] == ("capital", "house")

    in_a_house(scene)


def test_closing_a_table_gives_its_chips_back_in_one_go(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        table = await r.at_table(house, "dragon-poker", "Ann")
        await r.bet(table, "Ann")
        before = table.now
        assert code(await house.close_table(table, "manager:May", "too early")) == "in_round"
        assert table.now is before, "a refusal changes nothing, not even the inventory"
        await r.done(table.act("dealer", a.CloseBets()))
        await r.finish(table)
        commits = house.writer.commits
        await r.done(house.close_table(table, "manager:May", "the night is over", "x"))
        assert house.writer.commits == commits + 1
        assert mirrored(house)["inventory:1"] == 0
        assert code(await table.act("player:Ann", a.LeaveSeat(1))) == "table_closed"
        assert house.tables == {}
        again = await house.open_table(r.terms("dragon-poker"))
        assert code(again) == "name_taken"
        assert sorted(k for k, v in mirrored(house).items() if v) == ["cage", "outside", "patron:Ann"]

    in_a_house(scene)


def test_the_same_id_with_another_reason_is_another_act(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        first = await house.cage.buy_in("Ann", 500, FLO, "cash", "one")
        assert isinstance(first, int)
        assert await house.cage.buy_in("Ann", 500, FLO, "cash", "one") == first
        assert code(await house.cage.buy_in("Ann", 500, FLO, "a cheque", "one")) == "id_reused"
        assert code(await house.cage.buy_in("Ann", 501, FLO, "cash", "one")) == "id_reused"
        assert code(await house.cage.cash_out("Ann", 500, FLO, "cash", "one")) == "id_reused"
        assert mirrored(house)["patron:Ann"] == 500

    in_a_house(scene)


def test_people_are_not_told_what_the_database_says(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, "dragon-poker")
        heard: list[str] = []
        house.writer.on_trouble = heard.append

        def down(*_: object) -> None:
            raise house.engine.dialect.loaded_dbapi.OperationalError('connection to "10.0.0.7" failed: FATAL: secret')

        with patch.object(house.writer, "_say", down), patch.object(house.writer, "_begin", down):
            for answer in (
                await table.act("player:Ann", a.TakeSeat(1, "Ann"), "s"),
                await house.cage.buy_in("Ann", 1, FLO),
            ):
                assert code(answer) == "store"
                assert "secret" not in str(answer) and "10.0.0.7" not in str(answer)
            assert ["secret" in said for said in heard] == [True], "those who run the house are told, once"

    in_a_house(scene)


# --- a store in trouble -----------------------------------------------------------------------------------------------


def test_trouble_is_an_answer(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        with no_space(house):
            assert code(await house.cage.buy_in("Ann", 5, FLO, "", "one")) == "store"
            assert code(await house.open_table(r.terms("let-it-ride"))) == "store"
        assert isinstance(await house.cage.buy_in("Ann", 5, FLO, "", "one"), int)
        table = await house.open_table(r.terms("let-it-ride"))
        assert isinstance(table, LiveTable)
        assert table.fixed.chain == 1, "nothing of the first attempt is left"
        assert [row[0] for row in rows(house)] == ["capital", "buy_in", "meter"]

    in_a_house(scene)


def test_a_listener_that_fails_harms_nobody(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        reported: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told["exception"]))
        table = await r.opened(house, "dragon-poker")

        def broken(*_: Any) -> None:
            raise ZeroDivisionError

        table.listeners.append(broken)
        assert isinstance(await table.chips(5, FLO, "more", "f"), Done)
        table.listeners.remove(broken)
        assert isinstance(await table.chips(5, FLO, "more", "g"), Done)
        assert [type(error) for error in reported] == [ZeroDivisionError]

    in_a_house(scene)


def test_movements_that_share_a_commit_stand_alone(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        await house.cage.buy_in("Ann", 100, FLO)
        await together(house.writer)  # the writer is idle again
        answers = await asyncio.gather(
            house.cage.cash_out("Ann", 60, FLO), house.cage.cash_out("Ann", 60, FLO), house.cage.buy_in("Ben", 7, FLO)
        )
        assert [type(answer) for answer in answers] == [int, Refusal, int]
        found = mirrored(house)
        assert (found["patron:Ann"], found["patron:Ben"]) == (40, 7)

    in_a_house(scene)


def test_two_rows_that_balance_only_together_are_a_mistake(in_a_house: Callable[[Scene], None]) -> None:
    """Each row of the trail adds up to nothing by itself, also where one change writes several."""

    async def scene(house: House) -> None:
        before, lines = mirrored(house), [(1, Posting("cage", -5, "x")), (2, Posting("patron:Ann", 5, "x"))]

        def write(conn: Any) -> None:
            post(conn, conn.connection.cursor(), 0, lines)

        with pytest.raises(AssertionError, match="every row add up to nothing"):
            await house.writer.write(write)
        assert mirrored(house) == before

    in_a_house(scene)
