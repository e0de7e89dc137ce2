"""The same request sent twice is done once: answers by who asked and the id the client gave. Acts at tables and money
have this from the store itself; for what is left it is remembered here, and a repetition after a restart finds the
thing done and is refused."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pitboss.table.refusals import refuse

T = TypeVar("T")
REMEMBERED = 2000


class Once:
    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], tuple[Any, asyncio.Future[Any]]] = OrderedDict()

    async def do(self, who: str, act_id: str, asked: Any, work: Callable[[], Awaitable[T]]) -> T:
        """Does the work, unless this person's request of this id was done before; what failed may be tried again."""
        found = self._known.get((who, act_id))
        if found is not None:
            if found[0] != asked:
                raise refuse("id_reused", "this id was given to another request", given=act_id, allowed="a new id")
            return await asyncio.shield(found[1])
        task = asyncio.ensure_future(work())
        self._known[who, act_id] = (asked, task)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception() is not None):
                self._known.pop((who, act_id), None)
