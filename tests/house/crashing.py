"""A house that is killed. A process of its own reads orders from its standard input; for each it forks a child that
plays a round on a store and dies, by SIGKILL, just before or just after a commit. What the child sent and what was
acknowledged to it comes back as lines. Everything else is fixed: the clock stands still, the seeds are a table's own,
so every run writes the same rows until it dies."""

import asyncio
import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

import house.running as r
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.sheet import offered, seen
from pitboss.house.live.table import Done, LiveTable
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import Writer
from pitboss.play.players import wagers
from pitboss.table import actions as a

BEFORE, AFTER = "before", "after"


class Order(Struct, frozen=True):
    """What to play, and when to die: before or after the commit with this number (0: never)."""

    url: str
    folder: str
    when: str = ""
    commit: int = 0
    plant: str = ""


class Sent(Struct, frozen=True):
    """An act as a client sends it."""

    chain: int
    do: str
    by: str = ""
    id: str = ""
    act: a.AnyAction | None = None
    seat: int = 0
    deck: int = 0


class Acknowledged(Struct, frozen=True):
    chain: int
    seq: int


class Told(Struct, frozen=True):
    """What came of an order."""

    killed: bool
    sent: dict[int, Sent]
    """By table: the last act, where no answer came."""
    acknowledged: dict[int, list[int]]
    """By table: the rows after which it stood, in order."""
    commits: int


# --- a round ----------------------------------------------------------------------------------------------------------


class Seeds:
    """A table's seeds follow from its number and theirs: whatever else happens, and in every process."""

    def __init__(self, monkey: Callable[[Any, str, Any], None] = setattr) -> None:
        real = ChangeDraft._publish

        def publish(draft: ChangeDraft, deck: int) -> None:
            self.now = (draft.fixed.chain, draft.now.shuffles + 1)
            real(draft, deck)

        monkey(ChangeDraft, "_publish", publish)

    def __call__(self) -> bytes:
        return hashlib.sha256("seed {} {}".format(*self.now).encode()).digest()


async def open_house(url: str, folder: Path, seeds: Seeds) -> House:
    keys = Keys.load(folder / "house.key", make=True)
    house = House(open_store(url), keys, r.Means(), clock=lambda: r.START, new_seed=seeds)
    await house.start()
    return house


def next_act(table: LiveTable, until: int) -> Sent | None:
    """What comes next, from the state alone: a restarted client comes to the same."""
    now, chain = table.now, table.fixed.chain
    made = f"{now.number}"
    due = table.due()
    if due is not None and due.do is a.CloseBets:
        if now.state.round >= until:
            return None
        for seat in now.state.seats:
            if seat.player:
                missing = _betting(table, seat.number, seat.player, made)
                if missing is not None:
                    return missing
        return Sent(chain, "act", "dealer", made, a.CloseBets())
    choice = r.next_decision(table)
    if choice is not None:
        return Sent(chain, "act", choice[0], made, choice[1])
    return Sent(chain, "perform")


def _betting(table: LiveTable, number: int, player: str, made: str) -> Sent | None:
    """A seed, the wagers, and that is all."""
    who, chain = f"player:{player}", table.fixed.chain
    deck, coming = next(iter(table.now.coming.items()))
    if number == 1 and not coming.seeds:
        return Sent(chain, "seed", player, made, deck=deck)
    seat, index = table.now.state.seats[number - 1], table.now.rules.index
    offers = offered(table, who)
    if number == 1 and all(seat.stakes[index[w.wager]] for w in wagers(seen(table, who), offers)):
        for offer in offers:
            if getattr(offer.example, "wager", "") == "progressive" and not seat.stakes[index["progressive"]]:
                return Sent(chain, "act", who, made, offer.act(offer.minimum))
    for act in wagers(seen(table, who), offers):
        if not seat.stakes[index[act.wager]]:
            return Sent(chain, "act", who, made, act)
    return None if number in table.now.ready else Sent(chain, "ready", player, made, seat=number)


def send(table: LiveTable, sent: Sent) -> "asyncio.Future[Any]":
    if sent.do == "seed":
        return table.add_seed(sent.by, "a seed of my own", sent.deck, sent.id)
    if sent.do == "ready":
        return table.say_ready(sent.by, sent.seat, sent.id)
    if sent.do == "perform":
        return table.perform()
    assert sent.act is not None
    return table.act(sent.by, sent.act, sent.id)


async def play(table: LiveTable, until: int, say: Callable[[Any], None] = lambda _: None) -> None:
    """Plays on from wherever the table is, until the bets of a round are open."""
    while (sent := next_act(table, until)) is not None:
        say(sent)
        answer = await send(table, sent)
        assert isinstance(answer, Done), (sent, answer)
        say(Acknowledged(table.fixed.chain, answer.seq))


# --- the process that dies --------------------------------------------------------------------------------------------


@contextmanager
def dying_at(order: Order) -> Iterator[list[int]]:
    """Counts the commits of the writer and kills this process at the right one."""
    real, begun, count = Writer._say, Writer._begin, [0]
    late: list[Any] = []

    def commit(conn: Any) -> None:
        count[0] += 1
        for when in (BEFORE, AFTER):
            if (when, count[0]) == (order.when, order.commit):
                time.sleep(0.1 if order.plant else 0)  # so that those who were answered too early hear it
                os.kill(os.getpid(), signal.SIGKILL)
                signal.pause()
            if when == BEFORE:
                real(conn, "COMMIT")

    def say(conn: Any, words: str) -> None:
        if words == "COMMIT" and order.plant == "early":  # the mistake of answering first and committing later
            late.append(conn)
        elif words == "COMMIT":
            commit(conn)
        else:
            real(conn, words)

    def begin(writer: Writer, conn: Any) -> None:
        if late:
            commit(late.pop())
        begun(writer, conn)

    with patch.object(Writer, "_say", staticmethod(say)), patch.object(Writer, "_begin", begin):
        yield count


async def _play(order: Order, out: int, count: list[int]) -> None:
    def say(what: Any) -> None:
        os.write(out, msgspec.json.encode((type(what).__name__, what)) + b"\n")

    house = await open_house(order.url, Path(order.folder), Seeds())
    count[0] = 0
    await asyncio.gather(*(play(t, t.now.state.round + 1, say) for t in house.tables.values()))
    os.write(out, msgspec.json.encode(("commits", count[0])) + b"\n")
    os._exit(0)


def _child(order: Order, out: int) -> None:
    try:
        with dying_at(order) as count:
            asyncio.run(_play(order, out, count))
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    os._exit(1)


def _carry_out(order: Order) -> Told:
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _child(order, write)
    os.close(write)
    with os.fdopen(read, "rb") as lines:
        said = [msgspec.json.decode(line) for line in lines.read().splitlines()]
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not killed and status:
        raise SystemExit("the child ended by a mistake of its own")
    sent: dict[int, Sent] = {}
    acknowledged: dict[int, list[int]] = {}
    commits = 0
    for kind, what in said:
        if kind == "commits":
            commits = what
        elif kind == "Sent":
            sent[what["chain"]] = msgspec.convert(what, Sent)
        else:
            sent.pop(what["chain"])
            acknowledged.setdefault(what["chain"], []).append(what["seq"])
    return Told(killed, sent, acknowledged, commits)


def main() -> None:
    for line in sys.stdin.buffer:
        told = _carry_out(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        sys.stdout.buffer.flush()
