"""`pitboss replay`: a recorded round again, from its events alone, every act decided anew."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, read_bytes, safe, screen, shown

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.play.log import Record
    from pitboss.play.replay import Replayed
    from pitboss.rulebook.terms import Terms


@helped("replay")
def replay(log: Path, *, round: int | None = None, json: bool = False) -> int:
    terms, records, torn = _read(log)
    done, cut = _decide_again(log, terms, records)
    numbers = _rounds(done)
    if round is not None and round not in (set(numbers) - {0}):
        there = f"it has rounds 1 to {max(numbers)}" if any(numbers) else "it has no round"
        raise Trouble(f"{shown(log)}: there is no round {round} in this log; {there}")
    chosen = [(n, item) for n, item in zip(numbers, done, strict=True) if round in (None, n)]
    if json:
        print_records(terms, chosen)
    else:
        _print(terms, chosen, len(done), max(numbers, default=0))
    unfinished = bool(done) and done[-1].state.step > 0 and round in (None, numbers[-1])
    ends = _how_it_ends(torn, cut, f"round {numbers[-1]}" if unfinished else "", len(records), len(done))
    if ends:
        complain(f"{shown(log)}: {ends}")
    return FINDINGS if ends else GOOD


def _how_it_ends(torn: int, cut: int, unfinished: str, records: int, whole: int) -> str:
    """In words what is missing at the end of the log; nothing where it is whole."""
    said = [f"line {torn} is torn: it breaks off before its end"] * bool(torn)
    said += [f"the log ends in the middle of an act (record {cut})"] * bool(cut)
    if unfinished and not cut:
        said.append(f"the log ends in the middle of {unfinished}, after record {records}")
    if torn or cut:
        said.append(f"what is whole ends with record {whole}" if whole else "no act before it is whole")
    return "; ".join(said)


# --- reading and deciding again -------------------------------------------------------------------------------------


def _read(log: Path) -> "tuple[Terms, list[Record], int]":
    """The terms, the records whose lines are whole, and the number of the torn last line, if there is one."""
    from pitboss.play.log import BadLog, read_log, remark

    raw = read_bytes(log)
    if not raw:
        raise Trouble(f"{shown(log)}: this is not a Pitboss log: it is empty")
    try:
        terms, records = read_log(raw, torn_ok=True)
    except BadLog as bad:
        raise Trouble(f"{shown(log)}: {_in_plain_words(str(bad))}") from None
    if said := remark(raw):
        complain(f"{shown(log)}: {said}")
    return terms, records, 0 if raw.endswith(b"\n") else len(records) + 2


def _in_plain_words(said: str) -> str:
    """What is wrong with a line, without the reader's own remarks about it."""
    line, no_record, _ = said.partition(" is not a record")
    return f"{line}{no_record} of a Pitboss log" if no_record else _one_line(said)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _decide_again(log: Path, terms: "Terms", records: "list[Record]") -> "tuple[list[Replayed], int]":
    """Every record with its state; the first record of an act that the log does not bring to its end, or 0."""
    from pitboss.cli.replay_faults import difference
    from pitboss.play.log import BadLog
    from pitboss.play.replay import replay as decide_again

    done: list[Replayed] = []
    try:
        for item in decide_again(terms, records):
            done.append(item)
    except BadLog as bad:
        if "ends in the middle of an act" in str(bad):
            return done, records[len(done)].seq
        said = difference(terms, records, done) or _one_line(str(bad))
        raise Trouble(f"{shown(log)}: {said}", FINDINGS) from None
    except (LookupError, AssertionError, TypeError, ValueError, ArithmeticError):
        place = min(len(done), len(records) - 1)
        where = f"record {records[place].seq}" if records else "the header"
        raise Trouble(f"{shown(log)}: {where} cannot be played under the terms of the log", FINDINGS) from None
    return done, 0


def _rounds(done: "list[Replayed]") -> list[int]:
    """The round each record belongs to; 0 for what happens before and between rounds. A round in which nobody ever
    called "no more bets" was opened, not played."""
    from pitboss.table import events as e

    numbers: list[int] = []
    played: set[int] = set()
    now = 0
    for item in done:
        if isinstance(item.record.event, e.RoundOpened):
            now = item.record.event.round
        if isinstance(item.record.event, e.BetsClosed):
            played.add(now)
        numbers.append(now)
        if isinstance(item.record.event, e.TableCleared):
            now = 0
    return [number if number in played else 0 for number in numbers]


# --- printing -------------------------------------------------------------------------------------------------------


def print_records(terms: "Terms", shown: "list[tuple[int, Replayed]]") -> None:
    """Records as JSON, each with its round, its words and the wording of its clause."""
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
    print_json({"game": terms.game, "table": terms.table, "terms": terms.digest, "records": rows})


def _print(terms: "Terms", shown: "list[tuple[int, Replayed]]", records: int, rounds: int) -> None:
    from itertools import groupby

    from pitboss.rulebook.book import book
    from pitboss.wording.things import many

    console = screen()
    the_book = book(terms.game)
    table = f"{safe(terms.table)}, terms {safe(terms.digest)}"
    console.print(f"{the_book.full_title}: {table}", style="bold")
    agree = " Every act was decided again: all agree." if records else ""
    played = many(rounds, "round") if rounds else "no round"
    console.print(f"{many(records, 'record').capitalize()}, {played}.{agree}")
    known: set[str] = set()
    for number, items in groupby(shown, key=lambda pair: pair[0]):
        console.print()
        console.print(f"Round {number}" if number else "Between rounds", style="bold underline")
        print_round(console, [item for _, item in items], known)


def print_round(console: "Console", items: "list[Replayed]", known: set[str]) -> None:
    """A round line by line; `known` are the clauses whose words have been printed already."""
    from pitboss.cli.explain import narrate
    from pitboss.table import events as e
    from pitboss.wording.events import step_title

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
