"""A process that hangs keeps its connections open and says nothing: the client notices, and goes on at another address
of the house, or at the same one when it answers again."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from house.server_support import Served, served
from pitboss.client import House, Left, connection


class Door:
    """Lets everything through to a server, until it hangs."""

    def __init__(self, server: str) -> None:
        at = urlsplit(server)
        self._to = (str(at.hostname), int(at.port or 0))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.works = threading.Event()
        self.works.set()
        self.came = 0
        """How many connections were made."""
        self._ends: list[socket.socket] = [self._listening]
        self._begin(self._accept)

    @staticmethod
    def _begin(work: Callable[..., None], *given: socket.socket) -> None:
        threading.Thread(target=work, args=given, daemon=True).start()

    def _accept(self) -> None:
        try:
            while True:
                front = self._listening.accept()[0]
                self.came += 1
                back = socket.create_connection(self._to)
                self._ends += [front, back]
                self._begin(self._pass, front, back)
                self._begin(self._pass, back, front)
        except OSError:
            return

    def _pass(self, source: socket.socket, to: socket.socket) -> None:
        try:
            while data := source.recv(1 << 16):
                self.works.wait()
                to.sendall(data)
            to.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def close(self) -> None:
        self.works.set()
        for end in self._ends:
            end.close()


@contextmanager
def door(server: Served) -> Iterator[Door]:
    made = Door(server.url)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUIET", "SILENCE", "OPENING"):
        monkeypatch.setattr(connection, name, 0.3)


def test_a_line_that_falls_silent_is_left_for_another_address(server: Served) -> None:
    with door(server) as first, House(first.url, server.url) as house:
        player = house.guest("Ann")
        with player.sit(1) as table:
            assert first.came == 2, "one for requests, one for the table"
            first.works.clear()
            table.leave()  # unanswered, and then done once at the other address
            assert table.view.mine == ()
            table.ping()
            assert table.seq is not None
        assert first.came == 2


def test_a_request_without_an_answer_is_asked_at_another_address(server: Served) -> None:
    with door(server) as first, House(first.url, server.url, timeout=0.3) as house:
        player = house.guest("Ben")
        first.works.clear()
        assert player.balance > 0
        assert house.url == server.url
        assert len(house.tables()) > 3


def test_an_address_where_nobody_is_costs_nothing(server: Served) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nowhere = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with House(nowhere, server.url) as house:
        assert house.guest("Cem").handle  # it has no id: nobody has heard of it yet
    with House(nowhere) as house, pytest.raises(httpx.ConnectError):
        house.guest("Cem")


def test_the_only_address_is_tried_until_it_answers(server: Served) -> None:
    with door(server) as only, House(only.url) as house:
        player = house.guest("Dan")
        with player.watch(1) as table:
            only.works.clear()
            answers = threading.Timer(1.0, only.works.set)
            answers.start()
            table.ping()
            answers.join()
            assert only.came > 2, "it was tried again meanwhile"
        with player.watch(1, patience=0.5) as table:
            only.works.clear()
            begun = time.monotonic()
            with pytest.raises(Left, match="the house cannot be reached"):
                table.ping()
            assert time.monotonic() - begun < 60
