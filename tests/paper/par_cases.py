"""Submissions with every wager offered, and a reader of finished papers."""

from fractions import Fraction
from functools import cache
from io import BytesIO

from pypdf import PdfReader

from paper.printed import own, says_odds, stated, ways
from pitboss.cli import odds_words as ow
from pitboss.odds.result import WagerOdds, root
from pitboss.paper.printing import Paper, render
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import hand_words

PROGRESSIVE = """
[wagers.progressive]
amount = {amount}
cards = "{cards}"
lines = [
  {{ hand = "{top}", pays = 100, unit = "meter", meter = "Progressive" }},
  {{ hand = "{low}", pays = {pays}, unit = "for" }},
]
[meters."Progressive"]
rate = "5"
initial = {reset}
reset = {reset}
"""


@cache
def everything(game: str) -> str:
    """The default submission of a game with every wager it knows."""
    text = default_submission(game)
    if game == "dragon-poker":
        own = {"amount": 1, "cards": "three", "top": "three_dragons", "low": "trips", "pays": 8, "reset": 250}
        text += PROGRESSIVE.format(**own)
    if game == "ultimate-texas-holdem":
        own = {"amount": 5, "cards": "hole_and_flop", "top": "royal_flush", "low": "four_of_a_kind", "pays": 300}
        text += PROGRESSIVE.format(**own, reset=10000)
        text = changed(text, 'procedure = "manual_shoe"', 'procedure = "automated_shoe"')
        text = changed(text, 'shuffler = "none"', 'shuffler = "automated"')
        text = changed(text, "offered = false", "offered = true")
    return text


def changed(text: str, old: str, new: str) -> str:
    """The text with one thing changed; that it was there is asserted."""
    assert text.count(old) == 1, (old, text.count(old))
    return text.replace(old, new)


def terms_of(text: str) -> Terms:
    checked = check(text)
    assert checked.terms is not None, [str(fault) for fault in checked.faults]
    return checked.terms


# --- reading --------------------------------------------------------------------------------------------------------


def lines_of(paper: Paper | bytes) -> list[str]:
    """The lines of the finished PDF as a reader sees them, page after page."""
    content = paper if isinstance(paper, bytes) else render(paper, "pdf")[0]
    pages = PdfReader(BytesIO(content)).pages
    return [" ".join(typed(line).split()) for page in pages for line in page.extract_text().splitlines()]


def typed(text: str) -> str:
    """The text with the signs of the keyboard for those of print, as the data of a paper have them."""
    return text.translate(str.maketrans("“”’", '""\''))


def words_of(paper: Paper | bytes) -> str:
    """All words of the PDF without any space, so that the breaking of lines does not matter."""
    return squeezed("".join(lines_of(paper)))


def squeezed(text: str) -> str:
    return "".join(typed(text).split())


def section(lines: list[str], title: str, until: str) -> list[str]:
    """The lines from a heading to the next."""
    begin = max(n for n, line in enumerate(lines) if line.endswith(title) and line[:1].isdigit() and ". ." not in line)
    rest = lines[begin + 1 :]
    end = next((n for n, line in enumerate(rest) if line.endswith(until) and line[:1].isdigit()), len(rest))
    return rest[:end] if until else rest


# --- what must be there ---------------------------------------------------------------------------------------------


def edge(value: Fraction) -> str:
    """As `pitboss odds` prints a house edge in full."""
    return ow.percent(value, 4)


def expected_summary(row: WagerOdds, title: str, table: str) -> str:
    found = row.figures
    cells = [title, table, dollars(row.stake), edge(row.house_edge), edge(found.element_of_risk)]
    cells += [f"{root(found.variance):,.6f}", ow.chance(found.hit_frequency), ow.net(found.distribution[-1][0])]
    return " ".join(cell for cell in cells if cell)


def unread_lines(lines: list[str], row: WagerOdds) -> list[str]:
    """The lines of every paytable of the wager that are not printed whole: hand, payment, true odds, ways, probability
    and value, as `pitboss odds` has them, and the clause."""
    gone = []
    for part in row.figures.parts:
        family = next((wager.family for wager in book(row.game).wagers if wager.id == part.wager), part.wager)
        for line in part.lines:
            begin = f"{hand_words(book(row.game), line.hand, family)} {stated(row.game, line.pay, row.stake)} "
            figures = [ways(line.probability, row.deals), ow.chance(line.probability), ow.signed(line.value)]
            end = " ".join(["", *filter(None, figures), own(row.game, line.clause)])
            found = [x.removeprefix(begin).removesuffix(end) for x in lines if x.startswith(begin) and x.endswith(end)]
            if not any(says_odds(odds, line.probability) for odds in found):
                gone.append(f"{begin}…{end}")
    return gone


def expected_distribution(row: WagerOdds, most: int) -> list[str]:
    if len(row.figures.distribution) > most:
        return []
    return [f"{ow.net(net)} {ow.chance(p)} {ow.one_in(p)}" for net, p in row.figures.distribution]


def missing(lines: list[str], row: WagerOdds, most: int) -> list[str]:
    """What of a wager's figures cannot be read in these lines."""
    gone = []
    figures = (
        f"House advantage {edge(row.house_edge)}",
        f"Expected value {ow.signed(row.ev)}",
        f"Standard deviation {root(row.figures.variance):,.6f}",
        f"Hit rate {ow.chance(row.figures.hit_frequency)}",
    )
    gone += [said for said in figures if not any(line.startswith(said) for line in lines)]
    gone += unread_lines(lines, row)
    return gone + [said for said in expected_distribution(row, most) if said not in lines]
