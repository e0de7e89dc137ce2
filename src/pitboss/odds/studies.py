"""Studies: what a game would be like if only some of the choices of a step were allowed (`Study` in its book)."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.rulebook.book import Study, book
from pitboss.rulebook.folders import games
from pitboss.table.definition import Step
from pitboss.table.rules import Rules


class _Script(Struct, frozen=True):
    """The script of a game in which a step allows only these choices."""

    whole: Callable[[Rules, str], tuple[Step, ...]]
    step: str
    allowed: tuple[str, ...]

    def __call__(self, rules: Rules, procedure: str) -> tuple[Step, ...]:
        return tuple(self._only(step) if step.name == self.step else step for step in self.whole(rules, procedure))

    def _only(self, step: Step) -> Step:
        kept = tuple(choice for choice in step.choices if choice.name in self.allowed)
        if unknown := set(self.allowed) - {choice.name for choice in step.choices}:
            raise ValueError(
                f"a study of {self.step} allows {', '.join(sorted(unknown))}, which the step does not have"
            )
        return replace(step, choices=kept)


def answer(study: Study, said: Mapping[str, str]) -> str:
    """What is studied; the rulebook's own answer unless another is given."""
    value = said.get(study.name, next(iter(study.values)))
    if value not in study.values:
        raise ValueError(f"{study.name} is {', '.join(study.values)}, not '{value}'")
    return value


def studied(rules: Rules, said: Mapping[str, str]) -> Rules:
    """The same game with these answers to its studies."""
    game = rules.game
    for study in rules.book.studies:
        if (value := answer(study, said)) != next(iter(study.values)):
            game = replace(game, script=_Script(game.script, study.step, study.values[value]))
    return rules if game is rules.game else Rules(game, rules.terms, rules.cent)


def study_of(game: str, name: str) -> Study | None:
    """The study of this name, if the game has it."""
    return next((study for study in book(game).studies if study.name == name), None)


def asked_of(name: str) -> tuple[str, ...]:
    """The titles of the games that have a study of this name."""
    return tuple(book(game).title for game in games() if study_of(game, name))


def title_of(name: str) -> str:
    """What a study is about; nothing where no game has it."""
    return next((study.title for game in games() for study in book(game).studies if study.name == name), "")


def first_study(game: str) -> str:
    """The question that studies of a game ask, or those of another game where this one has none."""
    every = [study.name for known in (game, *games()) if known in games() for study in book(known).studies]
    return every[0] if every else "study"
