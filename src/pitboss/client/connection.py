"""One socket of a table that mends itself: when it breaks, or says nothing any more, it is made anew with `after=seq`,
at the next address of the house where there are several, and acts that were not yet acknowledged are sent again under
the same id, so that the house does each of them once."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.client.refused import Refused
from pitboss.messages.socket import Bye, Hello, Message, Said

FINAL = frozenset({"not_logged_in", "table_closed"})
"""After these good-byes there is nothing to come back to."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
QUIET, SILENCE = 10.0, 6.0
"""Seconds: after so long the line is tried, and so long later a line that still says nothing is lost. A process that
hangs leaves its connections open."""
OPENING = 10.0
"""Seconds for a new socket; where there are other addresses, fewer."""
LARGEST = 1 << 22
MESSAGE = msgspec.json.Decoder(Message)


class Left(Exception):
    """The table has ended for us: the session is over, the table closed, or the house cannot be reached."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TableConnection:
    """`after` gives the last row that was heard (None: none yet) whenever the socket has to be made anew. `urls`: where
    the table can be reached, the best address first."""

    def __init__(
        self, urls: Sequence[str], token: str | None, after: Callable[[], int | None], patience: float
    ) -> None:
        self._urls, self._token, self._after, self._patience = deque(urls), token, after, patience
        self._socket: ClientConnection | None = None
        self._open_socket = ExitStack()
        self._pending: dict[str, str] = {}
        self._closed = False

    def send(self, said: Said) -> None:
        """Sends, and sends again after a break, until `answered`."""
        text = msgspec.json.encode(said).decode()
        self._pending[said.id] = text
        if self._socket is not None:
            try:
                self._socket.send(text)
            except (ConnectionClosed, OSError):
                self._end()  # sent again once there is a new one

    def answered(self, act_id: str) -> None:
        self._pending.pop(act_id, None)

    def receive(self, timeout: float | None) -> Message:
        """The next message, after however many breaks. `TimeoutError` when none came in time."""
        while True:
            if self._closed:
                raise Left("closed", "this table was left")
            if self._socket is None:
                return self._open()
            try:
                raw = self._socket.recv(timeout)
            except (ConnectionClosed, OSError) as error:
                if isinstance(error, TimeoutError):
                    raise
                self._end()
                continue
            found: Message = MESSAGE.decode(raw)
            if isinstance(found, Bye):
                self._end()
                if found.code in FINAL:
                    self._closed = True
                    raise Left(found.code, found.message)
                continue
            return found

    def _open(self) -> Hello:
        """A new socket; its first message. What is pending is sent again."""
        began, pause = time.monotonic(), FIRST_PAUSE
        while True:
            try:
                return self._hello()
            except InvalidStatus as error:
                refused = _refused(error)
                if refused.status not in (429, 503):
                    raise refused from None
                failed: Exception = refused
            except Left as error:
                if error.code in FINAL:
                    self._closed = True
                    raise
                failed = error  # the table is changing hands
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                failed = error
            self._urls.rotate(-1)
            if time.monotonic() - began + pause > self._patience:
                self._closed = True
                raise Left("unreachable", f"the house cannot be reached: {failed}") from None
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hello(self) -> Hello:
        after, url = self._after(), self._urls[0]
        url = url if after is None else f"{url}?after={after}"
        opening = OPENING if len(self._urls) == 1 else SILENCE
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else None
        with ExitStack() as stack:
            socket = stack.enter_context(
                connect(
                    url,
                    additional_headers=headers,
                    compression=None,
                    max_size=LARGEST,
                    open_timeout=opening,
                    proxy=None,
                    ping_interval=QUIET,
                    ping_timeout=SILENCE,
                    close_timeout=2,
                )
            )
            first = MESSAGE.decode(socket.recv(opening))
            if isinstance(first, Bye):
                raise Left(first.code, first.message)
            assert isinstance(first, Hello)
            for text in self._pending.values():
                socket.send(text)
            self._open_socket = stack.pop_all()
        self._socket = socket
        return first

    def _end(self) -> None:
        if self._socket is not None:
            self._urls.rotate(-1)
        self._socket = None
        self._open_socket.close()

    def drop(self) -> None:
        """Breaks the connection without a word, as a bad network does."""
        if self._socket is not None:
            self._socket.socket.shutdown(2)

    def close(self) -> None:
        self._closed = True
        self._end()


def _refused(error: InvalidStatus) -> Refused:
    body = error.response.body
    try:
        said = msgspec.json.decode(body) if body else None
    except msgspec.DecodeError:
        said = None
    return Refused.read(said, error.response.status_code)
