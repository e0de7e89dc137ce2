"""An event loop whose time is free: it stands while anything is being done, and jumps to the next moment somebody waits
for as soon as nothing is. Hours pass in no time, and always in the same steps."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

from pitboss.house.store.writer import Writer


class _Selector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.writing = 0

    def select(self, timeout: float | None = None) -> Any:
        if timeout != 0 and self.writing:
            return super().select(60)  # the store is at work; its time does not count
        if timeout is None:
            raise AssertionError("nobody will ever do anything again")
        self.now += max(0.0, timeout)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.chosen = _Selector()
        super().__init__(self.chosen)

    def time(self) -> float:
        return self.chosen.now


def run(scene: Coroutine[Any, Any, None], monkeypatch: Any) -> None:
    """Runs a scene in free time."""
    ask, told = Writer._ask, Writer._told

    def given(writer: Writer, change: Any, hears: Any) -> None:
        ask(writer, change, hears)
        _loop().chosen.writing += 1

    def heard(writer: Writer, results: Any) -> None:
        _loop().chosen.writing -= len(results)
        told(writer, results)

    with monkeypatch.context() as patched:
        patched.setattr(Writer, "_ask", given)
        patched.setattr(Writer, "_told", heard)
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(scene)


def _loop() -> Loop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    return loop


def now() -> float:
    return asyncio.get_running_loop().time()


async def until(true: Callable[[], bool], seconds: float = 1000.0) -> float:
    """Waits until something is true; the seconds it took, to a hundredth."""
    begun = now()
    while not true():
        assert now() < begun + seconds, "it never came"
        await asyncio.sleep(0.01)
    return round(now() - begun, 2)
