"""What each folder of tests costs, said at the end of a run: a budget is kept by those who see what they spend."""

import resource
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

MB = 1024
"""The system counts in kilobytes."""
SET_UP = ""
"""Under this name reports are kept of what was set up or taken down, which nobody asks for but `--durations`."""


def peaks() -> tuple[int, int]:
    """The most memory that this process ever had, and the most that any one process had which it started; in MB."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    own, other = (resource.getrusage(each).ru_maxrss // MB for each in who)
    return own, other


class Shares:
    """Adds up the seconds of every test by its folder. With several workers they run side by side."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.tests: Counter[str] = Counter()
        self.workers: list[tuple[int, int]] = []
        self._reporter: pytest.TerminalReporter | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        if session.config.getoption("durations") is None:
            self._reporter = session.config.pluginmanager.get_plugin("terminalreporter")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        folder = Path(report.nodeid.split("::")[0]).parent.name
        self.seconds[folder] += report.duration
        self.tests[folder] += report.when == "call"
        if report.passed:  # it is kept to the end of the run, in all 7 kB a test
            report.keywords = {}
        if self._reporter is not None:
            self._reporter.stats.get(SET_UP, []).clear()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["peaks"] = peaks()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {})
        if "peaks" in told:
            self.workers.append(tuple(told["peaks"]))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if len(self.seconds) < 2:
            return  # one folder alone needs no shares
        whole = sum(self.seconds.values())
        terminalreporter.section("shares of the folders")
        for seconds, folder in sorted(((some, folder) for folder, some in self.seconds.items()), reverse=True):
            tests = self.tests[folder]
            terminalreporter.write_line(f"{folder:<14}{tests:>7,} tests{seconds:>8,.0f} s{seconds / whole:>6.0%}")
        for own, other in self.workers or [peaks()]:
            terminalreporter.write_line(f"a worker had at most {own:,} MB, a process of its own {other:,} MB")
