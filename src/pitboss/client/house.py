"""The house, and a person in it."""

import time
from collections import deque
from typing import Any

import httpx
import msgspec

from pitboss.client.refused import Refused
from pitboss.client.table import Table, new_id
from pitboss.messages.people import Entered, Me
from pitboss.messages.tables import TableListed

TRIES = 4
"""How often a request is sent that gets no answer; acts carry an id, so that none is done twice."""


class House:
    """The house at an address: `House("http://127.0.0.1:8000")`. Where several processes are one house, name the
    addresses of them all: what one does not answer within `timeout` seconds, the next is asked."""

    def __init__(self, url: str, *more: str, timeout: float = 30) -> None:
        self._urls = deque(each.rstrip("/") for each in (url, *more))
        self._http = httpx.Client(timeout=timeout, trust_env=False)

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection to the house."""
        self._http.close()

    @property
    def url(self) -> str:
        """The address that is asked now."""
        return self._urls[0]

    def guest(self, name: str = "") -> "Player":
        """Somebody without an account, with practice chips."""
        return self._player(self.ask("POST", "/api/v1/guest", {"name": name} if name else {}))

    def login(self, handle: str, password: str) -> "Player":
        """A person with an account; `Refused` where name or password is wrong."""
        return self._player(self.ask("POST", "/api/v1/login", {"handle": handle, "password": password}))

    def set_up(self, token: str, handle: str, password: str) -> "Player":
        """Makes the first manager's account with the token that the first start printed."""
        asked = {"token": token, "handle": handle, "password": password}
        return self._player(self.ask("POST", "/api/v1/setup", asked))

    def tables(self) -> list[TableListed]:
        """Every table that is open."""
        return msgspec.convert(self.ask("GET", "/api/v1/tables"), list[TableListed])

    def watch(self, table: int, *, after: int | None = None) -> Table:
        """A table as a spectator sees it."""
        return Table(self.socket_urls(table), None, "", after=after)

    def _player(self, entered: Any) -> "Player":
        return Player(self, msgspec.convert(entered, Entered))

    def socket_urls(self, table: int) -> list[str]:
        """The addresses of a table's WebSocket, the one that is asked now first."""
        return [f"ws{url.removeprefix('http')}/api/v1/tables/{table}" for url in self._urls]

    def ask(self, method: str, path: str, body: Any = None, *, token: str | None = None, **query: Any) -> Any:
        """One request; the JSON of its answer (None where it has none). Refusals are raised."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        params = {key: value for key, value in query.items() if value is not None}
        for left in range(TRIES - 1, -1, -1):
            try:
                answer = self._http.request(
                    method, f"{self.url}{path}", json=body, headers=headers, params=params or None
                )
                break
            except httpx.TransportError as error:
                self._urls.rotate(-1)
                unheard = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                repeatable = unheard or method == "GET" or (isinstance(body, dict) and "id" in body)
                if not left or not repeatable:
                    raise
                time.sleep(0.1)
        self._http.cookies.clear()  # whoever we are is said in the header
        content = answer.content
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        found = msgspec.json.decode(content) if content and is_json else content.decode() or None
        if answer.status_code >= 400:
            raise Refused.read(found, answer.status_code)
        return found


class Player:
    """A person who is logged in; staff too."""

    def __init__(self, house: House, entered: Entered) -> None:
        self.house = house
        self.handle, self.token, self.roles = entered.handle, entered.token, tuple(entered.roles)

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Any other request of the API: `player.ask("GET", "/api/v1/meters")`."""
        return self.house.ask(method, path, body, token=self.token, **query)

    def tables(self) -> list[TableListed]:
        """Every table that is open, as this person sees it."""
        return msgspec.convert(self.ask("GET", "/api/v1/tables"), list[TableListed])

    def me(self) -> Me:
        """Who this is: name, roles, balance, what is permitted."""
        return msgspec.convert(self.ask("GET", "/api/v1/me"), Me)

    @property
    def balance(self) -> int:
        """Cents."""
        return self.me().balance

    def watch(self, table: int, *, after: int | None = None, patience: float = 30) -> Table:
        """The table, without taking a seat; `after` is the last row one has heard of."""
        return Table(self.house.socket_urls(table), self.token, self.handle, after=after, patience=patience)

    def sit(self, table: int, seat: int | None = None) -> Table:
        """Takes this position, or the first free one: the next where somebody was quicker."""
        found = self.watch(table)
        try:
            if found.view.mine:
                return found
            if seat is not None:
                found.sit(seat)
            else:
                _sit_anywhere(found)
        except BaseException:
            found.close()
            raise
        return found

    def chips(self, cents: int) -> int:
        """Practice chips, up to the allowance; how many there are after it."""
        return int(self.ask("POST", "/api/v1/me/chips", {"id": new_id(), "cents": cents})["balance"])

    def confirm(self, password: str) -> None:
        """Gives the password again, before something sensitive."""
        self.ask("POST", "/api/v1/confirm", {"password": password})

    def logout(self) -> None:
        """Ends the session; its token is worth nothing from then on."""
        self.ask("POST", "/api/v1/logout")


def _sit_anywhere(table: Table) -> None:
    free = [each.number for each in table.view.seats if not each.player] or [1]
    for seat in free:
        try:
            table.sit(seat)
            return
        except Refused as refused:
            if refused.code != "seat_taken" or seat == free[-1]:
                raise
