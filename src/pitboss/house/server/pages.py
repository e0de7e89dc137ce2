"""The pages for browsers: plain files that draw what the API tells. No rule is in them, and none of them needs to be
asked for with a session: what a person may see is decided where the figures come from."""

import re
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pitboss.house.server import home
from pitboss.house.server.card_pictures import ADDRESS, card_pictures
from pitboss.house.server.desk import Desk
from pitboss.house.server.web_files import POLICY, TYPES, Files, sent
from pitboss.rulebook.folders import games

PAGES = {
    "/": "lobby",
    "/tables/{table:int}": "table",
    "/odds": "odds",
    "/odds/{game}": "odds",
    "/rounds/{table:int}/{round:int}": "round",
    "/history": "history",
    "/staff": "staff",
    "/staff/{table:int}": "staff",
    "/audit": "audit",
    "/sign-in": "sign-in",
    "/setup": "setup",
    "/accounts": "accounts",
    "/processes": "processes",
    "/hold": "hold",
    "/review": "review",
    "/school": "school",
    "/school/practise": "practise",
    "/school/class": "class",
    "/school/exam": "exam",
}
"""Addresses and the files behind them."""
FOLDERS = ("style/", "script/")
_EDITION = re.compile(r"[0-9a-f]{12}")


class Pages:
    """The pages and what they are made of."""

    def __init__(self, files: Files | None = None) -> None:
        self._files = Files() if files is None else files

    def routes(self) -> list[Route]:
        pages = [Route(path, partial(self._page, path, name), name=name) for path, name in PAGES.items()]
        return [
            *pages,
            Route(ADDRESS, self._pictures),
            Route("/static/{name:path}", self._static),
            Route("/favicon.ico", self._icon),
        ]

    async def _page(self, path: str, name: str, request: Request) -> Response:
        desk: Desk = request.app.state.desk
        if request.path_params.get("game", games()[0]) not in games():
            return nothing_here()
        found = self._files.find(f"pages/{name}.html")
        if found is None:
            return _plain(desk) if path == "/" else nothing_here()
        if name == "table":
            table = desk.house.tables.get(request.path_params["table"])
            desk.coach.prepare([table] if table is not None else [])
        return sent(request, found)

    async def _pictures(self, request: Request) -> Response:
        found = card_pictures(request.path_params["game"])
        return sent(request, found) if found is not None else nothing_here()

    async def _static(self, request: Request) -> Response:
        """A file, by its name or by the edition and its name. Of an edition that is no more the present file is sent:
        a page that stayed open may ask for it."""
        name: str = request.path_params["name"]
        edition, _, rest = name.partition("/")
        current = edition == self._files.edition != ""
        if _EDITION.fullmatch(edition):
            name = rest
        if not name.startswith(FOLDERS):
            return nothing_here()
        found = self._files.of_edition(name) if current else self._files.find(name)
        return sent(request, found, for_ever=current) if found is not None else nothing_here()

    async def _icon(self, request: Request) -> Response:
        """Browsers ask for it where a page names none, as a plain text or a picture does."""
        found = self._files.find("style/icon.svg")
        return sent(request, found) if found is not None else nothing_here()


def _plain(desk: Desk) -> Response:
    return HTMLResponse(home.page(desk), headers={"content-security-policy": home.POLICY})


def wants_page(request: Request) -> bool:
    """Whether a person with a browser asks, and not a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def nothing_here() -> Response:
    """A plain page for addresses behind which there is nothing."""
    return Response(_NOTHING, 404, {"content-security-policy": POLICY}, TYPES[".html"])


_NOTHING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Pitboss: nothing here</title>
<link rel="icon" href="/static/style/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style/base.css"></head>
<body>
<main class="page">
<h1>Pitboss</h1>
<p>There is nothing at this address.</p>
<p><a class="button primary" href="/">To the tables</a></p>
</main>
</body>
</html>
"""
