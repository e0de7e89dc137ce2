"""Tables whose cards come from a shoe: who names which cards, and what a seed would be good for there."""

import asyncio
from itertools import product
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

import house.running as r
from house.test_audit_random import audited
from pitboss.cards.deck import UNKNOWN
from pitboss.house.house import House
from pitboss.house.live.now import TableChange
from pitboss.house.live.sheet import Sheet, fairness
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.store.opening import snapshot
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


async def fed(table: LiveTable, *cards: str) -> None:
    await r.done(table.act("dealer:shoe", a.DealCards(cards), house="feed", feed=True))


async def shoe(table: LiveTable, act: a.AnyAction) -> None:
    await r.done(table.act("dealer:shoe", act, house="feed", feed=True))


async def refused(table: LiveTable, act: a.AnyAction, who: str = "dealer:Dora") -> str:
    before = table.now
    answer = await table.act(who, act)
    assert isinstance(answer, Refusal), act
    assert table.now is before
    return answer.code


async def closed(house: House, game: str) -> LiveTable:
    """Ann plays at a table with a shoe; no more bets."""
    table = await r.at_table(house, game, "Ann", cards="feed")
    await r.bet(table, "Ann")
    await r.done(table.act("dealer:Dora", a.CloseBets()))
    while (due := table.due()) is not None and due.do is not a.DealCards:
        await r.done(table.perform())
    return table


def test_a_card_the_shoe_could_not_read_is_told_by_the_shoe(sqlite_url: str, tmp_path: Path) -> None:
    """As long as the house knows a card that lies face down, no person names cards: whatever face he tried, the answer
    is the same. The round is settled when the shoe says what the card is; a restart in between changes nothing."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "let-it-ride")
        await fed(table, "As", UNKNOWN, "9c", "Qd", "2c", "Qh", "3d", "4s")
        for _ in range(2):
            await r.staff_until(table, a.ShowCards)
            await r.done(table.act("player:Ann", a.Decide(1, "ride")))
            await r.done(table.perform())
        assert table.step_name == "show_box"
        assert await refused(table, a.ShowCards()) == "face_unknown"
        assert await refused(table, a.ShowCards(("As", UNKNOWN, "9c"))) == "face_unknown"
        codes = {await refused(table, a.ShowCards(("As", card, "9c"))) for card in table.now.rules.deck.cards}
        codes |= {await refused(table, a.ShowCards((card, "Kd", "9c"))) for card in table.now.rules.deck.cards}
        assert codes == {"feed_only"}
        before, clock = table.now, house.clock
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=before.shuffles + 1, clock=clock)
        table = house.tables[1]
        assert table.now.state == before.state
        answer = await table.act("dealer:shoe", a.ShowCards(("As", "Qd", "9c")), house="feed", feed=True)
        assert isinstance(answer, Refusal) and answer.code == "card_twice"
        await shoe(table, a.ShowCards(("As", "Kd", "9c")))
        assert await refused(table, a.SettleHand(1, (UNKNOWN, "4s", "5c"))) == "face_unknown"
        await r.finish(table)
        assert audited(house, table, feed=True) == 1
        assert house.bank.balance("patron:Ann") == 100_000 + 3 * 500  # a pair of queens pays every bet 1 to 1
        house.close()

    asyncio.run(scene())


def test_where_the_shoe_reads_nothing_the_dealer_names_the_cards(sqlite_url: str, tmp_path: Path) -> None:
    """Then there is nothing to find out: what he names is held against the cards that everybody sees."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "ultimate-texas-holdem")
        await fed(table, *(UNKNOWN,) * 4)
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
        await fed(table, UNKNOWN, "9s", "9h", "Ks")
        await fed(table, UNKNOWN, "Ac", "7h")
        await r.staff_until(table, a.ShowCards)
        for cards, code in (
            ((), "face_unknown"), ((UNKNOWN,) * 2, "face_unknown"), (("2c", UNKNOWN), "face_unknown"),
            (("2c",), "card_count"), (("9s", "2c"), "card_twice"), (("2c", "2c"), "card_twice"),
            (("2c", "Zz"), "not_in_deck"),
        ):  # fmt: skip
            assert await refused(table, a.ShowCards(cards)) == code
        await r.done(table.act("dealer:Dora", a.ShowCards(("2c", "3c"))))
        for cards, code in ((("2c", "Ad"), "card_twice"), (("Ad", UNKNOWN), "face_unknown"), ((), "face_unknown")):
            assert await refused(table, a.SettleHand(1, cards)) == code
        await r.done(table.act("dealer:Dora", a.SettleHand(1, ("Ad", "Kd"))))
        await r.finish(table)
        assert audited(house, table, feed=True) == 1
        assert house.bank.balance("patron:Ann") == 100_000 + 500 + 4 * 500  # two pair: the blind pushes
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("who", ["dealer:Dora", "floorperson:Flo", "manager:May"])
def test_nobody_finds_out_by_naming_cards_what_lies_face_down(who: str, sqlite_url: str, tmp_path: Path) -> None:
    """The cards of a seat and a burned one are known to the house alone: every pair of faces is answered alike, also
    with a second card that is impossible, which would make the question free."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "ultimate-texas-holdem")
        await fed(table, "Ah", UNKNOWN, "Kd", "3c")
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
        await fed(table, "4d", "9s", "9h", "Ks")
        await fed(table, "5d", "Ac", "7h")
        await r.staff_until(table, a.ShowCards)
        said = {
            await refused(table, a.ShowCards(pair), who)
            for pair in product(("Ah", "4d", "3c", "2c", "9s", "Zz"), ("Kd", "5d", "3c", "2d", "9s", "Zz"))
        }
        assert said == {"feed_only"}
        house.close()

    asyncio.run(scene())


# --- seeds ------------------------------------------------------------------------------------------------------------


def test_no_seed_is_asked_for_where_nothing_is_shuffled_with_it(sqlite_url: str, tmp_path: Path) -> None:
    """Nothing is published as a commitment and no seed is taken. The seeds behind the digests of closed cards end all
    the same, each settled or voided."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        tables = {how: await r.opened(house, r.terms("ultimate-texas-holdem", table=how), cards=how) for how in CARDS}
        said: dict[str, bytes] = dict.fromkeys(CARDS, b"")

        def listen(table: LiveTable, change: TableChange) -> None:
            said[table.fixed.cards] += Sheet(table, change.bodies).change("guest")

        for how, table in tables.items():
            table.listeners.append(listen)
            await r.staff(table)
            await r.done(table.act("player:Ann", a.TakeSeat(1, "Ann")))
            answer = await table.add_seed("Ann", "my own", 1)
            if how == "feed":
                assert isinstance(answer, Refusal)
                assert answer.code == "no_shuffle" and "shoe" in answer.message
                assert fairness(table) == []
            else:
                assert not isinstance(answer, Refusal)
                assert [each.seats for each in fairness(table)] == [[1]]
            await r.done(table.act("player:Ann", a.LeaveSeat(1)))
            await r.done(house.close_table(table, "manager:May", "late"))
        published = [b"CommitmentPublished", b'"commitment":', b"SeedAdded", b"SeedRevealed"]
        assert [word in said["feed"] for word in published] == [False] * 4
        assert [word in said["shuffle"] for word in published] == [True] * 4
        with snapshot(house.engine) as conn:
            assert set(conn.execute(select(schema.shuffles.c.status)).scalars()) <= {"settled", "voided"}
        house.close()

    asyncio.run(scene())


CARDS = ("shuffle", "feed")


def test_seeds_that_were_taken_in_earlier_days_do_not_disturb(sqlite_url: str, tmp_path: Path) -> None:
    """A store in which a player had added a seed at such a table is read as before, by a restart and by the audit."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", cards="feed")
        fixed = table.fixed
        table.fixed = msgspec.structs.replace(fixed, cards="shuffle")
        await r.done(table.add_seed("Ann", "my own", 1))
        table.fixed = fixed
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        before, clock = table.now, house.clock
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=before.shuffles + 1, clock=clock)
        table = house.tables[1]
        assert (table.now.state, table.now.coming, table.now.hash) == (before.state, before.coming, before.hash)
        await fed(table, "Ah", "2c", "Kd", "3c")
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
        await fed(table, "4d", "9s", "9h", "Ks")
        await fed(table, "5d", "Ac", "7h")
        await r.finish(table)
        assert audited(house, table, feed=True) == 1
        house.close()

    asyncio.run(scene())


def test_what_a_shoe_deals_is_told_without_a_commitment_to_every_viewer(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "dragon-poker")
        for who in ("guest", "player:Ann", "dealer:Dora"):
            assert msgspec.json.decode(Sheet(table, []).change(who))["fair"] == []
        house.close()

    asyncio.run(scene())
