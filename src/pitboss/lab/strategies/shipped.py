"""Strategies that games bring: files `strategy-NAME.toml` in a game's folder."""

from pathlib import Path

from pitboss.lab.strategies.written import BadStrategy, like, parse, read_file
from pitboss.rulebook.folders import folder

BEGINS, ENDS = "strategy-", ".toml"


def shipped(game: str) -> dict[str, Path]:
    """Name → file, by name."""
    found = sorted(folder(game).glob(f"{BEGINS}*{ENDS}"))
    return {path.name.removeprefix(BEGINS).removesuffix(ENDS): path for path in found}


def text_of(game: str, given: str | Path) -> tuple[str, str]:
    """The text of a strategy, and what to call it: given as text, as a path, or by the name of one that the game
    brings."""
    if isinstance(given, str) and "\n" in given:
        return given, ""
    known = shipped(game)
    if str(given) in known:
        return read_file(known[str(given)]), str(given)
    path = Path(given)
    if not path.exists() and not path.suffix:
        names = f"; {game} brings {', '.join(known)}{like(str(given), list(known))}" if known else ""
        raise BadStrategy([f"there is no such file{names}"], str(given))
    return read_file(path), str(path)


def titles(game: str) -> list[tuple[str, str, str]]:
    """Name, title and source of every strategy that the game brings."""
    found = []
    for name, path in shipped(game).items():
        strategy = parse(read_file(path))
        found.append((name, strategy.title, strategy.source))
    return found
