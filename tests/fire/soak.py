"""Half load for a long time: memory, latency and the size of the files stay as they are, or grow as the acts do."""

import asyncio
import statistics
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from msgspec import Struct

from fire.campaign import Campaign, Place, Tally
from fire.load import people, playing
from fire.serving import Forker, Start
from pitboss.client import House, Refused
from ports import free_port

SPELL = 5
"""Seconds of a trial."""
SETTLED = 3
"""After so many trials the house has what it needs; from then on nothing may grow."""
MEMORY = 40 << 20
"""Bytes by which it may grow all the same."""
LOG = 64 << 20
"""Bytes that SQLite's log may have at most."""
SLOWER = 10
"""So many times as slow as in the beginning an answer may become on a computer that has other things to do."""


class Sample(Struct, frozen=True):
    memory: int
    median: float
    """Seconds until an answer."""
    acts: int
    file: int
    log: int


class Serving:
    """A house under half load."""

    def __init__(self, forker: Forker, folder: Path, plant: str) -> None:
        folder.mkdir()
        self._forker, self._folder, self._port = forker, folder, free_port()
        url = f"sqlite:///{folder / 'house.db'}"
        self._pid = forker.start(Start(url, str(folder), self._port, plant=plant))
        self._crowd = people(self._port, [1, 2, 3, 4])
        self.samples: list[Sample] = []
        asyncio.run(self._play(2.0))
        full = sum(len(each.acknowledged) for each in self._crowd) / len(self._crowd) / 2.0
        for each in self._crowd:
            each.pause = 1 / full

    async def _play(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        await playing(self._crowd, self._port, lambda: loop.time() > end, seconds + 60)

    def spell(self) -> Tally:
        self._chips()
        before = sum(len(each.acknowledged) for each in self._crowd)
        for each in self._crowd:
            each.waits.clear()
        asyncio.run(self._play(SPELL))
        acts = sum(len(each.acknowledged) for each in self._crowd) - before
        assert acts, "nobody was answered"
        waits = sorted(wait for each in self._crowd for wait in each.waits)
        self.samples.append(self._sample(acts, waits))
        self._look()
        return Counter({"seconds": SPELL, "acts": acts})

    def _sample(self, acts: int, waits: list[float]) -> Sample:
        file = self._folder / "house.db"
        log = Path(f"{file}-wal")
        size = log.stat().st_size if log.exists() else 0
        memory = int(psutil.Process(self._pid).memory_info().rss)
        return Sample(memory, statistics.median(waits), acts, file.stat().st_size, size)

    def _look(self) -> None:
        now = self.samples[-1]
        assert now.log < LOG, f"the log has {now.log >> 20} MB"
        if len(self.samples) <= SETTLED:
            return
        first = self.samples[SETTLED - 1]
        grown = now.memory - first.memory
        assert grown < MEMORY, f"memory has grown by {grown >> 20} MB in {len(self.samples) - SETTLED} spells"
        slow = statistics.median(each.median for each in self.samples[-SETTLED:])
        begun = statistics.median(each.median for each in self.samples[:SETTLED])
        assert slow < begun * SLOWER + 0.1, f"answers take {slow:.3f} s; in the beginning they took {begun:.3f} s"

    def _chips(self) -> None:
        """Whoever has lost gets practice chips again."""
        with House(f"http://127.0.0.1:{self._port}") as house:
            for each in self._crowd:
                with suppress(Refused):
                    body = {"id": f"chips {len(self.samples)}", "cents": 100_000}
                    house.ask("POST", "/api/v1/me/chips", body, token=each.token)


class Soak:
    def __init__(self, forker: Forker, folder: Path) -> None:
        self._forker, self._folder = forker, folder
        self._serving: Serving | None = None

    def trial(self, seed: int) -> Tally:
        self._serving = self._serving or Serving(self._forker, self._folder / "house", "")
        done, samples = self._serving.spell(), self._serving.samples
        if len(samples) == SETTLED:
            done["KB of memory when settled"] = samples[-1].memory >> 10
        elif len(samples) > SETTLED:
            done["KB of memory more since"] = (samples[-1].memory - samples[-2].memory) >> 10
        done["KB of the file more"] = (samples[-1].file - (samples[-2].file if len(samples) > 1 else 0)) >> 10
        return done

    def plant(self, fault: str) -> None:
        serving = Serving(self._forker, self._folder / fault, fault)
        for _ in range(SETTLED + 6):
            serving.spell()


@contextmanager
def ready(place: Place) -> Iterator[Soak]:
    with Forker() as forker:
        yield Soak(forker, place.folder)


CAMPAIGN = Campaign(
    name="soak",
    title="Half load for a long time",
    unit="seconds",
    count=3_600,
    suite=(0,),
    tells=f"""\
Eight guests at four tables play through sockets, half as quickly as they are let (`--count 28800` does it for eight
hours). Every {SPELL} seconds memory, answers and files are looked at: the memory of the process must not grow by more
than {MEMORY >> 20} MB once it is settled, answers must not become much slower, SQLite's log must stay below {LOG >> 20}
MB. The file itself grows with the acts: it is the trail. Memory grows at first: a table remembers its last acts by
their ids, half a kilobyte each.""",
    plants={"leak": "a writer that leaves 400 kB behind at every commit"},
    ready=ready,
)
