"""Money in and out, and what everybody may see of his own."""

from typing import Annotated

from msgspec import Meta

from pitboss.house.audit.queries import rounds as rounds_of
from pitboss.house.money.accounts import PRACTICE, REAL, accounts_of
from pitboss.house.people import accounts as known
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_for, permitted
from pitboss.house.server import queries
from pitboss.house.server.access import Signed, Who, granted
from pitboss.house.server.answers import Rounds
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import CHANGES, Endpoints
from pitboss.house.server.routes.rounds import page
from pitboss.house.trail.asked import earlier
from pitboss.messages.money import CapitalAsked, ChipsAsked, Ledger, MoneyAsked, Moved, PostingShown, TransferAsked
from pitboss.rulebook.pays import dollars
from pitboss.table.people import name
from pitboss.table.refusals import refuse
from pitboss.wording.postings import posted

Limit = Annotated[int, Meta(ge=1, le=queries.MOST, description="How many at most.")]
OfPractice = Annotated[bool, Meta(description="Of practice chips, instead of real ones.")]
Before = Annotated[str, Meta(max_length=80, description="`next` of the page before.")]


async def ledger_page(desk: Desk, person: Person, practice: bool, before: str, limit: int) -> Ledger:
    """Some of the movements of a person's chips, the newest first. A guest has practice chips only; what she had before
    these had accounts of their own belongs to it."""
    own = accounts_of(practice or person.guest)
    kinds = (PRACTICE, REAL) if person.guest else (own,)
    accounts = [kind.patron(person.handle) for kind in kinds]
    rows = await desk.read(lambda conn: queries.ledger(conn, accounts, before, limit))
    last = rows[-1] if len(rows) == limit else None
    return Ledger(
        balance=desk.balance(person.handle, own),
        practice=own.practice,
        postings=[
            PostingShown(at=r.at, table=r.chain, row=r.number, cents=r.cents, why=r.why, said=posted(r.why))
            for r in rows
        ],
        next=f"{last.at}.{last.chain}.{last.number}.{last.line}" if last else None,
    )


routes = Endpoints("money")


async def patron(desk: Desk, handle: str, *, plays: bool = False) -> Person:
    """Somebody with an account. Only who may play gets chips; that a guest gets none the cage says."""
    found = await desk.read(lambda conn: known.existing(conn, handle))
    person: Person = found.person
    if plays and not permitted(person, "take_seat"):
        held = ", ".join(person.roles)
        raise refuse("not_a_player", "this person does not play here", given=held, allowed="an account of a player")
    return person


@routes.get("/me/ledger", 401, 422)
async def my_ledger(
    desk: Desk, session: Signed, before: Before = "", limit: Limit = 50, practice: OfPractice = False
) -> Ledger:
    """Every movement of your chips, the newest first."""
    person = desk.permits(session, "own_account").person
    return await ledger_page(desk, person, practice, before, limit)


@routes.get("/me/rounds", 401, 422)
async def my_rounds(desk: Desk, session: Signed, before: Before = "", limit: Limit = 50) -> Rounds:
    """The rounds in which you were dealt in, the one that ended last first."""
    handle = desk.permits(session, "own_account").person.handle
    found = await desk.read(lambda conn: rounds_of(conn, patron=handle, before=before, limit=limit, ended=True))
    return page(found, limit)


@routes.post("/me/chips", *CHANGES, status=201)
async def my_chips(desk: Desk, asked: ChipsAsked, session: Signed) -> Moved:
    """More practice chips, for the practice tables: up to what guests begin with."""
    person = desk.permits(session, "play_money").person
    async with desk.chips:
        have, most = desk.balance(person.handle, PRACTICE), desk.settings.guest_chips
        again = await desk.read(lambda conn: earlier(conn, person.known_as, asked.id))
        if again is None and have + asked.cents > most:
            given, allowed = dollars(asked.cents), f"up to {dollars(max(0, most - have))}"
            raise refuse("allowance", "more practice chips than anybody may have", given=given, allowed=allowed)
        by, cage = person.known_as, desk.house.cage
        row = granted(await cage.practise(person.handle, asked.cents, by, "play money", asked.id))
    desk.chips_moved(person.handle)
    return Moved(row=row, balance=desk.balance(person.handle, PRACTICE))


@routes.post("/patrons/{handle:path}/buy-in", *CHANGES, status=201)
async def buy_in(desk: Desk, handle: Who, asked: MoneyAsked, session: Signed) -> Moved:
    """A patron's money becomes chips."""
    by = acting_for(desk.permits(session, "buy_in", patron=handle).person, "buy_in")
    person = await patron(desk, handle, plays=True)
    row = granted(await desk.house.cage.buy_in(person.handle, asked.cents, by, asked.reason, asked.id))
    desk.chips_moved(person.handle)
    return Moved(row=row, balance=desk.balance(person.handle, REAL))


@routes.post("/patrons/{handle:path}/cash-out", *CHANGES, status=201)
async def cash_out(desk: Desk, handle: Who, asked: MoneyAsked, session: Signed) -> Moved:
    """A patron's chips become money."""
    by = acting_for(desk.permits(session, "cash_out", patron=handle).person, "cash_out")
    person = await patron(desk, handle)
    row = granted(await desk.house.cage.cash_out(person.handle, asked.cents, by, asked.reason, asked.id))
    desk.chips_moved(person.handle)
    return Moved(row=row, balance=desk.balance(person.handle, REAL))


@routes.post("/transfers", *CHANGES, status=201)
async def transfer(desk: Desk, asked: TransferAsked, session: Signed) -> Moved:
    """Move money between patrons and the cage. Reserves of meters take two people: `/api/v1/reserves`."""
    by = acting_for(desk.permits(session, "transfer").person, "transfer")
    accounts, patrons = [], []
    for account in (asked.giver, asked.to):
        if account.startswith(REAL.patron("")):
            desk.permits(session, "transfer", patron=name(account))
            patrons.append((await patron(desk, name(account), plays=account == asked.to)).handle)
            account = REAL.patron(patrons[-1])
        accounts.append(account)
    row = granted(await desk.house.cage.transfer(accounts[0], accounts[1], asked.cents, by, asked.reason, asked.id))
    for handle in patrons:
        desk.chips_moved(handle)
    return Moved(row=row, balance=None)


@routes.post("/capital", *CHANGES, status=201)
async def capital(desk: Desk, asked: CapitalAsked, session: Signed) -> Moved:
    """Put more of the house's own money into the cage."""
    by = acting_for(desk.permits(session, "capital").person, "capital")
    return Moved(row=granted(await desk.house.cage.put_in(asked.cents, by, asked.reason, asked.id)), balance=None)
