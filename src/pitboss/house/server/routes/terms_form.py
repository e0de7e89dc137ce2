"""Rules Submissions as forms: for a new table, and for new terms of one that is there. Nothing here changes anything:
what is filled in becomes a text, which is opened or proposed like any other."""

import asyncio
import re

from sqlalchemy import Connection

from pitboss.house.audit.queries import tables as every_table
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.routes.rulebook import GameName, known_game
from pitboss.house.server.routes.tables import Number
from pitboss.messages.terms_form import (
    ChangeShown,
    FaultShown,
    FormAsked,
    FormChecked,
    FormColumn,
    FormFieldShown,
    FormSectionShown,
    FormValue,
    FormWhen,
    TermsForm,
)
from pitboss.rulebook.book import book
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check, default_data
from pitboss.rulebook.submission_faults import Fault
from pitboss.rulebook.submission_form import Filled, FormField, FormSection, filled, form_of, started
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_writing import toml_of
from pitboss.wording.submission_words import FormChange, changes, in_form_words, label_of, section_title, value_words

routes = Endpoints("staff")


@routes.get("/games/{game}/form", 401, 403, 404, 422)
async def opening_form(desk: Desk, game: GameName, session: Signed) -> TermsForm:
    """The form for a new table of a game: every choice of its operator, with what is usual, under a name that is
    free."""
    desk.permits(session, "propose_terms")
    known_game(game)
    name = await desk.read(lambda conn: free_name(conn, book(game).title))
    return shown(game, started(game, {**default_data(game), "table": name}))


@routes.post("/games/{game}/form", 400, 401, 403, 404, 413, 422)
async def check_opening(desk: Desk, game: GameName, asked: FormAsked, session: Signed) -> FormChecked:
    """What the fields say as a submission, with everything that is wrong with it. Nothing is opened."""
    desk.permits(session, "propose_terms")
    return await asyncio.to_thread(checked, known_game(game), asked, None)


@routes.get("/tables/{id}/form", 401, 403, 404, 422)
async def terms_form(desk: Desk, id: Number, session: Signed) -> TermsForm:
    """The same form with the terms in force of a table, for whoever proposes others; the version is one higher."""
    desk.permits(session, "propose_terms")
    terms = desk.table(id).now.rules.terms
    return shown(terms.game, started(terms.game, {**as_submission(terms), "version": terms.version + 1}))


@routes.post("/tables/{id}/form", 400, 401, 403, 404, 413, 422)
async def check_terms(desk: Desk, id: Number, asked: FormAsked, session: Signed) -> FormChecked:
    """What the fields say as a submission, with everything that is wrong with it, and what it changes. Nothing is
    proposed."""
    desk.permits(session, "propose_terms")
    terms = desk.table(id).now.rules.terms
    return await asyncio.to_thread(checked, terms.game, asked, terms)


def free_name(conn: Connection, title: str) -> str:
    taken = {table.name for table in every_table(conn)}
    return next(name for n in range(1, len(taken) + 2) if (name := f"{title} {n}") not in taken)


def shown(game: str, found: Filled) -> TermsForm:
    return TermsForm(
        game=game,
        title=book(game).title,
        document=book(game).document,
        sections=[
            FormSectionShown(section_title(game, each), [_field(game, each, field, found) for field in each.fields])
            for each in form_of(game)
        ],
    )


def _field(game: str, section: FormSection, field: FormField, found: Filled) -> FormFieldShown:
    return FormFieldShown(
        key=field.key,
        label=label_of(game, section, field),
        kind=field.kind,
        value=found.values.get(field.key, ""),
        values=_values(game, field),
        clause=field.clause,
        when=[FormWhen(each.key, list(each.values)) for each in field.when],
        columns=[_column(game, section, each) for each in field.columns],
        rows=[list(row) for row in found.rows.get(field.key, ())],
    )


def _column(game: str, section: FormSection, field: FormField) -> FormColumn:
    return FormColumn(str(field.path[-1]), label_of(game, section, field), field.kind, _values(game, field))


def _values(game: str, field: FormField) -> list[FormValue]:
    return [FormValue(value, value_words(game, field, value)) for value in field.values]


def checked(game: str, asked: FormAsked, terms: Terms | None) -> FormChecked:
    """The submission behind the fields, judged; `terms` are those in force."""
    data = filled(game, asked.values, asked.rows)
    text = toml_of(data)
    found = check(text)
    differs = changed(terms, found.terms) if terms is not None and found.terms is not None else []
    plain = re.sub(r"[^a-z0-9]+", "-", str(data.get("table", "")).lower()).strip("-")
    return FormChecked(
        submission=text,
        file=f"{plain or game}.toml",
        faults=[_fault(game, each) for each in found.faults],
        notices=[_fault(game, each) for each in found.notices],
        changes=differs,
    )


def changed(before: Terms, after: Terms) -> list[ChangeShown]:
    """What the new terms have otherwise, as people read it."""
    first, then = as_submission(before), as_submission(after)
    return [_change(each) for each in changes(before.game, first, then)]


def _change(each: FormChange) -> ChangeShown:
    return ChangeShown(each.section, each.label, each.clause, each.before, each.after)


def _fault(game: str, each: Fault) -> FaultShown:
    message, allowed, suggestion = (in_form_words(game, text) for text in (each.message, each.allowed, each.suggestion))
    return FaultShown(each.key, message, each.clause or each.reading, each.given, allowed, suggestion)
