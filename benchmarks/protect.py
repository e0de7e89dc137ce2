"""How long seen cards take to price, kernels compiled: `python benchmarks/protect.py [game sees]`. The first figure is
the clock's, the second what the processors spent: on a busy machine only that one means something."""

import sys
import time

from pitboss.lab.protect.api import solve
from pitboss.lab.protect.seen import places_of, sight_of
from pitboss.odds.figures import in_whole_units
from pitboss.odds.request import MAIN, Request, asked
from pitboss.odds.tally import Pack

TINY: Pack = tuple((rank + suit, 1) for rank in "9TJQKA" for suit in "cd")
EACH = [
    ("three-card-poker", "dealer:1"),
    ("let-it-ride", "community:second"),
    ("ultimate-texas-holdem", "dealer:1"),
    ("ultimate-texas-holdem", "dealer:2"),
]


def main() -> None:
    """Prints seconds and the edge of each question."""
    for game, sees in [(sys.argv[1], sys.argv[2])] if len(sys.argv) > 2 else EACH:
        rules, stake = in_whole_units(asked(Request(game=game, wager=MAIN))[0].rules)
        sight = sight_of(places_of(rules), sees)
        solve(rules, sight, TINY, stake)
        begun, spent = time.perf_counter(), time.process_time()
        found = solve(rules, sight, rules.deck.contents, stake)
        assert found is not None
        wall, cpu = time.perf_counter() - begun, time.process_time() - spent
        print(f"{game} {sees}: {wall:.2f} s, {cpu:.2f} s of processors, {float(found.ev):+.4%}, SD {found.sd:.4f}")


if __name__ == "__main__":
    main()
