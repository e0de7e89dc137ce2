"""Two rounds that differ in hidden cards alone must be told alike, to the byte, until the rules turn a card up."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import house.running as r
from fire.campaign import Campaign, Place, Tally
from house.test_leaks import Run, others, same, twin
from pitboss.games import rules_for
from pitboss.house.live import packs
from pitboss.house.live.sheet import Sheet, offered
from pitboss.house.live.table import LiveTable
from pitboss.house.store.opening import open_store
from pitboss.table import actions as a
from pitboss.table import views
from pitboss.table.flow import turn

PROCEDURES = ("manual_shoe", "hand", "automated_shoe")


class Random(Run):
    """Decisions at random, that look at no card; the same for the same seed."""

    def __init__(self, deck: tuple[str, ...], seed: int) -> None:
        super().__init__(deck)
        self._rng = random.Random(seed)

    async def _decide(self, table: LiveTable) -> None:
        seat = table.now.state.seats[turn(table.now.rules, table.now.state) - 1]
        (offer,) = [o for o in offered(table, f"player:{seat.player}") if isinstance(o.example, a.Decide)]
        choice = self._rng.choice(offer.values)
        await r.done(table.act(f"player:{seat.player}", a.Decide(seat.number, choice)))


class Twins:
    def __init__(self, folder: Path) -> None:
        self._folder, self._numbers = folder, count()
        open_store(str(folder / "made.db")).dispose()

    def trial(self, seed: int) -> Tally:
        rng = random.Random(seed)
        game, procedure = rng.choice(r.GAMES), rng.choice(PROCEDURES)
        deck = list(rules_for(r.terms(game)).deck.cards)
        rng.shuffle(deck)
        one = self._play(tuple(deck), seed, game, procedure)
        keep = rng.choice(("", "seat1", "seat2"))
        may = [place for place, where in one.hidden.items() if where != keep]
        places = sorted(rng.sample(may, rng.randint(1, len(may))))
        two = self._play(twin(one.order, places), seed, game, procedure)
        viewers = set.intersection(*(set(others(one.hidden[place])) for place in places))
        heard = same(one, two, places, viewers)
        return Counter({"twins": 1, "messages and rows compared": heard, "cards exchanged": len(places)})

    def _play(self, deck: tuple[str, ...], seed: int, game: str, procedure: str) -> Run:
        made = Random(deck, seed)
        file = self._folder / f"{next(self._numbers)}.db"
        shutil.copyfile(self._folder / "made.db", file)
        with (
            patch.object(packs, "order", lambda *_: deck),
            patch.object(packs, "cut", lambda order, _: order),
        ):
            asyncio.run(made.play(f"sqlite:///{file}", self._folder, game, procedure))
        for old in self._folder.glob(f"{file.name}*"):
            old.unlink()
        return made

    def plant(self, fault: str) -> None:
        real = Sheet.change

        def longer(sheet: Sheet, who: str) -> bytes:
            """A message whose length tells the dealer's first card."""
            state = sheet._table.now.state
            return real(sheet, who) + b" " * (ord(state.dealer[0][0]) if state.dealer else 0)

        planted: dict[str, Any] = {
            "faces": patch.object(views, "_backs", lambda cards: cards),
            "length": patch.object(Sheet, "change", longer),
        }
        with planted[fault]:
            for seed in range(8):
                self.trial(seed)


@contextmanager
def ready(place: Place) -> Iterator[Twins]:
    yield Twins(place.folder)


CAMPAIGN = Campaign(
    name="twins",
    title="Twin rounds with other hidden cards",
    unit="twins",
    count=20_000,
    suite=(0, 1, 2, 3),
    tells="""\
A round is played twice: any game, any way of dealing, any order of the deck, decisions at random that look at no card.
The second time some of the cards that lie face down are others. Everything that anybody hears (a guest, both players,
every role of the staff), every refusal of what was asked in vain, and every row of the store must be the same to the
byte, and so of the same length, until the rules turn one of these cards up. Who is shown a card as the player whose it
is, is left out for that card.""",
    plants={
        "faces": "a view that shows the backs as faces",
        "length": "messages whose length depends on a hidden card",
    },
    ready=ready,
)
