"""Somebody at the socket of a table: what he says is read straight into the acts, what he hears waits in a queue of its
own."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct

from pitboss.house.live.sheet import told_again
from pitboss.house.live.table import odd_id
from pitboss.house.people.permits import roles_at
from pitboss.house.people.sessions import Session
from pitboss.house.server import errors, logs
from pitboss.house.server.limits import STUBBORN, too_large, too_many
from pitboss.house.server.person_requests import ask_act, ask_ready, ask_seed
from pitboss.house.server.rooms import Room, Whos
from pitboss.house.server.speaking import in_language
from pitboss.house.server.wire import Frame, Send, Wire
from pitboss.house.trail.bodies import Body
from pitboss.messages.socket import Accepted, Bye, NotDone, Recalled, Said
from pitboss.rulebook.roles import PLAYER
from pitboss.table import events as e
from pitboss.table.people import SPECTATOR, role
from pitboss.table.refusals import Refusal
from pitboss.wording.translating import ENGLISH

if TYPE_CHECKING:
    from pitboss.house.live.table import Answer
    from pitboss.house.server.desk import Desk

QUEUE = 256
"""Messages that wait for a slow reader; then he is dropped."""


class WaitingAct:
    """Somebody waits at his socket for the answer to an act: it goes out together with the change."""

    __slots__ = ("_act_id", "_began", "_viewer")

    def __init__(self, viewer: "Viewer", act_id: str, began: float) -> None:
        self._viewer, self._act_id, self._began = viewer, act_id, began

    def done(self) -> bool:
        return False  # it is answered once, by the lane

    def set_result(self, answer: "Answer") -> None:
        self._viewer.answered(self._act_id, self._began, answer)

    def set_exception(self, error: BaseException) -> None:
        self._viewer.failed(self._act_id, error)


class _Named(Struct, frozen=True):
    """Of a message that cannot be read, what can."""

    id: str


SAID = msgspec.json.Decoder(Said)
_NAMED = msgspec.json.Decoder(_Named)
JSON = msgspec.json.Encoder()


def _id_of(text: str) -> str | None:
    """The id of a message that does not have the documented shape, so that whoever sent it can tell which it was."""
    try:
        found = _NAMED.decode(text).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return found if odd_id(found) is None else None


class Viewer:
    """One socket. Everything is sent by the one task that runs `send_all`."""

    def __init__(
        self,
        desk: "Desk",
        room: Room,
        session: Session | None,
        send: Send,
        address: str,
        language: str = ENGLISH,
    ) -> None:
        self.desk, self.room, self.session = desk, room, session
        self.address, self.language = address, language
        self._send = send
        self._wire = Wire(send)
        self._loop = asyncio.get_running_loop()
        self._out: deque[Frame | None] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._over = False
        self._refused_in_a_row = 0
        self.recalls: tuple[str, int] | None = None
        """What is to be told again, and has to be looked for: the message that asked, and up to which row."""

    # --- who it is ---

    def whos(self) -> Whos | None:
        """In which roles he sees the table now; None if he no longer may be here."""
        session = self.session
        if session is None:
            return (SPECTATOR,)
        still = self.desk.people.still(session)
        if still is None:
            self.bye("not_logged_in", "this session has ended")
            return None
        now = self.room.table.now
        found = roles_at(still.person, now.rules, now.state)
        # Staff see the same whoever they are: only players have names here.
        return tuple(who if role(who) == PLAYER else role(who) for who in found) or (SPECTATOR,)

    # --- sending ---

    def push(self, frame: Frame) -> None:
        if self._over:
            return
        # Nothing waits before it and the sender has nothing in hand: it can go at once.
        if self._wake is not None and not self._out and self._wire.write(frame):
            return
        if len(self._out) >= QUEUE:
            self.drop()
            return
        self._out.append(frame)
        self._awake()

    def _awake(self) -> None:
        wake = self._wake
        if wake is not None:
            self._wake = None
            if not wake.done():  # the sender may have gone with its connection
                wake.set_result(None)

    def bye(self, code: str, message: str) -> None:
        """Says why and closes."""
        if self._over:
            return
        told = in_language(Refusal(code, message), self.language)
        self._out.append(Frame(JSON.encode(Bye(code, told.message))))
        self._out.append(None)
        self._over = True
        self._awake()

    def drop(self) -> None:
        """The reader is too slow: what waits for him is thrown away. He can come back with `after`."""
        self._over = True
        self._out.clear()
        self.desk.figures.dropped += 1
        # A transport that cannot send cannot say good-bye either, and would hold what it has for ever.
        if not self._wire.abort():
            self._out.append(None)
            self._awake()

    async def send_all(self) -> None:
        out, send = self._out, self._send
        while True:
            while out:
                frame = out.popleft()
                if frame is None:
                    await send({"type": "websocket.close", "code": 1000})
                    return
                await send({"type": "websocket.send", "text": frame.text})
            self._wake = self._loop.create_future()
            await self._wake

    # --- listening ---

    def hear(self, text: str | None) -> None:
        """One message. What it leads to is answered later, in order of the commits."""
        began = self._loop.time()
        limits, session = self.desk.limits, self.session
        bucket, key = (limits.persons, session.id) if session else (limits.addresses, self.address)
        if not bucket.take(key, began):
            self._refused_in_a_row += 1
            if self._refused_in_a_row > limits.burst * STUBBORN:
                self.bye("rate", "too many messages")
                return
            self._refuse(None, too_many(bucket))
            return
        self._refused_in_a_row = 0
        if text is None:
            self._refuse(None, Refusal(errors.MALFORMED, "messages are text", given="bytes", allowed="JSON text"))
        elif len(text) > limits.message or (not text.isascii() and len(text.encode()) > limits.message):
            self._refuse(None, too_large(limits.message))
        else:
            try:
                said = SAID.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                self._refuse(_id_of(text), errors.of_json(error))
                return
            self._do(said, began)

    def _do(self, said: Said, began: float) -> None:
        desk, table = self.desk, self.room.table
        if (said.do, said.seed, said.ready, said.ping, said.recall, said.speed).count(UNSET) != 5:
            allowed = "one of do, seed, ready, ping, recall, speed"
            self._refuse(said.id, Refusal(errors.SHAPE, "a message says one thing", allowed=allowed))
            return
        if said.ping is not UNSET or said.recall is not UNSET or said.speed is not UNSET:
            self._at_once(said)
            return
        session = desk.people.still(self.session) if self.session is not None else None
        if session is None:
            self._refuse(said.id, Refusal("not_logged_in", "spectators only watch", allowed="log in"))
            return
        if desk.closing:
            self._refuse(said.id, Refusal("closing", "the house is closing", allowed="try again later"))
            return
        waiting = WaitingAct(self, said.id, began)
        if said.do is not UNSET:
            ask_act(table, waiting, session.person, said.id, said.do, said.as_ if said.as_ is not UNSET else None)
        elif said.seed is not UNSET:
            ask_seed(table, waiting, session, said.id, said.seed.seed, said.seed.deck)
        else:
            assert said.ready is not UNSET
            ask_ready(table, waiting, session, said.id, said.ready.seat)

    def _at_once(self, said: Said) -> None:
        """What changes nothing at the table is answered without waiting for the others."""
        table, odd = self.room.table, odd_id(said.id)
        if odd is None and said.speed is not UNSET and self.session is None:
            odd = Refusal("not_logged_in", "spectators only watch", allowed="log in")
        if odd is not None:
            self._refuse(said.id, odd)
        elif said.recall is not UNSET:
            self._recall(said.id, said.recall.until)
        else:
            if said.speed is not UNSET and self.session is not None:
                table.presence.wants(self.session.person.handle, said.speed)
            self._done(said.id, table.now.number, False)

    def _recall(self, said_id: str, until: int) -> None:
        room = self.room
        last = room.table.now.number
        if not 0 < until <= last:
            self._refuse(said_id, Refusal(errors.SHAPE, "no such row", given=str(until), allowed=f"1 to {last}"))
            return
        found = room.round_at(until)
        if found is None:
            self.recalls = said_id, until
        else:
            self.recalled(said_id, found)

    def recalled(self, said_id: str, bodies: list[Body], *, gap: bool = False) -> None:
        """Tells again what these rows told, from the opening of their last round on: the same that everybody heard.
        With a `gap` some rows are missing; then nothing is told unless the opening of a round is among the others."""
        whos = self.whos()
        found = told_again(self.room.table, bodies, whos[0] if whos else SPECTATOR, self.language)
        opened = [n for n, known in enumerate(found) if known.event == e.RoundOpened.__name__]
        missing = gap and not opened
        again = [] if missing else found[opened[-1] if opened else 0 :]
        self.push(Frame(JSON.encode(Recalled(said_id, again, missing))))

    def failed(self, act_id: str, error: BaseException) -> None:
        found = errors.found(error)
        if found is None:
            logs.mistake("socket", error)
        self._refuse(act_id, found or errors.MISTAKE)

    def answered(self, act_id: str, began: float, answer: "Answer") -> None:
        if isinstance(answer, Refusal):
            self._refuse(act_id, answer)
        else:
            self.desk.figures.took(answer.again, self._loop.time() - began)
            self._done(act_id, answer.seq, answer.again)

    def _done(self, act_id: str, seq: int, again: bool) -> None:
        self.push(Frame(JSON.encode(Accepted(seq, again, id=act_id))))

    def _refuse(self, act_id: str | None, refusal: Refusal) -> None:
        self.desk.figures.refused[refusal.code] += 1
        refusal = in_language(refusal, self.language)
        made = NotDone(refusal.code, refusal.message, refusal.clause, refusal.given, refusal.allowed, id=act_id)
        self.push(Frame(JSON.encode(made)))
