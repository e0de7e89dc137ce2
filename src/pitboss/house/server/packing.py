"""Answers are compressed for whoever takes them so."""

from starlette.middleware.gzip import GZipMiddleware

from pitboss.house.server.door import App

LEAST = 1024
"""Bytes below which it is not worth it."""
LEVEL = 6


def packed(app: App) -> GZipMiddleware:
    return GZipMiddleware(app, LEAST, LEVEL)
