"""Kernels are compiled in a process beside the one that needs them, which ends with the module of tests: the compiler
keeps some 10 MB for every second it has worked and gives nothing back. Machine code that is only loaded takes little.
Workers that need the same kernel at the same time wait for the one that has it compiled."""

import fcntl
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from pitboss.odds import cache, kernels

_PATHS = os.pathsep.join(str(Path(__file__).parents[1] / part) for part in ("src", "tests"))
_DONE = b"+"


class Compiler:
    """The process, started when the first kernel is ordered."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def compiles(self, function: Callable[..., Any], signature: Any) -> bool:
        """Whether it has compiled the function for these types, and the machine code lies where it is kept."""
        process = self._process = self._process or self._started()
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(pickle.dumps((function.__module__, function.__qualname__, signature)))
            process.stdin.flush()
        done = process.stdout.read(1) == _DONE
        if not done:
            self.close()
        return done

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()

    def _started(self) -> subprocess.Popen[bytes]:
        place = {cache.ENVIRONMENT: str(kernels.compiled().parents[1]), "PYTHONPATH": _PATHS}
        command = [sys.executable, "-m", "apart"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | place, start_new_session=True
        )


COMPILER = Compiler()


def install() -> None:
    """From now on, for kernels that are not yet imported."""
    plain = kernels.kernel

    def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
        made: Any = plain(function)
        load = made._cache.load_overload

        def load_or_order(signature: Any, target: Any) -> Any:
            found = load(signature, target)
            if found is None:
                with _one_at_a_time(f"{function.__module__}.{function.__qualname__}"):
                    found = load(signature, target)
                    if found is None and COMPILER.compiles(function, signature):
                        found = load(signature, target)
            if found is not None:
                lighten(found.library)
            return found

        made._cache.load_overload = load_or_order
        compiler: Callable[..., Any] = made
        return compiler

    kernels.kernel = kernel


def lighten(library: Any) -> None:
    """Beside the machine code of a kernel the compiler keeps the kernel itself, taken to pieces, for others that might
    call it: a third of a megabyte each. It is packed up until one of those is compiled in this process."""
    packed = library._shared_module.as_bitcode()
    library._shared_module = None
    plain = library._get_module_for_linking

    def unpacked() -> Any:
        if library._shared_module is None:
            library._shared_module = import_module("llvmlite.binding").parse_bitcode(packed)
        return plain()

    library._get_module_for_linking = unpacked


@contextmanager
def _one_at_a_time(name: str) -> Iterator[None]:
    """The system lets go of the lock of a process that ends."""
    home = kernels.compiled()
    home.mkdir(parents=True, exist_ok=True)
    with (home / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Ends without an answer where a kernel cannot be compiled, and with whoever asked."""
    with suppress(EOFError):
        while True:
            module, name, signature = pickle.load(sys.stdin.buffer)
            getattr(import_module(module), name).compile(signature)
            sys.stdout.buffer.write(_DONE)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
