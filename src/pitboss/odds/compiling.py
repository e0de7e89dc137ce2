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

        def begun(listener: Any, event: Any) -> None:
            self.now += 1

        def ended(listener: Any, event: Any) -> None:
            self.now = max(0, self.now - 1)

        # What to derive from is known only once the compiler is loaded, so the class is made here.
        listener: Any = type("Listener", (events.Listener,), {"on_start": begun, "on_end": ended})
        self._events, self._listener = events, listener()
        events.register(_EVENT, self._listener)

    def detach(self) -> None:
        """Listens no longer."""
        if self._events is not None:
            self._events.unregister(_EVENT, self._listener)
            self._events = None
