"""Answers as the store has them. One is kept once, whatever is sent twice and from how many windows: by its id, and by
its task, which a person answers once."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, insert, select

from pitboss.house.store.schema import people, school_answers
from pitboss.house.trail.asked import reused
from pitboss.messages.tasks import DrillAnswer, TaskName, TaskVerdict
from pitboss.table.refusals import RefusedAct

AT_MOST = 5_000
"""Answers of one person that are looked at: the newest."""
COLUMNS = school_answers.c
_ANSWER: msgspec.json.Decoder[DrillAnswer] = msgspec.json.Decoder(DrillAnswer)


class KeptAnswer(Struct, frozen=True):
    """What somebody has answered, and whether it was right."""

    handle: str
    id: str
    name: TaskName
    answer: DrillAnswer
    right: bool
    missteps: tuple[str, ...]
    """The kinds of what was wrong, and the mistaken beliefs that explain it."""
    took: int
    """Milliseconds."""
    at: int


def answered(
    handle: str, id: str, name: TaskName, answer: DrillAnswer, verdict: TaskVerdict, took: int, at: int
) -> KeptAnswer:
    """The answer with what was said of it."""
    missteps = tuple(dict.fromkeys(each.misconception or each.kind for each in verdict.missteps))
    return KeptAnswer(handle, id, name, answer, verdict.right, missteps, took, at)


def keep(conn: Connection, made: KeptAnswer) -> bool:
    """Keeps an answer; False where it was kept before. An id that was given to another task is refused."""
    mine = COLUMNS.handle == made.handle
    before = conn.execute(select(school_answers).where(mine, COLUMNS.act_id == made.id)).first()
    if before is not None:
        if _kept(before).name != made.name:
            raise RefusedAct(reused(made.id))
        return False
    if conn.execute(select(COLUMNS.at).where(mine, *_of_task(made.name))).first() is not None:
        return False
    conn.execute(
        insert(school_answers).values(
            handle=made.handle,
            act_id=made.id,
            **msgspec.structs.asdict(made.name),
            answer=msgspec.json.encode(made.answer).decode(),
            correct=int(made.right),
            missteps=msgspec.json.encode(made.missteps).decode(),
            took=made.took,
            at=made.at,
        )
    )
    return True


def of_person(conn: Connection, handle: str) -> list[KeptAnswer]:
    """What somebody has answered, the oldest first."""
    newest = select(school_answers).where(COLUMNS.handle == handle).order_by(COLUMNS.at.desc(), COLUMNS.act_id.desc())
    return [_kept(found) for found in reversed(conn.execute(newest.limit(AT_MOST)).all())]


class TopicSum(Struct, frozen=True):
    """What somebody has done of one topic."""

    handle: str
    guest: bool
    game: str
    drill: str
    topic: str
    answers: int
    right: int
    took: int
    """Milliseconds of all of them."""
    last: int


def of_everybody(conn: Connection, since: int = 0) -> list[TopicSum]:
    """Sums of everybody who has answered since then, by topic."""
    topic = (COLUMNS.handle, people.c.guest, COLUMNS.game, COLUMNS.drill, COLUMNS.topic)
    sums = (func.count(), func.sum(COLUMNS.correct), func.sum(COLUMNS.took), func.max(COLUMNS.at))
    asked = (
        select(*topic, *sums)
        .join(people, people.c.handle == COLUMNS.handle)
        .where(COLUMNS.at >= since)
        .group_by(*topic)
        .order_by(COLUMNS.handle)
    )
    return [
        TopicSum(handle, bool(guest), game, drill, name, int(count), int(right), int(took), int(last))
        for handle, guest, game, drill, name, count, right, took, last in conn.execute(asked)
    ]


def _of_task(name: TaskName) -> list[Any]:
    return [COLUMNS[field] == value for field, value in msgspec.structs.asdict(name).items()]


def _kept(found: Any) -> KeptAnswer:
    return KeptAnswer(
        found.handle,
        found.act_id,
        TaskName(found.game, found.drill, found.topic, found.seed, found.place),
        _ANSWER.decode(found.answer),
        bool(found.correct),
        msgspec.json.decode(found.missteps, type=tuple[str, ...]),
        found.took,
        found.at,
    )
