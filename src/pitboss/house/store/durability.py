"""Whether what the database acknowledges is kept: on its disk, and on the standby that would take its place. SQLite is
told so by every connection of ours; a server has settings of its own, which make it quicker and let a power cut, or a
failover, take what players were told is theirs."""

from sqlalchemy import Connection

_LOSSES = {
    "fsync": "a power cut can lose what was acknowledged, or the whole database",
    "full_page_writes": "a power cut can leave pages of the database half written",
    "synchronous_commit": "a crash of the server loses what was acknowledged last",  # our connections switch it on
}
_ASKED = "SELECT " + ", ".join(f"current_setting('{name}')" for name in _LOSSES)
WAITS = ("on", "remote_apply")
"""Values of `synchronous_commit` with which a commit waits for the disk, also for that of a synchronous standby."""
_STANDBYS = (
    "SELECT coalesce(nullif(r.application_name, ''), host(r.client_addr), 'a standby') FROM pg_stat_replication r "
    "WHERE coalesce(r.state, '') <> 'backup' AND NOT EXISTS "
    "(SELECT 1 FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical') ORDER BY 1"
)
_SYNCHRONOUS = "SELECT current_setting('synchronous_standby_names'), current_setting('synchronous_commit')"


def risks(conn: Connection) -> list[str]:
    """What can be lost although it was acknowledged, in sentences; nothing where all is well."""
    if conn.dialect.name == "sqlite":
        return []
    found = conn.exec_driver_sql(_ASKED).one()
    said = [
        f"PostgreSQL runs with {name} = off: {loss}"
        for (name, loss), value in zip(_LOSSES.items(), found, strict=True)
        if value == "off"
    ]
    return said + standby_risks(conn)


def standby_risks(conn: Connection) -> list[str]:
    """What a failover could lose. A server without a standby has none, and one whose commits wait for a synchronous
    standby loses nothing: where that is away, they wait. Without a name for it all standbys are asynchronous."""
    if conn.dialect.name == "sqlite":
        return []
    names, commit = conn.exec_driver_sql(_SYNCHRONOUS).one()
    lost = "a failover could lose acts that were acknowledged"
    if names.strip():
        why = f"has a synchronous standby and runs with synchronous_commit = {commit}: commits do not wait for its disk"
        return [] if commit in WAITS else [f"PostgreSQL {why}, and {lost}"]
    standbys = conn.exec_driver_sql(_STANDBYS).scalars().all()
    return [f"PostgreSQL has only asynchronous standbys ({', '.join(standbys)}): {lost}"] if standbys else []
