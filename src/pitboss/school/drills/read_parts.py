"""A question with one right answer among several, and what is said of an answer to it."""

from msgspec import Struct

from pitboss.messages.tasks import AnswerOption, ChoiceAnswer, DrillAnswer, Misstep, Shown, TaskVerdict, UnfitAnswer
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.passages import facts
from pitboss.rulebook.words import listed
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.table.rules import Rules

RULE = "rule"


class HandQuestion(Struct, frozen=True):
    """What is asked, with its answer."""

    words: str
    options: tuple[AnswerOption, ...]
    right: str
    says: str
    """The right answer as a sentence."""
    why: tuple[Misstep, ...]
    shown: tuple[Shown, ...] = ()
    believed: dict[str, str] = {}
    """Wrong option → the mistaken belief behind it, where one explains it."""


def rule(rules: Rules, clause_id: str) -> Misstep:
    """A rule behind an answer, in the words of the rulebook's clause as it holds at this table."""
    if not clause_id:
        return Misstep(RULE, "")
    found = clause(clause_id)
    return Misstep(RULE, found.at(facts(rules.terms)) or found.wording, clause_id)


def choice_of(question: HandQuestion, answer: DrillAnswer) -> str:
    """The option that is chosen."""
    ids = [option.id for option in question.options]
    if not isinstance(answer, ChoiceAnswer):
        raise UnfitAnswer(f"one of several answers is asked for: {listed(ids, 'or')}")
    if len(answer.ids) != 1 or answer.ids[0] not in ids:
        given = ", ".join(answer.ids)[:80] or "none"
        raise UnfitAnswer(f"exactly one answer is asked for, {listed(ids, 'or')}; given: {given}")
    return answer.ids[0]


def judged(question: HandQuestion, chosen: str) -> TaskVerdict:
    """What is said of this choice."""
    why = tuple(said for said in dict.fromkeys(question.why) if said.words)
    solution = ChoiceAnswer((question.right,))
    if chosen == question.right:
        return TaskVerdict(True, (), solution, question.says, why)
    believed = question.believed.get(chosen, "")
    words = MISCONCEPTIONS.get(believed) or f"Not right: {said_of(question, chosen)}."
    misstep = Misstep("wrong_choice", words, why[0].clause if why else "", believed)
    return TaskVerdict(False, (misstep,), solution, question.says, why)


def said_of(question: HandQuestion, option: str) -> str:
    return next(each.words for each in question.options if each.id == option)
