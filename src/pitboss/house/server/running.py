"""Runs the house: opens the store, takes up the tables, deals, signs checkpoints, and shuts down cleanly."""

import asyncio
import errno
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.house.fair.keys import Keys
from pitboss.house.fair.rotating import keys_of
from pitboss.house.house import House, wall_clock
from pitboss.house.live.dealer import GONE, Dealer
from pitboss.house.live.faults import SENTENCE
from pitboss.house.live.floor_requests import Park
from pitboss.house.live.overtime import watched
from pitboss.house.live.restart import CannotRestore
from pitboss.house.live.table import LiveTable
from pitboss.house.people.directory import People
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.processes.membership import Membership, busy
from pitboss.house.server import logs
from pitboss.house.server.app import Application, create_app
from pitboss.house.server.checkpointing import Checkpointing
from pitboss.house.server.connections import MeasuredConnection
from pitboss.house.server.limits import HARD
from pitboss.house.server.origins import bracketed
from pitboss.house.server.timekeeping import keep_time
from pitboss.house.server.wanted_tables import CannotServe, open_wanted_tables
from pitboss.house.settings import Settings
from pitboss.house.store.durability import risks
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store, shown
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import bodies as b
from pitboss.play.admission import admit
from pitboss.rulebook.edition import difference
from pitboss.rulebook.folders import BadFolder, broken, games
from pitboss.rulebook.submission import Fault, check
from pitboss.rulebook.terms import Terms
from pitboss.table.refusals import Refusal

FINISH = 3.0
"""For how many seconds a closing house deals on where nobody is waited for."""
LEAVE = 2
"""Seconds that open connections get to end by themselves."""


class BadGames(CannotServe):
    """Folders that were named as games and are none, with all their faults."""

    def __init__(self, bad: list[BadFolder]) -> None:
        super().__init__("; ".join(f"{each.path}: {fault}" for each in bad for fault in each.faults))
        self.bad = bad


class BadSubmission(CannotServe):
    """A submission that cannot become the terms of a table, with all its faults."""

    def __init__(self, file: Path, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{file}: this submission cannot become the terms of a table")
        self.file, self.faults = file, faults


# --- before it begins -------------------------------------------------------------------------------------------------


def bring_games(settings: Settings) -> None:
    """Makes the games known whose folders the settings name; every fault of every folder at once."""
    bad: list[BadFolder] = []
    for path in settings.games:
        try:
            if admit(path, proved=True) not in games():
                raise BadFolder(path, ("there is no such folder",))
        except BadFolder as error:
            bad.append(error)
    if bad:
        raise BadGames(bad)


def terms_of(file: Path) -> Terms:
    """The terms of a submission; every fault at once where it has some."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise CannotServe(f"{file}: there is no such file; `pitboss new GAME` writes a submission") from None
    except OSError as error:
        raise CannotServe(f"{file}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CannotServe(f"{file}: this is not a UTF-8 text file (byte {error.start})") from None
    checked = check(text, file.parent)
    if checked.terms is None:
        raise BadSubmission(file, checked.faults)
    return checked.terms


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the house will listen; taken before anything else, so that a port in use changes nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(2048)
    except OSError as error:
        made.close()
        taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = f"; `--port {port + 1}` takes another one, `--port 0` any free one" if port and taken else ""
        raise CannotServe(f"{bracketed(host)}:{port} cannot be listened on: {error.strerror or error}{hint}") from None
    made.setblocking(False)
    return made


# --- the house --------------------------------------------------------------------------------------------------------


class Running:
    """A house that runs. `address` is where, `set_up` the first manager's one-time token where there is no manager."""

    def __init__(self, app: Application, house: House, people: People, settings: Settings, address: str) -> None:
        self.app, self.house, self.people, self.settings = app, house, people, settings
        self.address = address
        self.set_up: str | None = None
        self.notices: list[str] = []
        """What whoever started it should know."""
        self.on_set_up: Callable[[Running], None] = lambda running: None
        """Called when the process that made the set-up link is gone and this one has made another."""
        self._dealers: dict[LiveTable, asyncio.Task[None]] = {}
        self._checkpoints = Checkpointing(house, settings.checkpoints_file)
        self._loops: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        if not self.house.process or HOUSE in self.house.epochs:
            self.set_up = await self.people.setup_token()
        await self._note("resumed")
        for table in self.house.tables.values():
            self.deal(table)
        self.house.fault_listeners.append(_told_of_fault)
        self.app.desk.table_opened.append(self._deal_on)
        self.house.away_listeners.append(self._stop_dealing)
        if self.app.desk.shared is not None:
            self.app.desk.shared.membership.on_desk = self._at_desk
            self.app.desk.shared.before_desk_goes = self._checkpoints.write
            self.app.desk.shared.begin()
        keeper = keep_time(self.house, self.app.desk.examining)
        self._loops = [asyncio.create_task(each) for each in (self._checkpoints.run(), keeper)]

    async def _at_desk(self) -> None:
        """The link that another process printed was known to it alone."""
        self.set_up = await self.people.setup_token()
        if self.set_up is not None:
            self.on_set_up(self)

    async def _note(self, what: str) -> None:
        """In the trail of every table with a round in progress. Asked for together, they share a few commits."""
        await asyncio.gather(*(table.note(b.Parked(what)) for table in self.house.tables.values() if busy(table)))

    def _deal_on(self, table: LiveTable) -> None:
        """A table that came to be here: new, or taken over in the middle of a round."""
        if busy(table):
            table.ask(Park("house", None, b.Parked("resumed")), asyncio.get_running_loop().create_future())
        self.deal(table)

    def _stop_dealing(self, table: LiveTable) -> None:
        task = self._dealers.pop(table, None)
        if task is not None:
            task.cancel()

    def deal(self, table: LiveTable) -> None:
        """Somebody watches over every table: who deals by software, and whose time is over."""
        settings = self.settings
        dealer = Dealer(table, pace=settings.pace, betting=settings.betting_seconds, deciding=settings.decision_seconds)
        dealer.gone, dealer.unseen = GONE, settings.seat_seconds
        dealer.patient = settings.alone_clock == "off"
        table.dealer = dealer
        task = self._dealers[table] = asyncio.create_task(dealer.run())
        task.add_done_callback(_report)

    async def end(self) -> None:
        """Nothing new is taken; what needs nobody is finished; rounds in progress are parked; good-bye. Where other
        processes go on, they get the tables as they are."""
        desk = self.app.desk
        desk.auditor.stop()
        desk.holding.stop()
        desk.glancing.stop()
        desk.reviewer.stop()
        if desk.shared is not None:
            await desk.shared.end()
        desk.closing = True
        for task in self._dealers.values():
            task.cancel()
        if self._dealers:
            await asyncio.wait(self._dealers.values())
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH):
                for table in tuple(self.house.tables.values()):
                    await _finish(table)
        await self._note("parked")
        self.app.desk.close_sockets("closing", "the house is closing; come back with after=seq")

    async def close(self) -> None:
        """After the last answer."""
        for task in self._loops:
            task.cancel()
        if self._loops:
            await asyncio.wait(self._loops)
        await self._checkpoints.write()
        if self.app.desk.shared is not None:
            await self.app.desk.shared.close()
        await self.people.close()


def _report(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logs.mistake("dealer", error)


def _told_of_fault(table: LiveTable, error: Exception) -> None:
    logs.log().error(
        "table set aside", table=table.fixed.name, game=table.now.rules.game.id, said=SENTENCE, **logs.of(error)
    )


async def _finish(table: LiveTable) -> None:
    """What needs nobody. A game whose code fails keeps its own table from going on, and nothing else."""
    while table.fixed.dealer == "automatic" and table.aside is None and busy(table):
        try:
            answer = await table.perform(run=True)
        except Exception as mistake:
            logs.mistake("dealer", mistake)
            return
        if answer is None or isinstance(answer, Refusal):
            return


@contextmanager
def opened(settings: Settings, port: int = 0, **more: Any) -> Iterator[House]:
    """The house of this store: a file is held for this process alone, a house on a server is joined."""
    bring_games(settings)
    engine = open_store(
        settings.database,
        durable=settings.durability == "require",
        standbys=settings.durability == "asynchronous",
    )
    try:
        with lock_store(engine) if engine.dialect.name == "sqlite" else nullcontext():
            keys = keys_of(engine, settings.key_file, make=True)
            process = "" if engine.dialect.name == "sqlite" else join(engine, introduction_of(settings, keys, port))
            house = House(engine, keys, settings, process=process, **more)
            try:
                yield house
            finally:
                house.writer.close()
    finally:
        engine.dispose()


def introduction_of(settings: Settings, keys: Keys, port: int) -> Introduction:
    """What this process tells the others of the house."""
    host = socket.gethostname() if settings.host in ("0.0.0.0", "::") else bracketed(settings.host)
    address = settings.address or f"http://{host}:{port}"
    return Introduction(address, keys.public, settings.lease_seconds, keys.between_processes())


@asynccontextmanager
async def running(
    settings: Settings, house: House, port: int, *, people: Callable[[House], People] | None = None, **more: Any
) -> AsyncIterator[Running]:
    """Everything but the network: the house started, its tables open, the dealers at work."""
    membership = Membership(house, introduction_of(settings, house.keys, port)) if house.process else None
    try:
        made = await _started(settings, house, port, membership, people or partial(_people, settings=settings), more)
    except BaseException:
        if membership is not None:  # nobody need wait for a process that does not open
            await membership.leave()
        raise
    try:
        yield made
    finally:
        await made.close()


async def _started(
    settings: Settings,
    house: House,
    port: int,
    membership: Membership | None,
    people: Callable[[House], People],
    more: dict[str, Any],
) -> Running:
    wanted = [terms_of(file) for file in settings.submissions]
    if membership is not None:
        await _look_first(membership)
    await house.start()
    everybody = people(house)
    notices = await open_wanted_tables(house, list(zip(settings.submissions, wanted, strict=True)))
    notices += [
        f"table '{table.fixed.name}' is for practice and shares a meter with tables of real chips: nobody wagers there "
        "any more; close it, and open another"
        for table in house.tables.values()
        if table.now.undivided
    ]
    _tell_of_other_folders(house)
    app = create_app(house, everybody, settings, port=port, **more)
    if membership is not None:
        app.desk.share(membership)
    made = Running(app, house, everybody, settings, f"http://{_shown(settings.host)}:{port}")
    broken_games = (f"{bad.origin} brings no game: {fault}" for bad in broken() for fault in bad.faults)
    left = app.desk.shared.warnings() if app.desk.shared is not None else []
    made.notices = [*_at_risk(house), *broken_games, *notices, *left]
    await made.begin()
    return made


async def _look_first(membership: Membership) -> None:
    """Takes up what nobody has. Where no other process could have a table that this one cannot take up, the house does
    not open."""
    await membership.look()
    if membership.cannot and not membership.others():
        raise CannotRestore("; ".join(membership.cannot.values()))


def _at_risk(house: House) -> list[str]:
    """What the database may lose; it is logged as well, for whoever does not see how the house starts."""
    with house.engine.connect() as conn:
        found = risks(conn)
    for said in found:
        logs.log().warning("store not durable", said=said)
    return [f"Warning: {said}." for said in found]


def _tell_of_other_folders(house: House) -> None:
    """Tables that go on though the files of their built-in game have changed since they were opened, within their
    version."""
    for table in house.tables.values():
        other = difference(table.now.rules.game.id, table.fixed.edition)
        if other is not None:
            logs.log().warning("files of a game changed", table=table.fixed.name, said=f"it was opened with {other}")


def _people(house: House, settings: Settings) -> People:
    return People(
        house.writer,
        house.engine,
        house.clock,
        session_hours=settings.session_hours,
        lockout_failures=settings.lockout_failures,
        lockout_minutes=settings.lockout_minutes,
    )


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, bracketed(host))


# --- the network ------------------------------------------------------------------------------------------------------


class _Server(uvicorn.Server):
    """Leaves the signals to us: they mean more than closing sockets."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def server_for(app: Application, proxy: bool = False) -> uvicorn.Server:
    """`proxy`: one on this computer says from where its requests come. Otherwise anybody here could say so."""
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=MeasuredConnection,
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        access_log=False,
        ws_max_size=HARD,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=LEAVE,
        timeout_keep_alive=15,
        proxy_headers=proxy,
        forwarded_allow_ips=["127.0.0.1", "::1"],
    )
    return _Server(config)


async def serve(
    settings: Settings, ready: Callable[[Running], None], stop: asyncio.Event | None = None, **more: Any
) -> None:
    """Serves until a signal comes (or `stop` is set). `ready` is called once the first request can be answered."""
    logs.set_up(settings.log_level, settings.log_format)
    over = stop or asyncio.Event()
    sock = listen(settings.host, settings.port)
    try:
        port = sock.getsockname()[1]
        with opened(settings, port, clock=more.pop("clock", wall_clock)) as house, watched():
            async with running(settings, house, port, **more) as made:
                server = server_for(made.app, settings.proxy == "loopback")
                task = asyncio.create_task(server.serve(sockets=[sock]))
                while not server.started and not task.done():
                    await asyncio.sleep(0.005)
                if made.app.desk.shared is not None:
                    made.app.desk.shared.membership.on_drained = over.set
                with _signals(over), _store_told_of(house, over):
                    ready(made)
                    await _either(task, over)
                    await made.end()
                    server.should_exit = True
                    await task
                if house.writer.lost is not None:
                    raise CannotServe(f"{shown(house.engine)}: {house.writer.lost}")
                logs.log().info("closed")
    finally:
        sock.close()


async def _either(task: "asyncio.Task[None]", over: asyncio.Event) -> None:
    waiting = asyncio.create_task(over.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


@contextmanager
def _store_told_of(house: House, over: asyncio.Event) -> Iterator[None]:
    """Trouble with the store is logged. A house whose store is another's stops: what it has in memory may be true no
    longer."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        logs.log().error("store lost", said=str(house.writer.lost))
        loop.call_soon_threadsafe(over.set)

    house.writer.on_lost = stop
    house.writer.on_trouble = lambda said: logs.log().error("store in trouble", said=said)
    if house.writer.lost is not None:
        over.set()
    try:
        yield
    finally:
        house.writer.on_lost = lambda: None
        house.writer.on_trouble = lambda said: None


@contextmanager
def _signals(over: asyncio.Event) -> Iterator[None]:
    """Ctrl-C and the wish of the operating system end the house in peace. They come to a program's main thread: a house
    that runs in another one is ended by who began it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, over.set)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
