"""Compiled kernels. They count cells or choose the best of several sums; what a cell pays reaches them as an array of
integers, and the deck is a parameter. They release the interpreter, so threads from outside share the work."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy

from pitboss.odds.cache import DIGITS, folder, kernel_digest


@cache
def compiled() -> Path:
    """Where machine code is kept. Its name holds a digest of every kernel's source and of the compiler, because the
    compiler itself would not notice that a function called from another file has changed."""
    return folder() / "kernels" / f"{kernel_digest()[:DIGITS]}-{numba.__version__}-{numpy.__version__}"


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiles a function on its first call and keeps the machine code for the next process."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(compiled())
    try:
        compiler: Any = numba.njit(nogil=True, cache=True)(function)
    finally:
        settings.CACHE_DIR = before
    kept = compiler._cache
    load = kept.load_overload

    def load_or_forget(*arguments: Any) -> Any:
        """Machine code that cannot be read, after a crash or on a full disk, is compiled again."""
        try:
            return load(*arguments)
        except Exception:
            kept.flush()
            return None

    save = kept.save_overload

    def save_or_not(*arguments: Any) -> None:
        """A full disk only costs the next process time."""
        with suppress(OSError):
            save(*arguments)

    kept.load_overload, kept.save_overload = load_or_forget, save_or_not
    made: Callable[..., Any] = compiler
    return made
