"""How long a page's own thread worked without a pause, in processor time: on a busy machine a clock would count what
others do, too."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from web.visitor import Visitor

WANTED = {"includedCategories": ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]}


@contextmanager
def tasks(visitor: Visitor) -> Iterator[list[int]]:
    """The milliseconds of processor time of the longest tasks while this goes on, in the list when it is over: five of
    them, the longest first."""
    wire = visitor.context.new_cdp_session(visitor.page)
    events: list[dict[str, Any]] = []
    over: list[object] = []
    wire.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    wire.on("Tracing.tracingComplete", lambda told: over.append(told))
    wire.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": WANTED})
    found: list[int] = []
    yield found
    wire.send("Tracing.end")
    while not over:
        visitor.page.wait_for_timeout(20)
    found.extend(longest(events)[:5])


def longest(events: list[dict[str, Any]]) -> list[int]:
    """Of the thread that works out the styles."""
    threads = Counter((each["pid"], each["tid"]) for each in events if each["name"] == "UpdateLayoutTree")
    (own, _) = threads.most_common(1)[0]
    took = [each.get("tdur", 0) for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) == own]
    return sorted((micros // 1000 for micros in took), reverse=True)
