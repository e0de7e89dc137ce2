"""Papers are PDF/A, the same bytes every time, and written whole or not at all."""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from paper.reading import every_wager
from pitboss.cli.main import dispatch
from pitboss.cli.paper_files import written
from pitboss.paper import printing, writing
from pitboss.paper.layout_paper import layout_paper, write_layout
from pitboss.paper.placard import out_of_order, placard, rack_card
from pitboss.paper.printing import Paper, PaperTrouble, heading, render, typographic
from pitboss.paper.typesetter import TYPESETTER
from pitboss.paper.writing import left_beside, place_for, write, write_pages
from support import DRAGON, GAMES, LIR, TOP5, UTH, rules

TWO_PAGES = Paper(
    source='#let data = json("/data.json")\n= #data.text\n#pagebreak()\n= Two', data={"text": "One"}, title="T"
)
ONE_PAGE = Paper(source="= One", data={}, title="T")


def text_of(paper: Paper) -> str:
    (pdf,) = render(paper, "pdf")
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


# --- the same every time --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("set_anew")
@pytest.mark.parametrize("make", [placard, rack_card, layout_paper])
@pytest.mark.parametrize("game", GAMES)
def test_two_runs_give_identical_bytes(game: str, make: Any) -> None:
    bound = every_wager(game)
    for ending in printing.ENDINGS:
        assert render(make(bound), ending) == render(make(bound), ending)


def set_again() -> bool:
    """Whether a paper is really set when a test orders it for the second time."""
    render(ONE_PAGE, "pdf")
    TYPESETTER.close()
    render(ONE_PAGE, "pdf")
    return TYPESETTER.pid is not None


@pytest.mark.usefixtures("set_anew")
def test_who_compares_two_papers_has_both_set() -> None:
    assert set_again()


def test_whoever_reads_a_paper_twice_has_it_set_once() -> None:
    assert not set_again()


# --- quotation marks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the dealer's cards", "the dealer’s cards"),
        ("Hold 'Em", "Hold ’Em"),
        ('says "may" twice', "says “may” twice"),
        ('"Each stack" means ("no more bets").', "“Each stack” means (“no more bets”)."),
        ('in "for 1".', "in “for 1”."),
        ("“set already”", "“set already”"),
    ],
)
def test_quotation_marks_and_apostrophes_are_those_of_print(typed: str, printed: str) -> None:
    assert typographic(typed) == printed
    assert typographic({"a": [[typed, 5], {"b": typed}]}) == {"a": [[printed, 5], {"b": printed}]}


def test_what_is_to_be_typed_again_keeps_its_signs() -> None:
    command = "pitboss strategy --cards \"Ah Kd\" 'my file.toml'"
    kept = {"command": command, "versions": [["Command", command]], "file": "it's.toml"}
    assert typographic({"simulation": kept}) == {"simulation": kept}
    source = '#let data = json("/data.json")\n#data.said #text(font: "DejaVu Sans Mono", data.command)'
    said = text_of(Paper(source=source, data={"said": "the player's", "command": '"Ah Kd"'}, title="T"))
    assert "the player’s" in said and '"Ah Kd"' in said


@pytest.mark.parametrize("make", [placard, rack_card])
def test_no_sign_of_the_keyboard_is_left_on_a_sign(make: Any) -> None:
    """Outside a drawing, which is the same on every page and screen."""
    said = text_of(make(every_wager(UTH)))
    assert "Hold ’Em" in said and not re.search(r"Hold 'Em|\"", said)


def test_no_clock_is_read() -> None:
    (pdf,) = render(ONE_PAGE, "pdf")
    facts = PdfReader(io.BytesIO(pdf)).metadata
    assert facts is not None and facts.creation_date_raw == facts.modification_date_raw == "D:20000101000000Z"
    dated = Paper(source="= One", data={}, title="T", date="2026-02-28")
    facts = PdfReader(io.BytesIO(render(dated, "pdf")[0])).metadata
    assert facts is not None and facts.creation_date_raw == "D:20260228000000Z"


@pytest.mark.parametrize("make", [placard, rack_card, layout_paper])
def test_a_paper_is_pdf_a_with_a_title_a_language_and_only_embedded_fonts(make: Any) -> None:
    (pdf,) = render(make(every_wager(LIR)), "pdf")
    reader = PdfReader(io.BytesIO(pdf))
    xmp = reader.xmp_metadata
    assert xmp is not None
    stated = xmp.stream.get_data().decode()
    assert re.search(r"pdfaid:part>2<", stated) and re.search(r"pdfaid:conformance>A<", stated)
    assert reader.metadata is not None and reader.metadata.title is not None
    assert reader.metadata.title.startswith("Let It Ride")
    assert str(reader.root_object["/Lang"]) == "en-US"
    fonts = {str(font["/BaseFont"]) for page in reader.pages for font in _fonts(page)}
    assert fonts and all(re.match(r"/[A-Z]{6}\+(LibertinusSerif|DejaVuSansMono)", font) for font in fonts), fonts


def _fonts(page: Any) -> list[Any]:
    return [font.get_object() for font in page["/Resources"].get("/Font", {}).values()]


def test_data_is_never_markup() -> None:
    name = "#panic() $x$ *bold* _it_ @ref <label> \\ // `raw`"
    paper = Paper(source='#let data = json("/data.json")\n#data.name', data={"name": name}, title=name)
    assert "#panic() $x$ *bold* _it_ @ref <label>" in text_of(paper).replace("\n", " ")
    for make in (placard, layout_paper, rack_card):
        assert "#panic() $x$" in text_of(make(rules(DRAGON, operator="#panic() $x$")))


@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_a_character_the_fonts_do_not_have_is_named(ending: Any) -> None:
    with pytest.raises(PaperTrouble, match="no character '澳'"):
        render(placard(rules(TOP5, operator="澳")), ending)
    assert "Казино" in text_of(placard(rules(TOP5, operator="Казино Ünïon")))


def test_a_template_that_is_wrong_is_trouble_and_not_a_blank_page() -> None:
    with pytest.raises(PaperTrouble, match="unknown variable"):
        render(Paper(source="#nothing", data={}, title="T"), "pdf")
    with pytest.raises(PaperTrouble, match="unknown font family"):
        render(Paper(source='#set text(font: "No Such Font")\nA', data={}, title="T"), "svg")


def test_what_does_not_fit_a_sheet_is_refused_and_not_printed_over_itself() -> None:
    paper = placard(every_wager(LIR), "sign")
    crowded = Paper(source=paper.source, data=paper.data | {"blocks": paper.data["blocks"] * 9}, title="T")
    with pytest.raises(PaperTrouble, match="more to say than this sheet can hold; choose a larger size"):
        render(crowded, "pdf")


def test_the_heading_says_whose_terms_these_are() -> None:
    bound = rules(LIR, operator="House", version=7)
    head = heading(bound.terms)
    assert (head["operator"], head["version"], head["digest"]) == ("House", 7, bound.terms.digest)
    assert (head["game"], head["document"], head["practice"]) == ("Let It Ride", "MD-LIR", True)


# --- writing --------------------------------------------------------------------------------------------------------


def test_pages_are_written_by_the_ending(tmp_path: Path) -> None:
    assert write(TWO_PAGES, place_for(tmp_path / "a.pdf")) == [tmp_path / "a.pdf"]
    assert write(TWO_PAGES, place_for(tmp_path / "b.SVG")) == [tmp_path / "b-1.SVG", tmp_path / "b-2.SVG"]
    assert write(ONE_PAGE, place_for(tmp_path / "c.d.svg")) == [tmp_path / "c.d.svg"]
    assert set(files(tmp_path)) == {"a.pdf", "b-1.SVG", "b-2.SVG", "c.d.svg"}
    assert files(tmp_path)["a.pdf"].startswith(b"%PDF")
    assert all(files(tmp_path)[name].startswith(b"<svg") for name in ("b-1.SVG", "b-2.SVG", "c.d.svg"))


def test_a_paper_that_is_there_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    out.write_bytes(b"old")
    write(ONE_PAGE, place_for(out))
    assert files(tmp_path).keys() == {"a.pdf"}
    assert out.read_bytes() == render(ONE_PAGE, "pdf")[0]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a.txt", "the ending '.txt' is not known; a paper is written as .pdf or .svg"),
        ("a", "the name has no ending"),
        ("a.pdf.gz", "'.gz' is not known"),
        ("missing/a.pdf", "the directory does not exist"),
        ("folder.pdf", "this is a directory"),
        ("file.svg/a.pdf", "the directory does not exist"),
    ],
)
def test_a_place_that_cannot_be_is_trouble_and_nothing_is_written(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "file.svg").write_bytes(b"kept")
    with pytest.raises(PaperTrouble, match=re.escape(why)):
        write(TWO_PAGES, place_for(tmp_path / name))
    assert files(tmp_path) == {"file.svg": b"kept"}


def test_a_place_one_may_not_write_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_bytes(self: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(PaperTrouble, match=r"a\.pdf: you may not write here; nothing was written"):
        write(ONE_PAGE, place_for(tmp_path / "a.pdf"))
    assert files(tmp_path) == {}


def test_a_directory_that_takes_no_files_is_not_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_bytes(self: Path, data: bytes) -> int:
        raise FileNotFoundError(2, "No such file or directory", str(self))

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(PaperTrouble, match=r"a\.pdf: no file can be made in this directory; nothing was written"):
        write(ONE_PAGE, place_for(tmp_path / "a.pdf"))
    assert files(tmp_path) == {}


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_pages_are_all_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    """Whatever write fails, what lay there before lies there still."""
    (tmp_path / "p-1.svg").write_bytes(b"old 1")
    (tmp_path / "p-3.svg").write_bytes(b"old 3")
    real, calls = Path.write_bytes, []

    def write_bytes(self: Path, data: bytes) -> int:
        calls.append(self)
        if len(calls) == failing + 1:
            real(self, data[:1])
            raise OSError(28, "No space left on device")
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(PaperTrouble, match="No space left on device; nothing was written"):
        write_pages([b"new 1", b"new 2", b"new 3"], place_for(tmp_path / "p.svg"))
    assert files(tmp_path) == {"p-1.svg": b"old 1", "p-3.svg": b"old 3"}


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("failing", range(3))
@pytest.mark.parametrize("stops", [PermissionError(13, "Permission denied"), KeyboardInterrupt()])
def test_a_move_that_fails_puts_everything_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, stops: BaseException, linked: bool
) -> None:
    """An error or Ctrl-C, at any page, where a file can have a second name and where it cannot. No place is empty
    meanwhile: whoever kills the program then finds an old page or a new one."""
    (tmp_path / "p-1.svg").write_bytes(b"old 1")
    (tmp_path / "p-3.svg").write_bytes(b"old 3")
    real, calls = Path.replace, []

    def replace(self: Path, target: Path) -> Path:
        calls.append(self)
        assert (tmp_path / "p-1.svg").exists() and (tmp_path / "p-3.svg").exists()
        if len(calls) == failing + 1:
            raise stops
        return real(self, target)

    def no_second_name(self: Path, target: Path) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", replace)
    if not linked:
        monkeypatch.setattr(Path, "hardlink_to", no_second_name)
    with pytest.raises(KeyboardInterrupt if isinstance(stops, KeyboardInterrupt) else PaperTrouble) as told:
        write_pages([b"new 1", b"new 2", b"new 3"], place_for(tmp_path / "p.svg"))
    assert files(tmp_path) == {"p-1.svg": b"old 1", "p-3.svg": b"old 3"}
    assert not isinstance(told.value, PaperTrouble) or "you may not write here; nothing was written" in str(told.value)


def test_a_page_whose_place_is_a_directory_keeps_the_others_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "p-2.svg").mkdir()
    (tmp_path / "p-1.svg").write_bytes(b"old")
    with pytest.raises(PaperTrouble, match=r"p-2\.svg: this is a directory; nothing was written"):
        write_pages([b"1", b"2"], place_for(tmp_path / "p.svg"))
    assert files(tmp_path) == {"p-1.svg": b"old"}


def test_pages_of_an_earlier_paper_do_not_stay(tmp_path: Path) -> None:
    """Pages of this very paper go; a file of somebody else under such a name stays."""
    write(TWO_PAGES, place_for(tmp_path / "p.svg"))
    write(replace(ONE_PAGE, title=TWO_PAGES.title), place_for(tmp_path / "p.svg"))
    assert set(files(tmp_path)) == {"p.svg"}
    write(TWO_PAGES, place_for(tmp_path / "p.svg"))
    assert set(files(tmp_path)) == {"p-1.svg", "p-2.svg"}
    write(replace(TWO_PAGES, source=TWO_PAGES.source + "\n\n#pagebreak()\nthree"), place_for(tmp_path / "p.svg"))
    (tmp_path / "p-4.svg").write_bytes(b"<svg>mine</svg>")
    assert set(files(tmp_path)) == {"p-1.svg", "p-2.svg", "p-3.svg", "p-4.svg"}
    write(TWO_PAGES, place_for(tmp_path / "p.svg"))
    assert set(files(tmp_path)) == {"p-1.svg", "p-2.svg", "p-4.svg"}


def test_other_papers_under_such_names_stay_and_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A paper of its own, the same paper in another size under another name, and pages of another paper."""
    write(ONE_PAGE, place_for(tmp_path / "sign-1.svg"))
    write(replace(TWO_PAGES, title="Another"), place_for(tmp_path / "other.svg"))
    (tmp_path / "other-2.svg").rename(tmp_path / "sign-2.svg")
    before = files(tmp_path)
    paths = write(ONE_PAGE, place_for(tmp_path / "sign.svg"))
    assert files(tmp_path) == before | {"sign.svg": paths[0].read_bytes()}
    assert left_beside(paths) == [tmp_path / "sign-1.svg", tmp_path / "sign-2.svg"]
    assert written(lambda: paths, "Done.") == 0
    said = capsys.readouterr().out
    assert said.count("as it is: it is no page of this paper") == 2 and "sign-1.svg" in said and "sign-2.svg" in said


@pytest.mark.parametrize("command", ["layout", "placard"])
def test_a_command_looks_at_the_place_once_and_before_the_work(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    real = place_for

    def noted(out: Path, inputs: Sequence[Path] = ()) -> writing.PaperPlace:
        looked.append(out)
        return real(out, inputs)

    monkeypatch.setattr(writing, "place_for", noted)
    assert dispatch([command, LIR, "-o", str(tmp_path / "a.pdf")]) == 0
    assert looked == [tmp_path / "a.pdf"]
    monkeypatch.setattr("pitboss.games.rules_for", lambda terms: pytest.fail("work was done"))
    assert dispatch([command, LIR, "-o", str(tmp_path / "none" / "a.pdf")]) == 2


def test_a_directory_that_goes_while_the_paper_is_set_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "short").mkdir()
    place = place_for(tmp_path / "short" / "a.pdf")
    (tmp_path / "short").rmdir()
    with pytest.raises(PaperTrouble, match="no file can be made in this directory; nothing was written"):
        write(ONE_PAGE, place)


def test_a_layout_as_svg_is_the_drawing_itself(tmp_path: Path) -> None:
    from pitboss.felt.drawing import felt

    bound = rules(LIR)
    (path,) = write_layout(bound, place_for(tmp_path / "l.svg"))
    drawn = ElementTree.fromstring(path.read_bytes())
    same = [part for part in drawn.iter() if part.get("data-area")]
    known = [part for part in ElementTree.fromstring(felt(bound)).iter() if part.get("data-area")]
    assert [part.attrib for part in same] == [part.attrib for part in known]
    with pytest.raises(PaperTrouble, match="directory does not exist"):
        write_layout(bound, place_for(tmp_path / "no" / "l.svg"))


# --- out of order ---------------------------------------------------------------------------------------------------


def test_the_out_of_order_sign_names_each_device_of_the_table() -> None:
    one = text_of(out_of_order(rules(DRAGON, dealing={"shuffler": "continuous"})))
    assert "Continuous shuffler" in one and one.count("OUT OF ORDER") == 1 and "shoe" not in one
    assert "MD-DRAGON 13.H(2)" in one and "bis" not in one
    assert one.count("PRACTICE, NOT APPROVED FOR GAMING") == 1
    two = text_of(out_of_order(rules(DRAGON, "automated_shoe", dealing={"shuffler": "automated"})))
    assert two.count("OUT OF ORDER") == 2 and two.count("PRACTICE, NOT APPROVED") == 2
    assert "Automated dealing shoe" in two and "Automated shuffler" in two
    both = text_of(out_of_order(rules(LIR, "automated_shoe")))  # one device (MD-LIR 10.A)
    assert both.count("OUT OF ORDER") == 1 and "Dealing shoe and shuffler" in both
    with pytest.raises(PaperTrouble, match="knows no out-of-order sign"):
        out_of_order(rules(UTH))


def test_a_table_without_a_device_gets_no_out_of_order_sign() -> None:
    """A shoe that a dealer deals from by hand is no device that fails."""
    for game in (DRAGON, TOP5, LIR):
        with pytest.raises(PaperTrouble, match="neither a shuffler nor an automated shoe"):
            out_of_order(rules(game))
