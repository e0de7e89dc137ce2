"""A player whose time runs out: what the house then chooses for him counts in his statistics like his own decisions,
each with the exact worth of what lay open at that moment; and the coach of those who sit down is ready in time."""

import asyncio
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

import house.running as r
import pitboss
from house import coached
from house.coached import Scene, decide, judged, play_coached, seated
from pitboss.house.coaching import advising
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.coaching.counting import statistics
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.server.routes.coach import counted
from pitboss.table import actions as a


@pytest.fixture
def play(sqlite_url: str, tmp_path: Path) -> Callable[[Scene], None]:
    return partial(play_coached, sqlite_url, tmp_path)


async def begin(table: LiveTable) -> None:
    """Everything until the first decision, which is Ann's."""
    await r.staff(table)
    if not table.now.state.seat(1).player:  # whose time ran out has stood up
        await r.done(table.act("player:Ann", a.TakeSeat(1, "Ann")))
    await coached.begin(table, "Ann", "Ben")


async def time_over(table: LiveTable) -> None:
    """What the automatic dealer does when Ann has not decided in time."""
    await r.done(table.act("floorperson", a.Report("player_left", seat=1), house="clock"))
    await r.staff(table)


def test_a_round_that_the_clock_decided_counts(play: Callable[[Scene], None]) -> None:
    """Top Five Poker: Ann decides one round herself, and lets the time of another run out."""

    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "top-five-poker", "Ann", "Ben")
        chips = house.bank.balance("patron:Ann")
        stake, expected, clocked = table.now.rules.limits("ante").minimum, Fraction(0), []
        for own in (True, False, False, False):
            await begin(table)
            advice = pitboss.best_play("top-five-poker", " ".join(table.now.state.seat(1).cards))
            expected += next(x.value for x in advice.alternatives if x.choice == "fold") * stake
            if own:
                await decide(table, "Ann", "fold")
            else:
                if advice.cost("fold"):
                    clocked.append((table.now.state.round, "fold", True))
                await time_over(table)
            await decide(table, "Ben", "fold")
        found = await judged(coach, "Ann")
        total = statistics(found)
        assert (total.decisions, total.rounds) == (4, 4)
        assert total.actual == house.bank.balance("patron:Ann") - chips == -4 * stake, "as the chips went"
        assert total.expected == expected
        shown = counted(True, found, 0)
        assert clocked, "some hand was worth playing"
        assert [(m.round, m.choice, m.clock) for m in reversed(shown.review) if m.clock] == clocked
        assert statistics(await judged(coach, "Ben")).actual == -4 * stake

    play(scene)


@pytest.mark.parametrize("first", ["ride", "withdraw", None])
def test_the_later_decisions_of_the_round_are_the_clocks_too(play: Callable[[Scene], None], first: str | None) -> None:
    """Let It Ride: the second decision is made for Ann when Ben has made his first, with the card open then."""

    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "let-it-ride", "Ann", "Ben")
        chips = house.bank.balance("patron:Ann")
        rules = table.now.rules
        stake = rules.limits("bet_1").minimum
        steps = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
        await begin(table)
        cards = " ".join(table.now.state.seat(1).cards)
        early = pitboss.best_play("let-it-ride", cards)
        if first is None:
            await time_over(table)
        else:
            await decide(table, "Ann", first)
        await decide(table, "Ben", "withdraw")
        late = pitboss.best_play("let-it-ride", cards, table.now.state.community[0])
        if first is not None:
            await time_over(table)
        await decide(table, "Ben", "withdraw")
        one, two = first or steps[0].absent, steps[1].absent
        total = statistics(await judged(coach, "Ann"))
        assert (total.decisions, total.rounds) == (2, 1)
        value = next(x.value for x in early.alternatives if x.choice == one)
        assert total.expected == (value - late.cost(two)) * stake
        assert total.cost == (early.cost(one) + late.cost(two)) * stake
        assert total.actual == house.bank.balance("patron:Ann") - chips

    play(scene)


def test_wagers_lost_at_once_are_counted_as_lost(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben", readings={"player_left_default": "losing"})
        chips = house.bank.balance("patron:Ann")
        await begin(table)
        await time_over(table)
        await decide(table, "Ben", "fold")
        total = statistics(await judged(coach, "Ann"))
        lost = house.bank.balance("patron:Ann") - chips
        assert lost < 0
        assert (total.rounds, total.actual, total.expected) == (1, lost, Fraction(lost))

    play(scene)


def test_a_player_who_is_reported_gone_by_the_staff_has_not_decided(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")
        await begin(table)
        await r.done(table.act("floorperson:Flo", a.Report("player_left", seat=1)))
        await r.staff(table)
        await decide(table, "Ben", "fold")
        assert coach.watch.judge("Ann") == (None, None)

    play(scene)


def test_who_is_coached_and_sits_down_finds_the_coach_ready(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work for those who never asked a coach is not begun."""
    prepared: list[str] = []
    monkeypatch.setattr(advising, "_prepare", lambda rules, _: prepared.append(rules.game.id))

    async def scene(house: House, coach: Coaching) -> None:
        await seated(house, coach, "top-five-poker", "Ann", "Ben")
        coach.watch.coached.add("Ann")
        await seated(house, coach, "dragon-poker", "Ann", "Ben")
        await asyncio.to_thread(coach.advisor._worker.submit(lambda: None).result)
        assert prepared == ["dragon-poker"]

    play(scene)
