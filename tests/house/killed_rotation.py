"""A process of its own that replaces the keys of a house and dies, by SIGKILL, at one step of it:

python -m house.killed_rotation DATABASE KEY_FILE STEP"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

from pitboss.house.fair import rotating
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store
from pitboss.house.trail import checkpoints

BEFORE_COMMIT = ("new keys written", "old keys kept", "half sealed", "recorded", "signed")
AFTER_COMMIT = ("committed", "in place")
_AFTER = {"new keys written": "keep_beside", "committed": "put_in_place"}
"""Steps at which it dies before this is called."""
_DONE = {"old keys kept": "keep_beside", "recorded": "record", "in place": "put_in_place"}
"""Steps at which it dies when this has been done."""


def _die(*_: Any, **__: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it is dead")


def _then_die(real: Callable[..., Any]) -> Callable[..., Any]:
    def both(*given: Any, **named: Any) -> NoReturn:
        real(*given, **named)
        _die()

    return both


def main(database: str, key_file: str, step: str) -> None:
    engine = open_store(database)
    if step in _AFTER:
        plan = patch.object(rotating, _AFTER[step], _die)
    elif step in _DONE:
        plan = patch.object(rotating, _DONE[step], _then_die(getattr(rotating, _DONE[step])))
    elif step == "half sealed":
        plan = patch.object(rotating, "_seal_anew", _then_die(rotating._seal_anew))
    else:
        plan = patch.object(checkpoints, "sign", _then_die(checkpoints.sign))
    with lock_store(engine), plan:
        rotating.rotate(engine, Path(key_file), by="Olga", now=1_800_000_000_000)


if __name__ == "__main__":
    main(*sys.argv[1:])
