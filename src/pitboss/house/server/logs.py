"""Structured logs: what the program did, for the people who run it. They are not the audit trail. A token, a password
or a card never enters them: only the words that are written here and in the callers do, and of a mistake only its kind
and its place in the program, for its message could hold anything."""

import logging
import sys
import traceback
from typing import Any, TextIO

_PREFIX = "pitboss"


_asked: tuple[str, str, TextIO | None] | None = None
"""How it is to be logged; put into effect with the first line, so that the house need not wait for the library."""


def set_up(level: str, format: str, stream: TextIO | None = None) -> None:
    """`format`: json, console, or auto (for people where the stream is a terminal)."""
    global _asked
    _asked = (level, format, stream)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        theirs = logging.getLogger(name)
        theirs.handlers[:] = [_Forward()]
        theirs.setLevel(logging.WARNING)
        theirs.propagate = False


def _put_into_effect(level: str, format: str, stream: TextIO | None) -> None:
    import structlog

    out = stream or sys.stderr
    people = format == "console" or (format == "auto" and out.isatty())
    number = getattr(logging, level.upper())
    last: Any = structlog.dev.ConsoleRenderer(colors=out.isatty()) if people else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )


_OF_CLIENTS = frozenset(
    {
        "Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.",
        "Unsupported upgrade request.", "ASGI callable returned without completing handshake.",
    }
)  # fmt: skip
"""What the libraries say of clients that were refused: anybody could fill the log with it."""


class _Forward(logging.Handler):
    """What the libraries of the server say, in the same form; of exceptions only kind and place."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if record.msg in _OF_CLIENTS:
            log().debug("client", said=record.msg)
        elif error is not None:
            mistake("server", error)
        else:
            log().warning("server", said=str(record.msg)[:200])


def log() -> Any:
    global _asked
    import structlog

    if _asked is not None:
        _put_into_effect(*_asked)
        _asked = None
    return structlog.get_logger()


def mistake(where: str, error: BaseException) -> None:
    """An exception that nobody foresaw."""
    log().error("mistake", where=where, **of(error))


def of(error: BaseException) -> dict[str, Any]:
    """What is logged of an exception."""
    return {"kind": type(error).__name__, "at": _places(error)}


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]


def _short(path: str) -> str:
    parts = path.replace("\\", "/").split("/")
    return "/".join(parts[parts.index(_PREFIX) :]) if _PREFIX in parts else "/".join(parts[-2:])
