"""Accounts in the store. Every function takes the writer's connection, inside a change; every change is a row of the
house's chain in the same transaction, with who did it and never a password."""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select, update

from pitboss.house.people import passwords
from pitboss.house.people.names import checked, folded
from pitboss.house.store.schema import people
from pitboss.house.trail.rows import append
from pitboss.rulebook.roles import MANAGERS, PLAYER, ROLES
from pitboss.table.refusals import refuse

SOFTWARE = "house"
"""Who does what nobody asked for, in the trail."""


class Person(Struct, frozen=True, gc=False):
    """An account, without what proves who is behind it."""

    handle: str
    roles: tuple[str, ...]
    guest: bool = False
    disabled: bool = False
    created_at: int = 0

    def acting(self, role: str) -> str:
        """The person in this role, as engine and trail write it: `dealer:Dora`."""
        return f"{role}:{self.handle}"

    @property
    def known_as(self) -> str:
        """The person in the trail where no role in particular acts."""
        return self.acting(self.roles[0])


class Account(Struct, frozen=True, gc=False):
    """A person with what logging in needs."""

    person: Person
    kept: str | None
    """The hashed password; guests have none."""
    failures: int
    locked_until: int

    def locked(self, now: int) -> bool:
        return now < self.locked_until


def roles_given(roles: Iterable[str]) -> tuple[str, ...]:
    """The roles in the order of the rulebooks, each once."""
    given = set(roles)
    strange = sorted(given - set(ROLES))
    if strange or not given:
        raise refuse("roles", "not a set of roles", given=", ".join(strange) or "none", allowed=ROLES)
    return tuple(r for r in ROLES if r in given)


# --- reading ----------------------------------------------------------------------------------------------------------


def account(conn: Connection, handle: str) -> Account | None:
    """The account of this name, whatever its case."""
    found = conn.execute(select(people).where(people.c.folded == folded(handle))).first()
    return None if found is None else _account(found)


def everyone(conn: Connection) -> list[Account]:
    return [_account(found) for found in conn.execute(select(people).order_by(people.c.folded))]


def _account(found: Any) -> Account:
    person = Person(found.handle, tuple(found.roles.split()), bool(found.guest), bool(found.disabled), found.created_at)
    return Account(person, found.password, found.failures, found.locked_until)


def existing(conn: Connection, handle: str) -> Account:
    found = account(conn, handle)
    if found is None:
        raise refuse("no_account", "there is no such account", given=handle, allowed="the handle of an account")
    return found


def managers(conn: Connection) -> list[str]:
    """The managers who can log in."""
    return [
        each.person.handle
        for each in everyone(conn)
        if set(MANAGERS) & set(each.person.roles) and not each.person.disabled and each.kept is not None
    ]


# --- changing ---------------------------------------------------------------------------------------------------------


def create(
    conn: Connection,
    handle: str,
    roles: Iterable[str],
    kept: str | None,
    by: str,
    at: int,
    *,
    how: str = "created",
    act_id: str | None = None,
) -> Person:
    """A new account; `kept` is its hashed password, None for a guest."""
    handle = checked(handle)
    if account(conn, handle) is not None:
        raise refuse("handle_taken", "somebody has this name already", given=handle, allowed="another name")
    return _insert(conn, Person(handle, roles_given(roles), kept is None, False, at), kept, by, how, act_id)


def no_guest(conn: Connection, handle: str) -> None:
    """A guest plays with practice chips and never has real ones; nobody else is refused here."""
    if conn.execute(select(people.c.guest).where(people.c.handle == handle)).scalar():
        raise refuse("guest", "a guest has practice chips only", given=handle, allowed="an account")


def create_guest(conn: Connection, name: str, at: int) -> Person:
    """An account without a password, under the name asked for or a free one."""
    if name.strip():
        return create(conn, name, (PLAYER,), None, SOFTWARE, at, how="guest")
    return _insert(conn, Person(_free_name(conn), (PLAYER,), True, False, at), None, SOFTWARE, "guest")


def _free_name(conn: Connection) -> str:
    """`Guest 417`: drawn, so that a name does not tell how many guests came before."""
    guests = conn.execute(select(func.count()).select_from(people).where(people.c.guest == 1)).scalar_one()
    fewest = 100
    while 2 * guests >= 9 * fewest:
        fewest *= 10
    while True:
        name = f"Guest {fewest + secrets.randbelow(9 * fewest)}"
        if account(conn, name) is None:
            return name


def _insert(conn: Connection, person: Person, kept: str | None, by: str, how: str, act_id: str | None = None) -> Person:
    conn.execute(
        people.insert().values(
            handle=person.handle,
            folded=folded(person.handle),
            roles=" ".join(person.roles),
            password=kept,
            guest=int(person.guest),
            failures=0,
            locked_until=0,
            created_at=person.created_at,
            disabled=0,
        )
    )
    body = {
        "what": how,
        "handle": person.handle,
        "roles": person.roles,
        "password": passwords.digest(kept),
        "at": person.created_at,
    }
    append(conn, "person", by, body, person.created_at, act_id=act_id)
    return person


def set_roles(
    conn: Connection, handle: str, roles: Iterable[str], by: str, at: int, act_id: str | None = None
) -> Person:
    found = existing(conn, handle).person
    given = roles_given(roles)
    if found.guest and given != (PLAYER,):
        raise refuse("guest", "a guest is a player and nothing else", given=", ".join(given), allowed=PLAYER)
    if not set(MANAGERS) & set(given):
        _not_the_last(conn, found)
    conn.execute(update(people).where(people.c.handle == found.handle).values(roles=" ".join(given)))
    body = {"what": "roles", "handle": found.handle, "roles": given, "before": found.roles}
    append(conn, "person", by, body, at, act_id=act_id)
    return msgspec.structs.replace(found, roles=given)


def set_disabled(conn: Connection, handle: str, disabled: bool, by: str, at: int, act_id: str | None = None) -> Person:
    found = existing(conn, handle).person
    if disabled:
        _not_the_last(conn, found)
    conn.execute(update(people).where(people.c.handle == found.handle).values(disabled=int(disabled)))
    body = {"what": "disabled" if disabled else "enabled", "handle": found.handle}
    append(conn, "person", by, body, at, act_id=act_id)
    return msgspec.structs.replace(found, disabled=disabled)


def _not_the_last(conn: Connection, person: Person) -> None:
    """Somebody must be able to manage the accounts."""
    if managers(conn) == [person.handle]:
        raise refuse("last_manager", "the house needs a manager", given=person.handle, allowed="name another one first")


def set_password(
    conn: Connection, handle: str, kept: str, by: str, at: int, *, how: str = "password", act_id: str | None = None
) -> Person:
    """`how`: password (changed by its owner), reset (by a manager) or rehashed (the same, with other parameters)."""
    found = existing(conn, handle).person
    if found.guest:
        raise refuse("guest", "a guest has no password", given=found.handle, allowed="an account")
    values: dict[str, Any] = {"password": kept}
    if how != "rehashed":
        values |= {"failures": 0, "locked_until": 0}
    conn.execute(update(people).where(people.c.handle == found.handle).values(values))
    body = {"what": how, "handle": found.handle, "password": passwords.digest(kept)}
    append(conn, "person", by, body, at, act_id=act_id)
    return found


def count_failure(conn: Connection, found: Account, most: int, lock: int, at: int) -> bool:
    """One more wrong password; whether the account is locked now."""
    failures = found.failures + 1
    locked = failures >= most
    handle = found.person.handle
    values = {"failures": 0, "locked_until": at + lock} if locked else {"failures": failures}
    conn.execute(update(people).where(people.c.handle == handle).values(values))
    append(conn, "session", SOFTWARE, {"what": "failed", "handle": handle}, at)
    if locked:
        append(conn, "session", SOFTWARE, {"what": "locked", "handle": handle, "until": at + lock}, at)
    return locked


def count_nobody(conn: Connection, at: int) -> None:
    """A wrong password for a name without an account: the same statements, which find nobody."""
    conn.execute(update(people).where(people.c.handle == "").values(failures=0))
    append(conn, "session", SOFTWARE, {"what": "failed", "handle": ""}, at)


def forget_failures(conn: Connection, found: Account) -> None:
    if found.failures or found.locked_until:
        changed = update(people).where(people.c.handle == found.person.handle)
        conn.execute(changed.values(failures=0, locked_until=0))
