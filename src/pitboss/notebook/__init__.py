"""How what the library hands out looks in a notebook: tables, views, odds, advice and costs draw themselves as HTML
(`_repr_html_`), and `pitboss.notebook.charts` makes charts of them (Altair, extra `notebooks`).

>>> import pitboss.notebook
>>> "♥" in pitboss.notebook.cards("Ah Kd")._repr_html_()
True
"""

from typing import TYPE_CHECKING

__all__ = ["cards", "html_of"]

if TYPE_CHECKING:
    from pitboss.notebook.faces import ShownCards


def cards(text: str, game: str = "") -> "ShownCards":
    """Cards that show themselves; of this game's deck, or of an ordinary one."""
    from pitboss.notebook.faces import shown_cards

    return shown_cards(text, game)


def html_of(shown: object) -> str:
    """The object as HTML; as text where nothing here draws it."""
    from pitboss.notebook.drawings import drawing

    return drawing(shown)
