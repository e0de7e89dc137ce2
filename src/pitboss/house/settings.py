"""The settings of the house. Each can stand in a file (`pitboss.toml`), in the environment (PITBOSS_PORT) or be given
as a flag; a flag goes before the environment, the environment before the file, the file before the default."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pitboss.house.settings_values import (
    ADDRESS,
    FOLDERS,
    HOST,
    HOST_NAMES,
    INTERNAL_ADDRESS,
    OPTIONAL_PATH,
    ORIGINS,
    PATH,
    PATHS,
    BadValue,
    Given,
    SettingKind,
    amount,
    choice,
    number,
    whole,
)
from pitboss.house.store.addresses import data_folder, default_url, masked
from pitboss.rulebook.toml_text import BadToml, read_toml

FILE = "pitboss.toml"
KEY_FILE = "pitboss.keys"
CHECKPOINTS_FILE = "pitboss.checkpoints"
PREFIX = "PITBOSS_"
FLAGS = {"submissions": "--submission", "games": "--game"}
"""Flags that are not called as their setting."""
ELSEWHERE = ("CONFIG", "DATA", "CACHE", "TRACEBACK")
"""Words of the environment that begin like a setting and are not: where the file is, the folders, what errors show."""

_LARGE = 10**15  # cents: ten thousand thousand millions of dollars


class SettingsError(ValueError):
    """Settings that cannot be used; every fault is a sentence that names the value, where it came from and what is
    allowed."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def _setting(kind: SettingKind, meaning: str, default: Any = None, **more: Any) -> Any:
    given = more if more else {"default": default}
    return field(metadata={"kind": kind, "meaning": meaning}, **given)


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. Amounts are cents."""

    database: str = _setting(ADDRESS, "where the store is", default_factory=default_url)
    durability: str = _setting(
        choice("warn", "require", "asynchronous"),
        "what to do where a database server may lose what it has acknowledged (fsync or full_page_writes off): "
        "warn and serve, or refuse to start. A server with asynchronous standbys alone is refused in either case, as a "
        "failover could lose acknowledged acts; asynchronous warns of that, too, and serves",
        "warn",
    )
    lease_seconds: float = _setting(
        number(1, 600),
        "PostgreSQL: after how many seconds of silence the other processes of the house take a process's tables over",
        10.0,
    )
    address: str = _setting(
        INTERNAL_ADDRESS,
        "PostgreSQL: where the other processes of the house reach this one, such as http://10.0.0.5:8000; unless set, "
        "the host it listens on, or the computer's own name",
        "",
    )
    host: str = _setting(HOST, "the network interface the house listens on", "127.0.0.1")
    port: int = _setting(whole(0, 65535), "the port it listens on; 0 takes any free one", 8000)
    submissions: tuple[Path, ...] = _setting(
        PATHS, "Rules Submissions, each opening a table of its own; none: one table of each game", ()
    )
    games: tuple[Path, ...] = _setting(
        FOLDERS, "folders of games beside those that are installed; they contain code, so name only what you trust", ()
    )
    guests: str = _setting(
        choice("loopback", "always", "never"),
        "who may sit down without an account, with practice chips: people at this computer, everybody, nobody",
        "loopback",
    )
    guest_chips: int = _setting(
        amount(0, 10**9), "the practice chips a guest begins with, and up to which anybody may take more", 100_000
    )
    guests_per_hour: int = _setting(
        whole(1, 1_000_000), "guests that one address may make at once, and in every hour after that", 60
    )
    guests_at_once: int = _setting(
        whole(1, 1_000_000), "guests of one address that may be here at a time, each for session_hours at most", 200
    )
    pace: float = _setting(number(0, 100), "how slowly the automatic dealer works: 1 humane, 0 without waiting", 1.0)
    betting_seconds: float = _setting(number(0, 3600), "for how long wagers are taken before the cards are dealt", 20.0)
    decision_seconds: float = _setting(number(1, 3600), "how long a player may think about a decision", 30.0)
    alone_clock: str = _setting(
        choice("off", "on"),
        "whether the clocks of wagers and decisions also run for somebody who plays alone at a practice table; off: "
        "his silence costs nothing until somebody else sits down",
        "off",
    )
    seat_seconds: float = _setting(
        number(0, 86_400),
        "after how many seconds somebody who has closed the page and has no wager down is stood up; 0: never",
        120.0,
    )
    key_file: Path = _setting(
        PATH,
        "the keys that seal seeds and sign checkpoints; never in the store, never in a backup",
        default_factory=lambda: data_folder().absolute() / KEY_FILE,
    )
    checkpoints_file: Path | None = _setting(
        OPTIONAL_PATH,
        "where signed checkpoints are written as well, best on another disk; unless set, beside the key file",
        None,
    )
    archive: Path | None = _setting(
        OPTIONAL_PATH,
        "the folder of the files into which `pitboss audit archive` has moved old rounds; audits read them there",
        None,
    )
    origins: tuple[str, ...] = _setting(ORIGINS, "other web sites whose pages may talk to this house", ())
    host_names: tuple[str, ...] = _setting(
        HOST_NAMES,
        "further names under which people reach this house; it always answers under numbers (192.0.2.1), localhost "
        "and, where it listens to more than this computer, the computer's own name. * answers under every name, also "
        "under one that a stranger made to point here",
        (),
    )
    proxy: str = _setting(
        choice("none", "loopback"),
        "whether a proxy on this computer passes requests on; its X-Forwarded-For then says from where they come",
        "none",
    )
    metrics: str = _setting(
        choice("loopback", "always", "never"),
        "who may read the figures at /metrics: programs at this computer, everybody, nobody",
        "loopback",
    )
    rate_per_second: float = _setting(number(0.1, 10_000), "messages a second that one person may send for long", 20.0)
    burst: int = _setting(whole(1, 100_000), "messages that one person may send at once", 40)
    sockets_per_address: int = _setting(
        whole(1, 5_000), "open sockets that one address may have; the whole house takes 5,000, a session 50", 500
    )
    log_level: str = _setting(choice("debug", "info", "warning", "error"), "how much is logged", "info")
    log_format: str = _setting(
        choice("auto", "json", "console"), "how it is logged; auto: for people on a terminal, else JSON", "auto"
    )
    capital: int = _setting(amount(0, _LARGE), "the money a new house begins with, in its cage", 1_000_000_000)
    table_float: int = _setting(amount(0, _LARGE), "the chips a table is opened with", 10_000_000)
    session_hours: float = _setting(number(0.1, 720), "after how many hours somebody has to log in again", 12.0)
    lockout_failures: int = _setting(
        whole(1, 100),
        "wrong passwords in a row after which a name is locked for the address that gave them; ten times as many, from "
        "everywhere together, lock it for all addresses from which its owner has not logged in since the start",
        5,
    )
    lockout_minutes: float = _setting(number(0.1, 10_080), "for how long it is locked", 15.0)
    coach: str = _setting(
        choice("on", "off"), "whether players may ask what each choice is worth before they decide", "on"
    )
    max_message: int = _setting(whole(256, 4096), "the longest message that is read, in bytes", 4096)


NAMES = tuple(one.name for one in fields(Settings))
_KINDS: dict[str, SettingKind] = {one.name: one.metadata["kind"] for one in fields(Settings)}
MEANINGS: dict[str, str] = {one.name: one.metadata["meaning"] for one in fields(Settings)}
ALLOWED: dict[str, str] = {name: kind.allowed for name, kind in _KINDS.items()}


@dataclass(frozen=True)
class Loaded:
    """The settings, and where each of them came from."""

    settings: Settings
    origins: dict[str, str]
    file: Path | None


def shown(settings: Settings, name: str) -> Any:
    """A setting as it would stand in the file, passwords masked."""
    return _KINDS[name].show(getattr(settings, name))


def load(flags: Mapping[str, Any], environ: Mapping[str, str], cwd: Path) -> Loaded:
    """The settings that hold. `flags` are those that were given, by name, `config` the file among them."""
    faults: list[str] = []
    found: dict[str, Any] = {}
    origins = dict.fromkeys(NAMES, "default")
    file, written = _file(flags.get("config") or environ.get(f"{PREFIX}CONFIG") or None, cwd, faults)
    said = _environment(environ, faults)
    given = {name: value for name, value in flags.items() if name != "config" and value not in (None, (), [])}
    assert set(given) <= set(NAMES), sorted(set(given) - set(NAMES))
    for name in NAMES:
        for values, origin, text, base in (
            (written, str(file), False, cwd if file is None else (cwd / file).parent),
            (said, f"{PREFIX}{name.upper()}", True, cwd),
            (given, FLAGS.get(name, f"--{name.replace('_', '-')}"), True, cwd),
        ):
            if name not in values:
                continue
            try:
                found[name] = _KINDS[name].read(Given(values[name], text, base))
                origins[name] = origin
            except BadValue as bad:
                faults.append(_fault(name, values[name], origin, str(bad)))
    defaults = Settings(database=default_url(environ), key_file=data_folder(environ).absolute() / KEY_FILE)
    settings = replace(defaults, **found)
    if "checkpoints_file" not in found:
        settings = replace(settings, checkpoints_file=_beside(settings, defaults))
    if not faults and settings.table_float > settings.capital:
        faults.append(
            f"table_float ({shown(settings, 'table_float')}, from {origins['table_float']}) is more than the capital "
            f"of the house ({shown(settings, 'capital')}, from {origins['capital']}): no table could be opened"
        )
    if faults:
        raise SettingsError(faults)
    return Loaded(settings, origins, file)


def _beside(settings: Settings, defaults: Settings) -> Path:
    """The file of checkpoints beside the key file. Each store has its own, also where several share the keys."""
    name = Path(CHECKPOINTS_FILE)
    if settings.database != defaults.database:
        mark = hashlib.sha256(masked(settings.database).encode()).hexdigest()[:8]
        name = name.with_stem(f"{name.stem}-{mark}")
    return settings.key_file.parent / name


def _fault(name: str, value: Any, origin: str, why: str) -> str:
    seen = masked(str(value)) if name == "database" else str(value)
    seen = seen if len(seen) <= 60 else f"{seen[:57]}..."
    return f"{origin}: {name}: {why}" if why else f"{origin}: {name} cannot be '{seen}'; allowed is {ALLOWED[name]}"


def _environment(environ: Mapping[str, str], faults: list[str]) -> dict[str, str]:
    """What the environment says; an empty value says nothing."""
    found = {}
    for key in sorted(environ):
        name = key.removeprefix(PREFIX)
        if not key.startswith(PREFIX) or name in ELSEWHERE:
            continue
        if name.lower() in NAMES and name == name.upper():
            if environ[key] != "":
                found[name.lower()] = environ[key]
        else:
            known = tuple(word.upper() for word in (*NAMES, *ELSEWHERE))
            faults.append(f"the environment has {key}, which is no setting{_like(name.upper(), known, PREFIX)}")
    return found


def _file(asked: Path | str | None, cwd: Path, faults: list[str]) -> tuple[Path | None, dict[str, Any]]:
    """The file that was named, or `pitboss.toml` in the working folder, if there is one; and what stands in it."""
    name = Path(asked or FILE).expanduser()
    if not asked and not (cwd / name).exists():
        return None, {}
    try:
        written = read_toml((cwd / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError([f"{name}: there is no such file"]) from None
    except OSError as error:
        raise SettingsError([f"{name}: cannot be read: {error.strerror or error}"]) from None
    except UnicodeDecodeError as error:
        raise SettingsError([f"{name}: this is not a UTF-8 text file (byte {error.start})"]) from None
    except BadToml as bad:
        raise SettingsError([f"{name}: {bad.sentence}"]) from None
    for key in written:
        if key not in NAMES:
            faults.append(f"{name}: there is no setting '{key}'{_like(key.lower().replace('-', '_'), NAMES)}")
    return name, written


def _like(word: str, words: tuple[str, ...], prefix: str = "") -> str:
    found = get_close_matches(word, words, n=1, cutoff=0.6)
    return f". Did you mean '{prefix}{found[0]}'?" if found else "; `pitboss config` shows them all"


# --- an example -----------------------------------------------------------------------------------------------------


def example() -> str:
    """A file with every setting, each explained and switched off: what it says holds anyway."""
    import json
    from textwrap import wrap

    settings = Settings(
        database="sqlite:///pitboss.db", key_file=Path(KEY_FILE), checkpoints_file=Path(CHECKPOINTS_FILE)
    )
    lines = [
        "# Settings of the house. Take away the # before a line and change it. A flag, or the environment",
        "# (PITBOSS_PORT=8080), goes before what stands here. `pitboss config` shows what holds and why.",
    ]
    for name in NAMES:
        lines += ["", *(f"# {line}" for line in wrap(f"{MEANINGS[name][:1].upper()}{MEANINGS[name][1:]}.", 96))]
        lines += [f"# {line}" for line in wrap(f"Allowed: {ALLOWED[name]}.", 96)]
        if name in ("database", "key_file"):
            lines.append("# Unless set, it is in your data folder (PITBOSS_DATA names another).")
        lines.append(f"#{name} = {json.dumps(shown(settings, name))}")
    return "\n".join(lines) + "\n"
