"""The dossier of a game: everything that a laboratory asks for is in it, with the figures of the game itself."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from games.copies import forgotten_afterwards
from pitboss.cli.main import dispatch
from pitboss.cli.par import telling
from pitboss.paper.dossier import dossier
from pitboss.paper.printing import compiled
from pitboss.paper.submission import definitions
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check, default_submission

WAR = Path(__file__).parents[2] / "examples" / "casino-war"


@pytest.fixture
def lucky(tmp_path: Path) -> Path:
    assert dispatch(["new-game", "Lucky Three", "-o", str(tmp_path / "lucky")]) == 0
    return tmp_path / "lucky"


def test_a_game_that_is_counted(lucky: Path) -> None:
    with forgotten_afterwards():
        terms = check(default_submission(bring(lucky))).terms
        assert terms is not None
        paper = dossier(terms, telling(), rounds=2000, name="lucky-three")
        data = paper.data
        assert data["counted"] and [row[0] for row in data["clauses"]] == [str(n) for n in range(1, 9)]
        assert (
            data["brief"] == "Your three cards against the dealer's three, who needs jack high to play: call or fold."
        )
        (ranking,) = data["rankings"]
        hands = ["Straight flush", "Three of a kind", "Straight", "Flush", "Pair", "High card"]
        assert [row[0] for row in ranking["rows"]] == hands and ranking["cards"] == 3
        titles = [example["title"] for example in data["examples"]]
        assert titles[:3] == ["The player wins", "The player loses", "The hands tie"]
        assert [row[2] for row in data["irregularities"]] == ["7", "7", "8"]
        assert "1.9542%" in data["summary"][0] and data["simulation"]["agrees"]
        assert {"felt.svg", "strategy-1.svg"} <= paper.files.keys()
        (pdf,) = compiled(paper, "pdf")
        assert pdf.startswith(b"%PDF") and compiled(paper, "pdf") == [pdf], "the same bytes again"


def test_a_game_that_no_counter_fits() -> None:
    with forgotten_afterwards():
        terms = check(default_submission(bring(WAR))).terms
        assert terms is not None
        paper = dossier(terms, telling(), rounds=40)
        assert not paper.data["counted"] and paper.data["why"].startswith("Casino War can be played and simulated; ")
        titles = [example["title"] for example in paper.data["examples"]]
        assert titles == [
            "The player wins", "The player loses", "The player decides: go to war", "The player decides: surrender",
        ]  # fmt: skip
        assert [row[0] for row in paper.data["simulation"]["rows"]] == ["Main game", "Tie"]
        (pdf,) = compiled(paper, "pdf")
        assert pdf.startswith(b"%PDF")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with forgotten_afterwards():
        place = tmp_path / "war.pdf"
        assert dispatch(["dossier", str(WAR), "-o", str(place), "--rounds", "20"]) == 0
        assert place.read_bytes().startswith(b"%PDF")
        assert dispatch(["dossier", str(WAR), "-o", str(tmp_path / "war.svg")]) == 2
        assert "a dossier is one PDF; name a file that ends in .pdf" in capsys.readouterr().err
        assert dispatch(["dossier", "no-such-game", "-o", str(place)]) == 2


def test_what_is_asked_of_a_game_that_an_operator_brings_stands_in_its_dossier() -> None:
    """The words of the submission, and as missing what it does not state; nothing of a table for practice."""
    with forgotten_afterwards():
        text = default_submission(bring(WAR))
        practice = check(text).terms
        real = text.replace("practice = true", "practice = false").replace('operator = ""', 'operator = "River House"')
        stated = '\n[filing]\nlicence = "TG-7"\n[filing.definitions.game]\nreason = "Many ask for it"\n'
        terms = check(real + stated).terms
        assert practice is not None and terms is not None
        assert definitions(practice) == []
        paper = dossier(terms, telling(), rounds=20)
        assert paper.data["definitions"] == [
            {
                "title": "Casino War",
                "rows": [
                    ["Why it is offered", "Many ask for it"],
                    ["Where else it is offered", "not stated"],
                    ["Copyrights, trademarks, patents", "not stated"],
                ],
            }
        ]
        assert ["Licence number", "TG-7"] in paper.data["filing"]
        pages = PdfReader(BytesIO(compiled(paper, "pdf")[0])).pages
        read = [" ".join(page.extract_text().split()) for page in pages]
        assert "Licence number TG-7" in read[0]
        (there,) = (page for page in read if "Why it is offered Many ask for it" in page)
        assert "Own definitions" in there
        assert "DROP BOX" in there, "the drawing is made smaller and leaves no page half empty"
