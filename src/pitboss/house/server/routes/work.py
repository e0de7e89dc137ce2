"""The staff's work: what is due at each table, with its clauses and reminders; what can go wrong now and what
cannot; how decks and devices stand; a patron's ledger. Nothing here does anything: acts go to the table."""

from fastapi import APIRouter

from pitboss.house.audit import queries as audit_queries
from pitboss.house.live.table import LiveTable
from pitboss.house.people import accounts as known
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.house.server import models as m
from pitboss.house.server import staff_models as w
from pitboss.house.server.access import Permits, Signed, Who
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.matter_words import Reports, matters, may_rule, reports
from pitboss.house.server.mishap_words import clause_text, consequence, missing
from pitboss.house.server.routes.cage import Before, Limit, OfPractice, ledger_page
from pitboss.house.server.routes.tables import Number
from pitboss.house.server.submission_text import submission_text
from pitboss.table.actions import OpenRound
from pitboss.table.betting import deck_hours
from pitboss.table.dealing import recorded_places
from pitboss.table.definition import Mishap
from pitboss.table.draft import Draft
from pitboss.table.duties import Duty
from pitboss.table.flow import current, turn
from pitboss.table.mishaps import can_happen, possible
from pitboss.table.people import DEALER, STAFF
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out
from pitboss.wording.mishaps import kind_words

BETWEEN = "between rounds"


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["staff"])
    permits = Permits(desk)
    house = desk.house

    def staff(session: Session | None) -> Session:
        live = permits(session, "watch")
        if not set(live.person.roles) & set(STAFF):
            held = ", ".join(live.person.roles)
            raise refuse("wrong_role", "the work at the tables is for staff", given=held, allowed=STAFF)
        return live

    @routes.get("/staff/tables", responses=problems(401, 403, 422))
    async def work_at_all_tables(session: Signed) -> list[w.WorkLine]:
        """Every open table with what is due there and what waits for a ruling."""
        staff(session)
        return [line(table) for _, table in sorted(house.tables.items())]

    @routes.get("/tables/{id}/work", responses=problems(401, 403, 404, 422))
    async def work(id: Number, session: Signed) -> w.WorkShown:
        """What is due at a table, what can go wrong now, how decks and devices stand. No hidden card is told. Who may
        rule is told of each matter what was reported, and by whom."""
        live = staff(session)
        table = desk.table(id)
        rules, state = table.now.rules, table.now.state
        told: Reports = {}
        if state.matters and may_rule(live, rules, state):
            told = await desk.read(lambda conn: reports(conn, table, rules, state))
        sees_money = permit(live, "see_money", house.clock()) is None
        return shown(table, table.inventory if sees_money else None, told)

    @routes.get("/tables/{id}/submission", responses=problems(401, 403, 404, 422))
    async def submission(id: Number, session: Signed) -> w.SubmissionText:
        """The terms in force as a Rules Submission, for whoever proposes others."""
        permits(session, "propose_terms")
        return w.SubmissionText(submission=submission_text(desk.table(id).now.rules.terms))

    @routes.get("/audit/tables", responses=problems(401, 403, 422), tags=["audit"])
    async def every_table(session: Signed) -> list[w.TableLine]:
        """Every table there ever was, the closed ones too: their rounds stay in the record."""
        permits(session, "see_audit")
        found = await desk.read(audit_queries.tables)
        return [w.TableLine(id=t.chain, name=t.name, game=t.game, open=t.chain in house.tables) for t in found]

    @routes.get("/patrons/{handle:path}/ledger", responses=problems(401, 403, 404, 422), tags=["money"])
    async def ledger_of(
        handle: Who, session: Signed, before: Before = "", limit: Limit = 50, practice: OfPractice = False
    ) -> m.Ledger:
        """Every movement of a patron's chips, the newest first."""
        permits(session, "see_money")
        person = (await desk.read(lambda conn: known.existing(conn, handle))).person
        return await ledger_page(desk, person, practice, before, limit)

    return routes


# --- a table from the staff's side ------------------------------------------------------------------------------------


def line(table: LiveTable) -> w.WorkLine:
    """A table in the list."""
    fixed, rules, state = table.fixed, table.now.rules, table.now.state
    return w.WorkLine(
        id=fixed.chain, name=fixed.name, game=rules.game.id, title=rules.book.title, dealer=fixed.dealer,
        cards=fixed.cards, round=state.round, moment=moment(rules, state),
        seats_taken=sum(bool(seat.player) for seat in state.seats), seats=len(state.seats),
        due=duty_shown(rules, state, table.due()), turn=turn(rules, state), matters=matters(state),
    )  # fmt: skip


def shown(table: LiveTable, inventory: int | None, told: Reports) -> w.WorkShown:
    rules, state = table.now.rules, table.now.state
    return w.WorkShown(
        seq=table.now.number, moment=moment(rules, state), due=duty_shown(rules, state, table.due()),
        turn=turn(rules, state), procedure=state.procedure, shuffler=state.shuffler, shoe=state.shoe, idle=state.idle,
        decks=decks(rules, state), deck_size=rules.deck_size, stub=rules.deck_size - len(cards_out(state)),
        uncounted=state.rounds_uncounted, places=recorded_places(Draft(rules, state, DEALER, 0)),
        matters=matters(state, told), inventory=inventory, irregularities=irregularities(rules, state),
    )  # fmt: skip


def moment(rules: Rules, state: State) -> str:
    """The step the round is at, in the rulebook's words."""
    step = current(rules, state)
    return BETWEEN if step is None else rules.guide(step.name, state.procedure).title


def duty_shown(rules: Rules, state: State, due: Duty | None) -> w.DutyShown | None:
    if due is None:
        return None
    guide = rules.guide(due.guide, state.procedure)
    # The betting is opened by no clause; the guide names the one that says how long wagers are made, the duty its end.
    clause = guide.clause if due.do is OpenRound else due.clause or guide.clause
    return w.DutyShown(
        do=due.do.__name__, by=due.by, guide=due.guide, title=guide.title, clause=clause, text=clause_text(clause),
        also=cited(guide.also), reminders=cited(guide.reminders), deck=due.deck, seat=due.seat, wager=due.wager,
        waits=due.waits,
    )  # fmt: skip


def cited(clauses: tuple[str, ...]) -> list[w.Cited]:
    return [w.Cited(clause=each, text=clause_text(each)) for each in clauses]


def decks(rules: Rules, state: State) -> list[w.DeckShown]:
    return [
        w.DeckShown(
            number=deck.number, stage=deck.stage, preshuffled=deck.preshuffled, in_play=deck.number == state.deck,
            in_play_at=deck.in_play_at if deck.in_play_at >= 0 else None,
            hours=deck_hours(rules, state, deck.number),
        )
        for deck in state.decks
    ]  # fmt: skip


def irregularities(rules: Rules, state: State) -> list[w.IrregularityShown]:
    """Every row the rulebook has for the table as it deals now, under its terms."""
    return [
        w.IrregularityShown(
            kind=row.kind, kind_title=kind_words(row.kind), title=row.title,
            consequence=consequence(rules, row), clause=row.clause,
            text=clause_text(row.clause), reading=row.reading, by=list(row.by), during=during(rules, state, row),
            now=possible(rules, state, row), places=list(row.place), compare=row.compare, ruling=row.ruling,
            missing=missing(rules, state, row),
        )
        for row in rules.mishaps
        if can_happen(rules, state, row)
    ]  # fmt: skip


def during(rules: Rules, state: State, row: Mishap) -> list[str]:
    """The moments of a row in words, in the order of the round."""
    steps = [step.name for step in rules.script(state.procedure)]
    known = [name for name in ("between", *steps) if name in row.during]
    titles = [BETWEEN if name == "between" else rules.guide(name, state.procedure).title for name in known]
    return list(dict.fromkeys(titles))
