"""A table as one person plays it."""

import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import UNSET

from pitboss.client.connection import TableConnection
from pitboss.client.refused import Refused
from pitboss.messages.socket import (
    Accepted,
    Betting,
    Change,
    Clock,
    Coming,
    Hello,
    Message,
    Meters,
    NotDone,
    ReadySaid,
    Said,
    SeedSaid,
)
from pitboss.play.table import Amount, cents
from pitboss.rulebook.book import book
from pitboss.table import actions as a
from pitboss.table.offers import Offer
from pitboss.table.views import View


def new_id() -> str:
    return uuid.uuid4().hex


Heard = Change | Hello
"""Something happened. After a break it is the first message of the new connection: what was missed, or, where that was
too much to tell again (`gap`), how the table is now."""
A_MOMENT = 0.1
"""Seconds to wait after too many messages at once."""


class Table:
    """Acts return when the house has kept them. In between `for change in table` gives everything that happened, in
    order; `view`, `offers` and the rest are always the newest that was heard."""

    def __init__(
        self,
        urls: Sequence[str],
        token: str | None,
        handle: str,
        *,
        after: int | None = None,
        patience: float = 30,
    ) -> None:
        self.handle = handle
        self.seq: int | None = after
        self.view: View
        self.offers: list[Offer]
        self.balance: int | None = None
        self.betting: Betting | None = None
        """How it stands with one's own wagers while they are made."""
        self.clock: Clock | None = None
        self.fair: list[Coming] = []
        """The commitments whose shuffles are still to come."""
        self._changes: deque[Heard] = deque()
        self._answers: dict[str, Accepted | NotDone] = {}
        self._connection = TableConnection(urls, token, lambda: self.seq, patience)
        self._take(self._connection.receive(None))

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Looks away. A seat that was taken stays taken for a while (the setting `seat_seconds`), and as long as wagers
        lie there: `leave` gives it up at once."""
        self._connection.close()

    # --- what happens ---

    def __iter__(self) -> Iterator[Heard]:
        while True:
            yield self.next()

    def next(self, timeout: float | None = None) -> Heard:
        """The next change; `TimeoutError` if there was none in this many seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while not self._changes:
            self._take(self._connection.receive(None if until is None else max(0.0, until - time.monotonic())))
        return self._changes.popleft()

    def wait(self, until: Callable[["Table"], bool], timeout: float = 30) -> "Table":
        """Reads on until this holds; changes read on the way are gone."""
        end = time.monotonic() + timeout
        while not until(self):
            self._changes.clear()
            self.next(max(0.0, end - time.monotonic()))
        self._changes.clear()
        return self

    # --- what one does ---

    def act(self, action: a.AnyAction, *, role: str | None = None, act_id: str | None = None) -> Accepted:
        """Any act of the rules. Returns after its commit; what is refused is raised."""
        return self._say(Said(act_id or new_id(), do=action, as_=UNSET if role is None else role))

    def sit(self, seat: int) -> Accepted:
        """Takes a position."""
        return self.act(a.TakeSeat(seat, self.handle))

    def leave(self) -> None:
        """Gives up every position one has."""
        for seat in self.view.mine:
            self.act(a.LeaveSeat(seat))

    def bet(self, seat: int | None = None, **wagers: Amount) -> None:
        """Places wagers in dollars by their ids, in the order in which the game wants them. A family's name stands for
        all its wagers. Of a game that only the house knows they are placed in the order in which they are given."""
        place = self._seat(seat)
        lying = self.view.seats[place - 1].wagers
        for wager, amount in self._in_order(wagers):
            if cents(amount) != lying.get(wager, 0):
                self.act(a.PlaceWager(place, wager, cents(amount)))

    def _in_order(self, wagers: dict[str, Amount]) -> list[tuple[str, Amount]]:
        try:
            known = book(self.view.game).wagers
        except LookupError:
            return [*wagers.items()]
        strange = [name for name in wagers if not any(name in (w.id, w.family) for w in known)]
        if strange:
            allowed = ", ".join(w.id for w in known if not w.later)
            raise Refused("no_such_wager", "not a wager of this game", given=strange[0], allowed=allowed)
        named = [(w.id, w.id if w.id in wagers else w.family) for w in known]
        return [(wager, wagers[name]) for wager, name in named if name in wagers]

    def decide(self, choice: str, seat: int | None = None) -> Accepted:
        """Gives an answer that an offer names. `seat` is needed by who has several positions."""
        return self.act(a.Decide(self._seat(seat), choice))

    def ready(self, seat: int | None = None) -> Accepted:
        """No more wagers follow: the dealer need not wait."""
        return self._say(Said(new_id(), ready=ReadySaid(self._seat(seat))))

    def add_seed(self, seed: str, deck: int = 1) -> Accepted:
        """One's own part of the seed of the coming shuffle of a deck."""
        return self._say(Said(new_id(), seed=SeedSaid(deck, seed)))

    def ping(self) -> Accepted:
        """Asks whether the house still answers."""
        return self._say(Said(new_id(), ping=True))

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        if len(self.view.mine) != 1:
            raise Refused("which_seat", "name the position", given=str(self.view.mine), allowed="seat=NUMBER")
        return self.view.mine[0]

    # --- how it is done ---

    def _say(self, said: Said) -> Accepted:
        self._connection.send(said)
        while said.id not in self._answers:
            try:
                self._take(self._connection.receive(None))
            except Refused as refused:
                if refused.code != "rate":
                    raise
                time.sleep(A_MOMENT)  # the house asks for patience; the same id is never done twice
                self._connection.send(said)
        self._connection.answered(said.id)
        answer = self._answers.pop(said.id)
        if isinstance(answer, NotDone):
            raise Refused(answer.code, answer.message, answer.clause, answer.given, answer.allowed)
        return answer

    def _take(self, message: Message) -> None:
        match message:
            case Hello():
                came_back = self.seq is not None
                self._now(message)
                if came_back:
                    self._changes.append(message)
            case Change():
                self._now(message)
                self._changes.append(message)
            case Meters(meters=meters):
                self.view = msgspec.structs.replace(self.view, meters={**self.view.meters, **meters})
            case Accepted(id=act_id):
                self._answers[act_id] = message
            case NotDone(id=None):
                raise Refused(message.code, message.message, message.clause, message.given, message.allowed)
            case NotDone(id=str() as act_id):
                self._answers[act_id] = message
            case _:
                pass

    def _now(self, message: Heard) -> None:
        self.seq, self.view, self.offers = message.seq, message.view, message.offers
        self.balance, self.clock, self.fair = message.balance, message.clock, message.fair
        self.betting = None if message.betting is UNSET else message.betting
