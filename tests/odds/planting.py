"""Errors put into modules on purpose."""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


def planted(module: ModuleType, old: str, new: str) -> ModuleType:
    """The module with an error in it. Kernels are left uncompiled."""
    source = inspect.getsource(module)
    assert source.count(old) == 1, f"{source.count(old)} times: {old}"
    source = source.replace(old, new).replace("from pitboss.odds.kernels import kernel\n", "kernel = lambda f: f\n")
    made = ModuleType(module.__name__)
    exec(compile(source, f"planted {module.__name__}", "exec"), made.__dict__)
    return made


@contextmanager
def forgotten(*remembering: Any) -> Iterator[None]:
    """These functions forget what they know, now and afterwards."""
    for function in remembering:
        function.cache_clear()
    try:
        yield
    finally:
        for function in remembering:
            function.cache_clear()
