"""Questions with a choice or a number: what may be chosen, and what is said of the answer. A drill says which answers
are right and what each wrong one means; that the answer has the right form is looked at here."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from msgspec import Struct

from pitboss.messages.tasks import (
    AnswerOption,
    AskChoice,
    AskNumber,
    ChoiceAnswer,
    DrillAnswer,
    Misstep,
    NumberAnswer,
    TaskName,
    TaskVerdict,
    UnfitAnswer,
    UnknownTask,
)
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import listed
from pitboss.school.chance import Chance
from pitboss.school.drills.read_parts import rule
from pitboss.table.rules import Rules


class Candidate(Struct, frozen=True):
    """An answer that is offered: the right one, or a wrong one with what is wrong about it."""

    words: str
    wrong: Misstep | None = None


class Choosing(Struct, frozen=True):
    """A question with a choice, together with its solution."""

    offered: tuple[Candidate, ...]
    """In the order in which they are shown."""
    left_out: Misstep | None = None
    """Where several are right: what is said of one that was not chosen."""

    @property
    def ask(self) -> AskChoice:
        options = zip(ascii_lowercase, self.offered, strict=False)
        return AskChoice(tuple(AnswerOption(at, each.words) for at, each in options), self.left_out is not None)

    @property
    def right(self) -> tuple[str, ...]:
        """The ids of the right answers."""
        return tuple(at for at, each in zip(ascii_lowercase, self.offered, strict=False) if each.wrong is None)


def choosing(
    chance: Chance, right: Sequence[str], wrong: Sequence[tuple[str, Misstep]], left_out: Misstep | None = None
) -> Choosing:
    """The answers in an order of their own. Words that are right are never offered as wrong, and none stand twice."""
    known = dict.fromkeys(right)
    offered = [Candidate(words) for words in known]
    for words, misstep in wrong:
        if words not in known:
            known[words] = None
            offered.append(Candidate(words, misstep))
    return Choosing(tuple(chance.mixed(offered)), left_out)


def judged_choice(asked: Choosing, answer: DrillAnswer, why: Sequence[Misstep] = ()) -> TaskVerdict:
    """What is said of the answer to a choice."""
    ids = _chosen(asked, answer)
    by_id = dict(zip(ascii_lowercase, asked.offered, strict=False))
    missteps = [wrong for each in ids if (wrong := by_id[each].wrong) is not None]
    if asked.left_out is not None:
        missing = [by_id[each].words for each in asked.right if each not in ids]
        missteps += [_about(asked.left_out, words) for words in missing]
    words = listed([by_id[each].words for each in asked.right]) or "none of these"
    return TaskVerdict(not missteps, tuple(missteps), ChoiceAnswer(asked.right), words, tuple(why))


def _about(misstep: Misstep, words: str) -> Misstep:
    said = f"{misstep.words}: {words}"
    return Misstep(misstep.kind, said, misstep.clause, misstep.misconception)


def _chosen(asked: Choosing, answer: DrillAnswer) -> tuple[str, ...]:
    options = [each.id for each in asked.ask.options]
    if not isinstance(answer, ChoiceAnswer):
        raise UnfitAnswer(f"choose an answer: {listed(options, 'or')}")
    strange = [each for each in answer.ids if each not in options]
    if strange:
        raise UnfitAnswer(f"there is no answer '{strange[0]}'; choose {listed(options, 'or')}")
    if len(set(answer.ids)) < len(answer.ids):
        raise UnfitAnswer("an answer is chosen twice; choose each at most once")
    if asked.left_out is None and len(answer.ids) != 1:
        raise UnfitAnswer(f"{len(answer.ids)} answers are chosen; choose one of {listed(options)}")
    return answer.ids


def judged_number(
    ask: AskNumber,
    answer: DrillAnswer,
    right: int,
    wrong: Misstep,
    mistaken: Sequence[tuple[int, Misstep]] = (),
    why: Sequence[Misstep] = (),
) -> TaskVerdict:
    """What is said of a number; `mistaken` are wrong ones that a belief explains, the likeliest first."""
    if not isinstance(answer, NumberAnswer):
        raise UnfitAnswer(f"give a whole number of {ask.unit}")
    if not ask.least <= answer.value <= ask.most:
        least, most = (counted(each, ask.unit).removesuffix(f" {ask.unit}") for each in (ask.least, ask.most))
        raise UnfitAnswer(f"{counted(answer.value, ask.unit)} cannot be; give {least} to {most}")
    known = dict(reversed(mistaken))
    missteps = () if answer.value == right else (known.get(answer.value, wrong),)
    return TaskVerdict(not missteps, missteps, NumberAnswer(right), counted(right, ask.unit), tuple(why))


def counted(value: int, unit: str) -> str:
    """A number of something in words; cents as dollars."""
    return dollars(value) if unit == "cents" else f"{value:,} {unit}"


def rules_behind(rules: Rules, cited: Iterable[str]) -> tuple[Misstep, ...]:
    """The clauses in our words; those without a text are left out."""
    return tuple(said for said in (rule(rules, each) for each in dict.fromkeys(cited)) if said.words)


def no_place(name: TaskName, count: int) -> UnknownTask:
    """What is raised where a series has no such task."""
    return UnknownTask(f"the series has no task {name.place}; it has {count}, numbered from 0")
