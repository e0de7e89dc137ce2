"""Keeps the time of exams while the house runs: it goes on whoever looks, and who has none left has ended."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.house import House
from pitboss.house.schooling.examining import Examining
from pitboss.house.server import logs
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble

EVERY = 5.0
"""Seconds."""


async def keep_time(house: House, examining: Examining) -> None:
    """Of several processes the one that looks after the house does it. Trouble stops nobody: it looks again."""
    while True:
        await asyncio.sleep(EVERY)
        if house.process and HOUSE not in house.epochs:
            continue
        try:
            await examining.keep_time()
        except (StoreTrouble, SQLAlchemyError):
            continue  # whoever writes tells of it
        except Exception as error:
            logs.mistake("time of exams", error)
