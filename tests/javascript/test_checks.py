"""What checks the JavaScript can fail: a planted fault is found by the linter, by the type check and by a unit test."""

from pathlib import Path

from javascript.checks import faults, lint
from javascript.units import run

GOOD = """/** Twice as much.
    @param {number} cents
    @returns {number} */
export const twice = (cents) => 2 * cents;
"""
PROOF = """import assert from "node:assert/strict";
import { test } from "node:test";
import { twice } from "./planted.js";

test("twice five is ten", () => assert.equal(twice(5), 10));
"""


def planted(folder: Path, script: str) -> Path:
    (folder / "planted.js").write_text(script, encoding="utf-8")
    (folder / "planted_test.js").write_text(PROOF, encoding="utf-8")
    return folder


def test_what_is_right_passes(tmp_path: Path) -> None:
    folder = planted(tmp_path, GOOD)
    assert lint(folder) == ""
    assert faults(folder) == []
    assert run(folder) == {"planted_test.js: twice five is ten": ""}


UNTIDY = {
    "no-unused-vars": "const unused = 1;\n",
    "eqeqeq": "export const same = (a) => a == 1;\n",
    "require-await": "export async function hurry() { return 1; }\n",
    "no-debugger": "debugger;\n",
}
"""By the linter's rule: what it must not let pass."""


def test_the_linter_finds_each_planted_fault(tmp_path: Path) -> None:
    said = lint(planted(tmp_path, GOOD + "".join(UNTIDY.values())))
    assert {rule for rule in UNTIDY if f"[{rule}]" in said} == set(UNTIDY)


MISTYPED = {
    2345: 'twice("5");\n',  # a text where a number is wanted
    2554: "twice();\n",  # an argument too few
    2339: "twice(5).length;\n",  # no such property
    2531: 'document.querySelector("p").remove();\n',  # perhaps there is none
    7006: "export const untyped = (each) => each;\n",  # a parameter without a type
}
"""By TypeScript's code: what it must not let pass."""


def test_the_type_check_finds_each_planted_fault(tmp_path: Path) -> None:
    found = faults(planted(tmp_path, GOOD + "".join(MISTYPED.values())))
    assert [(each.file.name, each.code) for each in found] == [("planted.js", code) for code in MISTYPED]


def test_a_unit_test_finds_a_planted_fault(tmp_path: Path) -> None:
    (said,) = run(planted(tmp_path, GOOD.replace("2 * cents", "3 * cents"))).values()
    assert "15 !== 10" in said


def test_a_module_that_cannot_be_read_fails_its_test(tmp_path: Path) -> None:
    assert any(run(planted(tmp_path, "export const twice = (;\n")).values())
