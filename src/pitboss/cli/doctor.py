"""`pitboss doctor`: looks at the installation and says what to do where something is missing."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, print_json, screen

if TYPE_CHECKING:
    from pitboss.cli.doctor_looks import Look

_STYLES = {"ok": "green", "note": "yellow", "FAULT": "bold red"}


@helped("doctor")
def doctor(
    *, database: str | None = None, port: int | None = None, config: Path | None = None, json: bool = False
) -> int:
    from pitboss.cli.doctor_looks import everything

    found = everything({"database": database, "port": port, "config": config})
    if json:
        print_json({"well": _well(found), "looks": [look.as_dict() for look in found]})
    else:
        _show(found)
    return GOOD if _well(found) else FINDINGS


def _well(found: "list[Look]") -> bool:
    return all(look.state != "FAULT" for look in found)


def _show(found: "list[Look]") -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for look in found:
        said = Text(look.said)
        if look.do:
            said.append(f"\n{look.do}", style="bold" if look.state == "FAULT" else "none")
        grid.add_row(Text(look.state, style=_STYLES[look.state]), Text(look.name), said)
    console = screen()
    console.print(grid)
    console.print()
    faults = sum(look.state == "FAULT" for look in found)
    if not faults:
        console.print("Everything that Pitboss needs is here.", style="green")
    else:
        console.print(f"{'One thing has' if faults == 1 else f'{faults} things have'} to be mended.", style="bold red")
