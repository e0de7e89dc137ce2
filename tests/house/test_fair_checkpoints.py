"""Signed checkpoints: what was changed, swapped, removed or cut off is found."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine

from pitboss.house.fair.keys import Keys
from pitboss.house.store.schema import checkpoints as table
from pitboss.house.trail.checkpoints import (
    BadCheckpoints,
    Checkpoint,
    append_to,
    catch_up,
    compare,
    hold_against,
    insert,
    last,
    make,
    read_all,
    read_file,
    verify,
)

KEYS = Keys(bytes(32), bytes(range(32)))
OTHERS = Keys(bytes(32), bytes(range(1, 33)))


def hash_of(chain: int, row: int) -> bytes:
    return bytes([chain, row]) * 16


def some(count: int = 5, keys: Keys = KEYS) -> list[Checkpoint]:
    """Chains 0 and 1 from the first, chain 2 from the third; two rows more each time."""
    made: list[Checkpoint] = []
    for number in range(1, count + 1):
        heads = {chain: (2 * number, hash_of(chain, 2 * number)) for chain in ((0, 1, 2) if number > 2 else (0, 1))}
        made.append(make(keys, number, 1000 * number, heads, made[-1] if made else None))
    return made


def resigned(checkpoint: Checkpoint, keys: Keys = KEYS, **changes: Any) -> Checkpoint:
    """Changed by someone who has the key of the house."""
    body = msgspec.json.encode(msgspec.structs.replace(checkpoint.read(), **changes))
    return Checkpoint(checkpoint.number, body, keys.sign(b"pitboss-checkpoint-1\n" + body))


def test_the_bytes_of_a_checkpoint() -> None:
    first = some(1)[0]
    assert first.body.decode() == (
        f'{{"number":1,"at":1000,"chains":{{"0":[2,"{"0002" * 16}"],"1":[2,"{"0102" * 16}"]}},'
        f'"before":"{"0" * 64}","public":"{KEYS.public}"}}'
    )


def test_good_ones_are_good() -> None:
    assert verify([], KEYS.public) == []
    assert verify(some(), KEYS.public) == []
    assert verify(some(), None) == []
    assert hold_against(some(), hash_of) == []


def test_signed_by_somebody_else() -> None:
    for found in (verify(some(keys=OTHERS), KEYS.public), verify([*some(2), some(3, OTHERS)[2]], None)):
        assert any("not the key of the house" in said for said in found)
        assert any("bad signature" in said for said in found)


def test_a_body_with_the_right_key_named_but_not_used() -> None:
    forged = [*some(4), resigned(some()[4], OTHERS)]
    assert verify(forged, KEYS.public) == [
        "checkpoint 5 has a bad signature: it was changed, or signed by someone else"
    ]


@pytest.mark.parametrize("part", ["body", "signature"])
def test_every_changed_byte_is_found(part: str) -> None:
    made = some(3)
    held = getattr(made[1], part)
    for place in range(len(held)):
        changed = held[:place] + bytes([held[place] ^ 1]) + held[place + 1 :]
        bad = [made[0], msgspec.structs.replace(made[1], **{part: changed}), made[2]]
        found = verify(bad, KEYS.public)
        assert any("checkpoint 2" in said for said in found) and any("checkpoint 3 does not" in said for said in found)


def test_swapped_removed_repeated() -> None:
    one, two, three, four, five = some()
    for bad, says in (
        ([one, three, two, four, five], "out of order"),
        ([one, two, four, five], "checkpoint 4 stands where checkpoint 3 should stand"),
        ([two, three, four, five], "checkpoint 2 is the first one here, but it follows another"),
        ([one, two, two, three, four, five], "checkpoint 2 stands where checkpoint 3 should stand"),
        ([one, two, msgspec.structs.replace(three, number=2), four], "says that it is checkpoint 3"),
    ):
        assert any(says in said for said in verify(bad, KEYS.public)), says


def test_a_whole_new_list_by_the_house_itself() -> None:
    """Signatures and links are right; only those kept elsewhere tell."""
    again = [make(KEYS, 1, 1, {0: (2, bytes(32))}, None)]
    assert verify(again, KEYS.public) == []
    assert compare(again, some()) == [
        "checkpoint 1 in the store is not the one that was kept elsewhere",
        *(f"checkpoint {n} was kept elsewhere, but the store no longer has it" for n in (2, 3, 4, 5)),
    ]
    assert compare(some(), some(3)) == []
    assert compare(some(4), some()) == ["checkpoint 5 was kept elsewhere, but the store no longer has it"]


def test_chains_that_grow_shorter_or_change() -> None:
    made = some(3)
    changed: list[tuple[dict[str, Any], str]] = [
        ({"chains": {0: (5, "00"), 1: (1, "00"), 2: (6, "00")}}, "fewer rows of chain 1"),
        ({"chains": {0: (5, "00")}}, "fewer rows of chain 1"),
        ({"chains": {0: (4, "00" * 32), 1: (6, "00")}}, "another hash for row 4 of chain 0"),
        ({"at": 1999}, "dated before the one it follows"),
        ({"before": "00" * 32}, "does not follow checkpoint 2"),
    ]
    for changes, says in changed:
        found = verify([*made[:2], resigned(made[2], **changes)], KEYS.public)
        assert found and all("checkpoint 3" in said for said in found) and any(says in said for said in found)
    assert verify([*made[:2], resigned(made[2], at=2000)], KEYS.public) == []


def test_a_cut_off_tail_is_found() -> None:
    """Row 10 of chain 2 was signed last. Without it, the rest of the chain fits as well as before."""

    def left(end: int, chain: int, row: int) -> bytes | None:
        return hash_of(chain, row) if chain != 2 or row <= end else None

    for end, missed in ((10, 0), (9, 1), (8, 1), (7, 2), (0, 3)):
        found = hold_against(some(), partial(left, end))
        assert len(found) == missed and all("chain 2 has no row" in said for said in found)


def test_a_chain_made_anew_is_found() -> None:
    found = hold_against(some(), lambda chain, row: hash_of(chain, row) if (chain, row) != (1, 6) else bytes(32))
    assert found == ["row 6 of chain 1 is not the row that checkpoint 3 signed"]


def test_a_chain_without_rows_is_no_finding() -> None:
    assert hold_against([make(KEYS, 1, 0, {4: (0, bytes(32))}, None)], lambda chain, row: None) == []


def test_time_never_runs_backwards() -> None:
    first = make(KEYS, 1, 5000, {}, None)
    assert make(KEYS, 2, 4000, {}, first).read().at == 5000
    assert make(KEYS, 2, 6000, {}, first).read().at == 6000


# --- the file kept elsewhere ----------------------------------------------------------------------------------------


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.ndjson"
    made = some()
    append_to(path, made[0])
    append_to(path, *made[1:])
    assert read_file(path) == made
    assert [msgspec.json.decode(line)["body"]["number"] for line in path.read_bytes().splitlines()] == [1, 2, 3, 4, 5]


def test_a_line_torn_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.ndjson"
    made = some(3)
    append_to(path, *made)
    whole = path.read_bytes()
    second_ends = len(b"".join(whole.splitlines(keepends=True)[:2]))
    for length in (second_ends, second_ends + 1, len(whole) - 100, len(whole) - 2):
        path.write_bytes(whole[:length])
        assert read_file(path) == made[:2]
        append_to(path, made[2])
        assert path.read_bytes() == whole
    path.write_bytes(whole[:-1])  # only the end of the line is missing
    assert read_file(path) == made
    append_to(path, some(4)[3])
    assert read_file(path) == some(4)


def test_a_damaged_line_before_the_last(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.ndjson"
    append_to(path, *some(3))
    lines = path.read_bytes().splitlines(keepends=True)
    for bad in (
        b"\n",
        b"{}\n",
        lines[1][:-10] + b"\n",
        lines[1].replace(b'"at"', b'"ta"'),
        b'{"body":' + b"[" * 100_000 + b"\n",
    ):
        path.write_bytes(lines[0] + bad + lines[2])
        with pytest.raises(BadCheckpoints, match="line 2 is not a checkpoint"):
            read_file(path)


def test_an_edited_line_is_read_and_found(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.ndjson"
    append_to(path, *some(3))
    path.write_bytes(path.read_bytes().replace(b'"at":2000', b'"at":2001'))
    found = verify(read_file(path), KEYS.public)
    assert [said.partition(" has ")[0].partition(" does ")[0] for said in found] == ["checkpoint 2", "checkpoint 3"]


def test_catching_up(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.ndjson"
    made = some()
    assert catch_up(path, []) == 0 and not path.exists()
    assert catch_up(path, made[:2]) == 2
    path.write_bytes(path.read_bytes()[:-5])
    assert catch_up(path, made) == 4
    assert catch_up(path, made) == 0
    assert read_file(path) == made


# --- in the store ---------------------------------------------------------------------------------------------------


def test_in_the_store(engine: Engine, tamper: Callable[[Engine], AbstractContextManager[Connection]]) -> None:
    made = some()
    with engine.connect() as conn:
        assert last(conn) is None and read_all(conn) == []
        for checkpoint in made:
            insert(conn, checkpoint)
        assert read_all(conn) == made and last(conn) == made[-1]
    with tamper(engine) as conn:
        conn.execute(table.update().where(table.c.number == 3).values(body=made[1].body, signature=made[1].signature))
    with engine.connect() as conn:
        found = verify(read_all(conn), KEYS.public)
        assert any("checkpoint 3 says that it is checkpoint 2" in said for said in found)
        assert compare(read_all(conn), made) == ["checkpoint 3 in the store is not the one that was kept elsewhere"]


def test_pages_of_them(engine: Engine) -> None:
    """What somebody asks for who keeps them elsewhere: those after the last he has, a few at a time."""
    with engine.connect() as conn:
        for number in range(1, 6):
            insert(conn, Checkpoint(number, b"{}", b"s"))
        assert [each.number for each in read_all(conn)] == [1, 2, 3, 4, 5]
        assert [each.number for each in read_all(conn, 2)] == [3, 4, 5]
        assert [each.number for each in read_all(conn, 1, 2)] == [2, 3]
        assert [each.number for each in read_all(conn, 4, 2)] == [5] and read_all(conn, 5, 2) == []
