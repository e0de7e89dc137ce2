"""Lists and numbers as people say them, for messages, screens and papers alike."""

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """`three`; figures beyond ten."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def listed(words: Iterable[str], last: str = "and", *, nothing: str = "none") -> str:
    """`a, b and c`."""
    *most, end = list(words) or [nothing]
    return f"{', '.join(most)} {last} {end}" if most else end
