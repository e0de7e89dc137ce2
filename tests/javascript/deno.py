"""How Deno is called, which lints the JavaScript of the pages, checks its types and runs its unit tests.

It comes with the development requirements and fetches nothing: no module, no news of itself. What it keeps is kept in
the virtual environment.
"""

import os
import subprocess
import sys
from pathlib import Path

from deno import find_deno_bin

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "src" / "pitboss" / "web" / "script"
UNITS = ROOT / "tests" / "javascript"


def deno(*said: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs it to its end, and gives what it said."""
    kept = {"DENO_DIR": str(Path(sys.prefix) / "deno")}
    told = {
        "DENO_NO_PROMPT": "1",
        "DENO_NO_UPDATE_CHECK": "1",
        "LC_ALL": "en_US.UTF-8",  # the reader's place, where a test does not name one
        "NO_COLOR": "1",
        "TZ": "UTC",
    }
    command = [find_deno_bin(), *map(str, said)]
    return subprocess.run(command, cwd=cwd, env=kept | os.environ | told, capture_output=True, text=True, check=False)
