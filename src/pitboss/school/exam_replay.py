"""A result scored again, years later: the same tasks from its seed, every answer judged anew."""

from pitboss.school.drawing import draw
from pitboss.school.exam import SCHOOL, BadExam, ExamResult, ExamSitting, rules_of, score


def replayed(result: ExamResult) -> tuple[str, ...]:
    """What is wrong with a result when it is scored again; nothing where it comes to the same. Raises `BadExam` where
    the games it was sat with are not here, or the school that drew its tasks."""
    sitting = result.sitting
    if sitting.school != SCHOOL:
        raise BadExam([f"its tasks were drawn by school {sitting.school}; this is school {SCHOOL}"])
    rules = rules_of(sitting.games)
    if set(rules) != set(sitting.exam.games):
        return ("the games of the result are not those of its exam",)
    found = _order_faults(sitting)
    if draw(sitting.exam, rules, sitting.seed) != sitting.tasks:
        found.append(f"the tasks are not those that seed {sitting.seed} draws")
    if not found and score(sitting, rules, result.lasted) != result.score:
        found.append("the score is not the one that these answers have")
    return tuple(found)


def _order_faults(sitting: ExamSitting) -> list[str]:
    places = [each.task for each in sitting.answers]
    at = [each.at for each in sitting.answers]
    found = []
    if len(set(places)) != len(places) or any(place >= len(sitting.tasks) for place in places):
        found.append("an answer belongs to no task, or to one that has another")
    if at != sorted(at) or any(each >= sitting.limit for each in at):
        found.append("an answer was given before the one before it, or after the end")
    return found
