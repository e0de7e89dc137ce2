"""The logo of an operator, as a picture in a file."""

from pathlib import Path

from msgspec import Struct

from pitboss.paper.printing import PaperTrouble

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")
LARGEST = 2 * 2**20


class Logo(Struct, frozen=True):
    """A picture as it is filed. `name` is that of a file that holds it: logo.png."""

    name: str
    content: bytes


def logo_of(path: Path) -> Logo:
    """The picture in this file. What cannot be one is told before any work is done."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise PaperTrouble(f"{path}: a logo is a picture that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise PaperTrouble(f"{path}: cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise PaperTrouble(f"{path}: a logo has at most {LARGEST:,} bytes")
    return Logo(f"logo{ending}", content)
