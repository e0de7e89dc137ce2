"""How tests call a command by the fixtures of this folder."""

from typing import Any, Protocol


class Said(Protocol):
    """What the command prints."""

    def __call__(self, *arguments: str, status: int = 0, width: int = 80) -> str: ...


class Data(Protocol):
    """What it prints as JSON."""

    def __call__(self, *arguments: str) -> Any: ...


class Refused(Protocol):
    """What it says on the error stream, and only there."""

    def __call__(self, *arguments: str, status: int = 2) -> str: ...
