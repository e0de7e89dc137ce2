"""What a dealer puts before the floorperson, in a running house: it is kept, waits over a restart, and what follows is
carried out with the house's own cards and meters."""

import asyncio
from pathlib import Path

import house.running as r
from house.test_audit_random import audited
from house.test_feed_tables import refused
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.server.matter_words import reports
from pitboss.house.store.opening import snapshot
from pitboss.table import actions as a
from pitboss.table.dealing import recorded_places

FACE_UP = "report:card_face_up"


async def dealing(house: House) -> LiveTable:
    """Ann plays at a table dealt by a person; the cards are about to be dealt."""
    table = await r.at_table(house, "let-it-ride", "Ann", dealer="person")
    await r.bet(table, "Ann")
    await r.done(table.act("dealer:Dora", a.CloseBets()))
    while (due := table.due()) is not None and due.do is not a.DealCards:
        await r.done(table.perform())
    return table


def test_a_call_waits_over_a_restart_and_the_card_found_is_the_next_of_the_deck(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await dealing(house)
        top = table.now.packs[1].top(2)[1]
        assert await refused(table, a.CallFloor(a.Report("card_face_up", cards=("As",)))) == "cards_given"
        assert await refused(table, a.CallFloor(a.Report("card_face_up", detail="\n"))) == "text"
        await r.done(table.act("dealer:Dora", a.CallFloor(a.Report("card_face_up", detail="on the way"))))
        assert await refused(table, a.DealCards(())) == "pending"
        before, clock = table.now, house.clock
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=before.shuffles + 1, clock=clock)
        table = house.tables[1]
        assert table.now.state == before.state and table.now.state.matters == ((FACE_UP, 0),)
        with snapshot(house.engine) as conn:
            told = reports(conn, table, table.now.rules, table.now.state)[FACE_UP, 0]
        assert (told.name, told.detail, told.title) == ("Dora", "on the way", "a card found face up")
        assert isinstance(told.about, a.Report) and told.about.cards == top[:1]
        await r.done(table.act("floorperson:Fay", a.Rule(FACE_UP, "confirmed")))
        assert table.now.state.aside == top[:1] and table.now.packs[1].top(1)[1] == top[1:]
        await r.finish(table)
        assert audited(house, table) == 1
        house.close()

    asyncio.run(scene())


def test_a_corrected_count_keeps_the_round_and_the_deck(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await dealing(house)
        await r.staff_until(table, a.RemoveStub)
        places = tuple(recorded_places(table.now.state).items())
        assert await refused(table, a.CallFloor(a.CountStub(1))) == "counts_by_place"
        await r.done(table.act("dealer:Dora", a.CallFloor(a.CountStub(1, places))))
        right = table.now.rules.deck_size - sum(count for _, count in places)
        await r.done(table.act("floorperson:Fay", a.Rule("count", "corrected", 0, a.CountStub(right))))
        assert not table.now.state.void and table.now.state.decks[0].stage == "dealing"
        await r.finish(table)
        assert audited(house, table) == 1
        house.close()

    asyncio.run(scene())
