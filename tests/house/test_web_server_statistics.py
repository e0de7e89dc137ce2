"""What the coach keeps of a session: every decision against the exact worth of what was seen, every round once."""

import asyncio
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select

import house.running as r
import pitboss
from house.coached import Scene, begin, decide, judged, play_coached, seated
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.coaching.counting import Statistics, statistics
from pitboss.house.house import House
from pitboss.house.live.sheet import seen
from pitboss.house.live.table import LiveTable
from pitboss.house.server.routes.coach import coached, counted
from pitboss.house.store import schema
from pitboss.table import actions as a
from pitboss.table.flow import turn
from pitboss.table.refusals import RefusedAct
from pitboss.table.views import view


@pytest.fixture
def play(sqlite_url: str, tmp_path: Path) -> Callable[[Scene], None]:
    return partial(play_coached, sqlite_url, tmp_path)


def cards(table: LiveTable, seat: int = 1) -> str:
    return " ".join(table.now.state.seat(seat).cards)


def test_every_decision_counts_once_and_every_round_once(play: Callable[[Scene], None]) -> None:
    """Dragon Poker with one decision a round; what it is worth is asked of the library, what it brought of the bank."""

    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")
        chips, expected, cost, mistakes = house.bank.balance("patron:Ann"), Fraction(0), Fraction(0), []
        stake = table.now.rules.limits("ante").minimum
        for choice in ("play", "fold", "play", "fold", "fold"):
            await begin(table, "Ann", "Ben")
            advice = pitboss.best_play("dragon-poker", cards(table))
            expected += next(x.value for x in advice.alternatives if x.choice == choice) * stake
            cost += advice.cost(choice) * stake
            if advice.cost(choice):
                mistakes.append((table.now.state.round, choice, advice.best.choice))
            await decide(table, "Ann", choice)
            await decide(table, "Ben", "fold")
        found = await judged(coach, "Ann")
        total = statistics(found)
        assert mistakes and len(mistakes) < 5, "some right, some wrong"
        assert total == Statistics(
            decisions=5,
            mistakes=len(mistakes),
            cost=cost,
            staked=5 * stake,
            rounds=5,
            expected=expected,
            actual=house.bank.balance("patron:Ann") - chips,
        )
        shown = counted(True, found, 0)
        assert [(m.round, m.choice, m.best) for m in reversed(shown.review)] == mistakes
        assert all(m.cost_cents > 0 and m.cards and m.choices for m in shown.review)
        assert shown.cost_percent == pytest.approx(float(100 * cost / (5 * stake)))

    play(scene)


def test_later_decisions_of_a_round_only_take_away_what_they_cost(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "let-it-ride", "Ann")
        chips, expected, cost = house.bank.balance("patron:Ann"), Fraction(0), Fraction(0)
        stake = table.now.rules.limits("bet_1").minimum
        for first, second in (("ride", "ride"), ("withdraw", "withdraw"), ("ride", "withdraw"), ("withdraw", "ride")):
            await begin(table, "Ann")
            early = pitboss.best_play("let-it-ride", cards(table))
            await decide(table, "Ann", first)
            late = pitboss.best_play("let-it-ride", cards(table), table.now.state.community[0])
            await decide(table, "Ann", second)
            expected += next(x.value for x in early.alternatives if x.choice == first) - late.cost(second)
            cost += early.cost(first) + late.cost(second)
        total = statistics(await judged(coach, "Ann"))
        assert (total.decisions, total.rounds) == (8, 4)
        assert (total.expected, total.cost) == (expected * stake, cost * stake)
        assert total.actual == house.bank.balance("patron:Ann") - chips

    play(scene)


def test_side_wagers_are_not_the_coachs_business(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "let-it-ride", "Ann")
        chips, won = house.bank.balance("patron:Ann"), 0
        post = schema.postings.c
        side = select(post.cents).where(post.account == "patron:Ann", post.why.endswith(" three_card_bonus"))
        while not won:  # until a side wager wins
            assert table.now.state.round < 40
            await begin(table, "Ann", side="three_card_bonus")
            await decide(table, "Ann", "withdraw")
            await decide(table, "Ann", "withdraw")
            with house.engine.connect() as conn:
                moved = conn.execute(side).scalars().all()
            won = sum(cents for cents in moved if cents > 0)
        total = statistics(await judged(coach, "Ann"))
        assert total.actual == house.bank.balance("patron:Ann") - chips - sum(moved)

    play(scene)


def test_a_void_round_has_no_result(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        await decide(table, "Ann", "fold")
        (made,) = await judged(coach, "Ann")
        assert not made.hand.over and statistics([made]).rounds == 0, "it is not over yet"
        await r.done(table.act("dealer", a.Report("dealer_card_exposed")))
        await r.staff(table)
        assert table.now.state.round == 2
        total = statistics(await judged(coach, "Ann"))
        assert (total.decisions, total.rounds, total.expected, total.actual) == (1, 0, Fraction(0), 0)
        assert made.hand.net == 0, "everything went back"

    play(scene)


def test_what_others_decide_for_a_player_is_not_his(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        await r.done(table.act("dealer", a.Decide(1, "fold")))
        await r.staff(table)
        await decide(table, "Ben", "fold")
        assert coach.watch.judge("Ann") == (None, None)
        assert len(await judged(coach, "Ben")) == 1

    play(scene)


def test_only_ones_own_decision_at_ones_own_turn(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")

        def code(handle: str, seat: int) -> str:
            with pytest.raises(RefusedAct) as refused:
                coach.spot(table, handle, seat)
            return refused.value.refusal.code

        assert code("Ann", 1) == "nothing_to_decide"
        await begin(table, "Ann", "Ben")
        assert turn(table.now.rules, table.now.state) == 1
        assert coach.spot(table, "Ann", 1).seat == 1
        assert code("Ann", 2) == code("Ben", 1) == code("Zed", 1) == code("Ann", 7) == "not_your_seat"
        assert code("Ben", 2) == "nothing_to_decide"
        off = Coaching(False, lambda: False)
        with pytest.raises(RefusedAct) as refused:
            off.spot(table, "Ann", 1)
        assert refused.value.refusal.code == "coach_off"

    play(scene)


@pytest.mark.parametrize("game", r.GAMES)
def test_hidden_cards_change_nothing(play: Callable[[Scene], None], game: str) -> None:
    """The same table with every card changed that Ann may not see: the dealer's, Ben's, the community's, the box's."""

    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, game, "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        while game == "ultimate-texas-holdem" and table.now.state.community_up < 3:
            for player in ("Ann", "Ben"):  # the decision before the flop needs the whole game solved
                await decide(table, player, "check")
        now = table.now
        mine = coach.spot(table, "Ann", 1)
        state = now.state
        open_ = (*state.seat(1).cards, *state.community[: state.community_up])
        deck = list(now.rules.deck.cards)
        for card in open_:
            deck.remove(card)
        spare = iter(deck)

        def others(held: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(next(spare) for _ in held)

        up = state.community_up
        twin = replace(
            state,
            dealer=others(state.dealer),
            community=state.community[:up] + others(state.community[up:]),
            box=others(state.box),
            burned=others(state.burned),
            seats=tuple(replace(s, cards=others(s.cards)) if s.number == 2 else s for s in state.seats),
        )
        assert twin != state and view(now.rules, twin, "player:Ben") != view(now.rules, state, "player:Ben")
        table.now = replace(now, state=twin)
        other = coach.spot(table, "Ann", 1)
        table.now = now
        assert other.seen == mine.seen and other.key == mine.key
        answers = []
        for spot in (mine, other):
            advice = await asyncio.to_thread(Coaching(True, lambda: False).advisor.advice(spot).result)
            assert advice is not None
            answers.append(coached(spot, advice, 0))
        assert answers[0] == answers[1]
        assert answers[0].cards == list(seen(table, "player:Ann").seats[0].cards)

    play(scene)


def test_the_least_recent_people_are_forgotten(play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.coaching.watching.PEOPLE", 1)

    async def scene(house: House, coach: Coaching) -> None:
        table = await seated(house, coach, "dragon-poker", "Ann", "Ben")
        await begin(table, "Ann", "Ben")
        await decide(table, "Ann", "fold")
        await decide(table, "Ben", "fold")
        assert (len(await judged(coach, "Ann")), len(await judged(coach, "Ben"))) == (0, 1)

    play(scene)
