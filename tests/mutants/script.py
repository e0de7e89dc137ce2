"""Small changes to the JavaScript of the pages. A module is changed in a copy of the tree, and the unit tests of the
copy must notice."""

import os
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from javascript.deno import ROOT, SCRIPT, UNITS, deno
from mutants.mutant import Mutant

MODULES: dict[str, tuple[str, ...]] = {
    "after/reckon.js": ("after_test.js",),
    "amount.js": ("amount_test.js",),
    "chips.js": ("pays_test.js",),
    "fairness/bytes.js": ("fairness_test.js",),
    "fairness/chacha20.js": ("fairness_test.js",),
    "fairness/shuffle.js": ("fairness_test.js", "check_test.js"),
    "format.js": ("format_test.js", "format_abroad_test.js", "format_spanish_test.js"),
    "hold/reckon.js": ("hold_test.js",),
    "odds/bars.js": ("odds_test.js",),
    "odds/figures.js": ("odds_test.js",),
    "processes/reckon.js": ("processes_test.js",),
    "review/reckon.js": ("review_test.js",),
    "round/replay.js": ("replay_test.js",),
    "round/sums.js": ("audit_test.js",),
    "school/moves.js": ("school_test.js",),
    "table/geometry.js": ("stage_test.js",),
    "table/lines.js": ("lines_test.js",),
    "table/results.js": ("stage_test.js",),
    "table/unconfirmed.js": ("unconfirmed_test.js",),
    "text.js": ("text_test.js",),
}
"""Modules that are changed, and the unit tests that must notice."""
DRAWN = {
    "chips.js": ("colour", "disc", "chip", "stack", "stackOf", "stacked"),
    "odds/figures.js": ("deals", "obtained"),
    "table/results.js": ("Results",),
}
"""What only draws needs a page, which the unit tests have not: the tests in a browser look at it."""

READ = (ROOT / "tests" / "kept" / "proofs",)
"""What the unit tests read beside the modules."""

_OTHER = {
    "+": "-", "-": "+", "*": "/", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "+=": "-=", "-=": "+=",
}  # fmt: skip
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[\w$]+)
    |(?P<sign>=>|\+\+|--|===|!==|<<=?|>>>?=?|<=|>=|&&=?|\|\|=?|\?\?=?|\*\*|[-+*/%]=|==|!=|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BEFORE_A_VALUE = {"return", "typeof", "case", "of", "in", "import", "export", "function", "yield", "await", "else"}


def operators(text: str) -> Iterator[tuple[int, str]]:
    """Where each operator of a module stands that takes two values and has another to stand in its place; what is a
    text, a remark or an expression to search with is left alone, but not the values inside a text."""
    place, last = 0, ""
    inside = [0]  # how many braces are open within each text that has values in it
    while place < len(text):
        if text[place] == "`" or (text[place] == "}" and len(inside) > 1 and inside[-1] == 0):
            place, opened = _words(text, place + 1), text[place] == "}"
            if opened:
                inside.pop()
            if text[place - 1] == "{":
                inside.append(0)
            last = "(" if text[place - 1] == "{" else "value"
            continue
        value = bool(last) and last not in _BEFORE_A_VALUE and (last[-1].isalnum() or last[-1] in "_$)]}")
        found = _REGEX.match(text, place) if text[place] == "/" and not value else None
        if found is not None and text[place + 1] not in "/*":
            place, last = found.end(), "value"
            continue
        found = _TOKEN.match(text, place)
        assert found is not None
        token = found[0]
        place = found.end()
        if found.lastgroup == "skip":
            continue
        inside[-1] += {"{": 1, "}": -1}.get(token, 0)
        if value and token in _OTHER:
            yield found.start(), token
        last = "value" if found.lastgroup == "text" else token


def _words(text: str, place: int) -> int:
    """The place behind a text in backquotes, or behind the opening of a value in it."""
    while text[place] != "`":
        if text[place] == "\\":
            place += 1
        elif text.startswith("${", place):
            return place + 2
        place += 1
    return place + 1


def changed_script() -> Iterator[Mutant]:
    for module, tests in MODULES.items():
        text = (SCRIPT / module).read_text(encoding="utf-8")
        named: Counter[str] = Counter()
        for place, token in operators(text):
            if _declared(text, place) in DRAWN.get(module, ()):
                continue
            behind = place + len(token)
            said = f"{_near(text[:place])[-24:]}[{token}]{_near(text[behind:])[:24]}"
            named[said] += 1
            name = f"javascript/{module}: {said}" + (f" #{named[said]}" if named[said] > 1 else "")
            made = f"{text[:place]}{_OTHER[token]}{text[behind:]}"
            yield Mutant(name, (), partial(_write, module, made), tests, "javascript")


def _declared(text: str, place: int) -> str:
    """The name of what stands there."""
    found = re.findall(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", text[:place], re.MULTILINE)
    return str(found[-1]) if found else ""


def _near(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# --- in copies of the tree ------------------------------------------------------------------------------------------


def survivors(batch: list[Mutant], tests: tuple[str, ...], folder: Path) -> dict[str, bool] | None:
    """Which of them the tests do not notice: each in a copy of its own, all in one process, beside a copy in which
    nothing is changed. None where the tests fail in that one, or do not come to an end."""
    for where in (SCRIPT, UNITS, *READ):
        shutil.copytree(where, folder / "0" / where.relative_to(ROOT))
    for n, mutant in enumerate(batch, start=1):
        shutil.copytree(folder / "0", folder / str(n), copy_function=os.link)
        os.chdir(folder / str(n))
        mutant.apply()
    passed = _passed(folder, [folder / str(n) / _IN_A_COPY / each for n in range(len(batch) + 1) for each in tests])
    good = passed.pop("0", None)
    return {mutant.id: passed.get(str(n)) == good for n, mutant in enumerate(batch, start=1)} if good else None


_IN_A_COPY = UNITS.relative_to(ROOT)


def _write(module: str, text: str) -> None:
    """Into the copy that is the current folder."""
    path = Path() / SCRIPT.relative_to(ROOT) / module
    path.unlink()  # other copies have the same file
    path.write_text(text, encoding="utf-8")


def _passed(folder: Path, files: list[Path]) -> dict[str, set[str]]:
    """The tests that pass, by the name of the copy; those of the unchanged one only where none of them fails."""
    report = folder / "report.xml"
    flags = ("--config", ROOT / "deno.json", "--no-check", "--no-remote", "--no-npm", "--allow-read")
    done = deno("test", *flags, f"--junit-path={report}", *files, cwd=folder)
    if done.returncode < 0 or not report.exists():
        return {}
    found = defaultdict[str, set[str]](set)
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        copy, _, file = case.get("classname", "").removeprefix("./").partition("/")
        bad = any(part.tag in ("failure", "error") for part in case)
        found[copy].add(f"{file} {case.get('name')}{' fails' if bad else ''}")
    if any(said.endswith(" fails") for said in found["0"]):
        return {}
    return found
