"""The tables: what is there, and acts at them."""

import asyncio
from typing import Annotated, Any

from msgspec import UNSET, Meta
from msgspec.structs import asdict

from pitboss.house.live.faults import SET_ASIDE, cannot_go_on, contained
from pitboss.house.live.sheet import clock, fairness, seen
from pitboss.house.live.table import Answer, LiveTable
from pitboss.house.server import logs
from pitboss.house.server.access import Signed, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.person_requests import ask_act, ask_ready, ask_seed
from pitboss.messages.base import Done
from pitboss.messages.tables import (
    ActAsked,
    LayoutShown,
    ReadyAsked,
    Seats,
    SeedAsked,
    TableDetails,
    TableListed,
    WagerLimits,
)
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.words import limited_title
from pitboss.table.flow import current, turn
from pitboss.table.layout import layout
from pitboss.table.people import SPECTATOR
from pitboss.table.refusals import RefusedAct
from pitboss.table.rules import Rules
from pitboss.wording.how_to_play import in_brief, sayings

Number = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a table.")]
Brief = Annotated[bool, Meta(description="Without the terms and the signs, which can be asked for later.")]


routes = Endpoints("tables")


@routes.get("/tables", 401, 422)
async def tables(desk: Desk, _: Signed) -> list[TableListed]:
    """The open tables."""
    return [listed(table) for _, table in sorted(desk.house.tables.items())]


@routes.get("/tables/{id}", 401, 404, 422)
async def table(desk: Desk, id: Number, _: Signed, brief: Brief = False) -> TableDetails:
    """A table with its terms, its layout, and what a spectator sees now."""
    found = desk.table(id)
    if found.aside is not None and found.aside.unseen:
        raise RefusedAct(cannot_go_on(found))
    return TableDetails(
        **summary(found),
        terms=UNSET if brief else found.now.rules.terms,
        layout=_layout(found, brief),
        view=seen(found, SPECTATOR),
        seq=found.now.number,
        fair=fairness(found),
    )


def _layout(table: LiveTable, brief: bool) -> LayoutShown:
    told = asdict(layout(table.now.rules, table.now.state))
    if brief:
        del told["signs"]
    return LayoutShown(**told)


@routes.post("/tables/{id}/acts", 400, 401, 403, 404, 409, 413, 422)
async def act(desk: Desk, id: Number, asked: ActAsked, session: Signed) -> Done:
    """Do something at a table. The rules decide; it is acknowledged after its commit."""
    began = asyncio.get_running_loop().time()
    live = desk.permits(session, "watch")
    found = desk.table(id)
    reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    ask_act(found, reply, live.person, asked.id, asked.do, asked.as_)
    try:
        done = granted(await reply)
    except RefusedAct as refused:
        desk.figures.refused[refused.refusal.code] += 1
        raise
    desk.figures.took(done.again, asyncio.get_running_loop().time() - began)
    return done


@routes.post("/tables/{id}/seed", 400, 401, 403, 404, 409, 413, 422)
async def seed(desk: Desk, id: Number, asked: SeedAsked, session: Signed) -> Done:
    """Add your own seed to the coming shuffle of a deck: the house cannot know it beforehand."""
    live = desk.permits(session, "watch")
    reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    ask_seed(desk.table(id), reply, live, asked.id, asked.seed, asked.deck)
    return granted(await reply)


@routes.post("/tables/{id}/ready", 400, 401, 403, 404, 409, 413, 422)
async def ready(desk: Desk, id: Number, asked: ReadyAsked, session: Signed) -> Done:
    """You have no more wagers to place: the dealer need not wait for you."""
    live = desk.permits(session, "watch")
    reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    ask_ready(desk.table(id), reply, live, asked.id, asked.seat)
    return granted(await reply)


def listed(table: LiveTable) -> TableListed:
    rules = table.now.rules
    brief, easy = _brief(rules)
    running = clock(table)
    return TableListed(
        **summary(table),
        brief=brief,
        cloth=list(rules.book.felt.cloth),
        easy=easy,
        asked=_asked(table),
        left=running.ms if running is not None else None,
    )


def _asked(table: LiveTable) -> str:
    """Who has to decide now. Of a table that was set aside nothing is asked."""
    rules, state = table.now.rules, table.now.state
    step = current(rules, state) if table.aside is None else None
    seat = turn(rules, state) if step is not None and step.kind == "ask" else 0
    return state.seat(seat).player if seat else ""


def _brief(rules: Rules) -> tuple[str, int]:
    """What the game is about, and how easy it is. One whose words cannot be read keeps nobody from seeing the other
    tables."""
    try:
        return in_brief(rules), sayings(rules.game.id).easy
    except BaseException as error:
        _unreadable(rules.game.id, contained(error))
        return UNREADABLE, 0


UNREADABLE = "The words of this game cannot be read; the log says where."
_logged: set[str] = set()


def _unreadable(game: str, error: Exception) -> None:
    """The log has it once, however often the lobby is looked at."""
    if game not in _logged:
        _logged.add(game)
        logs.log().error("words of a game cannot be read", game=game, **logs.of(error))


def readings(table: LiveTable) -> dict[str, int]:
    """What each meter of the table shows, in cents."""
    bank = table.house.bank
    return {m.name: bank.reading(table.fixed.meter(m.name)) // MICRO for m in table.now.rules.terms.meters}


def summary(table: LiveTable) -> dict[str, Any]:
    """A table in the list."""
    fixed, now = table.fixed, table.now
    terms = now.rules.terms
    return {
        "id": fixed.chain,
        "name": fixed.name,
        "game": terms.game,
        "title": now.rules.book.title,
        "limits": [
            WagerLimits(w.id, limited_title(now.rules.book, w.id), w.minimum, w.maximum, w.increment)
            for w in terms.wagers
        ],
        "seats": Seats(sum(bool(seat.player) for seat in now.state.seats), terms.positions),
        "meters": readings(table),
        "step": table.step_name if table.aside is None else SET_ASIDE,
        "round": now.state.round,
        "paytables": {w.id: w.paytable for w in terms.wagers if w.paytable},
        "dealer": fixed.dealer,
        "cards": fixed.cards,
        "practice": terms.practice,
    }
