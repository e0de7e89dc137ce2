"""A table at which every seat is taken and every wager is laid: what a felt has to hold at its fullest."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from house.server_support import GAMES, Served
from pitboss.client import Player, Table
from pitboss.rulebook.book import book
from pitboss.table import actions as a
from web.playing import BOLD, MEEK
from web.visitor import Visitor, stand_up

NAMES = ("Ann", "Bartholomew the Elder", "Wilhelmina von der Aa", "Guest of honour", "M" * 22, "Zoe", "Li")
MAIN = 2000
"""Cents on what must be wagered; on the rest lies the least."""


class Crowd:
    """Players without browsers, one at each seat of a table."""

    def __init__(self, game: str, players: list[Player], tables: list[Table]) -> None:
        self.game, self.players, self.tables = game, players, tables

    def bet(self) -> None:
        """Every wager that can be laid before the deal."""
        for table in self.tables:
            (seat,) = table.view.mine
            for wager in book(self.game).wagers:
                table.ping()  # the offers that follow the last wager are heard
                offered = [o for o in table.offers if isinstance(o.example, a.PlaceWager)]
                found = next((o for o in offered if o.act(0) == a.PlaceWager(seat, wager.id, 0)), None)
                if found is not None and not wager.later:
                    amount = MAIN if wager.compulsory else found.minimum
                    table.act(a.PlaceWager(seat, wager.id, amount))

    def ready(self) -> None:
        for table in self.tables:
            table.ready()

    def heed(self) -> None:
        """What was said meanwhile is read: a line that nobody reads is given up."""
        for table in self.tables:
            table.ping()

    def decide(self) -> bool:
        """Whoever is asked decides boldly; False where nobody is."""
        for table in self.tables:
            table.ping()
            asked = next((o for o in table.offers if isinstance(o.example, a.Decide)), None)
            if asked is not None:
                table.act(asked.act(next(c for c in (*BOLD, *MEEK, *asked.values) if c in asked.values)))
                return True
        return False

    def play(self, until: Callable[[], bool], looked: Visitor) -> None:
        """Everybody decides when asked, until this holds; a browser looks on."""
        for _ in range(3000):
            if until():
                return
            looked.page.wait_for_timeout(5)
            self.decide()
        raise AssertionError("it did not come to that")

    def leave(self) -> None:
        for table in self.tables:
            stand_up(table)


@contextmanager
def crowd(server: Served, game: str, mark: str = "") -> Iterator[Crowd]:
    """Takes all the seats of a game's table; they are given back at the end. `mark` tells their names from others'."""
    with ExitStack() as stack:
        count = len(stack.enter_context(server.guest().watch(GAMES[game])).view.seats)
        players = [server.guest(f"{name}{mark}{GAMES[game]}") for name in NAMES[:count]]
        tables = [stack.enter_context(player.watch(GAMES[game])) for player in players]
        for seat, table in enumerate(tables, 1):
            table.sit(seat)
        made = Crowd(game, players, tables)
        try:
            yield made
        finally:
            made.leave()
