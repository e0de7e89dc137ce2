"""A house with a coach, and what happens in it."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import house.running as r
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.house import House

Scene = Callable[[House, Coaching], Coroutine[Any, Any, None]]


def play_coached(url: str, folder: Path, scene: Scene) -> None:
    async def all_of_it() -> None:
        house = await r.open_house(url, folder)
        try:
            await scene(house, Coaching(True, lambda: False))
        finally:
            house.close()

    asyncio.run(all_of_it())
