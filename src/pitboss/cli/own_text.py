"""The regulator's own text that an operator names with `--text`."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cli.screen import Trouble, shown

if TYPE_CHECKING:
    from pitboss.rulebook.own_words import OwnWords


class Passages(Struct, frozen=True):
    """What a file says, by clause."""

    file: str
    at: "dict[str, OwnWords]"


def passages(path: Path | None, document: str) -> Passages | None:
    """The passages of a file; nothing where none was named. A file in which no clause is found is refused."""
    from pitboss.rulebook.own_words import LARGEST, own_words

    if path is None:
        return None
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise Trouble(f"--text {shown(path)}: cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise Trouble(f"--text {shown(path)}: has more than {LARGEST:,} bytes")
    try:
        found = own_words(document, content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Trouble(f"--text {shown(path)}: is no text in UTF-8; a PDF must be converted to text first") from None
    if not found:
        raise Trouble(f"--text {shown(path)}: no clause of {document} was found in it")
    return Passages(path.name, found)
