"""What a person is offered at a table of the house, the house lets him do: its own permits refuse none of it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import house.running as r
from pitboss.house.live.player_requests import ActRequest
from pitboss.house.live.sheet import offered
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_as
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table.examples import spare_cards
from pitboss.table.flow import targets_due, turn
from pitboss.table.offers import Offer
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal

PEOPLE = ("player:Ann", "player:Uma", "dealer:Dora", "floorperson:Flo", "supervisor:Sue", "manager:May")
"""Ann plays; Uma only looks on."""
JOE = "walk-in Joe"


def tried(
    offering: Callable[[LiveTable, str], list[Offer]], table: LiveTable, counted: Counter[tuple[str, str]]
) -> None:
    """Every act that anybody is offered now is put to the house, and none is refused. Nothing is done."""
    now, clock = table.now, table.house.clock
    for who in PEOPLE:
        person = Person(name(who), (role(who),))
        if role(who) != PLAYER:  # told to all of a role alike
            assert [o.example for o in offering(table, who)] == [o.example for o in offering(table, role(who))]
        for offer in offering(table, who):
            by = acting_as(person, offer.example, None, now.rules, now.state, clock())
            assert by == who, f"{who} is offered {offer.example} at {table.step_name}: {by}"
            judged = ActRequest(who, None, offer.example).change(table, who)
            if table.fixed.cards == "feed" and isinstance(judged, Refusal) and judged.code == "cards":
                report = offer.example.about if isinstance(offer.example, a.CallFloor) else offer.example
                assert isinstance(report, a.Report)  # the moment is right, and the shoe names the card
                continue
            if table.fixed.cards == "feed" and isinstance(judged, Refusal) and judged.code == "card_count":
                assert isinstance(offer.example, a.DealCards)  # the moment is right, and the dealer says which cards
                continue
            assert not isinstance(judged, Refusal), f"{who} is offered {offer.example} at {table.step_name}: {judged}"
            counted[role(who), offer.do] += 1


async def played(
    url: str, folder: Path, game: str, cards: str, offering: Callable[[LiveTable, str], list[Offer]] = offered
) -> Counter[tuple[str, str]]:
    """A round with a player who has an account and one who has none."""
    house = await r.open_house(url, folder)
    table = await r.opened(house, game, dealer="person", cards=cards)
    counted: Counter[tuple[str, str]] = Counter()
    for _ in range(30):
        if table.step_name == "bets":
            break
        tried(offering, table, counted)
        await r.done(table.perform())
    await r.seat(table, "Ann")
    await r.done(table.act("dealer:Dora", a.TakeSeat(2, JOE)))
    tried(offering, table, counted)
    await r.bet(table, "Ann")
    for wager in table.now.rules.wagers:
        if wager.compulsory and not wager.later:
            minimum = table.now.rules.limits(wager.id).minimum
            await r.done(table.act("dealer:Dora", a.PlaceWager(2, wager.id, minimum)))
    tried(offering, table, counted)
    await r.done(table.act("dealer:Dora", a.CloseBets()))
    while table.now.state.step >= 0:
        tried(offering, table, counted)
        await go_on(table)
    house.close()
    return counted


async def go_on(table: LiveTable) -> None:
    rules, state = table.now.rules, table.now.state
    if await table.perform() is not None:
        return
    if table.due() is not None:
        faces = spare_cards(rules, state, sum(target.count for target, _ in targets_due(rules, state)))
        await r.done(table.act("dealer:shoe", a.DealCards(faces), house="feed", feed=True))
        return
    seat = turn(rules, state)
    who = f"player:{state.seat(seat).player}" if seat == 1 else "dealer:Dora"
    (offer,) = [o for o in offered(table, who) if isinstance(o.example, a.Decide) and o.example.seat == seat]
    await r.done(table.act(who, offer.act(next(v for v in offer.values if v != "fold"))))


@pytest.mark.parametrize("cards", ["shuffle", "feed"])
@pytest.mark.parametrize("game", r.GAMES)
def test_nobody_is_offered_what_the_house_refuses(game: str, cards: str, sqlite_url: str, tmp_path: Path) -> None:
    counted = asyncio.run(played(sqlite_url, tmp_path, game, cards))
    assert counted["dealer", "Decide"] >= 1 and counted["player", "Decide"] >= 1
    assert counted["dealer", "PlaceWager"] >= 2, "for the walk-in"
    assert ("player", "TakeSeat") in counted
    assert {do for _, do in counted} >= {"ShuffleCards", "CloseBets", "SettleHand", "ClearTable", "Report"}


@pytest.mark.parametrize(
    ("person", "act"), [("dealer:Dora", "PlaceWager"), ("player:Uma", "LookAtCards"), ("player:Uma", "Report")]
)
def test_the_engine_alone_would_offer_more(
    person: str, act: str, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules let a dealer record what any player does, and whoever comes look at the cards: that players with an
    account act for themselves, and only those who sit there, is the house's."""
    monkeypatch.setattr("pitboss.house.live.sheet._permitted", lambda *_: True)

    def only(table: LiveTable, who: str) -> list[Offer]:
        return [offer for offer in offered(table, who) if who in (person, role(person)) and offer.do == act]

    with pytest.raises(AssertionError, match=f"{person} is offered {act}"):
        asyncio.run(played(sqlite_url, tmp_path, "dragon-poker", "shuffle", only))
