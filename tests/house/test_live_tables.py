"""Running tables: whole rounds, money that adds up, acts applied once, restarts that find everything again."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import OperationalError

import house.running as r
from house.tray import in_the_tray
from pitboss.house.house import House
from pitboss.house.live.sheet import offered, seen
from pitboss.house.live.table import Done, LiveTable
from pitboss.house.money.books import balances
from pitboss.house.store import schema
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def books(engine: Engine) -> dict[str, int]:
    """The balances, once it is shown that they are the sums of postings that add up to nothing in every row."""
    post = schema.postings.c
    with engine.connect() as conn:
        rows = conn.execute(select(func.sum(post.cents)).group_by(post.chain, post.number)).scalars().all()
        assert set(rows) <= {0}
        found = balances(conn)
        sums = {
            row[0]: row[1] for row in conn.execute(select(post.account, func.sum(post.cents)).group_by(post.account))
        }
    assert {k: v for k, v in found.items() if v} == {k: int(v) for k, v in sums.items() if v}
    assert all(cents >= 0 for name, cents in found.items() if name not in ("outside", "practice/outside"))
    practice = [cents for name, cents in found.items() if name.startswith("practice/")]
    assert (sum(found.values()), sum(practice)) == (0, 0), "of real chips and of practice chips, each by itself"
    return found


def agrees(house: House, table: LiveTable) -> None:
    """The books, the mirror and the table say the same."""
    found = books(house.engine)
    state, chain = table.now.state, table.fixed.chain
    assert found[f"layout:{chain}"] == sum(sum(seat.stakes) for seat in state.seats)
    assert found[f"layout:{chain}"] == house.bank.balance(f"layout:{chain}")
    assert found[f"inventory:{chain}"] == house.bank.balance(f"inventory:{chain}") == in_the_tray(house, table)
    for meter, reading in house.bank.meters.items():
        assert found[f"pool:{meter}"] == reading // 1_000_000


@pytest.mark.parametrize("game", r.GAMES)
def test_rounds_are_played_and_the_books_agree(game: str, store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, game, "Ann", "Ben")
        for _ in range(4):
            await r.play_round(table, "Ann", "Ben")
            agrees(house, table)
        assert table.now.state.round == 5
        with house.engine.connect() as conn:
            rounds = conn.execute(select(schema.rounds)).all()
            hands = conn.execute(select(schema.hands)).all()
        assert [row.cleared_at is not None for row in rounds] == [True] * 4 + [False]
        assert len(hands) == 8
        for player in ("Ann", "Ben"):
            gained = sum(row.returned - row.wagered for row in hands if row.player == player)
            assert house.bank.balance(f"patron:{player}") == 100_000 + gained
            assert gained == table.now.state.seats[0 if player == "Ann" else 1].net
        house.close()

    asyncio.run(scene())


def test_contributions_and_meters_carry_every_part_of_a_cent(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, r.terms("let-it-ride"))
        meter = table.fixed.meter(table.now.rules.terms.meters[0].name)
        begun = house.bank.reading(meter)
        await r.staff(table)
        await r.seat(table, "Ann")
        for _ in range(3):
            await r.staff(table)
            await r.bet(table, "Ann")
            offer = next(o for o in offered(table, "player:Ann") if getattr(o.example, "wager", "") == "progressive")
            await r.done(table.act("player:Ann", offer.act(offer.minimum)))
            await r.done(table.act("dealer", a.CloseBets()))
            await r.finish(table)
            agrees(house, table)
        with house.engine.connect() as conn:
            log = conn.execute(select(schema.meter_log).order_by(schema.meter_log.c.number)).all()
        assert [row.number for row in log] == list(range(1, len(log) + 1))
        assert [row.before for row in log[1:]] == [row.after for row in log[:-1]]
        contributed = sum(row.amount for row in log if row.what == "contribution")
        rate = table.now.rules.terms.meters[0].rate
        assert contributed == 3 * offer.minimum * rate
        assert house.bank.reading(meter) == begun + contributed - sum(
            row.amount - row.added for row in log if row.what == "hit"
        )
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("game", r.GAMES)
def test_a_restart_finds_the_very_state_after_every_row(game: str, sqlite_url: str, tmp_path: Path) -> None:
    """Played once through; then again with the house closed and opened anew before every single act."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, game, "Ann", "Ben")
        await r.play_round(table, "Ann", "Ben")
        await r.play_round(table, "Ann", "Ben")
        steps = 0
        await r.bet(table, "Ann")
        await r.done(table.act("dealer", a.CloseBets()))
        while table.now.state.round == 3:
            before = table.now
            used, clock = table.now.shuffles + 1, house.clock
            house.close()
            house = await r.open_house(sqlite_url, tmp_path, first=used, clock=clock)
            table = house.tables[1]
            for part in ("state", "number", "hash", "at", "seq", "coming", "shuffles", "ready", "tally"):
                assert getattr(table.now, part) == getattr(before, part), part
            assert {deck: (p.order, p.next, p.gone, p.cuts) for deck, p in table.now.packs.items()} == {
                deck: (p.order, p.next, p.gone, p.cuts) for deck, p in before.packs.items()
            }
            act = r.next_decision(table)
            await r.done(table.act(*act) if act else table.perform())
            steps += 1
            if table.now.state.step < 0:
                break
        assert steps > 5
        agrees(house, table)
        house.close()

    asyncio.run(scene())


def test_an_act_sent_twice_is_applied_once(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        wager = a.PlaceWager(1, "ante", 500)
        first = await table.act("player:Ann", wager, "one")
        number = table.now.number
        again = await table.act("player:Ann", wager, "one")
        assert (first, again) == (Done(number), Done(number, again=True))
        assert table.now.number == number
        assert house.bank.balance("patron:Ann") == 100_000 - 500
        other = await table.act("player:Ann", a.PlaceWager(1, "ante", 1000), "one")
        assert isinstance(other, Refusal)
        assert other.code == "id_reused"
        both = await asyncio.gather(*(table.act("player:Ann", a.PlaceWager(1, "ante", 1500), "two") for _ in range(5)))
        done = [each for each in both if isinstance(each, Done)]
        assert sorted(done, key=lambda d: d.again) == [Done(number + 1)] + [Done(number + 1, again=True)] * 4
        clock = house.clock
        house.close()
        house = await r.open_house(store_url, tmp_path, clock=clock)
        table = house.tables[1]
        assert await table.act("player:Ann", a.PlaceWager(1, "ante", 1500), "two") == Done(number + 1, again=True)
        assert house.bank.balance("patron:Ann") == 100_000 - 1500
        house.close()

    asyncio.run(scene())


def test_nobody_wagers_more_than_he_has(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        tables = [await r.opened(house, game) for game in ("ultimate-texas-holdem", "dragon-poker")]
        for table in tables:
            await r.staff(table)
        await house.cage.buy_in("Ann", 600, "floorperson:Flo")
        for table in tables:
            await r.done(table.act("player:Ann", a.TakeSeat(1, "Ann"), "sit"))
        wager = a.PlaceWager(1, "ante", 500)
        answers = await asyncio.gather(*(table.act("player:Ann", wager, "same moment") for table in tables))
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert [refusal.code for refusal in refused] == ["funds"]
        assert house.bank.balance("patron:Ann") == 100
        assert books(house.engine)["patron:Ann"] == 100
        exact = await house.cage.cash_out("Ann", 100, "floorperson:Flo")
        beyond = await house.cage.cash_out("Ann", 1, "floorperson:Flo")
        assert isinstance(exact, int)
        assert isinstance(beyond, Refusal)
        assert books(house.engine)["patron:Ann"] == 0
        house.close()

    asyncio.run(scene())


def test_an_inventory_that_would_run_dry_is_filled_first(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        for _ in range(8):  # some of them are won, and there is nothing to pay from
            have = house.bank.balance("inventory:1")
            await r.done(table.chips(-have, "floorperson:Flo", "to the cage")) if have else None
            refused = await table.chips(-1, "floorperson:Flo", "one more")
            assert isinstance(refused, Refusal)
            await r.play_round(table, "Ann")
            agrees(house, table)
        with house.engine.connect() as conn:
            fills = conn.execute(select(schema.trail.c.body).where(schema.trail.c.kind == "fill")).scalars().all()
        assert any(b"would have run dry" in bytes(body) for body in fills)
        house.close()

    asyncio.run(scene())


def test_people_never_name_the_cards_of_a_shuffled_deck(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", dealer="person")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        for act in (
            a.DealCards(("Ah", "Kd", "2c", "3c")), a.Report("card_face_up", cards=("Ah",)), a.ShowCards(("Ah",)),
            a.SettleHand(1, ("Ah", "Kd")), a.SettleTable(faces=((1, ("Ah", "Kd")),)),
        ):  # fmt: skip
            answer = await table.act("dealer:Dora", act)
            assert isinstance(answer, Refusal)
            assert answer.code == "cards_given", act
        given = await table.act("dealer:Dora", a.SettleHand(1, meters=(("x", 1),)))
        assert isinstance(given, Refusal)
        assert given.code == "meters_given"
        for who in ("dealer:Dora", "floorperson:Flo", "manager:May", "player:Ann"):
            for offer in offered(table, who):
                assert not getattr(offer.example, "cards", ()), offer
                assert not offer.cards
        await r.done(table.act("dealer:Dora", a.DealCards(())))
        assert [card == "??" for card in seen(table, "dealer:Dora").seats[0].cards] == [True, True]
        assert [card == "??" for card in seen(table, "player:Ann").seats[0].cards] == [False, False]
        house.close()

    asyncio.run(scene())


def test_cards_that_lie_face_down_come_only_from_the_feed_of_a_shoe(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", cards="feed")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        assert await table.perform() is None
        by_hand = await table.act("dealer:Dora", a.DealCards(("Ah", "Kd", "2c", "3c")))
        assert isinstance(by_hand, Refusal)
        assert by_hand.code == "face_down"
        fed = a.DealCards(("Ah", "2c", "Kd", "3c"))
        await r.done(table.act("dealer", fed, "f1", house="feed", feed=True))
        assert seen(table, "player:Ann").seats[0].cards == ("Ah", "Kd")
        with house.engine.connect() as conn:
            written = b"".join(bytes(body) for body in conn.execute(select(schema.trail.c.body)).scalars())
        for face in (b'"Ah"', b'"Kd"', b'"2c"', b'"3c"'):
            assert face not in written
        before, clock = table.now, house.clock
        house.close()
        house = await r.open_house(store_url, tmp_path, first=before.shuffles + 1, clock=clock)
        table = house.tables[1]
        assert table.now.state == before.state
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x"), "d"))
        await r.done(table.act("dealer", a.DealCards(("4d", "9s", "9h", "Ks")), "f2", house="feed", feed=True))
        await r.done(table.act("dealer", a.DealCards(("5d", "Ac", "7h")), "f3", house="feed", feed=True))
        await r.finish(table)
        agrees(house, table)
        assert house.bank.balance("patron:Ann") == 100_000 + 500 + 4 * 500  # two pair: the blind pushes
        house.close()

    asyncio.run(scene())


def test_a_commit_whose_answer_was_lost_is_found_again(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store keeps the change, and the connection breaks before it can say so."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        say, lose = house.writer._say, True

        def broken(conn: Connection, words: str) -> None:
            nonlocal lose
            say(conn, words)
            if words == "COMMIT" and lose:
                lose = False
                raise OperationalError("COMMIT", None, Exception("the connection was lost"))

        monkeypatch.setattr(house.writer, "_say", broken)
        before = table.now
        wager = a.PlaceWager(1, "ante", 500)
        lost = await table.act("player:Ann", wager, "lost")
        assert isinstance(lost, Refusal)
        assert lost.code == "store"
        assert table.now is before
        assert await table.act("player:Ann", wager, "lost") == Done(before.number + 1, again=True)
        agrees(house, table)
        assert house.bank.balance("patron:Ann") == 100_000 - 500
        await r.done(table.act("player:Ann", a.PlaceWager(1, "blind", 500), "next"))
        house.close()

    asyncio.run(scene())


def test_staff_cannot_ask_which_cards_lie_face_down(sqlite_url: str, tmp_path: Path) -> None:
    """Where a shoe has read cards a report that names some is the shoe's: a refusal would tell what was dealt."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann", cards="feed")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        await r.staff(table)
        first = a.DealCards(("As", "Kd", "9c", "Qd", "2c", "Qh", "3d", "4s"))
        await r.done(table.act("dealer:shoe", first, house="feed", feed=True))
        for who in ("dealer:Dora", "floorperson:Flo", "supervisor:Sue", "manager:May"):
            said = {str(await table.act(who, a.Report("card_face_up", cards=(c,)))) for c in table.now.rules.deck.cards}
            assert len(said) == 1, who
        house.close()

    asyncio.run(scene())


def test_an_id_belongs_to_a_person_in_whatever_role(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        left = await r.done(table.act("player:Ann", a.LeaveSeat(1), "leave"))
        await r.done(table.act("player:Ben", a.TakeSeat(1, "Ben"), "sit"))
        assert await table.act("dealer:Ann", a.LeaveSeat(1), "leave") == Done(left.seq, again=True)
        assert table.now.state.seats[0].player == "Ben"
        first = await house.cage.buy_in("Ben", 500, "floorperson:Flo", act_id="one")
        assert await house.cage.buy_in("Ben", 500, "supervisor:Flo", act_id="one") == first
        assert house.bank.balance("patron:Ben") == 500
        other = await house.cage.buy_in("Ben", 500, "floorperson:Fay", act_id="one")
        assert isinstance(other, int) and other != first
        house.close()

    asyncio.run(scene())
