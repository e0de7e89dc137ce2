"""A history as the log it was made from: every act is decided again, and every fact held against what follows."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.play.history.facts import facts
from pitboss.play.history.form import FACTS
from pitboss.play.history.reading import BadHistory, HistoryPart, HistoryRead, read_history
from pitboss.play.log import Record, copied_header, lines
from pitboss.play.replay import Replayed
from pitboss.rulebook.submission_faults import Fault, Path, written
from pitboss.table import events as e
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal


class HistoryKept(Struct, frozen=True):
    """What a history holds: the log, and how much there is in it."""

    log: bytes
    game: str
    rounds: int
    acts: int


def log_of(text: str) -> HistoryKept:
    """The log of a history; raises `BadHistory` with all that is wrong."""
    read = read_history(text)
    done, faults = _decided(read)
    for part, items in zip(read.parts, done, strict=False):
        faults += _disagreements(read, part, items)
    if faults:
        raise BadHistory(tuple(sorted(faults, key=lambda fault: fault.line)))
    records = [item.record for part in done for item in part]
    log = copied_header(read.terms[0], read.head.edition) + b"".join(lines(records))
    return HistoryKept(log, read.head.game, len(done) - 1, sum(len(part.acts) for part in read.parts))


def _decided(read: HistoryRead) -> tuple[list[list[Replayed]], list[Fault]]:
    """The records of every part that could be played whole; the first act that could not ends it."""
    rules = rules_for(read.terms[0])
    state = rules.opening()
    done: list[list[Replayed]] = []
    seq = last = 0
    for part in read.parts:
        items: list[Replayed] = []
        for each in part.acts:
            act = each.act
            if seq and act.at < last:
                return done, [_fault(read, (*each.path, "at"), "this act is earlier than the one before it")]
            outcome = step(rules, state, act)
            if isinstance(outcome, Refusal):
                return done, [_fault(read, each.path, f"the rules refuse this act: {outcome}")]
            events, state = outcome
            for event in events:
                seq += 1
                action = act.action if event is events[0] else None
                rules = rules_for(event.terms) if isinstance(event, e.TermsAdopted) else rules
                items.append(Replayed(Record(seq, act.at, act.by, event, action), rules, state))
            last = act.at
        done.append(items)
    return done, []


def _disagreements(read: HistoryRead, part: HistoryPart, items: list[Replayed]) -> list[Fault]:
    """Where what the file says of a round is not what its acts give."""
    events = [item.record.event for item in items]
    opened = [event for event in events if isinstance(event, e.RoundOpened)]
    if "number" not in part.said:
        message = "a round is opened before the first [[round]]"
        return [_fault(read, part.path, message)] if opened else []
    number = part.said["number"]
    if [event.round for event in opened] != [number] or events[0] != opened[0]:
        message = f"the acts of round {number} must begin by opening it, and no other"
        return [_fault(read, (*part.path, "number"), message)]
    true = facts(opened[0].round, items)
    faults: list[Fault] = []
    for name in FACTS:
        if name in part.said and part.said[name] != getattr(true, name):
            faults += _differences(read, (*part.path, name), part.said[name], getattr(true, name))
    return faults


def _differences(read: HistoryRead, path: Path, said: Any, true: Any) -> Iterable[Fault]:
    """Each place or line of a fact that is otherwise."""
    if isinstance(said, dict):
        for key in sorted(said.keys() | true.keys()):
            if said.get(key) != true.get(key):
                yield _otherwise(read, (*path, key), said.get(key), true.get(key))
    elif isinstance(said, tuple):
        for place in range(max(len(said), len(true))):
            one, other = (rows[place] if place < len(rows) else None for rows in (said, true))
            if one != other:
                yield _otherwise(read, (*path, place), one, other)
    else:
        yield _otherwise(read, path, said, true)


def _otherwise(read: HistoryRead, path: Path, said: Any, true: Any) -> Fault:
    """What the acts give instead; of two lines only that in which they differ."""
    one, other = _named(said), _named(true)
    differing = {key for key in {*one, *other} if one.get(key) != other.get(key)}
    gives = _shown({key: value for key, value in other.items() if key in differing})
    given = _shown({key: value for key, value in one.items() if key in differing})
    return _fault(
        read, path, f"the acts give {gives}" if true is not None else "the acts give nothing of the kind", given
    )


def _named(value: Any) -> dict[str, Any]:
    """A fact by the names of its parts; one that has none stands alone."""
    if isinstance(value, Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return value
    return {} if value is None else {"": value}


def _shown(parts: dict[str, Any]) -> str:
    return ", ".join(f"{name} {said}".strip() for name, said in parts.items() if said != "")


def _fault(read: HistoryRead, path: Path, message: str, given: str = "") -> Fault:
    return Fault(read.line_of(path), written(path), message, given=given)
