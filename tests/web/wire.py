"""The wire between a page and its table, in the test's hand: messages can be held back, swallowed, and the line cut."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, WebSocketRoute


class Wire:
    """Everything that goes through the sockets of a browser. To be laid before the table is opened."""

    def __init__(self, context: BrowserContext) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.holding = False
        """Messages from the house wait instead of reaching the page. Only that the line is alive it still hears, or it
        would give the line up after some seconds and come back over another one."""
        self.stops_at: Callable[[dict[str, Any]], bool] = lambda message: False
        """The first message from the house that waits, and all after it."""
        self.deaf = False
        """Messages from the house are lost, as on a line that is about to break."""
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._open: list[WebSocketRoute] = []
        context.route_web_socket("**/api/v1/tables/*", self._connected)

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._open.append(route)

        def to_server(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        def to_page(message: str | bytes) -> None:
            self.heard.append(json.loads(message))
            self.holding = self.holding or self.stops_at(self.heard[-1])
            if self.holding and not self._says_alive(self.heard[-1]):
                self._held.append((route, message))
            elif not self.deaf:
                route.send(message)

        route.on_message(to_server)
        server.on_message(to_page)

    def _says_alive(self, message: dict[str, Any]) -> bool:
        return any("ping" in asked and asked["id"] == message.get("id") for asked in self.sent)

    def release(self) -> None:
        """What was held back arrives."""
        self.holding = False
        self.stops_at = lambda message: False
        for route, message in self._held:
            route.send(message)
        self._held.clear()

    def cut(self) -> None:
        """The line breaks; the page may come back over a new one."""
        self.deaf = False
        for route in self._open:
            route.close(code=1011, reason="cut")
        self._open.clear()

    @property
    def acts(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if "do" in message]

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = next(m["view"] for m in reversed(self.heard) if "view" in m)
        return found
