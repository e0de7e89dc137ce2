"""What commands for a school's own system share: the address of the school, and files that are written over."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from pitboss.cli.screen import Trouble, plain, shown
from pitboss.odds.cache import write_whole

_PLAIN = re.compile(r"[!-~]{8,500}")


def home_of(address: str | None) -> str:
    """The address of the school, without a slash at its end."""
    if address is None:
        raise Trouble("--address is missing: the address of the house, such as https://school.example")
    home = web_address(address, "--address").rstrip("/")
    if urlsplit(home).query or urlsplit(home).fragment:
        raise Trouble(f"--address: '{plain(address)}' has more than host and path")
    return home


def web_address(text: str, option: str) -> str:
    """An address of the web, complete. Raises `Trouble`."""
    given = text.strip()
    try:
        parts = urlsplit(given)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or not _PLAIN.fullmatch(given):
        raise Trouble(f"{option}: '{plain(text)}' is no complete address, such as https://school.example")
    return given


def write_over(path: Path, content: bytes) -> None:
    """All of it, or nothing; a file that is there is replaced."""
    if path.is_dir():
        raise Trouble(f"{shown(path)}: this is a directory; add a file name")
    if not path.absolute().parent.is_dir():
        raise Trouble(f"{shown(path)}: the directory does not exist; nothing was written")
    try:
        write_whole(path, content, 0o644)
    except (OSError, ValueError) as error:
        raise Trouble(f"{shown(path)}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
