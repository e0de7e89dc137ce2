"""Settings from a file, the environment and flags: which goes first, and a sentence for everything that cannot be."""

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.settings import ALLOWED, MEANINGS, NAMES, Settings, SettingsError, example, load, shown

DATA = {"PITBOSS_DATA": "/srv/pit"}


def write(folder: Path, text: str, name: str = "pitboss.toml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def faults(flags: dict[str, Any], environ: dict[str, str], cwd: Path) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load(flags, environ, cwd)
    return caught.value.faults


def test_what_holds_by_default(tmp_path: Path) -> None:
    loaded = load({}, DATA, tmp_path)
    assert set(loaded.origins.values()) == {"default"}
    assert loaded.file is None
    assert dataclasses.asdict(loaded.settings) == {
        "database": "sqlite:////srv/pit/pitboss.db",
        "durability": "warn",
        "lease_seconds": 10.0,
        "address": "",
        "host": "127.0.0.1",
        "port": 8000,
        "submissions": (),
        "games": (),
        "guests": "loopback",
        "guest_chips": 100_000,
        "guests_per_hour": 60,
        "guests_at_once": 200,
        "pace": 1.0,
        "betting_seconds": 20.0,
        "decision_seconds": 30.0,
        "alone_clock": "off",
        "seat_seconds": 120.0,
        "key_file": Path("/srv/pit/pitboss.keys"),
        "archive": None,
        "checkpoints_file": Path("/srv/pit/pitboss.checkpoints"),
        "origins": (),
        "host_names": (),
        "proxy": "none",
        "metrics": "loopback",
        "rate_per_second": 20.0,
        "burst": 40,
        "sockets_per_address": 500,
        "log_level": "info",
        "log_format": "auto",
        "capital": 1_000_000_000,
        "table_float": 10_000_000,
        "session_hours": 12.0,
        "lockout_failures": 5,
        "lockout_minutes": 15.0,
        "coach": "on",
        "max_message": 4096,
    }


def test_flags_before_environment_before_file(tmp_path: Path) -> None:
    write(tmp_path, 'port = 1\nhost = "one"\nburst = 1\n')
    environ = {**DATA, "PITBOSS_PORT": "2", "PITBOSS_HOST": "two"}
    loaded = load({"port": 3, "host": None, "submissions": ()}, environ, tmp_path)
    settings = loaded.settings
    assert (settings.port, settings.host, settings.burst, settings.log_level) == (3, "two", 1, "info")
    assert [loaded.origins[name] for name in ("port", "host", "burst", "log_level")] == [
        "--port", "PITBOSS_HOST", "pitboss.toml", "default",
    ]  # fmt: skip


def test_checkpoints_lie_beside_the_keys_for_each_store_its_own(tmp_path: Path) -> None:
    def beside(**flags: str) -> Path | None:
        return load(flags, DATA, tmp_path).settings.checkpoints_file

    assert beside(key_file="/k/keys") == Path("/k/pitboss.checkpoints")
    one, other = beside(database="one.db"), beside(database="other.db")
    assert one is not None and other is not None and one != other and one == beside(database="one.db")
    assert {one.parent, other.parent} == {Path("/srv/pit")} and one.name.startswith("pitboss-")
    first, second = (beside(database=f"postgresql://ann:{word}@h/d") for word in ("s3cret", "changed"))
    assert first == second, "a password does not change which store it is"
    assert beside(checkpoints_file="c") == tmp_path / "c"
    assert load({}, {**DATA, "PITBOSS_CHECKPOINTS_FILE": ""}, tmp_path).settings.checkpoints_file is not None
    write(tmp_path, 'checkpoints_file = ""\n')
    assert beside() is None


def test_settings_cannot_be_changed() -> None:
    settings: Any = Settings()
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.port = 1


def test_another_file_by_flag_or_environment(tmp_path: Path) -> None:
    write(tmp_path, "port = 1\n")
    write(tmp_path / "etc", "port = 2\n", "house.toml")
    write(tmp_path / "etc", "port = 3\n", "other.toml")
    by_flag = load({"config": Path("etc/house.toml")}, {"PITBOSS_CONFIG": "etc/other.toml"}, tmp_path)
    assert (by_flag.settings.port, by_flag.origins["port"]) == (2, "etc/house.toml")
    assert load({}, {"PITBOSS_CONFIG": "etc/other.toml"}, tmp_path).settings.port == 3
    assert load({}, {"PITBOSS_CONFIG": ""}, tmp_path).settings.port == 1
    assert faults({"config": Path("no.toml")}, {}, tmp_path) == ["no.toml: there is no such file"]


def test_paths_are_meant_from_where_they_stand(tmp_path: Path) -> None:
    write(
        tmp_path / "etc", 'database = "house.db"\nkey_file = "k"\nsubmissions = ["a.toml", "/b.toml"]\n', "house.toml"
    )
    environ = {"PITBOSS_CHECKPOINTS_FILE": "c", "PITBOSS_DATA": "/srv"}
    settings = load({"config": "etc/house.toml"}, environ, tmp_path).settings
    assert settings.database == f"sqlite:///{tmp_path}/etc/house.db"
    assert settings.key_file == tmp_path / "etc" / "k"
    assert settings.submissions == (tmp_path / "etc" / "a.toml", Path("/b.toml"))
    assert settings.checkpoints_file == tmp_path / "c"
    assert load({"database": "what?.db"}, {}, tmp_path).settings.database == f"{tmp_path}/what?.db"
    assert load({"submissions": ["a"]}, {}, tmp_path).origins["submissions"] == "--submission"
    assert load({"database": "sqlite:///x.db"}, {}, tmp_path).settings.database == f"sqlite:///{tmp_path}/x.db"


def test_lists_in_the_environment(tmp_path: Path) -> None:
    environ = {
        "PITBOSS_SUBMISSIONS": "a.toml:b.toml",
        "PITBOSS_ORIGINS": "https://A.example, http://b.example:80 ",
        "PITBOSS_HOST_NAMES": "Casino.example:8443, *",
    }
    settings = load({}, environ, tmp_path).settings
    assert settings.submissions == (tmp_path / "a.toml", tmp_path / "b.toml")
    assert settings.origins == ("https://a.example", "http://b.example:80")
    assert settings.host_names == ("casino.example:8443", "*")


@pytest.mark.parametrize(("text", "cents"), [
    ('"1000.00"', 100_000), ('"0"', 0), ('"12.5"', 1250), ("7", 700), ("7.25", 725), ('"$1,234.56"', 123_456),
    ('"10000000.00"', 10**9), ("0.1", 10),
])  # fmt: skip
def test_amounts_are_exact(tmp_path: Path, text: str, cents: int) -> None:
    write(tmp_path, f"guest_chips = {text}\n")
    assert load({}, {}, tmp_path).settings.guest_chips == cents


@pytest.mark.parametrize("text", [
    '"1.005"', '"10000000.01"', '"-1"', "-0.01", '""', '"ten"', '"nan"', '"Infinity"', "inf", "nan", "true", "[1]",
    '"1_000"', "1.001", '"1e5"', '"1e400"',
])  # fmt: skip
def test_what_is_no_amount(tmp_path: Path, text: str) -> None:
    write(tmp_path, f"guest_chips = {text}\n")
    (fault,) = faults({}, {}, tmp_path)
    assert fault.startswith("pitboss.toml: guest_chips cannot be '")
    assert 'allowed is dollars and cents from "0.00" to "10000000.00"' in fault


BOUNDS: list[tuple[str, Any, Any]] = [
    ("port", 0, -1), ("port", 65535, 65536), ("pace", 0, -0.1), ("pace", 100, 100.1), ("betting_seconds", 0, -1),
    ("betting_seconds", 3600, 3601), ("decision_seconds", 1, 0.9), ("decision_seconds", 3600, 3601), ("burst", 1, 0),
    ("burst", 100_000, 100_001), ("rate_per_second", 0.1, 0.09), ("rate_per_second", 10_000, 10_001),
    ("session_hours", 0.1, 0), ("session_hours", 720, 721), ("lockout_failures", 1, 0), ("lockout_failures", 100, 101),
    ("lockout_minutes", 0.1, 0), ("lockout_minutes", 10_080, 10_081), ("max_message", 256, 255),
    ("max_message", 4096, 4097), ("guests_per_hour", 1, 0), ("guests_per_hour", 1_000_000, 1_000_001),
    ("sockets_per_address", 1, 0), ("sockets_per_address", 5_000, 5_001),
    ("guests_at_once", 1, 0), ("guests_at_once", 1_000_000, 1_000_001), ("seat_seconds", 0, -1),
    ("seat_seconds", 86_400, 86_401),
]  # fmt: skip


@pytest.mark.parametrize(("name", "good", "bad"), BOUNDS)
@pytest.mark.parametrize("where", ["file", "environment", "flag"])
def test_bounds(tmp_path: Path, name: str, good: Any, bad: Any, where: str) -> None:
    def given(value: Any) -> tuple[dict[str, Any], dict[str, str], Path]:
        if where == "file":
            write(tmp_path, f"{name} = {value}\n")
        return (
            {name: value} if where == "flag" else {},
            {f"PITBOSS_{name.upper()}": str(value)} if where == "environment" else {},
            tmp_path,
        )

    assert getattr(load(*given(good)).settings, name) == good
    (fault,) = faults(*given(bad))
    assert f"{name} cannot be '{bad}'; allowed is {ALLOWED[name]}" in fault


@pytest.mark.parametrize("line", [
    'port = "80"', "port = true", "port = 80.0", 'pace = "1"', "pace = true", "pace = nan", 'guests = "sometimes"',
    "coach = true", 'coach = "yes"',
    "guests = true", 'log_level = "loud"', 'log_format = "xml"', 'host = ""', 'host = "a b"', "host = 1",
    'submissions = "a.toml"', "submissions = [1]", 'submissions = [""]', 'key_file = ""', "checkpoints_file = 1",
    'origins = "https://a.example"', 'origins = ["*"]', 'origins = ["https://a.example/x"]', 'origins = ["a.example"]',
    'origins = ["ftp://a.example"]', 'origins = ["https://u@a.example"]', 'origins = ["https://a:b"]', "origins = [1]",
    'host_names = "a.example"', 'host_names = ["https://a.example"]', 'host_names = ["*.example"]',
    'host_names = ["a b"]', 'host_names = [""]', 'host_names = ["a.example:x"]', "host_names = [1]",
    'origins = ["https://*.example"]', "database = 1", "capital = {}",
])  # fmt: skip
def test_values_of_the_wrong_kind(tmp_path: Path, line: str) -> None:
    write(tmp_path, f"{line}\n")
    (fault,) = faults({}, {}, tmp_path)
    name = line.split()[0]
    assert fault.startswith(f"pitboss.toml: {name} cannot be ")
    assert fault.endswith(f"allowed is {ALLOWED[name]}")


@pytest.mark.parametrize("value", ["x", "1.5", "٣", "1_000", "-1", "9" * 5000])
def test_numbers_in_the_environment(tmp_path: Path, value: str) -> None:
    (fault,) = faults({}, {"PITBOSS_PORT": value}, tmp_path)
    assert fault.startswith("PITBOSS_PORT: port cannot be '")
    assert len(fault) < 200


def test_an_empty_word_of_the_environment_says_nothing(tmp_path: Path) -> None:
    assert load({}, {"PITBOSS_PORT": ""}, tmp_path).settings.port == 8000


def test_an_address_that_is_none_is_explained(tmp_path: Path) -> None:
    (fault,) = faults({}, {"PITBOSS_DATABASE": "mysql://ann:s3cret@h/d"}, tmp_path)
    assert fault.startswith("PITBOSS_DATABASE: database: 'mysql://ann:***@h/d': a store cannot be kept with 'mysql'")


def test_unknown_words_get_a_suggestion(tmp_path: Path) -> None:
    write(tmp_path, "prot = 1\nguest-chips = 1\nxyzzy = 1\n[server]\nport = 1\n")
    environ = {"PITBOSS_PROT": "1", "PITBOSS_XYZZY": "1", "PITBOSS_DATABSE": "x", "OTHER": "1", "PITBOSS_CACHE": "x"}
    assert faults({}, environ, tmp_path) == [
        "pitboss.toml: there is no setting 'prot'. Did you mean 'port'?",
        "pitboss.toml: there is no setting 'guest-chips'. Did you mean 'guest_chips'?",
        "pitboss.toml: there is no setting 'xyzzy'; `pitboss config` shows them all",
        "pitboss.toml: there is no setting 'server'; `pitboss config` shows them all",
        "the environment has PITBOSS_DATABSE, which is no setting. Did you mean 'PITBOSS_DATABASE'?",
        "the environment has PITBOSS_PROT, which is no setting. Did you mean 'PITBOSS_PORT'?",
        "the environment has PITBOSS_XYZZY, which is no setting; `pitboss config` shows them all",
    ]


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    write(tmp_path, "port = -1\nburst = 0\n")
    assert len(faults({"pace": -1}, {"PITBOSS_GUESTS": "x"}, tmp_path)) == 4


def test_a_table_cannot_have_more_than_the_house(tmp_path: Path) -> None:
    assert load({"capital": "5", "table_float": "5.00"}, {}, tmp_path).settings.capital == 500
    (fault,) = faults({"capital": "5"}, {"PITBOSS_TABLE_FLOAT": "5.01"}, tmp_path)
    assert fault.startswith("table_float (5.01, from PITBOSS_TABLE_FLOAT) is more than the capital of the house (5.00,")


@pytest.mark.parametrize(("raw", "said"), [
    (b"port = \n", "line 1: this is not valid TOML: "), (b"port = 1\nport = 2\n", "line 2: this is not valid TOML: "),
    (b"\nport" + b".a" * 5000 + b" = 1", "line 2: this lies more than 16 levels deep; permitted: at most 16 levels"),
    (b"capital = 1e999999999", "line 1: this number is too large or too small; permitted: exponents from e-99 to e99"),
    (b"host = \"\xff\"\n", "this is not a UTF-8 text file (byte 8)"),
])  # fmt: skip
def test_files_that_cannot_be_read(tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / "pitboss.toml").write_bytes(raw)
    (fault,) = faults({}, {}, tmp_path)
    assert fault.startswith(f"pitboss.toml: {said}")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (fault,) = faults({"config": tmp_path}, {}, tmp_path)
    assert "cannot be read" in fault


def test_the_example_says_what_holds_anyway(tmp_path: Path) -> None:
    """Every line of it, switched on, gives the default again; and the file as it is sets nothing."""
    text = example()
    assert tomllib.loads(text) == {}
    on = "\n".join(line[1:] for line in text.splitlines() if line.startswith("#") and not line.startswith("# "))
    assert tuple(tomllib.loads(on)) == NAMES
    write(tmp_path, on)
    loaded, default = load({}, DATA, tmp_path), load({}, DATA, tmp_path / "nowhere")
    assert set(loaded.origins.values()) == {"pitboss.toml"}
    for name in NAMES:
        if name not in ("database", "key_file", "checkpoints_file"):
            assert getattr(loaded.settings, name) == getattr(default.settings, name), name
    assert all(len(line) <= 100 for line in text.splitlines())


def test_every_setting_is_explained() -> None:
    assert set(MEANINGS) == set(ALLOWED) == set(NAMES)
    assert all(MEANINGS[name] and ALLOWED[name] for name in NAMES)


def test_passwords_are_masked(tmp_path: Path) -> None:
    settings = load({"database": "postgresql://ann:s3cret@h/d"}, {}, tmp_path).settings
    assert settings.database == "postgresql://ann:s3cret@h/d"
    assert shown(settings, "database") == "postgresql://ann:***@h/d"
