"""Writes the files of a folder together: all of them, or nothing."""

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from pitboss.paper.printing import PaperTrouble


def check_folder(folder: Path, inputs: Sequence[Path], known: str) -> None:
    """Trouble that can be seen before any work is done. A folder that is there is replaced only where it holds nothing
    but files whose names are `known`, a regular expression."""
    if folder.exists() and not folder.is_dir():
        raise PaperTrouble(f"{folder}: this is a file; name a folder")
    if not folder.absolute().parent.is_dir():
        raise PaperTrouble(f"{folder}: the directory above it does not exist; nothing was written")
    for given in inputs:
        if given.exists() and given.resolve().is_relative_to(folder.resolve()):
            raise PaperTrouble(
                f"{folder}: {given.name}, which the papers are made from, lies in it; name another folder"
            )
    if folder.is_dir():
        strange = sorted(path.name for path in folder.iterdir() if not _known(path, known))
        if strange:
            raise PaperTrouble(f"{folder}: there are files of others in it, such as {strange[0]}; name another folder")


def _known(path: Path, known: str) -> bool:
    return path.is_file() and re.fullmatch(known, path.name) is not None


def write_folder(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """The folder with these files and no others. What was there stays until all of them are written."""
    place = folder.absolute()
    beside, before = (place.with_name(f".{place.name}.{word}") for word in ("new", "old"))
    try:
        for path in (beside, before):
            shutil.rmtree(path, ignore_errors=True)
        beside.mkdir()
        for name, content in files.items():
            (beside / name).write_bytes(content)
        if place.is_dir():
            place.rename(before)
        try:
            beside.rename(place)
        except OSError:
            if before.is_dir():
                before.rename(place)
            raise
    except OSError as error:
        raise PaperTrouble(f"{folder}: cannot be written: {error.strerror or error}; nothing was written") from None
    finally:
        for path in (beside, before):
            shutil.rmtree(path, ignore_errors=True)
    return [folder / name for name in files]
