"""Pay the table: what is right is what the engine does, by another way too; who pays wrongly is told what is wrong."""

import pytest

from pitboss.messages.tasks import MovesAnswer
from pitboss.school.drills import judge, topics
from pitboss.table.state import FOLDED
from school.pay_scenarios import nets_of_moves, nets_of_scenario, played, written
from school.pay_tables import DRILL, TABLES, bound, submission, tables
from school.payers import PAYERS


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
