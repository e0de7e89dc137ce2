"""The store that `pitboss audit` looks into, and its archive."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.config import settings
from pitboss.cli.screen import FINDINGS, Trouble, safe, shown

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


@contextmanager
def store(database: str | None, config: Path | None) -> "Iterator[Engine]":
    """The store, to be read; what stands in the way becomes a sentence."""
    from pitboss.house.audit.trouble import AuditTrouble
    from pitboss.house.store.migrate import oddity
    from pitboss.house.store.opening import StoreError, open_store

    where = settings(database=database, config=config).settings.database
    try:
        engine = open_store(where, make=False, read_only=True)
    except StoreError as error:
        raise Trouble(safe(str(error))) from None
    try:
        yield engine
    except AuditTrouble as trouble:
        raise Trouble(safe(str(trouble)), FINDINGS if trouble.code == "damaged" else 2) from None
    except StoreError as error:
        raise Trouble(safe(str(error))) from None
    except (Trouble, OSError):
        raise
    except Exception:
        odd = oddity(engine)  # what somebody changed by hand may be nothing that can be read
        if odd is None:
            raise
        more = "somebody changed it outside this program. `pitboss audit verify` tells more, `pitboss db check` too"
        raise Trouble(safe(f"{odd}: {more}"), FINDINGS) from None
    finally:
        engine.dispose()


@contextmanager
def reading(
    database: str | None, config: Path | None, archive: Path | None, table: str | None = None
) -> "Iterator[Connection]":
    """The store as it is at this moment, together with its archive where that is named: of one table, or of all."""
    from pitboss.house.archive.joining import is_archived, joined
    from pitboss.house.audit.queries import table as find
    from pitboss.house.store.opening import snapshot

    folder = archive_folder(database, config, archive)
    with store(database, config) as engine:
        with snapshot(engine) as conn:
            chain = find(conn, table).chain if table is not None and folder is not None else None
            if folder is None or not is_archived(conn, chain):
                yield conn
                return
        with joined(engine, folder, None if chain is None else {chain}) as (whole, faults):
            if faults:
                raise Trouble(safe(f"{faults[0]}. `pitboss audit verify` tells more"), FINDINGS)
            yield whole


def archive_folder(database: str | None, config: Path | None, asked: Path | None) -> Path | None:
    """The folder of the archive, if it was asked for or the settings of this very store name one."""
    if asked is not None and not asked.is_dir():
        raise Trouble(f"{shown(asked)}: there is no such folder; --archive names the one that has the archive files")
    return asked or (settings(database=database, config=config).settings.archive if database is None else None)
