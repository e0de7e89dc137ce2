"""Tables of the school written as scenario files, and what those files settle to."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from made_up import HERE as MADE_UP
from made_up import OPEN_STUD, STREET_STUD
from pitboss.messages.tasks import ChipPile
from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.rulebook.terms import MICRO
from pitboss.school.drills.pay_table import PayTask, pay_task
from school.payers import Table
from school.school_support import CASINO_WAR

HERE = Path(__file__).parent
FOLDERS = {"casino-war": CASINO_WAR, "open-stud": MADE_UP / OPEN_STUD, "street-stud": MADE_UP / STREET_STUD}


def folder(game: str) -> str:
    """What a file names the game by: one that is brought by its folder."""
    return str(FOLDERS.get(game, game))


def written(at: Table) -> str:
    """The round of this table as a scenario file: cards by place, wagers, decisions, meters."""
    settled = pay_task(at.rules, at.task.name).settled
    lines = [f'title = "{at.task.name.topic} {at.task.name.seed}"', f'game = "{folder(at.rules.game.id)}"']
    lines += ["[deck]"]
    lines += [f'{place} = "{" ".join(cards)}"' for place, cards in settled.cards.items()]
    if settled.meters:
        lines += ["[meters]", *(f'"{name}" = "{_dollars(reading)}"' for name, reading in settled.meters.items())]
    for seat in sorted({seat for seat, _, _ in settled.placed}):
        wagers = ", ".join(f'{w} = "{cents // 100}.{cents % 100:02d}"' for s, w, cents in settled.placed if s == seat)
        acts = ", ".join(f'"{choice}"' for s, choice in settled.decisions if s == seat)
        lines += [f"[seats.{seat}]", f"wagers = {{ {wagers} }}", f"acts = [{acts}]"]
    return "\n".join(lines) + "\n"


def _dollars(reading: int) -> str:
    whole, rest = divmod(reading, 100 * MICRO)
    return f"{whole}.{rest:08d}"


def played(text: str, submission: Mapping[str, Any]) -> PlayedScenario:
    """What comes of the file at a table with this submission."""
    return play_scenario(replace(parse_scenario(text, beside=HERE), submission=dict(submission)))


def nets_of_scenario(result: PlayedScenario) -> dict[tuple[int, str], int]:
    """What every wager brings its player; what a payout limit takes off belongs to the wager that it cuts."""
    found: dict[tuple[int, str], int] = {}
    for line in result.paid:
        key = (line.seat, line.cut_of or line.wager)
        found[key] = found.get(key, 0) + line.net
    return found


def nets_of_moves(at: Table) -> dict[tuple[int, str], int]:
    """What the moves of the solution bring the players, chip by chip."""
    task: PayTask = pay_task(at.rules, at.task.name)
    staked = {(seat, wager): cents for seat, wager, cents in task.settled.placed}
    found: dict[tuple[int, str], int] = {}
    for lying in at.ask.wagers:
        key = (lying.seat, lying.wager)
        if lying.lammer:
            found[key] = -staked[key]
        elif lying.chips:
            found[key] = 0
    for move in at.right:
        key = (move.seat, move.wager)
        lies = at.lying(move).chips
        if move.do == "take":
            found[key] = found.get(key, 0) - _worth(move.chips or lies)
        elif move.do == "pay":
            found[key] = found.get(key, 0) + _worth(move.chips)
    return found


def _worth(chips: tuple[ChipPile, ...]) -> int:
    return sum(pile.cents * pile.count for pile in chips)
