"""Accounts and sessions follow from the trail to the last column: what somebody changes in the store by hand is seen,
and what the program itself does never looks like it, whatever the clock does."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from sqlalchemy import Connection, Engine, text

from house.people_desk import HOUR, MAX, MINUTE, SECRET, Desk, at_desk, code
from pitboss.house.people.by_trail import derive, differences
from pitboss.house.store.writer import Writer

Tamper = Callable[[Engine], AbstractContextManager[Connection]]


async def _evening(desk: Desk) -> None:
    """Wrong passwords at the door and in a session, a lock, a lock that is over, confirmations, logouts, sessions whose
    time is over, a clock that is set back, a new password, somebody disabled."""
    people = desk.people
    await desk.create("Ann", "Bea", "Cleo", "Dora")
    first = await desk.token("Ann")
    for number in range(30):
        await code(people.login("Bea", "a wrong one", origin=f"198.51.100.{number // 2}"))
    await code(people.login("Ann", "a wrong one"))
    desk.clock.at += 10 * MINUTE
    await code(people.login("Bea", "a wrong one"))
    ann = await people.who(first)
    assert ann is not None
    await people.confirm(ann, SECRET)
    await code(people.login("Ann", "a wrong one"))
    await code(people.confirm(ann, "a wrong one"))
    await people.logout(await desk.token("Cleo"))
    await desk.token("Dora")
    desk.clock.at += 3 * HOUR
    await desk.token("Bea")
    desk.clock.at -= HOUR  # an hour earlier than rows that are written already
    await desk.token("Cleo")
    await desk.create("Eva")
    eva = await people.who(await desk.token("Eva"))
    assert eva is not None
    await people.change_password(eva, SECRET, "another secret")
    await people.change("Cleo", MAX, password="another secret")
    await desk.token("Dora")
    await people.change("Dora", MAX, disabled=True)
    await code(people.login("nobody here", "a wrong one"))
    await people.guest("Zoë")
    for number in range(30):
        await code(people.login("Cleo", "a wrong one", origin=f"198.51.100.{number // 2}"))


def test_what_the_program_does_is_what_the_trail_says(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await _evening(desk)
        said = derive(desk.rows())
        with engine.connect() as conn:
            assert differences(said, conn) == []
        # Bea's and Eva's sessions and the guest's; Ann's and Dora's were over, Cleo's ended with her password.
        assert sorted(each.handle for each in said.sessions.values()) == ["Bea", "Eva", "Zoë"]
        assert said.accounts["Ann"].failures == 1 and said.accounts["Bea"].failures == 0
        assert said.accounts["Cleo"].locked_until == desk.clock.at + 5 * MINUTE
        assert said.accounts["Eva"].created_at == desk.clock.at, "the hour it was, not the hour of the row before"

    at_desk(engine, writer, run)


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        ("UPDATE people SET failures = 0 WHERE handle = 'Ann'", "account Ann: failures changed"),
        ("UPDATE people SET locked_until = 0 WHERE handle = 'Cleo'", "account Cleo: locked_until changed"),
        ("UPDATE people SET locked_until = 9999999999999 WHERE handle = 'Ann'", "account Ann: locked_until changed"),
        ("UPDATE people SET created_at = created_at - 1 WHERE handle = 'Eva'", "account Eva: created_at changed"),
        ("UPDATE sessions SET expires_at = expires_at + 1 WHERE handle = 'Bea'", "a session of Bea: its expires_at"),
        ("UPDATE sessions SET confirmed_at = confirmed_at + 1 WHERE handle = 'Eva'", "of Eva: its confirmed_at"),
        ("UPDATE sessions SET created_at = created_at + 1 WHERE handle = 'Eva'", "a session of Eva: its created_at"),
        ("UPDATE sessions SET agent = 'browser' WHERE handle = 'Bea'", "a session of Bea: its agent"),
        ("UPDATE sessions SET handle = 'Ann' WHERE handle = 'Bea'", "a session of Bea: its handle"),
        ("UPDATE sessions SET token = 'mine' WHERE handle = 'Bea'", "a session of Bea: its key"),
        ("DELETE FROM sessions WHERE handle = 'Zoë'", "a session of Zoë was taken out of the store"),
    ],
)  # fmt: skip
def test_a_change_by_hand_is_seen(engine: Engine, writer: Writer, tamper: Tamper, edit: str, fault: str) -> None:
    async def run(desk: Desk) -> None:
        await _evening(desk)
        with tamper(engine) as conn:
            assert conn.execute(text(edit)).rowcount == 1
        with engine.connect() as conn:
            (found,) = differences(derive(desk.rows()), conn)
        assert fault in found

    at_desk(engine, writer, run)
