"""The library calls behind `pitboss odds` and `pitboss strategy`."""

import json
import time
from collections.abc import Callable
from typing import Any

from pitboss.odds import cache
from pitboss.odds.advice import Advice
from pitboss.odds.counting import Counter, counter
from pitboss.odds.figures import figures, in_whole_units
from pitboss.odds.request import MAIN, Request, RowAsked, asked, base_of
from pitboss.odds.result import WagerOdds, decode, encode
from pitboss.table.rules import Rules

Progress = Callable[[str, float], None]
"""Told what is being worked out, and which part of it is done."""


def _silent(what: str, done: float) -> None:
    pass


def odds(request: Request, *, use_cache: bool = True, progress: Progress = _silent) -> list[WagerOdds]:
    """The odds of everything the request asks for, in the order of the rulebook."""
    rows = asked(request)
    found = []
    for place, row in enumerate(rows):
        what = f"{row.wager} {row.paytable or ''}".strip()
        key = _key(row)
        kept = cache.load("odds", key) if use_cache else None
        result = decode(kept) if kept else None
        if result is None:
            progress(what, place / len(rows))
            result = work_out(row, _part_of(progress, what, place, len(rows)))
            cache.store("odds", key, encode(result))
        found.append(result)
    progress("", 1.0)
    return found


def _part_of(progress: Progress, what: str, place: int, rows: int) -> Callable[[float], None]:
    return lambda part: progress(what, (place + part) / rows)


def _key(row: RowAsked) -> str:
    """Everything a row depends on but the code itself."""
    said = [row.wager, row.paytable, row.rules.digest, row.stake, row.players, row.meters, row.reading]
    return json.dumps(said, sort_keys=True)


def work_out(row: RowAsked, progress: Callable[[float], None] = lambda _: None) -> WagerOdds:
    """One row, computed afresh. The kernels are compiled before the clock starts."""
    game = row.rules.game.id
    module = counter(row.rules)
    rules, stake = in_whole_units(row.rules, row.stake, row.wager)
    _compile(module, rules, row.wager, stake)
    begun = time.perf_counter()
    counted = module.tally(rules, row.wager, players=row.players, stake=stake, meters=row.readings, progress=progress)
    result = figures(rules, counted, stake, row.readings)
    level = {}
    if row.meters:
        from pitboss.odds.break_even import break_even

        level = break_even(rules, counted, row.wager, stake, row.readings)
    seconds = time.perf_counter() - begun
    return WagerOdds(
        game=game,
        wager=row.wager,
        title="Main game" if row.wager == MAIN else _title(rules, row.wager),
        paytable=row.paytable,
        base=base_of(game, row.wager),
        stake=row.stake,
        players=row.players,
        meters=row.meters,
        figures=result,
        deals=counted.total,
        reading=row.reading,
        break_even=level,
        seconds=seconds,
    )


def _compile(module: Counter, rules: Rules, wager: str, stake: int) -> None:
    """Counts a tiny pack once in a process, so that the time of the count itself holds no compilation."""
    if (rules.game.id, wager) not in _COMPILED:
        if tiny := module.tiny(rules):
            module.tally(rules, wager, pack=tiny, stake=stake)
        _COMPILED.add((rules.game.id, wager))


_COMPILED: set[tuple[str, str]] = set()


def _title(rules: Rules, wager: str) -> str:
    return next(w.title for w in rules.book.wagers if w.family == wager)


def best_play(
    rules: Rules,
    cards: tuple[str, ...],
    board: tuple[str, ...] = (),
    *,
    dealer: tuple[str, ...] = (),
    stake: int | None = None,
    **how: Any,
) -> Advice:
    """The worth of every choice of a player who holds these cards, the community cards on the board and these of the
    dealer's lying open."""
    finer, units = in_whole_units(rules, stake)
    return counter(rules).advise(finer, cards, board, dealer=dealer, stake=units, **how)
