"""What `pitboss doctor` looks at. Nothing is changed: no store is made, no port is kept."""

import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from pitboss.cli.screen import safe, shown, to_copy
from pitboss.rulebook.words import sentence
from pitboss.version import VERSION

if TYPE_CHECKING:
    from pitboss.house.settings import Settings

State = Literal["ok", "note", "FAULT"]
LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000
"""Bytes that are left on a disk: what is told, and what is too little for a house."""
_REQUIRED = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*(?:[^;]*?>=\s*([0-9.]+))?[^;]*(;.*)?")


class Look(Struct, frozen=True):
    """One thing that was looked at: what was found and, where that is not enough, what to do."""

    name: str
    state: State
    said: str
    do: str = ""

    def as_dict(self) -> dict[str, str]:
        return {"name": self.name, "state": self.state.lower(), "said": self.said, "do": self.do}


def everything(flags: Mapping[str, Any]) -> list[Look]:
    """Every look, in the order in which a newcomer meets what it is about. `flags` are settings given for now."""
    found = [python(), libraries(), compiler(), figures(), *fonts()]
    settings, said = _settings(flags)
    found += said
    if settings is not None:
        found += [database(settings), port(settings)]
    folders = {"what is worked out": _cache(), "the store": None if settings is None else _store_folder(settings)}
    return [*found, browser(), terminal(), *disk(folders)]


# --- the program ------------------------------------------------------------------------------------------------------


def python() -> Look:
    """Which Python runs, and which Pitboss."""
    said = f"Pitboss {VERSION} with Python {platform.python_version()} on {platform.system()}"
    wanted = _requires_python()
    if sys.version_info[:2] < wanted:
        least = ".".join(map(str, wanted))
        return Look("Python", "FAULT", f"{said}; Pitboss needs {least}", f"Install Python {least} or newer.")
    return Look("Python", "ok", said)


def _requires_python() -> tuple[int, ...]:
    try:
        return _numbers(metadata.metadata("pitboss")["Requires-Python"].lstrip(">="))
    except (metadata.PackageNotFoundError, KeyError, AttributeError):
        return (3, 11)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def libraries(requires: Callable[[str], list[str] | None] = metadata.requires) -> Look:
    """Whether every library that Pitboss asks for is there, and new enough."""
    try:
        wanted = list(_wanted(requires("pitboss") or []))
    except metadata.PackageNotFoundError:
        return Look("libraries", "note", "Pitboss runs from its sources and is not installed; nothing is compared.")
    wrong = [fault for name, least in wanted if (fault := _library_fault(name, least))]
    if wrong:
        again = f"Install Pitboss again: {sys.executable} -m pip install --force-reinstall pitboss"
        return Look("libraries", "FAULT", "; ".join(wrong), again)
    return Look("libraries", "ok", f"all {len(wanted)} are there")


def _wanted(lines: list[str]) -> Iterator[tuple[str, str]]:
    """(name, the least version) of what is needed on this system; extras are not."""
    for line in lines:
        found = _REQUIRED.match(line)
        marker = (found[3] or "") if found else ""
        if found and "extra" not in marker and not ("win32" in marker and sys.platform == "win32"):
            yield found[1], found[2] or ""


def _library_fault(name: str, least: str) -> str:
    try:
        there = metadata.version(name)
    except metadata.PackageNotFoundError:
        return f"{name} is missing"
    return f"{name} {there} is older than {least}" if _numbers(there) < _numbers(least) else ""


# --- exact figures ----------------------------------------------------------------------------------------------------


def compiler() -> Look:
    """Whether the compiler of the exact odds works, and whether its machine code can be kept."""
    from pitboss.odds import cache

    name = "compiler"
    try:
        import numba
    except Exception as error:  # a native library may fail in any way
        said = f"the compiler for exact odds cannot be loaded: {' '.join(str(error).split())}"
        return Look(name, "FAULT", said, f"Install it again: {sys.executable} -m pip install --force-reinstall numba")
    try:
        place = cache.folder()
    except OSError as error:
        said = f"{error.filename}: {error.strerror}"
        return Look(name, "FAULT", said, f"Set {cache.ENVIRONMENT} to a folder of your own, or unset it.")
    kept = _machine_code()
    what = f"numba {numba.__version__}; results are kept in {shown(place)}"
    if kept:
        return Look(name, "ok", f"{what}, with machine code of this version ({kept} files)")
    later = "The first figures that did not come with Pitboss take some 10 to 40 seconds: their code is compiled once."
    return Look(name, "ok", f"{what}; no machine code yet", later)


def _machine_code() -> int:
    """How many files of this version are kept."""
    from pitboss.odds.cache_contents import held

    found = next(part for part in held() if part.kind.name == "kernels")
    return found.all.files - found.old.files


def figures() -> Look:
    """Whether exact figures came with the package."""
    from pitboss.odds import cache, shipped

    name = "figures"
    kinds = shipped.shipped(shipped.FILE)
    count = sum(len(part.kept) for kind, part in kinds.items() if part.digest == cache.DIGESTS[kind]())
    if count:
        return Look(name, "ok", f"{count} exact figures and charts came with Pitboss and are shown at once")
    why = "those that came with Pitboss are of another version" if kinds else "none came with Pitboss"
    way = "In a checkout `make figures` works them out; otherwise each is worked out when it is first asked for."
    return Look(name, "note", f"{why}; a built wheel brings them", way)


# --- letters ----------------------------------------------------------------------------------------------------------


def fonts() -> list[Look]:
    """Papers bring their own letters; pictures as PNG need letters of the system."""
    return [_paper_fonts(), _picture_fonts()]


def _paper_fonts() -> Look:
    from pitboss.paper.outlines import FONT

    try:
        import typst

        there = list(typst.Fonts(include_system_fonts=False).families())
    except Exception as error:  # a native library may fail in any way
        said = f"papers cannot be set: {' '.join(str(error).split())}"
        return Look("paper", "FAULT", said, f"Install typst again: {sys.executable} -m pip install typst")
    if FONT not in there:
        return Look("paper", "FAULT", f"the font {FONT} is missing", "Install the library typst again.")
    return Look("paper", "ok", f"papers are set in {FONT}, which comes along")


def _picture_fonts() -> Look:
    from pitboss.odds.charts import NoFonts, check_fonts

    try:
        check_fonts()
    except NoFonts as error:
        return Look("pictures", "note", "charts can be saved as SVG, not as PNG", sentence(str(error)))
    return Look("pictures", "ok", "charts can be saved as SVG and as PNG")


# --- the house --------------------------------------------------------------------------------------------------------


def _settings(flags: Mapping[str, Any]) -> "tuple[Settings | None, list[Look]]":
    from pitboss.house.settings import SettingsError, load

    try:
        loaded = load({name: value for name, value in flags.items() if value is not None}, os.environ, Path.cwd())
    except SettingsError as error:
        do = "Correct it; `pitboss config` shows every setting and what is allowed."
        return None, [Look("settings", "FAULT", safe(fault), do) for fault in error.faults]
    where = "the defaults hold: there is no pitboss.toml in this folder"
    return loaded.settings, [Look("settings", "ok", shown(loaded.file) if loaded.file else where)]


def database(settings: "Settings") -> Look:
    """The store of the house: there and whole, or to be made at the first start."""
    from pitboss.house.store.addresses import StoreError, file_of, masked
    from pitboss.house.store.opening import open_store

    name, where = "database", safe(masked(settings.database))
    try:
        path = file_of(settings.database)
        if path is not None and not path.exists():
            return _new_store(path)
        open_store(settings.database, make=False, read_only=True).dispose()
    except StoreError as error:
        return Look(name, "FAULT", safe(str(error)), "`pitboss db check` tells more; `pitboss db upgrade` may help.")
    return Look(name, "ok", f"{where}: of this version and readable")


def _new_store(path: Path) -> Look:
    home = next(folder for folder in path.absolute().parents if folder.exists())
    if not os.access(home, os.W_OK):
        do = f"Let `{to_copy('serve', '--database', 'FILE')}` keep it elsewhere, or PITBOSS_DATA name another folder."
        return Look("database", "FAULT", f"{shown(path)} is to be made, and {shown(home)} cannot be written to", do)
    return Look("database", "ok", f"none yet; `pitboss serve` makes {shown(path)}")


def port(settings: "Settings") -> Look:
    """Whether the house can listen where it wants to."""
    from pitboss.house.server.running import listen
    from pitboss.house.server.wanted_tables import CannotServe

    where = f"{settings.host}:{settings.port}"
    try:
        listen(settings.host, settings.port).close()
    except CannotServe as error:
        if _answers(settings.host, settings.port):
            do = f"Perhaps it is your own house. Otherwise: {to_copy('serve', '--port', settings.port + 1)}"
            return Look("port", "note", f"{where} is taken: a program answers there already", do)
        return Look("port", "FAULT", safe(str(error)), f"Choose another one: {to_copy('serve', '--port', 0)}")
    return Look("port", "ok", f"{where} is free for `pitboss serve`")


def _answers(host: str, port: int) -> bool:
    try:
        with closing(socket.create_connection((host, port), timeout=2)):
            return True
    except OSError:
        return False


# --- what stands around it --------------------------------------------------------------------------------------------


def browser() -> Look:
    """Whether a browser can be opened from here."""
    if a_browser():
        return Look("browser", "ok", "one can be opened from here")
    do = "Open the address that `pitboss serve` prints in a browser of a computer that reaches this one."
    return Look("browser", "note", "none can be opened from here", do)


def a_browser() -> bool:
    """A browser with a window. One that works inside the terminal would take the screen away."""
    import webbrowser

    windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    if not windows:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def terminal() -> Look:
    """Whether the screen has the signs of the suits."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    if safe("♠", encoding) == "♠":
        return Look("terminal", "ok", f"shows every sign ({encoding})")
    do = "Set PYTHONIOENCODING=utf-8 for the signs, if the terminal can show them."
    return Look("terminal", "note", f"its encoding {encoding} has no suit signs; letters stand for them", do)


def disk(folders: Mapping[str, Path | None]) -> Iterator[Look]:
    """How much room is left where something is kept."""
    for what, place in folders.items():
        if place is None:
            continue
        home = next(folder for folder in (place, *place.absolute().parents) if folder.exists())
        free = shutil.disk_usage(home).free
        said = f"{free / 10**9:,.1f} GB are free for {what} ({shown(home)})"
        if free < TOO_LITTLE:
            yield Look("disk", "FAULT", said, "Make room there, or name another folder.")
        elif free < LITTLE:
            yield Look("disk", "note", said, "That is little for a house that runs for long.")
        else:
            yield Look("disk", "ok", said)


def _cache() -> Path | None:
    from pitboss.odds import cache

    try:
        return cache.folder()
    except OSError:
        return None


def _store_folder(settings: "Settings") -> Path | None:
    from pitboss.house.store.addresses import StoreError, file_of

    try:
        path = file_of(settings.database)
    except StoreError:
        return None
    return None if path is None else path.parent
