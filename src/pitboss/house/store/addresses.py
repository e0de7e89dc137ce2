"""Where a store is: a file of SQLite or a database of PostgreSQL, and how an address is shown to people."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

ALLOWED = "a file, sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/DATABASE"
NAME = "pitboss.db"

_PASSWORD = re.compile(r"(://[^/?#@:]*:)([^/?#]*)(@)")
_NAMED_PASSWORD = re.compile(r"([?&][^=&]*(?:password|passwd|secret)[^=&]*=)([^&#]+)", re.IGNORECASE)


class StoreError(ValueError):
    """The store cannot be used: what is wrong and what is allowed, in a sentence."""


def data_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where the house keeps its files unless it is told otherwise: PITBOSS_DATA, or the user's data folder."""
    asked = (os.environ if environ is None else environ).get("PITBOSS_DATA", "")
    if asked:
        return Path(asked).expanduser()
    from platformdirs import user_data_path

    return user_data_path("pitboss", appauthor=False)


def default_url(environ: Mapping[str, str] | None = None) -> str:
    """The store that is used unless another is named."""
    return f"sqlite:///{data_folder(environ).absolute() / NAME}"


def masked(url: str) -> str:
    """The address without its password."""
    return _NAMED_PASSWORD.sub(r"\1***", _PASSWORD.sub(r"\1***\3", url))


def file_of(url: str) -> Path | None:
    """The file of an SQLite address; None for a PostgreSQL one; a StoreError for anything else."""
    scheme, between, rest = url.partition("://")
    if not url.strip():
        raise StoreError(f"the address of the store is empty; allowed is {ALLOWED}")
    if "\0" in url:
        raise StoreError(f"the address of the store has a NUL character in it; allowed is {ALLOWED}")
    if not between:
        if url == ":memory:":
            raise StoreError(f"':memory:' would be lost when the house stops; allowed is {ALLOWED}")
        return Path(url).expanduser()
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return None
    if scheme not in ("sqlite", "sqlite+pysqlite"):
        raise StoreError(f"'{masked(url)}': a store cannot be kept with '{scheme}'; allowed is {ALLOWED}")
    path, query, _ = rest.partition("?")
    if query:
        raise StoreError(f"'{url}': an SQLite address takes no options after '?'; allowed is {ALLOWED}")
    if not path.startswith("/"):
        raise StoreError(f"'{url}': write three slashes before the file: sqlite:///FILE")
    if path[1:] in ("", ":memory:"):
        raise StoreError(f"'{url}' names no file; allowed is {ALLOWED}")
    return Path(path[1:]).expanduser()
