"""Exams in the trail: an audit judges every result again, and finds whatever somebody has changed, signed or made up
afterwards. On both databases."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from house.audit_support import Evening, rehash
from house.examined_class import answer, begun, given, names, right, sat
from house.school_drill import small_drill
from house.server_support import served
from house.stores import DATABASES, new_store
from pitboss.house.audit.findings import Findings
from pitboss.house.fair.keys import Keys
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store
from pitboss.house.trail import checkpoints
from pitboss.house.trail.examined import SittingEnded
from pitboss.house.trail.rows import append
from pitboss.school.exam import ExamResult
from pitboss.school.signed import ExamRecord, SignedExam, sign_result

T = schema.trail.c


class Examined(Evening):
    """A house in which Cid has sat an exam (two answers wrong), and Dee is in the middle of one."""

    def __init__(self, url: str, folder: Path) -> None:
        self.engine = open_store(url)
        self.keys = Keys.load(folder / "keys", make=False)
        self.file = folder / "house.checkpoints"


@pytest.fixture(scope="module", params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Examined]:
    folder = tmp_path_factory.mktemp(f"examined-{request.param}")
    if request.param == "sqlite":
        yield from _examined(new_store(folder / "house.db"), folder)
        return
    with request.getfixturevalue("_postgres").database("made") as url:
        yield from _examined(url, folder)


def _examined(url: str, folder: Path) -> Iterator[Examined]:
    with small_drill():
        with served(folder, database=url, checkpoints_file=folder / "house.checkpoints") as server:
            tom, cid, dee = server.staff("Tom", "trainer"), server.staff("Cid", "dealer"), server.staff("Dee", "dealer")
            exam = given(tom, "one", seeds="same")
            sat(server, cid, exam, 2)
            sitting = begun(dee, exam)["sitting"]
            answer(dee, sitting, 0, right(names(server, sitting)[0]))
        found = Examined(url, folder)
        yield found
        found.engine.dispose()


def _rows(conn: Connection, what: str) -> list[Any]:
    found = conn.execute(select(schema.trail).where(T.kind == "exam").order_by(T.number)).all()
    return [row for row in found if json.loads(bytes(row.body))["what"] == what]


def _put(conn: Connection, row: Any, body: bytes, *, chained: bool = True) -> None:
    conn.execute(update(schema.trail).where(T.chain == 0, T.number == row.number).values(body=body))
    if chained:
        rehash(conn, 0, row.number)


def _signed_anew(house: Examined, conn: Connection) -> Findings:
    """By somebody who has even the keys of the house; nothing was kept elsewhere."""
    conn.execute(schema.checkpoints.delete())
    heads = checkpoints.heads(conn)
    checkpoints.insert(conn, checkpoints.make(house.keys, 1, 1_900_000_000_000, heads, None))
    return house.verify(conn, checkpoints_file=None)


def _about(found: Findings) -> str:
    return "\n".join(each.text for each in found.found if "exam" in each.text or "sitting" in each.text)


def test_an_untouched_trail_is_judged_again_to_the_same_score(house: Examined) -> None:
    with house.reading() as conn:
        found = house.verify(conn)
        body = msgspec.json.decode(bytes(_rows(conn, "ended")[0].body), type=SittingEnded)
    assert found.clean, found.found
    said = msgspec.json.decode(body.record.body, type=SignedExam)
    assert (said.result.score.right, said.result.score.tasks) == (4, 6)


def test_a_changed_byte_of_a_record_no_longer_fits_its_chain(house: Examined) -> None:
    with house.changing() as conn:
        row = _rows(conn, "ended")[0]
        _put(conn, row, bytes(row.body).replace(b'"percent":66', b'"percent":99'), chained=False)
        found = house.verify(conn)
    assert any(each.row == row.number and "hash" in each.text for each in found.found), found.found


def test_a_record_that_was_changed_and_chained_anew_has_no_signature(house: Examined) -> None:
    with house.changing() as conn:
        row = _rows(conn, "ended")[0]
        _put(conn, row, bytes(row.body).replace(b'"percent":66', b'"percent":99'))
        found = _signed_anew(house, conn)
    assert "the signature does not fit" in _about(found)


def _forged(change: Callable[[ExamResult], ExamResult], keys: Keys, row: Any) -> bytes:
    """The row with another result, signed with these keys."""
    body = msgspec.json.decode(bytes(row.body), type=SittingEnded)
    result = msgspec.json.decode(body.record.body, type=SignedExam).result
    record: ExamRecord = sign_result(change(result), keys.public, keys.sign)
    return msgspec.json.encode(replace(body, record=record), order="sorted")


def _better(result: ExamResult) -> ExamResult:
    return replace(result, score=replace(result.score, right=6, percent=100, marks=(True,) * 6))


def _somebody_else(result: ExamResult) -> ExamResult:
    return replace(result, sitting=replace(result.sitting, who="Dee"))


def _fewer_answers(result: ExamResult) -> ExamResult:
    return replace(result, sitting=replace(result.sitting, answers=result.sitting.answers[:-1]))


def _another_seed(result: ExamResult) -> ExamResult:
    return replace(result, sitting=replace(result.sitting, seed=7))


def _easier(result: ExamResult) -> ExamResult:
    return replace(result, sitting=replace(result.sitting, exam=replace(result.sitting.exam, pass_percent=1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_better, "the score is not the one that these answers have"),
        (_somebody_else, "another trainee"),
        (_fewer_answers, "other answers"),
        (_another_seed, "another seed"),
        (_easier, "another exam"),
    ],
)
def test_a_record_signed_by_who_has_the_keys_must_be_true(
    house: Examined, change: Callable[[ExamResult], ExamResult], said: str
) -> None:
    with house.changing() as conn:
        row = _rows(conn, "ended")[0]
        _put(conn, row, _forged(change, house.keys, row))
        assert said in _about(_signed_anew(house, conn))


def test_a_record_signed_with_other_keys_is_found(house: Examined, tmp_path: Path) -> None:
    other = Keys.load(tmp_path / "other", make=True)
    with house.changing() as conn:
        row = _rows(conn, "ended")[0]
        _put(conn, row, _forged(lambda result: result, other, row))
        found = _about(_signed_anew(house, conn))
    assert other.public[:16] in found and "the key of then is" in found


def test_an_answer_changed_afterwards_is_not_the_one_that_was_signed(house: Examined) -> None:
    with house.changing() as conn:
        row = next(row for row in _rows(conn, "answered") if row.person == "Cid")
        body = json.loads(bytes(row.body))
        body["given"]["at"] += 1
        _put(conn, row, json.dumps(body, separators=(",", ":")).encode())
        assert "other answers" in _about(_signed_anew(house, conn))


def test_a_row_that_could_not_be_is_found(house: Examined) -> None:
    """An answer after the end, somebody else's answer, an exam begun twice, rows that cannot be read."""
    with house.changing() as conn:
        rows = {what: _rows(conn, what) for what in ("begun", "answered", "ended")}
        cid, dee = (next(row for row in rows["answered"] if row.person == who) for who in ("Cid", "Dee"))
        at = 1_900_000_000_000
        append(conn, "exam", cid.by, msgspec.Raw(bytes(cid.body)), at)
        append(conn, "exam", cid.by, msgspec.Raw(bytes(dee.body)), at)
        append(conn, "exam", "dealer:Cid", msgspec.Raw(bytes(rows["begun"][0].body)), at)
        append(conn, "exam", "dealer:Cid", {"what": "passed"}, at)
        found = _about(_signed_anew(house, conn))
    for said in ("had ended", "somebody else's", "begun before", "cannot be read"):
        assert said in found, said


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        (schema.exams, "body", "{}"),
        (schema.exams, "status", "closed"),
        (schema.exams, "given_by", "trainer:Eve"),
        (schema.exams, "seed", 7),
        (schema.exams, "seed", None),
        (schema.exam_sittings, "answers", "[]"),
        (schema.exam_sittings, "seed", 7),
        (schema.exam_sittings, "started", 7),
        (schema.exam_sittings, "handle", "Tom"),
        (schema.exam_sittings, "row", 1),
    ],
)
def test_what_the_store_has_otherwise_than_the_trail_is_found(
    house: Examined, table: Any, column: str, value: Any
) -> None:
    with house.changing() as conn:
        conn.execute(update(table).where(table.c.id == 1).values({column: value}))
        assert f"its {column} in the store is not that of the trail" in _about(house.verify(conn))


@pytest.mark.parametrize("number", [1, 2])
def test_a_sitting_that_is_missing_or_made_up_is_found(house: Examined, number: int) -> None:
    with house.changing() as conn:
        conn.execute(schema.exam_sittings.delete().where(schema.exam_sittings.c.id == number))
        assert f"sitting {number} is in the trail but not in the store" in _about(house.verify(conn))
    with house.changing() as conn:
        conn.execute(update(schema.exam_sittings).where(schema.exam_sittings.c.id == number).values(id=9))
        assert "sitting 9 is in the store but not in the trail" in _about(house.verify(conn))
