"""The example programs, as a stranger would start them."""

import socket
import subprocess
import sys
from pathlib import Path

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_bot_says_where_no_house_is() -> None:
    with socket.socket() as taken:  # bound, so that nobody else answers there; nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [sys.executable, BOT, "--url", url, "--rounds", "1"], capture_output=True, text=True, check=False
        )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"no house answers at {url}; open one with: pitboss serve\n"
