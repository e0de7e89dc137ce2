"""The house keeps its own rules: layers, sizes, no float near money, a light import."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "pitboss"
MODULES = sorted(SOURCE.rglob("*.py"))
FILES = sorted(
    path for top in ("src", "tests", "benchmarks", "examples", "tools") for path in (ROOT / top).rglob("*.py")
)
WITH_EXAMPLES = [module for module in MODULES if ">>> " in module.read_text(encoding="utf-8")]
PURE = [m for m in MODULES if m.relative_to(SOURCE).parts[0] in ("cards", "table", "games")]


def test_layers() -> None:
    """`lint-imports` reads the contracts in pyproject.toml."""
    command = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_files_are_small() -> None:
    """The product's, its tests', and the pages' scripts."""
    scripts = [*(SOURCE / "web" / "script").rglob("*.js"), *(ROOT / "tests" / "javascript").glob("*.js")]
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (*FILES, *scripts)}
    assert {str(path.relative_to(ROOT)): count for path, count in lines.items() if count > 500} == {}
    assert len(scripts) > 200 and len(FILES) > len(MODULES)


@pytest.mark.parametrize("module", PURE, ids=lambda m: str(m.relative_to(SOURCE)))
def test_no_float_and_no_true_division_in_the_core(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), ast.unparse(node)
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), ast.unparse(node)
        assert not (isinstance(node, ast.Name) and node.id == "float"), ast.unparse(node)


def test_importing_the_library_loads_nothing_heavy() -> None:
    code = "import sys, pitboss; print(*sorted(m.split('.')[0] for m in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "pitboss" in loaded
    heavy = {"pydantic", "rich", "cyclopts", "hypothesis", "numba", "numpy", "sqlalchemy", "starlette", "typst"}
    assert not heavy & set(loaded)


@pytest.mark.parametrize("module", WITH_EXAMPLES, ids=lambda m: str(m.relative_to(SOURCE)))
def test_docstring_examples(module: Path) -> None:
    import doctest
    import importlib

    name = ".".join(("pitboss", *module.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted and results.failed == 0


def test_readme_examples() -> None:
    import doctest

    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted and results.failed == 0
