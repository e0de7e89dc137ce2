"""`pitboss shuffle-test`: whether the house's own shuffle is random."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, a_game, like, plain, print_json, screen, shown
from pitboss.wording.command_line import command_line

if TYPE_CHECKING:
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation.shuffle_tests import ShuffleFindings

_Number = WholeNumber
ALL = "all"
MOST_WORKERS = 256


@helped("shuffle-test")
def shuffle_test(
    *,
    game: str | None = None,
    deck: str | None = None,
    shuffles: _Number = None,
    random_seed: str | None = None,
    plant: str | None = None,
    workers: _Number = None,
    json: bool = False,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation.shuffle_source import usable_cores
    from pitboss.simulation.shuffle_tests import DEFAULT_SHUFFLES, FEWEST_SHUFFLES, MOST_SHUFFLES

    decks = the_decks(game, deck)
    count = a_number(shuffles, "--shuffles", DEFAULT_SHUFFLES, FEWEST_SHUFFLES, MOST_SHUFFLES)
    hands = a_number(workers, "--workers", usable_cores(), 1, MOST_WORKERS)
    chosen = "" if plant is None else a_plant(plant, also=(ALL,))
    if output is not None:
        _check_writable(output)
    with Waiting("shuffling") as waiting:
        reports = [_run(d, count, random_seed, "" if chosen == ALL else chosen, hands, waiting) for d in decks]
        planted = _plants(decks[0], random_seed, hands, waiting) if chosen == ALL else []
    good = all(report.accepted for report in reports) and all(report.caught for report in planted)
    if output is not None:
        from pitboss.cli.shuffle_report import document

        _write(output, document(reports, planted, _command(game, deck, shuffles, random_seed, plant)))
    if json:
        print_json([_as_json(report) for report in (*reports, *planted)])
    else:
        from pitboss.cli.shuffle_report import print_report

        print_report(screen(), reports, planted)
        if output is not None:
            print(f"Wrote {shown(output)}.")
    return GOOD if good else FINDINGS


def _run(deck: str, shuffles: int, seed: str | None, plant: str, workers: int, waiting: "Waiting") -> "ShuffleFindings":
    from pitboss.games.decks import decks
    from pitboss.simulation.shuffle_source import ShufflePlan
    from pitboss.simulation.shuffle_tests import run

    return run(ShufflePlan(decks()[deck].size, shuffles, seed, plant), deck, workers, waiting)


def _plants(deck: str, seed: str | None, workers: int, waiting: "Waiting") -> "list[ShuffleFindings]":
    from pitboss.simulation.shuffle_plants import PLANTS
    from pitboss.simulation.shuffle_tests import DEFAULT_SHUFFLES

    return [_run(deck, DEFAULT_SHUFFLES, seed, name, workers, waiting) for name in PLANTS]


def _as_json(report: "ShuffleFindings") -> Any:
    import msgspec

    return msgspec.to_builtins(report)


# --- what is given --------------------------------------------------------------------------------------------------


def the_decks(game: str | None, deck: str | None) -> list[str]:
    """The decks that are meant."""
    from pitboss.games.decks import decks

    if game is not None and deck is not None:
        raise Trouble("give --game or --deck, not both: a game has its deck")
    if game is not None:
        from pitboss.rulebook.book import book

        return [book(a_game(game)).deck]
    if deck is None:
        return list(decks())
    if deck.strip().lower() not in decks():
        names = tuple(decks())
        raise Trouble(f"there is no deck '{plain(deck)}'; the decks are {' and '.join(names)}{like(deck, names)}")
    return [deck.strip().lower()]


def a_number(given: int | None, option: str, usual: int, least: int, most: int) -> int:
    if given is None:
        return usual
    if not least <= given <= most:
        raise Trouble(f"{option} {given}: give a number from {least:,} to {most:,}")
    return given


def a_plant(name: str, also: tuple[str, ...] = ()) -> str:
    from pitboss.simulation.shuffle_plants import PLANTS

    folded = name.strip().lower().replace("-", "_")
    names = (*PLANTS, *also)
    if folded not in names:
        raise Trouble(f"there is no plant '{plain(name)}'; the plants are {', '.join(names)}{like(folded, names)}")
    return folded


def _command(game: str | None, deck: str | None, shuffles: int | None, seed: str | None, plant: str | None) -> str:
    """The command as somebody would type it again; how many workers there were does not matter."""
    given = {"--game": game, "--deck": deck, "--shuffles": shuffles, "--random-seed": seed, "--plant": plant}
    words = [word for option, value in given.items() if value is not None for word in (option, str(value))]
    return command_line("shuffle-test", *words)


# --- the file -------------------------------------------------------------------------------------------------------


def _check_writable(path: Path) -> None:
    """Before the work, not after it."""
    import os

    if path.is_dir():
        raise Trouble(f"{shown(path)}: this is a directory; add a file name")
    if not path.parent.is_dir():
        raise Trouble(f"{shown(path)}: the directory does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise Trouble(f"{shown(path)}: you may not write this file")


def _write(path: Path, text: str) -> None:
    from pitboss.odds.cache import write_whole

    try:
        write_whole(path, text.encode(), path.stat().st_mode & 0o777 if path.exists() else 0o644)
    except OSError as error:
        raise Trouble(f"{shown(path)}: cannot be written: {error.strerror or error}") from None
