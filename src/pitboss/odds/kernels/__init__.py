"""Compiled kernels. They count cells or choose the best of several sums; what a cell pays reaches them as an array of
integers, and the deck is a parameter. They release the interpreter, so threads from outside share the work."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy

from pitboss.odds.cache import digest_of, folder

F = TypeVar("F", bound=Callable[..., Any])


@cache
def compiled() -> Path:
    """Where machine code is kept. Its name holds a digest of every kernel's source and of the compiler, because the
    compiler itself would not notice that a function called from another file has changed."""
    sources = digest_of(Path(__file__).parent.glob("*.py"))
    return folder() / "kernels" / f"{sources[:24]}-{numba.__version__}-{numpy.__version__}"


def kernel(function: F) -> F:
    """Compiles a function on its first call and keeps the machine code for the next process."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(compiled())
    try:
        return cast(F, numba.njit(nogil=True, cache=True)(function))
    finally:
        numba.config.CACHE_DIR = before
