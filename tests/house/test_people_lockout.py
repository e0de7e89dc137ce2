"""Wrong passwords: the lock after the last permitted one, for the address that gave them and not for the owner of the
name, the same answers for names that do not exist, and a crowd at the door."""

import asyncio
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, event

from house.people_desk import CHEAP, MAX, MINUTE, SECRET, START, Desk, at_desk, code, refusal
from pitboss.house.people import attempts
from pitboss.house.people.attempts import EVERYWHERE, Counts
from pitboss.house.people.passwords import AT_ONCE, WAITING, Passwords
from pitboss.house.store.writer import Writer
from pitboss.table.refusals import Refusal, RefusedAct


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
            "failed", "failed", "began", "failed", "failed", "failed", "failed", "began",
        ]  # fmt: skip

    at_desk(engine, writer, run)


def test_strangers_lock_themselves_out_and_nobody_else(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        told = [await refusal(desk.people.login("Ann", "a wrong one", origin="192.0.2.1")) for _ in range(4)]
        assert [each.code for each in told] == ["bad_login", "bad_login", "locked", "locked"]
        assert told[-1].message == "too many wrong passwords for this name from this address"
        assert told[-1].allowed == "try again 5 minutes later"
        assert await code(desk.people.login("ANN", SECRET, origin="192.0.2.1")) == "locked", "in whatever letters"
        assert (await desk.people.login("Ann", SECRET, origin="192.0.2.2"))[0].handle == "Ann"
        assert await code(desk.people.login("Ann", SECRET, origin="192.0.2.1")) == "locked", "her login lifts nothing"
        assert await code(desk.people.login("Bea", "a wrong one", origin="192.0.2.1")) == "bad_login", "another name"

    at_desk(engine, writer, run)


async def _siege(desk: Desk, name: str, failures: int) -> list[Refusal]:
    """Wrong passwords from many addresses, two from each."""
    return [
        await refusal(desk.people.login(name, "a wrong one", origin=f"198.51.100.{number // 2}"))
        for number in range(failures)
    ]


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
def test_many_addresses_together_lock_the_name_for_the_others(engine: Engine, writer: Writer, name: str) -> None:
    """Three lock an address, thirty from everywhere the name; also where nobody has it."""
    assert EVERYWHERE == 10

    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        assert {each.code for each in await _siege(desk, name, 29)} == {"bad_login"}
        last = await refusal(desk.people.login(name, "a wrong one", origin="203.0.113.1"))
        assert (last.code, last.message) == ("locked", "too many wrong passwords for this name")
        assert await code(desk.people.login(name, SECRET, origin="203.0.113.2")) == "locked", "an address never seen"
        desk.clock.at += 5 * MINUTE - 1
        assert await code(desk.people.login(name, SECRET, origin="203.0.113.2")) == "locked"
        desk.clock.at += 1
        assert await code(desk.people.login(name, "a wrong one", origin="203.0.113.2")) == "bad_login"

    at_desk(engine, writer, run)


def test_the_owner_is_let_in_where_she_was_before(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        await desk.people.login("Ann", SECRET, origin="192.0.2.7")
        assert (await _siege(desk, "Ann", 30))[-1].code == "locked"
        wrong = [await code(desk.people.login("Ann", "a wrong one", origin="192.0.2.7")) for _ in range(2)]
        assert wrong == ["bad_login", "bad_login"], "with a count of her own"
        assert await desk.people.login("Ann", SECRET, origin="192.0.2.7")

    at_desk(engine, writer, run)


def test_the_lock_of_a_name_holds_over_a_new_start(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        await _siege(desk, "Ann", 29)
        again = Desk(engine, writer)
        assert await code(again.people.login("Ann", "a wrong one", origin="a")) == "locked", "the thirtieth"
        assert await code(again.people.login("Ann", SECRET, origin="b")) == "locked"
        await again.people.close()
        third = Desk(engine, writer)
        assert await code(third.people.login("Ann", SECRET, origin="b")) == "locked"
        assert desk.whats("session") == ["failed"] * 30 + ["locked"]
        assert ("house", {"what": "locked", "handle": "Ann", "until": START + 5 * MINUTE}) in desk.told("session")
        await third.people.close()

    at_desk(engine, writer, run)


def test_a_session_that_lives_has_a_count_of_its_own(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        session, other = [await desk.people.who(await desk.token()) for _ in range(2)]
        assert session is not None and other is not None
        for _ in range(3):
            await code(desk.people.login("Ann", "a wrong one"))
        await _siege(desk, "Ann", 30)
        assert await code(desk.people.login("Ann", SECRET)) == "locked"
        assert (await desk.people.confirm(session, SECRET)).id == session.id, "whatever strangers did"
        for _ in range(2):
            assert await code(desk.people.confirm(session, "a wrong one")) == "bad_login"
        assert await desk.people.confirm(session, SECRET), "the count starts again"
        assert await code(desk.people.confirm(session, "a wrong one")) == "bad_login"
        assert await code(desk.people.change_password(session, "a wrong one", "another secret")) == "bad_login"
        last = await refusal(desk.people.confirm(session, "a wrong one"))
        assert (last.code, last.message) == ("locked", "too many wrong passwords in this session")
        assert await code(desk.people.confirm(session, SECRET)) == "locked"
        assert await code(desk.people.change_password(session, SECRET, "another secret")) == "locked"
        assert await desk.people.confirm(other, SECRET)
        assert await desk.people.login("Ann", SECRET, origin="192.0.2.9"), "wrong ones in a session lock no name"
        desk.clock.at += 5 * MINUTE
        await desk.people.confirm(session, SECRET)
        assert desk.told("session")[-1][1]["what"] == "confirmed"
        wrong = {"what": "failed", "handle": "Ann", "session": session.id}
        assert [body for _, body in desk.told("session")].count(wrong) == 5

    at_desk(engine, writer, run)


def test_a_new_password_lifts_every_lock(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        for _ in range(3):
            await code(desk.people.login("Ann", "a wrong one"))
        await desk.people.change("ann", MAX, password="another secret")
        session = await desk.people.who(await desk.token("Ann", "another secret"))
        assert session is not None
        for _ in range(3):
            await code(desk.people.login("Ann", "a wrong one"))
        await desk.people.change_password(session, "another secret", SECRET)
        assert await desk.token("Ann", SECRET)

    at_desk(engine, writer, run)


def test_a_new_password_forgets_where_the_old_one_was_right(engine: Engine, writer: Writer) -> None:
    """Whoever had found out the old password is a stranger again, also at the address from which he used it."""

    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        await desk.people.login("Ann", SECRET, origin="192.0.2.7")
        await desk.people.change("ann", MAX, password="another secret")
        assert (await _siege(desk, "Ann", 30))[-1].code == "locked"
        assert await code(desk.people.login("Ann", "another secret", origin="192.0.2.7")) == "locked"

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
        await desk.people.change("Dead", MAX, disabled=True)
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


def test_a_name_nobody_has_asks_the_store_as_often(engine: Engine, writer: Writer) -> None:
    """The same statements in the same order: the time they take tells nothing."""

    async def run(desk: Desk) -> None:
        await desk.create("Ann", "Dead")
        await desk.people.change("Dead", MAX, disabled=True)
        await desk.people.guest("Gus")
        said: list[str] = []
        event.listen(engine, "before_cursor_execute", lambda conn, cursor, words, *_: said.append(words))
        asked = {}
        for name in ("Ann", "Nobody", "Dead", "Gus"):
            said.clear()
            await code(desk.people.login(name, "a wrong one"))
            asked[name] = list(said)
        assert asked["Ann"] and all(words == asked["Ann"] for words in asked.values()), asked

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
        codes = [r.refusal.code for r in results if isinstance(r, RefusedAct)]
        assert len(codes) == 13, "not even the right one, after so many wrong ones"
        assert codes.count("bad_login") == 2 and codes[-1] == "locked"
        assert desk.whats("session") == ["failed"] * 3

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
                    reset = desk.people.change("Ann", MAX, password="another secret")
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


def test_only_so_many_counts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "REMEMBERED", 3)
    counted = Counts(2, MINUTE)
    tried = [counted.failed((key, ""), 0) for key in "abcade"]
    assert tried == [False, False, False, True, False, False]
    assert [name for name, _ in counted._kept] == ["a", "d", "e"], "the ones seen longest ago are forgotten"


def test_a_damaged_hash_lets_nobody_in() -> None:
    async def run() -> None:
        passwords = Passwords(PasswordHasher(**CHEAP))

        async def tried(kept: str | None) -> tuple[bool, str | None]:
            return await passwords.fits(lambda: kept, "nobody's password")

        for damaged in ("", "plain", "$argon2id$v=19$m=8,t=1,p=1$", None):
            assert await tried(damaged) == (False, None)
        passwords.close()

    asyncio.run(run())
