"""What a trainee watches, as a question: a round that is told, or a picture, with something planted in it or not."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import AskChoice, DrillTask, Misstep, Shown, TablePicture, TaskName
from pitboss.school.answering import Candidate, Choosing, choosing, rules_behind
from pitboss.school.chance import Chance
from pitboss.table.rules import Rules
from pitboss.table.views import View

KIND = "wrong_choice"
NOTHING = "Nothing is wrong"
MOST_TOLD = 20
"""How many sentences are told at most."""
_SUSPECTED = "That is as it should be."


class Watched(Struct, frozen=True):
    """What is watched and asked, with its solution."""

    rules: Rules
    words: str
    choosing: Choosing
    cited: tuple[str, ...]
    """The clauses behind the answer."""
    said: tuple[Misstep, ...] = ()
    """What else is behind it."""
    shown: tuple[Shown, ...] = ()
    told: tuple[str, ...] = ()
    view: View | None = None
    earlier: tuple[TablePicture, ...] = ()
    among_told: bool = False

    @property
    def why(self) -> tuple[Misstep, ...]:
        return (*rules_behind(self.rules, self.cited), *self.said)

    @property
    def ask(self) -> AskChoice:
        return replace(self.choosing.ask, among_told=self.among_told)

    def task(self, name: TaskName, title: str) -> DrillTask:
        return DrillTask(
            name, title, self.words, self.ask, self.shown, view=self.view, told=self.told, earlier=self.earlier
        )


def suspected(clause: str) -> Misstep:
    """What is said of something lawful that was taken for wrong."""
    return Misstep(KIND, _SUSPECTED, clause, "lawful_suspected")


def overlooked(clause: str) -> Misstep:
    """What is said where nothing was found."""
    return Misstep(KIND, "Something is wrong here.", clause, "fault_overlooked")


def among(told: Sequence[str], clauses: Sequence[str], fault: int | None, clause: str) -> Choosing | None:
    """Which of the sentences should not have happened, or that none is wrong; `clauses` are those by which the others
    are right. Nothing where two of them say the same."""
    if len(set(told)) < len(told) or not 2 < len(told) <= MOST_TOLD:
        return None
    offered = [
        Candidate(words, None if place == fault else suspected(by))
        for place, (words, by) in enumerate(zip(told, clauses, strict=True))
    ]
    return Choosing((*offered, Candidate(NOTHING, None if fault is None else overlooked(clause))))


def which(chance: Chance, right: str, others: Sequence[tuple[str, Misstep]], clause: str) -> Choosing:
    """Which of several things is wrong; that nothing is, stands last. Without a right one nothing is wrong."""
    mixed = choosing(chance, [right] if right else [], others)
    return Choosing((*mixed.offered, Candidate(NOTHING, overlooked(clause) if right else None)))
