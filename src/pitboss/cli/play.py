"""`pitboss play`: sit down at a table and play for practice chips."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several
from pitboss.cli.screen import GOOD, WRONG_USAGE, Trouble, a_game, as_argument, plain, screen, shown, to_copy
from pitboss.table.people import as_player

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cli.keyboard import Keyboard
    from pitboss.cli.play_round import Evening
    from pitboss.cli.sitting import Sitting
    from pitboss.play.sources import CardSource
    from pitboss.play.table import Table
    from pitboss.rulebook.terms import Terms

SEATS = 3


@helped("play")
def play(
    game: str | None = None,
    *,
    submission: Path | None = None,
    seats: int = SEATS,
    position: int | None = None,
    shuffle_seed: str = "",
    log: Path | None = None,
    stake: Several = (),
    pause: bool = False,
) -> int:
    from pitboss.cli.keyboard import Keyboard

    console = screen()
    keys = Keyboard(console)
    with keys.listening():
        if game is None and submission is None:
            if not keys.anything():
                return _demonstrations(console, keys, shuffle_seed)
            game = _which(console, keys)
            if game is None:
                return _status(keys)
        terms = _terms(game, submission)
        evening = _sit_down(console, keys, terms, seats, position, shuffle_seed, log, stake, pause)
        try:
            _spend(evening)
        finally:
            if evening.s.log is not None:
                evening.s.log.close()
    return WRONG_USAGE if evening.s.log is not None and evening.s.log.trouble else _status(keys)


def _status(keys: "Keyboard") -> int:
    """As the shell counts: 130 after Ctrl-C, 143 and 129 where the evening was ended from outside."""
    return 128 + keys.stopped if keys.stopped else GOOD


def _spend(evening: "Evening") -> None:
    """The evening; where the screen is lost, the round is still played out, and recorded."""
    try:
        _at_the_table(evening)
    except (OSError, SystemExit):
        evening.s.console.quiet = True
        evening.s.keys.ended = True
        evening.finish()
        raise


def _at_the_table(evening: "Evening") -> None:
    """The evening with a person, or one round that shows how it would be."""
    console = evening.s.console
    if not evening.s.keys.anything() and not evening.s.keys.answers and not evening.s.keys.stopped:
        _welcome(evening, demonstration=True)
        console.print("Nobody is there to answer, so a house player plays one round in your place.")
        _demonstrate(evening)
        _what_next(console, evening.s.table.rules.game.id)
        return
    _welcome(evening, demonstration=False)
    evening.run()
    _summary(evening)


def _which(console: "Console", keys: "Keyboard") -> str | None:
    from pitboss.rulebook.book import book
    from pitboss.rulebook.folders import games

    console.print("Which game?", style="bold")
    for number, game in enumerate(games(), start=1):
        console.print(f"  {number} {book(game).full_title}")
    while True:
        answer = keys.ask("game [1]> ")
        if answer is None and keys.answers and not keys.stopped:
            raise Trouble("no game was chosen")
        if answer is None or answer.lower() in ("q", "quit", "exit"):
            return None
        if not answer:
            return games()[0]
        if answer.isdecimal() and 1 <= int(answer) <= len(games()):
            return games()[int(answer) - 1]
        try:
            return a_game(answer)
        except Trouble as trouble:
            console.print(f"  {str(trouble)[:1].upper()}{str(trouble)[1:]}", style="yellow")


def _terms(game: str | None, submission: Path | None) -> "Terms":
    from pitboss.cli.screen import why_unreadable
    from pitboss.rulebook.submission import check, default_submission

    wanted = a_game(game) if game is not None else None
    if submission is None:
        text = default_submission(wanted or "")
    else:
        try:
            text = submission.read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as error:
            raise Trouble(f"{shown(submission)}: {why_unreadable(error)}") from None
    checked = check(text, submission.parent if submission else None)
    if checked.terms is None:
        fault = checked.faults[0]
        more = f" and {len(checked.faults) - 1} more" if len(checked.faults) > 1 else ""
        name = shown(submission or Path())
        raise Trouble(f"{name}: {fault.key}: {fault.message}{more}; `{to_copy('check', submission or '')}` shows all")
    if wanted is not None and checked.terms.game != wanted:
        raise Trouble(f"{shown(submission or Path())}: this submission is for {checked.terms.game}, not for {wanted}")
    return checked.terms


def _sit_down(
    console: "Console",
    keys: "Keyboard",
    terms: "Terms",
    seats: int,
    position: int | None,
    seed: str,
    log: Path | None,
    stakes: Several,
    pause: bool,
) -> "Evening":
    from pitboss.cli.play_bets import Wagers, with_stakes
    from pitboss.cli.play_log import LogFile
    from pitboss.cli.play_round import Evening
    from pitboss.cli.sitting import Sitting

    table = _table(terms, seed)
    mine = (terms.positions + 1) // 2 if position is None else position
    if not 1 <= mine <= terms.positions:
        raise Trouble(f"--position {mine}: this table has positions 1 to {terms.positions}")
    if not 1 <= seats <= terms.positions:
        raise Trouble(f"--seats {seats}: this table has room for 1 to {terms.positions} players")
    wagers = Wagers(table.rules)
    with_stakes(wagers, stakes, mine)
    sitting = Sitting(table, console, keys, mine, LogFile(log, table) if log is not None else None)
    _take_seats(sitting, seats)
    return Evening(sitting, wagers, pause=pause)


def _table(terms: "Terms", seed: str) -> "Table":
    import time

    from pitboss.games import rules_for
    from pitboss.play.sources import ShuffledDecks, seeded_stream
    from pitboss.play.table import Table

    rules = rules_for(terms)
    source = ShuffledDecks(rules.deck, seeded_stream(seed)) if seed else None
    return Table(rules, source=source, clock=lambda: time.time_ns() // 1_000_000)


def _take_seats(sitting: "Sitting", seats: int) -> None:
    """You at your position, house players at those nearest to it."""
    from pitboss.cli.sitting import YOU
    from pitboss.play.players import NAMES
    from pitboss.table.actions import TakeSeat

    mine, most = sitting.seat, sitting.table.rules.terms.positions
    others = sorted((n for n in range(1, most + 1) if n != mine), key=lambda n: (abs(n - mine), n))
    for number in sorted([mine, *others[: seats - 1]]):
        name = YOU if number == mine else NAMES[number % len(NAMES)]
        sitting.act(as_player(name), TakeSeat(number, name), quiet=True)


def _welcome(evening: "Evening", *, demonstration: bool) -> None:
    from pitboss.wording import things as w

    sitting = evening.s
    rules = sitting.table.rules
    console = sitting.console
    console.print(f"{rules.book.full_title}", style="bold underline")
    operator = f"operator {plain(rules.terms.operator)}"
    practice = "practice, not approved for gaming" if rules.terms.practice else operator
    console.print(f"{plain(rules.terms.table)} ({practice}); cards dealt {w.PROCEDURES[rules.terms.procedure]}.")
    seated = [f"{s.player} at {s.number}" for s in sitting.table.state.seats if s.player]
    console.print(f"Seats from the dealer's left: {w.listed(seated)}. House players play simply, not well.")
    if demonstration:
        console.print("A demonstration: nobody is at the keyboard, so a house player decides for you.")
    else:
        console.print("Press h for help, ? for the rules of the moment, q to leave.")
        console.print()
        console.print("Before the first round", style="bold")


def _demonstrations(console: "Console", keys: "Keyboard", seed: str) -> int:
    """Without a terminal and without a game: one round of each."""
    from pitboss.rulebook.folders import games

    for game in games():
        if keys.stopped:
            break
        evening = _sit_down(console, keys, _terms(game, None), SEATS, None, seed or "demonstration", None, (), False)
        _welcome(evening, demonstration=True)
        _demonstrate(evening)
        console.print()
    _what_next(console, games()[0])
    return _status(keys)


def demonstrate(console: "Console", keys: "Keyboard", terms: "Terms", source: "CardSource") -> int:
    """One round from these cards, for which a house player decides; which round it was."""
    from pitboss.cli.play_bets import Wagers
    from pitboss.cli.play_round import Evening
    from pitboss.cli.sitting import Sitting
    from pitboss.games import rules_for
    from pitboss.play.table import Table

    table = Table(rules_for(terms), source=source)
    sitting = Sitting(table, console, keys, (terms.positions + 1) // 2, None)
    _take_seats(sitting, SEATS)
    evening = Evening(sitting, Wagers(table.rules))
    _welcome(evening, demonstration=True)
    _demonstrate(evening)
    return table.state.round


def _demonstrate(evening: "Evening") -> None:
    evening.by_itself = True
    evening.run(rounds=1)


def _what_next(console: "Console", game: str) -> None:
    console.print()
    console.print("That was a demonstration. In a terminal you play yourself:", style="bold")
    named = as_argument(game)
    commands = [
        (to_copy("play", named), "sit down"),
        (to_copy("rules", named), "read the rulebook"),
        (to_copy("play", named, "--log", "FILE"), "record the rounds"),
    ]
    width = max(len(command) for command, _ in commands)
    for command, purpose in commands:
        console.print(f"  {command:<{width}}   {purpose}", markup=False, soft_wrap=True)


def _summary(evening: "Evening") -> None:
    from pitboss.cli.play_bets import PURSE
    from pitboss.rulebook.pays import dollars
    from pitboss.wording.things import many

    sitting, console = evening.s, evening.s.console
    console.print()
    console.print("You leave the table.", style="bold")
    rounds = len(evening.results)
    if rounds:
        net = sum(evening.results)
        word = f"won {dollars(net)}" if net > 0 else f"lost {dollars(-net)}" if net else "neither won nor lost"
        console.print(f"  {many(rounds, 'round').capitalize()}; you {word} and have {dollars(evening.balance)}.")
        best = max(evening.results)
        if best > 0:
            console.print(f"  Biggest win in a round: {dollars(best)}.")
        if evening.purses > 1:
            console.print(f"  You bought in {dollars(evening.purses * PURSE)} in all.")
    else:
        console.print("  No round was played.")
    if sitting.log is not None:
        name = shown(sitting.log.path)
        what = f"The log is not whole: {sitting.log.holds()}" if sitting.log.trouble else f"Every event is in {name}"
        console.print(f"  {what}; read it with: {to_copy('replay', sitting.log.path)}")
