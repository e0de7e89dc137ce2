"""The files for operators in `examples/running` fit the program: its settings, its commands and its figures."""

import configparser
import inspect
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from pitboss.cli.serve import serve
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import MISTAKE
from pitboss.house.server.metrics import ServerFigures
from pitboss.house.server.shared import Shared
from pitboss.house.settings import ELSEWHERE, NAMES, PREFIX, load
from pitboss.house.store.writer import IN_TROUBLE

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples" / "running"
PAGE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")


def read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


def served(words: list[str]) -> list[str]:
    """What of this command line `pitboss serve` would not know."""
    flags = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}
    assert words[0].rpartition("/")[2] == "pitboss" and words[1] == "serve"
    return [word for word in words[2:] if word.startswith("--") and word not in flags]


def test_the_settings_hold() -> None:
    settings = load({"config": FOLDER / "pitboss.toml"}, {}, FOLDER).settings
    assert (settings.durability, settings.proxy, settings.host, settings.port) == (
        "require",
        "loopback",
        "127.0.0.1",
        8001,
    )


def test_the_unit_starts_the_house_and_may_write_what_it_must() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.read_string((FOLDER / "pitboss.service").read_text(encoding="utf-8"))
    assert unit.sections() == ["Unit", "Service", "Install"]
    service, start = unit["Service"], unit["Unit"]
    tries = int(start["StartLimitBurst"])
    slowest = 10  # seconds until it says that it cannot start
    assert tries * (int(service["RestartSec"]) + slowest) <= int(start["StartLimitIntervalSec"]), (
        "it would never stay down"
    )
    command = service["ExecStart"].split()
    assert served(command) == []
    assert command[command.index("--config") + 1] == "/etc/pitboss/pitboss.toml"
    name, _, folder = service["Environment"].partition("=")
    assert name.removeprefix(PREFIX) in ELSEWHERE
    settings = tomllib.loads((FOLDER / "pitboss.toml").read_text(encoding="utf-8"))
    assert service["ReadWritePaths"].split() == [folder, str(Path(settings["checkpoints_file"]).parent)]


def test_the_services_have_settings_that_there_are() -> None:
    services = read("compose.yaml")["services"]
    houses = {name: each for name, each in services.items() if name.startswith("house")}
    assert sorted(services) == ["database", "house1", "house2", "proxy"]
    assert {each["network_mode"] for each in services.values()} == {"host"}, "only from loopback is a proxy believed"
    for each in houses.values():
        assert served(each["command"]) == []
        own = [name.removeprefix(PREFIX) for name in each["environment"] if name.startswith(PREFIX)]
        assert [name for name in own if name.lower() not in NAMES and name not in ELSEWHERE] == []
    first, second = (each["environment"] for each in houses.values())
    assert first["PITBOSS_KEY_FILE"] == second["PITBOSS_KEY_FILE"]
    assert first["PITBOSS_CHECKPOINTS_FILE"] != second["PITBOSS_CHECKPOINTS_FILE"]


def test_proxy_and_prometheus_ask_where_the_houses_listen() -> None:
    services = read("compose.yaml")["services"]
    ports = [f"127.0.0.1:{services[name]['environment']['PITBOSS_PORT']}" for name in ("house1", "house2")]
    proxied = re.search(r"reverse_proxy (.+) \{", (FOLDER / "Caddyfile").read_text(encoding="utf-8"))
    assert proxied is not None and proxied[1].split() == ports
    assert "lb_try_duration" in proxied.string, "else a process that stops is a bad gateway until it is missed"
    assert read("prometheus.yaml")["scrape_configs"][0]["static_configs"][0]["targets"] == ports
    assert read("prometheus.yaml")["rule_files"] == ["alerts.yaml"]


# --- alerts -----------------------------------------------------------------------------------------------------------


RULES = read("alerts.yaml")["groups"][0]["rules"]


@pytest.fixture(scope="module")
def figures() -> set[str]:
    """The names of the figures of a house, as Prometheus reads them."""
    writer = SimpleNamespace(commits=1, failing=False)
    seen = SimpleNamespace(processes={}, takeovers=0, lost="")
    shared: Any = SimpleNamespace(membership=seen, relay=SimpleNamespace(open=0))
    shared.figures = lambda: Shared.figures(shared)
    desk: Any = SimpleNamespace(shared=shared, house=SimpleNamespace(tables={}, writer=writer), rooms={})
    made = ServerFigures(lambda: Desk._figures(desk))
    made.took(False, 0.01)
    made.refused["store"] += 1
    made.requests["GET", 200] += 1
    made.rounds["any"] += 1
    return set(re.findall(r"^(pitboss_[a-z_]+)", made.text().decode(), re.MULTILINE))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_asks_for_figures_that_there_are(rule: dict[str, Any], figures: set[str]) -> None:
    named = set(re.findall(r"\b(pitboss_[a-z_]+)", rule["expr"]))
    assert named <= figures
    assert named or "up{" in rule["expr"]
    assert rule["expr"].count("(") == rule["expr"].count(")")
    assert set(re.findall(r'code="([a-z_]+)"', rule["expr"])) <= {IN_TROUBLE.code, MISTAKE.code}
    assert set(re.findall(r'outcome="([a-z]+)"', rule["expr"])) <= {"accepted", "again", "refused"}
    assert rule["annotations"]["summary"] and rule["labels"]["severity"] in ("page", "ticket")


def test_the_page_has_every_alert_and_file() -> None:
    assert [rule["alert"] for rule in RULES] == re.findall(r"^\| `(Pitboss\w+)`", PAGE, re.MULTILINE)
    named = set(re.findall(r"examples/running/([\w.]+)", PAGE))
    there = {file.name for file in FOLDER.iterdir() if file.is_file()}
    assert named | {"sbom.py"} == there
