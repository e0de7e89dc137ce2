"""A role is one row in one place (`rulebook/roles.py`): nothing else names one. A game's own folder may, because its
rulebook does."""

from pathlib import Path

import pytest

from health.role_names import in_python, in_script
from pitboss.rulebook import roles

SOURCE = Path(roles.__file__).parents[1]
PYTHON = [file for file in sorted(SOURCE.rglob("*.py")) if file != Path(roles.__file__)]
PAGES = sorted(file for kind in ("js", "html") for file in (SOURCE / "web").rglob(f"*.{kind}"))


def test_no_role_is_named_outside_its_row() -> None:
    named = {
        str(file.relative_to(SOURCE)): found
        for file in PYTHON
        if file.relative_to(SOURCE).parts[0] != "games" and (found := in_python(file.read_text("utf-8")))
    }
    assert named == {}


def test_no_page_names_a_role() -> None:
    assert {file.name: found for file in PAGES if (found := in_script(file.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'table.act("dealer", move)',
        'table.act_if(still, "dealer", move)',
        'found.get("by", "dealer")',
        'if "player" in person.roles: pass',
        'if role(by) == "player": pass',
        'ALLOWED = ("dealer", "floorperson")',
        'ALLOWED = ["player", "dealer"]',
        'LAST = "auditor"',
        'who = f"player:{name}"',
        'who = "dealer:Dora"',
        'by: str = "dealer"',
        'def deal(by="dealer"): pass',
        'def deal(*, by="dealer"): pass',
        'deal(by="dealer")',
    ],
)
def test_a_role_planted_in_python_is_found(planted: str) -> None:
    sound = (SOURCE / "house" / "people" / "logged_in.py").read_text("utf-8")
    assert in_python(sound) == []
    lines = sound.count("\n")
    assert {line for line, _ in in_python(f"{sound}\n{planted}\n")} == {lines + 2}


@pytest.mark.parametrize(
    "planted",
    [
        'if (who.roles.includes("dealer")) work();',
        'const isPlayer = (who) => who.roles.includes("player");',
        'const STAFF = ["dealer", "floorperson"];',
        'const PLAYS = ["player", "dealer"];',
        "const MAY_EXPORT = ['auditor'];",
        'if (due.by === "dealer") work();',
        'add({ "role.manager": "boss" });',
    ],
)
def test_a_role_planted_in_a_page_is_found(planted: str) -> None:
    sound = (SOURCE / "web" / "script" / "shell.js").read_text("utf-8")
    assert in_script(sound) == []
    lines = sound.count("\n")
    assert [line for line, _ in in_script(f"{sound}\n{planted}\n")] == [lines + 2]


@pytest.mark.parametrize("thing", ['place = "dealer"', 'Deal("dealer", 1)', 'row["player"]', '("seat", "dealer")'])
def test_cards_of_the_dealer_and_fields_called_player_are_no_roles(thing: str) -> None:
    assert in_python(thing) == []


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (roles.Role("vip", "VIP", ("sit", "audit")), "only 'player' takes a seat, and the rows of vip say otherwise"),
        (roles.Role("dealer", "dealer", ("deal",)), "a role has two rows"),
    ],
)
def test_a_row_that_would_open_a_hole_is_refused(row: roles.Role, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        roles.check_rows((*roles.ROWS, row))
    roles.check_rows((*roles.ROWS, roles.Role("host", "host", ("deal", "floor", "audit"))))
