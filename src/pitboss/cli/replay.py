"""`pitboss replay`: a recorded round again, from its events alone, every act decided anew."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, read_bytes, screen, shown

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.play.log import Record
    from pitboss.play.replay import Replayed
    from pitboss.rulebook.terms import Terms


def replay(log: Path, *, round: int | None = None, json: bool = False) -> int:
    """Print a recorded round again, step by step, with the clause behind every line in words.

    The log is not believed: every act in it is decided again under the terms it opens with. The first record that the
    rules would not have produced is an error that names it, and so is a log that is cut off.

    `pitboss play GAME --log FILE` records a log. Exit status: 0 every act agrees; 1 a record does not follow from the
    rules, or the log ends in the middle of a round that is shown; 2 the file is not a log.

    Parameters
    ----------
    log
        The log, as `--log` wrote it.
    round
        Show only this round; all of them unless given.
    json
        Print the records as JSON, each with its round, its words and the wording of its clause.
    """
    terms, records = _read(log)
    done = _decide_again(log, terms, records)
    numbers = _rounds(done)
    if round is not None and round not in numbers:
        there = f"it has rounds 1 to {max(numbers)}" if any(numbers) else "it has no round"
        raise Trouble(f"{shown(log)}: there is no round {round} in this log; {there}")
    chosen = [(n, item) for n, item in zip(numbers, done, strict=True) if round in (None, n)]
    if json:
        _print_json(terms, chosen)
    else:
        _print(terms, chosen, len(records), max(numbers, default=0))
    unfinished = done and done[-1].state.step > 0 and round in (None, numbers[-1])
    if unfinished:
        complain(f"{shown(log)}: the log ends in the middle of round {numbers[-1]}, after record {len(records)}")
    return FINDINGS if unfinished else GOOD


# --- reading and deciding again -------------------------------------------------------------------------------------


def _read(log: Path) -> "tuple[Terms, list[Record]]":
    from pitboss.play.log import BadLog, read_log

    raw = read_bytes(log)
    try:
        return read_log(raw)
    except BadLog as bad:
        after = max(0, raw.count(b"\n") - 1)
        where = f" after record {after}" if "last line" in str(bad) else ""
        raise Trouble(f"{shown(log)}: this log cannot be read: {_one_line(str(bad))}{where}") from None


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _decide_again(log: Path, terms: "Terms", records: "list[Record]") -> "list[Replayed]":
    from pitboss.play.log import BadLog
    from pitboss.play.replay import replay as decide_again

    done: list[Replayed] = []
    try:
        for item in decide_again(terms, records):
            done.append(item)
    except BadLog as bad:
        raise Trouble(f"{shown(log)}: {_difference(terms, records, done, bad)}", FINDINGS) from None
    except (LookupError, AssertionError, TypeError, ValueError, ArithmeticError):
        place = min(len(done), len(records) - 1)
        where = f"record {records[place].seq}" if records else "the header"
        raise Trouble(f"{shown(log)}: {where} cannot be played under the terms of the log", FINDINGS) from None
    return done


def _difference(terms: "Terms", records: "list[Record]", done: "list[Replayed]", bad: Exception) -> str:
    """The first record that does not follow, and what the rules give instead, in words."""
    from pitboss.cli.explain import say
    from pitboss.games import rules_for
    from pitboss.table.actions import Act
    from pitboss.table.engine import step

    rules = done[-1].rules if done else rules_for(terms)
    state = done[-1].state if done else rules.opening()
    head = records[len(done)]
    if head.act is not None:
        outcome = step(rules, state, Act(head.by, head.act, head.at))
        if isinstance(outcome, tuple):
            for record, event in zip(records[len(done) :], outcome[0], strict=False):
                if record.event != event:
                    logged, given = say(rules, record.event), say(rules, event)
                    if logged == given:
                        logged, given = str(record.event), str(event)
                    return f'record {record.seq} says "{logged}", where the rules give "{given}"'
    return _one_line(str(bad))


def _rounds(done: "list[Replayed]") -> list[int]:
    """The round each record belongs to; 0 for what happens before and between rounds."""
    from pitboss.table import events as e

    numbers: list[int] = []
    now = 0
    for item in done:
        if isinstance(item.record.event, e.RoundOpened):
            now = item.record.event.round
        numbers.append(now)
        if isinstance(item.record.event, e.TableCleared):
            now = 0
    return numbers


# --- printing -------------------------------------------------------------------------------------------------------


def _print_json(terms: "Terms", shown: "list[tuple[int, Replayed]]") -> None:
    import msgspec

    from pitboss.cli.explain import clause_of, text, wording_of

    rows: list[dict[str, Any]] = []
    for number, item in shown:
        record = item.record
        clause = clause_of(record.event)
        rows.append(
            {
                "seq": record.seq,
                "round": number,
                "at": record.at,
                "by": record.by,
                "text": text(item.rules, record.event),
                "clause": clause,
                "wording": wording_of(clause),
                "event": record.event,
            }
        )
    whole = {"game": terms.game, "table": terms.table, "terms": terms.digest, "records": rows}
    print(msgspec.json.format(msgspec.json.encode(whole), indent=2).decode())


def _print(terms: "Terms", shown: "list[tuple[int, Replayed]]", records: int, rounds: int) -> None:
    from itertools import groupby

    from pitboss.cli.wording import many
    from pitboss.rulebook.book import book

    console = screen()
    the_book = book(terms.game)
    console.print(f"{the_book.title}, {the_book.jurisdiction}: {terms.table}, terms {terms.digest}", style="bold")
    console.print(
        f"{many(records, 'record').capitalize()}, {many(rounds, 'round')}. Every act was decided again: all agree."
    )
    known: set[str] = set()
    for number, items in groupby(shown, key=lambda pair: pair[0]):
        console.print()
        console.print(f"Round {number}" if number else "Between rounds", style="bold underline")
        _print_round(console, [item for _, item in items], known)


def _print_round(console: "Console", items: "list[Replayed]", known: set[str]) -> None:
    from pitboss.cli.explain import step_title
    from pitboss.cli.narrate import narrate
    from pitboss.table import events as e

    rules = items[0].rules
    numbers = {id(item.record.event): item.record.seq for item in items}
    for telling in narrate(rules, [item.record.event for item in items], faces=True):
        first = telling.events[0]
        if isinstance(first, e.StepOpened):
            console.print()
            _line(console, 0, step_title(rules, first.name, items[0].state.procedure), first.clause, known, "bold")
        else:
            _line(console, numbers[id(first)], telling.text, telling.clause, known, "none")


def _line(console: "Console", seq: int, text: str, clause: str, known: set[str], style: str) -> None:
    """A line with its record number; the clause's own words below it where they are new."""
    from pitboss.cli.explain import wording_of
    from pitboss.cli.screen import cited

    below = "" if clause in known else wording_of(clause)
    known.add(clause)
    cited(console, text, clause, style=style, mark=f"{seq or '':>5} " if seq else "", below=below)
