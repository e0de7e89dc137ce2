"""Each test case proves at most one clause (`@pytest.mark.clause("MD-LIR 11.C(1)(b)")`). When the whole suite has
passed, what was proved is compared with the record in the games' folders, or written there (`--write-coverage`)."""

import json
import signal
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import settings

import memory
import shares
from pitboss.odds import shipped
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.coverage import RECORD, tests
from pitboss.rulebook.folders import documents, folder, games, release

settings.register_profile("suite", derandomize=True, deadline=None, database=None, print_blob=True)
settings.load_profile("suite")

shipped.FILE = shipped.FILE.with_name("none.bin")  # tests work figures out, whatever `make figures` has left here

SLOW = (
    "cli", "docs", "games", "house", "lab", "mutants", "odds", "package", "paper", "properties", "simulation", "web",
)  # fmt: skip
"""Folders that `make check` leaves out: whoever works on what they prove runs them by name."""


def _forgetting() -> Iterator[None]:
    before = set(games())
    yield
    for game in set(games()) - before:
        release(game)


@pytest.fixture(autouse=True, scope="module")
def _only_our_games_in_a_module() -> Iterator[None]:
    """A game that a module has brought is forgotten after it."""
    yield from _forgetting()


@pytest.fixture(autouse=True, scope="module")
def _memory_given_back(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a module has worked out for its own tests is forgotten after it; what solvers and helpers of tests remember,
    if the process has grown large. What sets papers or compiles kernels for it is started anew in the next module that
    needs it."""
    yield
    memory.forget(request.module)
    memory.end_helpers()
    if memory.too_large(memory.MOST):
        memory.give_back(memory.MOST)


@pytest.fixture(autouse=True)
def _memory_given_back_early() -> Iterator[None]:
    """The same after a test, where it has grown larger still."""
    yield
    if memory.too_large(memory.WITHIN):
        memory.give_back(memory.WITHIN)


@pytest.fixture(autouse=True)
def _only_our_games(_only_our_games_in_a_module: None) -> Iterator[None]:
    """A game that a test has brought is forgotten after it: which games are known is the same for every test."""
    yield from _forgetting()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-coverage", action="store_true", help="record which clauses the passed tests prove")
    parser.addoption("--check-coverage", action="store_true", help="fail if that record is stale")
    parser.addoption("--proofs", action="store_true", help="only the large counts that the suite leaves out")
    parser.addoption("--write-goldens", action="store_true", help="write the golden playthroughs again")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = config.getoption("--proofs")
    left_out = [item for item in items if bool(item.get_closest_marker("proof")) != asked]
    items[:] = [item for item in items if bool(item.get_closest_marker("proof")) == asked]
    config.hook.pytest_deselected(items=left_out)
    for item in items:
        if {item.path.parent.name, item.path.parent.parent.name} & {*SLOW}:
            item.add_marker("slow")
        marks = list(item.iter_markers("clause"))
        if len(marks) > 1:
            raise pytest.UsageError(f"{item.nodeid} cites {len(marks)} clauses; a test case proves one")
        if marks:
            (clause,) = marks[0].args
            if clause not in clauses():
                raise pytest.UsageError(f"{item.nodeid} cites '{clause}', which is no clause")
            item.user_properties.append(("clause", clause))


class _Record:
    """Collects what passed, on the process that sees every report."""

    def __init__(self) -> None:
        self.proved: dict[str, list[str]] = defaultdict(list)
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = True
        if report.when == "call" and report.passed:
            for key, value in report.user_properties:
                if key == "clause":
                    self.proved[str(value)].append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.failed or hasattr(session.config, "workerinput"):
            return
        now = {clause: sorted(self.proved[clause]) for clause in clauses() if clause in self.proved}
        if session.config.getoption("--write-coverage"):
            for document, game in documents().items():
                own = {clause: cases for clause, cases in now.items() if clause.startswith(f"{document} ")}
                told = json.dumps(own, indent=0, ensure_ascii=False) + "\n"
                (folder(game) / RECORD).write_text(told, encoding="utf-8")
        elif session.config.getoption("--check-coverage"):
            old = tests()
            if old != now:
                changed = sorted(c for c in {*old, *now} if old.get(c) != now.get(c))
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
                reporter = session.config.pluginmanager.get_plugin("terminalreporter")
                if reporter:
                    reporter.write_line(
                        f"coverage.json is stale for {len(changed)} clauses ({', '.join(changed[:5])} …): "
                        "run 'make coverage'",
                        red=True,
                    )


def pytest_configure(config: pytest.Config) -> None:
    memory.keep_little()
    if hasattr(config, "workerinput") or not getattr(config.option, "numprocesses", None):
        import apart  # with the compiler, which a process that only leads the others does not need

        apart.install()
    # A shell lets its background jobs ignore Ctrl-C, and every program they start inherits that; some tests send it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(_Record(), "pitboss-coverage")
    config.pluginmanager.register(shares.Shares(), "pitboss-shares")
