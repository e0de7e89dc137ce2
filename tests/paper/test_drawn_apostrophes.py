"""What is written inside a drawing has the apostrophes of print, as the sentences around it have."""

import io

from pypdf import PdfReader

from paper.reading import every_wager
from pitboss.felt.drawing import felt
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.printing import render, typographic_drawing
from support import UTH


def test_only_what_is_written_changes() -> None:
    drawing = (
        "<svg><style>text { font-family: 'A' }</style><g title='x'><text x=\"1\">Player's \"cards\"</text></g></svg>"
    )
    made = typographic_drawing(drawing)
    assert made == drawing.replace('Player\'s "cards"', "Player’s “cards”")
    plain = felt(every_wager(UTH))
    assert typographic_drawing(plain).replace("’", "'") == plain != typographic_drawing(plain)


def test_the_layout_on_paper() -> None:
    (pdf,) = render(layout_paper(every_wager(UTH)), "pdf")
    drawn = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert "’" in drawn and "'" not in drawn
