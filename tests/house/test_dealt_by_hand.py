"""A physical deck without an electronic shoe: whoever deals enters what he turns up, and that the other cards lie face
down. What that means for what he may name; what is told beforehand of what would follow."""

import asyncio
from pathlib import Path

import pytest

import house.running as r
from house.test_audit_random import audited
from house.test_feed_tables import closed, fed, refused
from pitboss.cards.deck import UNKNOWN
from pitboss.house.live.sheet import offered
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.server.foreseen import foreseen
from pitboss.house.server.routes.work import shown
from pitboss.messages.work import Foreseen, WorkShown
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

DOWN = (UNKNOWN,)
DORA = Person("Dora", ("dealer",))
FAY = Person("Fay", ("floorperson",))


async def dealt(table: LiveTable, *cards: str) -> None:
    await r.done(table.act("dealer:Dora", a.DealCards(cards)))


def desk(table: LiveTable) -> WorkShown:
    return shown(table, DORA, None, {})


def asked(work: WorkShown) -> list[tuple[str, int, bool, str]]:
    return [(card.place, card.seat, card.up, card.known) for card in work.named]


def test_a_round_is_dealt_by_hand_and_only_open_cards_are_named(sqlite_url: str, tmp_path: Path) -> None:
    """What is asked for follows the round: the two hands face down, burned cards and the board, then what is turned up.
    A restart in the middle and an audit find the same."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "ultimate-texas-holdem")
        work = desk(table)
        assert sorted(asked(work)) == [("dealer", 0, False, "")] * 2 + [("seat", 1, False, "")] * 2
        assert work.left == dict.fromkeys(table.now.rules.deck.cards, 1)
        assert work.due is not None and work.due.flows
        assert await refused(table, a.DealCards(DOWN * 5)) == "card_count"
        for cards in (("As", *DOWN * 3), (*DOWN * 3, "As")):
            assert await refused(table, a.DealCards(cards)) == "face_down"
        await dealt(table, *DOWN * 4)
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
        work = desk(table)
        ups = [(card.place, card.up) for card in work.named]
        assert ups == [("burn", False), *[("community", True)] * 3]
        assert work.due is not None and not work.due.flows
        assert await refused(table, a.DealCards(DOWN * 4)) == "face_unknown"
        await dealt(table, *DOWN, "9s", "9h", "Ks")
        left = desk(table).left
        assert left is not None
        assert sorted(card for card, count in left.items() if not count) == ["9h", "9s", "Ks"]
        assert await refused(table, a.DealCards((*DOWN, "9s", "7h"))) == "card_twice"
        await dealt(table, *DOWN, "Ac", "7h")
        before, clock = table.now, house.clock
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=before.shuffles + 1, clock=clock)
        table = house.tables[1]
        assert table.now.state == before.state
        await r.staff_until(table, a.ShowCards)
        assert asked(desk(table)) == [("dealer", 0, True, "")] * 2
        await r.done(table.act("dealer:Dora", a.ShowCards(("2c", "3c"))))
        assert asked(desk(table)) == [("seat", 1, True, "")] * 2
        await r.done(table.act("dealer:Dora", a.SettleHand(1, ("Ad", "Kd"))))
        await r.finish(table)
        assert audited(house, table, feed=True) == 1
        assert house.bank.balance("patron:Ann") == 100_000 + 500 + 4 * 500  # two pair: the blind pushes
        house.close()

    asyncio.run(scene())


def test_where_the_shoe_has_read_a_card_face_down_nobody_else_deals(sqlite_url: str, tmp_path: Path) -> None:
    """Neither is he asked for cards, nor told which are left: both would say what lies face down."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "ultimate-texas-holdem")
        assert any(offer.do == "DealCards" for offer in offered(table, "dealer:Dora"))
        await fed(table, "Ah", UNKNOWN, "Kd", "3c")
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
        said = {await refused(table, a.DealCards((UNKNOWN, card, "9h", "Ks"))) for card in ("Ah", "Kd", "2c", "Zz")}
        assert said == {"feed_only"}
        assert not any(offer.do == "DealCards" for offer in offered(table, "dealer:Dora"))
        work = desk(table)
        assert (work.named, work.left) == ([], None)
        said = {await refused(table, a.Report("card_face_up", cards=(card,))) for card in ("Ah", "Kd", "2c", "Zz")}
        assert said == {"feed_only"}
        house.close()

    asyncio.run(scene())


def test_cards_from_the_house_s_own_shuffle_are_named_by_nobody(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", dealer="person")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        work = desk(table)
        assert (work.named, work.left) == ([], None)
        assert work.due is not None and work.due.do == "DealCards" and work.due.flows
        assert await refused(table, a.DealCards(DOWN * 4)) == "cards_given"
        house.close()

    asyncio.run(scene())


def test_a_card_found_face_up_is_named_by_whoever_finds_it(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await closed(house, "let-it-ride")
        await r.done(table.act("dealer:Dora", a.Report("card_face_up", cards=("Qd",))))
        assert table.now.state.aside == ("Qd",)
        left = desk(table).left
        assert left is not None and left["Qd"] == 0
        house.close()

    asyncio.run(scene())


# --- what would follow ------------------------------------------------------------------------------------------------


def told(answer: Foreseen | Refusal) -> Foreseen:
    assert isinstance(answer, Foreseen), answer
    return answer


def test_what_would_follow_is_said_and_nothing_is_done(sqlite_url: str, tmp_path: Path) -> None:
    """A count that is wrong by one place voids the round, one of too few cards takes the deck as well; one that agrees
    is not grave. Nothing of it changes the table."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann", dealer="person")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        await r.staff_until(table, a.RemoveStub)
        work, before = desk(table), table.now
        places = tuple(work.places.items())
        right = told(foreseen(table, DORA, a.CountStub(work.stub), None))
        assert not right.grave
        fewer = told(foreseen(table, DORA, a.CountStub(work.stub - 1, places), None))
        assert fewer.grave and fewer.follows[1:] == ["The round is void", "Deck 1 leaves the table (not misdealt)"]
        first, *others = places
        moved = ((first[0], first[1] + 1), *others)
        misdealt = told(foreseen(table, DORA, a.CountStub(work.stub - 1, moved), None))
        assert misdealt.grave and misdealt.follows[1:] == ["The round is void"]
        answer = foreseen(table, DORA, a.CountStub(work.stub - 1), None)
        assert isinstance(answer, Refusal) and answer.code == "counts_by_place"
        assert table.now is before
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("person", [DORA, FAY])
def test_what_would_follow_names_no_card_of_the_deck(person: Person, sqlite_url: str, tmp_path: Path) -> None:
    """A card found face up comes off the top of the house's deck: who only asks is not told which it is."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann", dealer="person")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        for count in (0, 2):
            found = told(foreseen(table, person, a.Report("card_face_up", count=count), None))
            words, names = set(" ".join(found.follows).split()), table.now.rules.deck.names
            assert words.isdisjoint(names) and not any(name in " ".join(found.follows) for name in names.values())
        answer = foreseen(table, person, a.Decide(1, "ride"), None)
        assert isinstance(answer, Refusal) and answer.code in {"walk_ins_only", "wrong_role"}
        house.close()

    asyncio.run(scene())
