"""What a process of the suite remembers: solvers and simulators keep what they have counted, because whoever asks once
asks again. From one module of tests to the next nobody does."""

import ctypes
import gc
import sys
from contextlib import suppress
from pathlib import Path

MOST = 450 * 2**20
"""Bytes that a process may have between two modules."""
FORGET = ("pitboss.odds.", "pitboss.simulation.", "pitboss.paper.")
STAY = ("pitboss.odds.cache", "pitboss.odds.kernels", "pitboss.odds.sources")
"""Where things are kept and which machine code is used stays settled for the process."""
PAGE = 4096


def held() -> int:
    """What this process has of the machine's memory, in bytes; 0 where nobody tells."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
    return 0


def large() -> bool:
    return held() > MOST


def end_typesetter() -> None:
    """The process that sets papers keeps all it has set; the next module has other papers."""
    if module := sys.modules.get("pitboss.paper.typesetter"):
        module.TYPESETTER.close()


def give_back() -> None:
    """Everything that can be worked out again is forgotten, and what that frees goes back to the system."""
    for name, module in list(sys.modules.items()):
        if name.startswith(FORGET) and not name.startswith(STAY):
            for kept in list(vars(module).values()):
                if callable(clear := getattr(kept, "cache_clear", None)):
                    clear()
            solved = getattr(module, "_SOLVED", None)
            if isinstance(solved, dict):
                solved.clear()
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
