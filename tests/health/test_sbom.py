"""The bill of materials: as CycloneDX publishes the format, and with every library that is pinned."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from cyclonedx import schema

ROOT = Path(__file__).parent.parent.parent
PINNED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
SCHEMAS = Path(schema.__file__).parent / "_res"


@pytest.fixture(scope="module")
def made() -> str:
    command = [sys.executable, "examples/running/sbom.py", "requirements.txt"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def published(address: str) -> Any:
    """A schema that the library carries, by the address under which CycloneDX publishes it."""
    name = address.rpartition("/")[2].replace(".SNAPSHOT", "").replace(".schema.json", ".SNAPSHOT.schema.json")
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def test_it_is_what_the_published_schema_wants(made: str) -> None:
    judge = jsonschema_rs.Draft7Validator(published("bom-1.6.schema.json"), retriever=published)
    found = json.loads(made)
    assert [error.message for error in judge.iter_errors(found)] == []
    found["components"][0]["type"] = "banana"
    assert len(list(judge.iter_errors(found))) == 1


def test_every_pinned_library_is_in_it(made: str) -> None:
    pins = re.findall(r"^([a-z0-9._-]+)==(\S+)", PINNED, re.MULTILINE)
    found = json.loads(made)
    assert [(each["name"], each["version"]) for each in found["components"]] == pins
    digests = [
        each["value"] for part in found["components"] for each in part["properties"] if each["name"] == "pip:sha256"
    ]
    assert digests == re.findall(r"sha256:([0-9a-f]{64})", PINNED)


def test_it_says_what_needs_what(made: str) -> None:
    found = json.loads(made)
    uses = {each["ref"].partition("@")[0]: each["dependsOn"] for each in found["dependencies"]}
    assert any(ref.startswith("pkg:pypi/msgspec@") for ref in uses["pkg:pypi/pitboss"])
    assert any(ref.startswith("pkg:pypi/anyio@") for ref in uses["pkg:pypi/starlette"])
