"""The Python of a game's folder: `game.py`, which declares the game as `GAME`. A folder that was brought by its path is
a package of its own, so that its modules can import each other; nothing is written into it."""

import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from pitboss.rulebook.folders import PACKAGES, Folder, found

CODE, NAME = "game.py", "GAME"


def code(game: str) -> ModuleType:
    """The game's `game.py`, loaded."""
    return _loaded(found(game))


def _loaded(folder: Folder) -> ModuleType:
    if folder.package.startswith(PACKAGES) and folder.package not in sys.modules:
        _load_package(folder)
    return import_module(f"{folder.package}.game")


class _Quiet(SourceFileLoader):
    """Loads a module and leaves nothing compiled beside it."""

    def set_data(self, path: str, data: object, *, _mode: int = 0) -> None:
        pass


class _Finder(MetaPathFinder):
    """Finds the modules of folders that were brought."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PACKAGES):
            return None
        specs = (FileFinder(place, (_Quiet, [".py"])).find_spec(fullname, target) for place in path or ())
        return next((spec for spec in specs if spec is not None), None)


def _load_package(folder: Folder) -> None:
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    start, spec = folder.path / "__init__.py", None
    if start.is_file():
        spec = spec_from_file_location(folder.package, start, loader=_Quiet(folder.package, str(start)))
    spec = spec or ModuleSpec(folder.package, None, is_package=True)
    spec.submodule_search_locations = [str(folder.path)]
    package = module_from_spec(spec)
    sys.modules[folder.package] = package
    if start.is_file() and spec.loader is not None:
        spec.loader.exec_module(package)


def faults_in_code(folder: Folder) -> list[str]:
    """Why the game cannot be loaded, by file and line; nothing where it can."""
    if not (folder.path / CODE).is_file():
        return [f"{CODE}: there is no such file; it must declare the game as {NAME}"]
    if said := [fault for file in sorted(folder.path.glob("*.py")) for fault in _unread(file)]:
        return said
    try:
        declared = getattr(_loaded(folder), NAME, None)
    except SyntaxError as error:
        return [f"{_name(folder, error.filename)} line {error.lineno}: {error.msg}"]
    except (Exception, SystemExit) as error:
        return [f"{_where(folder, error)}: {type(error).__name__}: {error}"]
    if declared is None:
        return [f"{CODE}: it declares no {NAME}"]
    if (called := getattr(declared, "id", None)) != folder.game:
        return [f"{CODE}: {NAME} has the id {called!r}, book.toml says {folder.game!r}"]
    return []


def _unread(file: Path) -> list[str]:
    """Why a file of code is no text; nothing where it is."""
    try:
        file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = file.read_bytes()[: error.start].count(b"\n") + 1
        return [f"{file.name} line {line}: this is not UTF-8 text"]
    except OSError as error:
        return [f"{file.name}: {error.strerror}"]
    return []


def _where(folder: Folder, error: BaseException) -> str:
    """The last line of the folder's own code on the way to an error."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if str(folder.path) in step.filename]
    return f"{_name(folder, steps[-1].filename)} line {steps[-1].lineno}" if steps else CODE


def _name(folder: Folder, file: str | None) -> str:
    return (file or CODE).removeprefix(f"{folder.path}/")
