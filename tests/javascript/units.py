"""The unit tests of the JavaScript: `NAME_test.js` beside this file, each `test("what it says", …)` of them."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from javascript.deno import ROOT, UNITS, deno

_TEST = re.compile(r'^test\("([^"\n]+)",', re.MULTILINE)


def listed(folder: Path = UNITS) -> list[str]:
    """Every test that is written, by its file and what it says."""
    files = sorted(folder.glob("*_test.js"))
    return [f"{file.name}: {said}" for file in files for said in _TEST.findall(file.read_text(encoding="utf-8"))]


def run(folder: Path = UNITS) -> dict[str, str]:
    """Runs them all in one process: what is wrong with each, nothing where it holds."""
    with TemporaryDirectory() as place:
        report = Path(place) / "report.xml"
        flags = ("--config", ROOT / "deno.json", "--no-check", "--no-remote", "--no-npm", "--allow-read")
        done = deno("test", *flags, f"--junit-path={report}", folder, cwd=folder)
        if not report.exists():
            return dict.fromkeys(listed(folder), done.stdout + done.stderr)
        suites = ElementTree.parse(report).getroot()
    told = {
        f"{Path(case.get('classname', '')).name}: {case.get('name')}": "".join(
            (wrong.text or "") + wrong.get("message", "") for wrong in case if wrong.tag in ("failure", "error")
        )
        for case in suites.iter("testcase")
    }
    if done.returncode and not any(told.values()):
        return dict.fromkeys(listed(folder), done.stdout + done.stderr)
    return told
