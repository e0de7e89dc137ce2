"""The staff's work: what is due at each table, with its clauses and reminders; what can go wrong now and what
cannot; how decks and devices stand; a patron's ledger. Nothing here does anything: acts go to the table."""

from sqlalchemy import Connection

from pitboss.house.audit import queries as audit_queries
from pitboss.house.live.faults import SET_ASIDE, brought, contained, set_aside
from pitboss.house.live.table import LiveTable
from pitboss.house.people import accounts as known
from pitboss.house.people.accounts import Person
from pitboss.house.people.names import is_walk_in
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.house.server.access import Signed, Who, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.foreseen import foreseen
from pitboss.house.server.matter_words import Reports, matters, may_rule, reports, rulings
from pitboss.house.server.mishap_words import clause_text, consequence, missing
from pitboss.house.server.routes.cage import Before, Limit, OfPractice, ledger_page
from pitboss.house.server.routes.tables import Number, readings
from pitboss.house.server.submission_text import submission_text
from pitboss.messages.money import Ledger
from pitboss.messages.record import TableRecorded
from pitboss.messages.work import (
    ClauseShown,
    DeckShown,
    DutyShown,
    Foreseen,
    ForeseenAsked,
    IrregularityShown,
    SubmissionText,
    WorkLine,
    WorkShown,
)
from pitboss.table.actions import OpenRound, SettleHand, SettleTable
from pitboss.table.acts import ACTS
from pitboss.table.betting import deck_hours
from pitboss.table.dealing import recorded_places
from pitboss.table.definition import Mishap
from pitboss.table.duties import Duty
from pitboss.table.flow import current, turn
from pitboss.table.mishaps import can_happen, possible
from pitboss.table.naming import CardNamed, left_in_deck, nameable, named_by
from pitboss.table.offers import Offer
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out
from pitboss.wording.mishaps import kind_words
from pitboss.wording.trouble_events import RULINGS

BETWEEN = "between rounds"

routes = Endpoints("staff")


@routes.get("/staff/tables", 401, 403, 422)
async def work_at_all_tables(desk: Desk, session: Signed) -> list[WorkLine]:
    """Every open table with what is due there and what waits for a ruling."""
    live = desk.permits(session, "see_work")
    tables = [table for _, table in sorted(desk.house.tables.items())]
    waiting = [t for t in tables if t.aside is None and t.now.state.matters and _may_rule(live, t)]
    told: dict[int, Reports] = {}
    if waiting:
        told = await desk.read(lambda conn: {t.fixed.chain: _reports(conn, t) for t in waiting})
    return [line(desk, table, live, told.get(table.fixed.chain, {})) for table in tables]


def _may_rule(session: Session, table: LiveTable) -> bool:
    return may_rule(session, table.now.rules, table.now.state)


def _reports(conn: Connection, table: LiveTable) -> Reports:
    return reports(conn, table, table.now.rules, table.now.state)


@routes.get("/tables/{id}/work", 401, 403, 404, 422)
async def work(desk: Desk, id: Number, session: Signed) -> WorkShown:
    """What is due at a table, what can go wrong now, how decks and devices stand. No hidden card is told. Who may
    rule is told of each matter what was reported, and by whom."""
    live = desk.permits(session, "see_work")
    table = desk.table(id)
    rules, state = table.now.rules, table.now.state
    told: Reports = {}
    if state.matters and may_rule(live, rules, state):
        told = await desk.read(lambda conn: reports(conn, table, rules, state))
    sees_money = permit(live, "see_money", desk.house.clock()) is None
    return shown(table, live.person, table.inventory if sees_money else None, told)


@routes.post("/tables/{id}/foresee", 400, 401, 403, 404, 409, 413, 422)
async def foresee(desk: Desk, id: Number, asked: ForeseenAsked, session: Signed) -> Foreseen:
    """What would follow from an act: whether it takes a deck, a round, a hand or wagers, and what else waits for a
    ruling. Nothing is done."""
    live = desk.permits(session, "see_work")
    return granted(foreseen(desk.table(id), live.person, asked.do, asked.as_))


@routes.get("/tables/{id}/submission", 401, 403, 404, 422)
async def submission(desk: Desk, id: Number, session: Signed) -> SubmissionText:
    """The terms in force as a Rules Submission, for whoever proposes others."""
    desk.permits(session, "propose_terms")
    return SubmissionText(submission=submission_text(desk.table(id).now.rules.terms))


@routes.get("/audit/tables", 401, 403, 422, tag="audit")
async def every_table(desk: Desk, session: Signed) -> list[TableRecorded]:
    """Every table there ever was, the closed ones too: their rounds stay in the record."""
    desk.permits(session, "see_audit")
    found = await desk.read(audit_queries.tables)
    return [TableRecorded(id=t.chain, name=t.name, game=t.game, open=t.status == "open") for t in found]


@routes.get("/patrons/{handle:path}/ledger", 401, 403, 404, 422, tag="money")
async def ledger_of(
    desk: Desk, handle: Who, session: Signed, before: Before = "", limit: Limit = 50, practice: OfPractice = False
) -> Ledger:
    """Every movement of a patron's chips, the newest first."""
    desk.permits(session, "see_money")
    person = (await desk.read(lambda conn: known.existing(conn, handle))).person
    return await ledger_page(desk, person, practice, before, limit)


# --- a table from the staff's side ------------------------------------------------------------------------------------


def line(desk: Desk, table: LiveTable, session: Session, told: Reports) -> WorkLine:
    """A table in the list."""
    reader = session.person
    fixed, rules, state = table.fixed, table.now.rules, table.now.state
    due, turns, now = None, 0, SET_ASIDE
    ruled: list[Offer] = []
    try:
        if table.aside is None:  # otherwise nothing of its game is asked
            due, turns, now = duty_shown(rules, state, table.due(), reader), turn(rules, state), moment(rules, state)
            ruled = rulings(session, table)
    except BaseException as error:
        mistake = contained(error)
        if not brought(table):
            raise
        set_aside(table, mistake)
    return WorkLine(
        id=fixed.chain,
        name=fixed.name,
        game=rules.game.id,
        title=rules.book.title,
        dealer=fixed.dealer,
        cards=fixed.cards,
        round=state.round,
        moment=now,
        seats_taken=sum(bool(seat.player) for seat in state.seats),
        seats=len(state.seats),
        due=due,
        turn=turns,
        matters=matters(state, told),
        offers=ruled,
        rulings=RULINGS if state.matters else {},
        absent=absent(table),
        decks=decks(rules, state),
        shuffler=state.shuffler,
        shoe=state.shoe,
        uncounted=state.rounds_uncounted,
        meters=readings(table),
        practice=rules.terms.practice,
        proposals=sum(not each.approved_by for each in desk.house.approvals.of(fixed.chain)),
    )


def shown(table: LiveTable, reader: Person, inventory: int | None, told: Reports) -> WorkShown:
    rules, state = table.now.rules, table.now.state
    by_hand = table.fixed.cards == "feed" and nameable(state)
    due = table.due()
    named = named_by(rules, state, due) if by_hand else ()
    return WorkShown(
        seq=table.now.number,
        moment=moment(rules, state),
        due=duty_shown(rules, state, due, reader, named),
        turn=turn(rules, state),
        procedure=state.procedure,
        shuffler=state.shuffler,
        shoe=state.shoe,
        idle=state.idle,
        decks=decks(rules, state),
        deck_size=rules.deck_size,
        stub=rules.deck_size - len(cards_out(state)),
        uncounted=state.rounds_uncounted,
        places=recorded_places(state),
        absent=absent(table),
        matters=matters(state, told),
        inventory=inventory,
        irregularities=irregularities(rules, state),
        rulings=RULINGS,
        named=list(named),
        left=left_in_deck(rules, state) if by_hand else None,
    )


def absent(table: LiveTable) -> list[int]:
    """Positions whose players have no page of the table open. Walk-ins have none."""
    patrons = [seat for seat in table.now.state.seats if seat.player and not is_walk_in(seat.player)]
    return [seat.number for seat in patrons if not table.presence.here(seat.player)]


def moment(rules: Rules, state: State) -> str:
    """The step the round is at, in the rulebook's words."""
    step = current(rules, state)
    return BETWEEN if step is None else rules.guide(step.name, state.procedure).title


def duty_shown(
    rules: Rules, state: State, due: Duty | None, reader: Person, named: tuple[CardNamed, ...] = ()
) -> DutyShown | None:
    if due is None:
        return None
    guide = rules.guide(due.guide, state.procedure)
    # The betting is opened by no clause; the guide names the one that says how long wagers are made, the duty its end.
    clause = guide.clause if due.do is OpenRound else due.clause or guide.clause
    return DutyShown(
        do=due.do.__name__,
        by=ACTS[due.do].usual,
        yours=not set(reader.roles).isdisjoint(ACTS[due.do].roles),
        guide=due.guide,
        title=guide.title,
        clause=clause,
        text=clause_text(clause),
        also=cited(guide.also),
        reminders=cited(guide.reminders),
        deck=due.deck,
        seat=due.seat,
        wager=due.wager,
        waits=due.waits,
        flows=_flows(state, due, named),
    )


def _flows(state: State, due: Duty, named: tuple[CardNamed, ...]) -> bool:
    """Whether nothing is asked of whoever does it. What one hand won is paid before the next is settled."""
    if state.paying and due.do in (SettleHand, SettleTable):
        return False
    return ACTS[due.do].flows and not any(card.up and not card.known for card in named)


def cited(clauses: tuple[str, ...]) -> list[ClauseShown]:
    return [ClauseShown(clause=each, text=clause_text(each)) for each in clauses]


def decks(rules: Rules, state: State) -> list[DeckShown]:
    return [
        DeckShown(
            number=deck.number,
            stage=deck.stage,
            preshuffled=deck.preshuffled,
            in_play=deck.number == state.deck,
            in_play_at=deck.in_play_at if deck.in_play_at >= 0 else None,
            hours=deck_hours(rules, state, deck.number),
        )
        for deck in state.decks
    ]


def irregularities(rules: Rules, state: State) -> list[IrregularityShown]:
    """Every row the rulebook has for the table as it deals now, under its terms."""
    return [
        IrregularityShown(
            kind=row.kind,
            kind_title=kind_words(row.kind),
            title=row.title,
            consequence=consequence(rules, row),
            clause=row.clause,
            text=clause_text(row.clause),
            reading=row.reading,
            by=list(row.by),
            during=during(rules, state, row),
            now=possible(rules, state, row),
            places=list(row.place),
            compare=row.compare,
            ruling=row.ruling,
            missing=missing(rules, state, row),
        )
        for row in rules.mishaps
        if can_happen(rules, state, row)
    ]


def during(rules: Rules, state: State, row: Mishap) -> list[str]:
    """The moments of a row in words, in the order of the round."""
    steps = [step.name for step in rules.script(state.procedure)]
    known = [name for name in ("between", *steps) if name in row.during]
    titles = [BETWEEN if name == "between" else rules.guide(name, state.procedure).title for name in known]
    return list(dict.fromkeys(titles))
