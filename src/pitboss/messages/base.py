"""What requests and answers have in common. Unknown fields are refused; numbers are numbers and not texts."""

from typing import Annotated

from msgspec import Meta, Struct

MOST_CENTS = 10**12
LONGEST_ID = 64

PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)"
"""No character that moves a cursor, ends a line or turns the direction of writing."""

ActId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_ID,
        pattern=PRINTABLE,
        description="Made by the client, new for every act: sent twice it is done once. Printable characters.",
    ),
]
Cents = Annotated[int, Meta(gt=0, le=MOST_CENTS, description="Integer cents.")]
Handle = Annotated[str, Meta(min_length=1, max_length=96, pattern=PRINTABLE, description="The name of an account.")]
AccountName = Annotated[str, Meta(min_length=1, max_length=120, pattern=PRINTABLE)]
Password = Annotated[str, Meta(min_length=1, max_length=1024)]
Reason = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]
Because = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]


class Asked(Struct, forbid_unknown_fields=True):
    """The base of all requests."""


class AnswerBody(Struct):
    """The base of all answers."""


class OnlyId(Asked):
    """What is asked under an id of its own."""

    id: ActId

    def __post_init__(self) -> None:
        _printable(self.id)


class MaybeId(Asked):
    """Of what can be repeated without harm, or shows that it was done: the id may be left out."""

    id: ActId | None = None

    def __post_init__(self) -> None:
        _printable(self.id or "")


def _printable(act_id: str) -> None:
    """The same as at a table's socket: more signs cannot be seen than a pattern knows of."""
    if not act_id.isprintable():
        raise ValueError("id: printable characters only")


class Done(Struct, frozen=True):
    """An act that was accepted and is kept."""

    seq: int
    """The row of the table's trail."""
    again: bool = False
    """It had been accepted before; nothing happened this time."""
