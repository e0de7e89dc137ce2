"""The cluster with a real scheduler and real workers, each a process of its own: the same result as on this machine,
whatever happens to a worker."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.copies import ID, change, forgotten_afterwards, tiger
from pitboss.cli.main import dispatch
from pitboss.odds import cache
from pitboss.rulebook.folders import bring, digest
from pitboss.simulation import api, cluster, cluster_task
from pitboss.simulation.blocks import BLOCK, BlockSums, Job, blocks_of, encode, nothing, work
from pitboss.simulation.cluster import Cluster, ClusterTrouble, task_size
from pitboss.simulation.cluster_task import WorkerAnswer, WorkerOrder, WorkerTask, perform, versions
from pitboss.simulation.run import KeptRun, Threads, read, run
from pitboss.simulation.setting import Setting, fast
from support import DRAGON
from support import rules as rules_of

SOURCE = Path(__file__).parent.parent.parent / "src"
ROUNDS = 40 * BLOCK + 777
LIMIT = 90.0
"""Seconds after which something that should happen has not happened."""


def _job() -> Job:
    line = {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": "Progressive"}
    rules = rules_of(
        DRAGON,
        wagers={"progressive": {"amount": 1, "cards": "three", "lines": [line]}},
        meters={"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}},
    )
    columns = fast(Setting(rules, 2)).columns
    return Job(rules.terms, 2, "optimal", "cluster", {column.wager: 500 for column in columns})


class Place:
    """A scheduler and its workers on this machine, all ended in the end."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self.environment = environment
        folder.mkdir(exist_ok=True)
        told = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told), source=SOURCE
        )
        until(told.is_file)
        self.address: str = until(lambda: json.loads(told.read_text() or "{}")).get("address")

    def _start(self, *words: str, source: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
        paths = {"PYTHONPATH": str(source), "PITBOSS_CACHE": str(cache.folder()), "TMPDIR": str(self.folder)}
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            self.processes.append(
                subprocess.Popen(
                    command, env={**os.environ, **paths, **self.environment}, cwd=self.folder, stdout=log, stderr=log
                )
            )
        return self.processes[-1]

    def worker(self, name: str, source: Path = SOURCE) -> subprocess.Popen[bytes]:
        place = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self._start("worker", self.address, "--name", name, *place, source=source)

    def end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait(LIMIT)

    def end_all(self) -> None:
        for process in reversed(self.processes):
            self.end(process)


class Watcher:
    """Somebody who looks at the scheduler from beside."""

    def __init__(self, address: str) -> None:
        from distributed import Client

        self.client = Client(address, set_as_default=False)

    def workers(self) -> dict[str, str]:
        """Name → address."""
        told = self.client.scheduler_info(n_workers=-1)["workers"]
        return {str(worker["name"]): address for address, worker in told.items()}

    def address(self, name: str) -> str:
        """Of this worker, once it has come."""
        return str(until(lambda: self.workers().get(name)))

    def tasks(self) -> dict[str, tuple[str, ...]]:
        """Address → what it has been given to do."""
        return dict(self.client.processing())


def until(happened: Callable[[], Any]) -> Any:
    end = time.monotonic() + LIMIT
    while not (found := happened()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return found


@contextmanager
def placed(folder: Path, **environment: str) -> Iterator[Place]:
    place = None
    try:
        place = Place(folder, **environment)
        yield place
    finally:
        if place:
            place.end_all()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with placed(tmp_path_factory.mktemp("place")) as found:
        found.worker("Ann")
        found.worker("Bob")
        yield found


@pytest.fixture(scope="module")
def watcher(place: Place) -> Iterator[Watcher]:
    found = Watcher(place.address)
    found.address("Ann"), found.address("Bob")
    yield found
    found.client.close()


@pytest.fixture(scope="module")
def job() -> Job:
    return _job()


@pytest.fixture(scope="module")
def local(job: Job) -> BlockSums:
    """All of it is whole numbers, so equal is equal to the last bit."""
    return run(job, ROUNDS, Threads(2))


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small tasks instead of a few long ones."""
    monkeypatch.setattr(cluster, "TASK", 0.2)


# --- the same result --------------------------------------------------------------------------------------------------


def test_the_result_is_that_of_this_machine(place: Place, watcher: Watcher, job: Job, local: BlockSums) -> None:
    found = run(job, ROUNDS, Cluster(place.address))
    assert found.rounds == ROUNDS and len(found.hits) > 10
    assert found == local


def test_a_block_counted_twice_or_not_at_all_would_be_noticed(job: Job, local: BlockSums) -> None:
    class Careless(Threads):
        def __init__(self, times: int) -> None:
            super().__init__(2)
            self.times = times

        def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
            for block, sums in super().results(job, blocks):
                yield from [(block, sums)] * (self.times if block == 3 else 1)

    assert run(job, ROUNDS, Careless(1)) == local
    assert run(job, ROUNDS, Careless(2)) != local
    assert run(job, ROUNDS, Careless(0)) != local


def test_a_killed_worker_changes_nothing(place: Place, watcher: Watcher, job: Job, local: BlockSums) -> None:
    """The worker is stopped first, so that it certainly holds tasks that it will never finish."""
    victim = place.worker("victim")
    address = watcher.address("victim")
    blocks, held = list[int](), list[str]()
    total = nothing(job.seats, len(job.stakes))
    for block, sums in Cluster(place.address).results(job, blocks_of(ROUNDS)):
        blocks.append(block)
        total.add(sums)
        if len(blocks) == 1:
            victim.send_signal(signal.SIGSTOP)
        if len(blocks) == 20:
            held += until(lambda: watcher.tasks().get(address))
            place.end(victim)
    assert held
    assert sorted(blocks) == list(range(41)), "each block once"
    total.hits.sort(key=lambda hit: hit.round)
    assert total == local


def test_interrupted_and_gone_on_with_elsewhere(place: Place, watcher: Watcher, job: Job) -> None:
    """Ctrl-C: what runs is cancelled, the connection closed, what was done kept; this machine does the rest."""
    kept = list[KeptRun]()

    def progress(sums: BlockSums) -> None:
        if sums.rounds > 5 * BLOCK:
            raise KeyboardInterrupt

    before = clients(watcher)
    with pytest.raises(KeyboardInterrupt):
        run(job, 10_000 * BLOCK, Cluster(place.address), keep=kept.append, progress=progress)
    until(lambda: clients(watcher) == before and not any(watcher.tasks().values()))
    done = kept[-1].done
    assert 0 < len(done) < 10
    further = (max(done) + 2) * BLOCK  # which of those that were under way were finished nobody knows
    assert run(job, further, Threads(2), kept=kept[-1]) == run(job, further, Threads(2))


def test_ctrl_c_on_the_command(place: Place, watcher: Watcher, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that would take hours gets a Ctrl-C when it tells its running result: what was done is printed and kept,
    the workers are left with nothing to do, and this machine goes on."""
    words = ["simulate", DRAGON, "--random-seed", "cluster, typed", "--json"]
    before = clients(watcher)
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli.main", *words, "--rounds", "100b", "--cluster", place.address],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PITBOSS_CACHE": str(cache.folder())},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    next(line for line in process.stderr if "rounds/s" in line)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, err
    part = json.loads(out)
    rounds = part[0]["rounds"]
    assert rounds > 0 and rounds % BLOCK == 0
    assert err.splitlines()[-1] == (
        f"pitboss: interrupted after {rounds:,} of 100,000,000,000 rounds, which are kept; "
        "the same command with --resume goes on"
    )
    until(lambda: clients(watcher) == before and not any(watcher.tasks().values()))
    kept = api.Keeper(api.prepare(api.default_terms(DRAGON), seed="cluster, typed").job)
    state = read(kept.place, kept.job)
    done = state.done
    assert len(done) * BLOCK == rounds
    further = (max(done) + 2) * BLOCK
    assert dispatch([*words, "--rounds", str(further), "--resume"]) == 0
    gone_on = json.loads(capsys.readouterr().out)
    assert gone_on[0]["seconds"] > state.seconds > 0, "the time on the cluster counts too"
    assert dispatch([*words, "--rounds", str(further)]) == 0
    straight = json.loads(capsys.readouterr().out)
    for row in (*gone_on, *straight):
        row.pop("seconds")
    assert gone_on == straight


def clients(watcher: Watcher) -> int:
    return int(watcher.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.clients)))


# --- workers of another version ---------------------------------------------------------------------------------------


def changed(folder: Path, file: str) -> Path:
    """A copy of the package in which one file has another last line."""
    shutil.copytree(SOURCE / "pitboss", folder / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "pitboss" / file).open("a") as opened:
        opened.write("\n# another version\n")
    return folder


@contextmanager
def no_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The first block handed out is an error."""
    with monkeypatch.context() as patch:
        patch.setattr(Cluster, "_results", None)
        yield


def test_a_worker_of_another_version_is_refused(
    place: Place, watcher: Watcher, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = place.worker("Carl", changed(tmp_path, "simulation/blocks.py"))
    try:
        address = watcher.address("Carl")
        told = rf"{address} is of another version: pitboss \S+, sources \S+ there, .* {versions()['sources']} here"
        with pytest.raises(ClusterTrouble, match=told), no_work(monkeypatch):
            next(Cluster(place.address).results(job, blocks_of(ROUNDS)))
        # One that comes when the inspection is over is noticed by its first task.
        monkeypatch.setattr(Cluster, "_inspect", lambda self, *_: None)
        with pytest.raises(ClusterTrouble, match=told):
            for _ in Cluster(place.address).results(job, blocks_of(100_000 * BLOCK)):
                pass
    finally:
        place.end(other)
        until(lambda: "Carl" not in watcher.workers())


def test_a_worker_without_the_package_is_refused(
    place: Place, watcher: Watcher, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pitboss").mkdir()
    (tmp_path / "pitboss" / "__init__.py").write_text("__version__ = '0.0.1'\n")
    other = place.worker("Dora", tmp_path)
    try:
        address = watcher.address("Dora")
        told = rf"{address} has no pitboss or another version of it .*pip install"
        with pytest.raises(ClusterTrouble, match=told), no_work(monkeypatch):
            next(Cluster(place.address).results(job, blocks_of(ROUNDS)))
    finally:
        place.end(other)
        until(lambda: "Dora" not in watcher.workers())


def test_workers_that_do_not_know_a_brought_game_are_refused(
    place: Place, watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither that of the operator who simulates it, nor that of a worker who has another folder of the same name."""
    with forgotten_afterwards():
        folder, elsewhere = tiger(tmp_path / "here"), tiger(tmp_path / "there")
        job = api.prepare(api.default_terms(bring(folder)), seed="a brought game").job
        unknown = (
            rf"the worker \S+ does not know the game '{ID}'; install it there, or name its folder in PITBOSS_GAMES"
        )
        with pytest.raises(ClusterTrouble, match=unknown), no_work(monkeypatch):
            next(Cluster(place.address).results(job, blocks_of(ROUNDS)))
        change(elsewhere / "game.py", "Tiger", "Another tiger")
        with placed(tmp_path / "own", PITBOSS_GAMES=str(elsewhere)) as own:
            own.worker("Emil")
            told = rf"has {ID} version 1 \(digest \w+\), and this is {ID} version 1 \(digest {digest(ID)}\); give it"
            with pytest.raises(ClusterTrouble, match=told), no_work(monkeypatch):
                next(Cluster(own.address).results(job, blocks_of(ROUNDS)))


def test_versions_name_what_a_result_depends_on(monkeypatch: pytest.MonkeyPatch, job: Job) -> None:
    assert versions().keys() == {"pitboss", "sources", "numba", "numpy"}
    monkeypatch.setattr(cluster_task, "work", None)  # no block may be touched
    for name in versions():
        order = WorkerOrder({**versions(), name: "0"}, msgspec.Raw(encode(WorkerTask(job, [(0, 10)]))))
        assert msgspec.json.decode(perform(encode(order)), type=WorkerAnswer) == WorkerAnswer("", versions())


def test_a_task_gives_the_blocks_it_was_asked_for(job: Job) -> None:
    order = WorkerOrder(versions(), msgspec.Raw(encode(WorkerTask(job, [(7, 1000), (2, 300)]))))
    answer = msgspec.json.decode(perform(encode(order)), type=WorkerAnswer)
    assert answer.results == [(7, work(job, 7, 1000)), (2, work(job, 2, 300))]


# --- no cluster, no workers -------------------------------------------------------------------------------------------


def test_without_workers_it_waits_then_says_so(
    tmp_path: Path, job: Job, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with placed(tmp_path) as empty:
        said = list[str]()
        with pytest.raises(ClusterTrouble, match=rf"no worker came .* 0\.5 seconds; .* dask worker {empty.address}"):
            next(Cluster(empty.address, patience=0.5, say=said.append).results(job, blocks_of(ROUNDS)))
        assert said == [f"no worker at {empty.address}; waiting. Start one with: dask worker {empty.address}"]
        # While it waits, the scheduler goes.
        monkeypatch.setattr(cluster, "CONNECT", 1.0)
        gone = Cluster(empty.address, say=lambda _: empty.end(empty.scheduler))
        with pytest.raises(ClusterTrouble, match=f"connection to the cluster at {empty.address} was lost"):
            next(gone.results(job, blocks_of(ROUNDS)))
    assert capfd.readouterr() == ("", "")


def test_nobody_listens(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(
            ClusterTrouble, match=f"no cluster answers at {address} .*refused.*dask scheduler"
        ) as caught:
            Cluster(address)
    assert caught.value.__suppress_context__, "no traceback of another error"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.6\r\n"])
def test_somebody_else_listens(
    greeting: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"

        def answer() -> None:
            line, _ = other.accept()
            with line:
                line.sendall(greeting)
                with suppress(OSError):
                    line.recv(1)  # until the caller hangs up

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ClusterTrouble, match=f"no cluster answers at {address} .*not as a Dask scheduler"):
            Cluster(address)
        thread.join(LIMIT)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "address",
    ["", "here", "127.0.0.1:8786", "tcp://127.0.0.1", "http://127.0.0.1:1", "tcp://a:b", "tcp://a:1/x", "tcp://[:1"],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ClusterTrouble, match="is no address of a cluster; one looks like tcp://"):
        Cluster(address)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterTrouble, match=r"pip install 'pitboss\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")


def test_dask_is_loaded_when_it_is_needed() -> None:
    code = "import sys, pitboss.simulation.cluster; print({'dask', 'distributed'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# --- the size of tasks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "waiting", "threads", "size"),
    [
        (0.0, 10_000, 2, 1),  # not known yet
        (0.1, 10_000, 2, 40),  # four seconds
        (0.0001, 10_000, 2, 256),  # no more than this
        (9.0, 10_000, 2, 1),  # no less than this
        (0.1, 100, 2, 25),  # a fair share towards the end
        (0.1, 3, 2, 1),
    ],
)
def test_tasks_take_a_few_seconds(
    pace: float, waiting: int, threads: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TASK", 4.0)
    assert task_size(pace, waiting, threads) == size
