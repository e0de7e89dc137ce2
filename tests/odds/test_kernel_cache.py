"""What is kept between runs is never stale: neither machine code nor figures survive a change of what they came from.
Each test works on a copy of the package, in processes of its own."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "src"

CALLEE = """
from pitboss.odds.kernels import kernel

STEP = 1


@kernel
def grown(x):
    return x + 1
"""
CALLER = """
from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.callee import STEP, grown


@kernel
def twice(x):
    return 2 * grown(x) + 100 * STEP
"""
CALL = "from pitboss.odds.kernels.caller import twice\n"
TELL = "print(twice(3), sum(twice.stats.cache_hits.values()), sum(twice.stats.cache_misses.values()))"
"""The answer, and whether it was compiled before (hits) or only now (misses)."""
ODDS = """
from pitboss.odds.api import odds
from pitboss.odds.request import Request
(row,) = odds(Request(game="dragon-poker", wager="dragon"), use_cache={use_cache})
print(row.ev)
"""


class Copy:
    """A copy of the package that can be changed and run."""

    def __init__(self, home: Path, source: Path, *left_out: str) -> None:
        self.home = home
        self.package = home / "src" / "pitboss"
        self.cache = home / "cache"
        shutil.copytree(source / "pitboss", self.package, ignore=shutil.ignore_patterns(*left_out))

    def run(self, code: str, **environment: str) -> str:
        """What the code prints. Nothing it compiled or found may lie outside the folders of this test."""
        done = self.process(code, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def process(self, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {"PITBOSS_CACHE": str(self.cache), "PYTHONPATH": str(self.home / "src"), **environment}
        given["PYTHONDONTWRITEBYTECODE"] = ""  # the second process need not read every module anew
        env = {k: v for k, v in (os.environ | given).items() if v}
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)

    def write(self, place: str, text: str) -> None:
        """A file that was there becomes ten seconds younger, so that Python never takes its old bytecode for new."""
        file = self.package / place
        younger = file.stat().st_mtime + 10 if file.exists() else 0
        file.write_text(text, encoding="utf-8")
        if younger:
            os.utime(file, (younger, younger))

    def change(self, place: str, old: str, new: str) -> None:
        text = (self.package / place).read_text(encoding="utf-8")
        assert text.count(old) == 1
        self.write(place, text.replace(old, new))

    def kept(self, kind: str) -> list[Path]:
        """The files in the cache."""
        return sorted(p for p in (self.cache / kind).rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Copy, str]:
    """A copy that has worked out and kept its figures, and what it found. The copies of the tests are made from it, so
    that Python need not read every module anew."""
    made = Copy(tmp_path_factory.mktemp("first"), SOURCE, "__pycache__", "cli", "play")
    made.write("odds/kernels/callee.py", CALLEE)
    made.write("odds/kernels/caller.py", CALLER)
    return made, made.run(KEPT)


@pytest.fixture
def copy(tmp_path: Path, first: tuple[Copy, str]) -> Copy:
    """Nothing is kept for it yet."""
    return Copy(tmp_path, first[0].home / "src")


@pytest.fixture
def true(copy: Copy, first: tuple[Copy, str]) -> str:
    """The copy has the figures of the first one, which are these."""
    shutil.copytree(first[0].cache / "odds", copy.cache / "odds")
    assert len(copy.kept("odds")) == 1
    return first[1]


# --- machine code ---------------------------------------------------------------------------------------------------


def test_a_kernel_follows_what_it_calls_in_other_files(copy: Copy) -> None:
    """The callee, then a constant from another file; neither changes the file of the kernel that is called."""
    assert copy.run(CALL + TELL) == "108 0 1"
    assert copy.run(CALL + TELL) == "108 1 0", "the machine code is kept"
    copy.change("odds/kernels/callee.py", "x + 1", "x + 5")
    assert copy.run(CALL + TELL) == "116 0 1"
    copy.change("odds/kernels/callee.py", "STEP = 1", "STEP = 2")
    assert copy.run(CALL + TELL) == "216 0 1"
    assert copy.run(CALL + TELL) == "216 1 0"


def test_the_compiler_alone_would_not_notice(copy: Copy) -> None:
    """With one folder for all versions the old machine code answers: the test above can fail."""
    fixed = f"from pitboss.odds import kernels\nkernels.compiled = lambda: {str(copy.home)!r}\n"
    assert copy.run(fixed + CALL + TELL) == "108 0 1"
    copy.change("odds/kernels/callee.py", "x + 1", "x + 5")
    assert copy.run(fixed + CALL + TELL) == "108 1 0"


def test_kernels_take_nothing_from_other_folders() -> None:
    """The digest holds the files of the kernels; what is compiled in from elsewhere would be missed by it."""
    for file in sorted((SOURCE / "pitboss" / "odds" / "kernels").glob("*.py")):
        if file.name == "__init__.py":  # it compiles, but holds nothing that is compiled
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0 and node.module is not None
                inside = node.module.startswith("pitboss.odds.kernels")
                assert inside or not node.module.startswith("pitboss"), f"{file.name}: {node.module}"
            elif isinstance(node, ast.Import):
                assert not any(name.name.startswith("pitboss") for name in node.names), file.name


def test_a_new_file_among_the_kernels_counts_too(copy: Copy) -> None:
    where = "from pitboss.odds.kernels import compiled\nprint(compiled())"
    before = copy.run(where)
    copy.write("odds/kernels/third.py", "")
    assert copy.run(where) != before


def test_damaged_machine_code_is_made_again(copy: Copy) -> None:
    copy.run(CALL + TELL)
    files = copy.kept("kernels")
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:20])
    assert copy.run(CALL + TELL).startswith("108 ")


# --- figures --------------------------------------------------------------------------------------------------------

FRESH, KEPT = ODDS.format(use_cache=False), ODDS.format(use_cache=True)
PAYTABLES = "games/dragon_poker/book.toml"


def poison(copy: Copy) -> None:
    """Changes the figures in the cache, so that it shows who uses them."""
    for file in copy.kept("odds"):
        row: dict[str, Any] = json.loads(file.read_bytes())
        row["figures"]["ev"] = "7/1"
        file.write_bytes(json.dumps(row).encode())


def line_of(copy: Copy) -> str:
    """The line of the printed table that pays three red Dragons."""
    text = (copy.package / PAYTABLES).read_text(encoding="utf-8")
    return next(line for line in text.splitlines() if '{ hand = "three_red_dragons"' in line)


def test_figures_are_kept_and_ignored_on_request(copy: Copy) -> None:
    true = copy.run(KEPT)
    assert len(copy.kept("odds")) == 1
    poison(copy)
    assert copy.run(KEPT) == "7", "the second run takes what was kept"
    assert copy.run(FRESH) == true, "--no-cache does not"
    assert copy.run(KEPT) == true, "and keeps the new figures"


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        ("odds/figures.py", '"""The figures the field quotes', '"""Figures the field quotes'),
        ("odds/shapes/against_kinds.py", "MOST = 50_000_000", "MOST = 50_000_000  # pairs"),
        ("odds/kernels/callee.py", "STEP = 1", "STEP = 3"),
        ("games/dragon_poker/game.py", "DECIDE = Step(", "DECIDE  =  Step("),
        ("cards/deck.py", '"""Cards are short codes', '"""Cards are codes'),
        ("table/paying.py", '"""From what settlement orders', '"""From what the settlement orders'),
        ("rulebook/data/options.toml", 'name = "smallest_chip"', 'name = "smallest_chip" #'),
        ("games/dragon_poker/options.toml", 'name = "dragon"', 'name = "dragon" #'),
    ],
)
def test_any_change_of_code_or_data_makes_figures_afresh(copy: Copy, true: str, place: str, old: str, new: str) -> None:
    """Even one that changes no figure: what was kept is not looked at. That it is looked at without a change, and from
    wherever the same sources lie, is what the next test finds."""
    poison(copy)
    copy.change(place, old, new)
    assert copy.run(KEPT) == true


def test_without_a_change_what_was_kept_is_taken(copy: Copy, true: str) -> None:
    poison(copy)
    assert copy.run(KEPT) == "7" != true


def test_a_changed_paytable_changes_the_figures(copy: Copy, true: str) -> None:
    line = line_of(copy)
    pays = int(line.split("pays = ")[1].split(",")[0])
    copy.change(PAYTABLES, line, line.replace(f"pays = {pays}", f"pays = {pays + 1}"))
    now = copy.run(KEPT)
    assert now != true and now == copy.run(FRESH)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"game": 1}', b"\xff\xfe\x00"])
def test_damaged_figures_are_ignored(copy: Copy, true: str, content: bytes) -> None:
    for file in copy.kept("odds"):
        file.write_bytes(content)
    assert copy.run(KEPT) == true
    poison(copy)
    assert copy.run(KEPT) == "7", "whole again"


def test_without_stored_figures_machine_code_is_still_used(copy: Copy) -> None:
    """A kernel of our own in the counter of decks of few kinds: `use_cache=False` finds it compiled."""
    text = (copy.package / "odds/shapes/against_kinds.py").read_text(encoding="utf-8")
    copy.write("odds/shapes/against_kinds.py", text + "\n\n" + CALL + "assert twice(3) == 108\n")
    tell = CALL + TELL
    assert copy.run(FRESH + tell).split()[-3:] == ["108", "0", "1"]
    assert copy.run(FRESH + tell).split()[-3:] == ["108", "1", "0"]


# --- places that cannot be written to -------------------------------------------------------------------------------


def test_the_usual_folder_cannot_be_made(copy: Copy, true: str) -> None:
    """A file lies where the folder should be. The work is done all the same, among the temporary files, which is
    said once."""
    (copy.home / "file").write_text("")
    temporary = copy.home / "temporary"
    temporary.mkdir()
    usual = copy.home / "file" / "below"
    places = {"PITBOSS_CACHE": "", "XDG_CACHE_HOME": str(usual), "TMPDIR": str(temporary)}
    assert copy.run(KEPT, **places) == true
    assert copy.run(CALL + TELL, **places) == "108 0 1"
    said = copy.process(CALL + TELL, **places).stderr
    assert said.startswith(f"pitboss: {usual / 'pitboss'}: ") and said.count("\n") == 1
    assert f"kept in {temporary}/pitboss-" in said and "PITBOSS_CACHE names another folder" in said


@pytest.mark.parametrize("code", [KEPT, CALL + TELL])
def test_a_folder_that_was_named_must_be_usable(copy: Copy, code: str) -> None:
    """Whoever names a folder wants what is kept there."""
    (copy.home / "file").write_text("")
    named = copy.home / "file" / "below"
    done = copy.process(code, PITBOSS_CACHE=str(named))
    assert done.returncode == 1 and done.stdout == ""
    told = done.stderr.splitlines()[-1]
    assert "cannot be used as PITBOSS_CACHE: " in told and str(named) in told and "name another folder" in told


def test_a_full_disk_costs_only_time(copy: Copy, true: str) -> None:
    """Nothing can be put where the figures are kept."""
    shutil.rmtree(copy.cache / "odds")
    (copy.cache / "odds").write_text("in the way")
    assert copy.run(KEPT) == true
