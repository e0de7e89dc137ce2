"""Where the browser is. The pages are proved in a real Chromium; where none is found one is fetched, and where that
fails the test fails with a sentence that says what to do. It is never left out silently."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright

ENV = "PITBOSS_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WITHOUT = (
    # What Playwright leaves out as well: of two such lists a browser reads the last one only.
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    # Each new window of a whole Chromium makes a page for its own address bar, and a process for the next page: more
    # work than most of our pages are.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
)  # fmt: skip
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
FLAGS.append(f"--disable-features={','.join(WITHOUT)}")
MISSING = (
    "The web pages are tested in Chromium, and none was found or could be fetched. Do one of these: set "
    f"{ENV}=/path/to/chromium; install the package 'chromium' of your system; or run "
    "'python -m playwright install chromium'."
)


class NoBrowser(RuntimeError):
    """There is no Chromium, and this is what to do."""


def on_this_machine(playwright: Playwright) -> str | None:
    """The path of a Chromium that is installed; None where there is none."""
    given = os.environ.get(ENV)
    if given:
        if not Path(given).is_file():
            raise NoBrowser(f"{ENV} names '{given}', and there is no such file. {MISSING}")
        return given
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def find(playwright: Playwright) -> str:
    """The path of a Chromium, fetched once if need be."""
    found = on_this_machine(playwright)
    if found is None:
        tried([sys.executable, "-m", "playwright", "install", "chromium"])
        found = on_this_machine(playwright)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        tried(["apt-get", "update"])
        tried(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
        found = on_this_machine(playwright)
    if found is None:
        raise NoBrowser(MISSING)
    return found


def tried(command: list[str]) -> None:
    """Whether it worked is seen by looking for the browser again."""
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired):
        return
