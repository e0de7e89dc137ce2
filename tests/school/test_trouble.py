"""Something goes wrong: one right answer to every task, the same by a scenario file and by the rulebooks' clauses, and
mistaken beliefs told as what they are."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from made_up import OPEN_STUD
from pitboss.messages.tasks import AskChoice, ChoiceAnswer, DrillTask, TaskName, UnfitAnswer, UnknownTask
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import sentence as capital
from pitboss.school.drills import judge, make_task, topics
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.school.rounds import RoundMoment, dealt_by
from pitboss.school.situations import laid_out
from pitboss.school.troubles import RoundTrouble, kinds, troubles
from pitboss.table import events as e
from pitboss.table.mishaps import rows_in_force
from pitboss.table.rules import Rules
from pitboss.wording.trouble_events import what_happened
from school.replayed import played_again
from school.robots import chosen, right_words, series, solved
from school.school_support import GAMES, fresh, rules_of
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, SHIPPED, THREE, TOP5, UTH, rules

DRILL = "trouble"
VOID = "All hands are void, every wager goes back, the cards are reshuffled"
VOID_REMOVE = "All hands are void, every wager goes back and the deck leaves the table"
VOID_SPARE = "The main hands are void and their wagers go back; Trips is settled on the full board"
VOID_HAND = "This position's hand is void and its wagers go back"
NOTHING = "Nothing more: it is recorded and the round goes on"
REPLACED = "The card is not used, goes to the discard rack and the next card takes its place; the round goes on"
NEXT = "The card is used as the next card; the round goes on"


@pytest.mark.parametrize("game", GAMES)
def test_every_task_has_one_right_answer_and_says_why_each_other_is_wrong(game: str) -> None:
    rules = rules_of(game)
    for task in series(rules, DRILL, 5):
        assert isinstance(task.ask, AskChoice) and not task.ask.several
        options = task.ask.options
        assert len({option.words for option in options}) == len(options) >= 3, task.name
        verdicts = {o.id: judge(rules, task.name, ChoiceAnswer((o.id,))) for o in options}
        (right,) = [each for each, verdict in verdicts.items() if verdict.right]
        assert solved(rules, task).right
        cited = next(topic.clauses for topic in topics(rules, DRILL) if topic.id == task.name.topic)
        assert not cited or verdicts[right].why, task.name
        for each in verdicts.keys() - {right}:
            (misstep,) = verdicts[each].missteps
            assert misstep.words and misstep.kind == "wrong_choice" and misstep.misconception in MISCONCEPTIONS
            assert misstep.clause or not cited
            assert verdicts[each].solution == ChoiceAnswer((right,))
        assert task.view is not None and (task.view.step, task.view.turn) == ("", 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_task_is_the_same_when_the_game_is_bound_anew(game: str) -> None:
    bound, again = rules_of(game), fresh(game)
    assert topics(bound, DRILL) == topics(again, DRILL)
    for task in series(bound, DRILL, 2):
        assert make_task(again, task.name) == task


def test_a_game_has_the_topics_of_its_irregularity_table_and_of_its_counts() -> None:
    assert [topic.id for topic in topics(rules_of("casino-war"), DRILL)] == [
        "wrong-number",
        "player-left",
        "late-wager",
    ]
    of_holdem = {topic.id for topic in topics(rules_of(UTH), DRILL)}
    assert {"burn-omitted", "early-board", "stub-count"} <= of_holdem
    assert not {"box-card-exposed", "chips-count"} & of_holdem
    assert {"box-card-exposed", "chips-count"} <= {topic.id for topic in topics(rules_of(LIR), DRILL)}


# --- by another way: the same trouble in a scenario file --------------------------------------------------------------


def _behind(rules: Rules, task: DrillTask) -> RoundTrouble | None:
    """What goes wrong in this task: in its rounds the one that looks like it."""
    kind = next((kind for kind in kinds(rules) if kind.replace("_", "-") == task.name.topic), "")
    if not kind:
        return None
    for each in troubles(rules, kind, f"trouble/{task.name.game}/{task.name.topic}/{task.name.seed}"):
        said = capital(what_happened(each.rules, each.found))
        if task.question.startswith(f"{said}.") and task.view == laid_out(each.rules, each.state):
            return each
    raise AssertionError(f"nothing looks like {task.name}")


def _of_round(events: list[e.AnyEvent]) -> str:
    """What has become of the round, in the words of the answers."""
    voided = next((event for event in events if isinstance(event, e.RoundVoided)), None)
    removed = any(isinstance(event, e.DeckRemoved) for event in events)
    if voided is not None:
        return VOID_SPARE if voided.spared else VOID_REMOVE if removed else VOID
    if removed:
        return "The deck leaves the table; no hand is touched"
    signs: dict[type[e.Event], str] = {
        e.HandVoided: VOID_HAND,
        e.WagersForfeited: "The position forfeits all wagers of the round",
        e.DeviceFailed: "The device is out of use until it is",
        e.ShuffleOrdered: "The cards are reshuffled",
        e.PlayerAway: "The hand is played out at once",
        e.CardSetAside: "The card is not used",
        e.Owed: "The missing cards are dealt in sequence",
    }
    return next((words for sign, words in signs.items() if any(isinstance(x, sign) for x in events)), "")


def _of_wagers(events: list[e.AnyEvent], seat: int) -> dict[str, str]:
    """What has become of the wagers of the position, each by its id, from the first of what happened to it."""
    found: dict[str, str] = {}
    for event in events:
        if getattr(event, "seat", 0) != seat:
            continue
        if isinstance(event, e.WagerReturned) and event.reason == "void":
            found[event.wager] = "back"
        elif isinstance(event, e.WagerSettled) and event.cell[:1] in (("abandoned",), ("forfeited",)):
            found[event.wager] = "lost"
        elif isinstance(event, e.WagerReturned | e.WagerSettled | e.WagerCollected):
            found.setdefault(event.wager, "lost" if isinstance(event, e.WagerCollected) else "counts")
    return found


def _said_of_wagers(rules: Rules, words: str) -> dict[str, str]:
    """What an answer says of each wager: the same, read from its words."""
    ends = {
        "back": ("goes back", "go back"),
        "counts": ("still counts", "still count"),
        "lost": ("is lost", "are lost"),
    }
    found: dict[str, str] = {}
    for part in words.split("; "):
        (fate,) = [fate for fate, said in ends.items() if part.endswith(said)]
        titles = re.split(", | and ", re.sub(" (goes back|go back|still counts?|is lost|are lost)$", "", part))
        found |= {next(w.id for w in rules.wagers if w.title == title): fate for title in titles}
    return found


@pytest.mark.parametrize("game", SHIPPED)
def test_a_scenario_file_with_the_same_report_leads_to_the_same(game: str) -> None:
    """Another reader of the rules, from the file to the end of the round: what has become of the round, which wagers
    came back, which were settled."""
    rules, asked = rules_of(game), Counter[str]()
    for task in series(rules, DRILL, 4):
        trouble = _behind(rules, task)
        if trouble is None or trouble.state.step < 1:
            continue
        events, (right,) = played_again(trouble), right_words(rules, task)
        if task.question.endswith("What follows?"):
            expected = _of_round(events)
            assert right.startswith(expected) if expected else right in (NOTHING, NEXT), (task.name, right, expected)
            asked["round"] += 1
        elif position := re.search(r"What becomes of the wagers of position (\d+)\?", task.question):
            became = _of_wagers(events, int(position[1]))
            for wager, fate in _said_of_wagers(rules, right).items():
                folded = any(isinstance(x, e.Decided) and x.folds and x.seat == int(position[1]) for x in events)
                assert became[wager] == fate or (folded and (fate, became[wager]) == ("counts", "lost")), task.name
            asked["wagers"] += 1
    assert asked["round"] > 5 < asked["wagers"]


# --- by hand, from the clauses ----------------------------------------------------------------------------------------

BY_HAND = (
    # (game, topic, how the question begins, what follows, by which clause)
    (UTH, "card-drawn-in-error", "A card is drawn in error", NEXT, "MA-UTH 15(c)"),
    (UTH, "burn-omitted", "A card was not burned", VOID_SPARE, "MA-UTH 10(b)/1"),
    (UTH, "card-face-up", "A card is found face up in the shoe or the deck", REPLACED, "MA-UTH 15(b)/1"),
    (UTH, "card-face-up", "More than one card is found face up (", VOID, "MA-UTH 15(b)/2"),
    (UTH, "card-face-up", "More than one card is found face up after the initial cards", VOID_SPARE, "MA-UTH 15(b)/3"),
    (UTH, "dealer-card-exposed", "A card of the dealer is exposed early", VOID_SPARE, "MA-UTH 15(a)/1"),
    (UTH, "dealer-card-exposed", "A card of the dealer is exposed after", NOTHING, "MA-UTH 15(a)/1"),
    (UTH, "shoe-jams", "The automated shoe jams", VOID, "MA-UTH 15(f)"),
    (LIR, "card-drawn-in-error", "A card is drawn in error", NEXT, "MD-LIR 13.C"),
    (LIR, "card-face-up", "A card is found face up in the shoe or the deck", REPLACED, "MD-LIR 13.A"),
    (LIR, "card-face-up", "A card is found face up in a stack", VOID, "MD-LIR 13.A"),
    (LIR, "card-face-up", "More than one card", VOID, "MD-LIR 13.B"),
    (LIR, "community-card-exposed", "A community card", VOID, "MD-LIR 13.E"),
    (LIR, "cards-run-out", "The cards run out", VOID_REMOVE, ""),
    (DRAGON, "card-face-up", "More than one card", VOID, "MD-DRAGON 13.B"),
    (DRAGON, "dealer-card-exposed", "A card of the dealer", VOID, "MD-DRAGON 13.E"),
    (DRAGON, "violation", "", NOTHING, "MD-DRAGON 11.A(2)"),
    (TOP5, "card-face-up", "A card is found face up", VOID, "MD-TOP5 13.A"),
    (TOP5, "violation", "", "The position forfeits all wagers of the round", "MD-TOP5 11.A(5)"),
    (THREE, "card-face-up", "A card is found face up in the shoe or the deck", REPLACED, "TCP 12.1"),
    (THREE, "dealer-card-exposed", "", VOID, "TCP 12.5"),
    (CARIBBEAN, "shoe-jams", "", VOID, "CSP 12.7"),
    (MISSISSIPPI, "community-card-exposed", "", VOID, "MST 12.5"),
)


@pytest.mark.parametrize(("game", "topic", "begins", "expected", "clause"), BY_HAND)
def test_what_follows_is_what_the_clause_says(game: str, topic: str, begins: str, expected: str, clause: str) -> None:
    rules, met = rules_of(game), 0
    for task in series(rules, DRILL, 40, topic):
        if task.question.startswith(begins) and task.question.endswith("What follows?"):
            assert right_words(rules, task) == [expected], task.name
            why = [each.clause for each in solved(rules, task).why]
            assert clause in why or not clause, task.name
            met += 1
    assert met > 2


def test_trips_are_settled_in_the_void_round_of_an_exposed_card_and_nothing_else_is() -> None:
    """15(a): all hands are void and the wagers other than trips go back; where somebody has trips, they are settled."""
    rules, met = rules_of(UTH), Counter[bool]()
    for task in series(rules, DRILL, 60, "dealer-card-exposed"):
        position = re.search(r"of position (\d+)\?", task.question)
        if position is None or not task.question.startswith("A card of the dealer is exposed early"):
            continue
        assert task.view is not None
        (seat,) = [seat for seat in task.view.seats if seat.number == int(position[1])]
        said = _said_of_wagers(rules, right_words(rules, task)[0])
        assert said == {wager: "counts" if wager == "trips" else "back" for wager in seat.wagers}
        met["trips" in seat.wagers] += 1
    assert met[True] and met[False]


def test_the_dealers_card_is_exposed_too_early_as_long_as_somebody_has_neither_folded_nor_bet() -> None:
    """15(a)/1, from what the trainee sees of the table."""
    rules, met = rules_of(UTH), set()
    for task in series(rules, DRILL, 60, "dealer-card-exposed"):
        assert task.view is not None
        waits = any(seat.standing == "live" and "play" not in seat.wagers for seat in task.view.seats)
        assert task.question.startswith("A card of the dealer is exposed early") == waits
        met.add(waits)
    assert met == {True, False}


def test_a_wrong_hand_of_a_player_touches_nobody_else() -> None:
    """15(d)/1: the hand is void and its wagers go back; the others play on."""
    rules, met = rules_of(UTH), Counter[bool]()
    asked = re.compile(r"A player has the wrong number of cards \(position (\d+),.*wagers of position (\d+)\?")
    for task in series(rules, DRILL, 80, "wrong-number"):
        found = asked.match(task.question)
        if found:
            own = found[1] == found[2]
            fates = set(_said_of_wagers(rules, right_words(rules, task)[0]).values())
            assert fates == {"back" if own else "counts"}, task.name
            met[own] += 1
    assert met[True] > 1 < met[False]


@pytest.mark.parametrize(
    ("game", "ruling"), [(LIR, "A floorperson's"), (UTH, "Nobody's: the rules of this game leave")]
)
def test_who_may_rule_that_a_player_who_left_has_lost(game: str, ruling: str) -> None:
    """Maryland 7.B(2) leaves it to the floorperson; Massachusetts 6(e) has the hand played out and nothing else."""
    rules = rules_of(game)
    asked = [task for task in series(rules, DRILL, 30, "player-left") if "Whose ruling can it be" in task.question]
    assert len(asked) > 2
    assert all(right_words(rules, task)[0].startswith(ruling) for task in asked)


@pytest.mark.parametrize("default", ["played_out", "losing", "ask"])
def test_whoever_counts_as_losing_loses_all_his_wagers_those_with_a_lammer_too(default: str) -> None:
    """Maryland 7.B(2) as it is read: all his wagers of the round, side wagers included; the others play on."""
    bound, met = rules(LIR, readings={"player_left_default": default}), set()
    for task in series(bound, DRILL, 30, "player-left"):
        found = re.search(r"\(position (\d+)\)\..* wagers of position (\d+)\?", task.question)
        if found:
            assert task.view is not None
            (seat,) = [seat for seat in task.view.seats if seat.number == int(found[2])]
            own = found[1] == found[2]
            said = _said_of_wagers(bound, right_words(bound, task)[0])
            assert said == dict.fromkeys([*seat.wagers, *seat.lammers], "lost" if own else "counts"), task.name
            met.add((own, bool(seat.lammers)))
    assert {(True, True), (False, True)} <= met


@pytest.mark.parametrize(
    ("game", "terms", "topic", "begins", "expected"),
    [
        (LIR, {"readings": {"box_card_exposed": "play_on"}}, "box-card-exposed", "", NOTHING),
        (TOP5, {"readings": {"single_face_up": "set_aside"}}, "card-face-up", "A card is found face up in the s", ""),
        (TOP5, {"readings": {"dealer_card_exposed": "play_on"}}, "dealer-card-exposed", "", NOTHING),
        (UTH, {"readings": {"early_board": "play_on"}}, "early-board", "", NOTHING),
        (UTH, {"readings": {"stub_misdeal": "as_15d"}}, "stub-count", "", ""),
        (
            DRAGON,
            {"dealing": {"shuffler": "continuous", "shuffler_counts_cards": True}},
            "device-count",
            "",
            "The deck",
        ),
        (UTH, {"dealing": {"shuffler": "automated", "decks": 2}}, "shuffler-jams", "", "The cards are reshuffled"),
    ],
)
def test_what_follows_goes_by_what_the_operator_has_chosen(
    game: str, terms: dict[str, Any], topic: str, begins: str, expected: str
) -> None:
    bound, found = rules(game, **terms), Counter[str]()
    for task in series(bound, DRILL, 20, topic):
        verdicts = [judge(bound, task.name, ChoiceAnswer((each,))) for each in _ids(task)]
        assert sum(verdict.right for verdict in verdicts) == 1 and len(verdicts) >= 3
        if task.question.startswith(begins) and task.question.endswith("What follows?"):
            found[right_words(bound, task)[0]] += 1
    assert found and all(words.startswith(expected) for words in found)
    if topic == "card-face-up":
        assert found[REPLACED]
    if topic == "stub-count":
        assert found[VOID_HAND] and found[VOID_REMOVE]


def _ids(task: DrillTask) -> list[str]:
    assert isinstance(task.ask, AskChoice)
    return [option.id for option in task.ask.options]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_wrong_count_is_a_misdeal_where_all_cards_are_there(game: str) -> None:
    """By addition: as many cards as the deck has, at the wrong places, void the round; another number takes the deck
    off the table as well."""
    rules, met = rules_of(game), set()
    for task in series(rules, DRILL, 20, "stub-count"):
        words = " ".join(shown.words for shown in task.shown[2:])
        numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
        found = re.findall(r": (\w+) cards?", words)
        total = sum(numbers[n] if n in numbers else 10 if n == "ten" else 0 if n == "no" else int(n) for n in found)
        misdealt = total == rules.deck_size
        assert right_words(rules, task) == [VOID if misdealt else VOID_REMOVE], task.name
        met.add(misdealt)
    assert met == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_changes_by_a_wager_after_no_more_bets(game: str) -> None:
    rules, met = rules_of(game), set()
    for task in series(rules, DRILL, 30, "late-wager"):
        (right,) = right_words(rules, task)
        was = re.search(r"(?:instead of (\$\S+)|(\$\S+) is taken back)\. What", task.question)
        expected = f"{was[1] or was[2]} are at stake" if was else "It is no wager: the chips go back"
        assert expected in right, task.name
        assert [each.clause for each in solved(rules, task).why] == [c for c in [rules.cite("late_wager")] if c]
        met.add(bool(was))
    side = any(not w.compulsory and not w.later and not w.taken for w in rules.wagers)
    assert True in met and (False in met or not side)


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_only_came_too_early_are_no_wrong_number(game: str) -> None:
    """By what every position has in the end of a round that goes right: as long as the cards are dealt, a hand with
    no more cards than that is asked about only where it has fewer than were dealt to it."""
    rules, met = rules_of(game), 0
    for seed in range(25 if "wrong_number" in kinds(rules_of(game)) else 0):
        for each in islice(troubles(rules, "wrong_number", f"early/{seed}"), 4):
            dealt, later = (_dealt(each, moments) for moments in _around(each))
            assert each.report.count < dealt or each.report.count > dealt + later, (game, seed, each.report)
            met += 1
    assert met > 20 or "wrong_number" not in kinds(rules)


def _around(trouble: RoundTrouble) -> tuple[tuple[RoundMoment, ...], tuple[RoundMoment, ...]]:
    """The moments before the trouble, and those that were still to come of the same step."""
    step = trouble.state.step
    later = [each for each in trouble.moments[trouble.number :] if each.state.step == step]
    return trouble.moments[: trouble.number], tuple(later)


def _dealt(trouble: RoundTrouble, moments: tuple[RoundMoment, ...]) -> int:
    """How many cards came in these moments to the place of which the report is."""
    to = (trouble.report.place, trouble.report.seat)
    events = (event for moment in moments for event in moment.events if isinstance(event, e.CardsDealt))
    return sum(len(event.cards) for event in events if (event.to, event.seat) == to)


@pytest.mark.parametrize("game", SHIPPED)
def test_what_the_other_ruling_leads_to_is_offered_and_wrong(game: str) -> None:
    """Misdealt, the round is void; not misdealt, the deck leaves the table as well."""
    rules, met = rules_of(game), set()
    for task in series(rules, DRILL, 25, "wrong-count"):
        (right,) = right_words(rules, task)
        if task.question.endswith("What follows?") and right in (VOID, VOID_REMOVE):
            answer = chosen(rules, task, VOID if right == VOID_REMOVE else VOID_REMOVE)
            assert answer is not None, task.name
            (misstep,) = judge(rules, task.name, answer).missteps
            assert misstep.misconception == {VOID: "deck_removed_wrongly", VOID_REMOVE: "deck_kept"}[right]
            assert misstep.words.startswith("That follows in another case: a count of the stub is wrong")
            met.add(right)
    assert met == {VOID, VOID_REMOVE}


def test_where_a_floorperson_may_have_a_hand_completed_it_is_said_how_he_has_ruled() -> None:
    """15(d)/2: a dealer who is short may complete his hand; where he may not, all hands are void."""
    rules, met = rules_of(UTH), 0
    for task in series(rules, DRILL, 80, "wrong-number"):
        if re.search(r"\(the dealer, (one|no) cards?\)", task.question) and "completes" not in task.question:
            assert "The floorperson rules: the hand is not completed. " in task.question, task.name
            if task.question.endswith("What follows?"):
                assert right_words(rules, task) == [VOID]
                met += chosen(rules, task, "The missing cards are dealt in sequence") is not None
    assert met


def test_several_cards_face_up_are_said_to_be_several() -> None:
    """Open Stud has one row for them all."""
    rules, met = rules_of(OPEN_STUD), set()
    for task in series(rules, DRILL, 20, "card-face-up"):
        words, cards = re.findall(r"^(.*?) \((.*?)\)\.", task.question)[0]
        several = " " in cards
        assert words == ("More than one card is found face up" if several else "A card is found face up")
        met.add(several)
    assert met == {True, False}


def test_chips_that_do_not_agree_wait_for_a_floorperson() -> None:
    rules = rules_of(LIR)
    for task in series(rules, DRILL, 12, "chips-count"):
        chips, expected = re.findall(r"(\w+) chips? collected, (\d+) expected", task.question)[0]
        assert chips != expected
        assert right_words(rules, task) == ["The deal waits: a floorperson looks into it"]


# --- mistaken beliefs -------------------------------------------------------------------------------------------------


def _told(rules: Rules, believes: str) -> Iterator[tuple[str, str]]:
    """What a robot is told that always answers so, where it is offered and wrong: the right answer, its belief."""
    for task in series(rules, DRILL, 5):
        answer = chosen(rules, task, believes)
        if answer is not None:
            (misstep,) = judge(rules, task.name, answer).missteps
            yield right_words(rules, task)[0], misstep.misconception


@pytest.mark.parametrize("game", SHIPPED)
def test_a_robot_for_which_everything_is_void_is_told_so(game: str) -> None:
    told = list(_told(rules_of(game), VOID))
    assert len(told) > 5
    for right, misconception in told:
        expected = "deck_kept" if "deck leaves the table" in right and "void" in right else "everything_void"
        assert misconception == expected, right


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize(
    ("believes", "misconception"),
    [
        ("The card is not used, goes to the discard rack", "card_simply_burned"),
        ("The dealer's own: he decides", "dealer_rules"),
        (NOTHING, "mishap_passed_over"),
        (VOID_HAND, "only_the_hand_void"),
    ],
)
def test_a_robot_with_one_mistaken_belief_is_told_exactly_that(game: str, believes: str, misconception: str) -> None:
    told = [said for _, said in _told(rules_of(game), believes)]
    assert told and set(told) == {misconception}


@pytest.mark.parametrize("game", SHIPPED)
def test_a_robot_that_gives_every_wager_back_is_told_that_not_everything_is_void(game: str) -> None:
    rules, told = rules_of(game), Counter[str]()
    for task in series(rules, DRILL, 5):
        assert isinstance(task.ask, AskChoice)
        back = [o for o in task.ask.options if re.search("go(es)? back$", o.words) and ";" not in o.words]
        if "What becomes of the wagers" in task.question and back and back[0].words not in right_words(rules, task):
            (misstep,) = judge(rules, task.name, ChoiceAnswer((back[0].id,))).missteps
            told[misstep.misconception] += 1
    assert set(told) == {"everything_void"} and told.total() > 2


def test_what_is_no_answer_is_not_judged() -> None:
    name = TaskName(UTH, DRILL, "wrong-number", 1)
    with pytest.raises(UnfitAnswer, match="there is no answer 'z'; choose a, b"):
        judge(rules_of(UTH), name, ChoiceAnswer(("z",)))
    with pytest.raises(UnknownTask, match="the series has no task 1; it has 1, numbered from 0"):
        make_task(rules_of(UTH), TaskName(UTH, DRILL, "wrong-number", 1, 1))
    with pytest.raises(UnknownTask, match="Something goes wrong has no topic 'box-card-exposed' in this game"):
        make_task(rules_of(UTH), TaskName(UTH, DRILL, "box-card-exposed", 1))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_row_in_force_goes_wrong_sooner_or_later(game: str) -> None:
    """None of the rows that can apply at a table, dealt this way or that, is left out of the drill."""
    rules = rules_of(game)
    in_force = {row for procedure in PROCEDURES for row in rows_in_force(dealt_by(rules, procedure))}
    for kind, rows in kinds(rules).items():
        every = (each for seed in range(8) for each in islice(troubles(rules, kind, f"rows/{seed}"), 6))
        seen = {(each.row.consequence, each.row.clause) for each in every}
        missing = [row for row in rows if (row.consequence, row.clause) not in seen]
        assert not [row for row in missing if row in in_force], kind
