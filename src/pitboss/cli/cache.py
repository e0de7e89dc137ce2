"""`pitboss cache`: what is kept between runs, and how to be rid of it."""

from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, print_json, safe, screen, shown

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.cache_contents import Amount, CachePart


@helped("cache")
def cache(*, clear: bool = False, clear_old: bool = False, runs: bool = False, json: bool = False) -> int:
    from pitboss.odds import cache as kept
    from pitboss.odds.cache_contents import KINDS, RUNS, Amount, held
    from pitboss.odds.cache_contents import clear as removed

    if clear and clear_old:
        raise Trouble("give --clear or --clear-old, not both: --clear removes what other versions left too")
    if runs and not clear:
        raise Trouble("--runs goes with --clear: it says that played rounds are removed too")
    gone = Amount()
    if clear or clear_old:
        kinds = [kind.name for kind in KINDS if runs or clear_old or kind.name not in RUNS]
        try:
            gone = removed(kinds, old=clear_old)
        except OSError as error:
            raise Trouble(f"{safe(str(error.filename))}: cannot be removed: {error.strerror}") from None
    found = held()
    if json:
        print_json(_as_json(shown(kept.folder()), found, gone))
        return GOOD
    console = screen()
    if clear or clear_old:
        console.print(f"Removed {_files(gone)}, {_size(gone.size)}." if gone.files else "There was nothing to remove.")
    _show(console, shown(kept.folder()), found)
    return GOOD


def _show(console: "Console", home: str, found: "list[CachePart]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from pitboss.odds.cache import ENVIRONMENT

    console.print(f"Kept in {home}; {ENVIRONMENT} names another folder.", soft_wrap=True)
    grid = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    grid.add_column("what")
    for head in ("files", "size", "of other versions"):
        grid.add_column(head, justify="right")
    for kept in found:
        old = _size(kept.old.size) if kept.old.files else "-"
        grid.add_row(kept.kind.title, f"{kept.all.files:,}", _size(kept.all.size), old)
    console.print(grid)
    if any(kept.old.files for kept in found):
        console.print("`pitboss cache --clear-old` removes what other versions left; this one never uses it.")


def _files(amount: "Amount") -> str:
    return "one file" if amount.files == 1 else f"{amount.files:,} files"


def _size(size: int) -> str:
    """`812 bytes`, `1.4 MB`."""
    for times, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= times:
            return f"{size / times:,.1f} {unit}"
    return f"{size} bytes"


def _as_json(home: str, found: "list[CachePart]", gone: "Amount") -> dict[str, Any]:
    def of(amount: "Amount") -> dict[str, int]:
        return {"files": amount.files, "bytes": amount.size}

    kept = [{"kind": x.kind.name, "title": x.kind.title, **of(x.all), "old": of(x.old)} for x in found]
    return {"folder": home, "kept": kept, "removed": of(gone)}
