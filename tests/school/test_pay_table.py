"""Pay the table: what is right is what the engine does, by another way too; who pays wrongly is told what is wrong."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from pitboss.messages.tasks import DealerMove, Misstep, MovesAnswer
from pitboss.rulebook.words import ENVY
from pitboss.school.chips import worth
from pitboss.school.drills import judge, topics
from pitboss.school.drills.pay_due import all_due
from pitboss.school.drills.pay_judged import MovesJudge
from pitboss.school.drills.pay_table import pay_task
from pitboss.table import events as e
from pitboss.table.state import FOLDED
from school.pay_scenarios import nets_of_moves, nets_of_scenario, played, written
from school.pay_tables import DRILL, TABLES, bound, submission, tables
from school.payers import PAYERS, Table
from support import LIR


@pytest.mark.parametrize("name", TABLES)
def test_every_wager_that_lies_there_is_settled_and_the_solution_is_right(name: str) -> None:
    for at in tables(name):
        task = at.task
        assert task.view is not None
        verdict = judge(at.rules, task.name, MovesAnswer(at.right))
        assert verdict.right and not verdict.missteps and verdict.words and verdict.why, task.name
        assert all(rule.clause for rule in verdict.why)
        lying = {(each.seat, each.wager) for each in at.ask.wagers if each.chips or each.lammer}
        assert lying <= {(move.seat, move.wager) for move in at.right}, task.name
        for seat in task.view.seats:
            assert "??" not in seat.cards or seat.in_rack
            assert {w for s, w in lying if s == seat.number} == {*seat.wagers, *seat.lammers}


@pytest.mark.parametrize("name", TABLES)
def test_a_scenario_file_of_the_same_round_settles_to_the_same(name: str) -> None:
    """The file is read and played by the runner of scenarios, which knows nothing of drills; its result is compared
    with what the solution moves, chip by chip."""
    for at in tables(name):
        result = played(written(at), submission(name))
        nets, moved = nets_of_scenario(result), nets_of_moves(at)
        assert moved == {key: nets.get(key, 0) for key in moved}, at.task.name
        gone = {(line.seat, line.wager) for line in result.paid if line.reason.startswith(("collected", "returned"))}
        assert nets.keys() - moved.keys() <= gone, at.task.name


TOPICS = {
    "dragon-poker": "hand side table push folded",
    "top-five-poker": "hand side table push folded",
    "let-it-ride": "hand side table lammer meter envy",
    "ultimate-texas-holdem": "hand side table push folded parts limit",
    "three-card-poker": "hand side table push folded",
    "caribbean-stud": "hand side table push folded",
    "mississippi-stud": "hand side table push folded",
    "casino-war": "hand side table push parts",
    "open_stud": "hand table push",
    "street_stud": "hand table push",
    "cover all and a progressive": "hand side table push folded parts meter limit",
    "payments rounded up": "hand side table push folded parts limit",
    "a progressive of its own": "hand side table push folded meter",
    "three meters": "hand side table lammer meter envy",
    "a low payout limit": "hand side table lammer meter envy limit",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_the_topics_that_its_game_and_its_terms_have(name: str) -> None:
    assert [topic.id for topic in topics(bound(name), DRILL)] == TOPICS[name].split()


@pytest.mark.parametrize("name", TABLES)
def test_every_task_shows_what_its_topic_is_about(name: str) -> None:
    """Told by the words and moves alone that a trainee sees afterwards."""
    for at in tables(name):
        verdict = judge(at.rules, at.task.name, MovesAnswer(at.right))
        said, does = " ".join(rule.words for rule in verdict.why), {move.do for move in at.right}
        seats = {each.seat for each in at.ask.wagers}
        match at.task.name.topic:
            case "hand" | "side":
                assert len(seats) == 1 and not at.ask.whole_table
                continue
            case "push":
                assert "push" in does
            case "folded":
                assert at.task.view is not None
                assert any(at.task.view.seats[seat - 1].standing == FOLDED for seat in seats)
            case "lammer":
                assert any(each.lammer for each in at.ask.wagers)
            case "meter":
                assert " meter pays $" in said
            case "envy":
                assert "Envy Bonus $" in said
            case "limit":
                assert "the payout limit takes off" in said
            case "parts":
                assert " to 2 (" in said or "loses half" in said
        assert at.ask.whole_table


@pytest.mark.parametrize("name", PAYERS)
def test_who_settles_by_one_mistaken_belief_is_told_exactly_that(name: str) -> None:
    payer = PAYERS[name]
    told = set()
    for at in (at for name in TABLES for at in tables(name) if at.task.name.topic in payer.topics):
        moves = payer.settles(at)
        missteps = judge(at.rules, at.task.name, MovesAnswer(moves)).missteps
        kinds = {payer.kind} if payer.kind else {"wrong_move", "wrong_amount"}
        assert {each.kind for each in missteps} <= kinds, (at.task.name, missteps)
        assert {each.misconception for each in missteps} <= set(payer.told), (at.task.name, missteps)
        assert all(each.seat and each.wager and each.words for each in missteps)
        if payer.kind != "wrong_order":
            assert bool(missteps) == (moves != at.right), at.task.name
            changed = {(m.seat, m.wager) for m in {*moves} ^ {*at.right}}
            assert {(each.seat, each.wager) for each in missteps} == changed, at.task.name
        told |= {each.misconception for each in missteps}
    assert told == set(payer.told)


@pytest.mark.parametrize("name", TABLES)
def test_the_last_chip_of_the_tray_may_be_paid_and_one_that_is_gone_may_not(name: str) -> None:
    """With so many chips of one kind as the moves need at the worst moment, and with one fewer. What is taken may be
    paid out again."""
    met = 0
    for at in (each for each in tables(name) if each.task.name.topic == "table"):
        for cents in (pile.cents for pile in at.ask.tray):
            needs, at_worst = _needed(at, cents)
            if needs > 1:
                assert not _with_tray(at, cents, needs), at.task.name
                first = _with_tray(at, cents, needs - 1)[0]
                said = (first.kind, first.misconception, first.seat, first.wager)
                assert said == ("wrong_chips", "chips_not_in_tray", at_worst.seat, at_worst.wager), at.task.name
                met += 1
    assert met


def _needed(at: Table, cents: int) -> tuple[int, DealerMove]:
    """How many chips worth so much must lie in the tray before the first move, and the payment that wants the last."""
    out, found = 0, (0, at.right[0])
    for move in at.right:
        chips = sum(pile.count for pile in move.chips or at.lying(move).chips if pile.cents == cents)
        out += {"take": -chips, "pay": chips, "push": 0}[move.do]
        found = max(found, (out, move), key=lambda each: each[0])
    return found


def _with_tray(at: Table, cents: int, count: int) -> tuple[Misstep, ...]:
    """What is said of the right moves where the tray has so many of these chips."""
    tray = tuple(replace(pile, count=count) if pile.cents == cents else pile for pile in at.ask.tray)
    task = pay_task(at.rules, at.task.name)
    return MovesJudge(at.rules, task.settled, replace(at.ask, tray=tray), task.dues).missteps(at.right)


def test_who_pays_one_envy_bonus_of_several_is_told_so() -> None:
    """Two positions hold hands for which a third is paid: both bonuses together are right, either alone is not."""
    met = 0
    for at in (each for each in tables(LIR) if each.task.name.topic == "envy"):
        task = pay_task(at.rules, at.task.name)
        among = [pile.cents for pile in at.ask.tray]
        first = next(event for event in task.settled.events if isinstance(event, e.EnvyPaid))
        third = next(number for number in (1, 2, 3) if number not in (first.seat, first.of_seat))
        second = replace(first, of_seat=third, cents=2 * first.cents)
        acts = [(step, tuple(_beside(events, first, second))) for step, events in task.settled.acts]
        settled = replace(task.settled, acts=tuple(acts))
        dues = all_due(at.rules, settled, at.ask.wagers, among)
        right = [move for due in dues for move in due.moves]
        judge_of = MovesJudge(at.rules, settled, at.ask, dues)
        assert not judge_of.missteps(right), at.task.name
        (envy,) = [move for move in right if (move.seat, move.wager) == (first.seat, ENVY)]
        assert worth(envy.chips) == 3 * first.cents
        for one in (first, second):
            (misstep,) = judge_of.missteps([at.pay(move, one.cents) if move is envy else move for move in right])
            said = (misstep.kind, misstep.misconception, misstep.seat, misstep.wager)
            assert said == ("wrong_amount", "envy_counted_once", first.seat, ENVY), at.task.name
            met += 1
    assert met


def _beside(events: tuple[e.AnyEvent, ...], first: e.EnvyPaid, second: e.EnvyPaid) -> Iterator[e.AnyEvent]:
    """The events with the second right behind the first."""
    for event in events:
        yield event
        if event is first:
            yield second
