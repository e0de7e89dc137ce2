"""Double-entry bookkeeping of every chip, and the log of every meter."""
