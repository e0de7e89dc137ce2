"""Expected refusals are values; they change nothing."""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why an act was not accepted: what was given, what is allowed, and the clause."""

    code: str
    """Stable; made for programs."""
    message: str
    """A sentence for people."""
    clause: str = ""
    """The clause of the rulebook, where there is one: its document and its number."""
    given: str = ""
    """What was given."""
    allowed: str = ""
    """What would have been allowed."""

    def __str__(self) -> str:
        parts = [self.message]
        if self.given:
            parts.append(f"given: {self.given}")
        if self.allowed:
            parts.append(f"allowed: {self.allowed}")
        text = "; ".join(parts)
        return f"{text} [{self.clause}]" if self.clause else text


class RefusedAct(Exception):
    """Carries a refusal out of the depths of a decision; the engine turns it into a value."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)  # put into words only if somebody reads it
        self.refusal = refusal


def refuse(code: str, message: str, clause: str = "", *, given: object = "", allowed: object = "") -> RefusedAct:
    """`raise refuse(…)` ends a decision with a refusal."""
    if isinstance(allowed, tuple | list | set | frozenset):
        allowed = ", ".join(str(a) for a in allowed)
    return RefusedAct(Refusal(code, message, clause, str(given), str(allowed)))
