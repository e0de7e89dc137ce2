"""The house of `pitboss demo`: in a folder of its own, on any free port, with the browser opened at it."""

import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.doctor_looks import a_browser
from pitboss.cli.screen import GOOD, safe

if TYPE_CHECKING:
    from pitboss.house.server.running import Running


def run(folder: Path) -> int:
    """Until Ctrl-C. Neither the settings nor the store of the user's own house are touched."""
    import uvloop

    from pitboss.house.server.running import serve
    from pitboss.house.settings import load

    flags = {
        "database": str(folder / "house.db"),
        "key_file": str(folder / "house.keys"),
        "port": 0,
        "log_level": "error",
    }
    uvloop.run(serve(load(flags, {}, folder).settings, _opened))
    return GOOD


def _opened(running: "Running") -> None:
    print(safe(f"The house is open at {running.address}"), flush=True)
    if a_browser():
        # Some browsers answer only when they are closed.
        threading.Thread(target=webbrowser.open, args=(running.address,), daemon=True).start()
    else:
        print("No browser can be opened from here: open that address in one yourself.", flush=True)
