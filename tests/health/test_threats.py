"""Every test that the page of threats names exists, and each of its boundaries names some."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE)))
BOUNDARIES = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]


def missing(named: str, root: Path = ROOT) -> str | None:
    """What is not there of a test that is named as `FILE` or `FILE::TEST`."""
    path, _, test = named.partition("::")
    file = root / path
    if not file.is_file():
        return f"there is no {path}"
    defined = re.search(rf"^(async )?def {re.escape(test)}\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    return None if not test or defined else f"{path} has no {test}"


def test_every_test_named_exists() -> None:
    assert [said for named in NAMED if (said := missing(named))] == []


def test_a_test_that_is_gone_is_noticed() -> None:
    assert missing("tests/health/test_gone.py::test_a") == "there is no tests/health/test_gone.py"
    assert missing("tests/health/test_threats.py::test_gone") == "tests/health/test_threats.py has no test_gone"


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=lambda text: text.splitlines()[0])
def test_every_attack_has_a_test(boundary: str) -> None:
    rows = [line for line in boundary.splitlines() if line.startswith("| ") and not line.startswith("| attack")]
    assert rows
    assert [row for row in rows if "`tests/" not in row.rpartition(" | ")[2]] == []
