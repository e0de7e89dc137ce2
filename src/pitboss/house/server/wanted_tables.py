"""The tables that a house opens when it starts: those that its settings name, or one of each game in a new house."""

from pathlib import Path

import msgspec
from sqlalchemy import select

from pitboss.house.house import House
from pitboss.house.live.proposals import other_kind
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms
from pitboss.table.refusals import Refusal


class CannotServe(Exception):
    """What stands in the way, in a sentence."""


async def open_wanted_tables(house: House, wanted: list[tuple[Path, Terms]]) -> list[str]:
    """The tables that were asked for; in a new house, one of each game: all of them or none, so that a first start that
    was interrupted is made up for by the next. What was asked for and not done is told."""
    with house.engine.connect() as conn:
        known = {row.name: row for row in conn.execute(select(schema.tables))}
    notices: list[str] = []
    if house.process and HOUSE not in house.epochs:
        said = "was not opened: another process looks after new tables; a manager opens it"
        return [f"{file}: table '{terms.table}' {said}" for file, terms in wanted if terms.table not in known]
    if not wanted and not known:
        first = [terms for game in games() if (terms := check(default_submission(game)).terms) is not None]
        refused = await house.open_tables(first)
        if refused is not None:
            raise CannotServe(f"the first tables cannot be opened: {refused}")
    for file, terms in wanted:
        there = known.get(terms.table)
        if there is not None and there.status == "open":
            running = msgspec.json.decode(there.terms, type=Terms)
            wrong = other_kind(running, terms)
            if wrong is not None:
                notices.append(f"{file}: table '{terms.table}': {wrong}")
            elif running.digest != terms.digest:
                only = msgspec.structs.replace(running, edition=terms.edition) == terms
                why = ": the game has a newer edition since" if only else ""
                notices.append(
                    f"{file}: table '{terms.table}' runs under its terms of {running.digest}, not under these "
                    f"({terms.digest}){why}; propose new ones, and another person approves them"
                )
        elif there is not None:
            notices.append(f"{file}: table '{terms.table}' was closed and stays closed; a new table takes a new name")
        else:
            made = await house.open_table(terms)
            if isinstance(made, Refusal):
                raise CannotServe(f"table '{terms.table}' cannot be opened: {made}")
    return notices
