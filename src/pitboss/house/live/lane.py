"""Requests wait in a lane: one at a time is decided, written and, once the store has committed it, adopted, told and
answered. Tables that share a meter share a lane. Nobody who goes away in between can leave a table half-way: what was
begun is finished."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from pitboss.house.live.faults import contained, of_game, set_aside
from pitboss.house.live.now import TableChange
from pitboss.house.live.recall import IdRecall, recalled
from pitboss.house.live.request import Answer, Reply, TableRequest
from pitboss.house.live.storage import MeterMoved, reading
from pitboss.house.money.accounts import FUNDS
from pitboss.house.money.books import balances_of
from pitboss.house.store.leases import wait_for_writing
from pitboss.house.store.writer import StoreTrouble, Writer
from pitboss.house.trail.asked import reused
from pitboss.house.trail.rows import head, person_of
from pitboss.messages.base import Done
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable

T = TypeVar("T")

Decision = TableChange | IdRecall | Answer
"""What a table makes of a request: a change that is to be written, a question to the trail, or an answer at once."""


class Turn(Struct, frozen=True):
    """A request at a table, and who waits for its answer."""

    table: "LiveTable"
    request: TableRequest
    reply: Reply


class Doubt(Struct, frozen=True):
    """A change of which nobody knows whether it was kept: the commit was never answered."""

    turn: Turn
    change: TableChange


class Lane:
    def __init__(self, writer: Writer, trouble: Callable[[BaseException], Refusal]) -> None:
        """`trouble` turns an exception of the store into an answer, or raises it again."""
        self._writer = writer
        self._trouble = trouble
        self._waiting: deque[Turn] = deque()
        self._busy = False
        """From when a turn is taken until it has ended, or its change is kept."""
        self._doubt: Doubt | None = None

    # --- the way of a request ---

    def ask(self, table: "LiveTable", request: TableRequest, reply: Reply) -> None:
        """`reply` is answered together with the change, once it is kept."""
        self._waiting.append(Turn(table, request, reply))
        self._next()

    def _next(self) -> None:
        while self._waiting and not self._busy:
            self._busy = True  # also for those who hear of something while it is decided, and then ask for more
            turn = self._waiting.popleft()
            if self._doubt is None:
                self._decide(turn)
            else:
                self._look_again(turn, self._doubt)

    def _decide(self, turn: Turn) -> None:
        """As far as it goes without waiting for the store."""
        try:
            decided = turn.table.decide(turn.request)
        except BaseException as error:
            self._failed(turn, contained(error))
            return
        if isinstance(decided, TableChange):
            self._send(turn, partial(turn.table.write, decided), partial(self._written, turn, decided))
        elif isinstance(decided, IdRecall):
            self._recall(turn, decided)
        elif turn.table.house.process and isinstance(decided, Refusal) and decided.code == FUNDS:
            self._count_again(turn, decided)
        else:
            self._end(turn, decided)

    def _failed(self, turn: Turn, error: Exception) -> None:
        """A game that fails keeps its own table from going on, and nothing else."""
        if of_game(turn.table, error):
            self._end(turn, set_aside(turn.table, error))
        else:
            self._refuse(turn, error)

    def _written(self, turn: Turn, change: TableChange, capital: int, error: BaseException | None) -> None:
        """The store has answered. `capital` is what the cage needed."""
        if error is None:
            self._busy = False  # those who are told of the change may ask for more
            self._adopt(turn, change, capital)
            _tell(turn, Done(change.seq))
        elif isinstance(error, MeterMoved) and turn.table.house.process:
            self._read_meter(turn, error.meter)
        elif isinstance(error, self._writer.conflicts) and turn.request.act_id is not None:
            self._recall(turn, IdRecall(error))  # the store has this id already, from long ago; nothing was written
        else:
            if isinstance(error, StoreTrouble):
                self._doubt = Doubt(turn, change)
                turn.table.begin_anew()
            self._refuse(turn, error)
        self._next()

    def _adopt(self, turn: Turn, change: TableChange, capital: int | None) -> None:
        """Kept is kept: somebody who fails when he is told of it changes nothing."""
        try:
            turn.table.adopt(change, capital, turn.request)
        except BaseException as mistake:
            told = {"message": "a listener of a table failed", "exception": contained(mistake)}
            asyncio.get_running_loop().call_exception_handler(told)

    def _end(self, turn: Turn, answer: Answer | BaseException) -> None:
        """The turn is over without a change. The lane is free before anybody hears of it: he may ask for more."""
        self._busy = False
        _tell(turn, answer)

    def _refuse(self, turn: Turn, error: BaseException) -> None:
        try:
            answer: Answer | BaseException = self._trouble(error)
        except BaseException as raised:
            answer = raised
        self._end(turn, answer)

    def _send(
        self, turn: Turn, work: Callable[[Connection], T], told: Callable[[T, BaseException | None], None]
    ) -> None:
        """To the store, in its turn; the event loop does not wait for it. The lane does."""
        try:
            self._writer.write_then(work, told)
        except Exception as error:  # the house is closing
            self._refuse(turn, error)

    # --- an id that the trail may know ---

    def _recall(self, turn: Turn, recall: IdRecall) -> None:
        table = turn.table
        self._send(turn, partial(recalled, table.fixed, table.now, turn.request), partial(self._recalled, turn, recall))

    def _recalled(
        self, turn: Turn, recall: IdRecall, found: tuple[int, bool] | None, error: BaseException | None
    ) -> None:
        unknown = error or recall.otherwise
        if error is None and found is not None:
            row, same = found
            self._end(turn, Done(row, again=True) if same else reused(turn.request.act_id))
        elif isinstance(unknown, Refusal):
            self._end(turn, unknown)
        else:
            self._refuse(turn, unknown)
        self._next()

    # --- what another process has moved ---

    def _count_again(self, turn: Turn, refusal: Refusal) -> None:
        """Whoever has too few chips may have got some by another process: the store is asked before he hears so."""
        now = turn.table.now
        names = {person_of(turn.request.asker), *(seat.player for seat in now.state.seats if seat.player)}
        asked = sorted(now.accounts.patron(each) for each in names)
        self._send(turn, partial(balances_of, names=asked), partial(self._counted, turn, refusal))

    def _counted(self, turn: Turn, refusal: Refusal, found: dict[str, int], error: BaseException | None) -> None:
        bank = turn.table.house.bank
        if error is not None:
            self._refuse(turn, error)
        elif all(bank.balance(name) == cents for name, cents in found.items()):
            self._end(turn, refusal)
        else:
            bank.refresh(found, {})
            self._decide(turn)
        self._next()

    def _read_meter(self, turn: Turn, meter: str) -> None:
        """Another process has moved a meter since this was decided. It is decided again, on what the meter reads now;
        each time this happens, somebody else has got on."""
        self._send(turn, partial(reading, meter=meter), partial(self._meter_read, turn, meter))

    def _meter_read(self, turn: Turn, meter: str, now: int, error: BaseException | None) -> None:
        if error is None:
            turn.table.house.bank.set_reading(meter, now)
            self._decide(turn)
        else:
            self._refuse(turn, error)
        self._next()

    # --- after trouble ---

    def _look_again(self, turn: Turn, doubt: Doubt) -> None:
        """The store says what is true: a commit whose answer was lost may have been kept."""
        table = doubt.turn.table
        shared, chain = bool(table.house.process), table.fixed.chain

        def last(conn: Connection) -> bytes:
            if shared:
                wait_for_writing(conn, chain)
            return head(conn, chain)[1]

        self._send(turn, last, partial(self._looked, turn, doubt))

    def _looked(self, turn: Turn, doubt: Doubt, last: bytes, error: BaseException | None) -> None:
        if error is None:
            self._doubt = None
            if last == doubt.change.now.hash:  # it was kept after all, so everybody is told
                self._adopt(doubt.turn, doubt.change, None)
            self._decide(turn)
        else:
            self._refuse(turn, error)
        self._next()


def _tell(turn: Turn, answer: Answer | BaseException) -> None:
    if turn.reply.done():
        return
    if isinstance(answer, BaseException):
        turn.reply.set_exception(answer)
    else:
        turn.reply.set_result(answer)
