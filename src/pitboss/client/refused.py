"""What the house refuses."""

from typing import Any


class Refused(Exception):
    """A refusal: nothing was changed. `code` is stable; `message`, `given` and `allowed` are for people."""

    def __init__(
        self, code: str, message: str, clause: str = "", given: str = "", allowed: str = "", status: int = 0
    ) -> None:
        parts = [message, f"given: {given}" if given else "", f"allowed: {allowed}" if allowed else ""]
        said = "; ".join(part for part in parts if part)
        super().__init__(f"{said} [{clause}]" if clause else said)
        self.code, self.message, self.clause, self.given, self.allowed = code, message, clause, given, allowed
        self.status = status
        """The HTTP status; 0 for what a socket said."""

    @classmethod
    def read(cls, body: Any, status: int) -> "Refused":
        """The refusal in an answer; whatever came instead of one is said as it is."""
        if isinstance(body, dict) and isinstance(body.get("code"), str):
            texts = {key: str(body.get(key, "")) for key in ("message", "clause", "given", "allowed")}
            return cls(body["code"], **texts, status=status)
        return cls("no_answer", f"the server answered {status} without saying why", status=status)
