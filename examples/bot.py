"""A program that plays through the house's API: it sits down at a table, wagers the least, decides by a few rules of
thumb, and prints what each round brought.

    pitboss serve --pace 0                                   (in another terminal)
    python examples/bot.py --game let-it-ride --rounds 10

A game that is not built in is named by its folder, as when the house was opened with it: its rules say which wagers a
hand needs.
"""

import argparse

import httpx

from pitboss.client import House, Player, Refused, Table
from pitboss.play.players import decision, wagers
from pitboss.rulebook.folders import BadFolder, bring, games


def play(player: Player, game: str, rounds: int, say: bool = True) -> list[int]:
    """Plays so many rounds at the first practice table of the game with a free seat; what each brought, in cents."""
    free = (t for t in player.tables() if t.game == game and t.practice and t.seats.taken < t.seats.all)
    found = next(free, None)
    if found is None:
        raise SystemExit(f"there is no free seat at a practice table of {game}")
    results: list[int] = []
    with player.sit(found.id) as table:
        while len(results) < rounds:
            results.append(one_round(table))
            if say:
                print(f"round {table.view.round - 1}: {results[-1] / 100:+.2f}  chips {(table.balance or 0) / 100:.2f}")
        table.wait(lambda t: t.view.step == "bets")
        table.leave()
    return results


def one_round(table: Table) -> int:
    """Wagers, decides whenever it is asked, and waits until the table is cleared."""
    table.wait(lambda t: bool(wagers(t.view, t.offers)))
    before = table.balance or 0
    for wager in wagers(table.view, table.offers):
        table.act(wager)
    table.ready()
    playing = table.view.round
    while table.view.round == playing:
        choice = decision(table.view, table.offers)
        if choice is not None:
            table.act(choice)
        else:
            table.next()
    return (table.balance or 0) - before


def known(game: str) -> str:
    """The id of the game; a folder is brought first."""
    try:
        found = bring(game)
    except BadFolder as wrong:
        raise SystemExit(str(wrong)) from None
    if found not in games():
        raise SystemExit(f"there is no game '{game}' here; name its folder, or one of {', '.join(games())}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a game through the API of the house.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="the address that `pitboss serve` printed")
    parser.add_argument("--game", default="let-it-ride", help="the id of a game, or the folder of one of your own")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--name", default="", help="the name at the table")
    given = parser.parse_args()
    try:
        results = play(House(given.url).guest(given.name), known(given.game), given.rounds)
    except Refused as refused:
        raise SystemExit(f"refused: {refused}") from None
    except httpx.ConnectError:
        raise SystemExit(f"no house answers at {given.url}; open one with: pitboss serve") from None
    print(f"{len(results)} round{'' if len(results) == 1 else 's'}: {sum(results) / 100:+.2f}")


if __name__ == "__main__":
    main()
