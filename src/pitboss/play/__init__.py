"""A table in one process: card sources, the automatic dealer, logs, replay, scenarios and simple players."""
