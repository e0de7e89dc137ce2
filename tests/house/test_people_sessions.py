"""Sessions: tokens that are kept nowhere, lives that end to the millisecond, revocation that is immediate."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from house.people_desk import HOUR, MAX, MINUTE, SECRET, START, Desk, Held, at_desk, code
from pitboss.house.people.by_trail import derive, differences
from pitboss.house.people.sessions import Session
from pitboss.house.store.schema import metadata, people, sessions
from pitboss.house.store.writer import StoreTrouble, Writer


async def alive(desk: Desk, token: str) -> Session:
    session = await desk.people.who(token)
    assert session is not None
    return session


def everything_stored(engine: Engine) -> str:
    with engine.connect() as conn:
        return repr([tuple(row) for table in metadata.sorted_tables for row in conn.execute(select(table))])


def test_a_token_is_shown_once_and_kept_as_a_hash(
    engine: Engine, writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        link = await desk.people.setup_token() or ""
        person, token = await desk.people.login("ANN", SECRET, "a browser\x00\n")
        assert person.handle == "Ann"
        assert len(token) == 43 and token != await desk.token()
        session = await alive(desk, token)
        assert (session.person, session.agent) == (person, "a browser")
        await desk.people.confirm(session, SECRET)
        await desk.people.change_password(session, SECRET, "another secret")
        await code(desk.people.login("Ann", "a wrong password"))
        await code(desk.people.login("a typed password", "x"))
        with engine.connect() as conn:
            assert hashlib.sha256(token.encode()).digest() in [
                bytes(k) for k in conn.execute(select(sessions.c.token)).scalars()
            ]
        raw = b""
        if engine.dialect.name == "sqlite":
            folder = Path(str(engine.url.database)).parent
            raw = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
        for secret in (token, SECRET, "another secret", link, "a wrong password", "a typed password"):
            assert secret not in everything_stored(engine)
            assert secret.encode() not in raw
            assert secret not in caplog.text
            assert secret not in repr(session)
        assert hashlib.sha256(token.encode()).hexdigest() not in b"".join(r.body for r in desk.rows()).decode()

    caplog.set_level(0)
    at_desk(engine, writer, run)


def test_a_session_lives_to_the_millisecond(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        session = await alive(desk, token)
        assert (session.created_at, session.expires_at) == (START, START + 2 * HOUR)
        desk.clock.at = START + 2 * HOUR - 1
        assert await alive(desk, token) == session
        assert await desk.people.sessions_of("Ann") == [session]
        desk.clock.at += 1
        assert await desk.people.sessions_of("Ann") == []
        assert await desk.people.who(token) is None
        assert desk.people.still(session) is None
        await desk.token()
        with engine.connect() as conn:
            assert list(conn.execute(select(sessions.c.created_at)).scalars()) == [desk.clock.at], "the old one is gone"

    at_desk(engine, writer, run)


def test_what_is_no_token_is_nobody(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        for wrong in ("", token[:-1], token + "A", token.swapcase(), "x" * 100_000, "\ud800", "\x00", "Ann"):
            assert await desk.people.who(wrong) is None
            await desk.people.logout(wrong)
        assert await alive(desk, token)

    at_desk(engine, writer, run)


def test_logging_out_ends_one_session(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        ended: list[str] = []
        desk.people.on_end.append(lambda s: ended.append(s.id))
        await desk.create("Ann")
        one, other = await desk.token(), await desk.token()
        session = await alive(desk, one)
        await desk.people.logout(one)
        await desk.people.logout(one)
        assert await desk.people.who(one) is None and await alive(desk, other)
        assert ended == [session.id]
        assert desk.told("session")[-1] == (
            "player:Ann",
            {"what": "logout", "handle": "Ann", "session": session.id},
        )
        assert desk.whats("session") == ["began", "began", "logout"]

    at_desk(engine, writer, run)


def test_revocation_is_immediate_and_named(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann", "Bea")
        tokens = [await desk.token("Ann"), await desk.token("Ann"), await desk.token("Bea")]
        first, second, _ = [await alive(desk, t) for t in tokens]
        assert [s.id for s in await desk.people.sessions_of("Ann")] == [first.id, second.id]
        await desk.people.revoke(first.id, MAX)
        assert [await desk.people.who(t) is not None for t in tokens] == [False, True, True]
        assert desk.told("session")[-1] == (MAX, {"what": "revoked", "handle": "Ann", "session": first.id})
        for wrong in (first.id, "", tokens[1]):
            assert await code(desk.people.revoke(wrong, MAX)) == "no_session"
        await desk.people.revoke(second.id, MAX)
        assert [await desk.people.who(t) is not None for t in tokens] == [False, False, True]

    at_desk(engine, writer, run)


def test_sessions_survive_a_new_start_and_ended_ones_do_not(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        kept, gone = await desk.token(), await desk.token()
        before = await alive(desk, kept)
        await desk.people.logout(gone)
        again = Desk(engine, writer, START + MINUTE)
        assert await again.people.who(gone) is None
        assert await alive(again, kept) == before
        later = Desk(engine, writer, START + 2 * HOUR)
        assert await later.people.who(kept) is None
        for each in (again, later):
            await each.people.close()

    at_desk(engine, writer, run)


def test_a_revocation_whose_asker_has_gone_is_carried_through(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        session = await alive(desk, token)
        held = Held()
        blocked = writer.write(held)
        await asyncio.to_thread(held.begun.wait, 30)
        asked = asyncio.create_task(desk.people.revoke(session.id, MAX))
        for _ in range(5):
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await alive(desk, token), "nothing is committed yet"
        held.go.set()
        await blocked
        await desk.people.close()
        assert desk.people.still(session) is None

    at_desk(engine, writer, run)


def test_after_trouble_the_store_says_who_is_logged_in(
    engine: Engine, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        session = await alive(desk, token)
        ended: list[str] = []
        desk.people.on_end.append(lambda s: ended.append(s.id))
        write = writer.write

        async def kept_but_not_told(change: Any) -> None:
            await write(change)
            raise StoreTrouble("the connection broke after the commit")

        with monkeypatch.context() as patch:
            patch.setattr(writer, "write", kept_but_not_told)
            with pytest.raises(StoreTrouble):
                await desk.people.revoke(session.id, MAX)
        assert ended == []
        assert await desk.people.who(token) is None
        assert ended == [session.id]

    at_desk(engine, writer, run)


# --- giving the password again --------------------------------------------------------------------------------------


def test_confirming_makes_a_session_fresh_again(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann", "Bea")
        token = await desk.token()
        session = await alive(desk, token)
        assert session.fresh(desk.clock.at)
        desk.clock.at += 10 * MINUTE
        assert not session.fresh(desk.clock.at)
        assert await code(desk.people.confirm(session, "a wrong one")) == "bad_login"
        assert not (await alive(desk, token)).fresh(desk.clock.at)
        confirmed = await desk.people.confirm(session, SECRET)
        assert confirmed.fresh(desk.clock.at) and await alive(desk, token) == confirmed
        assert confirmed.expires_at == session.expires_at, "it lives no longer for it"
        assert desk.whats("session")[-2:] == ["failed", "confirmed"]
        await desk.people.logout(token)
        assert await code(desk.people.confirm(session, SECRET)) == "no_session"
        assert await desk.people.who(token) is None

    at_desk(engine, writer, run)


def test_a_changed_password_ends_the_other_sessions(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        mine, other = await desk.token(), await desk.token()
        session = await alive(desk, mine)
        desk.clock.at += HOUR
        for old, new, expected in (
            ("a wrong one", "another secret", "bad_login"),
            (SECRET, "short", "password"),
            (SECRET, "ann", "password"),
        ):
            assert await code(desk.people.change_password(session, old, new)) == expected
        assert await alive(desk, other)
        changed = await desk.people.change_password(session, SECRET, "another secret")
        assert changed.fresh(desk.clock.at) and await alive(desk, mine) == changed
        assert await desk.people.who(other) is None
        assert desk.whats("session")[-2:] == ["revoked", "confirmed"]
        with engine.connect() as conn:
            assert list(conn.execute(select(sessions.c.id)).scalars()) == [session.id]
        assert await code(desk.people.login("Ann", SECRET)) == "bad_login"
        assert await desk.token("Ann", "another secret")
        assert desk.told("person")[-1][0] == "player:Ann" and desk.whats("person") == ["created", "password"]

    at_desk(engine, writer, run)


def test_a_reset_password_ends_every_session_and_the_lock(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        for _ in range(3):
            await code(desk.people.login("Ann", "a wrong one"))
        assert await code(desk.people.login("Ann", SECRET)) == "locked"
        await desk.people.change("ann", MAX, password="another secret")
        assert await desk.people.who(token) is None
        assert await desk.token("Ann", "another secret")
        assert (MAX, "reset") in [(by, body["what"]) for by, body in desk.told("person")]

    at_desk(engine, writer, run)


def test_a_session_that_was_put_into_the_store_is_not_in_the_trail(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann", "Bea", "Cleo")
        for name in ("Ann", "Bea"):
            await desk.token(name)
        gone = await desk.token("Cleo")
        await desk.people.logout(gone)
        with engine.connect() as conn:
            row = conn.execute(select(sessions)).first()
            assert row is not None
            conn.execute(sessions.insert().values({**row._mapping, "token": b"planted", "id": "planted"}))
        said = derive(desk.rows())
        assert sorted(each.handle for each in said.sessions.values()) == ["Ann", "Bea"]
        with engine.connect() as conn:
            assert differences(said, conn) == ["a session of Ann is in the store but did not begin in the trail"]

    at_desk(engine, writer, run)


# --- hashes that were made with other parameters ----------------------------------------------------------------------


def test_a_hash_is_renewed_when_the_parameters_change(engine: Engine, writer: Writer) -> None:
    def kept() -> str:
        with engine.connect() as conn:
            return str(conn.execute(select(people.c.password)).scalar_one())

    async def first(desk: Desk) -> None:
        await desk.create("Ann")
        await desk.token()

    at_desk(engine, writer, first)
    before = kept()

    async def dearer(desk: Desk) -> None:
        assert await code(desk.people.login("Ann", "a wrong one")) == "bad_login"
        assert kept() == before
        assert all(await asyncio.gather(*(desk.token() for _ in range(4)))), "all who came at once are let in"
        assert "m=16,t=2" in kept()
        assert "rehashed" in desk.whats("person")
        with engine.connect() as conn:
            assert differences(derive(desk.rows()), conn) == []

    at_desk(engine, writer, dearer, memory_cost=16, time_cost=2)
    assert "m=8,t=1" in before
