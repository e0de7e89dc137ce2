"""Decks in a chosen order, so that a royal flush or a hand to fold is certain. Where each card goes is found by dealing
a round beforehand, not written down a second time."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import house.running as r
from pitboss.house.live import packs
from pitboss.house.live.now import TableChange
from pitboss.house.live.table import LiveTable
from pitboss.rulebook.folders import games
from pitboss.table import actions as a
from pitboss.table import events as e

Wanted = Mapping[str, tuple[str, ...]]
"""Cards by place: "seat3", "dealer", "community", "box", "burn"."""


@cache
def places(game: str, seats: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The whole deck, and where its cards go one after the other when these positions play."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:  # a loop of its own
        return thread.submit(lambda: asyncio.run(_dealt(Path(folder), game, seats))).result()


async def _dealt(folder: Path, game: str, seats: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    house = await r.open_house(f"sqlite:///{folder / 'house.db'}", folder)
    table = await r.opened(house, game)
    went: list[str] = []

    def listen(_: LiveTable, change: TableChange) -> None:
        for event in change.done.events if change.done else ():
            if isinstance(event, e.CardsDealt):
                went.extend([f"seat{event.seat}" if event.to == "seat" else event.to] * len(event.cards))

    await r.staff(table)
    for seat in seats:
        await house.cage.buy_in(f"P{seat}", 100_000, "floorperson:Flo")
        await r.done(table.act(f"player:P{seat}", a.TakeSeat(seat, f"P{seat}")))
        await r.bet(table, f"P{seat}")
    deck = table.now.packs[1].order
    table.listeners.append(listen)
    await r.done(table.act("dealer", a.CloseBets()))
    await r.finish(table)
    house.close()
    return tuple(sorted(deck)), tuple(went)


def deck(game: str, seats: tuple[int, ...], wanted: Wanted) -> tuple[str, ...]:
    """The deck in an order that brings these cards to these places; the rest lies as it comes."""
    cards, went = places(game, seats)
    left = list(cards)
    for card in (card for hand in wanted.values() for card in hand):
        left.remove(card)
    hands = {place: list(hand) for place, hand in wanted.items()}
    order = [hands[to].pop(0) if hands.get(to) else left.pop(0) for to in went]
    assert not any(hands.values()), f"these cards are not dealt: {hands}"
    return (*order, *left)


@contextmanager
def stacked(decks: Mapping[str, tuple[str, ...]], tables: Mapping[int, str] | None = None) -> Iterator[None]:
    """Every shuffle of these games gives this deck; a cut leaves it so. To be entered before the house opens. `tables`
    names the game of each table by its number: a new house opens with a table of every game."""
    stand_there = vars(packs)  # perhaps those of another stack: it may be entered within one
    real_order: Callable[[tuple[str, ...], bytes, Any, str], tuple[str, ...]] = stand_there["order"]
    real_cut: Callable[[tuple[str, ...], int], tuple[str, ...]] = stand_there["cut"]
    chosen = set(decks.values())
    played = tables or dict(enumerate(games(), 1))

    def order(cards: tuple[str, ...], seed: bytes, own: Any, context: str) -> tuple[str, ...]:
        chain = int(context.split("/")[0])
        game = played.get(chain, "")
        return decks.get(game) or real_order(cards, seed, own, context)

    def cut(cards: tuple[str, ...], depth: int) -> tuple[str, ...]:
        return cards if cards in chosen else real_cut(cards, depth)

    with patch.object(packs, "order", order), patch.object(packs, "cut", cut):
        yield
