"""Plays a scenario through the engine and compares what it pays with what the file expects."""

from pathlib import Path

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.play.log import Record
from pitboss.play.scenario_parts import BadScenario, Round, Scenario
from pitboss.play.scenario_result import Paid, Tried, differences, exact_dollars, payments
from pitboss.play.scenario_round import Runner
from pitboss.play.table import Table
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge
from pitboss.table.rules import Rules

__all__ = ["Paid", "PlayedRound", "PlayedScenario", "exact_dollars", "payments", "play_scenario"]


class PlayedRound(Struct, frozen=True):
    """One round of a scenario after it was played."""

    script: Round
    records: tuple[Record, ...]
    """What happened, from the first seat taken to the clearing of the table."""
    paid: tuple[Paid, ...]
    tried: tuple[Tried, ...]
    """The acts that should be refused, with what the table said."""
    filled: dict[str, tuple[str, ...]]
    """Cards that the file did not give and the round needed, place by place."""
    meters_before: dict[str, int]
    meters: dict[str, int]
    """What the meters read before and after it, in millionths of a cent."""
    differences: tuple[str, ...]


class PlayedScenario(Struct, frozen=True):
    """A scenario after it was played."""

    scenario: Scenario
    table: Table
    rounds: tuple[PlayedRound, ...]

    @property
    def paid(self) -> tuple[Paid, ...]:
        return tuple(line for made in self.rounds for line in made.paid)

    @property
    def filled(self) -> dict[str, tuple[str, ...]]:
        """Of a scenario with one round: the cards that the file did not give."""
        (made,) = self.rounds
        return made.filled

    @property
    def differences(self) -> tuple[str, ...]:
        """Where the result is not what the file expects; with the round, where there are several."""
        several = len(self.rounds) > 1
        return tuple(
            f"round {number}: {each}" if several else each
            for number, made in enumerate(self.rounds, start=1)
            for each in made.differences
        )


def play_scenario(scenario: Scenario, near: Path | None = None) -> PlayedScenario:
    """Plays the rounds; `near` is where a submission named by the scenario is looked for."""
    rules = _rules(scenario, near)
    table = Table(rules)
    rounds: list[PlayedRound] = []
    for number, script in enumerate(scenario.rounds, start=1):
        try:
            rounds.append(_play(table, script))
        except BadScenario as bad:
            if len(scenario.rounds) == 1:
                raise
            raise BadScenario("\n".join(f"round {number}: {line}" for line in str(bad).splitlines())) from None
    return PlayedScenario(scenario, table, tuple(rounds))


def _play(table: Table, script: Round) -> PlayedRound:
    unknown = [name for name in script.meters if name not in table.meters]
    if unknown:
        raise BadScenario(f"no such meter at this table: {', '.join(unknown)}")
    table.meters.update(script.meters)
    before, first = dict(table.meters), len(table.log)
    runner = Runner(script, table)
    runner.run()
    records = tuple(table.log[first:])
    paid = payments(table, records)
    found = (*differences(script, table, paid), *(tried.wrong for tried in runner.tried if tried.wrong))
    return PlayedRound(script, records, paid, tuple(runner.tried), runner.filled(), before, dict(table.meters), found)


def _rules(scenario: Scenario, near: Path | None) -> Rules:
    if scenario.submission_file:
        checked: Checked = check(_read(Path(scenario.submission_file), near), (near or Path()).parent)
    else:
        checked = check_data(merge(default_data(scenario.game), scenario.submission))
    if checked.terms is None:
        raise BadScenario("the submission has faults:\n" + "\n".join(f"  {fault}" for fault in checked.faults))
    return rules_for(checked.terms)


def _read(path: Path, near: Path | None) -> str:
    try:
        return (near.parent / path if near else path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadScenario(f"the submission {path}: there is no such file") from None
    except UnicodeDecodeError:
        raise BadScenario(f"the submission {path}: this is not a UTF-8 text file") from None
    except (OSError, ValueError) as error:
        raise BadScenario(f"the submission {path} cannot be read: {getattr(error, 'strerror', error)}") from None
