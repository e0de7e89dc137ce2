"""Tables that run: the state in memory, the acts that change it, the automatic dealer."""
