"""What a process of the suite remembers: solvers and simulators keep what they have counted, because whoever asks once
asks again. In a suite of tests hardly anybody does."""

import ctypes
import gc
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

MOST = 420 * 2**20
"""Bytes that a process may have between two modules."""
WITHIN = 650 * 2**20
"""Bytes that it may have between two tests."""
GROWTH = 60 * 2**20
"""Where it cannot have so few, by so many bytes it may grow until it forgets again."""
FORGET = (
    "pitboss.cards.fast",
    "pitboss.games.",
    "pitboss.lab.",
    "pitboss.odds.",
    "pitboss.simulation.",
    "pitboss.paper.",
)
STAY = ("pitboss.odds.cache", "pitboss.odds.kernels", "pitboss.odds.sources")
"""Where things are kept and which machine code is used stays settled for the process."""
TESTS = Path(__file__).parent
PAGE = 4096
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""As malloc.h names them."""


def keep_little() -> None:
    """What a thread has freed the C library keeps for its next threads, up to 64 MB in each of 16 places, and does not
    give it back when it is asked to. Two places are enough, and large pieces go back at once."""
    with suppress(OSError, AttributeError):
        for setting, value in ((M_ARENA_MAX, 2), (M_MMAP_THRESHOLD, 2**20), (M_TRIM_THRESHOLD, 2**20)):
            ctypes.CDLL("libc.so.6").mallopt(setting, value)


def held() -> int:
    """What this process has of the machine's memory, in bytes; 0 where nobody tells."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
    return 0


_least: dict[int, int] = {}
"""most → what was left when it was last exceeded."""


def too_large(most: int) -> bool:
    return held() > max(most, _least.get(most, 0) + GROWTH)


def end_helpers() -> None:
    """The processes that set papers and compile kernels keep all they have done; the next module wants other things."""
    if module := sys.modules.get("pitboss.paper.typesetter"):
        module.TYPESETTER.close()
    if module := sys.modules.get("apart"):
        module.COMPILER.close()


def forget(module: ModuleType) -> None:
    """What the functions of a module remember."""
    for kept in list(vars(module).values()):
        if callable(clear := getattr(kept, "cache_clear", None)) and kept.__module__ == module.__name__:
            clear()
    solved = getattr(module, "_SOLVED", None)
    if isinstance(solved, dict):
        solved.clear()


def of_tests(module: ModuleType) -> bool:
    """Whether it stands among the tests: what they work out a second way is often larger than the product's."""
    return TESTS in Path(getattr(module, "__file__", None) or "/").parents


def give_back(most: int) -> None:
    """Everything that can be worked out again is forgotten, and what that frees goes back to the system. What tests
    have worked out stays until their module ends, for the next test of it asks again."""
    tests = most == MOST
    for name, module in list(sys.modules.items()):
        if (name.startswith(FORGET) and not name.startswith(STAY)) or (tests and of_tests(module)):
            forget(module)
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    _least[most] = held()
