"""Figures are kept under a digest of what they depend on: a change elsewhere keeps them, a change in any module that
works them out does not, however far down it is imported."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.odds import cache, sources

HOME = Path(pitboss.__file__).parent
ROOTS = ("pitboss.odds", "pitboss.games")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package's sources, to be changed."""
    shutil.copytree(HOME, tmp_path / "pitboss", ignore=lambda folder, names: [n for n in names if _is_no_source(n)])
    return tmp_path / "pitboss"


def _is_no_source(name: str) -> bool:
    return name == "__pycache__" or Path(name).suffix not in ("", ".py", ".toml", ".csv")


def digest(package: Path) -> str:
    return cache.digest_of(sources.closure(package, ROOTS) | sources.data(package))


@pytest.mark.parametrize(
    "file", ["odds/shapes/board_solver.py", "odds/kernels/stages.py", "table/paying.py", "table/cells.py",
             "cards/fast.py", "rulebook/pays.py", "games/let_it_ride/game.py", "games/let_it_ride/book.toml",
             "games/ultimate_texas_holdem/options.toml", "rulebook/data/readings.toml", "odds/sides/one_hand.py"],
)  # fmt: skip
def test_a_change_of_what_is_used_changes_the_digest(file: str, package: Path) -> None:
    before = digest(package)
    text = (package / file).read_text(encoding="utf-8")
    (package / file).write_text(text + "\n# another word\n", encoding="utf-8")
    assert digest(package) != before


@pytest.mark.parametrize(
    "file", ["table/mishaps.py", "table/betting.py", "simulation/report.py", "house/money/entries.py",
             "paper/par.py", "cli/odds.py", "play/table.py", "wording/plainly.py"],
)  # fmt: skip
def test_a_change_elsewhere_keeps_it(file: str, package: Path) -> None:
    before = digest(package)
    text = (package / file).read_text(encoding="utf-8")
    (package / file).write_text(text + "\nx = 1\n", encoding="utf-8")
    assert digest(package) == before


def test_a_module_that_is_imported_only_inside_a_function_counts(package: Path) -> None:
    """From the moment it is imported on; also one that only the new one imports."""
    (package / "table" / "new.py").write_text("from pitboss.table import newer\n", encoding="utf-8")
    (package / "table" / "newer.py").write_text("A = 1\n", encoding="utf-8")
    before = digest(package)
    (package / "table" / "newer.py").write_text("A = 2\n", encoding="utf-8")
    assert digest(package) == before, "nobody imports it"
    text = (package / "table" / "paying.py").read_text(encoding="utf-8")
    late = "\n\ndef later() -> None:\n    from pitboss.table import (\n        new,\n    )\n"
    (package / "table" / "paying.py").write_text(text + late, encoding="utf-8")
    used = digest(package)
    (package / "table" / "newer.py").write_text("A = 3\n", encoding="utf-8")
    assert len({before, used, digest(package)}) == 3


def test_who_imports_the_package_itself_depends_on_everything(package: Path) -> None:
    text = (package / "table" / "paying.py").read_text(encoding="utf-8")
    (package / "table" / "paying.py").write_text(text + "\n\nimport pitboss\n", encoding="utf-8")
    assert package / "cli" / "main.py" in sources.closure(package, ROOTS)


def _by_the_parser(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level, "imports are absolute"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_import_of_the_package_is_found() -> None:
    """Python's own parser finds none that was missed."""
    files = sources.modules(HOME)
    for name, file in files.items():
        text = file.read_text(encoding="utf-8")
        parsed = {each for each in _by_the_parser(text) if each in files and each != "pitboss"}
        assert parsed <= sources.imported(text, files), name


def test_what_is_imported_by_a_made_up_name_is_known() -> None:
    """Counters and games are found by their names and are all among the roots; nothing else may be, but the drawings of
    notebooks, on which no figure depends."""
    used = sources.charts()
    loads = {str(f.relative_to(HOME)) for f in used if "import_module" in f.read_text(encoding="utf-8")}
    assert loads == {"odds/counting.py", "rulebook/folder_code.py", "frames/showing.py"}
    shapes = {f for part in ("shapes", "sides", "kernels") for f in (HOME / "odds" / part).glob("*.py")}
    games = set((HOME / "games").rglob("*.py"))
    assert shapes | games <= sources.figures() <= used
