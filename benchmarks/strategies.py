"""Written strategies: how long an exact cost takes, and what bounds it. `make bench`; nothing here is a test."""

import resource
import time

from pitboss.lab.strategies.api import cost
from pitboss.lab.strategies.shipped import shipped, text_of
from pitboss.odds.request import Request, asked
from pitboss.rulebook.folders import games

TIMES = 3


def main() -> None:
    print("A written strategy costed, afresh, kernels compiled, two threads")
    for game in games():
        row = asked(Request(game=game, wager="main"))[0]
        name = next((name for name in shipped(game) if name in ("short", "basic", "queen")), "")
        if not name:
            continue
        text, _ = text_of(game, name)
        cost(row, text)  # compiles
        spent, busy = [], []
        for _ in range(TIMES):
            begun, cpu = time.perf_counter(), time.process_time()
            cost(row, text)
            spent.append(time.perf_counter() - begun)
            busy.append(time.process_time() - cpu)
        print(f"  {game + ', ' + name:44} {min(spent):7.2f} s  (processor {min(busy):.2f} s)")
    print(f"  {'largest resident memory':44} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MiB")


if __name__ == "__main__":
    main()
