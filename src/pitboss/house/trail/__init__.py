"""The audit trail: rows that are only ever added, each bound to the one before by its hash."""
