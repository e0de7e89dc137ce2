"""Papers are set in a process beside this one. The compiler remembers all it has ever set and cannot forget (one sign
takes up to 380 MB), so a process that has grown large ends after its answer, and the next paper gets a new one, which
takes a tenth of a second. It listens at its standard input and ends with whoever asked it, however that ends."""

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

Form = Literal["pdf", "svg", "png"]
COMMAND = (sys.executable, "-P", "-m", "pitboss.paper.typesetter")
ROOT = str(Path(__file__).parents[2])
Standard = Literal["a-2a", "a-3a"]
STANDARD: Standard = "a-2a"
"""PDF/A-2a: to be kept for decades and read aloud. It asks for an `alt` on every image."""
WITH_FILES: Standard = "a-3a"
"""The same for a paper that carries files."""
LARGEST = 200 * 2**20
"""A process that has taken more bytes than this sets no further paper."""
Message = TypeVar("Message", bound=Struct)
_COUNT = 8
"""So many bytes in front of a message say how long it is."""


class TypesetOrder(Struct, frozen=True):
    """The files of a paper, `main.typ` among them, and what is made of them."""

    files: dict[str, bytes]
    forms: dict[Form, dict[str, bytes]]
    """form → files that it has beside those."""
    ppi: float
    standard: Standard = STANDARD


class Delivery(Struct, frozen=True):
    """The pages of each form that was ordered (a PDF is one), or what is wrong with the paper."""

    pages: tuple[tuple[bytes, ...], ...] = ()
    trouble: str = ""
    hints: tuple[str, ...] = ()
    last: bool = False
    """This process ends now."""


def send(pipe: IO[bytes], message: Struct) -> None:
    written = msgspec.msgpack.encode(message)
    pipe.write(len(written).to_bytes(_COUNT, "big") + written)
    pipe.flush()


def received(pipe: IO[bytes], kind: type[Message]) -> Message | None:
    """The next message, or nothing where the other side has ended."""
    head = pipe.read(_COUNT)
    body = pipe.read(int.from_bytes(head, "big"))
    return msgspec.msgpack.decode(body, type=kind) if len(head) == _COUNT and body else None


# --- who asks ---------------------------------------------------------------------------------------------------------


class Typesetter:
    """The process, started when the first paper is ordered. One paper is set at a time."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process's id, while there is one."""
        return self._process.pid if self._process else None

    def set(self, order: TypesetOrder) -> Delivery:
        """What comes of an order; whatever goes wrong on the way, the next order gets a new process."""
        with self._turn:
            process = self._process = self._process or _started()
            assert process.stdin is not None and process.stdout is not None
            done: Delivery | None = None
            try:
                with suppress(BrokenPipeError):  # it has ended; no answer will say so
                    send(process.stdin, order)
                done = received(process.stdout, Delivery)
            finally:
                if done is None or done.last:
                    self._end()
        if done is None:
            raise RuntimeError(f"the process that sets papers ended without an answer (status {process.returncode})")
        return done

    def close(self) -> None:
        """Ends the process; a later order starts another."""
        with self._turn:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()


def _started() -> subprocess.Popen[bytes]:
    """The same program as this one, and none that a Ctrl-C at the terminal would reach before us."""
    path = os.pathsep.join([ROOT, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": path},
    )


TYPESETTER = Typesetter()
"""All papers of this process are set by one."""
atexit.register(TYPESETTER.close)


# --- in the process ---------------------------------------------------------------------------------------------------


def main() -> None:
    import typst

    fonts = typst.Fonts(include_system_fonts=False)
    asked, out = sys.stdin.buffer, sys.stdout.buffer
    while (order := received(asked, TypesetOrder)) is not None:
        done = _set(order, fonts)
        last = _taken() > LARGEST
        send(out, msgspec.structs.replace(done, last=last))
        if last:
            return


def _set(order: TypesetOrder, fonts: Any) -> Delivery:
    """Only the fonts that come with the compiler: a paper looks the same on every machine."""
    import typst

    pages = []
    for form, own in order.forms.items():
        try:
            made, warnings = typst.compile_with_warnings(
                order.files | own,
                format=form,
                ppi=order.ppi,
                font_paths=fonts,
                ignore_system_fonts=True,
                pdf_standards=order.standard if form == "pdf" else None,
            )
        except typst.TypstError as error:
            return Delivery(trouble=error.message, hints=tuple(error.hints or ()))
        if warnings:
            return Delivery(trouble=warnings[0].message, hints=tuple(warnings[0].hints or ()))
        pages.append((made,) if isinstance(made, bytes) else tuple(made))
    return Delivery(tuple(pages))


def _taken() -> int:
    """The bytes of memory that this process holds; where the system does not tell, as many as are allowed and one more.
    (`getrusage` tells the most that this process *or the one that started it* has held.)"""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return LARGEST + 1
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
