"""What the program is made of: a bill of materials (SBOM) in the format CycloneDX 1.6, from the pinned requirements.

    python examples/running/sbom.py requirements.txt > sbom.json

Each library has its version, its package URL, the SHA-256 of every file that pip accepts for it, what needs it, and,
where it is installed, the license it names. The same requirements give the same bytes: no clock, no random number."""

import json
import re
import sys
import tomllib
import uuid
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

_PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[^]]*])?==([^ ;\\]+)\s*(?:;\s*([^\\]+?)\s*)?\\?$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA = re.compile(r"^    #(?: via)? +([a-z0-9._-]+)")


def components(text: str) -> list[dict[str, Any]]:
    """The pinned libraries, in the order of the file; `via` are those that need each."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        if pin := _PIN.match(line):
            found.append({"name": pin[1], "version": pin[2], "only": pin[3] or "", "hashes": [], "via": []})
        elif digest := _HASH.search(line):
            found[-1]["hashes"].append(digest[1])
        elif (via := _VIA.match(line)) and via[1] != "via":
            found[-1]["via"].append(via[1])
        elif line.strip() and not line.strip().startswith("#"):
            raise ValueError(f"this line of the requirements is not understood: {line}")
    return found


def _licenses(name: str) -> list[dict[str, Any]]:
    """What the installed library says of its license: an expression, else its own words."""
    try:
        told: PackageMetadata = metadata(name)
    except PackageNotFoundError:
        return []
    if "License-Expression" in told:
        return [{"expression": told["License-Expression"]}]
    classified = [each for each in told.get_all("Classifier", []) if each.startswith("License :: OSI Approved :: ")]
    words = [each.rpartition(" :: ")[2] for each in classified] or told.get_all("License", [])
    return [{"license": {"name": each.splitlines()[0][:100]}} for each in words if each.strip()]


def _component(each: dict[str, Any]) -> dict[str, Any]:
    purl = f"pkg:pypi/{each['name']}@{each['version']}"
    about = [{"name": "pip:sha256", "value": digest} for digest in each["hashes"]]
    if each["only"]:
        about.append({"name": "pip:marker", "value": each["only"]})
    made = {"type": "library", "bom-ref": purl, "name": each["name"], "version": each["version"], "purl": purl}
    licenses = _licenses(each["name"])
    return {**made, **({"licenses": licenses} if licenses else {}), "properties": about}


def bill(requirements: str, project: dict[str, Any]) -> dict[str, Any]:
    pinned = components(requirements)
    own = f"pkg:pypi/{project['name']}@{project['version']}"
    refs = {each["name"]: f"pkg:pypi/{each['name']}@{each['version']}" for each in pinned} | {project["name"]: own}
    needs: dict[str, set[str]] = {ref: set() for ref in (own, *refs.values())}
    for each in pinned:
        for user in each["via"]:
            needs[refs[user]].add(refs[each["name"]])
    license_ = [{"expression": project["license"]}]
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": own, "name": project["name"], "version": project["version"],
                "purl": own, "licenses": license_,
            }
        },
        "components": [_component(each) for each in pinned],
        "dependencies": [{"ref": ref, "dependsOn": sorted(uses)} for ref, uses in needs.items()],
    }  # fmt: skip
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made, sort_keys=True))
    return {"serialNumber": f"urn:uuid:{number}", **made}


def main(arguments: list[str]) -> int:
    file = Path(arguments[0] if arguments else "requirements.txt")
    project = tomllib.loads(file.with_name("pyproject.toml").read_text(encoding="utf-8"))["project"]
    print(json.dumps(bill(file.read_text(encoding="utf-8"), project), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
