"""Whole rounds a second of the engine, beside PokerKit playing a heads-up hold'em hand to showdown in the same run.

Each round is played through the real engine, act by act, from open bets to the cleared table, shuffle included; every
event is kept. Cards come shuffled by the product's own shuffle; decisions are the first that stays in the hand.

    python benchmarks/rounds.py [--seconds 2] [--json]
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from pitboss.cards.shuffle import Stream
from pitboss.games import rules_for
from pitboss.play.log import lines
from pitboss.play.sources import ShuffledDecks
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table import actions as a
from pitboss.table.definition import Step
from pitboss.table.flow import current

WAGERS = {
    "dragon-poker": ("ante", "ante_bonus", "three_card_bonus", "dragon"),
    "top-five-poker": ("ante", "top_five_bonus", "poker_bonus"),
    "let-it-ride": ("bet_1", "bet_2", "bet_3", "three_card_bonus"),
    "ultimate-texas-holdem": ("ante", "blind", "trips"),
}
"""What is wagered, where it is more than a game demands."""


def stays(step: Step) -> str:
    """The choice that gives nothing up and costs least."""
    staying = [choice for choice in step.choices if choice.does not in ("fold", "withdraw")]
    return min(staying, key=lambda choice: choice.times if choice.does == "raise" else 0).name


def stream(seed: int) -> Stream:
    return random.Random(seed).randbytes


def engine(game: str, seats: int, *, ndjson: bool) -> Callable[[], int]:
    """A function that plays one round and says how many events it had."""
    checked = check_data(default_data(game))
    assert checked.terms is not None
    rules = rules_for(checked.terms)
    table = Table(rules, source=ShuffledDecks(rules.deck, stream(1))).open()
    for seat in range(1, seats + 1):
        table.sit(seat, f"P{seat}")
    bets = [
        (f"player:P{seat}", a.PlaceWager(seat, wager, rules.limits(wager).minimum))
        for seat in range(1, seats + 1)
        for wager in WAGERS.get(game) or [each.id for each in rules.wagers if each.compulsory]
    ]

    def play() -> int:
        table.log.clear()
        for by, action in bets:
            table.apply(by, action)
        table.do("dealer", a.CloseBets())
        while True:
            step = current(rules, table.state)
            if step is None or step.kind != "ask":
                break
            seat = table.turn
            table.do(f"player:P{seat}", a.Decide(seat, stays(step)))
        if ndjson:
            for _ in lines(table.log):
                pass
        return len(table.log)

    return play


def pokerkit() -> Callable[[], int]:
    from pokerkit import Automation, NoLimitTexasHoldem

    def play() -> int:
        state = NoLimitTexasHoldem.create_state(
            tuple(a for a in Automation if a not in (Automation.CARD_BURNING,)), True, 0, (1, 2), 2, (200, 200), 2
        )
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")
            elif state.can_check_or_call():
                state.check_or_call()
        return len(state.operations)

    return play


def measure(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Rounds a second and events a round."""
    play()
    rounds = events = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        events += play()
        rounds += 1
    return rounds / (time.perf_counter() - start), events / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each line is measured")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    for game in games():
        for seats in (1, book(game).positions_max):
            for ndjson in (False, True):
                rate, events = measure(engine(game, seats, ndjson=ndjson), options.seconds)
                results.append({"what": game, "seats": seats, "ndjson": ndjson, "per_second": rate, "events": events})
    rate, events = measure(pokerkit(), options.seconds)
    results.append(
        {"what": "PokerKit heads-up hand", "seats": 2, "ndjson": False, "per_second": rate, "events": events}
    )
    if options.json:
        print(json.dumps(results, indent=1))
        return
    print(f"{'game':<24}{'seats':>6}{'log':>10}{'rounds/s':>12}{'events/round':>14}")
    for r in results:
        kept = "NDJSON" if r["ndjson"] else "kept"
        print(f"{r['what']:<24}{r['seats']:>6}{kept:>10}{r['per_second']:>12,.0f}{r['events']:>14.1f}")


if __name__ == "__main__":
    main()
