"""Whether what the database acknowledges is on the disk. SQLite is told so by every connection of ours; a server has
settings of its own, which make it quicker and let a power cut take what players were told is theirs."""

from sqlalchemy import Connection

_LOSSES = {
    "fsync": "a power cut can lose what was acknowledged, or the whole database",
    "full_page_writes": "a power cut can leave pages of the database half written",
    "synchronous_commit": "a crash of the server loses what was acknowledged last",  # our connections switch it on
}
_ASKED = "SELECT " + ", ".join(f"current_setting('{name}')" for name in _LOSSES)


def risks(conn: Connection) -> list[str]:
    """What can be lost although it was acknowledged, in sentences; nothing where all is well."""
    if conn.dialect.name == "sqlite":
        return []
    found = conn.exec_driver_sql(_ASKED).one()
    return [
        f"PostgreSQL runs with {name} = off: {loss}"
        for (name, loss), value in zip(_LOSSES.items(), found, strict=True)
        if value == "off"
    ]
