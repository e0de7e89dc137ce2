"""`pitboss`: the command line. Commands are loaded when they are called, so that the help page appears at once."""

import errno
import os
import signal
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import GOOD, INTERRUPTED, WRONG_USAGE, Trouble, complain, shown, to_copy
from pitboss.version import VERSION as __version__

if TYPE_CHECKING:
    from cyclopts import App, CycloptsError

HELP = """\
pitboss: casino table games, conducted exactly by the regulators' rules.

{built_in}

Usage: pitboss COMMAND [ARGUMENTS]

Play and learn
  demo        everything once, in about two minutes
  serve       open the house: tables in the browser, one of each game
  play        sit down at a table in this terminal, for practice chips
  drill       the dealers' school: tasks that the engine makes and judges
  exam        an examination of dealers, on paper or in the terminal
  certificate  the certificate and the sheet of an examination
  games       the games: where they are played, seats, cards, wagers
  rules       the rulebook of a game, one clause of it, or how a text is read
  odds        exact odds: every wager by every paytable, or one of your own
  strategy    what to do with these cards, and what every choice is worth
  design      find paytables with a wanted edge, hit rate, top payment
  protect     what a player wins who has seen cards that he should not

Bring a game of your own
  new-game    write the folder of a small game that works, to be changed
  check       prove a game's folder; hold a Rules Submission against the rules
  dossier     the game for a laboratory: rules, figures, strategy, simulation

Run a table
  new         write a Rules Submission, the operator's choices for one table
  compare     submissions side by side: edge, win an hour, volatility
  win         what a table wins an hour, a day, a year, and how sure that is
  meters      progressives as they run: readings at a hit, edge over their life
  placard     the sign at the table, and the card for players
  layout      the table layout to scale
  submission  the Rules Submission as a document, and what changed in it
  file        everything that is filed: all papers as exhibits, one PDF
  par         the PAR sheet: exact figures, strategy, worked examples, proofs
  config      every setting of the house, its value and where it came from
  house       the processes of a house on PostgreSQL, and their tables
  db          upgrade, check, back up and restore the store of the house
  key         show the keys of the house, and replace them by new ones

Prove it
  audit       verify the trail; find, replay and export rounds; hold wagers
              against what they were to bring
  verify-certificate  check the record or the certificate of an examination
  verify-shuffle  check the shuffle of a round from its proof
  replay      print a recorded round again and decide every act anew
  history     a log as a hand history that people read, and back
  review      what a player's decisions cost, and whether he has seen cards
  scenario    play a round written in a file and compare what is paid
  benchmark   what a policy's decisions give away, exactly, in every game
  simulate    play millions of rounds and set them beside the exact odds
  shuffle-test   test the randomness of the house's own shuffle
  shuffle-bytes  the shuffle as random bytes, for PractRand or dieharder

Look after this program
  cache       what is kept between runs, how large it is, and how to clear it
  doctor      look at the installation, and say what to do
  completion  let the shell complete commands and options

Examples:

{examples}

`pitboss COMMAND --help` explains a command; `pitboss --version` tells which
version this is.
Exit status: 0 all well; 1 faults or differences found; 2 wrong usage or a file
that cannot be read or written; 130 after Ctrl-C.
"""

COMMANDS = {
    "demo": "pitboss.cli.demo:demo",
    "serve": "pitboss.cli.serve:serve",
    "play": "pitboss.cli.play:play",
    "drill": "pitboss.cli.drill:drill",
    "exam": "pitboss.cli.exam:exam",
    "certificate": "pitboss.cli.certificate:certificate",
    "games": "pitboss.cli.games:games",
    "rules": "pitboss.cli.rules:rules",
    "odds": "pitboss.cli.odds:odds",
    "strategy": "pitboss.cli.strategy:strategy",
    "design": "pitboss.cli.design:design",
    "protect": "pitboss.cli.protect:protect",
    "new-game": "pitboss.cli.new_game:new_game",
    "check": "pitboss.cli.check:check",
    "dossier": "pitboss.cli.dossier:dossier",
    "new": "pitboss.cli.new:new",
    "compare": "pitboss.cli.compare:compare",
    "win": "pitboss.cli.win:win",
    "meters": "pitboss.cli.meters:meters",
    "placard": "pitboss.cli.placard:placard",
    "layout": "pitboss.cli.layout:layout",
    "submission": "pitboss.cli.submission:submission",
    "file": "pitboss.cli.file:file",
    "par": "pitboss.cli.par:par",
    "config": "pitboss.cli.config:config",
    "house": "pitboss.cli.house:house",
    "db": "pitboss.cli.db:db",
    "key": "pitboss.cli.key:key",
    "audit": "pitboss.cli.audit:audit",
    "verify-certificate": "pitboss.cli.verify_certificate:verify_certificate",
    "verify-shuffle": "pitboss.cli.verify_shuffle:verify_shuffle",
    "replay": "pitboss.cli.replay:replay",
    "history": "pitboss.cli.history:history",
    "review": "pitboss.cli.review:review",
    "scenario": "pitboss.cli.scenario:scenario",
    "benchmark": "pitboss.cli.benchmark:benchmark",
    "simulate": "pitboss.cli.simulate:simulate",
    "shuffle-test": "pitboss.cli.shuffle_test:shuffle_test",
    "shuffle-bytes": "pitboss.cli.shuffle_bytes:shuffle_bytes",
    "cache": "pitboss.cli.cache:cache",
    "doctor": "pitboss.cli.doctor:doctor",
    "completion": "pitboss.cli.completion:completion",
}
"""The commands in the order in which a newcomer needs them."""
GROUPS = ("db", "key", "audit")
"""Commands that have commands of their own."""


def _help() -> str:
    """What `pitboss` says of itself, with the games that are known."""
    from pitboss.cli.help_text import built_in, filled

    return filled(HELP.replace("{built_in}", built_in()), "pitboss")


def app() -> "App":
    """The commands, none of them loaded yet."""
    from cyclopts import App, Parameter

    made = App(
        name="pitboss",
        version=__version__,
        help=_help(),
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(negative="", show_default=False),
    )
    for name, where in COMMANDS.items():
        # A command with commands of its own brings its settings with it.
        made.command(where, name=name, **({} if name in GROUPS else {"help_format": "markdown"}))
    return made


def run(arguments: list[str] | None = None) -> None:
    """The entry point: no traceback leaves it."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _in_a_hurry()
        # An interrupt that came through the `exec` of a text (a class being made, say) counts as unhandled in CPython:
        # the process would end by the signal, whatever status it gives. The next such `exec` makes it forget.
        exec("")
        complain("interrupted")
        status = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        status = GOOD
    except OSError as error:
        complain(_cannot(error))
        status = WRONG_USAGE
    except SystemExit:
        # The screen leaves this way when nobody reads its output any more.
        status = GOOD
    _forget_output()
    sys.exit(status)


def _in_a_hurry() -> None:
    """Workers may take a moment to end; whoever presses Ctrl-C again does not want to wait for them."""
    with suppress(ValueError):  # only the main thread may say so
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))


class _Closed(StringIO):
    """Standard output that was closed before the program began."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _open_streams() -> None:
    """No file of ours may get the number of a closed stream, and writing to a closed stream must fail properly."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = _Closed()


def _forget_output() -> None:
    """What could not be written is dropped, so that Python does not complain once more while it shuts down."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _cannot(error: OSError) -> str:
    """Files are named where they are opened; what has no name is the output itself."""
    cause = error.strerror or str(error)
    return f"{error.filename}: {cause}" if error.filename else f"standard output: cannot be written: {cause}"


def dispatch(arguments: list[str]) -> int:
    """Runs one command and returns the exit status."""
    if not arguments or arguments in (["--help"], ["-h"], ["help"]):
        print(_help(), end="")
        return GOOD
    if arguments == ["--version"]:
        print(f"pitboss {__version__}")
        return GOOD
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    try:
        if arguments[0] not in COMMANDS:
            raise Trouble(_no_command(arguments[0]))
        _bring_games()
        return _call(arguments)
    except Trouble as trouble:
        complain(str(trouble))
        return trouble.status
    except (KeyboardInterrupt, OSError):
        raise
    except Exception as error:
        if os.environ.get("PITBOSS_TRACEBACK"):
            raise
        complain(_whose_mistake(error))
        return WRONG_USAGE


def _whose_mistake(error: Exception) -> str:
    """A mistake in a folder that somebody brought is told as such: its code was at work, or it lacks a row."""
    from pitboss.rulebook.folders import brought
    from pitboss.table.settlement import SettlementError

    said = f"{type(error).__name__}: {error}"
    places = brought()
    frames = [Path(frame.filename) for frame in extract_tb(error.__traceback__)]
    at_work = [place for place in places if any(frame.is_relative_to(place) for frame in frames)]
    if at_work or (places and isinstance(error, SettlementError)):
        folder = (at_work or places)[-1]
        return f"a mistake in the game of {shown(folder)}: {said}. `{to_copy('check', folder)}` tells every fault."
    return (
        f"a mistake in pitboss itself: {said}. Please report it with the command you gave; PITBOSS_TRACEBACK=1 shows "
        "where it happened."
    )


def _bring_games() -> None:
    """The folders of games that the environment names are known to every command, so that it can read their logs."""
    from pitboss.cli.screen import brought, shown
    from pitboss.rulebook.folders import games

    for path in os.environ.get("PITBOSS_GAMES", "").split(os.pathsep):
        place = Path(path.strip()).expanduser().absolute()
        if path.strip() and brought(str(place)) not in games():
            raise Trouble(f"PITBOSS_GAMES: {shown(place)}: there is no such folder")


def _no_command(word: str) -> str:
    from pitboss.cli.screen import like, plain

    kind = "option" if word.startswith("-") else "command"
    names = tuple(COMMANDS)
    return f"there is no {kind} '{plain(word)}'; the commands are {', '.join(names)}{like(word.lower(), names)}"


def _call(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    try:
        result: Any = app()(arguments, result_action="return_value", exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise Trouble(_usage(arguments[0], error)) from None
    return result if isinstance(result, int) else GOOD


def _usage(command: str, error: "CycloptsError") -> str:
    from cyclopts import MissingArgumentError, UnusedCliTokensError

    said = " ".join(str(error).split()).rstrip(".?")
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name = error.argument.name
        said = f"{name.lstrip('-').upper()} is missing" if error.argument.index is not None else f"{name} needs a value"
    elif isinstance(error, UnusedCliTokensError):
        said = f"too many arguments: {' '.join(map(str, error.unused_tokens or ()))}"
    return (
        f"{command}: {said[:1].lower() if said[1:2].islower() else said[:1]}{said[1:]}. See `pitboss {command} --help`."
    )


if __name__ == "__main__":
    run()
