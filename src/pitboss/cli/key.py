"""`pitboss key`: the keys of the house, shown and replaced."""

import getpass
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from pitboss.cli.audit_words import time_of
from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, safe, shown
from pitboss.wording.things import many

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pitboss.house.settings import Settings
    from pitboss.house.trail.rekeyed import Rotation

LONGEST = 80
"""Characters of a name in the trail."""

key = App(
    name="key",
    help="Look after the keys of the house: show which they are, replace them by new ones.\n\n"
    "The key file seals the seeds of coming shuffles, signs checkpoints and archives, and is what the processes of a "
    "house know each other by. It is the one of the settings (`pitboss config` shows it) unless --key-file names "
    "another.",
    help_format="markdown",
)


@contextmanager
def _store(held: "Settings", *, read_only: bool) -> "Iterator[Engine]":
    """The store; what stands in the way becomes a sentence."""
    from pitboss.house.fair.keys import KeyTrouble
    from pitboss.house.store.opening import StoreError, open_store

    try:
        engine = open_store(held.database, make=False, read_only=read_only)
        try:
            yield engine
        finally:
            engine.dispose()
    except (StoreError, KeyTrouble) as error:
        raise Trouble(safe(str(error))) from None


@key.command
@helped("key-show")
def show(
    *,
    key_file: Path | None = None,
    database: str | None = None,
    config: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.house.fair.keys import Keys, KeyTrouble, fingerprint, waiting
    from pitboss.house.fair.rotating import fitting, require_fitting
    from pitboss.house.store.opening import snapshot
    from pitboss.house.trail.rekeyed import history

    held = settings(database=database, config=config).settings
    path = key_file or held.key_file
    fault = ""
    with _store(held, read_only=True) as engine, snapshot(engine) as conn:
        keys, rotations = fitting(conn, path), history(conn).rotations
        waits = keys.public != Keys.load(path, make=False).public
        try:
            require_fitting(conn, keys, path)
        except KeyTrouble as trouble:
            fault = str(trouble)
    if json:
        place = waiting(path.resolve()) if waits else path
        told = {"file": str(place), "public": keys.public, "fingerprint": fingerprint(keys.public)}
        print_json({**told, "fits": not fault, "waits": waits, "rotations": rotations})
        return FINDINGS if fault else GOOD
    print(f"{shown(path)}: public key {keys.public}, fingerprint {fingerprint(keys.public)}.")
    for each in rotations:
        print(_told(each))
    if waits:
        complain(f"the new keys still lie in {shown(waiting(path.resolve()))}: `pitboss key rotate` or a start ends it")
    if fault:
        complain(safe(fault))
    else:
        print("They are the keys of this store.")
    return FINDINGS if fault else GOOD


def _told(each: "Rotation") -> str:
    from pitboss.house.fair.keys import fingerprint

    return safe(
        f"Row {each.row} of the house's chain, {time_of(each.at)} (UTC): {each.by} replaced {fingerprint(each.old)} by "
        f"{fingerprint(each.new)}."
    )


@key.command
@helped("key-rotate")
def rotate(
    *,
    by: str | None = None,
    key_file: Path | None = None,
    database: str | None = None,
    config: Path | None = None,
) -> int:
    from pitboss.house.fair.keys import fingerprint
    from pitboss.house.fair.rotating import rotate as replace_keys
    from pitboss.house.store.locking import lock_store

    who = _name(by)
    held = settings(database=database, config=config).settings
    path = key_file or held.key_file
    kept = held.checkpoints_file if database is None else None
    with _store(held, read_only=False) as engine, lock_store(engine):
        done = replace_keys(engine, path, by=who, now=time.time_ns() // 1_000_000, checkpoints_file=kept)
    if done.finished:
        print("The store had the new keys already: an earlier rotation was broken off, and is finished now.")
    else:
        seeds = many(done.seeds, "seed")
        print(f"{seeds.capitalize()} sealed anew; row {done.row} of the house's chain records it.")
    print(f"Old public key: {done.old} (fingerprint {fingerprint(done.old)})")
    print(f"New public key: {done.new} (fingerprint {fingerprint(done.new)})")
    print(safe(f"{shown(path)} has the new keys, {shown(done.kept)} the old ones."))
    print("Copy the new file to every computer that serves this house, and to where you keep it apart from backups.")
    print("Keep the old one as long as you keep backups from before: they are sealed under it.")
    return GOOD


def _name(asked: str | None) -> str:
    """Who does it, as the trail will say."""
    if asked is None:
        try:
            return getpass.getuser()
        except (KeyError, OSError):
            raise Trouble("this account has no name: say with --by who replaces the keys") from None
    name = asked.strip()
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise Trouble(f"--by: a name has 1 to {LONGEST} printable characters")
    return name
