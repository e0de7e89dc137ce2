"""`pitboss benchmark`: what a policy gives away in every game, exactly at every spot."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.numbers import ManyRounds, Several
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, safe, screen
from pitboss.wording.things import many

if TYPE_CHECKING:
    from pitboss.cli.benchmark_command import AskedCommand
    from pitboss.lab.benchmark.references import ReferenceRow
    from pitboss.lab.benchmark.scores import BenchmarkScore, PolicyFault
    from pitboss.lab.regret.rounds import SpotPolicy
    from pitboss.table.rules import Rules

SPOTS = 1000
A_DAY = 86_400
TIMEOUT = 30.0
"""Seconds that a command has, unless it is given another time."""


@helped("benchmark")
def benchmark(
    policy: str = "",
    *,
    command: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    game: Several = (),
    spots: ManyRounds = SPOTS,
    seed: str = "pitboss",
    on_error: Literal["count", "stop"] = "count",
    timeout: float | None = None,
    lines: bool = False,
    text: bool = False,
    no_references: bool = False,
    json: bool = False,
    output: FrameFile = None,
) -> int:
    from pitboss.cli import benchmark_tables as tables
    from pitboss.cli.benchmark_command import AskedCommand

    frame_place(output)
    rules = [_rules(name) for name in game] if game else _all_games()
    wanted = _wanted(spots, timeout)
    asked = _asked(policy, command, seed, timeout, lines, text)
    shown = policy or str(command)
    with closing(asked) if isinstance(asked, AskedCommand) else nullcontext():
        found, stopped = _all_scored(rules, asked, wanted, seed, on_error == "stop")
    beside = {each.game.id: _references(each) for each in rules[: len(found)]} if not no_references else {}
    if json:
        print_json(tables.as_json(shown, seed, found, beside, stopped))
    else:
        tables.printed(screen(), shown, found, beside)
    for each in found:
        if each.first_fault is not None:
            complain(f"{many(each.faults, 'spot')} without a choice, the first: {safe(str(each.first_fault))}")
    written_frame(output, {"benchmark": tables.rows(shown, found, beside)})
    if stopped is not None:
        raise Trouble(safe(str(stopped)), FINDINGS)
    return FINDINGS if any(each.faults for each in found) else GOOD


def _wanted(spots: int | None, timeout: float | None) -> int:
    from pitboss.lab.benchmark.scores import MOST_SPOTS

    if spots is None or not 1 <= spots <= MOST_SPOTS:
        raise Trouble(f"--spots is a number from 1 to {MOST_SPOTS:,}")
    if timeout is not None and not 0 < timeout <= A_DAY:
        raise Trouble("--timeout is a number of seconds above 0, such as 30")
    return spots


def _asked(
    policy: str, command: str | None, seed: str, timeout: float | None, lines: bool, text: bool
) -> "SpotPolicy | AskedCommand":
    """Whoever decides."""
    from pitboss.cli.benchmark_command import AskedCommand
    from pitboss.cli.benchmark_policies import policy_of

    if bool(policy) == (command is not None):
        raise Trouble("give a policy or --command, one of the two; `pitboss benchmark --help` shows both")
    if command is None:
        if lines or text or timeout is not None:
            raise Trouble("--lines, --text and --timeout say how a --command is asked")
        return policy_of(policy, seed)
    if lines and text:
        raise Trouble(
            "--lines gives each spot as one line of JSON; --text is for a command that is begun for each spot"
        )
    return AskedCommand(command, timeout=TIMEOUT if timeout is None else timeout, lines=lines, text=text)


def _all_games() -> "list[Rules]":
    """Every game that has exact odds and something to decide."""
    from pitboss.odds.counting import why_not
    from pitboss.rulebook.folders import games

    return [each for each in map(_rules, games()) if not why_not(each)]


def _rules(name: str) -> "Rules":
    from pitboss.cli.screen import a_game, brought
    from pitboss.lab.regret.rounds import usual_rules

    return usual_rules(a_game(brought(name)))


def _all_scored(
    rules: "Sequence[Rules]", policy: "SpotPolicy", spots: int, seed: str, stop: bool
) -> "tuple[list[BenchmarkScore], PolicyFault | None]":
    """The scores of the games in turn; where a fault ends it, those that were finished before, and the fault."""
    from pitboss.lab.benchmark.scores import PolicyStopped

    found: list[BenchmarkScore] = []
    try:
        for each in rules:
            found.append(_scored(each, policy, spots, seed, stop))
    except PolicyStopped as stopped:
        if not found:
            raise Trouble(safe(str(stopped)), FINDINGS) from None
        return found, stopped.fault
    return found, None


def _scored(rules: "Rules", policy: "SpotPolicy", spots: int, seed: str, stop: bool) -> "BenchmarkScore":
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.benchmark.scores import score

    with Waiting(rules.book.title) as waiting:
        try:
            return score(rules, policy, spots=spots, seed=seed, stop=stop, progress=lambda done: waiting("", done))
        except ValueError as error:
            raise Trouble(safe(str(error))) from None


def _references(rules: "Rules") -> "list[ReferenceRow]":
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.benchmark.references import references

    with Waiting(f"{rules.book.title}: what it is held against") as waiting:
        return references(rules, lambda done: waiting("", done))
