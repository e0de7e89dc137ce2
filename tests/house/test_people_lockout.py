"""Wrong passwords: the lock after the last permitted one, the same answers for names that do not exist, and a crowd at
the door."""

import asyncio
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine

from house.people_desk import CHEAP, MAX, MINUTE, SECRET, START, Desk, at_desk, code, refusal
from pitboss.house.people import attempts
from pitboss.house.people.attempts import Attempts
from pitboss.house.people.passwords import AT_ONCE, WAITING, Passwords
from pitboss.house.store.writer import Writer
from pitboss.table.refusals import Refusal, Refused


def test_two_failures_do_not_lock_and_three_do_for_five_minutes(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        wrong = [await code(desk.people.login("Ann", "a wrong one")) for _ in range(2)]
        assert wrong == ["bad_login", "bad_login"]
        assert await desk.token(), "one short of the lock"
        wrong = [await code(desk.people.login("Ann", "a wrong one")) for _ in range(3)]
        assert wrong == ["bad_login", "bad_login", "locked"], "a login in between starts the count again"
        desk.clock.at = START + 5 * MINUTE - 1
        assert await code(desk.people.login("Ann", SECRET)) == "locked"
        desk.clock.at += 1
        assert await code(desk.people.login("Ann", "a wrong one")) == "bad_login", "the count starts again too"
        assert await desk.token()
        assert desk.whats("session") == [
            "failed", "failed", "began", "failed", "failed", "failed", "locked", "failed", "began",
        ]  # fmt: skip
        assert ("house", {"what": "locked", "handle": "Ann", "until": START + 5 * MINUTE}) in desk.told("session")

    at_desk(engine, writer, run)


def test_a_lock_holds_over_a_new_start_and_leaves_living_sessions_alone(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        for _ in range(2):
            await code(desk.people.login("Ann", "a wrong one"))
        again = Desk(engine, writer)
        assert await code(again.people.login("Ann", "a wrong one")) == "locked", "the third, though after a new start"
        assert await code(again.people.login("Ann", SECRET)) == "locked"
        session = await again.people.who(token)
        assert session is not None
        assert await code(again.people.confirm(session, SECRET)) == "locked"
        assert await code(again.people.change_password(session, SECRET, "another secret")) == "locked"
        await again.people.close()

    at_desk(engine, writer, run)


def test_confirming_counts_like_logging_in(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        session = await desk.people.who(await desk.token())
        assert session is not None
        await code(desk.people.login("Ann", "a wrong one"))
        await code(desk.people.confirm(session, "a wrong one"))
        assert await code(desk.people.change_password(session, "a wrong one", "another secret")) == "locked"

    at_desk(engine, writer, run)


class Counting(PasswordHasher):
    """Counts the hashes that are checked."""

    checked = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.checked += 1
        return super().verify(hash, password)


def test_a_name_nobody_has_is_answered_like_one_that_somebody_has(engine: Engine, writer: Writer) -> None:
    """Known, unknown, disabled, a guest's: the same refusals in the same order, after the same number of hashes."""

    async def run(desk: Desk) -> None:
        await desk.create("Ann", "Dead")
        await desk.people.disable("Dead", MAX)
        await desk.people.guest("Gus")
        hasher = Counting(**CHEAP)
        desk.people._passwords._hasher = hasher
        told: dict[str, list[tuple[Refusal, int]]] = {}
        for name in ("Ann", "Nobody", "Dead", "Gus", "a:b\x00", "\ud800", "x" * 5000):
            desk.clock.at = START
            told[name] = []
            for wait in (0, 0, 0, 0, 5 * MINUTE - 1, 1, 0, 0, 0):
                desk.clock.at += wait
                before = hasher.checked
                answer = await refusal(desk.people.login(name, "a wrong one"))
                told[name].append((answer, hasher.checked - before))
        codes = [answer.code for answer, _ in told["Ann"]]
        bad, locked = "bad_login", "locked"
        assert codes == [bad, bad, locked, locked, locked, bad, bad, locked, locked]
        assert [count for _, count in told["Ann"]] == [1, 1, 1, 0, 0, 1, 1, 1, 0]
        assert all(answers == told["Ann"] for answers in told.values())

    at_desk(engine, writer, run)


def test_what_was_typed_as_a_name_is_not_in_the_trail(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await code(desk.people.login("my secret password", "x"))
        assert desk.told() == [("house", {"what": "failed", "handle": ""})]

    at_desk(engine, writer, run)


def test_no_more_guesses_by_guessing_all_at_once(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        guesses = [*(f"wrong guess {i}" for i in range(12)), SECRET]
        asked = [desk.people.login("Ann", guess) for guess in guesses]
        results = await asyncio.gather(*asked, return_exceptions=True)
        codes = [r.refusal.code for r in results if isinstance(r, Refused)]
        assert len(codes) == 13, "not even the right one, after so many wrong ones"
        assert codes.count("bad_login") == 2 and codes[-1] == "locked"
        assert desk.whats("session") == ["failed"] * 3 + ["locked"]

    at_desk(engine, writer, run)


def test_a_password_changed_while_the_old_one_is_looked_at_wins(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        loop = asyncio.get_running_loop()
        changed = threading.Event()

        class Slow(PasswordHasher):
            def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
                fits = super().verify(hash, password)
                if not changed.is_set():
                    changed.set()
                    reset = desk.people.reset_password("Ann", "another secret", MAX)
                    asyncio.run_coroutine_threadsafe(reset, loop).result(30)
                return fits

        desk.people._passwords._hasher = Slow(**CHEAP)
        assert await code(desk.people.login("Ann", SECRET)) == "bad_login"
        assert changed.is_set()
        assert await desk.token("Ann", "another secret")

    at_desk(engine, writer, run)


# --- a crowd ----------------------------------------------------------------------------------------------------------


def test_two_hashes_at_once_and_no_more() -> None:
    class Pairs(PasswordHasher):
        """Each check waits for another one beside it; a third beside them is noticed."""

        beside = threading.Barrier(AT_ONCE)
        inside = most = 0
        lock = threading.Lock()

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            with self.lock:
                self.inside += 1
                self.most = max(self.most, self.inside)
            self.beside.wait(30)
            with self.lock:
                self.inside -= 1
            self.beside.wait(30)
            return True

    async def run() -> int:
        hasher = Pairs(**CHEAP)
        passwords = Passwords(hasher)
        kept = hasher.hash(SECRET)
        assert all(await asyncio.gather(*(passwords.fits(lambda: kept, SECRET) for _ in range(6 * AT_ONCE))))
        passwords.close()
        return hasher.most

    assert AT_ONCE == 2
    assert asyncio.run(run()) == AT_ONCE


def test_a_flood_is_turned_away_and_the_door_opens_again() -> None:
    class Shut(PasswordHasher):
        door = threading.Event()

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            assert self.door.wait(30)
            return True

    async def run() -> None:
        hasher = Shut(**CHEAP)
        passwords = Passwords(hasher)
        kept = hasher.hash(SECRET)
        waiting = [asyncio.create_task(passwords.fits(lambda: kept, SECRET)) for _ in range(AT_ONCE + WAITING)]
        await asyncio.sleep(0)
        assert await code(passwords.fits(lambda: kept, SECRET)) == "busy"
        assert await code(passwords.make(SECRET)) == "busy"
        hasher.door.set()
        assert all(fits for fits, _ in await asyncio.gather(*waiting))
        assert (await passwords.fits(lambda: kept, SECRET))[0]
        passwords.close()

    asyncio.run(run())


def test_only_so_many_strange_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "REMEMBERED", 3)
    counted = Attempts(2, MINUTE)
    assert [counted.failed_nobody(n, 0) for n in ("a", "b", "c", "A", "d", "e")] == [
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    assert list(counted._strangers) == ["a", "d", "e"], "the ones seen longest ago are forgotten"


def test_a_damaged_hash_lets_nobody_in() -> None:
    async def run() -> None:
        passwords = Passwords(PasswordHasher(**CHEAP))

        async def tried(kept: str | None) -> tuple[bool, str | None]:
            return await passwords.fits(lambda: kept, "nobody's password")

        for damaged in ("", "plain", "$argon2id$v=19$m=8,t=1,p=1$", None):
            assert await tried(damaged) == (False, None)
        passwords.close()

    asyncio.run(run())
