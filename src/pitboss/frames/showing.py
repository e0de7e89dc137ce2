"""How objects show themselves in a notebook. The drawings stand in `pitboss.notebook`, which knows what it draws; it is
loaded by name, and only when something is shown, so that a game, an odds or a table depends on no drawing."""

from importlib import import_module


def html_of(shown: object) -> str:
    """The object as HTML."""
    drawn: str = import_module("pitboss.notebook").html_of(shown)
    return drawn
