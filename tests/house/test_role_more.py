"""To add a role is to add its row: a copy of the project gets one line more, and the new role is everywhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook import roles

SOURCE = Path(roles.__file__).parents[1]
TESTS = Path(__file__).parents[1]
ROW = '    Role("pitclerk", "pit clerk", ("deal", "floor", "audit"), home="/staff"),\n'
BEFORE = '    Role("auditor",'


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a house with one role more says to somebody who has it."""
    folder = tmp_path_factory.mktemp("more")
    copy = folder / "src" / "pitboss"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    table = copy / "rulebook" / "roles.py"
    text = table.read_text("utf-8")
    assert text.count(BEFORE) == 1
    table.write_text(text.replace(BEFORE, ROW + BEFORE), "utf-8")
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(TESTS)])}
    command = [sys.executable, str(TESTS / "house" / "role_more.py"), str(folder / "house"), "pitclerk", "Pit Clerk 2"]
    done = subprocess.run(command, env=environ, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_is_listed_with_its_word(told: Any) -> None:
    assert {"name": "pitclerk", "title": "pit clerk", "staff": True} in told["roles"]
    assert [each["name"] for each in told["roles"] if each["name"] != "pitclerk"] == list(roles.ROLES)
    assert told["words"]["pitclerk"] == "Pit clerk"
    assert told["name"] == "handle_reserved", "nobody may be called like it"


def test_an_account_may_have_it_and_is_told_what_it_may_and_where_its_page_is(told: Any) -> None:
    me = told["me"]
    assert (me["roles"], me["home"], told["entered"]["home"]) == (["pitclerk"], "/staff", "/staff")
    assert {"see_work", "serve_walk_ins", "buy_in", "fill", "see_audit", "export_audit", "see_money"} <= set(me["may"])
    assert not {"take_seat", "open_table", "approve_terms", "capital", "manage_accounts"} & set(me["may"])


def test_it_works_at_a_table(told: Any) -> None:
    assert told["you"] == {"handle": "Clea", "role": "pitclerk"}
    assert "ReceiveCards" in told["offers"] and told["due"]["do"] == "ReceiveCards" and told["due"]["yours"]
    assert told["after"]["do"] == "InspectCards", "the act was done"
    assert {"Rule", "DealCards", "RestoreDevice", "TakeSeat", "OrderShuffle"} <= set(told["acts"])
    assert "AdoptTerms" not in told["acts"]
    assert told["reports"] and all(told["reports"]), "it may report whatever goes wrong"


def test_what_it_did_is_verified(told: Any) -> None:
    assert told["verified"]["clean"] and told["verified"]["rows"] > 0
