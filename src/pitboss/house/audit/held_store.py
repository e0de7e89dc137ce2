"""What wagers brought, of a store with its archive."""

from pathlib import Path

from sqlalchemy import Engine

from pitboss.house.archive.joining import is_archived, joined
from pitboss.house.audit.hold import hold
from pitboss.house.audit.hold_report import HoldReport
from pitboss.house.store.opening import snapshot


def hold_store(engine: Engine, archive: Path | None = None, since: int | None = None) -> HoldReport:
    """All tables; archived rounds too, where their folder is named. `since`: only rounds opened then or later."""
    with snapshot(engine) as conn:
        if archive is None or not is_archived(conn):
            return hold(conn, since=since)
    with joined(engine, archive) as (whole, _):
        return hold(whole, since=since)
