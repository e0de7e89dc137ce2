"""Whether kernels are being compiled at this moment, for whoever tells a waiting person why nothing happens."""

import sys
from typing import Any

_EVENT = "numba:compile"


class Compiling:
    """Listens to the compiler. It is loaded late, or not at all where figures come from the cache, and is not loaded
    here: `attach` does nothing until somebody else has."""

    def __init__(self) -> None:
        self.now = 0
        """How many functions, one inside the other, are being compiled."""
        self._events: Any = None
        self._listener: Any = None

    def attach(self) -> None:
        """Begins to listen as soon as there is a compiler."""
        events = sys.modules.get("numba.core.event")
        if self._events is not None or events is None or not hasattr(events, "register"):
            return
        outer = self

        # The class to derive from is known only once the compiler is loaded, so the type checker cannot see it.
        class Listener(events.Listener):  # type: ignore[misc, name-defined]
            def on_start(self, event: Any) -> None:
                outer.now += 1

            def on_end(self, event: Any) -> None:
                outer.now = max(0, outer.now - 1)

        self._events, self._listener = events, Listener()
        events.register(_EVENT, self._listener)

    def detach(self) -> None:
        if self._events is not None:
            self._events.unregister(_EVENT, self._listener)
            self._events = None
