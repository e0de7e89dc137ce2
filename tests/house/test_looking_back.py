"""A round read from the trail once more shows its player exactly what he saw: every decision is the one that the coach
noted while it was played, with the same cards, in every game; and only what was turned up is shown at the end."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import house.running as r
from house.coached import Scene, begin, decide, play_coached, seated
from pitboss.house.audit.queries import round_line, rounds, rows_of
from pitboss.house.audit.recall import happened
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.coaching.looking_back import PastRound, looked_back
from pitboss.house.coaching.watching import Decision
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.rulebook.folders import games
from pitboss.rulebook.words import MAIN
from pitboss.table import actions as a


@pytest.fixture
def play(sqlite_url: str, tmp_path: Path) -> Callable[[Scene], None]:
    return partial(play_coached, sqlite_url, tmp_path)


def past(house: House, table: LiveTable, number: int, handle: str) -> PastRound:
    with house.engine.connect() as conn:
        line = round_line(conn, table.fixed.chain, number)
        return looked_back(table.now.rules, line, happened(rows_of(conn, line.chain, number)), handle)


def noted(coach: Coaching, handle: str) -> list[Decision]:
    """What the coach saw of this person's decisions, while they were made."""
    found = coach.watch._people.get(handle)
    return list(found.pending) if found is not None else []


@pytest.mark.parametrize("game", games())
def test_the_same_decisions_as_were_noted_then(play: Callable[[Scene], None], game: str) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, game, "Ann", "Ben")
        for _ in range(3):
            await r.play_round(table, "Ann", "Ben")
        await r.staff(table)
        with house.engine.connect() as conn:
            numbers = [line.round for line in rounds(conn, patron="Ann", ended=True)]
        for handle in ("Ann", "Ben"):
            found = [(number, past(house, table, number, handle)) for number in reversed(numbers)]
            again = [(n, m.seat, m.choice, m.clock, m.spot.key) for n, each in found for m in each.decisions]
            then = [(m.round, m.seat, m.choice, m.clock, m.spot.key) for m in noted(coach, handle)]
            assert again == then and len(numbers) == 3
            base = next(w.id for w in table.now.rules.wagers if w.compulsory)
            least = table.now.rules.limits(base).minimum
            assert all((each.players, each.usual) == (2, True) for _, each in found)
            assert all([(w.wager, w.stake) for w in each.wagers] == [(MAIN, least)] for _, each in found)
            assert all(each.cards.seats[0][1] for _, each in found)

    play(scene)


def test_what_the_clock_chose_is_ones_own_and_the_round_counts(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "let-it-ride", "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        number = table.now.state.round
        await r.done(table.act("floorperson", a.Report("player_left", seat=1), house="clock"))
        await r.staff(table)
        await decide(table, "Ben", "withdraw")
        await decide(table, "Ben", "withdraw")
        ann, ben = (past(house, table, number, handle) for handle in ("Ann", "Ben"))
        assert [m.clock for m in ann.decisions] == [True, True] and [m.clock for m in ben.decisions] == [False, False]
        assert [m.spot.key for m in ann.decisions] == [m.spot.key for m in noted(coach, "Ann")]
        assert ann.usual and ben.usual

    play(scene)


def test_who_left_by_himself_is_not_compared_and_others_decisions_are_not_his(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "let-it-ride", "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        number = table.now.state.round
        await r.done(table.act("floorperson", a.Report("player_left", seat=1)))
        await r.staff(table)
        await decide(table, "Ben", "withdraw")
        await decide(table, "Ben", "withdraw")
        ann = past(house, table, number, "Ann")
        assert (ann.decisions, ann.usual) == ((), False)
        assert not past(house, table, number, "Ben").usual, "something was reported"

    play(scene)
