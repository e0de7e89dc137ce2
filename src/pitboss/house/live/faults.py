"""A table whose game fails is set aside: the others deal on. Built-in games are proved; the code of a brought folder
may raise anything in the middle of a round, also what would end the program."""

import asyncio
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.house.trail import bodies as b
from pitboss.rulebook.folders import OURS, found
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from types import TracebackType

    from pitboss.house.live.table import LiveTable

SENTENCE = "this table cannot go on: there is a fault in its game, and the floor has been told"
SET_ASIDE = "set aside"
"""What is told instead of the step at which such a table is."""
STAYS = "what was wagered stays recorded; other tables deal on"


class GameFault(Exception):
    """The code of a game raised what would end the program."""


class Aside(Struct):
    """Why a table was set aside."""

    told: "asyncio.Future[Any]"
    """Done when it is written down and those at the table have been told."""
    unseen: bool = False
    """Not even its view can be made."""


def contained(error: BaseException) -> Exception:
    """What was raised at a table, as an exception that ends nothing else. What comes from outside goes on its way: a
    task that is cancelled, an operator who interrupts."""
    if isinstance(error, Exception):
        return error
    if isinstance(error, KeyboardInterrupt | asyncio.CancelledError | GeneratorExit):
        raise error
    return GameFault(f"{type(error).__name__}: {error}").with_traceback(error.__traceback__)


def brought(table: "LiveTable") -> bool:
    """Whether its game is none of the built-in ones."""
    return found(table.now.rules.game.id).origin != OURS


def of_game(table: "LiveTable", error: Exception) -> bool:
    """Whether the code of a brought game was at work when this was raised."""
    return brought(table) and (
        isinstance(error, GameFault) or _passes(error.__traceback__, str(found(table.now.rules.game.id).path))
    )


def _passes(trace: "TracebackType | None", folder: str) -> bool:
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith(folder):
            return True
        trace = trace.tb_next
    return False


def set_aside(table: "LiveTable", error: Exception) -> Refusal:
    """Nobody deals and nobody plays here until something is done about it. Told once, however often it fails."""
    if table.aside is None:
        table.aside = Aside(table.note(b.Parked("aside")))
        for listener in tuple(table.house.fault_listeners):
            listener(table, error)
    return cannot_go_on(table)


def cannot_go_on(table: "LiveTable") -> Refusal:
    return Refusal("set_aside", SENTENCE, given=table.fixed.name, allowed=STAYS)
