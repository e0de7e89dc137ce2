"""A running table: its state in memory, always that of the last commit."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from pitboss.house.live import restart
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.faults import Aside
from pitboss.house.live.floor_requests import ChipsRequest, Close, Park
from pitboss.house.live.ids import KnownIds
from pitboss.house.live.lane import Decision, Lane
from pitboss.house.live.now import Fixed, Now, TableChange
from pitboss.house.live.player_requests import ActIf, ActRequest, ReadyRequest, SeedRequest
from pitboss.house.live.presence import Presence
from pitboss.house.live.recall import IdRecall
from pitboss.house.live.request import NOTHING_DUE, Answer, Reply, TableRequest, odd_id
from pitboss.house.live.staff_requests import Duties
from pitboss.house.live.storage import save
from pitboss.house.store.leases import MOVED
from pitboss.house.trail.bodies import HouseReason, Parked
from pitboss.messages.base import Done
from pitboss.table import actions as a
from pitboss.table.duties import Duty, duty
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.dealer import Dealer


class LiveTable:
    """One table. `act` is the door for people, `perform` for the automatic staff."""

    def __init__(self, house: "House", fixed: Fixed, now: Now, lane: Lane) -> None:
        self.house = house
        self.fixed = fixed
        self.now = now
        self.lane = lane
        self.open = True
        self.away = False
        """Whether another process has this table now, or is about to."""
        self.aside: Aside | None = None
        """Why nobody can play here: its game failed."""
        self.dealer: Dealer | None = None
        """The automatic staff, once it is at work here."""
        self.presence = Presence()
        """Whose pages are open."""
        self.fairness: tuple[object, Any] | None = None
        """What is told of the coming shuffles, and the commitments it was made of."""
        self.listeners: list[Callable[[LiveTable, TableChange], None]] = []
        """Each is called after every change, before the next change is decided, in the order in which they came."""
        self.ids = KnownIds(forgotten=now.number > restart.ROWS_READ_BACK)

    # --- what is asked of it ---

    def ask(self, request: TableRequest, reply: Reply) -> None:
        """Decided when its turn comes; `reply` hears of it together with the change itself, after the commit."""
        self.lane.ask(self, request, reply)

    def act(
        self, by: str, action: a.AnyAction, act_id: str | None = None, *, house: HouseReason = "", feed: bool = False
    ) -> "asyncio.Future[Answer]":
        """Performs an act, once however often it is sent with the same id; acknowledged after its commit."""
        return self._answer(ActRequest(by, act_id, action, house, feed))

    def act_if(
        self, still: Callable[[Now], bool], by: str, action: a.AnyAction, house: HouseReason
    ) -> "asyncio.Future[Answer | None]":
        """An act of the house that is due for a reason; None where the reason has gone when its turn comes."""
        return self._answer_if_due(ActIf(by, None, action, house, still=still))

    def add_seed(self, player: str, seed: str, deck: int, act_id: str | None = None) -> "asyncio.Future[Answer]":
        return self._answer(SeedRequest(as_player(player), act_id, deck, seed))

    def say_ready(self, player: str, seat: int, act_id: str | None = None) -> "asyncio.Future[Answer]":
        return self._answer(ReadyRequest(as_player(player), act_id, seat))

    def chips(self, cents: int, by: str, reason: str, act_id: str | None = None) -> "asyncio.Future[Answer]":
        """A fill of the inventory, or a credit where negative."""
        return self._answer(ChipsRequest(by, act_id, cents, reason))

    def close(self, by: str, reason: str, act_id: str | None = None) -> "asyncio.Future[Answer]":
        return self._answer(Close(by, act_id, reason))

    def note(self, body: Parked) -> "asyncio.Future[Answer]":
        """The house parks the table, sets it aside, or takes it up again."""
        return self._answer(Park("house", None, body))

    def perform(self, *, run: bool = False) -> "asyncio.Future[Answer | None]":
        """The next duty of the automatic staff, or a run of them; None where there is none for it now."""
        return self._answer_if_due(Duties("house", None, run))

    def _answer(self, request: TableRequest) -> "asyncio.Future[Answer]":
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.ask(request, future)
        return future

    def _answer_if_due(self, request: TableRequest) -> "asyncio.Future[Answer | None]":
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self.ask(request, _IfDue(future))
        return future

    # --- what becomes of a request, in this order ---

    def decide(self, request: TableRequest) -> Decision:
        """What was done before under the same id is answered as it was then, whatever he may do now. Otherwise person
        and permit, then the rules and the books. Only the trail may still know an old id: it is read before
        anything is refused. What is accepted needs no such look, because the store takes no id twice."""
        if not request.is_due(self):
            return NOTHING_DUE
        if self.away:
            return MOVED
        if not self.open:
            return Refusal("table_closed", "this table is closed", given=self.fixed.name)
        before = self.ids.before(request)
        if before is not None:
            return before
        by = request.permit(self)
        decided = by if isinstance(by, Refusal) else request.change(self, by)
        if isinstance(decided, Refusal) and request.act_id is not None and self.ids.forgotten:
            return IdRecall(decided)
        return decided

    def write(self, change: TableChange, conn: Connection) -> int:
        """In one transaction; returns what capital the cage needed for it."""
        capital = save(conn, self.fixed, change, self.house.keys.seal, self.house.fence(self.fixed.chain))
        if change.closed:
            self.house.approvals.close(conn, change.now.at)
        if change.adopted:
            self.house.approvals.require_agreed(conn)
        return capital

    def adopt(self, change: TableChange, capital: int | None = 0, request: TableRequest | None = None) -> None:
        """The store has committed the change: it becomes the state of the table, and everybody may be told.
        `capital` is None where nobody knows what the cage needed."""
        if request is not None and request.act_id is not None:
            self.ids.remember(request.asker, request.act_id, change.seq, request.subject)
        if change.closed:
            self.open = False
            self.house.tables.pop(self.fixed.chain, None)
        self.now = change.now
        self._post(change, capital)
        if self.dealer is not None:
            self.dealer.look(change)
        for listener in tuple(self.listeners):
            listener(self, change)
        if change.meters:
            self.house.meters_moved(self, {entry.meter for _, entry in change.meters})
        if change.closed:
            self.house.approvals.closed(self.fixed.chain)

    def _post(self, change: TableChange, capital: int | None) -> None:
        bank, cage = self.house.bank, change.now.accounts.cage
        bank.post((posting for _, posting in change.postings), capital or 0)
        for _, entry in change.meters:
            bank.set_reading(entry.meter, entry.after, reset_at=change.now.at if entry.added else 0)
        if capital is None and any(moved.account == cage and moved.cents < 0 for _, moved in change.postings):
            self.house.look_again()

    def page_closed(self, handle: str) -> None:
        """Somebody has closed a page of this table. Whoever sits here and closes his last one may lose the seat."""
        self.presence.went(handle, asyncio.get_running_loop().time())
        self.presence.forget_but({seat.player for seat in self.now.state.seats})
        if self.dealer is not None and not self.presence.here(handle):
            self.dealer.look_for(handle)

    def begin_anew(self) -> None:
        """The store could not keep something of this table, or nobody knows whether it did."""
        if self.dealer is not None:
            self.dealer.begin_anew()

    # --- what a request looks at ---

    def draft(self) -> ChangeDraft:
        """A change in the making."""
        house = self.house
        return ChangeDraft(
            self.fixed,
            self.now,
            house.clock(),
            balance=house.bank.balance,
            new_seed=house.new_seed,
            float_=house.settings.table_float,
        )

    def due(self) -> Duty | None:
        return duty(self.now.rules, self.now.state, self.house.clock())

    def readings(self, draft: ChangeDraft | None = None) -> a.Readings:
        """What the table's meters read, by the table's own names for them; after what this draft has moved so far."""
        moved = {entry.meter: entry.after for _, entry in draft.change.meters} if draft is not None else {}
        names = [(m.name, self.fixed.meter(m.name)) for m in self.now.rules.terms.meters]
        return tuple((own, moved[meter] if meter in moved else self.house.bank.reading(meter)) for own, meter in names)

    @property
    def inventory(self) -> int:
        """The chips in its tray; cents."""
        return self.house.bank.balance(self.now.accounts.inventory(self.fixed.chain))

    @property
    def step_name(self) -> str:
        now = self.now
        return now.rules.script(now.state.procedure)[now.state.step].name if now.state.step >= 0 else "between rounds"


class _IfDue:
    """Waits with a future for something that may not be due any more: then None is the answer."""

    __slots__ = ("_future",)

    def __init__(self, future: "asyncio.Future[Answer | None]") -> None:
        self._future = future

    def done(self) -> bool:
        return self._future.done()

    def set_result(self, answer: Answer) -> None:
        self._future.set_result(None if answer is NOTHING_DUE else answer)

    def set_exception(self, error: BaseException) -> None:
        self._future.set_exception(error)


__all__ = ["Answer", "Done", "LiveTable", "odd_id"]
